/** What the page has in itself: the module, the rulebooks of the examples and the golden records, as virtual modules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files whose name ends so, below a folder, in order. */
export function filesBelow(folder: string, ending: string): string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith(ending)).sort();
}

/** The rulebooks of the examples: house files and configurations beside them are none. */
export function exampleBooks(root: string): [file: string, text: string][] {
  const files = filesBelow(join(root, 'examples'), '.toml').map((name): [string, string] => [`examples/${name}`, readFileSync(join(root, 'examples', name), 'utf8')]);
  return files.filter(([, text]) => /^\[conduct\]$/m.test(text));
}

export const GOLDEN = 'crates/rules/tests/rounds';

/** The golden records that are text, by name. */
function records(root: string): [name: string, text: string][] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return filesBelow(join(root, GOLDEN), '.round').flatMap((name): [string, string][] => {
    try {
      return [[name.replace(/\.round$/, ''), decoder.decode(readFileSync(join(root, GOLDEN, name)))]];
    } catch {
      // Some are bytes that nobody can write in a field; the judge refuses them, and a test opens them as files.
      return [];
    }
  });
}

/** The module as a page can have it: compressed, as text. */
const module = (root: string): string => gzipSync(readFileSync(join(root, 'target/npm/croupier_bg.wasm')), { level: 9 }).toString('base64');

export function contents(root: string): Plugin {
  const made: Record<string, () => unknown> = { 'virtual:module': () => module(root), 'virtual:records': () => records(root), 'virtual:books': () => exampleBooks(root) };
  return {
    name: 'contents',
    resolveId: (id) => (id in made ? `\0${id}` : undefined),
    load: (id) => {
      const make = made[id.slice(1)];
      return id.startsWith('\0') && make ? `export default ${JSON.stringify(make())};` : undefined;
    },
  };
}
