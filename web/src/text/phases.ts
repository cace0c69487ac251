/** The phases of a round, in the calls of a croupier. */
import type { DueDecision, Phase, TableView } from '../api/types';
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
  const players = table.hands.filter(({ at }) => table.seated.some(({ handle }) => handle === at));
  const named = table.call.replaceAll(/\bplayer (\d+)(?= has\b)/g, (number, place) => players[Number(place) - 1]?.at ?? number);
  return capitalize(named.replaceAll(/\b\d+\.\d+(?= has\b)/g, (hand) => handLabel(table, hand)));
}

/** What happens when the time for a decision runs out; the server names it in the notation: `ann stands`. */
export function timeoutText(due: DueDecision | null): string {
  if (!due?.by_default) return '';
  const [who = '', verb = '', ...rest] = due.by_default.split(' ');
  const act = due.mine ? ['you', verb.replace(/s$/, ''), ...rest] : [who, verb, ...rest];
  return `If time runs out, ${act.join(' ')}`;
}
