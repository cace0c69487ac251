/** The game of a table: layout, wagers, odds and provisions. */
import { api, unwrap } from './client';
import type { GameInfo } from './types';

export async function loadGame(params: { path: { h: number; t: number } }): Promise<GameInfo> {
  // The client types pairs of numbers as arrays of any length; the document says two.
  return (await unwrap(api.GET('/houses/{h}/tables/{t}/game', { params }))) as GameInfo;
}
