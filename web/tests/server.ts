/** A demo server for the browser tests: the program itself, with its own port and data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPagesProxy } from './pages-proxy';

declare module 'vitest' {
  interface ProvidedContext {
    server: string;
    binary: string;
  }
}

/** The program: from the variable CROUPIER, otherwise the one that was built. */
export function binary(): string {
  const built = ['../target/release/croupier', '../target/debug/croupier'];
  const found = process.env['CROUPIER'] ?? built.find((path) => existsSync(path));
  if (!found) throw new Error('build the program first (cargo build), or set CROUPIER to its path');
  return found;
}

/** A free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Short phases, so that the tests wait less. */
const FAST = '[pace]\nbets = 9000\nfinals = 1500\nclosed = 1000\ninsurance = 5000\ndecision = 9000\ncard = 150\nball = 3700\ndice = 600\n';

export type Pace = 'fast' | 'usual';

/** Starts a demo server and waits until it is ready. With books of `examples`, it has the house of each instead of the usual two. */
export async function start(program: string, port: number, folder: string, pace: Pace, books: string[] = []): Promise<ChildProcess> {
  const args = books.flatMap((book) => ['--rulebook', `../examples/${book}.toml`]);
  args.push('serve', '--demo', '--data', folder, '--listen', `127.0.0.1:${port}`, '--requests-per-second', '0');
  args.push(...books.flatMap((book) => ['--house', `../examples/${book}-house.toml`]));
  if (pace === 'fast') {
    writeFileSync(join(folder, 'fast.toml'), FAST);
    args.push('--config', join(folder, 'fast.toml'));
  }
  return launch(program, port, args, () => undefined);
}

/** Starts the program and waits until it is ready; `print` gets what it prints. */
export async function launch(program: string, port: number, args: string[], print: (text: string) => void): Promise<ChildProcess> {
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  server.stdout?.on('data', (text: Buffer) => print(text.toString()));
  server.stderr?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4000)));
  for (let tries = 0; tries < 400; tries += 1) {
    if (server.exitCode !== null) throw new Error(`the server did not start: ${output}`);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.ok, () => false);
    if (ready) return server;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`the server is not ready: ${output}`);
}

/** Stops a server and waits until it has exited. */
export function stop(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

/** Whether the program has embedded the pages of this checkout. */
async function hasOurPages(address: string): Promise<boolean> {
  const own = readFileSync('dist/index.html', 'utf8');
  return (await (await fetch(address)).text()) === own;
}

/** A server with the pages of this checkout. */
export interface TestServer {
  address: string;
  close(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a server; a proxy serves the pages if it has embedded others, or if a fixed port is asked for. */
export async function startWithPages(program: string, folder: string, pace: Pace, at?: number, books: string[] = []): Promise<TestServer> {
  const port = await freePort();
  const server = await start(program, port, folder, pace, books);
  const address = `http://127.0.0.1:${port}`;
  if (at === undefined && (await hasOurPages(address))) return { address, close: (signal) => stop(server, signal) };
  const proxyPort = at ?? (await freePort());
  const stopProxy = await startPagesProxy(proxyPort, port);
  const close = async (signal?: NodeJS.Signals): Promise<void> => {
    stopProxy();
    await stop(server, signal);
  };
  return { address: `http://127.0.0.1:${proxyPort}`, close };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const program = binary();
  const server = await startIn(program);
  project.provide('server', server.address);
  project.provide('binary', program);
  return () => server.close();
}

/** A fast server with a data folder of its own, which is removed when it is closed. */
export async function startIn(program: string, books: string[] = []): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-web-'));
  const server = await startWithPages(program, folder, 'fast', undefined, books);
  const close = async (signal?: NodeJS.Signals): Promise<void> => {
    await server.close(signal);
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: server.address, close };
}
