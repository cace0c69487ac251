/** Who is here, in which house, with what in hand. */
import { get, post, Refused, remember, remove, whenExpired } from './client';
import { route } from './route.svelte';
import type { Balances, HouseRow, Me, Session } from './wire';

/** A house that did not answer is asked again after so long. */
const AGAIN_MS = 3000;

class Visit {
  houses = $state.raw<HouseRow[]>([]);
  session = $state.raw<Session | null>(null);
  /** The house that the address names, else that of the session, else the first. */
  readonly house = $derived.by(() => {
    const { place } = route;
    const asked = 'house' in place ? place.house : this.session?.house;
    return this.houses.find((house) => String(house.id) === String(asked)) ?? this.houses[0] ?? null;
  });
  /** The session, where it is one of this house. */
  readonly here = $derived(this.session && String(this.session.house) === String(this.house?.id) ? this.session : null);
  me = $state.raw<Me | null>(null);
  state = $state<'asking' | 'ready' | 'unreachable'>('asking');
  expired = $state(false);
  private again: ReturnType<typeof setTimeout> | undefined;
  /** The address of the table at which a seat was asked for on the way there. */
  wanted = '';

  /** The path of this house in the API. */
  get path(): string {
    return `/houses/${this.house?.id ?? ''}`;
  }

  /** Asks which houses there are and whether somebody is signed in. */
  async open(): Promise<void> {
    whenExpired(() => this.lapse());
    try {
      this.houses = await get<HouseRow[]>('/houses');
      await this.recall();
      this.state = 'ready';
      if (this.session) await this.refresh();
    } catch {
      this.state = 'unreachable';
      clearTimeout(this.again);
      this.again = setTimeout(() => void this.open(), AGAIN_MS);
    }
  }

  private async recall(): Promise<void> {
    try {
      this.take(await get<Session>('/session'));
    } catch (error) {
      if (error instanceof Refused && error.problem.status === 0) throw error;
      this.take(null);
    }
  }

  private take(session: Session | null): void {
    this.session = session;
    remember(session);
    if (session) this.expired = false;
  }

  private lapse(): void {
    if (!this.session) return;
    this.take(null);
    this.me = null;
    this.expired = true;
  }

  /** The address of a table. */
  table(table: number, house = this.house?.id): string {
    return `/house/${house ?? ''}/table/${table}`;
  }

  /** A demo seat in one step: a fresh guest with chips. */
  async visit(house = this.house?.id): Promise<void> {
    this.take(await post<Session>('/demo/visit', { house }));
    await this.refresh();
  }

  /** Signs somebody in whom the house knows. */
  async signIn(handle: string, password: string): Promise<void> {
    this.take(await post<Session>('/session', { house: this.house?.id, handle, password }));
    await this.refresh();
  }

  /** A player enrols himself, and is signed in. */
  async enrol(handle: string, password: string): Promise<void> {
    await post('/people', { house: this.house?.id, handle, password });
    await this.signIn(handle, password);
  }

  /** The first manager of a fresh house, by the link its terminal printed. */
  async found(token: string, handle: string, password: string): Promise<void> {
    await post('/first-manager', { token, house: this.house?.id, handle, password });
    await this.signIn(handle, password);
  }

  /** Signs out. */
  async leave(): Promise<void> {
    await remove('/session');
    this.take(null);
    this.me = null;
  }

  /** Asks again what this person has. */
  async refresh(): Promise<void> {
    if (!this.session) return;
    this.me = await get<Me>(`/houses/${this.session.house}/me`);
  }

  /** What a table told of this person's balances. */
  hold(balances: Balances): void {
    if (this.me) this.me = { ...this.me, balances };
  }
}

export const visit = new Visit();
