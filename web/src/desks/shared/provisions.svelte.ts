/** The provisions of the book that a table plays by, loaded once. */
import { loadGame } from '../../api/game';
import type { Provision } from '../../api/types';
import { session } from '../../stores/session.svelte';

class BookProvisions {
  /** By their numbers; null until they are loaded. */
  value = $state.raw<Map<string, Provision> | null>(null);

  constructor(table: number) {
    loadGame(session.tableParams(table)).then(
      ({ provisions }) => (this.value = new Map(provisions.map((provision) => [provision.id, provision]))),
      // Numbers alone are shown where the words do not load.
      () => undefined,
    );
  }
}

const loaded: Record<string, BookProvisions> = {};

export function provisionsOf(table: number): BookProvisions {
  const key = `${session.houseId} ${table}`;
  return (loaded[key] ??= new BookProvisions(table));
}
