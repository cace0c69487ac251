import type { InitInput, InitOutput } from './croupier.js';

export * from './croupier.js';

/** Loads the module; call it once, before anything else. It is loaded from beside this file, unless `source` says otherwise. */
export default function load(source?: InitInput | Promise<InitInput>): Promise<InitOutput>;
