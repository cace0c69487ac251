/** Runs a program of the examples, and reads what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, expect } from 'vitest';

/** A program of the examples, and the lines that it has printed. It ends with the tests of the file. */
export class Program {
  readonly printed: string[] = [];
  readonly child: ChildProcess;

  constructor(args: string[], env: Record<string, string> = {}) {
    this.child = spawn('python3', args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.printed.push(line));
    }
    afterAll(() => void this.child.kill());
  }

  say(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async says(text: string | RegExp): Promise<string> {
    const isIt = (line: string): boolean => (typeof text === 'string' ? line.includes(text) : text.test(line));
    await expect.poll(() => this.printed.some(isIt), { timeout: 20_000, message: `${String(text)} in ${this.printed.join(' | ')}` }).toBe(true);
    return this.printed.find(isIt) ?? '';
  }
}
