/** The state of the inspector's floor: six tables as they happen, the others in short, disputes, posts and breaches, and the orders of the inspector. */
import { api, unwrap } from '../../api/client';
import type { Charter, CommandResult, Dispute, HouseResult, LobbyTable, OfficeProposal, OfficeState, Paperwork, TableEvent, TableView } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { deskUrl } from '../desks';
import type { Decided } from '../shared/decided';
import { ReliefStore } from '../roster/relief.svelte';
import { Orders } from '../shared/orders.svelte';
import { Polled } from '../shared/polled.svelte';
import { WatchedTable } from '../shared/watched.svelte';
import { firstChoice, storeChoice, storedChoice, WATCHED_MAX } from './chosen';
import { Patrol } from './patrol.svelte';
import { Sittings } from './sittings.svelte';
import { Arrivals, isForLooker, openDisputes, openRulings, waitingAt, type Looker, type Step, type Waiting } from './waiting';

const CHARTER_EVERY_MS = 10_000;

/** The address of a dispute on the floor. */
export const disputeUrl = (dispute: number): string => `${deskUrl(session.houseId, 'floor', 'disputes')}?dispute=${dispute}`;

/** Who answered the last call of a table. */
function answered(events: TableEvent[]): Pick<Decided, 'text' | 'by'> | null {
  const last = events.findLast(({ what }) => what === 'call-answered');
  return last ? { text: `Call for the inspector: answered by ${last.by}`, by: last.by } : null;
}

/** The address of the papers of a table on the floor. */
export const papersUrl = (table: number): string => `${deskUrl(session.houseId, 'floor', 'papers')}?table=${table}`;

export class FloorStore {
  readonly tables: Polled<LobbyTable[]>;
  readonly charter: Polled<Charter>;
  readonly disputes: Polled<Dispute[]>;
  private readonly office: Polled<OfficeState>;
  /** Since when tables are open and dealers at their post, and the theory of what was bet since. */
  readonly sittings: Sittings;
  /** Who comes next at each table by the roster. */
  readonly relief = new ReliefStore();
  readonly orders = new Orders(() => this.refresh());
  /** The tables that are watched, in the order of the house. */
  watched = $state.raw<WatchedTable[]>([]);
  /** The other tables, looked at in turns. */
  readonly rest: Patrol;
  private readonly arrivals = new Arrivals();
  private readonly looker: Looker;

  constructor() {
    this.looker = { handle: session.here?.handle ?? '', role: session.here?.role ?? 'player' };
    this.tables = new Polled(() => unwrap(api.GET('/houses/{h}/tables', { params: session.houseParams })));
    this.charter = new Polled(() => unwrap(api.GET('/houses/{h}/charter', { params: session.houseParams })), CHARTER_EVERY_MS);
    this.disputes = new Polled(() => unwrap(api.GET('/houses/{h}/disputes', { params: session.houseParams })));
    this.office = new Polled(() => unwrap(api.GET('/houses/{h}/office', { params: session.houseParams })));
    this.sittings = new Sittings(() => this.watched.map(({ id }) => id));
    this.rest = new Patrol(() => this.others.map(({ id }) => id));
    void this.begin();
  }

  private async begin(): Promise<void> {
    await Promise.all([this.tables.refresh(), this.charter.refresh()]);
    if (this.watched.length > 0) return;
    const stored = storedChoice(session.houseId, this.looker.handle);
    this.watch(stored ?? firstChoice(this.tables.value ?? [], this.charter.value?.posts ?? [], await this.staffName()));
  }

  /** The name of the person in the house file; null for regulators. */
  private async staffName(): Promise<string | null> {
    const person = session.here?.person ?? 0;
    const rows = await unwrap(api.GET('/houses/{h}/people', { params: { ...session.houseParams, query: { after: person - 1, limit: 1 } } })).catch(() => []);
    return rows.find((row) => row.person === person)?.staff ?? null;
  }

  /** Watches these tables and no others; tables that the house no longer has are left out. */
  private watch(ids: number[]): void {
    const wanted = ids.filter((id) => this.summary(id)).slice(0, WATCHED_MAX).sort((a, b) => a - b);
    for (const table of this.watched) if (!wanted.includes(table.id)) table.close();
    this.watched = wanted.map((id) => this.watched.find((table) => table.id === id) ?? new WatchedTable(id, true));
  }

  /** Watches a table beside the others, or no longer. Returns false if six are watched already. */
  toggle(id: number): boolean {
    const ids = this.watched.map((table) => table.id);
    if (!ids.includes(id) && ids.length >= WATCHED_MAX) return false;
    const next = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
    this.watch(next);
    storeChoice(session.houseId, this.looker.handle, next);
    return true;
  }

