/** Counting cards: a running count by the tags of a system, and the shoe that is left. */

/** The tags of the Hi-Lo system by rank. */
export const HI_LO: Record<string, number> = { A: -1, K: -1, Q: -1, J: -1, T: -1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0 };

export const rankOf = (card: string): string => card.slice(0, -1);

export function countOf(cards: string[]): number {
  return cards.reduce((count, card) => count + (HI_LO[rankOf(card)] ?? 0), 0);
}

/** So many cards from the top of a shuffled shoe. */
export function deal(packs: number, count: number, random: () => number = Math.random): string[] {
  const shoe = Array.from({ length: packs }, () => [...'A23456789TJQK'].flatMap((rank) => [...'SHDC'].map((suit) => rank + suit))).flat();
  return Array.from({ length: Math.min(count, shoe.length) }, () => shoe.splice(Math.floor(random() * shoe.length), 1)[0] ?? '');
}

/** The cards that have gone, as the server reads a shoe: `-A:2,-5:1`. */
export function goneText(cards: string[]): string {
  const ranks = new Map<string, number>();
  for (const card of cards) ranks.set(rankOf(card), (ranks.get(rankOf(card)) ?? 0) + 1);
  return [...ranks].map(([rank, count]) => `-${rank}:${count}`).join(',');
}
