/** Cards of the notation, such as `TH`. */

const SYMBOLS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };
const SUITS: Record<string, string> = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
const RANKS: Record<string, string> = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace' };
const CARD = /\b([2-9TJQKA])([SHDC])\b/g;

/** Writes the cards inside a text with suit symbols, to be read: `10♥`. */
export function withSuitSymbols(text: string): string {
  return text.replaceAll(CARD, (_, rank: string, suit: string) => `${rank === 'T' ? '10' : rank}${SYMBOLS[suit]}`);
}

/** Writes the cards inside a text in full, for screen readers: `10 of hearts`. */
export function withCardNames(text: string): string {
  return text.replaceAll(CARD, (card) => cardName(card));
}

/** A card in full, for screen readers: `10 of hearts`. */
export function cardName(card: string | null): string {
  if (!card) return 'a card face down';
  const [rank = '', suit = ''] = [card.slice(0, -1), card.slice(-1)];
  return `${RANKS[rank] ?? rank} of ${SUITS[suit] ?? suit}`;
}

/** Several cards: `10 of hearts, 5 of clubs`; face-down ones together: `3 cards face down`. */
export function cardNames(cards: (string | null)[]): string {
  const down = cards.filter((card) => card === null).length;
  const open = cards.filter((card) => card !== null).map(cardName);
  if (down > 1) open.push(`${down} cards face down`);
  else if (down === 1) open.push(cardName(null));
  return open.join(', ');
}
