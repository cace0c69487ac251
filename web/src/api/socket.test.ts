import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from './fake-socket';
import { TableSocket, type TableListener } from './socket';

const listener = (): TableListener => ({ view: vi.fn(), balances: vi.fn(), connection: vi.fn() });
const keys = (socket: FakeSocket | undefined): string[] => (socket?.sent ?? []).map((text) => (JSON.parse(text) as { key: string }).key);
const BET = { do: 'bet', amount: '5', wager: 'red' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the socket of a table', () => {
  it('sends a pending command again under its key after a reconnect, and an answered one never', async () => {
    const socket = new TableSocket('ws://house', listener());
    FakeSocket.all[0]?.open();
    const first = socket.send(BET, 7, 'key-1');
    const second = socket.send(BET, 7, 'key-2');
    FakeSocket.all[0]?.receive({ type: 'done', id: 1, from: 1, to: 2, again: false });
    await first;
    FakeSocket.all[0]?.close();
    await vi.advanceTimersByTimeAsync(300);
    FakeSocket.all[1]?.open();
    expect(keys(FakeSocket.all[1])).toEqual(['key-2']);
    expect(JSON.parse(FakeSocket.all[1]?.sent[0] ?? ''), 'meant for the round in which it was pressed').toMatchObject({ round: 7, command: BET });
    FakeSocket.all[1]?.receive({ type: 'done', id: 2, from: 2, to: 3, again: true });
    expect((await second).again).toBe(true);
    expect(socket.pending).toBe(0);
    socket.close();
  });

  it('queues commands while it is connecting', () => {
    const socket = new TableSocket('ws://house', listener());
    void socket.send({ do: 'sit' }, undefined, 'key-9').catch(() => undefined);
    expect(FakeSocket.all[0]?.sent).toEqual([]);
    FakeSocket.all[0]?.open();
    expect(keys(FakeSocket.all[0])).toEqual(['key-9']);
    socket.close();
  });

  it('reconnects with a back-off of at most eight seconds', async () => {
    const events = listener();
    const socket = new TableSocket('ws://house', events);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      FakeSocket.all.at(-1)?.close();
      await vi.advanceTimersByTimeAsync(8000);
    }
    expect(FakeSocket.all.length).toBe(9);
    expect(events.connection).toHaveBeenCalledWith('lost');
    socket.close();
  });

  it('rejects a refused command with its provisions', async () => {
    const socket = new TableSocket('ws://house', listener());
    FakeSocket.all[0]?.open();
    const sent = socket.send(BET);
    FakeSocket.all[0]?.receive({ type: 'refused', id: 1, status: 422, code: 'rules', found: '', allowed: '', cites: ['3.4'], message: 'no such wager' });
    await expect(sent).rejects.toMatchObject({ problem: { cites: ['3.4'] } });
    socket.close();
  });

  it('sends a command that may succeed later again under its key, and gives up in the end', async () => {
    const socket = new TableSocket('ws://house', listener());
    FakeSocket.all[0]?.open();
    const busy = { type: 'refused', id: 1, status: 429, code: 'rate', found: '', allowed: '', cites: [], message: 'too many', retry: true, after: 2000 };
    const sent = socket.send(BET, 7, 'key-1');
    FakeSocket.all[0]?.receive(busy);
    await vi.advanceTimersByTimeAsync(1999);
    expect(keys(FakeSocket.all[0])).toEqual(['key-1']);
    await vi.advanceTimersByTimeAsync(1);
    expect(keys(FakeSocket.all[0])).toEqual(['key-1', 'key-1']);
    FakeSocket.all[0]?.receive({ type: 'done', id: 1, from: 1, to: 2, again: false });
    await sent;
    const hopeless = socket.send(BET, 7, 'key-2');
    const refused = expect(hopeless).rejects.toMatchObject({ problem: { code: 'rate' } });
    for (let attempt = 0; attempt < 8; attempt += 1) {
      FakeSocket.all[0]?.receive({ ...busy, id: 2, after: 1 });
      await vi.advanceTimersByTimeAsync(8000);
    }
    await refused;
    expect(keys(FakeSocket.all[0]).filter((key) => key === 'key-2').length).toBe(8);
    socket.close();
  });

  it('rejects pending commands when it is closed', async () => {
    const socket = new TableSocket('ws://house', listener());
    const sent = socket.send(BET);
    socket.close();
    await expect(sent).rejects.toMatchObject({ problem: { code: 'network' } });
  });
});
