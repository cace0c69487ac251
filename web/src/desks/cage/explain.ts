/** Why the win by drop of a table differs from its true win, and what is still open, from the figures of the server. */
import type { PaperProposal, Paperwork, Slip } from '../../api/types';
import { formatMoney, fromWire, type Minor } from '../../text/money';
import { floatToCount, slipTitle } from '../shared/papers';
import type { AtTable } from './ledger';

/** One cause, with its amount where it has one. */
export interface Cause {
  text: string;
  amount: Minor | null;
  /** Whether somebody has something to do about it. */
  open: boolean;
}

const size = (amount: Minor): string => formatMoney(amount < 0n ? -amount : amount, 'always');
/** An amount with its sign, to the last digit as in every count. */
export const signed = (amount: Minor): string => `${amount > 0n ? '+' : ''}${formatMoney(amount, 'always')}`;
const overOrShort = (amount: Minor): string => `${size(amount)} ${amount < 0n ? 'short' : 'over'}`;
const isOnTheWay = ({ state }: Slip): boolean => state === 'sent' || state === 'delivered';

/** What a count is held against, by the ledger. */
export function expectedCount(kind: PaperProposal['matter'], papers: Paperwork, { dropBox }: AtTable): { amount: Minor; of: string } {
  return kind === 'drop' ? { amount: dropBox, of: 'the drop box by the ledger' } : floatToCount(kind === 'close' ? 'close' : 'open', papers);
}

/**
 * What explains the difference of a closed shift. An opener equals the float, or was not counted: then it is 0. So the difference is in the closer, beside
 * the float at that time; the float of now may have had fills and credits since.
 */
export function causesOf({ shift }: Paperwork): Cause[] {
  if (shift.closing === null || shift.difference === null) return [];
  const difference = fromWire(shift.difference);
  if (difference === 0n) return [];
  if (fromWire(shift.opening) === 0n) return [{ text: 'The opener was 0.00: the table was opened without a count, and its float of then is not in the win by drop.', amount: difference, open: true }];
  const float = formatMoney(fromWire(shift.closing) - difference, 'always');
  return [{ text: `The closer was ${formatMoney(shift.closing, 'always')}, and the float had ${float} by the ledger at the closing: the count was ${overOrShort(difference)}.`, amount: difference, open: true }];
}

/** What is not settled yet: slips on their way, a drop that is not counted or was counted wrong, wheel chips in players' hands. */
export function openMatters({ slips, shift, wheel_chips }: Paperwork, { dropBox, layout }: AtTable): Cause[] {
  const onTheWay = slips.filter(isOnTheWay).map((slip) => ({ text: `${slipTitle(slip)} is on its way.`, amount: fromWire(slip.amount), open: true }));
  const miscounted = fromWire(shift.drop_counted) + dropBox - fromWire(shift.drop);
  return [
    ...onTheWay,
    { text: 'In the drop box, not counted yet.', amount: dropBox, open: true },
    { text: `The drop was counted ${overOrShort(miscounted)}, or a part of it belongs to the shift before.`, amount: miscounted, open: true },
    { text: 'Wheel chips that players have. They are changed back when the table closes.', amount: fromWire(wheel_chips), open: false },
    { text: 'Stakes on the layout that are not decided.', amount: layout, open: false },
  ].filter(({ amount }) => amount !== 0n);
}
