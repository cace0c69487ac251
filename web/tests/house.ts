/** A real demo house for the browser tests: the program itself, on a port and a folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { front } from './front';

declare module 'vitest' {
  interface ProvidedContext {
    house: string;
    binary: string;
  }
}

/** The program: as told, else as built. */
export function binary(): string {
  const built = ['../target/release/croupier', '../target/debug/croupier'];
  const found = process.env['CROUPIER'] ?? built.find((path) => existsSync(path));
  if (!found) throw new Error('build the program first (make build), or name it in CROUPIER');
  return found;
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => found(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A house that waits less for its guests: tests think quickly. */
const BRISK = '[pace]\nbets = 9000\nfinals = 1500\nclosed = 1000\ninsurance = 5000\ndecision = 9000\n';

export type Pace = 'brisk' | 'usual';

/** Opens a demo house and waits until it takes commands. */
export async function open(program: string, port: number, folder: string, pace: Pace): Promise<ChildProcess> {
  const args = ['serve', '--demo', '--data', folder, '--listen', `127.0.0.1:${port}`, '--requests-per-second', '0'];
  if (pace === 'brisk') {
    writeFileSync(join(folder, 'brisk.toml'), BRISK);
    args.push('--config', join(folder, 'brisk.toml'));
  }
  const house = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  house.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4000)));
  for (let tries = 0; tries < 400; tries += 1) {
    if (house.exitCode !== null) throw new Error(`the house did not open: ${said}`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.ok, () => false);
    if (ready) return house;
    await new Promise((go) => setTimeout(go, 150));
  }
  throw new Error(`the house is not ready: ${said}`);
}

/** Stops a house and waits until it has gone. */
export function stop(house: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((gone) => {
    if (house.exitCode !== null) return gone();
    house.once('exit', () => gone());
    house.kill(signal);
  });
}

/** Whether the program has embedded the pages of this checkout; else they are put before it. */
async function hasOurPages(house: string): Promise<boolean> {
  const own = readFileSync('dist/index.html', 'utf8');
  return (await (await fetch(house)).text()) === own;
}

/** A house with the pages of this checkout, and how to close it. */
export interface Opened {
  address: string;
  process: ChildProcess;
  close(signal?: NodeJS.Signals): Promise<void>;
}

/** Opens a house and, where it must be, our pages before it. */
export async function openWithPages(program: string, folder: string, pace: Pace, at?: number): Promise<Opened> {
  const port = await freePort();
  const house = await open(program, port, folder, pace);
  const address = `http://127.0.0.1:${port}`;
  if (at === undefined && (await hasOurPages(address))) return { address, process: house, close: (signal) => stop(house, signal) };
  const before = at ?? (await freePort());
  const shut = await front(before, port);
  const close = async (signal?: NodeJS.Signals): Promise<void> => {
    shut();
    await stop(house, signal);
  };
  return { address: `http://127.0.0.1:${before}`, process: house, close };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-web-'));
  const program = binary();
  const house = await openWithPages(program, folder, 'brisk');
  project.provide('house', house.address);
  project.provide('binary', program);
  return async () => {
    await house.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
