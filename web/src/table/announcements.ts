/** What screen readers read when a table changes. */
import type { TableView } from '../api/types';
import { withSuitNames } from '../text/cards';
import { formatMoney } from '../text/money';
import { bannerTitle, resultText } from '../text/phases';
import { netSummary, stakeSummary } from '../text/stakes';
import { netOf, settledStakes } from './view';

/** The announcement of a change; empty if there is nothing to say. `balance` is the player's, if known. */
export function announcementOf(previous: TableView | null, next: TableView, balance: string | undefined): string {
  if (next.phase === 'payment' && previous?.phase !== 'payment') return settlementText(next, balance);
  if (!previous || bannerTitle(previous) === bannerTitle(next)) return '';
  return bannerTitle(next);
}

function settlementText(table: TableView, balance: string | undefined): string {
  const own = settledStakes(table);
  const sentences = [withSuitNames(resultText(table)), ...own.map(stakeSummary)];
  if (own.length > 0) sentences.push(netSummary(netOf(own)));
  if (balance !== undefined) sentences.push(`Balance ${formatMoney(balance)}`);
  return sentences.filter(Boolean).map((sentence) => `${sentence}.`).join(' ');
}
