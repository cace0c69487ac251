/** The HTTP API of the server: a typed client, the CSRF token and errors. */
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './openapi';
import type { Problem } from './types';

const CSRF_HEADER = 'x-csrf-token';
const SEQUENCE_HEADER = 'croupier-sequence';
const NO_RESPONSE = 'The server is not responding. Anything you sent is delivered once, when it is back.';

/** A request that the server refused, or that it did not answer. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The error of a request without a response. */
export function networkError(): ApiError {
  return new ApiError({ status: 0, code: 'network', found: 'no response', allowed: '', cites: [], message: NO_RESPONSE, retry: true, after: 0, duty: null });
}

/** The message of an error, for the player. */
export function errorText(error: unknown, otherwise = 'Something went wrong. Please try again.'): string {
  return error instanceof ApiError ? error.message : otherwise;
}

/** The CSRF token of the session in each house. */
const csrfTokens = new Map<number, string>();
let currentHouse: () => number = () => 0;
let notifyExpired: (house: number) => void = () => undefined;

/** Sets the token that is sent with every request about a house; empty when nobody is signed in there. */
export function setCsrfToken(house: number, token: string): void {
  csrfTokens.set(house, token);
}

/** Sets which house a request is about that does not name one. */
export function setCurrentHouse(current: () => number): void {
  currentHouse = current;
}

/** Sets the handler that is called when the server no longer knows the session in a house. */
export function onSessionExpired(handler: (house: number) => void): void {
  notifyExpired = handler;
}

/** The house that a request is about. */
function houseOf(request: Request): number {
  const named = /\/houses\/(\d+)(?:\/|$)|[?&]house=(\d+)/.exec(request.url);
  return named ? Number(named[1] ?? named[2]) : currentHouse();
}

/** The last event that this page has seen of each house: every server of the house answers with at least that. */
const sequences = new Map<number, number>();

/** Notes up to which event of a house an answer was made. */
export function noteSequence(house: number, sequence: number): void {
  if (sequence > (sequences.get(house) ?? 0)) sequences.set(house, sequence);
}

/** The last event that this page has seen of a house; 0 if none. */
export function seenSequence(house: number): number {
  return sequences.get(house) ?? 0;
}

const session: Middleware = {
  onRequest({ request }) {
    const house = houseOf(request);
    const token = csrfTokens.get(house);
    if (token) request.headers.set(CSRF_HEADER, token);
    if (seenSequence(house)) request.headers.set(SEQUENCE_HEADER, String(seenSequence(house)));
  },
  onResponse({ request, response, schemaPath }) {
    const house = houseOf(request);
    noteSequence(house, Number(response.headers.get(SEQUENCE_HEADER) ?? 0));
    // A late response to a request of an earlier session must not end the current one.
    const current = (request.headers.get(CSRF_HEADER) ?? '') === (csrfTokens.get(house) ?? '');
    if (response.status === 401 && schemaPath !== '/session' && current) notifyExpired(house);
  },
  onError() {
    return networkError();
  },
};

export const api = createClient<paths>({ baseUrl: '/api/v1', credentials: 'same-origin', fetch: (request) => fetch(request) });
api.use(session);

function problemOf(response: Response, body: unknown): Problem {
  const { status } = response;
  const fallback: Problem = { status, code: status === 401 ? 'session' : 'internal', found: '', allowed: '', cites: [], message: `The server answered with status ${status}.`, retry: status === 503, after: 0, duty: null };
  return typeof body === 'object' && body !== null ? { ...fallback, ...body } : fallback;
}

interface ApiResponse<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body and the headers of a successful response; throws an `ApiError` for any other. */
export async function unwrapWithHeaders<T>(request: Promise<ApiResponse<T>>): Promise<{ body: T; headers: Headers }> {
  const { data, error, response } = await request;
  if (!response.ok) throw new ApiError(problemOf(response, error));
  return { body: data as T, headers: response.headers };
}

/** The body of a successful response; throws an `ApiError` for any other. */
export async function unwrap<T>(request: Promise<ApiResponse<T>>): Promise<T> {
  return (await unwrapWithHeaders(request)).body;
}
