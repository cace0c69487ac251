/** What the dealer keys in before it is sent: a number of the wheel, two dice, or cards. */
import type { GameInfo } from '../../api/types';

export type EntryKind = 'ball' | 'dice' | 'cards';

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
export const SUIT_LETTERS = ['S', 'H', 'D', 'C'] as const;
const LONE_RANK = /(^|\s)([A2-9TJQK])$/;

export function entryKind(game: GameInfo): EntryKind {
  if (game.wheel) return 'ball';
  return game.family === 'dice' ? 'dice' : 'cards';
}

/** The parts of what is keyed: `8S TH 6D` as three cards, however it is spaced. */
export function tokensOf(text: string, kind: EntryKind): string[] {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean);
  if (kind === 'dice') return words.flatMap((word) => (/^[1-6]{2}$/.test(word) ? word.split('') : [word]));
  if (kind === 'ball') return words;
  const ten = words.map((word) => word.replace(/^10(?=[SHDC]?$)/, 'T'));
  return ten.flatMap((word) => word.match(/^([A2-9TJQK][SHDC])+[A2-9TJQK]?$/) ? (word.match(/[A2-9TJQK][SHDC]?/g) ?? []) : [word]);
}

/** Whether a part is a whole card. */
export function isCard(token: string): boolean {
  return /^[A2-9TJQK][SHDC]$/.test(token);
}

/** What is sent: words such as `cutting card` as they are, everything else part by part. */
export function linesOf(text: string, kind: EntryKind): string {
  const tokens = tokensOf(text, kind);
  const known = kind === 'cards' ? tokens.every((token) => isCard(token)) : tokens.every((token) => /^\d+$/.test(token));
  return known ? tokens.join(' ') : text.trim();
}

/** A tap on a die: a third one begins again. */
export function withDie(text: string, pips: number): string {
  const tokens = tokensOf(text, 'dice');
  return tokens.length >= 2 ? String(pips) : [...tokens, pips].join(' ');
}

/** A tap on a rank. A rank without its suit is replaced. */
export function withRank(text: string, rank: string): string {
  const whole = text.trim().replace(LONE_RANK, '$1').trim();
  return whole ? `${whole} ${rank}` : rank;
}

/** A tap on a suit, which completes the rank before it. */
export function withSuit(text: string, suit: string): string {
  return awaitsSuit(text) ? `${text.trim()}${suit} ` : text;
}

/** Whether the last rank waits for its suit. */
export function awaitsSuit(text: string): boolean {
  return LONE_RANK.test(text.trim().toUpperCase());
}

/** Backspace on the keypad: the last part goes, or the rank of a card that has no suit yet. */
export function withoutLast(text: string, kind: EntryKind): string {
  if (kind === 'ball') return text.trim().slice(0, -1);
  const rest = tokensOf(text, kind).slice(0, -1).join(' ');
  return rest && kind === 'cards' ? `${rest} ` : rest;
}

/** The numbers of a wheel as on the cloth: the zeros, then rows from the highest column to the lowest; one row where it has no three columns. */
export function wheelRows(order: string[]): { zeros: string[]; rows: string[][] } {
  const zeros = order.filter((pocket) => /^0+$/.test(pocket)).sort((a, b) => a.length - b.length);
  const numbers = order.filter((pocket) => !/^0+$/.test(pocket)).sort((a, b) => Number(a) - Number(b));
  if (numbers.length !== 36) return { zeros, rows: [numbers] };
  return { zeros, rows: [2, 1, 0].map((column) => numbers.filter((_, place) => place % 3 === column)) };
}

/** What was entered, taken apart for the read-back: `ball 17`, `dice 3 4`, `cards 8S TH`. Other lines stay text. */
export interface ReadBack {
  ball: string | null;
  dice: number[];
  cards: string[];
  text: string;
}

export function readBack(entry: string): ReadBack {
  const [word = '', ...rest] = entry.trim().split(/\s+/);
  const plain = !entry.includes('\n');
  return {
    ball: plain && word === 'ball' ? (rest[0] ?? null) : null,
    dice: plain && word === 'dice' ? rest.map(Number) : [],
    cards: plain && word === 'cards' ? rest : [],
    text: entry.replaceAll('\n', ', '),
  };
}
