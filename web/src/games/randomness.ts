/** How unusual the results of a table are. */
import type { Board } from '../api/types';

/** Fewer results than this many for each possible one say nothing about a table. */
const RESULTS_FOR_EACH = 2;
const RESULTS_LEAST = 20;

/** How often a fair table shows results as uneven as these, in words for a player; empty while there are too few. `possible` is the number of different results. */
export function boardSummary(board: Board, possible: number): string {
  if (board.p === null || board.results.length < Math.max(RESULTS_LEAST, possible * RESULTS_FOR_EACH)) return '';
  const p = Number(board.p);
  const percent = p >= 0.995 ? 'over 99' : p < 0.001 ? 'under 0.1' : (p * 100).toFixed(p < 0.1 ? 1 : 0);
  return `A fair table shows results at least this uneven ${percent}\u00a0% of the time (p\u00a0=\u00a0${board.p}, ${board.method})`;
}
