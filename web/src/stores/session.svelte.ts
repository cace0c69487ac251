/** The visitor's sessions, one in each house, side by side; the house of the current address, and the visitor's account there. */
import { api, ApiError, errorText, onSessionExpired, setCsrfToken, setCurrentHouse, unwrap } from '../api/client';
import type { Account, Balances, House, NewFactor, OwnSession, Role, Session } from '../api/types';
import { router } from './router.svelte';

const RETRY_MS = 3000;
const HOUSE_KEY = 'croupier.house';

function storedHouse(): number {
  try {
    return Number(localStorage.getItem(HOUSE_KEY) ?? 0);
  } catch {
    return 0;
  }
}

/** The roles that a post at a table can give. */
const DEALING: Role[] = ['dealer', 'inspector', 'manager'];

/** A session that has ended is no failure: the page says so and goes on. */
function unlessSignedOut(error: unknown): void {
  if (!(error instanceof ApiError && error.problem.status === 401)) throw error;
}

type ByHouse<T> = Readonly<Record<number, T>>;

/** The same with the entry of a house set, or removed. */
function change<T>(entries: ByHouse<T>, house: number, entry: T | null): ByHouse<T> {
  const others = Object.entries(entries).filter(([id]) => Number(id) !== house);
  return Object.fromEntries(entry === null ? others : [...others, [house, entry]]) as ByHouse<T>;
}

