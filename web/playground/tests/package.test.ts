/** The npm package: packed and installed as anybody would, in Node.js; what it answers is what the program prints, and what its types say. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Shelf as OneShelf } from 'croupier';
import { exampleBooks, filesBelow, GOLDEN } from '../build/contents';
import { croupier, each, folder, ROOT } from './program';

const DAY = '2026-01-01';
const project = folder();
let shelf: OneShelf;

/** A program of the project of somebody who uses the package. */
function run(program: string, args: string[]): string {
  return execFileSync(program, args, { cwd: project, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(async () => {
  const packed = JSON.parse(execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', project], { cwd: `${ROOT}/target/npm`, encoding: 'utf8' })) as { filename: string }[];
  writeFileSync(join(project, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', join(project, packed[0]?.filename ?? '')]);
  const installed = (await import(pathToFileURL(join(project, 'node_modules/croupier/node.js')).href)) as typeof import('croupier');
  await installed.default();
  shelf = exampleBooks(ROOT).reduce((made, [file, text]) => made.withBook(file, text), new installed.Shelf());
});

test('the package has what it needs and nothing else', () => {
  expect(readdirSync(join(project, 'node_modules/croupier')).sort()).toEqual(
    ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'croupier.d.ts', 'croupier.js', 'croupier_bg.wasm', 'index.d.ts', 'index.js', 'node.js', 'package.json'],
  );
});

test('the example of its README does what the comments say', () => {
  const readme = readFileSync(join(project, 'node_modules/croupier/README.md'), 'utf8');
  const example = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  writeFileSync(join(project, 'example.js'), example);
  const said = [...example.matchAll(/ {3}\/\/ (.*)$/gm)].map(([, text]) => text);
  expect(said.length).toBeGreaterThan(1);
  expect(run('node', ['example.js']).trim().split('\n')).toEqual(said);
});

/** The game that takes longest to price, beside another of its family. */
const SLOW = ['caribbean-stud/caribbean-stud'];

/** Every answer that the types are about, as TypeScript that declares its type. */
function declarations(): string[] {
  const records = filesBelow(join(ROOT, GOLDEN), '.round').map((name) => readFileSync(join(ROOT, GOLDEN, name)));
  const games = shelf.books().flatMap(({ rulebook, games: named }) => named.map((game) => `${rulebook}/${game}`));
  const answers: [type: string, answers: unknown[]][] = [
    ['Verdict | Inadmissible', records.map((record) => shelf.judge(record, DAY))],
    ['Explained', records.map((record) => shelf.why(record, DAY))],
    ['Rulebook', shelf.books()],
    ['Fault', [...shelf.faults('a.toml', 'id = 3\n'), ...shelf.faults('a.toml', (exampleBooks(ROOT)[0]?.[1] ?? '').replaceAll('odds', 'ods'))]],
    ['Prices', games.filter((game) => !SLOW.includes(game)).map((game) => shelf.prices(game, DAY))],
  ];
  return answers.map(([type, all], index) => `export const a${index}: (${type})[] = ${JSON.stringify(all)};`);
}

test('its types are those of its answers', () => {
  const lines = declarations();
  writeFileSync(join(project, 'answers.ts'), `import type { Explained, Fault, Inadmissible, Prices, Rulebook, Verdict } from 'croupier';\n${lines.join('\n')}\n`);
  mkdirSync(join(project, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve('node_modules/typescript'), join(project, 'node_modules/typescript'));
  const check = (): string => run('node', ['node_modules/typescript/bin/tsc', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,esnext.disposable,dom', 'answers.ts']);
  expect(check()).toBe('');
  // An answer that is not of its type is found.
  writeFileSync(join(project, 'answers.ts'), `import type { Verdict } from 'croupier';\nexport const a: Verdict = { rules: '', bets: [], net: {}, bank: '', more: 1 };\n`);
  expect(check).toThrow();
});

test('prices and signs of every game have the bytes that the program prints', async () => {
  const games = shelf.books().flatMap(({ rulebook, games: named }) => named.map((game) => `${rulebook}/${game}`));
  const slow: string[] = [];
  const differ: string[] = [];
  for (const game of games) {
    const start = performance.now();
    const prices = shelf.pricesJson(game, DAY);
    const ms = performance.now() - start;
    slow.push(`${game} ${ms.toFixed(0)} ms`);
    if (prices !== (await croupier(DAY, ['odds', game, '--json']))) differ.push(`prices of ${game}`);
    if (shelf.sign(game, DAY) !== (await croupier(DAY, ['sign', game, '--format', 'svg']))) differ.push(`sign of ${game}`);
  }
  console.log(`priced in Node.js: ${slow.join(', ')}`);
  expect(differ).toEqual([]);
});

test('explanations have the bytes that the program prints', async () => {
  const records = filesBelow(join(ROOT, GOLDEN), '.round').filter((_, place) => place % 12 === 0);
  const differ: string[] = [];
  await each(records, async (record) => {
    const path = join(GOLDEN, record);
    if (shelf.whyJson(readFileSync(join(ROOT, path)), DAY) !== (await croupier(DAY, ['adjudicate', '--why', '--json', path]))) differ.push(record);
  });
  expect(differ).toEqual([]);
});

test('what cannot be taken is refused in words', () => {
  expect(() => shelf.judge('', 'tomorrow')).toThrow('`tomorrow` is no day');
  expect(() => shelf.prices('scotland-1970/roulete', DAY)).toThrow('did you mean');
  expect(() => shelf.prices('mpumalanga/punto-banco', DAY, { decks: '9' })).toThrow('5.4');
  expect(() => shelf.withBook('a.toml', 'id = 3\n')).toThrow('a.toml is not a rulebook');
});
