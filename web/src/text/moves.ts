/** Decisions as the buttons name them. */
import type { Decision, Move, TableView } from '../api/types';
import { formatMoney } from './money';
import { handLabel } from './phases';

const NAMES: Record<Decision, string> = {
  draw: 'Draw a card',
  stand: 'Stand',
  double: 'Double',
  split: 'Split',
  surrender: 'Surrender',
  raise: 'Raise',
  check: 'Check',
  'even-money': 'Take even money',
  follow: 'Follow',
  insure: 'Insure',
  call: 'Call',
  'take-bank': 'Take the bank',
  fold: 'Fold',
};

/** A decision by itself. */
export function decisionLabel(decision: Decision): string {
  return NAMES[decision];
}

/** A move on its button: `Double for 10`, `Insure for 5 on box 3`. */
export function moveLabel(table: TableView, move: Move): string {
  const cost = move.amount ?? move.adds;
  const amount = cost ? ` for ${formatMoney(cost)}` : '';
  const named = move.on && (table.phase === 'insurance' || move.decision === 'follow');
  return `${NAMES[move.decision]}${amount}${named ? placeOf(table, move.on ?? '') : ''}`;
}

/** The box or hand of a move: ` on box 3`. */
function placeOf(table: TableView, on: string): string {
  return ` on ${on.includes('.') ? handLabel(table, on) : `box ${on}`}`;
}

/** The other answer to a question that has only one: a hidden hand without a choice is asked like any other. */
export function barredLabel(moves: Move[]): string {
  return moves.some((move) => move.decision === 'draw') ? NAMES.stand : NAMES.draw;
}
