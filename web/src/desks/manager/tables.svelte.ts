/** The papers of the tables that the manager sees: floats, and proposals that wait for a second person. */
import { api, unwrap } from '../../api/client';
import type { LobbyTable, Paperwork } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { Orders } from '../shared/orders.svelte';
import { Polled } from '../shared/polled.svelte';
import type { OfficeStore } from '../office/office.svelte';

/** So many tables are shown at once: each has papers of its own to load. */
export const TABLES_SHOWN = 24;
const EVERY_MS = 4000;

/** The papers by the number of the table. */
type Papers = Readonly<Record<number, Paperwork | undefined>>;

export class TablesStore {
  /** How many tables are shown. */
  shown = $state(TABLES_SHOWN);
  readonly papers: Polled<Papers>;
  readonly orders: Orders;

  constructor(private readonly store: OfficeStore) {
    this.papers = new Polled(() => this.load(), EVERY_MS);
    this.orders = new Orders(() => Promise.all([this.store.tables.refresh(), this.papers.refresh()]));
  }

  get rows(): LobbyTable[] {
    return (this.store.tables.value ?? []).slice(0, this.shown);
  }

  private async load(): Promise<Papers> {
    if (!this.store.tables.value) await this.store.tables.refresh();
    const loaded = this.rows.map(async ({ id }) => [id, await unwrap(api.GET('/houses/{h}/tables/{t}/papers', { params: session.tableParams(id) }))] as const);
    return Object.fromEntries(await Promise.all(loaded)) as Papers;
  }

  async showMore(): Promise<void> {
    this.shown += TABLES_SHOWN;
    await this.papers.refresh();
  }

  stop(): void {
    this.papers.stop();
  }
}
