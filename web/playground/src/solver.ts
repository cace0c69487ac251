/** Asks a worker. It is started with the first question, and again after it was stopped. */
import exampleBooks from 'virtual:books';
import type { Answer, Asked, Start } from './protocol';
import SolverWorker from './worker?worker&inline';

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export class Solver {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly module: WebAssembly.Module) {}

  ask<What extends keyof Asked>(what: What, of: Asked[What]['of']): Promise<Asked[What]['answer']> {
    this.worker ??= this.start();
    this.last += 1;
    const id = this.last;
    this.worker.postMessage({ id, what, of });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** Gives up what is being computed. Nobody waits for it any more. */
  stop(): void {
    if (this.waiting.size === 0) return;
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }

  private start(): Worker {
    const worker = new SolverWorker();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.take(data);
    worker.onerror = ({ message }) => this.fail(message);
    worker.postMessage({ module: this.module, books: exampleBooks } satisfies Start);
    return worker;
  }

  private take(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('answer' in answer) waiting?.resolve(answer.answer as never);
    else if (answer.broken) {
      waiting?.reject(new Error(`The rules cannot answer this: ${answer.error}. That is a fault of the program; please report it with your text.`));
      this.fail(answer.error);
    } else waiting?.reject(new Error(answer.error));
  }

  /** The worker is of no use any more: whoever waits for it gets the error, and the next question starts another. */
  private fail(message: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}
