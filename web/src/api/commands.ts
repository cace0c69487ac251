/** Commands over HTTP, each sent under an idempotency key. */
import { api, ApiError, unwrap } from './client';
import { newKey } from './keys';
import type { CommandResult, HouseCommand, HouseResult, TableCommand } from './types';

const ATTEMPTS = 4;
const FIRST_DELAY_MS = 300;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.problem.status === 0 || error.problem.retry);
}

/** Sends under one key until there is an answer, so that the server carries it out once. */
async function retried<T>(send: (header: { 'Idempotency-Key': string }) => Promise<T>, key: string): Promise<T> {
  const header = { 'Idempotency-Key': key };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(header);
    } catch (error) {
      if (!isTransient(error) || attempt >= ATTEMPTS) throw error;
      await delay(Math.max(error.problem.after, FIRST_DELAY_MS * 2 ** (attempt - 1)));
    }
  }
}

/** Gives a command to a house. Sent again under the same key, it is carried out once. */
export function sendHouseCommand(house: number, command: HouseCommand, key = newKey()): Promise<HouseResult> {
  return retried((header) => unwrap(api.POST('/houses/{h}/commands', { params: { path: { h: house }, header }, body: command })), key);
}

/** Gives a command at a table. Sent again under the same key, it is carried out once; with a version, only while the table is at it. */
export function sendTableCommand(house: number, table: number, command: TableCommand, key = newKey(), version?: number): Promise<CommandResult> {
  const only = version === undefined ? {} : { 'If-Version': version };
  return retried((header) => unwrap(api.POST('/houses/{h}/tables/{t}/commands', { params: { path: { h: house, t: table }, header: { ...header, ...only } }, body: command })), key);
}
