/** A table that a desk watches: its view and events as they happen, and its paperwork. */
import { api, errorText, unwrap } from '../../api/client';
import { TableSocket, tableSocketUrl, type Connection } from '../../api/socket';
import type { Paperwork, TableEvent, TableView } from '../../api/types';
import { clock } from '../../stores/clock.svelte';
import { session } from '../../stores/session.svelte';
import { reuseUnchanged } from '../../table/view';
import { decidedBetween, type Decided } from './decided';

/** So many events of a table are remembered. */
const EVENTS_REMEMBERED = 60;
/** So many decisions about papers are remembered. */
const DECIDED_REMEMBERED = 12;
/** Bets change the money of a table many times a second: between two loads lies this time, unless papers change. */
const PAPERS_EVERY_MS = 400;
/** Events that change only stakes, seats and cards. */
const PLAY: TableEvent['what'][] = ['acted', 'sat', 'left', 'entered', 'entry-dropped', 'declared', 'round-began', 'went-away', 'came-back', 'readied', 'seed-given', 'committed'];

export class WatchedTable {
  view = $state.raw<TableView | null>(null);
  /** The latest events since the page was opened, the oldest first. */
  events = $state.raw<TableEvent[]>([]);
  papers = $state.raw<Paperwork | null>(null);
  /** What became of papers since the page was opened, the latest first. */
  decided = $state.raw<Decided[]>([]);
  /** Why the paperwork could not be loaded; empty if it was. */
  papersError = $state('');
  connection = $state<Connection>('connecting');
  disconnectReason = $state('');

  private readonly socket: TableSocket;
  private loading: Promise<void> | null = null;
  private wanted = false;
  private loadedAt = 0;
  /** The version of the table up to which events belong to papers that were loaded. */
  private decidedTo = 0;
  /** The papers before a change whose event has not come yet. */
  private unexplained: Paperwork | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: number,
    private readonly withPapers: boolean,
  ) {
    this.socket = new TableSocket(tableSocketUrl(session.houseId, id), {
      view: (view, serverTime, events) => this.onView(view, serverTime, events),
      balances: () => undefined,
      connection: (connection, reason = '') => {
        this.connection = connection;
        this.disconnectReason = reason;
      },
    });
  }

  private onView(next: TableView, serverTime: number, events: TableEvent[]): void {
    clock.sync(serverTime);
    const previous = this.view;
    this.view = reuseUnchanged(previous, next);
    if (events.length > 0) this.events = [...this.events, ...events].slice(-EVENTS_REMEMBERED);
    if (events.length > 0 && this.unexplained && this.papers) this.explain(this.unexplained, this.papers);
    if (!this.withPapers || (previous?.version === next.version && this.papersError === '')) return;
    const papersChanged = events.length === 0 || events.some(({ what }) => !PLAY.includes(what));
    if (papersChanged) void this.loadPapers();
    else this.loadPapersSoon();
  }

  private loadPapersSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.loadPapers(), Math.max(0, this.loadedAt + PAPERS_EVERY_MS - Date.now()));
  }

  /** Loads the paperwork; once more if something happened meanwhile. */
  loadPapers(): Promise<void> {
    this.wanted = true;
    this.loading ??= this.runLoads().finally(() => (this.loading = null));
    return this.loading;
  }

  private async runLoads(): Promise<void> {
    while (this.wanted) {
      this.wanted = false;
      clearTimeout(this.timer);
      this.loadedAt = Date.now();
      try {
        this.take(await unwrap(api.GET('/houses/{h}/tables/{t}/papers', { params: session.tableParams(this.id) })));
        this.papersError = '';
      } catch (error) {
        this.papersError = errorText(error);
      }
    }
  }

  private take(papers: Paperwork): void {
    const before = this.papers;
    this.papers = papers;
    if (before) this.explain(before, papers);
  }

  /** Says what became of papers that changed. Where the event has not come yet, it is said again with the next view. */
  private explain(before: Paperwork, after: Paperwork): void {
    const since = this.events.filter(({ version }) => version > this.decidedTo);
    const decided = decidedBetween(before, after, since);
    this.unexplained = decided.some(({ by }) => by === '') ? before : null;
    if (decided.length === 0) return;
    const others = this.decided.filter(({ paper }) => !decided.some((one) => one.paper === paper));
    this.decided = [...decided.reverse(), ...others].slice(0, DECIDED_REMEMBERED);
    if (!this.unexplained) this.decidedTo = since.at(-1)?.version ?? this.decidedTo;
  }

  reconnectNow(): void {
    this.socket.reconnectNow();
  }

  close(): void {
    clearTimeout(this.timer);
    this.socket.close();
  }
}
