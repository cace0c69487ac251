/** A table over a WebSocket: state comes as it changes, commands go out under keys and are sent again after a break. */
import { freshKey, Refused, unreachable } from './client';
import type { Balances, Command, Done, FromHouse, Problem, Seen, TableEvent } from './wire';

export type Link = 'joining' | 'live' | 'lost' | 'over';

export interface Listener {
  seen(seen: Seen, now: number, events: TableEvent[]): void;
  balance(balances: Balances): void;
  link(link: Link, reason?: string): void;
}

interface Waiting {
  text: string;
  done(done: Done): void;
  refused(problem: Refused): void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const PING_MS = 15_000;
const SILENCE_MS = 12_000;

/** One table, joined until it is left. */
export class Live {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private backoff = FIRST_WAIT_MS;
  private left = false;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private redial: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    this.dial();
    addEventListener('online', this.hurry);
  }

  /** Gives a command; it resolves when the house has stored it. */
  order(command: Command, key = freshKey()): Promise<Done> {
    const id = this.next++;
    const text = JSON.stringify({ type: 'do', id, key, command });
    return new Promise((done, refused) => {
      this.waiting.set(id, { text, done, refused });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** How many commands have no answer yet. */
  get unanswered(): number {
    return this.waiting.size;
  }

  /** Leaves for good; what is unanswered is told so. */
  leave(): void {
    this.left = true;
    removeEventListener('online', this.hurry);
    this.rest();
    this.socket?.close();
    for (const { refused } of this.waiting.values()) refused(new Refused(unreachable()));
    this.waiting.clear();
  }

  /** Dials at once, where a dial was put off. */
  readonly hurry = (): void => {
    if (this.left || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.redial);
    this.dial();
  };

  private dial(): void {
    if (this.left || this.socket?.readyState === WebSocket.CONNECTING) return;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as FromHouse);
    socket.onopen = () => this.opened(socket);
    socket.onclose = () => this.closed(socket);
  }

  private opened(socket: WebSocket): void {
    this.backoff = FIRST_WAIT_MS;
    for (const { text } of this.waiting.values()) socket.send(text);
    this.pinger = setInterval(() => this.ping(socket), PING_MS);
  }

  private ping(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'ping', id: 0 }));
    clearTimeout(this.silence);
    this.silence = setTimeout(() => socket.close(), SILENCE_MS);
  }

  private closed(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.rest();
    if (this.left) return;
    this.listener.link('lost');
    this.redial = setTimeout(() => this.dial(), this.backoff);
    this.backoff = Math.min(this.backoff * 2, LONGEST_WAIT_MS);
  }

  private rest(): void {
    clearInterval(this.pinger);
    clearTimeout(this.redial);
    clearTimeout(this.silence);
  }

  private hear(message: FromHouse): void {
    clearTimeout(this.silence);
    switch (message.type) {
      case 'seen':
        this.listener.link('live');
        this.listener.seen(message.seen, message.now, message.events ?? []);
        break;
      case 'balance':
        this.listener.balance(message);
        break;
      case 'bye':
        this.listener.link('lost', message.reason);
        break;
      case 'done':
        this.answer(message.id)?.done(message);
        break;
      case 'refused':
        this.answer(message.id)?.refused(new Refused(message as Problem));
        break;
      case 'pong':
        break;
    }
  }

  private answer(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}
