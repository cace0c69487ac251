/** What the server answers about events and the journal. */
import { api, ApiError, unwrap } from '../../api/client';
import { session } from '../../stores/session.svelte';

export interface SignificantEvent {
  sequence: number;
  at: number;
  kind: string;
  table: number | null;
  name: string | null;
  people: { person: number; handle: string; role: string }[];
  text: string;
}

export interface JournalRow {
  version: number;
  sequence?: number;
  at: number;
  by: number | null;
  what: string;
  event: unknown;
  hash: string;
  prev: string;
  bytes?: string;
  postings?: { unit: string; place: string; amount: string }[];
}

type Query = Record<string, string | number | undefined>;
type Get = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** A request whose answer has headers that matter. */
export async function read<T>(path: string, query: Query = {}): Promise<{ data: T; response: Response }> {
  const asked = (api.GET as unknown as Get)(path, { params: { ...session.houseParams, query } });
  const data = (await unwrap(asked)) as T;
  return { data, response: (await asked).response };
}

/** Whether the server has no such thing. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.status === 404;
