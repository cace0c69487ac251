/** Why the win by drop of a table differs from its true win, and what is still open, from the figures of the server. */
import type { Paperwork, Slip } from '../../api/types';
import { formatMoney, fromWire, type Minor } from '../../text/money';
import { slipTitle } from '../shared/papers';
import type { AtTable } from './ledger';

/** One cause, with its amount where it has one. */
export interface Cause {
  text: string;
  amount: Minor | null;
  /** Whether somebody has something to do about it. */
  open: boolean;
}

const size = (amount: Minor): string => formatMoney(amount < 0n ? -amount : amount, 'always');
const overOrShort = (amount: Minor): string => `${size(amount)} ${amount < 0n ? 'short' : 'over'}`;
const isOnTheWay = ({ state }: Slip): boolean => state === 'sent' || state === 'delivered';

/** What explains the difference of a closed shift: the closer beside the float by the ledger. */
export function causesOf({ shift, float }: Paperwork): Cause[] {
  if (shift.closing === null || shift.difference === null) return [];
  const closer = fromWire(shift.closing) - fromWire(float);
  const other = fromWire(shift.difference) - closer;
  return [
    { text: `The closer was ${formatMoney(shift.closing, 'always')}, and the float has ${formatMoney(float, 'always')} by the ledger: the count was ${overOrShort(closer)}, or a fill or credit was confirmed after it.`, amount: closer, open: true },
    { text: 'The opener differs from the float by the ledger: the table was opened without a count.', amount: other, open: true },
  ].filter(({ amount }) => amount !== 0n);
}

/** What is not settled yet: slips on their way, a drop that is not counted or was counted wrong, wheel chips in players' hands. */
export function openMatters({ slips, shift }: Paperwork, { dropBox, layout, wheelChips }: AtTable): Cause[] {
  const onTheWay = slips.filter(isOnTheWay).map((slip) => ({ text: `${slipTitle(slip)} is on its way.`, amount: fromWire(slip.amount), open: true }));
  const miscounted = fromWire(shift.drop_counted) + dropBox - fromWire(shift.drop);
  return [
    ...onTheWay,
    { text: 'In the drop box, not counted yet.', amount: dropBox, open: true },
    { text: `The drop was counted ${overOrShort(miscounted)}, or a part of it belongs to the shift before.`, amount: miscounted, open: true },
    { text: 'Wheel chips that players have. They are changed back when the table closes.', amount: wheelChips, open: false },
    { text: 'Stakes on the layout that are not decided.', amount: layout, open: false },
  ].filter(({ amount }) => amount !== 0n);
}
