/** The house over HTTP: session, CSRF, idempotency keys, and problems said plainly. */
import type { Command, Done, Problem, Session } from './wire';

const BASE = '/api/v1';

/** What the house refused, or why it could not be asked. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

let csrf = '';
let onExpired: () => void = () => undefined;

/** Remembers the token that every change must carry. */
export function remember(session: Session | null): void {
  csrf = session?.csrf ?? '';
}

/** Whom to tell that the session is over. */
export function whenExpired(tell: () => void): void {
  onExpired = tell;
}

/** A problem of our own making: the house did not answer. */
export function unreachable(): Problem {
  const message = 'The house does not answer. Nothing was lost: what you sent is sent again, once.';
  return { status: 0, code: 'network', found: 'no answer', allowed: '', cites: [], message };
}

async function problemOf(answer: Response): Promise<Problem> {
  const fallback: Problem = {
    status: answer.status,
    code: answer.status === 401 ? 'session' : 'internal',
    found: '',
    allowed: '',
    cites: [],
    message: `The house answered ${answer.status}.`,
  };
  try {
    return { ...fallback, ...((await answer.json()) as Partial<Problem>) };
  } catch {
    return fallback;
  }
}

async function send<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const sent: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json', ...headers } };
  if (method !== 'GET') sent.headers = { ...sent.headers, 'x-csrf-token': csrf, 'content-type': 'application/json' };
  if (body !== undefined) sent.body = JSON.stringify(body);
  const asker = csrf;
  let answer: Response;
  try {
    answer = await fetch(BASE + path, sent);
  } catch {
    throw new Refused(unreachable());
  }
  if (!answer.ok) {
    const problem = await problemOf(answer);
    // An answer that was meant for a session before this one ends nothing.
    if (problem.code === 'session' && path !== '/session' && asker === csrf) onExpired();
    throw new Refused(problem);
  }
  if (answer.status === 204) return undefined as T;
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

export const get = <T>(path: string): Promise<T> => send<T>('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => send<T>('POST', path, body ?? {});
export const put = <T>(path: string, body: unknown): Promise<T> => send<T>('PUT', path, body);
export const remove = <T>(path: string): Promise<T> => send<T>('DELETE', path);

/** A key that makes a command one command, however often it is sent. */
export function freshKey(): string {
  return crypto.randomUUID();
}

const wait = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));

/** Gives a command; after a loss of the network it goes out again under the same key, so that it has one effect. */
export async function order(path: string, command: Command, key = freshKey(), tries = 4): Promise<Done> {
  for (let round = 0; ; round += 1) {
    try {
      return await send<Done>('POST', path, command, { 'idempotency-key': key });
    } catch (error) {
      const lost = error instanceof Refused && (error.problem.status === 0 || error.problem.status === 503);
      if (!lost || round + 1 >= tries) throw error;
      await wait(300 * 2 ** round);
    }
  }
}
