/** House commands over HTTP, each sent under an idempotency key. */
import { api, ApiError, unwrap } from './client';
import { newKey } from './keys';
import type { CommandResult, HouseCommand } from './types';

const ATTEMPTS = 4;
const FIRST_DELAY_MS = 300;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.problem.status === 0 || error.problem.retry);
}

/** Sends a command. Retries use the same key, so that the server carries it out once. */
export async function sendHouseCommand(house: number, command: HouseCommand): Promise<CommandResult> {
  const params = { path: { h: house }, header: { 'Idempotency-Key': newKey() } };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unwrap(api.POST('/houses/{h}/commands', { params, body: command }));
    } catch (error) {
      if (!isTransient(error) || attempt >= ATTEMPTS) throw error;
      await delay(Math.max(error.problem.after, FIRST_DELAY_MS * 2 ** (attempt - 1)));
    }
  }
}
