/** How unusual the results of a table are. */
import type { Board } from '../api/types';

/** How often a fair table shows results as uneven as these, in words for a player. */
export function boardSummary(board: Board): string {
  if (board.p === null || board.results.length === 0) return '';
  const p = Number(board.p);
  const percent = p >= 0.995 ? 'over 99' : p < 0.001 ? 'under 0.1' : (p * 100).toFixed(p < 0.1 ? 1 : 0);
  return `A fair table shows results at least this uneven ${percent}\u00a0% of the time`;
}
