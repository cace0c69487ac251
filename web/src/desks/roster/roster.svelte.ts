/** The roster of a shift: as the house has it, or as somebody plans it and has not proposed it yet. */
import type { Duty } from '../../api/types';
import { clock } from '../../stores/clock.svelte';
import { session } from '../../stores/session.svelte';
import type { OfficeStore } from '../office/office.svelte';
import { Polled } from '../shared/polled.svelte';
import { loadRoster } from './load';
import type { Planned } from './plan';
import { dateAt, MINUTE_MS, shiftOf, timeAt } from './times';

const EVERY_MS = 5000;
/** A shift that began on the evening before is shown until this time of the morning. */
const MORNING = '08:00';

export class RosterStore {
  date = $state('');
  start = $state('18:00');
  end = $state('04:00');
  /** The duties that are planned; null while nobody has changed the roster. */
  private plan = $state.raw<Planned[] | null>(null);
  /** What the server refused last: the duty, if it is about one, and why. */
  refused = $state.raw<{ key: number | null; text: string; cites: string[] } | null>(null);
  private keys = 0;
  private readonly loaded: Polled<{ of: string; duties: Duty[] }>;

  readonly shift = $derived(shiftOf(this.date, this.start, this.end, session.house?.time_zone));

  constructor() {
    const zone = session.house?.time_zone;
    const before = timeAt(clock.now, zone) < MORNING ? 24 * 60 * MINUTE_MS : 0;
    this.date = dateAt(clock.now - before, zone);
    this.loaded = new Polled(() => this.load(), EVERY_MS);
  }

  private async load(): Promise<{ of: string; duties: Duty[] }> {
    const { shift } = this;
    if (!shift) return { of: '', duties: [] };
    return { of: `${shift.from} ${shift.to}`, duties: (await loadRoster(shift)).duties };
  }

  /** The duties as the house has them; null while they are loaded. */
  readonly adopted = $derived.by(() => {
    const { shift } = this;
    const found = this.loaded.value;
    return shift && found?.of === `${shift.from} ${shift.to}` ? found.duties : null;
  });

  /** Duties that began before the shift: a roster for it leaves them as they are. */
  readonly earlier = $derived((this.adopted ?? []).filter(({ from }) => from < (this.shift?.from ?? 0)));
  private readonly own = $derived((this.adopted ?? []).filter(({ from }) => from >= (this.shift?.from ?? 0)));

  /** The duties of the shift: planned, or else as they are. */
  readonly duties: Planned[] = $derived(this.plan ?? this.own.map(({ person, table, post, from, to }, place) => ({ key: -1 - place, person, table, post, from, to })));

  get changed(): boolean {
    return this.plan !== null;
  }

  get error(): string {
    return this.loaded.error;
  }

  refresh(): Promise<void> {
    return this.loaded.refresh();
  }

  stop(): void {
    this.loaded.stop();
  }

  private change(plan: Planned[]): void {
    this.refused = null;
    this.plan = plan;
  }

  put(duty: Omit<Planned, 'key'>, key: number | null): void {
    this.keys += 1;
    const fresh = { ...duty, key: this.keys };
    this.change(key === null ? [...this.duties, fresh] : this.duties.map((known) => (known.key === key ? fresh : known)));
  }

  remove(key: number): void {
    this.change(this.duties.filter((known) => known.key !== key));
  }

  /** Puts duties of dealers at some tables in place of those that were planned there. */
  fill(tables: number[], turns: Omit<Planned, 'key'>[]): void {
    const others = this.duties.filter(({ table, post }) => post !== 'dealer' || !tables.includes(table));
    const fresh = turns.map((turn) => ({ ...turn, key: (this.keys += 1) }));
    this.change([...others, ...fresh]);
  }

  discard(): void {
    this.refused = null;
    this.plan = null;
  }

  /** Proposes what is planned. What is refused is said beside the plan, and not above the page. */
  async propose(store: OfficeStore): Promise<void> {
    const { shift } = this;
    if (!shift || !this.plan) return;
    const sent = this.plan;
    const duties = sent.map(({ person, table, post, from, to }) => ({ person, table, post, from, to }));
    if (await store.decide({ kind: 'roster', ...shift, duties })) return this.discard();
    const { refusal, again } = store.orders;
    // What was not answered is said, and sent again, above.
    if (!refusal || again) return;
    this.refused = { key: refusal.duty ? (sent[refusal.duty.number - 1]?.key ?? null) : null, text: refusal.text, cites: refusal.cites };
    store.orders.clear();
  }
}
