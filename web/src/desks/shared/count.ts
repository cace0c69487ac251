/** Counts by denomination: what is typed, what it is worth, and what is wrong with it. */
import type { ChipCount } from '../../api/types';
import { formatMoney, parseMoney, toWire, type Minor } from '../../text/money';

/** A row of the form: so many pieces of one value. */
export interface CountRow {
  id: number;
  /** The value of one, as it is typed. Rows of the denominations that are asked for are fixed. */
  value: string;
  fixed: boolean;
  /** How many, as it is typed; empty is none. */
  count: string;
}

/** The largest number of pieces that a row can have on the wire. */
const PIECES_MAX = 4_294_967_295;

/** How many pieces; null where it is no whole number. */
export function piecesOf(text: string): number | null {
  const bare = text.replaceAll(/[\s,'’]/g, '');
  if (bare === '') return 0;
  const pieces = Number(bare);
  return /^\d+$/.test(bare) && pieces <= PIECES_MAX ? pieces : null;
}

/** The value of a count that the server sent. */
export const totalOf = (count: readonly ChipCount[]): Minor => count.reduce((sum, { value, count: pieces }) => sum + (parseMoney(value) ?? 0n) * BigInt(pieces), 0n);

/** The denominations of a new count with the pieces it begins with, the largest first. */
export function firstRows(values: readonly string[], filled: readonly ChipCount[]): Omit<CountRow, 'id'>[] {
  const pieces = new Map(filled.map(({ value, count }) => [parseMoney(value) ?? 0n, String(count)]));
  const amounts = [...new Set([...values.map((value) => parseMoney(value) ?? 0n), ...pieces.keys()])].filter((value) => value > 0n);
  amounts.sort((a, b) => (a < b ? 1 : -1));
  return amounts.map((value) => ({ value: toWire(value), fixed: true, count: pieces.get(value) ?? '' }));
}

/** What a row is worth; null while it is no number. */
export function sumOf({ value, count }: CountRow): Minor | null {
  const [each, pieces] = [parseMoney(value), piecesOf(count)];
  if (pieces === 0 && value === '') return 0n;
  return each === null || each <= 0n || pieces === null ? null : each * BigInt(pieces);
}

/** What is wrong with a count, in words; empty where it can be sent. */
export function faultsOf(rows: readonly CountRow[]): string[] {
  const faults: string[] = [];
  const seen = new Set<Minor>();
  for (const row of rows) {
    const value = parseMoney(row.value);
    const named = value !== null && value > 0n;
    if (piecesOf(row.count) === null) faults.push(`“${row.count}” pieces${named ? ` of ${formatMoney(value)}` : ''} is no whole number.`);
    if (!named && (row.value !== '' || row.count !== '')) faults.push(row.value === '' ? 'A row has pieces and no value.' : `“${row.value}” is no value of a chip or a note.`);
    if (named && seen.has(value)) faults.push(`${formatMoney(value)} has two rows.`);
    if (named) seen.add(value);
  }
  return faults;
}

/** The count for the server: every value with pieces. */
export function wireOf(rows: readonly CountRow[]): ChipCount[] {
  const counted = rows.map(({ value, count }) => ({ value: parseMoney(value) ?? 0n, count: piecesOf(count) ?? 0 }));
  return counted.filter(({ value, count }) => value > 0n && count > 0).map(({ value, count }) => ({ value: toWire(value), count }));
}

/** The note of a count as it is sent: left out where nothing is said. */
export const noteOf = (note: string): { note?: string } => (note.trim() ? { note: note.trim() } : {});
