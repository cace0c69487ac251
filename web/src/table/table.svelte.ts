/** The state of one table: its view and game from the server, own bets, and the commands of the player. */
import { ApiError, errorText } from '../api/client';
import { loadGame } from '../api/game';
import { TableSocket, tableSocketUrl, type Connection } from '../api/socket';
import { rememberBet } from '../fair/bet-leaves';
import type { Balances, CommandResult, GameInfo, Move, Stake, TableCommand, TableView } from '../api/types';
import { clock } from '../stores/clock.svelte';
import { chips } from '../chips/chips.svelte';
import { session } from '../stores/session.svelte';
import { fromWire, type Minor } from '../text/money';
import { isBettingOpen, resultText } from '../text/phases';
import { refusalText } from '../text/stakes';
import { wagerLabel } from '../text/names';
import { announcementOf, layoutText, moneyText, timeText, type Surroundings } from './announcements';
import { Bets, type BetContext } from './bets.svelte';
import { chipsByWager } from './chips';
import { withoutHiddenResults } from './frames';
import { LastBets } from './last-bets.svelte';
import { NoticeLog } from './notices.svelte';
import { Reveal } from './reveal.svelte';
import { sound } from './sound.svelte';
import { bankNet, netOf, reuseUnchanged, settledStakes } from './view';
import { parseTyped } from './typed';

/** The own bets of a round that is over. */
export interface PreviousRound {
  round: number;
  result: string;
  stakes: Stake[];
}

const NO_STAKES: Stake[] = [];
/** What is meant for the round in which it is sent: after a lost connection it must not be done in another one. */
const OF_A_ROUND = new Set<TableCommand['do']>(['bet', 'take-back', 'decide', 'decline', 'ready']);
/** A result is announced after this time even if the balance after it has not come. */
const BALANCE_WAIT_MS = 1500;

/** The sound of what falls between two frames. */
function playFall(shown: TableView, next: TableView): void {
  if (next.fell?.ball && !shown.fell?.ball) sound.play('ball');
  else if (next.fell?.dice && !shown.fell?.dice) sound.play('dice');
  else if (next.cards.length > shown.cards.length) sound.play('card');
  else if (next.cards.filter(({ card }) => card).length > shown.cards.filter(({ card }) => card).length) sound.play('turn');
}

/** Whether a view shows a payment to its visitor. */
function isPaid(table: TableView): boolean {
  return table.phase === 'payment' && settledStakes(table).some((stake) => fromWire(stake.returned) > 0n);
}

export class TableStore implements BetContext {
  /** The table as it is shown: without what follows from cards that have not fallen yet. */
  view = $state.raw<TableView | null>(null);
  /** The latest view that the server has sent. */
  private latest: TableView | null = null;
  game = $state.raw<GameInfo | null>(null);
  loadError = $state('');
  connection = $state<Connection>('connecting');
  disconnectReason = $state('');
  /** Whether the player has pressed Ready in this betting phase. */
  ready = $state(false);
  /** Own bets of the round before, shown until this round has a result. */
  previousRound = $state.raw<PreviousRound | null>(null);
  /** What the bank that the player holds has won or lost in this round; null before, and if it is not the player's. */
  bankNet = $state<Minor | null>(null);
  /** Called with every decision that is sent. */
  ondecision: ((move: Move) => void) | undefined;

  readonly notices = new NoticeLog();
  readonly reveal = new Reveal({ frame: (view) => this.onFrame(view), shown: (view, previous) => this.onShown(view, previous) });
  readonly bets: Bets;

  private readonly allStakes = $derived(this.view?.stakes ?? NO_STAKES);
  /** Own stakes without a result, oldest first. */
  readonly mine = $derived(this.allStakes.filter((stake) => stake.mine && stake.outcome === 'standing'));
  /** Those of them that a zero does not hold. */
  readonly movable = $derived(this.mine.filter((stake) => !stake.life?.startsWith('held')));
  /** Own bets that were accepted, and refused when betting closed: a tie bet alone, for example. */
  readonly refused = $derived(this.allStakes.filter((stake) => stake.mine && stake.outcome === 'refused'));
  /** The stakes to show. */
  readonly stakes = $derived(this.allStakes.filter((stake) => !['cancelled', 'refused'].includes(stake.outcome)));
  readonly chips = $derived.by(() => chipsByWager(this.stakes, this.bets.pending));

