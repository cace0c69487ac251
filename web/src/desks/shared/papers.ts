/** Proposals and slips in words: what they are about, what is read back before somebody agrees, and whose step is next. */
import type { ChipCount, PaperProposal, Paperwork, Slip, SlipStep } from '../../api/types';
import { withSuitSymbols } from '../../text/cards';
import { formatMoney, fromWire, type Minor } from '../../text/money';
import { capitalize } from '../../text/names';
import { totalOf } from './count';

export const PROPOSAL_TITLES: Record<PaperProposal['matter'], string> = { open: 'Open the table', close: 'Close the table', drop: 'Drop count', void: 'Void the round', correct: 'Correction' };

/** A line of a read-back. */
export interface ReadRow {
  label: string;
  value: string;
}

const CORRECTION = /^round (\d+): `([^`]*)` instead of `([^`]*)`: (.*)$/s;
const ABOUT_ROUND = /^round (\d+): (.*)$/s;

/** Text of the server for people: cards with symbols, quotation marks. */
export const plain = (text: string): string => withSuitSymbols(text.replaceAll(/`([^`]*)`/g, '“$1”'));

/** A count by denomination: `20 × 100, 40 × 25`. */
export const countText = (count: ChipCount[]): string => count.map(({ value, count: pieces }) => `${pieces} × ${formatMoney(value)}`).join(', ');

/** What is read back of a proposal: a correction as before, after and reason. Text of another form is shown as it is. */
export function proposalRows(proposal: PaperProposal, papers: CountedPapers): ReadRow[] {
  const { matter, text, count } = proposal;
  if (count.length > 0) return countRows(proposal, papers);
  const corrected = matter === 'correct' ? CORRECTION.exec(text) : null;
  if (corrected) {
    const [, round = '', to = '', from = '', reason = ''] = corrected;
    return [{ label: 'Round', value: round }, { label: 'Before', value: plain(from) }, { label: 'After', value: plain(to) }, { label: 'Reason', value: reason }];
  }
  const about = ABOUT_ROUND.exec(text);
  if (!about) return text ? [{ label: 'Reason', value: plain(text) }] : [];
  return [{ label: 'Round', value: about[1] ?? '' }, { label: 'Reason', value: plain(about[2] ?? '') }];
}

/** What the papers of a table say that a count is held against. */
type CountedPapers = Pick<Paperwork, 'currency' | 'float' | 'wheel_chips'>;

/** The chips that are in the float when it is counted, by the ledger. Wheel chips are changed out of it when a table closes. */
export function floatToCount(kind: 'open' | 'close', { float, wheel_chips }: Pick<Paperwork, 'float' | 'wheel_chips'>): { amount: Minor; of: string } {
  const wheel = fromWire(wheel_chips);
  if (kind === 'close' && wheel > 0n) return { amount: fromWire(float) - wheel, of: 'the float by the ledger without the wheel chips of players' };
  return { amount: fromWire(float), of: 'the float by the ledger' };
}

function countRows({ matter, count, text }: PaperProposal, papers: CountedPapers): ReadRow[] {
  const { currency } = papers;
  const note = text ? [{ label: 'Note', value: text }] : [];
  const rows = [{ label: 'Count', value: countText(count) }, { label: 'Total', value: `${currency} ${formatMoney(totalOf(count))}` }];
  // A drop box holds cash; the float has nothing to do with it.
  if (matter !== 'open' && matter !== 'close') return [...rows, ...note];
  const { amount, of } = floatToCount(matter, papers);
  return [...rows, { label: capitalize(of.replace(/^the /, '')), value: `${currency} ${formatMoney(amount)}` }, ...note];
}

/** A proposal in one line: `“ball 17” instead of “ball 18”: misread`. */
export function proposalLine(proposal: PaperProposal): string {
  const counted = `${countText(proposal.count)} = ${formatMoney(totalOf(proposal.count))}`;
  return proposal.count.length > 0 ? [counted, proposal.text].filter(Boolean).join('. ') : plain(proposal.text);
}

export const slipTitle = (slip: Slip): string => `${capitalize(slip.kind)} ${slip.number}`;

const STATES: Record<Slip['state'], string> = { requested: 'requested', sent: 'on its way', delivered: 'delivered', confirmed: 'confirmed', void: 'void' };
export const slipState = (slip: Slip): string => STATES[slip.state];

/** Whether a slip has steps before it. */
export const isOnItsWay = (slip: Slip): boolean => slip.state !== 'confirmed' && slip.state !== 'void';

/** The next step of a slip, and whether the table takes it; otherwise the cage does. A delivery is anybody's. */
export function nextSlipStep({ kind, state }: Slip): { step: SlipStep; at: 'table' | 'cage' | 'either' } | null {
  if (state === 'requested') return { step: 'send', at: kind === 'fill' ? 'cage' : 'table' };
  if (state === 'sent') return { step: 'deliver', at: 'either' };
  if (state === 'delivered') return { step: 'confirm', at: kind === 'fill' ? 'table' : 'cage' };
  return null;
}

/** What is read back of a slip. */
export function slipRows(slip: Slip, currency: string): ReadRow[] {
  return [
    { label: 'State', value: capitalize(slipState(slip)) },
    { label: 'Chips', value: countText(slip.chips) },
    { label: 'Amount', value: `${currency} ${formatMoney(slip.amount)}` },
  ];
}
