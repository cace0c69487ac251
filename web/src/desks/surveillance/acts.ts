/** What people did at the tables of the wall: who is of the staff, and in which order it happened. */
import type { TableEvent, TableView } from '../../api/types';
import { plain } from '../shared/papers';

/** An event with its table. */
export interface Act extends TableEvent {
  table: number;
}

/** So many acts are shown. */
const ACTS_SHOWN = 120;
/** Whoever acts in the name of the house itself. */
const HOUSE = 'house';

/** Who sits at a table, or has sat there while the wall was open: players. Nobody acts at a table without a seat but the staff. */
export class Players {
  private readonly seen = new Set<string>();

  note(views: (TableView | null)[]): this {
    for (const view of views) for (const { handle } of view?.seated ?? []) this.seen.add(handle);
    return this;
  }

  isStaff(handle: string): boolean {
    return handle !== HOUSE && !this.seen.has(handle);
  }
}

/** What the staff did, the latest first; of one person if one is named. */
export function actsOf(tables: { id: number; events: TableEvent[] }[], players: Players, person = ''): Act[] {
  const acts = tables.flatMap(({ id, events }) => events.map((event) => ({ ...event, table: id })));
  const wanted = acts.filter(({ by, what }) => what !== 'sat' && what !== 'left' && players.isStaff(by) && (person === '' || by === person));
  return wanted.sort((a, b) => b.at - a.at || b.version - a.version).slice(0, ACTS_SHOWN);
}

/** An act in words: `proposed`, `ball 18`. */
export const actText = ({ text }: TableEvent): string => plain(text);
