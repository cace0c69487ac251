/** Which component draws a game: chosen by its family and its wagers, never by jurisdiction. */
import type { GameInfo, Hand, Spot, TableView } from '../api/types';
import { formatMoney, type Minor } from '../text/money';
import { wagerLabel } from '../text/names';

export type LayoutKind = 'roulette' | 'dice' | 'punto-banco' | 'chemin-de-fer' | 'banque' | 'boxes' | 'in-between' | 'hold-em' | 'dealer-poker';

export function layoutOf(game: GameInfo): LayoutKind {
  const wagers = new Set(game.cloth.spots.map((spot) => spot.wager));
  switch (game.family) {
    case 'roulette':
    case 'dice':
    case 'in-between':
    case 'dealer-poker':
      return game.family;
    case 'poker':
      return 'hold-em';
    case 'blackjack':
      return 'boxes';
    case 'baccarat':
      if (wagers.has('right')) return 'banque';
      // At chemin de fer there is only the hand against the bank to bet on.
      return wagers.size > 1 ? 'punto-banco' : 'chemin-de-fer';
  }
}

/** Whether the layout of a game shows its last results itself. */
export function hasBoard(game: GameInfo): boolean {
  return ['roulette', 'dice', 'punto-banco'].includes(layoutOf(game));
}

/** The spots of punto banco under whatever names a book has: those of the two hands, ties, and side wagers. */
export interface HandSpots {
  player: Spot | undefined;
  banker: Spot | undefined;
  ties: Spot[];
  sides: Spot[];
}

const PLAYER = ['punto', 'player'];
const BANKER = ['banco', 'banker'];
const TIE = ['egalite', 'tie'];

/** Sorts the spots of punto banco. A cloth may repeat a wager in numbered areas: it is listed once, under the name of the wager. */
export function handSpots(game: GameInfo): HandSpots {
  const named = game.cloth.spots.map((spot) => (spot.area === null ? spot : { ...spot, label: wagerLabel(spot.wager) }));
  const distinct = [...new Map(named.map((spot) => [spot.wager, spot])).values()];
  const hands = [...PLAYER, ...BANKER, ...TIE];
  return {
    player: distinct.find(({ wager }) => PLAYER.includes(wager)),
    banker: distinct.find(({ wager }) => BANKER.includes(wager)),
    ties: distinct.filter(({ wager }) => TIE.includes(wager)),
    sides: distinct.filter(({ wager }) => !hands.includes(wager)),
  };
}

/** The spot of a wager; an empty one if the layout has none. */
export function spotOf(game: GameInfo, wager: string): Spot {
  const found = game.cloth.spots.find((spot) => spot.wager === wager);
  return found ?? { wager, area: null, label: '', odds: '', at: [0, 0], size: [0, 0], shape: 'rect', covers: [], called: [] };
}

/** The hands at a place of the layout. */
export function handsAt(table: TableView | null, at: string): Hand[] {
  return (table?.hands ?? []).filter((hand) => hand.at === at);
}

/** An example of what a player can type, which the table would accept: `25 on split 1 2`. */
export function exampleBet(game: GameInfo, chip: Minor): string {
  const split = game.cloth.spots.find(({ covers }) => covers.length === 2)?.wager;
  const wager = split ?? game.wagers.find(({ laid }) => laid === 'bet')?.words[0];
  return wager ? `${formatMoney(chip)} on ${wager}` : 'draw';
}
