/** The tables that nobody watches here: their papers and their state, looked at in turns so that many tables cost no more than few. */
import { api, unwrap } from '../../api/client';
import type { Paperwork, TableView } from '../../api/types';
import { session } from '../../stores/session.svelte';

const EVERY_MS = 1000;
/** So many tables are looked at in one turn. */
const AT_ONCE = 4;

export interface Looked {
  view: TableView | null;
  papers: Paperwork | null;
}

const UNKNOWN: Looked = { view: null, papers: null };

export class Patrol {
  private found = $state.raw<Readonly<Record<number, Looked>>>({});
  private place = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(private readonly tables: () => number[]) {
    this.timer = setInterval(() => document.hidden || void this.look(), EVERY_MS);
  }

  of(id: number): Looked {
    return this.found[id] ?? UNKNOWN;
  }

  /** Looks at those tables again where something waits: it may have been decided. */
  async refresh(): Promise<void> {
    const known = this.tables().filter((id) => (this.found[id]?.papers?.proposals.length ?? 0) + (this.found[id]?.papers?.slips.length ?? 0) > 0);
    await this.load(known.slice(0, AT_ONCE));
  }

  private async look(): Promise<void> {
    const ids = this.tables();
    const turn = Array.from({ length: Math.min(AT_ONCE, ids.length) }, (_, step) => ids[(this.place + step) % ids.length] ?? 0);
    this.place = ids.length > 0 ? (this.place + turn.length) % ids.length : 0;
    await this.load(turn);
  }

  private async load(ids: number[]): Promise<void> {
    const loaded = await Promise.all(ids.map(async (id) => [id, await this.lookAt(id)] as const));
    this.found = { ...this.found, ...Object.fromEntries(loaded) };
  }

  private async lookAt(id: number): Promise<Looked> {
    const params = session.tableParams(id);
    try {
      const [view, papers] = await Promise.all([unwrap(api.GET('/houses/{h}/tables/{t}', { params })), unwrap(api.GET('/houses/{h}/tables/{t}/papers', { params }))]);
      return { view: view as TableView, papers };
    } catch {
      // What was found before may be out of date, and is better than nothing; it is looked at again.
      return this.of(id);
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
