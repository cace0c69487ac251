/** How reports are shown: which part of a comparison comes first. */
import type { ComparisonPart, Family } from '../../api/types';

/** Every family of games; the compiler holds the list against the API. */
const FAMILY_NAMES: Record<Family, true> = { roulette: true, dice: true, baccarat: true, blackjack: true, poker: true, 'in-between': true, 'dealer-poker': true };
export const FAMILIES = Object.keys(FAMILY_NAMES) as Family[];

/** The price of each clause first, then the edges, then the clauses themselves. */
export function partsInOrder(parts: ComparisonPart[]): ComparisonPart[] {
  const rank = ({ part }: ComparisonPart): number => (part.startsWith('What each difference') ? 0 : part.startsWith('House edge') ? 1 : part.startsWith('What each setting') ? 2 : 3);
  return [...parts].sort((one, other) => rank(one) - rank(other));
}