  summary(id: number): LobbyTable | undefined {
    return this.tables.value?.find((table) => table.id === id);
  }

  nameOf(id: number): string {
    return id === 0 ? 'The house' : (this.summary(id)?.name ?? `Table ${id}`);
  }

  /** All tables; tables to learn at have no inspector. */
  get all(): LobbyTable[] {
    return (this.tables.value ?? []).filter(({ learning }) => !learning);
  }

  /** The tables that are not watched. */
  get others(): LobbyTable[] {
    return this.all.filter(({ id }) => !this.watched.some((table) => table.id === id));
  }

  /** Everything that waits at a table, for the person who looks or for others. */
  at(id: number, view: TableView | null, papers: Paperwork | null): Waiting[] {
    return [...waitingAt({ id, name: this.nameOf(id), view, papers }, this.looker), ...[...this.disputesOpen, ...this.rulings].filter((one) => one.table === id)];
  }

  /** Rulings that pay and wait for a second person. */
  private readonly rulings = $derived.by(() => openRulings(this.office.value?.proposals ?? [], this.disputes.value ?? [], session.house?.currency ?? '', this.looker));
  private readonly disputesOpen = $derived.by(() => openDisputes(this.disputes.value ?? [], this.rulings.map(({ dispute }) => dispute), disputeUrl, this.looker));

  /** The ruling in a dispute that waits for a second person: what was proposed, and what the person who looks may do about it. */
  rulingIn(dispute: number): { proposal: OfficeProposal; waiting: Waiting } | null {
    const proposal = this.office.value?.proposals.find((one) => one.matter === 'ruling' && one.dispute === dispute);
    const waiting = this.rulings.find((one) => one.dispute === dispute);
    return proposal && waiting ? { proposal, waiting } : null;
  }

  /** Everything in the house that waits for the person who looks, newest last. */
  readonly waiting = $derived.by(() => {
    const known = [...this.watched.map(({ id, view, papers }) => ({ id, view, papers })), ...this.others.map(({ id }) => ({ id, ...this.rest.of(id) }))];
    const unplaced = this.rulings.filter(({ table }) => !known.some(({ id }) => id === table));
    return this.arrivals.sort([...known.flatMap(({ id, view, papers }) => this.at(id, view, papers)), ...unplaced].filter(isForLooker));
  });

  /** Whether something still waits as it did when it was read. */
  stands(waiting: Waiting): boolean {
    if (waiting.kind === 'ruling') return this.rulings.some(({ key }) => key === waiting.key);
    const watched = this.watched.find(({ id }) => id === waiting.table) ?? this.rest.of(waiting.table);
    return this.at(waiting.table, watched.view, watched.papers).some(({ key }) => key === waiting.key);
  }

  /** What became of something that waited, if it was decided while the page was open. */
  decidedOf(waiting: Waiting): Pick<Decided, 'text' | 'by'> | null {
    const table = this.watched.find(({ id }) => id === waiting.table);
    if (waiting.kind === 'ruling') return this.ruled(waiting.dispute);
    if (waiting.kind === 'call') return answered(table?.events ?? []);
    return table?.decided.find(({ paper }) => paper === waiting.paper) ?? null;
  }

  private ruled(number: number): Pick<Decided, 'text' | 'by'> | null {
    const found = this.disputes.value?.find(({ dispute }) => dispute === number);
    if (!found?.ruled_by) return { text: `Dispute ${number}: the ruling was withdrawn`, by: '' };
    return { text: `Dispute ${number}: ${found.paid ? 'ruling authorised' : 'answered'} by ${found.ruled_by}`, by: found.ruled_by };
  }

  get me(): string {
    return this.looker.handle;
  }

  order(step: Step): Promise<CommandResult | HouseResult | null> {
    return 'table' in step.command ? this.orders.table(step.command.table, step.command.order, step.done) : this.orders.house(step.command.order, step.done);
  }

  private async refresh(): Promise<void> {
    await Promise.all([this.charter.refresh(), this.relief.refresh(), this.disputes.refresh(), this.office.refresh(), this.rest.refresh(), ...this.watched.map((table) => table.loadPapers())]);
  }

  close(): void {
    this.tables.stop();
    this.charter.stop();
    this.disputes.stop();
    this.office.stop();
    this.sittings.stop();
    this.relief.stop();
    this.rest.stop();
    for (const table of this.watched) table.close();
  }
}
