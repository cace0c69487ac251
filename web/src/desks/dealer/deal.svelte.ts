/** The state of a dealer console: the table as its staff see it, what is keyed in, open proposals, and the commands of the dealer. */
import { api, ApiError, errorText, unwrap } from '../../api/client';
import { loadGame } from '../../api/game';
import type { Connection } from '../../api/socket';
import type { CommandResult, GameInfo, Paperwork, LaidOutExchange, Problem, TableCommand, TableEvent, TableView } from '../../api/types';
import { clock } from '../../stores/clock.svelte';
import { session } from '../../stores/session.svelte';
import { NoticeLog } from '../../table/notices.svelte';
import { reuseUnchanged } from '../../table/view';
import { refusalText } from '../../text/stakes';
import { announcementOf } from './announcements';
import type { Refusal } from '../shared/orders.svelte';
import { entryKind, linesOf } from './entry';
import { People } from './people';
import { DealSocket } from './socket';

const STALE = 'The connection was lost, and the table went on meanwhile. What you pressed was not done: see what the table shows now.';

export class DealStore {
  view = $state.raw<TableView | null>(null);
  game = $state.raw<GameInfo | null>(null);
  papers = $state.raw<Paperwork | null>(null);
  /** What is laid out at this table and waits for a second person. */
  exchanges = $state.raw<LaidOutExchange[]>([]);
  loadError = $state('');
  connection = $state<Connection>('connecting');
  disconnectReason = $state('');
  /** What is keyed in and not sent yet. */
  keyed = $state('');
  /** Whether a command has no response yet: nothing else is sent before it has one. */
  busy = $state(false);
  /** The last refusal, until something succeeds. */
  refusal = $state.raw<Refusal | null>(null);
  /** Where the cards that were entered last go. */
  places = $state.raw<string[]>([]);
  /** Who answered the last call for an inspector, and in which round. */
  answered = $state.raw<{ by: string; at: number; round: number } | null>(null);
  /** Whether a form is open, which then says what is refused. */
  inForm = $state(false);
  readonly notices = new NoticeLog();

  private readonly socket: DealSocket;
  private readonly people = new People();
  private papersWanted = false;
  private papersLoading = false;

  constructor(readonly id: number) {
    this.socket = new DealSocket(session.houseId, id, {
      view: (view, serverTime, events) => this.onView(view, serverTime, events),
      balances: () => undefined,
      connection: (connection, reason) => this.onConnection(connection, reason),
    });
    void this.loadGame();
  }

  get params() {
    return session.tableParams(this.id);
  }

  private async loadGame(): Promise<void> {
    try {
      this.game = await loadGame(this.params);
    } catch (error) {
      this.loadError = errorText(error, 'The game could not be loaded.');
    }
  }

  private onView(next: TableView, serverTime: number, events: TableEvent[]): void {
    clock.sync(serverTime);
    this.noteAnswer(next, events);
    const previous = this.view;
    if (next.entry === null) this.places = next.next_cards;
    this.view = reuseUnchanged(previous, next);
    if (previous?.version !== next.version) void this.loadPapers();
    this.notices.announce(announcementOf(previous, next, this.game));
  }

  private noteAnswer(next: TableView, events: TableEvent[]): void {
    const answer = events.findLast(({ what }) => what === 'call-answered');
    if (answer) this.answered = { by: answer.by, at: answer.at, round: next.round };
    if (next.called) this.answered = null;
  }

  private onConnection(connection: Connection, reason = ''): void {
    this.notices.announceConnection(this.connection, connection);
    this.connection = connection;
    this.disconnectReason = reason;
  }

  /** Loads the open proposals and exchanges; once more if something happened meanwhile. */
  async loadPapers(): Promise<void> {
    this.papersWanted = true;
    if (this.papersLoading) return;
    this.papersLoading = true;
    try {
      while (this.papersWanted) {
        this.papersWanted = false;
        this.papers = await unwrap(api.GET('/houses/{h}/tables/{t}/papers', { params: this.params }));
        this.exchanges = await unwrap(api.GET('/houses/{h}/exchanges', { params: { ...session.houseParams, query: { table: this.id } } }));
      }
    } catch {
      // They are loaded with the next change of the table.
    } finally {
      this.papersLoading = false;
    }
  }

  /** Sends a command. It has one key, so that it is carried out once, however often the connection is lost; at a table that changed meanwhile it is not sent again. */
  async send(command: TableCommand): Promise<CommandResult | null> {
    if (this.busy) return null;
    this.busy = true;
    try {
      const result = await this.socket.send(command);
      this.refusal = null;
      if (result.breached) this.refuse('The cards that were turned up break the rules. Nothing is paid. Call the inspector.', []);
      return result;
    } catch (error) {
      if (error instanceof ApiError) this.onRefused(error.problem);
      return null;
    } finally {
      this.busy = false;
    }
  }

  private onRefused(problem: Problem): void {
    if (problem.code === 'session') session.expired = true;
    this.refuse(problem.code === 'stale' ? STALE : refusalText(problem), problem.cites);
  }

  private refuse(text: string, cites: string[]): void {
    this.refusal = { text, cites };
    this.notices.announce(`Refused: ${text}${cites.length > 0 ? ` (${cites.join(', ')})` : ''}`);
  }

  /** Enters what is keyed in; the server reads it back. */
  async enter(text = this.keyed): Promise<void> {
    if (!this.game || text.trim() === '') return;
    if (await this.send({ do: 'enter', lines: linesOf(text, entryKind(this.game)) })) this.keyed = '';
  }

  /** Sends a command for a player. */
  async sendFor(handle: string, command: TableCommand): Promise<CommandResult | null> {
    try {
      const person = await this.people.numberOf(handle);
      if (person !== null) return await this.send({ ...command, person } as TableCommand);
      this.refuse(`There is nobody called ${handle} in this house.`, []);
    } catch (error) {
      this.refuse(errorText(error), []);
    }
    return null;
  }

  reconnectNow(): void {
    this.socket.reconnectNow();
  }

  close(): void {
    this.socket.close();
  }
}
