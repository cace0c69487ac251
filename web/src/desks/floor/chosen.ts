/** Which tables an inspector watches: at most six, remembered in the browser for each house and person. */
import type { Charter, LobbyTable } from '../../api/types';

/** One inspector watches at most six tables. */
export const WATCHED_MAX = 6;

const keyOf = (house: number, handle: string): string => `croupier.floor.${house}.${handle}`;

/** The remembered choice; null where there is none. */
export function storedChoice(house: number, handle: string): number[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(house, handle)) ?? 'null');
    return Array.isArray(stored) && stored.every((id) => typeof id === 'number') ? stored.slice(0, WATCHED_MAX) : null;
  } catch {
    return null;
  }
}

export function storeChoice(house: number, handle: string, chosen: number[]): void {
  try {
    localStorage.setItem(keyOf(house, handle), JSON.stringify(chosen));
  } catch {
    // Storage is blocked: the choice holds until the page is closed.
  }
}

/** The tables to begin with: those where the person has a post, then open ones, then the others; in the order of the house. */
export function firstChoice(tables: LobbyTable[], posts: Charter['posts'], staff: string | null): number[] {
  const own = new Set(posts.filter((post) => post.staff === staff).map((post) => post.table));
  const rank = (table: LobbyTable): number => (own.has(table.name) ? 0 : table.open ? 1 : 2);
  const sorted = tables.filter(({ learning }) => !learning).sort((a, b) => rank(a) - rank(b) || a.id - b.id);
  return sorted.slice(0, WATCHED_MAX).map(({ id }) => id).sort((a, b) => a - b);
}
