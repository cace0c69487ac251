/** The chips on each spot of a layout: own, other players', and pending. */
import type { Spot, Stake } from '../api/types';
import { formatMoney, fromWire, type Minor } from '../text/money';

/** A bet that was sent and has no response yet. */
export interface PendingBet {
  key: string;
  wager: string;
  amount: Minor;
}

export interface SpotChips {
  mine: Minor;
  others: Minor;
  pending: Minor;
  won: boolean;
  lost: boolean;
}

const EMPTY: SpotChips = { mine: 0n, others: 0n, pending: 0n, won: false, lost: false };

/** Adds up stakes and pending bets by wager. Lost chips are gone. A spot is marked as won or lost by own stakes only. */
export function chipsByWager(stakes: Stake[], pending: PendingBet[]): Map<string, SpotChips> {
  const chips = new Map<string, SpotChips>();
  const at = (wager: string): SpotChips => {
    const spot = chips.get(wager) ?? { ...EMPTY };
    chips.set(wager, spot);
    return spot;
  };
  for (const stake of stakes) {
    const spot = at(stake.wager);
    if (stake.outcome === 'lost') {
      spot.lost ||= stake.mine;
      continue;
    }
    const amount = stake.outcome === 'won' ? fromWire(stake.returned) : fromWire(stake.amount);
    if (stake.mine) spot.mine += amount;
    else spot.others += amount;
    if (stake.outcome === 'won' && stake.mine) spot.won = true;
  }
  for (const bet of pending) at(bet.wager).pending += bet.amount;
  return chips;
}

/** A bet on numbers that have no common spot on the layout: its chips are drawn on each number. */
export interface SplitBet {
  wager: string;
  numbers: string[];
  chips: SpotChips;
}

const setKey = (numbers: string[]): string => [...numbers].sort().join(' ');

/** Assigns chips to spots: by wager, otherwise by the same set of numbers, otherwise to each number; those of call bets to each number that they cover. */
export function assignToSpots(chips: Map<string, SpotChips>, spots: Spot[], calls: Spot[] = []): { bySpot: Map<string, SpotChips>; split: SplitBet[] } {
  const known = new Set(spots.map((spot) => spot.wager));
  const bySet = new Map(spots.filter((spot) => spot.covers.length > 0).map((spot) => [setKey(spot.covers), spot.wager]));
  const bySpot = new Map<string, SpotChips>();
  const split: SplitBet[] = [];
  for (const [wager, there] of chips) {
    const called = calls.find((spot) => spot.wager === wager)?.called ?? [];
    const numbers = wager.startsWith('numbers ') ? wager.split(' ').slice(1) : called;
    const spot = known.has(wager) ? wager : bySet.get(setKey(numbers));
    if (spot !== undefined) bySpot.set(spot, merge(bySpot.get(spot), there));
    else if (numbers.length > 0) split.push({ wager, numbers, chips: there });
  }
  return { bySpot, split };
}

function merge(one: SpotChips | undefined, other: SpotChips): SpotChips {
  if (!one) return other;
  const { mine, others, pending, won, lost } = other;
  return { mine: one.mine + mine, others: one.others + others, pending: one.pending + pending, won: one.won || won, lost: one.lost || lost };
}

/** The chips on a spot, for its label: `, your bet 25, others 10`. */
export function chipsLabel(chips: SpotChips | undefined): string {
  if (!chips) return '';
  const own = chips.mine > 0n ? `, your bet ${formatMoney(chips.mine)}` : '';
  const others = chips.others > 0n ? `, others ${formatMoney(chips.others)}` : '';
  return `${own}${others}${chips.won ? ', won' : ''}${chips.lost && !chips.won ? ', lost' : ''}`;
}
