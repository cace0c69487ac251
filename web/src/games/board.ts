/** What a table's board says. */
import type { BoardDoc } from '../house/wire';

/** How surprising a board is, in words a player understands. */
export function surpriseWords(board: BoardDoc): string {
  if (board.p === null || board.results.length === 0) return '';
  const p = Number(board.p);
  const percent = p >= 0.995 ? 'over 99' : p < 0.001 ? 'under 0.1' : (p * 100).toFixed(p < 0.1 ? 1 : 0);
  return `A fair table shows a board at least this uneven ${percent}\u00a0% of the time`;
}
