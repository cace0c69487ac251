import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, type Listener } from './live';

/** A socket that a test opens, answers and breaks. */
class Socket {
  static all: Socket[] = [];
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (message: { data: string }) => void;

  constructor() {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const listener = (): Listener => ({ seen: vi.fn(), balance: vi.fn(), link: vi.fn() });
const keys = (socket: Socket | undefined): string[] => (socket?.sent ?? []).map((text) => (JSON.parse(text) as { key: string }).key);

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a table over a socket', () => {
  it('sends an unanswered command again under its own key after a break, and an answered one never', async () => {
    const live = new Live('ws://house', listener());
    Socket.all[0]?.open();
    const first = live.order({ do: 'bet' }, 'key-1');
    const second = live.order({ do: 'bet' }, 'key-2');
    Socket.all[0]?.hear({ type: 'done', id: 1, from: 1, to: 2, again: false });
    await first;
    Socket.all[0]?.close();
    await vi.advanceTimersByTimeAsync(300);
    Socket.all[1]?.open();
    expect(keys(Socket.all[1])).toEqual(['key-2']);
    Socket.all[1]?.hear({ type: 'done', id: 2, from: 2, to: 3, again: true });
    expect((await second).again).toBe(true);
    expect(live.unanswered).toBe(0);
    live.leave();
  });

  it('keeps what is ordered while nothing is connected', () => {
    const live = new Live('ws://house', listener());
    void live.order({ do: 'sit' }, 'key-9').catch(() => undefined);
    expect(Socket.all[0]?.sent).toEqual([]);
    Socket.all[0]?.open();
    expect(keys(Socket.all[0])).toEqual(['key-9']);
    live.leave();
  });

  it('waits longer between dials, and not for ever', async () => {
    const told = listener();
    const live = new Live('ws://house', told);
    for (let dial = 0; dial < 8; dial += 1) {
      Socket.all.at(-1)?.close();
      await vi.advanceTimersByTimeAsync(8000);
    }
    expect(Socket.all.length).toBe(9);
    expect(told.link).toHaveBeenCalledWith('lost');
    live.leave();
  });

  it('tells a refusal with its provision', async () => {
    const live = new Live('ws://house', listener());
    Socket.all[0]?.open();
    const order = live.order({ do: 'bet' });
    Socket.all[0]?.hear({ type: 'refused', id: 1, status: 422, code: 'rules', found: '', allowed: '', cites: ['3.4'], message: 'no such wager' });
    await expect(order).rejects.toMatchObject({ problem: { cites: ['3.4'] } });
    live.leave();
  });
});
