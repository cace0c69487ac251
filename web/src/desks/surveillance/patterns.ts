/** Patterns in neutral words: what was counted, and how likely it is under the model. */
import type { Pattern } from '../../api/types';

export const KINDS: Record<Pattern['kind'], string> = {
  corrections: 'Corrected rounds',
  result: 'A player’s result against its variance',
  'late-bets': 'Late bets',
  pairs: 'Two people who authorise each other',
};

const UNITS: Record<Pattern['kind'], string> = { corrections: 'rounds', result: '', 'late-bets': 'bets', pairs: 'times' };

const number = (value: number, digits: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: digits }).replaceAll(',', '\u202f').replace('-', '\u2212');

/** A figure with its unit: `7 rounds`, `GBP 1 250.00`. */
export function figureText({ kind }: Pick<Pattern, 'kind'>, value: number, currency: string): string {
  return kind === 'result' ? `${currency} ${number(value, 2)}` : `${number(value, 1)} ${UNITS[kind]}`;
}

/** A chance as one in so many: `1 in 2 400`. */
export function chanceText(chance: number): string {
  if (!(chance > 0)) return 'below 1 in 10\u00b9\u2075';
  return chance >= 0.5 ? `${number(chance * 100, 0)}\u00a0%` : `1 in ${number(Math.round(1 / chance), 0)}`;
}
