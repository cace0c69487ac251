/** The signed-in visitor, the house of the current address, and the visitor's account there. */
import { api, ApiError, onSessionExpired, setCsrfToken, unwrap } from '../api/client';
import type { Account, Balances, House, NewFactor, Session } from '../api/types';
import { router } from './router.svelte';

const RETRY_MS = 3000;

class SessionStore {
  houses = $state.raw<House[]>([]);
  /** The session, in whichever house it was opened. */
  current = $state.raw<Session | null>(null);
  /** The house of the address; otherwise the house of the session, otherwise the first. */
  readonly house = $derived.by(() => {
    const { route } = router;
    const id = 'house' in route ? route.house : this.current?.house;
    return this.houses.find((house) => house.id === id) ?? this.houses[0] ?? null;
  });
  readonly houseId = $derived(this.house?.id ?? 0);
  /** The session, if it belongs to this house. */
  readonly here = $derived(this.current?.house === this.house?.id ? this.current : null);
  account = $state.raw<Account | null>(null);
  status = $state<'loading' | 'ready' | 'offline'>('loading');
  expired = $state(false);
  /** The address of the table where the visitor asked for a seat before opening it. */
  seatRequest = '';
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** Loads the houses and the session; retries while the server is not responding. */
  async load(): Promise<void> {
    onSessionExpired(() => this.expire());
    try {
      this.houses = await unwrap(api.GET('/houses'));
      await this.restore();
      this.status = 'ready';
      if (this.current && !this.current.restricted) await this.refreshAccount();
    } catch {
      this.status = 'offline';
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => void this.load(), RETRY_MS);
    }
  }

  private async restore(): Promise<void> {
    try {
      this.set(await unwrap(api.GET('/session')));
    } catch (error) {
      if (error instanceof ApiError && error.problem.status === 0) throw error;
      this.set(null);
    }
  }

  private set(session: Session | null): void {
    this.current = session;
    setCsrfToken(session?.csrf ?? '');
    if (session) this.expired = false;
    else this.account = null;
  }

  private expire(): void {
    if (!this.current) return;
    this.set(null);
    this.expired = true;
  }

  /** The address of a table. */
  tableUrl(table: number, house = this.houseId): string {
    return `/house/${house}/table/${table}`;
  }

  /** The path parameters of this house in the API. */
  get houseParams() {
    return { path: { h: this.houseId } };
  }

  /** The path parameters of a table of this house in the API. */
  tableParams(table: number) {
    return { path: { h: this.houseId, t: table } };
  }

  /** Signs in as a new guest of a demo house, with chips. */
  async playAsGuest(house = this.houseId): Promise<void> {
    this.set(await unwrap(api.POST('/demo/visit', { body: { house } })));
    await this.refreshAccount();
  }

  /** Signs in. `code` is that of the second factor, where the account has one. */
  async signIn(handle: string, password: string, code = ''): Promise<void> {
    const more = code ? { code } : {};
    this.set(await unwrap(api.POST('/session', { body: { house: this.houseId, handle, password, ...more } })));
    if (!this.current?.restricted) await this.refreshAccount();
  }

  /** Creates a player account and signs in. A house that is not a demo asks for a document; an invitation is the token of its link. */
  async createAccount(handle: string, password: string, document = '', invitation = ''): Promise<void> {
    const more = { ...(document ? { document } : {}), ...(invitation ? { invitation } : {}) };
    await unwrap(api.POST('/people', { body: { house: this.houseId, handle, password, ...more } }));
    await this.signIn(handle, password);
  }

  /** Sets a password with the token of a link that works once. */
  async setPassword(token: string, password: string): Promise<void> {
    await unwrap(api.POST('/password', { body: { house: this.houseId, token, password } }));
  }

  /** Begins a second factor; returns its secret. */
  async beginFactor(password: string): Promise<NewFactor> {
    return unwrap(api.POST('/second-factor', { body: { password } }));
  }

  /** Confirms the second factor by a code; returns the recovery codes. */
  async confirmFactor(code: string): Promise<string[]> {
    const { codes } = await unwrap(api.PUT('/second-factor', { body: { code } }));
    await this.restore();
    await this.refreshAccount();
    return codes;
  }

  /** Creates the first manager of a new house; the token is in the link that the server printed at its start. */
  async createFirstManager(token: string, handle: string, password: string): Promise<void> {
    await unwrap(api.POST('/first-manager', { body: { token, house: this.houseId, handle, password } }));
    await this.signIn(handle, password);
  }

  async signOut(): Promise<void> {
    await unwrap(api.DELETE('/session'));
    this.set(null);
  }

  async refreshAccount(): Promise<void> {
    if (!this.current) return;
    this.account = await unwrap(api.GET('/houses/{h}/me', { params: { path: { h: this.current.house } } }));
  }

  /** Takes over the balances that a table socket has sent. */
  updateBalances(balances: Balances): void {
    if (this.account) this.account = { ...this.account, balances };
  }
}

export const session = new SessionStore();
