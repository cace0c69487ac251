/** The phases in the words of the rules, and what a player can do in each. */
import type { Phase, Seen } from '../house/wire';

export const PHASE_WORDS: Record<Phase, string> = {
  closed: 'The table is closed',
  waiting: 'Between two rounds',
  'place-your-bets': 'Place your bets',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  outcome: 'Bets are closed',
  insurance: 'Insurance and even money',
  decision: 'A decision is due',
  payment: 'Payment',
};

/** The shorter word of a lobby card. */
export const PHASE_SHORT: Record<Phase, string> = {
  closed: 'Closed',
  waiting: 'Waiting',
  'place-your-bets': 'Betting open',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  outcome: 'Round running',
  insurance: 'Insurance',
  decision: 'Round running',
  payment: 'Paying',
};

/** Whether a bet may be laid now; the house has the last word. */
export function betting(phase: Phase): boolean {
  return phase === 'place-your-bets' || phase === 'final-bets';
}

/** What the banner says of the phase, for this person. */
export function bannerWords(seen: Seen): string {
  const due = seen.due;
  if (seen.phase === 'decision' && due) {
    const on = due.on ? `, ${handWords(seen, due.on)}` : '';
    if (due.mine || seen.moves.length > 0) return `Your decision${on}`;
    return `${capital(due.speaker ?? due.who ?? 'somebody')} decides${on}`;
  }
  if (seen.phase === 'outcome' && seen.fell === null) return 'No more bets';
  return PHASE_WORDS[seen.phase];
}

/** A hand as people call it: `box 4`, and `box 4, hand 2` where the box was split. */
export function handWords(seen: Seen, hand: string): string {
  const [box, number] = hand.split('.');
  if (number === undefined) return hand;
  const split = seen.hands.filter((one) => one.hand?.startsWith(`${box}.`)).length > 1;
  return split ? `box ${box}, hand ${number}` : `box ${box}`;
}

const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };
const SUIT_NAMES: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const CARD = /\b([2-9TJQKA])([SHDC])\b/g;

/** Cards of the notation as they are read: `TH` is `10♥`. */
export function cardsShown(text: string): string {
  return text.replaceAll(CARD, (_, rank: string, suit: string) => `${rank === 'T' ? '10' : rank}${SUITS[suit]}`);
}

/** The same for the ear. */
export function cardsSaid(text: string): string {
  const ranks: Record<string, string> = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
  return text.replaceAll(CARD, (_, rank: string, suit: string) => `${ranks[rank] ?? rank} of ${SUIT_NAMES[suit]},`);
}

/** With a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A wager as people say it: `don't win`, `split 17 20`. */
export function spoken(wager: string): string {
  return capital(wager.replaceAll(/-(?=\D)|(?<=\D)-/g, ' ').replace(/\b([Dd])ont\b/, '$1on’t').replace('egalite', 'égalité'));
}
