/** Shares and chances as texts. */

/** A share in percent. */
export const percent = (share: number, places = 4): string => `${(share * 100).toFixed(places)}\u00a0%`;

/** A change that does not show in four places. */
export const NO_CHANGE = '±0\u00a0%';

/** A change in percentage points, with its sign. */
export function signedPercent(change: number): string {
  const text = percent(Math.abs(change));
  return /^0\.0+\u00a0/.test(text) ? NO_CHANGE : `${change < 0 ? '-' : '+'}${text}`;
}

const SCALE = 10n ** 12n;

/** A chance that is written as a fraction, whose parts can be too long for a number, or as a decimal. */
export function share(text: string): number {
  const parts = /^(-?\d+)\/(\d+)$/.exec(text);
  return parts ? Number((BigInt(parts[1] ?? 0) * SCALE) / BigInt(parts[2] ?? 1)) / Number(SCALE) : Number(text);
}