  private readonly socket: TableSocket;
  private readonly lastBets: LastBets;
  private heldBalances: Balances | null = null;
  /** Whether a payment has changed the balance and the server has not sent it yet. */
  private balanceIsDue = false;
  /** An announcement that waits for the balance. */
  private heldAnnouncement: { previous: TableView | null; next: TableView } | null = null;
  private announcementTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: number,
    private takeSeat = false,
  ) {
    this.lastBets = new LastBets(`${session.houseId}.${session.here?.person ?? 'guest'}`, id);
    this.bets = new Bets(this, this.lastBets);
    this.socket = new TableSocket(tableSocketUrl(session.houseId, id), {
      view: (view, serverTime) => this.onView(view, serverTime),
      balances: (balances) => this.onBalances(balances),
      connection: (connection, reason) => this.onConnection(connection, reason),
    });
    void this.loadGame();
  }

  /** The path parameters of this table in the API. */
  get params() {
    return session.tableParams(this.id);
  }

  /** Own net result of this round once all own stakes are settled; null before. */
  get netResult(): Minor | null {
    if (this.bankNet !== null) return this.bankNet;
    const own = this.stakes.filter((stake) => stake.mine);
    if (own.some((stake) => stake.outcome === 'standing' && !stake.life)) return null;
    const settled = own.filter((stake) => stake.outcome !== 'standing');
    return settled.length === 0 ? null : netOf(settled);
  }

  /** The total of own stakes without a result. */
  get staked(): Minor {
    return this.mine.reduce((sum, stake) => sum + fromWire(stake.amount), 0n);
  }

  get bettingOpen(): boolean {
    return this.view !== null && isBettingOpen(this.view.phase) && this.connection === 'open';
  }

  get seated(): boolean {
    return this.view?.seated.some((seat) => seat.me) ?? false;
  }

  private async loadGame(): Promise<void> {
    try {
      this.game = await loadGame(this.params);
      this.bets.pickFirstChip(this.game);
    } catch (error) {
      this.loadError = errorText(error, 'The game could not be loaded.');
    }
  }

  private onView(sent: TableView, serverTime: number): void {
    const next = withoutHiddenResults(sent, this.latest);
    clock.sync(serverTime);
    if (isPaid(next) && !(this.latest && isPaid(this.latest))) this.balanceIsDue = true;
    if (!isBettingOpen(next.phase) || this.latest?.round !== next.round) this.ready = false;
    this.latest = next;
    this.lastBets.update(next);
    this.reveal.update(next);
    if (this.takeSeat) void this.sit();
    this.takeSeat = false;
  }

  /** A step on the way to the latest view. */
  private onFrame(view: TableView): void {
    if (this.view) playFall(this.view, view);
    this.view = reuseUnchanged(this.view, view);
  }

  /** Everything in the latest view lies on the page. */
  private onShown(view: TableView, previous: TableView | null): void {
    if (previous && previous.round !== view.round) this.keepResult(previous);
    this.bankNet = view.phase === 'payment' && previous?.phase === 'payment' && previous.round === view.round ? this.bankNet : bankNet(previous, view);
    this.view = reuseUnchanged(this.view, view);
    if (this.heldBalances) this.onBalances(this.heldBalances);
    this.heldBalances = null;
    if (view.phase === 'payment' && previous?.phase !== 'payment' && (this.netResult ?? 0n) > 0n) sound.play('win');
    this.announceChange(previous, view);
  }

  private keepResult(table: TableView): void {
    const stakes = settledStakes(table);
    if (stakes.length > 0) this.previousRound = { round: table.round, result: resultText(table), stakes };
  }

  private onBalances(balances: Balances): void {
    this.balanceIsDue = false;
    if (this.reveal.running) {
      this.heldBalances = balances;
      return;
    }
    session.updateBalances(balances);
    void session.refreshAccount().catch(() => undefined);
    this.announceHeld();
  }

  private onConnection(connection: Connection, reason = ''): void {
    this.notices.announceConnection(this.connection, connection);
    this.connection = connection;
    this.disconnectReason = reason;
  }

  private announceChange(previous: TableView | null, next: TableView): void {
    this.announceHeld();
    this.heldAnnouncement = { previous, next };
    if (!this.balanceIsDue || next.phase !== 'payment') return this.announceHeld();
    this.announcementTimer = setTimeout(() => this.announceHeld(), BALANCE_WAIT_MS);
  }

  private announceHeld(): void {
    clearTimeout(this.announcementTimer);
    if (!this.heldAnnouncement) return;
    const { previous, next } = this.heldAnnouncement;
    this.heldAnnouncement = null;
    this.notices.announce(announcementOf(previous, next, this.surroundings));
  }

  private get surroundings(): Surroundings {
    return { game: this.game, balance: session.account?.balances.chips, now: clock.now };
  }

  /** Has screen readers read the time left, the layout, or bets and balance. */
  say(what: 'time' | 'layout' | 'money'): void {
    if (!this.view) return;
    const { view, surroundings } = this;
    const texts = { time: () => timeText(view, surroundings), layout: () => layoutText(view, this.game), money: () => moneyText(view, surroundings) };
    this.notices.announce(texts[what]());
  }

  /** The round that the table is in, as far as the server has said. */
  get round(): number | undefined {
    return this.latest?.round;
  }

  /** Sends a command and logs the response; `accepted` is the text that is logged on success, `round` the round that it is meant for. */
  async send(command: TableCommand, accepted?: string, round = this.round): Promise<CommandResult | null> {
    try {
      const result = await this.socket.send(command, OF_A_ROUND.has(command.do) ? round : undefined);
      if (accepted) this.notices.add('good', 'Accepted', accepted);
      if (result.leaf && session.here) rememberBet({ house: session.houseId, person: session.here.person }, { ...result.leaf, table: this.id, text: accepted ?? 'a bet' });
      return result;
    } catch (error) {
      if (error instanceof ApiError) this.onRefused(error);
      return null;
    }
  }

  private onRefused({ problem }: ApiError): void {
    if (problem.code === 'session') session.expired = true;
    if (problem.code === 'funds') chips.short = true;
    this.notices.add('bad', 'Refused', refusalText(problem), problem.cites);
  }

  /** Takes a seat unless the player has one. */
  async sit(): Promise<void> {
    if (!this.seated) await this.send({ do: 'sit' });
  }

  async ensureSeat(): Promise<boolean> {
    if (session.here) await this.sit();
    else this.notices.add('bad', 'Not seated', 'Take a seat first.');
    return session.here !== null;
  }

  cleared(): void {
    this.notices.add('plain', 'Cleared', 'All your bets were taken back.');
  }

  /** Makes a decision that the server offers. */
  async decide(move: Move): Promise<void> {
    this.ondecision?.(move);
    const { decision, on, amount, words } = move;
    const command: TableCommand = { do: 'decide', decision, ...(on ? { on } : {}), ...(amount ? { amount } : {}) };
    if (await this.send(command)) this.notices.addQuietly('good', 'Accepted', words || wagerLabel(decision) + (on ? ` on ${on}` : ''));
  }

  /** Declines insurance and even money. */
  async declineInsurance(): Promise<void> {
    await this.send({ do: 'decline' }, 'No insurance');
  }

  /** Tells the table that the player's bets are complete. */
  async callReady(): Promise<void> {
    this.ready = true;
    if (!(await this.send({ do: 'ready' }, 'You are ready. Waiting for the other players.'))) this.ready = false;
  }

  /** Carries out a typed line; false if it was not understood or refused. The example is for a line that was not understood. */
  async runTyped(line: string, example?: string): Promise<boolean> {
    const typed = parseTyped(line, example);
    if (typed.kind === 'invalid') {
      this.notices.add('bad', 'Not understood', typed.message);
      return false;
    }
    if (typed.kind === 'action') {
      await this.bets[typed.action]();
      return true;
    }
    const { command } = typed;
    if (command.do === 'bet') return (await this.bets.place(command.wager, fromWire(command.amount), command.area ?? undefined)) !== null;
    return (await this.send(command, line.trim())) !== null;
  }

  /** Reconnects without waiting for the back-off to pass. */
  reconnectNow(): void {
    this.socket.reconnectNow();
  }

  /** Stops following the table; the seat stays taken. */
  close(): void {
    this.reveal.cancel();
    clearTimeout(this.announcementTimer);
    sound.leave();
    this.socket.close();
  }
}
