import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/client';
import { sendTableCommand } from '../../api/commands';
import { FakeSocket } from '../../api/fake-socket';
import type { TableListener } from '../../api/socket';
import { makeView } from '../../table/fixtures';
import { DealSocket } from './socket';

vi.mock('../../api/commands', () => ({ sendTableCommand: vi.fn() }));

const listener = (): TableListener => ({ view: vi.fn(), balances: vi.fn(), connection: vi.fn() });
const CONFIRM = { do: 'confirm-entry' } as const;
const at = (version: number): object => ({ type: 'table', now: 0, events: [], table: makeView({ version }) });
const problem = (code: 'stale' | 'network'): ApiError => new ApiError({ status: code === 'stale' ? 409 : 0, code, found: '', allowed: '', cites: [], message: '', retry: code === 'network', after: 0, duty: null });

/** A console at version 7 that has just lost its connection, with a command pressed. */
async function lostWhileConfirming(): Promise<{ socket: DealSocket; sent: Promise<unknown> }> {
  const socket = new DealSocket(1, 2, listener());
  FakeSocket.all[0]?.open();
  FakeSocket.all[0]?.receive(at(7));
  const sent = socket.send(CONFIRM);
  FakeSocket.all[0]?.close();
  await vi.advanceTimersByTimeAsync(300);
  return { socket, sent };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.mocked(sendTableCommand).mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the socket of a console', () => {
  it('sends a command again under its key, for the table as it was when it was pressed', async () => {
    const { socket, sent } = await lostWhileConfirming();
    vi.mocked(sendTableCommand).mockResolvedValue({ from: 8, to: 8, again: false, number: null, breached: false, sequence: 9, leaf: null });
    FakeSocket.all[1]?.open();
    FakeSocket.all[1]?.receive(at(9));
    await expect(sent).resolves.toMatchObject({ to: 8 });
    const { key } = JSON.parse(FakeSocket.all[0]?.sent[0] ?? '') as { key: string };
    expect(vi.mocked(sendTableCommand).mock.calls).toEqual([[1, 2, CONFIRM, key, 7]]);
    expect(FakeSocket.all[1]?.sent).toEqual([]);
    expect(socket.pending).toBe(0);
    socket.close();
  });

  it('gives it up where the table has changed', async () => {
    const { socket, sent } = await lostWhileConfirming();
    vi.mocked(sendTableCommand).mockRejectedValue(problem('stale'));
    const refused = expect(sent).rejects.toMatchObject({ problem: { code: 'stale' } });
    FakeSocket.all[1]?.open();
    await refused;
    expect(socket.pending).toBe(0);
    socket.close();
  });

  it('tries until there is an answer, once at a time', async () => {
    const { socket, sent } = await lostWhileConfirming();
    vi.mocked(sendTableCommand).mockRejectedValueOnce(problem('network')).mockResolvedValue({ from: 8, to: 8, again: true, number: null, breached: false, sequence: 9, leaf: null });
    FakeSocket.all[1]?.open();
    FakeSocket.all[1]?.close();
    await vi.advanceTimersByTimeAsync(600);
    FakeSocket.all[2]?.open();
    expect(vi.mocked(sendTableCommand)).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    await expect(sent).resolves.toMatchObject({ again: true });
    expect(vi.mocked(sendTableCommand)).toHaveBeenCalledTimes(2);
    socket.close();
  });

  it('connects again when the device wakes up and nothing answers', async () => {
    const socket = new DealSocket(1, 2, listener());
    FakeSocket.all[0]?.open();
    document.dispatchEvent(new Event('resume'));
    expect(FakeSocket.all[0]?.sent.map((text) => (JSON.parse(text) as { type: string }).type)).toEqual(['ping']);
    await vi.advanceTimersByTimeAsync(1900);
    expect(FakeSocket.all.length).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(FakeSocket.all.length).toBe(2);
    socket.close();
    document.dispatchEvent(new Event('resume'));
    expect(FakeSocket.all.length).toBe(2);
  });
});
