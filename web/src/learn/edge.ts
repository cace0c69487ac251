/** What a wager costs, where the house tells it: at learning tables only. */
import type { GameDoc } from '../house/wire';

/** The house edge of a wager in words, such as `edge 2.70 %`; nothing at played tables. */
export function edgeWords(game: GameDoc | null, wager: string): string {
  const listed = game?.wagers.find((one) => one.words.includes(wager));
  return listed?.edge ? `edge ${Number(listed.edge.percent).toFixed(2)}\u00a0%` : '';
}
