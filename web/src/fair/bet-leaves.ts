/** The bets that the house has accepted from this browser, each as a leaf of the transparency log: the house cannot drop or change one unnoticed. */
import type { BetLeaf } from '../api/types';

const MAX = 100;

/** A bet that was accepted. */
export interface AcceptedBet extends BetLeaf {
  table: number;
  /** The bet in words. */
  text: string;
  /** The number of entries of the signed tree in which it was found. */
  found?: number;
}

const storageKey = (house: number): string => `croupier.bets.${house}`;

function isBet(entry: unknown): entry is AcceptedBet {
  const bet = entry as Partial<AcceptedBet> | null;
  return typeof bet?.index === 'number' && typeof bet.leaf === 'string' && typeof bet.entry === 'string' && typeof bet.table === 'number' && typeof bet.text === 'string';
}

/** The bets of this browser in a house, oldest first. */
export function acceptedBets(house: number): AcceptedBet[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey(house)) ?? '[]');
    return Array.isArray(found) ? found.filter(isBet) : [];
  } catch {
    // A browser without storage remembers nothing.
    return [];
  }
}

function store(house: number, bets: AcceptedBet[]): void {
  try {
    localStorage.setItem(storageKey(house), JSON.stringify(bets.slice(-MAX)));
  } catch {
    // As above.
  }
}

/** Remembers a bet that was accepted; the oldest are dropped. */
export function rememberBet(house: number, bet: AcceptedBet): void {
  const others = acceptedBets(house).filter((known) => known.index !== bet.index);
  store(house, [...others, bet]);
}

/** Notes that a bet is in a signed tree. */
export function noteFound(house: number, index: number, size: number): void {
  store(
    house,
    acceptedBets(house).map((bet) => (bet.index === index ? { ...bet, found: size } : bet)),
  );
}
