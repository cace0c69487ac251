/** The WebSocket of a table: views come in, commands go out under idempotency keys and are sent again after a reconnect. */
import { ApiError, networkError, noteSequence, seenSequence } from './client';
import { newKey, noteServerTime } from './keys';
import type { Balances, ClientMessage, CommandResult, ServerMessage, TableCommand, TableEvent, TableView } from './types';

export type Connection = 'connecting' | 'open' | 'lost';

export interface TableListener {
  /** The table after a change, and the events of it; none with the first view after a connection. */
  view(view: TableView, serverTime: number, events: TableEvent[]): void;
  balances(balances: Balances): void;
  connection(connection: Connection, reason?: string): void;
}

interface PendingCommand {
  message: string;
  attempts: number;
  resolve(result: CommandResult): void;
  reject(error: ApiError): void;
}

const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 8000;
const PING_INTERVAL_MS = 15_000;
const PONG_TIMEOUT_MS = 12_000;
const MAX_ATTEMPTS = 8;

type Refused = Extract<ServerMessage, { type: 'refused' }>;

/** The address of the socket of a table. */
export function tableSocketUrl(house: number, table: number): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/v1/houses/${house}/tables/${table}/live`;
}

export class TableSocket {
  protected socket: WebSocket | null = null;
  protected readonly commands = new Map<number, PendingCommand>();
  private nextId = 1;
  private backoff = FIRST_BACKOFF_MS;
  private closed = false;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  private pongTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly listener: TableListener,
  ) {
    this.connect();
    addEventListener('online', this.reconnectNow);
  }

  /** Sends a command; resolves when the server has stored it. With a round, only while the table is in it: it may be sent again after a reconnect. */
  send(command: TableCommand, round?: number, key: string = newKey()): Promise<CommandResult> {
    const id = this.nextId++;
    const message = JSON.stringify({ type: 'do', id, key, ...(round === undefined ? {} : { round }), command } satisfies ClientMessage);
    return new Promise((resolve, reject) => {
      this.commands.set(id, { message, attempts: 1, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
    });
  }

  /** How many commands have no response yet. */
  get pending(): number {
    return this.commands.size;
  }

  /** Closes the socket for good; commands without a response are rejected. */
  close(): void {
    this.closed = true;
    removeEventListener('online', this.reconnectNow);
    this.clearTimers();
    this.socket?.close();
    for (const { reject } of this.commands.values()) reject(networkError());
    this.commands.clear();
  }

  /** Reconnects without waiting for the back-off to pass. */
  readonly reconnectNow = (): void => {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.reconnectTimer);
    this.connect();
  };

  /** The house of the socket, from its address. */
  private get houseOfUrl(): number {
    return Number(/\/houses\/(\d+)\//.exec(this.url)?.[1] ?? 0);
  }

  private connect(): void {
    if (this.closed || this.socket?.readyState === WebSocket.CONNECTING) return;
    const seen = seenSequence(this.houseOfUrl);
    const socket = new WebSocket(seen ? `${this.url}?sequence=${seen}` : this.url);
    this.socket = socket;
    socket.onmessage = ({ data }) => this.receive(JSON.parse(String(data)) as ServerMessage);
    socket.onopen = () => this.onOpen(socket);
    socket.onclose = () => this.onClose(socket);
  }

  private onOpen(socket: WebSocket): void {
    this.backoff = FIRST_BACKOFF_MS;
    this.resend(socket);
    this.pingTimer = setInterval(() => this.ping(socket), PING_INTERVAL_MS);
  }

  /** Sends the commands without a response again, after a reconnect. */
  protected resend(socket: WebSocket): void {
    for (const { message } of this.commands.values()) socket.send(message);
  }

  protected ping(socket: WebSocket, timeout = PONG_TIMEOUT_MS): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'ping', id: 0 } satisfies ClientMessage));
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => this.abandon(socket), timeout);
  }

  /** A connection that does not answer would not answer its closing either. */
  private abandon(socket: WebSocket): void {
    socket.onclose = null;
    socket.close();
    this.onClose(socket);
  }

  private onClose(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.clearTimers();
    if (this.closed) return;
    this.listener.connection('lost');
    this.reconnectTimer = setTimeout(() => this.connect(), this.backoff);
    this.backoff = Math.min(this.backoff * 2, MAX_BACKOFF_MS);
  }

  private clearTimers(): void {
    clearInterval(this.pingTimer);
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.pongTimer);
  }

  protected receive(message: ServerMessage): void {
    clearTimeout(this.pongTimer);
    switch (message.type) {
      case 'table':
        noteServerTime(message.now);
        noteSequence(this.houseOfUrl, message.sequence);
        this.listener.connection('open');
        this.listener.view(message.table, message.now, message.events);
        break;
      case 'balance':
        this.listener.balances(message);
        break;
      case 'bye':
        this.listener.connection('lost', message.reason);
        break;
      case 'done':
        noteSequence(this.houseOfUrl, message.sequence);
        this.takePending(message.id)?.resolve(message);
        break;
      case 'refused':
        this.refused(message);
        break;
      case 'pong':
        break;
    }
  }

  /** A command that may succeed later is sent again under its key; any other is rejected. */
  private refused(message: Refused): void {
    const command = this.commands.get(message.id);
    if (!command || !message.retry || command.attempts >= MAX_ATTEMPTS) {
      this.takePending(message.id)?.reject(new ApiError(message));
      return;
    }
    const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** (command.attempts - 1), MAX_BACKOFF_MS);
    command.attempts += 1;
    setTimeout(() => this.sendAgain(message.id), Math.max(message.after, backoff));
  }

  private sendAgain(id: number): void {
    const command = this.commands.get(id);
    if (command && this.socket?.readyState === WebSocket.OPEN) this.socket.send(command.message);
  }

  protected takePending(id: number): PendingCommand | undefined {
    const command = this.commands.get(id);
    this.commands.delete(id);
    return command;
  }
}
