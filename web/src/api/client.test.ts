import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, ApiError, onSessionExpired, setCsrfToken, setCurrentHouse, unwrap } from './client';
import { sendHouseCommand } from './commands';

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  setCurrentHouse(() => 1);
  setCsrfToken(1, 'token-1');
  setCsrfToken(2, 'token-2');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onSessionExpired(() => undefined);
});

describe('the API client', () => {
  it('sends the CSRF token and returns the body', async () => {
    fetched.mockResolvedValue(json([{ id: 1 }]));
    expect(await unwrap(api.GET('/houses'))).toEqual([{ id: 1 }]);
    expect(fetched.mock.calls[0]?.[0].headers.get('x-csrf-token')).toBe('token-1');
  });

  it('sends the token of the house that the request names', async () => {
    fetched.mockImplementation(() => Promise.resolve(json({})));
    await unwrap(api.GET('/houses/{h}/me', { params: { path: { h: 2 } } }));
    await unwrap(api.GET('/session', { params: { query: { house: 2 } } }));
    await unwrap(api.GET('/houses/{h}/me', { params: { path: { h: 3 } } }));
    expect(fetched.mock.calls.map(([request]) => request.headers.get('x-csrf-token'))).toEqual(['token-2', 'token-2', null]);
  });

  it('throws the problem that the server describes', async () => {
    fetched.mockResolvedValue(json({ status: 422, code: 'rules', cites: ['3.4'], message: 'no such wager' }, 422));
    await expect(unwrap(api.GET('/houses'))).rejects.toMatchObject({ problem: { code: 'rules', cites: ['3.4'] } });
  });

  it('reports an expired session, except for a response to an earlier one', async () => {
    const expired = vi.fn();
    onSessionExpired(expired);
    fetched.mockImplementation(() => Promise.resolve(json({}, 401)));
    await unwrap(api.GET('/houses')).catch(() => undefined);
    expect(expired.mock.calls).toEqual([[1]]);
    let respond = (): void => undefined;
    fetched.mockImplementation(() => new Promise((resolve) => (respond = () => resolve(json({}, 401)))));
    const late = unwrap(api.GET('/houses')).catch(() => undefined);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    setCsrfToken(1, 'token-3');
    respond();
    await late;
    expect(expired).toHaveBeenCalledTimes(1);
  });

  it('turns a network failure into an error without a status', async () => {
    fetched.mockRejectedValue(new TypeError('failed to fetch'));
    const error = await unwrap(api.GET('/houses')).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ problem: { status: 0, code: 'network' } });
  });
});

describe('a house command', () => {
  it('is retried under the same key', async () => {
    vi.useFakeTimers();
    fetched.mockRejectedValueOnce(new TypeError('failed to fetch')).mockResolvedValueOnce(json({}, 503)).mockResolvedValueOnce(json({ from: 1, to: 2, again: false }));
    const sent = sendHouseCommand(1, { do: 'escalate-dispute', dispute: 3 });
    await vi.runAllTimersAsync();
    expect(await sent).toMatchObject({ to: 2 });
    const keys = fetched.mock.calls.map(([request]) => request.headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('is not retried when it is refused', async () => {
    fetched.mockResolvedValue(json({ status: 409, code: 'order' }, 409));
    await expect(sendHouseCommand(1, { do: 'escalate-dispute', dispute: 3 })).rejects.toBeInstanceOf(ApiError);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
