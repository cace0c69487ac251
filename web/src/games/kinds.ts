/** Which drawing a game gets: told from what the house says one can bet there, never from where it is played. */
import type { GameDoc, Hand, Seen, Spot } from '../house/wire';

export type Kind = 'roulette' | 'dice' | 'punto-banco' | 'chemin-de-fer' | 'banque' | 'boxes' | 'in-between' | 'hold-em';

/** The kind of a game. */
export function kindOf(game: GameDoc): Kind {
  const wagers = new Set(game.cloth.spots.map((spot) => spot.wager));
  switch (game.family) {
    case 'roulette':
    case 'dice':
    case 'in-between':
      return game.family;
    case 'poker':
      return 'hold-em';
    case 'blackjack':
      return 'boxes';
    case 'baccarat':
      if (wagers.has('punto')) return 'punto-banco';
      return wagers.has('right') ? 'banque' : 'chemin-de-fer';
  }
}

/** The spot of a wager; one without a place where the layout has none. */
export function spotOf(game: GameDoc, wager: string): Spot {
  const found = game.cloth.spots.find((spot) => spot.wager === wager);
  return found ?? { wager, area: null, label: '', odds: '', at: [0, 0], size: [0, 0], shape: 'rect', covers: [] };
}

/** The hands that lie at a place. */
export function handsAt(seen: Seen | null, at: string): Hand[] {
  return (seen?.hands ?? []).filter((hand) => hand.at === at);
}

/** A bet as an example of what one may type. */
export function exampleOf(game: GameDoc): string {
  const first = game.cloth.spots.find((spot) => spot.covers.length === 2) ?? game.cloth.spots[0];
  return first ? `25 on ${first.wager}` : 'draw';
}
