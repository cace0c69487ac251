/** Cards of the notation inside a text, such as `TH`. */

const SYMBOLS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };
const SUITS: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANKS: Record<string, string> = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
const CARD = /\b([2-9TJQKA])([SHDC])\b/g;

/** Writes cards with suit symbols, to be read: `10♥`. */
export function withSuitSymbols(text: string): string {
  return text.replaceAll(CARD, (_, rank: string, suit: string) => `${rank === 'T' ? '10' : rank}${SYMBOLS[suit]}`);
}

/** Writes cards in full, for screen readers: `10 of hearts`. */
export function withSuitNames(text: string): string {
  return text.replaceAll(CARD, (_, rank: string, suit: string) => `${RANKS[rank] ?? rank} of ${SUITS[suit]},`);
}
