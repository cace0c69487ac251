/** The tables of the lobby: which are shown, and in which list. */
import type { Family, House, LobbyTable } from '../api/types';

export const FAMILY_NAMES: Record<Family, string> = {
  roulette: 'Roulette',
  dice: 'Dice',
  baccarat: 'Baccarat',
  blackjack: 'Blackjack',
  poker: 'Poker',
  'in-between': 'In-Between',
  'dealer-poker': 'Poker against the dealer',
};

/** A table with its house. */
export interface LobbyRow extends LobbyTable {
  house: number;
  currency: string;
  demo: boolean;
}

export interface Filter {
  family: Family | '';
  jurisdiction: string;
  open: 'all' | 'open';
  words: string;
  /** Only tables to learn at. */
  learning: boolean;
}

export function applyFilter(rows: LobbyRow[], filter: Filter): LobbyRow[] {
  const words = filter.words.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.family === '' || row.family === filter.family) &&
      (filter.jurisdiction === '' || row.jurisdiction === filter.jurisdiction) &&
      (!filter.learning || row.learning) &&
      (filter.open === 'all' || row.phase !== 'closed') &&
      (words === '' || `${row.title} ${row.name} ${row.jurisdiction} ${row.game}`.toLowerCase().includes(words)),
  );
}

/** The tables of a house: those to play at and those to learn at. */
export interface HouseTables {
  house: House;
  played: LobbyRow[];
  learning: LobbyRow[];
}

/** Tables by house; houses without any are left out. */
export function groupByHouse(houses: House[], rows: LobbyRow[]): HouseTables[] {
  const groups = houses.map((house) => {
    const own = rows.filter((row) => row.house === house.id);
    return { house, played: own.filter((row) => !row.learning), learning: own.filter((row) => row.learning) };
  });
  return groups.filter(({ played, learning }) => played.length + learning.length > 0);
}
