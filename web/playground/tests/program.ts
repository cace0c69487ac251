/** What the program prints, with the rulebooks that the page has. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { binary } from '../../tests/server';
import { exampleBooks } from '../build/contents';

export const ROOT = resolve('..');
/** The page, as a browser opens it from a disk. */
export const PAGE = `file://${ROOT}/target/playground`;

/** The rulebooks of the page, as the program takes them. */
const books = exampleBooks(ROOT).flatMap(([file]) => ['--rulebook', file]);

/** What the program prints; it is not asked how it ended, because a record that it refuses is a record that was judged. */
export function croupier(day: string, args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    execFile(resolve(binary()), [...books, '--on', day, ...args], { cwd: ROOT, maxBuffer: 1 << 26 }, (error, printed, complaint) => {
      if (printed === '') fail(new Error(`croupier ${args.join(' ')}: ${complaint || error?.message}`));
      else done(printed);
    });
  });
}

/** Does something for each of many, two at a time. */
export async function each<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all([worker(), worker()]);
}

/** A folder that is removed after the tests of the file. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'croupier-playground-'));
  afterAll(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A file of a test. */
export function file(name: string, text: string): string {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
}
