/** The set-up of a house: the draft as it is typed, what the server says about it, and its creation. */
import { api, ApiError, errorText, unwrap } from '../../api/client';
import { newKey } from '../../api/keys';
import type { HousePlan, SetupBook, SetupBreach, SetupDone, SetupFault, SetupGame, SetupReview } from '../../api/types';

const CHECK_AFTER_MS = 350;

export const STEPS = [
  { id: 'games', label: 'Rulebook and games' },
  { id: 'house', label: 'House and licence' },
  { id: 'people', label: 'People' },
  { id: 'tables', label: 'Tables' },
  { id: 'cage', label: 'Cage' },
  { id: 'create', label: 'Check and create' },
] as const;
export type StepId = (typeof STEPS)[number]['id'];

/** The step that a field belongs to. */
export function stepOf(field: string): StepId {
  const first = field.split('.')[0] ?? '';
  if (first === 'staff') return 'people';
  if (first === 'tables' || first === 'banks') return 'tables';
  if (first === 'cash' || first === 'chips' || first === 'plaques') return 'cage';
  if (first === 'password') return 'create';
  return first === '' ? 'create' : 'house';
}

/** The name to log in with that a name suggests: `Iris Moyo` is `iris`. */
export function suggestedHandle(name: string): string {
  const plain = name.normalize('NFD').replace(/[^A-Za-z0-9 ]/g, '').trim().toLowerCase();
  const [first = '', second = ''] = plain.split(/\s+/);
  return /^[0-9]+$/.test(second) ? first + second : first;
}

export class Setup {
  books = $state.raw<SetupBook[]>([]);
  timeZones = $state.raw<string[]>([]);
  /** The games that tables are planned for. */
  games = $state<string[]>([]);
  plan = $state<HousePlan | null>(null);
  cash = $state('100000');
  chips = $state('50000');
  plaques = $state('');
  password = $state('');
  repeated = $state('');
  step = $state<StepId>('games');
  review = $state.raw<SetupReview | null>(null);
  /** Why the set-up cannot be used: a wrong or used link. */
  closed = $state.raw<ApiError | null>(null);
  problem = $state('');
  busy = $state(false);
  done = $state.raw<SetupDone | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private checks = 0;
  /** The key of the creation: sent again after a lost connection, it creates one house. */
  private key = newKey();

  constructor(private readonly token: string) {}

  private get header() {
    return { 'X-Setup-Token': this.token };
  }

  async load(): Promise<void> {
    try {
      const view = await unwrap(api.GET('/setup', { params: { header: this.header } }));
      [this.books, this.timeZones] = [view.books, view.time_zones];
      this.problem = '';
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    const isFinal = error instanceof ApiError && (error.problem.code === 'authority' || error.problem.code === 'order');
    if (isFinal) this.closed = error;
    else this.problem = errorText(error);
  }

  /** Plans the tables of the chosen games. What was typed about the house stays; tables and papers begin anew. */
  async planGames(): Promise<void> {
    this.busy = true;
    try {
      const fresh = await unwrap(api.GET('/setup/plan', { params: { header: this.header, query: { games: this.games.join(',') } } }));
      const known = this.plan;
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      if (known) {
        const { licence_holder, premises, currency, time_zone, escalated_to } = known;
        Object.assign(fresh, { licence_holder, premises, currency, time_zone, escalated_to });
      } else if (this.timeZones.includes(zone)) {
        fresh.time_zone = zone;
      }
      for (const person of fresh.staff) person.handle = suggestedHandle(person.name);
      this.plan = fresh;
      this.problem = '';
      this.step = 'house';
      await this.check();
    } catch (error) {
      this.refuse(error);
    } finally {
      this.busy = false;
    }
  }

  /** A game of the books. */
  gameOf(id: string): SetupGame | undefined {
    return this.books.flatMap(({ games }) => games).find((game) => game.id === id);
  }

  /** Renames a person everywhere. */
  rename(place: number, name: string): void {
    const person = this.plan?.staff[place];
    if (!this.plan || !person) return;
    const before = person.name;
    if (person.handle === suggestedHandle(before)) person.handle = suggestedHandle(name);
    person.name = name;
    if (this.plan.heard_by === before) this.plan.heard_by = name;
    for (const table of this.plan.tables) for (const post of ['dealer', 'palette_person', 'inspector'] as const) if (table[post] === before) table[post] = name;
  }

  /** Frees the posts at tables of somebody who was removed. */
  free(name: string): void {
    if (!this.plan || name === '') return;
    if (this.plan.heard_by === name) this.plan.heard_by = '';
    for (const table of this.plan.tables) for (const post of ['dealer', 'palette_person', 'inspector'] as const) if (table[post] === name) table[post] = '';
  }

  /** The draft as the server reads it. */
  private draft() {
    return { plan: $state.snapshot(this.plan) as HousePlan, cash: this.cash, chips: this.chips, plaques: this.plaques, password: this.step === 'create' ? this.password : null };
  }

  /** Checks the draft soon, once typing pauses. */
  checkSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), CHECK_AFTER_MS);
  }

  async check(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.plan) return;
    const mine = (this.checks += 1);
    try {
      const review = await unwrap(api.POST('/setup/check', { params: { header: this.header }, body: this.draft() }));
      // An earlier draft must not replace what is known about a later one.
      if (mine === this.checks) [this.review, this.problem] = [review, ''];
    } catch (error) {
      this.refuse(error);
    }
  }

  faultsAt(field: string): SetupFault[] {
    return this.review?.faults.filter((fault) => fault.field === field) ?? [];
  }

  breachesAt(field: string): SetupBreach[] {
    return this.review?.breaches.filter(({ fields }) => fields[0] === field) ?? [];
  }

  /** How many things are wrong or wanted in a step. */
  openIn(step: StepId): number {
    const faults = this.review?.faults.filter(({ field }) => stepOf(field) === step && field !== 'password').length ?? 0;
    const breaches = this.review?.breaches.filter(({ fields }) => stepOf(fields[0] ?? '') === step).length ?? 0;
    return faults + breaches;
  }

  async create(): Promise<void> {
    this.busy = true;
    this.problem = '';
    try {
      const header = { ...this.header, 'Idempotency-Key': this.key };
      const send = () => unwrap(api.POST('/setup', { params: { header }, body: { ...this.draft(), password: this.password } }));
      // Without an answer nobody knows whether it was created: the same key asks again.
      this.done = await send().catch((error: unknown) => (error instanceof ApiError && error.problem.retry ? send() : Promise.reject(error)));
    } catch (error) {
      this.problem = errorText(error);
      if (error instanceof ApiError && error.problem.code === 'order') this.closed = error;
      await this.check();
    } finally {
      this.busy = false;
    }
  }
}
