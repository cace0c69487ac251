/** The hands on a table under the names that a player knows them by. */
import type { Hand, TableView } from '../api/types';
import { cardNames } from './cards';
import { capitalize } from './names';
import { handLabel } from './phases';

const PLACES: Record<string, string> = { dealer: 'Dealer', common: 'Common cards', player: 'Player', banker: 'Banker', right: 'Right tableau', left: 'Left tableau' };

/** Hands without a name, as at In-Between, are dealt in the order of the bets, one for each player. */
export function ownerOf(table: TableView, hand: Hand): string {
  if (hand.at !== 'hand') return hand.at;
  const players = [...new Set(table.stakes.map((stake) => stake.player))];
  return players[table.hands.filter(({ at }) => at === 'hand').indexOf(hand)] ?? hand.at;
}

/** Whether a hand belongs to this visitor: a box with an own stake, or the cards in front of the visitor's seat. */
export function isOwn(table: TableView, hand: Hand): boolean {
  if (hand.at.startsWith('box ')) return table.stakes.some((stake) => stake.mine && stake.wager === hand.at);
  const owner = ownerOf(table, hand);
  return table.seated.some((seat) => seat.me && seat.handle === owner) || (hand.at === 'hand' && table.stakes.some((stake) => stake.mine && stake.player === owner));
}

/** Whether a hand is nobody's: the dealer's, the bank's, the common cards. */
export function isCommon(hand: Hand): boolean {
  return hand.at in PLACES;
}

/** The name of a hand: `Your hand`, `Your box 3, hand 2`, `Dealer`, `Box 2`, `Robot_Ada`. */
export function handName(table: TableView, hand: Hand): string {
  const known = PLACES[hand.at];
  if (known) return known;
  const place = hand.hand ? handLabel(table, hand.hand) : hand.at;
  if (isOwn(table, hand)) return table.hands.filter((other) => isOwn(table, other)).length > 1 ? `Your ${place}` : 'Your hand';
  return hand.at === 'hand' ? ownerOf(table, hand) : hand.hand ? capitalize(place) : hand.at;
}

/** A hand with its cards and its score: `Your hand: 10 of hearts, 5 of clubs; total 15`. */
export function handText(table: TableView, hand: Hand): string {
  return `${handName(table, hand)}: ${cardNames(hand.cards)}${scoreText(hand)}`;
}

/** A score after its cards: `; total 15`, `; soft 17`, `; flush`. */
export function scoreText(hand: Hand): string {
  if (!hand.score) return '';
  return /^\d+$/.test(hand.score) ? `; total ${hand.score}` : `; ${hand.score}`;
}
