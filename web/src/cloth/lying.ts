/** What lies on each spot: mine, others', and what is on its way. */
import { amount, shown, type Minor } from '../house/money';
import type { Spot, Stake } from '../house/wire';
import type { Ghost } from '../table/room.svelte';

export interface Lying {
  mine: Minor;
  others: Minor;
  ghost: Minor;
  won: boolean;
  lost: boolean;
}

const NOTHING: Lying = { mine: 0n, others: 0n, ghost: 0n, won: false, lost: false };

/** Sums stakes and ghosts by wager. What is lost has been swept away, except that its loss is shown. */
export function lying(stakes: Stake[], ghosts: Ghost[]): Map<string, Lying> {
  const found = new Map<string, Lying>();
  const at = (wager: string): Lying => {
    const known = found.get(wager) ?? { ...NOTHING };
    found.set(wager, known);
    return known;
  };
  for (const stake of stakes) {
    const spot = at(stake.wager);
    if (stake.outcome === 'lost') {
      spot.lost = true;
      continue;
    }
    const there = stake.outcome === 'won' ? amount(stake.returned) : amount(stake.amount);
    if (stake.mine) spot.mine += there;
    else spot.others += there;
    if (stake.outcome === 'won') spot.won = true;
  }
  for (const ghost of ghosts) at(ghost.wager).ghost += ghost.amount;
  return found;
}

/** A set of numbers that has no spot of its own on the cloth. */
export interface Scattered {
  wager: string;
  numbers: string[];
  lies: Lying;
}

const asSet = (numbers: string[]): string => [...numbers].sort().join(' ');

/** Where everything lies: on its spot, on the spot of the same numbers, or scattered over its numbers. */
export function placed(lies: Map<string, Lying>, spots: Spot[]): { on: Map<string, Lying>; scattered: Scattered[] } {
  const known = new Set(spots.map((spot) => spot.wager));
  const bySet = new Map(spots.filter((spot) => spot.covers.length > 0).map((spot) => [asSet(spot.covers), spot.wager]));
  const on = new Map<string, Lying>();
  const scattered: Scattered[] = [];
  for (const [wager, there] of lies) {
    const numbers = wager.startsWith('numbers ') ? wager.split(' ').slice(1) : [];
    const spot = known.has(wager) ? wager : bySet.get(asSet(numbers));
    if (spot !== undefined) on.set(spot, merged(on.get(spot), there));
    else if (numbers.length > 0) scattered.push({ wager, numbers, lies: there });
  }
  return { on, scattered };
}

function merged(one: Lying | undefined, other: Lying): Lying {
  if (!one) return other;
  const { mine, others, ghost, won, lost } = other;
  return { mine: one.mine + mine, others: one.others + others, ghost: one.ghost + ghost, won: one.won || won, lost: one.lost || lost };
}

/** What lies on a spot in words, for its label. */
export function lyingWords(spot: Lying | undefined): string {
  if (!spot) return '';
  const own = spot.mine > 0n ? `, ${shown(spot.mine)} of yours` : '';
  const others = spot.others > 0n ? `, ${shown(spot.others)} of others` : '';
  return `${own}${others}${spot.won ? ', won' : ''}${spot.lost && !spot.won ? ', lost' : ''}`;
}
