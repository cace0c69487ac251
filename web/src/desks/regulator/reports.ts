/** How reports are shown: figures in percent, and which part of a comparison comes first. */
import type { ComparisonPart, Family } from '../../api/types';

/** Every family of games; the compiler holds the list against the API. */
const FAMILY_NAMES: Record<Family, true> = { roulette: true, dice: true, baccarat: true, blackjack: true, poker: true, 'in-between': true, 'dealer-poker': true };
export const FAMILIES = Object.keys(FAMILY_NAMES) as Family[];

/** The price of each clause first, then the edges, then the clauses themselves. */
export function partsInOrder(parts: ComparisonPart[]): ComparisonPart[] {
  const rank = ({ part }: ComparisonPart): number => (part.startsWith('What each difference') ? 0 : part.startsWith('House edge') ? 1 : part.startsWith('What each setting') ? 2 : 3);
  return [...parts].sort((one, other) => rank(one) - rank(other));
}

/** A share in percent. */
export const percent = (share: number, places = 4): string => `${(share * 100).toFixed(places)}\u00a0%`;

/** A change that does not show in four places. */
export const NO_CHANGE = '±0\u00a0%';

/** A change in percentage points, with its sign. */
export function signedPercent(change: number): string {
  const text = percent(Math.abs(change));
  return /^0\.0+\u00a0/.test(text) ? NO_CHANGE : `${change < 0 ? '-' : '+'}${text}`;
}

const SCALE = 10n ** 12n;

/** A chance that is written as a fraction, whose parts can be too long for a number, or as a decimal. */
export function share(text: string): number {
  const parts = /^(-?\d+)\/(\d+)$/.exec(text);
  return parts ? Number((BigInt(parts[1] ?? 0) * SCALE) / BigInt(parts[2] ?? 1)) / Number(SCALE) : Number(text);
}
