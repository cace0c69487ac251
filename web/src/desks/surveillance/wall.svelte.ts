/** The tables of the wall, a page of them at a time, each fed by its own socket. */
import { api, unwrap } from '../../api/client';
import type { LobbyTable } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { Polled } from '../shared/polled.svelte';
import { WatchedTable } from '../shared/watched.svelte';
import { actsOf, Players } from './acts';

export const TABLES_PER_PAGE = 12;

export class WallStore {
  readonly tables: Polled<LobbyTable[]>;
  watched = $state.raw<WatchedTable[]>([]);
  page = $state(0);
  private readonly players = new Players();

  constructor() {
    this.tables = new Polled(async () => {
      const tables = await unwrap(api.GET('/houses/{h}/tables', { params: session.houseParams }));
      this.watch(tables);
      return tables;
    });
  }

  /** Open tables first, in the order of the house; tables to learn at have no staff. */
  private sorted(tables: LobbyTable[]): LobbyTable[] {
    return tables.filter(({ learning }) => !learning).sort((a, b) => Number(b.open) - Number(a.open) || a.id - b.id);
  }

  readonly count = $derived.by(() => this.sorted(this.tables.value ?? []).length);
  readonly pages = $derived(Math.max(1, Math.ceil(this.count / TABLES_PER_PAGE)));

  private watch(tables: LobbyTable[]): void {
    const ids = this.sorted(tables).slice(this.page * TABLES_PER_PAGE, (this.page + 1) * TABLES_PER_PAGE).map(({ id }) => id);
    if (ids.join() === this.watched.map(({ id }) => id).join()) return;
    for (const table of this.watched) if (!ids.includes(table.id)) table.close();
    this.watched = ids.map((id) => this.watched.find((table) => table.id === id) ?? new WatchedTable(id, false));
  }

  turnTo(page: number): void {
    this.page = Math.max(0, Math.min(page, this.pages - 1));
    this.watch(this.tables.value ?? []);
  }

  summary(id: number): LobbyTable | undefined {
    return this.tables.value?.find((table) => table.id === id);
  }

  /** What the staff did at the tables of this page since it was opened, the latest first. */
  acts(person = '') {
    return actsOf(this.watched, this.players.note(this.watched.map(({ view }) => view)), person);
  }

  close(): void {
    this.tables.stop();
    for (const table of this.watched) table.close();
  }
}
