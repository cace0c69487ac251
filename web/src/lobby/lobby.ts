/** The lobby's own arithmetic: which tables are shown, and in which order. */
import type { Family, LobbyRow } from '../house/wire';

export const FAMILY_WORDS: Record<Family, string> = {
  roulette: 'Roulette',
  dice: 'Dice',
  baccarat: 'Baccarat',
  blackjack: 'Blackjack',
  poker: 'Poker',
  'in-between': 'In-Between',
};

/** A table with the house it stands in. */
export interface PlacedRow extends LobbyRow {
  house: number;
  currency: string;
  demo: boolean;
}

export interface Filter {
  family: Family | '';
  jurisdiction: string;
  open: 'all' | 'open';
  words: string;
}

/** The tables that a filter lets through. */
export function filtered(rows: PlacedRow[], filter: Filter): PlacedRow[] {
  const words = filter.words.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.family === '' || row.family === filter.family) &&
      (filter.jurisdiction === '' || row.jurisdiction === filter.jurisdiction) &&
      (filter.open === 'all' || row.phase !== 'closed') &&
      (words === '' || `${row.title} ${row.name} ${row.jurisdiction} ${row.game}`.toLowerCase().includes(words)),
  );
}

/** Played and learning tables apart. */
export function apart(rows: PlacedRow[]): { played: PlacedRow[]; learning: PlacedRow[] } {
  return { played: rows.filter((row) => !row.learning), learning: rows.filter((row) => row.learning) };
}
