/** The phases of a round, in the calls of a croupier. */
import type { Phase, TableView } from '../api/types';
import { capitalize } from './names';

const BANNERS: Record<Phase, string> = {
  closed: 'The table is closed',
  waiting: 'Waiting for the next round',
  'place-your-bets': 'Place your bets',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  outcome: 'No more bets',
  insurance: 'Insurance and even money',
  decision: 'Players decide',
  payment: 'Payout',
};

/** The phase in short, for a lobby card. */
export const PHASE_LABELS: Record<Phase, string> = {
  closed: 'Closed',
  waiting: 'Waiting',
  'place-your-bets': 'Betting open',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  outcome: 'In play',
  insurance: 'Insurance',
  decision: 'In play',
  payment: 'Payout',
};

export function isBettingOpen(phase: Phase): boolean {
  return phase === 'place-your-bets' || phase === 'final-bets';
}

/** The title of the banner, for this visitor. */
export function bannerTitle(table: TableView): string {
  const { due } = table;
  if (table.phase !== 'decision' || !due) return BANNERS[table.phase];
  const hand = due.on ? `, ${handLabel(table, due.on)}` : '';
  if (due.mine || table.moves.length > 0) return `Your turn${hand}`;
  return `${capitalize(due.speaker ?? due.who ?? 'a player')} to act${hand}`;
}

/** A hand such as `4.1`: `box 4`, or `box 4, hand 1` if the box is split. */
export function handLabel(table: TableView, hand: string): string {
  const [box, number] = hand.split('.');
  if (number === undefined) return hand;
  const split = table.hands.filter((other) => other.hand?.startsWith(`${box}.`)).length > 1;
  return split ? `box ${box}, hand ${number}` : `box ${box}`;
}

/** The result of the round so far; the server names hands by number: `2.1 has 21`, `player 1 has 9C KD 4S (high card)`. */
export function resultText(table: TableView): string {
  const seated = table.hands.map(({ at }) => at).filter((at) => table.seated.some(({ handle }) => handle === at));
  // Hands without a name are dealt in the order of the bets.
  const players = seated.length > 0 ? seated : [...new Set(table.stakes.map(({ player }) => player))];
  const me = new Set(table.seated.filter((seat) => seat.me).map(({ handle }) => handle));
  const nameOf = (place: string): string | undefined => {
    const name = players[Number(place) - 1];
    return name !== undefined && me.has(name) ? 'your hand' : name;
  };
  const named = table.call.replaceAll(/\b(?:player|hand) (\d+)(?= has\b)/g, (number: string, place: string) => nameOf(place) ?? number);
  return capitalize(named.replaceAll(/\b\d+\.\d+(?= has\b)/g, (hand) => handLabel(table, hand)));
}

/** What happens when the time for a decision runs out; the server names it in the notation: `ann stands`. */
export function timeoutText({ due, phase }: Pick<TableView, 'due' | 'phase'>): string {
  if (phase === 'insurance') return 'If time runs out, you take no insurance';
  if (!due?.by_default) return '';
  const [who = '', verb = '', ...rest] = due.by_default.split(' ');
  const act = due.mine ? ['you', verb.replace(/s$/, ''), ...rest] : [who, verb, ...rest];
  return `If time runs out, ${act.join(' ')}`;
}

/** A result that names every hand is shortened to its first part. */
const LONG_RESULT = 40;

/** A result of an earlier round, for a list. */
export function shortResult(result: string): string {
  return result.length > LONG_RESULT ? (result.split(';')[0] ?? '') : result;
}