class SessionStore {
  houses = $state.raw<House[]>([]);
  /** The session in each house where the visitor is signed in. */
  private sessions = $state.raw<ByHouse<Session>>({});
  private accounts = $state.raw<ByHouse<Account>>({});
  /** The house that was visited last, for addresses that name none. */
  private lastHouse = $state(storedHouse());
  private expiredHouse = $state(0);
  /** The house of the address; otherwise the one that was visited last, otherwise one with a session, otherwise the first. */
  readonly house = $derived.by(() => {
    const { route } = router;
    const named = 'house' in route ? route.house : undefined;
    const ids = [named, this.lastHouse, ...this.signedIn];
    const known = ids.map((id) => this.houses.find((house) => house.id === id));
    return known.find((house) => house !== undefined) ?? this.houses[0] ?? null;
  });
  readonly houseId = $derived(this.house?.id ?? 0);
  /** The session in this house. */
  readonly here = $derived(this.sessions[this.houseId] ?? null);
  readonly account = $derived(this.accounts[this.houseId] ?? null);
  status = $state<'loading' | 'ready' | 'failed'>('loading');
  /** Why the page could not be loaded; empty where the server did not answer at all. */
  failure = $state('');
  /** The address of the table where the visitor asked for a seat before opening it. */
  seatRequest = '';
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    setCurrentHouse(() => this.houseId);
    onSessionExpired((house) => this.expire(house));
  }

  /** Whether the session in this house has ended without the visitor's doing. */
  get expired(): boolean {
    return this.expiredHouse !== 0 && this.expiredHouse === this.houseId;
  }

  set expired(expired: boolean) {
    if (expired) this.expire(this.houseId);
    else this.expiredHouse = 0;
  }

  /** Loads the houses and the sessions; retries while that fails. */
  async load(): Promise<void> {
    try {
      this.houses = await unwrap(api.GET('/houses'));
      await this.restore();
      this.status = 'ready';
      await Promise.all(this.signedIn.map((house) => this.refreshAccount(house).catch(unlessSignedOut)));
    } catch (error) {
      const status = error instanceof ApiError ? error.problem.status : -1;
      this.failure = status === 0 ? '' : errorText(error);
      this.status = 'failed';
      clearTimeout(this.retryTimer);
      this.retryTimer = setTimeout(() => void this.load(), RETRY_MS);
    }
  }

  private async restore(): Promise<void> {
    const sessions = await unwrap(api.GET('/session/houses')).catch(unlessSignedOut);
    for (const session of sessions ?? []) this.set(session.house, session);
  }

  private set(house: number, session: Session | null): void {
    this.sessions = change(this.sessions, house, session);
    setCsrfToken(house, session?.csrf ?? '');
    if (session && this.expiredHouse === house) this.expiredHouse = 0;
    if (!session) this.setAccount(house, null);
  }

  private setAccount(house: number, account: Account | null): void {
    this.accounts = change(this.accounts, house, account);
  }

  private expire(house: number): void {
    if (!this.sessions[house]) return;
    this.set(house, null);
    this.expiredHouse = house;
  }

  /** The houses where the visitor is signed in. */
  private get signedIn(): number[] {
    return Object.keys(this.sessions).map(Number);
  }

  /** The session of the visitor in a house. */
  sessionIn(house: number): Session | null {
    return this.sessions[house] ?? null;
  }

  /** Whether the visitor is of the staff that deals in a house. The server checks the post at each table. */
  dealsIn(house: number): boolean {
    const role = this.sessions[house]?.role;
    return role !== undefined && DEALING.includes(role);
  }

  /** The account of the visitor in a house. */
  accountIn(house: number): Account | null {
    return this.accounts[house] ?? null;
  }

  /** Remembers the house, for addresses that name none. */
  visit(house: number): void {
    if (house === 0 || house === this.lastHouse) return;
    this.lastHouse = house;
    try {
      localStorage.setItem(HOUSE_KEY, String(house));
    } catch {
      // Storage is blocked: the house is remembered until the page is closed.
    }
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

  private async begin(session: Session): Promise<void> {
    this.set(session.house, session);
    this.visit(session.house);
    await this.refreshAccount(session.house);
  }

  /** Signs in as a new guest of a demo house, with chips. Whoever is signed in there stays who he is. */
  async playAsGuest(house = this.houseId): Promise<void> {
    if (this.sessions[house]) return;
    await this.begin(await unwrap(api.POST('/demo/visit', { body: { house } })));
  }

  /** Signs in. `code` is that of the second factor, where the account has one. */
  async signIn(handle: string, password: string, code = ''): Promise<void> {
    const more = code ? { code } : {};
    await this.begin(await unwrap(api.POST('/session', { body: { house: this.houseId, handle, password, ...more } })));
  }

  /** Creates a player account and signs in. A house that is not a demo asks for a document; an invitation is the token of its link. */
  async createAccount(handle: string, password: string, document = '', invitation = ''): Promise<void> {
    const more = { ...(document ? { document } : {}), ...(invitation ? { invitation } : {}) };
    await this.begin(await unwrap(api.POST('/people', { body: { house: this.houseId, handle, password, ...more } })));
  }

  /** Creates the first manager of a new house; the token is in the link that the server printed at its start. */
  async createFirstManager(token: string, handle: string, password: string): Promise<void> {
    await this.begin(await unwrap(api.POST('/first-manager', { body: { token, house: this.houseId, handle, password } })));
  }

  /** Sets a password with the token of a link that works once. */
  async setPassword(token: string, password: string): Promise<void> {
    await unwrap(api.POST('/password', { body: { house: this.houseId, token, password } }));
  }

  /** Changes the password; every other session in this house ends. */
  async changePassword(old: string, password: string): Promise<void> {
    await unwrap(api.PUT('/password', { body: { old, password } }));
  }

  /** The visitor's sessions in this house, on every device. */
  async listSessions(): Promise<OwnSession[]> {
    return unwrap(api.GET('/sessions', { params: { query: { house: this.houseId } } }));
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

  /** Signs out of this house; sessions in other houses go on. */
  async signOut(): Promise<void> {
    const house = this.houseId;
    await unwrap(api.DELETE('/session', { params: { query: { house } } }));
    this.set(house, null);
  }

  /** Ends all sessions of the visitor in this house, on every device. */
  async signOutEverywhere(): Promise<void> {
    const house = this.houseId;
    await unwrap(api.DELETE('/sessions', { params: { query: { house } } }));
    this.set(house, null);
  }

  async refreshAccount(house = this.houseId): Promise<void> {
    const session = this.sessions[house];
    if (!session || session.restricted) return;
    const account = await unwrap(api.GET('/houses/{h}/me', { params: { path: { h: house } } }));
    // Somebody else may have signed in meanwhile.
    if (this.sessions[house] === session) this.setAccount(house, account);
  }

  /** Takes over the balances that a table socket has sent. */
  updateBalances(balances: Balances): void {
    if (this.account) this.setAccount(this.houseId, { ...this.account, balances });
  }
}

export const session = new SessionStore();
