// For Node.js: the module is read from beside this file, unless the caller has it already.
import { readFile } from 'node:fs/promises';
import init from './croupier.js';

export * from './croupier.js';

export default async (source = readFile(new URL('croupier_bg.wasm', import.meta.url))) => init({ module_or_path: await source });
