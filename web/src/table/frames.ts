/** The frames between two views of a table: cards fall one by one, and what follows from them comes after the last. */
import type { Hand, Stake, TableView } from '../api/types';

type CardOnTable = TableView['cards'][number];

const handKey = ({ seat, hand }: CardOnTable): string => `${seat} ${hand ?? ''}`;

/** The places, in the order of dealing, of the cards that fall or are turned between two views of a round. */
export function fallsBetween(shown: TableView, next: TableView): number[] {
  const before = shown.round === next.round ? shown.cards : [];
  return next.cards.flatMap(({ card }, place) => {
    const known = before[place];
    const falls = known === undefined || (known.card === null && card !== null);
    return falls ? [place] : [];
  });
}

/** Whether a ball or dice fall between two views. */
export function isDrawBetween(shown: TableView, next: TableView): boolean {
  return drawKey(next) !== '' && drawKey(next) !== drawKey(shown);
}

/** Identifies a spin or throw, even if the same number comes twice; empty before the result is known. */
export function drawKey(table: TableView): string {
  if (!table.fell || (table.fell.ball === null && table.fell.dice === null)) return '';
  const throws = table.lines.filter((line) => line.startsWith('dice')).length;
  return `${table.round} ${throws} ${JSON.stringify(table.fell)}`;
}

/**
 * The table while the first `fallen` of these falls lie, and the last of them is on its way: nothing that follows from a card is in it, neither a total nor a
 * result, a turn or a choice.
 */
export function frame(shown: TableView, next: TableView, falls: number[], fallen: number): TableView {
  const hidden = new Set(falls.slice(fallen));
  const moving = new Set(falls.slice(Math.max(0, fallen - 1)));
  const before = shown.round === next.round ? shown.cards : [];
  const faceOf = (place: number): string | null | undefined => (hidden.has(place) ? before[place]?.card : next.cards[place]?.card);
  const cards = next.cards.flatMap((card, place) => {
    const face = faceOf(place);
    return face === undefined ? [] : [{ ...card, card: face }];
  });
  return {
    ...next,
    cards,
    hands: handsOf(next, faceOf, moving),
    stakes: next.stakes.map((stake) => undecided(stake, shown.stakes)),
    phase: shown.phase === 'place-your-bets' || shown.phase === 'final-bets' || shown.phase === 'waiting' ? 'no-more-bets' : shown.phase,
    deadline: null,
    due: null,
    moves: [],
    call: '',
    bank: shown.bank,
    point: shown.point,
    last: shown.last,
  };
}

/** The hands of a view with the cards that are there already; a hand has no total while one of its cards is missing or moves. */
function handsOf(next: TableView, faceOf: (place: number) => string | null | undefined, moving: Set<number>): Hand[] {
  const keys = [...new Set(next.cards.map(handKey))];
  return next.hands.flatMap((hand, index) => {
    const places = next.cards.flatMap((card, place) => (handKey(card) === keys[index] ? [place] : []));
    const faces = places.map(faceOf).filter((face) => face !== undefined);
    if (faces.length === 0) return [];
    return [{ ...hand, cards: faces, score: places.some((place) => moving.has(place)) ? null : hand.score, due: false }];
  });
}

/** A stake as it was before the cards that are still to be shown. */
function undecided(stake: Stake, shown: Stake[]): Stake {
  if (stake.outcome === 'cancelled' || stake.outcome === 'refused') return stake;
  const before = shown.find((other) => other.stake === stake.stake);
  if (before) return { ...before, amount: stake.amount, hand: stake.hand };
  return { ...stake, outcome: 'standing', returned: '0.00', profit: null, odds: null, why: null, life: null, half: null };
}

/** A view in which no stake is decided whose hand still lies face down: a result would tell the cards. */
export function withoutHiddenResults(next: TableView, shown: TableView | null): TableView {
  if (next.phase === 'payment' || !next.hands.some((hand) => hand.cards.includes(null))) return next;
  const isHidden = ({ wager }: Stake): boolean => {
    const on = next.hands.filter(({ at }) => at === wager || (wager === 'both' && (at === 'left' || at === 'right')));
    return on.some((hand) => hand.cards.includes(null));
  };
  const before = shown?.round === next.round ? shown.stakes : [];
  return { ...next, stakes: next.stakes.map((stake) => (isHidden(stake) ? undecided(stake, before) : stake)) };
}
