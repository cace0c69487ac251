/** One table as the page holds it: what is seen, what was sent, what was answered. */
import { lying } from '../cloth/lying';
import { get, Refused } from '../house/client';
import { clock } from '../house/clock.svelte';
import { Live, type Link } from '../house/live';
import { amount, shown, wire, type Minor } from '../house/money';
import { visit } from '../house/session.svelte';
import { moves } from '../house/theme.svelte';
import type { Balances, Command, Done, GameDoc, Move, Seen, Stake, TableEvent } from '../house/wire';
import { read } from '../house/words';
import { Again } from './again.svelte';
import { netWords, refusalText, stakeLine, type Notice, type Tone } from './notice';
import { bannerWords, betting, cardsSaid, spoken } from './phase';

/** A bet that has been sent and not answered. */
export interface Ghost {
  key: string;
  wager: string;
  amount: Minor;
}

/** What became of my bets in a round. */
export interface Past {
  round: number;
  tells: string;
  stakes: Stake[];
}

const NONE: Stake[] = [];
const NOTICES_MAX = 6;
/** A wheel that never lands must not hold the payment back. */
const LANDING_MAX_MS = 7000;

export class Room {
  seen = $state.raw<Seen | null>(null);
  game = $state.raw<GameDoc | null>(null);
  link = $state<Link>('joining');
  reason = $state('');
  notices = $state.raw<Notice[]>([]);
  ghosts = $state.raw<Ghost[]>([]);
  chip = $state<Minor>(0n);
  events = $state.raw<TableEvent[]>([]);
  announced = $state('');
  /** Whether something still falls on the page that the house already knows. */
  falling = $state(false);
  /** Which fall of ball or dice is on the page. */
  fall = $state('');
  failed = $state('');
  /** My bets of the round before, until this one has come to an end: a result stays in view. */
  past = $state.raw<Past | null>(null);
  private readonly laid = $derived(this.seen?.stakes ?? NONE);
  /** My stakes that stand, oldest first. */
  readonly mine = $derived(this.laid.filter((stake) => stake.mine && stake.outcome === 'standing'));
  /** My bets that were accepted, and refused when betting closed: a tie bet alone, for one. */
  readonly turnedDown = $derived(this.laid.filter((stake) => stake.mine && stake.outcome === 'refused'));
  /** Every stake as it may be shown: nothing is settled before it has fallen on the page. */
  readonly stakes = $derived.by(() => {
    const stakes = this.laid.filter((stake) => !['cancelled', 'refused'].includes(stake.outcome));
    return this.falling ? stakes.map((stake) => ({ ...stake, outcome: 'standing' })) : stakes;
  });
  /** What lies on each spot. */
  readonly lies = $derived(lying(this.stakes, this.ghosts));
  /** Whether I have said, while bets are taken, that mine are made. */
  ready = $state(false);
  /** Told of every decision that goes out. */
  ondecided: ((move: Move) => void) | undefined;
  readonly again: Again;

