/** What the cage shows: what waits at the window, the tables with their papers, and the cage's own accounts. */
import { api, unwrap } from '../../api/client';
import type { ChipRequest, ExchangeRequest, LobbyTable, Paperwork } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { Orders } from '../shared/orders.svelte';
import { Polled } from '../shared/polled.svelte';
import { atTable, loadLedger, type AtTable } from './ledger';

const WAITING_MAX = 500;
/** How many tables are asked at the same time. */
const AT_ONCE = 8;

/** What waits to be laid out or confirmed. */
export interface Waiting {
  requests: ChipRequest[];
  exchanges: ExchangeRequest[];
  /** Whether there may be more than are listed. */
  more: boolean;
}

/** A table with its papers. */
export interface TablePapers {
  table: LobbyTable;
  papers: Paperwork;
  at: AtTable;
}

async function loadWaiting(): Promise<Waiting> {
  const params = { ...session.houseParams, query: { limit: WAITING_MAX } };
  const [requests, exchanges] = await Promise.all([unwrap(api.GET('/houses/{h}/chip-requests', { params })), unwrap(api.GET('/houses/{h}/exchanges', { params }))]);
  return { requests, exchanges, more: requests.length >= WAITING_MAX || exchanges.length >= WAITING_MAX };
}

async function loadPapers(): Promise<TablePapers[]> {
  const [tables, ledger] = await Promise.all([unwrap(api.GET('/houses/{h}/tables', { params: session.houseParams })), loadLedger()]);
  const rows: TablePapers[] = [];
  for (let from = 0; from < tables.length; from += AT_ONCE) {
    const some = tables.slice(from, from + AT_ONCE);
    const papers = some.map((table) => unwrap(api.GET('/houses/{h}/tables/{t}/papers', { params: session.tableParams(table.id) })));
    for (const [place, found] of (await Promise.all(papers)).entries()) {
      const table = some[place];
      if (table) rows.push({ table, papers: found, at: atTable(ledger, table.name) });
    }
  }
  return rows;
}

/** The values of the chips of the house, the largest first. */
const loadChips = async (): Promise<string[]> => (await unwrap(api.GET('/houses/{h}/charter', { params: session.houseParams }))).chips;

/** The chips of the house: they do not change while one looks, and are asked for again only where that failed. */
export class ChipValues {
  private found: string[] | null = null;
  private readonly loaded = new Polled<string[]>(async () => (this.found ??= await loadChips()), 5000);

  get values(): string[] {
    return this.loaded.value ?? [];
  }

  stop(): void {
    this.loaded.stop();
  }
}

/** The window: what players have asked for, and what waits for a second person. */
export class WindowStore {
  readonly waiting = new Polled<Waiting>(loadWaiting);
  readonly tables = new Polled<LobbyTable[]>(() => unwrap(api.GET('/houses/{h}/tables', { params: session.houseParams })), 10_000);
  readonly chips = new ChipValues();
  readonly orders = new Orders(() => this.waiting.refresh());

  stop(): void {
    this.chips.stop();
    this.waiting.stop();
    this.tables.stop();
  }

  tableName(id: number | null | undefined): string {
    return this.tables.value?.find((table) => table.id === id)?.name ?? `table ${id}`;
  }
}

/** The papers of all tables. */
export class PapersStore {
  readonly tables = new Polled<TablePapers[]>(loadPapers, 3000);
  readonly chips = new ChipValues();
  readonly orders = new Orders(() => this.tables.refresh());

  stop(): void {
    this.chips.stop();
    this.tables.stop();
  }
}
