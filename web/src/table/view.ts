/** Functions of the view of a table: what the server shows this visitor. */
import type { Stake, TableView } from '../api/types';
import { fromWire, type Minor } from '../text/money';

/** Own stakes with a result. */
export function settledStakes(table: TableView): Stake[] {
  return table.stakes.filter((stake) => stake.mine && !['standing', 'cancelled'].includes(stake.outcome));
}

/** Profit or loss of stakes together. */
export function netOf(stakes: Stake[]): Minor {
  return stakes.reduce((sum, stake) => sum + fromWire(stake.returned) - fromWire(stake.amount), 0n);
}

/** Identifies a spin or throw, even if the same number comes twice; empty before the result is known. */
export function drawKey(table: TableView): string {
  if (!table.fell) return '';
  const throws = table.lines.filter((line) => line.startsWith('dice')).length;
  return `${table.round} ${throws} ${JSON.stringify(table.fell)}`;
}

/** Keeps the previous objects where nothing changed, so that the components that use them are not drawn again. */
export function reuseUnchanged(previous: TableView | null, next: TableView): TableView {
  if (!previous) return next;
  const reuse = <K extends keyof TableView>(key: K): TableView[K] => (JSON.stringify(previous[key]) === JSON.stringify(next[key]) ? previous[key] : next[key]);
  return { ...next, stakes: reuse('stakes'), hands: reuse('hands'), seated: reuse('seated'), moves: reuse('moves'), due: reuse('due'), fell: reuse('fell'), bank: reuse('bank') };
}
