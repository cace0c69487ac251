/** Colour and label of chips. A chip always shows its value, so that nobody has to know the colours. */
import { fromWire, splitIntoChips, type Minor } from '../text/money';

export interface Colour {
  body: string;
  edge: string;
  ink: string;
}

const COLOURS: [Minor, Colour][] = [
  [0n, { body: '#7f8a92', edge: '#f5eedd', ink: '#11181d' }],
  [100n, { body: '#ece3cc', edge: '#7a5f2b', ink: '#2a2415' }],
  [200n, { body: '#d9a9a0', edge: '#7a2a20', ink: '#2b0f0b' }],
  [500n, { body: '#a3282d', edge: '#f5eedd', ink: '#ffffff' }],
  [1000n, { body: '#27557f', edge: '#f5eedd', ink: '#ffffff' }],
  [2000n, { body: '#1f6b4c', edge: '#e3c583', ink: '#ffffff' }],
  [5000n, { body: '#b3641f', edge: '#f5eedd', ink: '#1c0d02' }],
  [10000n, { body: '#23272a', edge: '#e3c583', ink: '#ffffff' }],
  [50000n, { body: '#55306b', edge: '#e3c583', ink: '#ffffff' }],
  [100000n, { body: '#c8a45d', edge: '#3a2418', ink: '#221604' }],
  [500000n, { body: '#5a3a26', edge: '#e3c583', ink: '#ffffff' }],
];

export function colourOf(value: Minor): Colour {
  let found = COLOURS[0]?.[1] as Colour;
  for (const [min, colour] of COLOURS) if (value >= min) found = colour;
  return found;
}

/** The value in the few characters that fit on a chip: `1k`, `25`, `0.50`. */
export function chipLabel(value: Minor): string {
  if (value >= 100_000_000n) return `${value / 100_000_000n}m`;
  if (value >= 1_000_000n || (value >= 100_000n && value % 100_000n === 0n)) return `${value / 100_000n}k`;
  const [whole, cents] = [value / 100n, value % 100n];
  return cents === 0n ? `${whole}` : `${whole}.${String(cents).padStart(2, '0')}`;
}

/** The chips of a rack, smallest first. */
export function rackOf(chips: string[]): Minor[] {
  return chips.map(fromWire).filter((chip) => chip > 0n).sort((a, b) => (a < b ? -1 : 1));
}

/** The chips of a stack, largest first; at most `max` of them are drawn. */
export function stackOf(value: Minor, chips: Minor[], max = 5): Minor[] {
  const all = splitIntoChips(value, chips).flatMap(({ chip, count }) => Array<Minor>(Math.min(count, max)).fill(chip));
  return all.slice(0, max);
}
