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

/** Whose bets they are: a person in a house. Somebody else at the same browser does not see them. */
export interface Bettor {
  house: number;
  person: number;
}

const storageKey = ({ house, person }: Bettor): string => `croupier.bets.${house}.${person}`;

function isBet(entry: unknown): entry is AcceptedBet {
  const bet = entry as Partial<AcceptedBet> | null;
  return typeof bet?.index === 'number' && typeof bet.leaf === 'string' && typeof bet.entry === 'string' && typeof bet.table === 'number' && typeof bet.text === 'string';
}

/** The bets of a person from this browser, oldest first. */
export function acceptedBets(bettor: Bettor): AcceptedBet[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey(bettor)) ?? '[]');
    return Array.isArray(found) ? found.filter(isBet) : [];
  } catch {
    // A browser without storage remembers nothing.
    return [];
  }
}

function store(bettor: Bettor, bets: AcceptedBet[]): void {
  try {
    localStorage.setItem(storageKey(bettor), JSON.stringify(bets.slice(-MAX)));
  } catch {
    // As above.
  }
}

/** Remembers a bet that was accepted; the oldest are dropped. */
export function rememberBet(bettor: Bettor, bet: AcceptedBet): void {
  const others = acceptedBets(bettor).filter((known) => known.index !== bet.index);
  store(bettor, [...others, bet]);
}

/** Notes that a bet is in a signed tree. */
export function noteFound(bettor: Bettor, index: number, size: number): void {
  store(
    bettor,
    acceptedBets(bettor).map((bet) => (bet.index === index ? { ...bet, found: size } : bet)),
  );
}
