// For browsers and bundlers: the module is loaded from beside this file, unless the caller has it elsewhere.
import init from './croupier.js';

export * from './croupier.js';

export default (source = new URL('croupier_bg.wasm', import.meta.url)) => init({ module_or_path: source });
