/** The settled stakes of a round in the order in which the dealer works: lost stakes are taken first, then each stake is paid, box by box. */
import type { Stake } from '../../api/types';
import { fromWire, splitIntoChips, type Minor } from '../../text/money';

export interface Payout {
  stake: Stake;
  /** What the dealer takes in. */
  take: Minor;
  /** The winnings that the dealer pushes beside the stake. */
  pay: Minor;
  /** What of the stake goes back to the player without winnings: it was void, halved or refused. */
  back: Minor;
}

export function payoutOf(stake: Stake): Payout {
  const [amount, returned] = [fromWire(stake.amount), fromWire(stake.returned)];
  const pay = returned > amount ? returned - amount : 0n;
  return { stake, take: returned < amount ? amount - returned : 0n, pay, back: pay === 0n ? returned : 0n };
}

/** The place of a stake: by its box and hand, otherwise by its number. */
function placeOf({ hand, wager, stake }: Stake): number {
  const named = /^(\d+)(?:\.(\d+))?/.exec(hand ?? /^\D* (\d+)$/.exec(hand === null ? '' : wager)?.[1] ?? '');
  return named ? Number(named[1]) * 10_000 + Number(named[2] ?? 0) * 100 : 1_000_000 + stake;
}

/** The settled stakes in paying order; stakes that were taken back are left out. */
export function payoutsOf(stakes: Stake[]): Payout[] {
  const settled = stakes.filter(({ outcome }) => outcome !== 'standing' && outcome !== 'cancelled').map(payoutOf);
  const isLost = ({ pay, back }: Payout): boolean => pay === 0n && back === 0n;
  return settled.sort((one, other) => Number(isLost(other)) - Number(isLost(one)) || placeOf(one.stake) - placeOf(other.stake) || one.stake.stake - other.stake.stake);
}

export interface Totals {
  take: Minor;
  pay: Minor;
}

export function totalsOf(payouts: Payout[]): Totals {
  return { take: payouts.reduce((sum, { take }) => sum + take, 0n), pay: payouts.reduce((sum, { pay }) => sum + pay, 0n) };
}

/** The chips to push, largest first, and what of the amount only smaller chips make. */
export function chipsToPush(amount: Minor, chips: string[]): { stacks: { chip: Minor; count: number }[]; rest: Minor } {
  const stacks = splitIntoChips(amount, chips.map((chip) => fromWire(chip)));
  return { stacks, rest: stacks.reduce((left, { chip, count }) => left - chip * BigInt(count), amount) };
}
