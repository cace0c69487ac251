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

/** What the bank that the visitor holds has won or lost between two views of a round; null where the visitor holds none. */
export function bankNet(previous: TableView | null, next: TableView): Minor | null {
  if (!previous?.bank?.mine || previous.round !== next.round || next.phase !== 'payment') return null;
  return (next.bank?.mine ? fromWire(next.bank.amount) : 0n) - fromWire(previous.bank.amount);
}

/** Keeps the previous objects where nothing changed, so that the components that use them are not drawn again. */
export function reuseUnchanged(previous: TableView | null, next: TableView): TableView {
  if (!previous) return next;
  const reuse = <K extends keyof TableView>(key: K): TableView[K] => (JSON.stringify(previous[key]) === JSON.stringify(next[key]) ? previous[key] : next[key]);
  return { ...next, stakes: reuse('stakes'), hands: reuse('hands'), seated: reuse('seated'), moves: reuse('moves'), due: reuse('due'), fell: reuse('fell'), bank: reuse('bank') };
}
