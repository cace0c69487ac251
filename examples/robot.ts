// A robot that buys in, sits down at a wheel, bets three times over its WebSocket and cashes out.
//
//   croupier serve --demo                                          (in another terminal)
//   deno run -A examples/robot.ts       or Bun, or Node from 22.18; with Node 20 compile it first (docs/api.md)

const env = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};
const SITE = env.CROUPIER_URL ?? 'http://localhost:8080';
const HOUSE = Number(env.CROUPIER_HOUSE_ID ?? 1);
const CASHIER = { handle: 'demo_cashier', password: env.CROUPIER_PASSWORD ?? 'croupier-demo' };

interface Done { from: number; to: number; again: boolean; number: number | null }
interface Stake { stake: number; why: string | null }
interface Seen { phase: string; round: number; fell: { ball?: string } | null; stakes: Stake[] }
type Command = { do: string } & Record<string, unknown>;

/** One request. A refusal throws what was found, what is allowed and under which provision. */
async function ask<T>(method: string, path: string, body?: unknown, token?: string, key?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  const answer = await fetch(`${SITE}/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined });
  const told = (await answer.json()) as T & { message?: string };
  if (!answer.ok) throw new Error(told.message);
  return told;
}

const logIn = async (handle: string, password: string): Promise<string> =>
  (await ask<{ token: string }>('POST', '/session', { house: HOUSE, handle, password, bearer: true })).token;

const ofHouse = (token: string, command: Command): Promise<Done> =>
  ask<Done>('POST', `/houses/${HOUSE}/commands`, command, token, crypto.randomUUID());

/** Money for chips or chips for money, in two steps: laid out by the player, confirmed by the cashier. */
async function exchange(token: string, of: Record<string, string>): Promise<void> {
  const laid = await ofHouse(token, { do: 'lay-out', exchange: of });
  await ofHouse(await logIn(CASHIER.handle, CASHIER.password), { do: 'confirm', number: laid.number });
}

/** A table over its WebSocket. Browsers send their cookie; a program without one gives commands over HTTP. */
class Table {
  private seen: Seen | null = null;
  private waiting: ((seen: Seen) => void)[] = [];
  private readonly socket: WebSocket;

  constructor(private readonly token: string, private readonly id: number) {
    this.socket = new WebSocket(`${SITE.replace('http', 'ws')}/api/v1/houses/${HOUSE}/tables/${id}/live`);
    this.socket.onmessage = (message) => {
      const told = JSON.parse(String(message.data)) as { type: string; seen: Seen };
      if (told.type !== 'seen') return;
      this.seen = told.seen;
      for (const tell of this.waiting.splice(0)) tell(told.seen);
    };
  }

  do(command: Command): Promise<Done> {
    return ask<Done>('POST', `/houses/${HOUSE}/tables/${this.id}/commands`, command, this.token, crypto.randomUUID());
  }

  async until(isSo: (seen: Seen) => boolean): Promise<Seen> {
    for (;;) {
      if (this.seen && isSo(this.seen)) return this.seen;
      await new Promise<Seen>((tell) => this.waiting.push(tell));
    }
  }

  leave(): void {
    this.socket.close();
  }
}

const handle = `robin_${crypto.randomUUID().slice(0, 8)}`;
const password = crypto.randomUUID();
await ask('POST', '/people', { house: HOUSE, handle, password });
const token = await logIn(handle, password);
await exchange(token, { kind: 'buy-in', with: 'cash', amount: '100' });
const tables = await ask<{ id: number; family: string; mode: string | null }[]>('GET', `/houses/${HOUSE}/tables`);
const wheel = tables.find((table) => table.family === 'roulette' && table.mode === 'automatic');
if (!wheel) throw new Error('no wheel is open');
const table = new Table(token, wheel.id);
await table.do({ do: 'sit' });
for (let round = 0; round < 3; round += 1) {
  await table.until((seen) => seen.phase === 'place-your-bets');
  const { number } = await table.do({ do: 'bet', amount: '5', wager: 'red' });
  const seen = await table.until((seen) => seen.phase === 'payment');
  const mine = seen.stakes.find((stake) => stake.stake === number);
  console.log(`round ${seen.round}: the ball lies on ${seen.fell?.ball}; ${mine?.why}`);
}
await table.do({ do: 'leave' });
table.leave();
const me = await ask<{ balances: { chips: string; currency: string } }>('GET', `/houses/${HOUSE}/me`, undefined, token);
await exchange(token, { kind: 'cash-out', amount: me.balances.chips });
console.log(`${handle} cashed out ${me.balances.chips} ${me.balances.currency}`);

export {};