  private readonly live: Live;
  private noticed = 0;
  private held: Balances | null = null;
  private landing: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: number,
    private wantsSeat = false,
  ) {
    this.again = new Again(table);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const url = `${scheme}://${location.host}/api/v1${visit.path}/tables/${table}/live`;
    this.live = new Live(url, {
      seen: (seen, now, events) => this.see(seen, now, events),
      balance: (balances) => this.hold(balances),
      link: (link, reason) => this.linked(link, reason),
    });
    void this.learn();
  }

  /** The path of this table in the API. */
  get path(): string {
    return `${visit.path}/tables/${this.table}`;
  }

  /** What this round came to for me, once all of it is settled; nothing before. */
  get came(): Minor | null {
    const own = this.stakes.filter((stake) => stake.mine);
    if (own.length === 0 || own.some((stake) => stake.outcome === 'standing' && !stake.life)) return null;
    const over = own.filter((stake) => stake.outcome !== 'standing');
    return over.length === 0 ? null : net(over);
  }

  /** What I have staked that stands. */
  get staked(): Minor {
    return this.mine.reduce((sum, stake) => sum + amount(stake.amount), 0n);
  }

  /** Whether a bet may be laid now. */
  get open(): boolean {
    return this.seen !== null && betting(this.seen.phase) && this.link === 'live';
  }

  /** Whether this person sits here. */
  get seatedHere(): boolean {
    return this.seen?.seated.some((seat) => seat.me) ?? false;
  }

  private async learn(): Promise<void> {
    try {
      this.game = await get<GameDoc>(`${this.path}/game`);
      const least = amount(this.game.limits.min);
      const chips = this.game.chips.map(amount).sort((a, b) => (a < b ? -1 : 1));
      this.chip = chips.find((chip) => chip >= least && chip > 0n) ?? chips.at(-1) ?? 100n;
    } catch (error) {
      this.failed = error instanceof Refused ? error.problem.message : 'The game could not be read.';
    }
  }

  private see(seen: Seen, now: number, events: TableEvent[]): void {
    const before = this.seen;
    clock.set(now);
    const fall = fallOf(seen);
    if (before && fall !== '' && fall !== this.fall && moves()) this.watchItFall();
    this.fall = fall;
    if (before && before.round !== seen.round && this.falling && fall === '') this.landed();
    if (before && before.round !== seen.round) this.keep(before);
    this.again.note(seen);
    if (!betting(seen.phase) || before?.round !== seen.round) this.ready = false;
    this.seen = shared(before, seen);
    if (this.wantsSeat) void this.sit();
    this.wantsSeat = false;
    if (events.length > 0) this.events = [...this.events, ...events].slice(-40);
    if (!this.falling) this.tell(before, seen);
  }

  private keep(over: Seen): void {
    const stakes = settled(over);
    if (stakes.length > 0) this.past = { round: over.round, tells: over.tells, stakes };
  }

  private watchItFall(): void {
    this.falling = true;
    clearTimeout(this.landing);
    this.landing = setTimeout(() => this.landed(), LANDING_MAX_MS);
  }

  /** The ball lies, the dice lie: what followed from it may be shown. */
  landed(): void {
    if (!this.falling) return;
    clearTimeout(this.landing);
    this.falling = false;
    if (this.held) this.hold(this.held);
    this.held = null;
    if (this.seen) this.tell(null, this.seen);
  }

  private hold(balances: Balances): void {
    if (this.falling) {
      this.held = balances;
      return;
    }
    visit.hold(balances);
    void visit.refresh().catch(() => undefined);
  }

  private linked(link: Link, reason = ''): void {
    const before = this.link;
    this.link = link;
    this.reason = reason;
    if (link === 'lost' && before === 'live') this.announce('The connection is lost. It is being restored.');
    if (link === 'live' && before === 'lost') this.announce('The connection is restored.');
  }

  /** Says in the live region what a person at the table would hear. */
  private tell(before: Seen | null, seen: Seen): void {
    if (seen.phase === 'payment' && before?.phase !== 'payment') this.tellResult(seen);
    else if (before && bannerWords(before) !== bannerWords(seen)) this.announce(bannerWords(seen));
  }

  private tellResult(seen: Seen): void {
    const own = settled(seen);
    const balance = visit.me ? ` Balance ${shown(visit.me.balances.chips)}.` : '';
    const words = own.map(stakeLine).join('. ');
    this.announce([cardsSaid(seen.tells), words, own.length > 0 ? netWords(net(own)) : ''].filter(Boolean).join('. ') + balance);
  }

  private announce(text: string): void {
    this.announced = text;
  }

  /** Puts a line before the player. */
  notice(tone: Tone, word: string, text: string, cites: string[] = []): void {
    this.noticed += 1;
    this.notices = [{ id: this.noticed, tone, word, text, cites }, ...this.notices].slice(0, NOTICES_MAX);
    this.announce(`${word}: ${text}`);
  }

  /** Gives a command and says what became of it. */
  async order(command: Command, accepted?: string): Promise<Done | null> {
    try {
      const done = await this.live.order(command);
      if (accepted) this.notice('good', 'Accepted', accepted);
      return done;
    } catch (error) {
      if (error instanceof Refused) this.refuse(error);
      return null;
    }
  }

  private refuse(error: Refused): void {
    const { problem } = error;
    if (problem.code === 'session') visit.expired = true;
    this.notice('bad', 'Refused', refusalText(problem), problem.cites);
  }

  /** Takes a seat, where one has none. */
  async sit(): Promise<void> {
    if (!this.seatedHere) await this.order({ do: 'sit' });
  }

  /** Lays a bet: its chip lies there at once as a ghost, and firmly once the house has it. */
  async bet(wager: string, stake: Minor = this.chip, area?: string): Promise<Done | null> {
    if (!visit.here) {
      this.notice('bad', 'Not seated', 'Take a seat first.');
      return null;
    }
    const key = crypto.randomUUID();
    this.ghosts = [...this.ghosts, { key, wager, amount: stake }];
    await this.sit();
    const words = `${shown(stake)} on ${spoken(wager)}`;
    const done = await this.order({ do: 'bet', amount: wire(stake), wager, ...(area ? { area } : {}) }, words);
    this.ghosts = this.ghosts.filter((ghost) => ghost.key !== key);
    return done;
  }

  /** What a chip laid on a wager comes to: a call is made of several chips, all equal. */
  chipOn(wager: string, chip: Minor = this.chip): Minor {
    if (!this.game?.race?.spots.some((spot) => spot.wager === wager)) return chip;
    const step = amount(this.game.wagers.find((one) => one.words.includes(wager))?.step);
    return step > 0n ? chip * step : chip;
  }

  /** Takes back the last chip; of one wager, where it is named. */
  async undo(wager?: string): Promise<void> {
    const last = this.mine.findLast((stake) => wager === undefined || stake.wager === wager);
    if (!last) return;
    await this.order({ do: 'take-back', stake: last.stake }, `${shown(last.amount)} on ${spoken(last.wager)} taken back`);
  }

  /** Takes back all. */
  async clear(): Promise<void> {
    const stakes = this.mine.map((stake) => stake.stake).reverse();
    await Promise.all(stakes.map((stake) => this.order({ do: 'take-back', stake })));
    if (this.mine.length === 0) this.notice('plain', 'Cleared', 'your bets are taken back');
  }

  /** Lays again what already lies there. */
  async double(): Promise<void> {
    for (const stake of this.mine) await this.bet(stake.wager, amount(stake.amount));
  }

  /** Lays what lay there the round before: a button, never by itself. */
  async rebet(): Promise<void> {
    for (const { wager, amount: text } of this.again.last) await this.bet(wager, amount(text));
  }

  /** Takes a decision that the house offers. */
  async decide(move: Move): Promise<void> {
    this.ondecided?.(move);
    const { decision, on, amount: cover } = move;
    const command = { do: 'decide', decision, ...(on ? { on } : {}), ...(cover ? { amount: cover } : {}) };
    await this.order(command, move.words ?? spoken(decision) + (on ? ` on ${on}` : ''));
  }

  /** Has made all bets: the house need not wait for mine. */
  async callReady(): Promise<void> {
    this.ready = true;
    if (!(await this.order({ do: 'ready' }, 'you are ready: the house waits only for the others'))) this.ready = false;
  }

  /** Wants neither insurance nor even money. */
  async decline(): Promise<void> {
    await this.order({ do: 'decline' }, 'no insurance');
  }

  /** Does what was typed; tells whether it was understood. */
  async say(line: string): Promise<boolean> {
    const said = read(line);
    if (said.kind === 'unread') {
      this.notice('bad', 'Not understood', said.message);
      return false;
    }
    if (said.kind === 'desk') {
      await this[said.act]();
      return true;
    }
    const { command } = said;
    if (command.do === 'bet') {
      const area = typeof command['area'] === 'string' ? command['area'] : undefined;
      return (await this.bet(String(command['wager']), amount(String(command['amount'])), area)) !== null;
    }
    return (await this.order(command, line.trim())) !== null;
  }

  /** Dials at once. */
  hurry(): void {
    this.live.hurry();
  }

  /** Leaves the page of the table; the seat stays. */
  close(): void {
    clearTimeout(this.landing);
    this.live.leave();
  }
}

/** Tells one fall from another, also where the same falls again; nothing while nothing has fallen. */
function fallOf(seen: Seen): string {
  if (!seen.fell) return '';
  const throws = seen.lines.filter((line) => line.startsWith('dice')).length;
  return `${seen.round} ${throws} ${JSON.stringify(seen.fell)}`;
}

/** What is as it was stays the same object, so that nothing is drawn anew for it. */
function shared(before: Seen | null, seen: Seen): Seen {
  if (!before) return seen;
  const same = <K extends keyof Seen>(key: K): Seen[K] => (JSON.stringify(before[key]) === JSON.stringify(seen[key]) ? before[key] : seen[key]);
  return { ...seen, stakes: same('stakes'), hands: same('hands'), seated: same('seated'), moves: same('moves'), due: same('due'), fell: same('fell'), bank: same('bank') };
}

/** My stakes that have been settled. */
function settled(seen: Seen): Stake[] {
  return seen.stakes.filter((stake) => stake.mine && !['standing', 'cancelled'].includes(stake.outcome));
}

/** What stakes came to, together. */
export function net(stakes: Stake[]): Minor {
  return stakes.reduce((sum, stake) => sum + amount(stake.returned) - amount(stake.amount), 0n);
}
