// A robot that buys in, sits down at a roulette table, bets three times over the table's WebSocket and cashes out.
//
//   croupier serve --demo                 (in another terminal)
//   deno run -A examples/robot.ts         (or Bun, or Node from 22.18; docs/api.md says how with Node 20)

const env = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};
const SITE = env.CROUPIER_URL ?? 'http://localhost:8080';
const HOUSE = Number(env.CROUPIER_HOUSE_ID ?? 1);
const CASHIER = { handle: 'demo_cashier', password: env.CROUPIER_PASSWORD ?? 'croupier-demo' };

interface CommandResult { number: number | null }
interface Problem { message: string }
interface TableSummary { id: number; family: string; mode: string | null; min: string | null }
interface TableView { phase: string; round: number; fell: { ball: string | null } | null; stakes: { stake: number; why: string | null }[] }
type Command = { do: string } & Record<string, unknown>;
type ServerMessage =
  | { type: 'table'; table: TableView }
  | ({ type: 'done'; id: number } & CommandResult)
  | ({ type: 'refused'; id: number } & Problem)
  | { type: 'balance' | 'pong' | 'bye' };

/** A request or command that the server refused. The message says what is wrong, what is allowed and under which provision. */
class Refused extends Error {}

/** A UUID of version 7: 48 bits of time in milliseconds, then random bits. The server refuses keys that are too old. */
function newKey(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

async function request<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'idempotency-key': newKey() };
  if (token) headers.authorization = `Bearer ${token}`;
  const response = await fetch(`${SITE}/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Refused((answer as Problem).message);
  return answer as T;
}

const logIn = async (handle: string, password: string): Promise<string> =>
  (await request<{ token: string }>('POST', '/session', { house: HOUSE, handle, password, bearer: true })).token;

const commandHouse = (token: string, command: Command): Promise<CommandResult> =>
  request<CommandResult>('POST', `/houses/${HOUSE}/commands`, command, token);

/** Exchanges money and chips in two steps: the player requests it, the cashier confirms it. */
async function exchange(token: string, terms: Record<string, string>): Promise<void> {
  const requested = await commandHouse(token, { do: 'request-exchange', exchange: terms });
  await commandHouse(await logIn(CASHIER.handle, CASHIER.password), { do: 'confirm-exchange', number: requested.number });
}

/** A table over its WebSocket. A page is authenticated by its cookie, a program by the same header as over HTTP. */
class Table {
  private view: TableView | null = null;
  private watchers: (() => void)[] = [];
  private pending = new Map<number, { done(result: CommandResult): void; refused(why: Refused): void }>();
  private nextId = 1;

  private constructor(private readonly socket: WebSocket) {
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as ServerMessage);
  }

  static async open(token: string, id: number): Promise<Table> {
    const url = `${SITE.replace('http', 'ws')}/api/v1/houses/${HOUSE}/tables/${id}/live`;
    // Outside of browsers a WebSocket takes headers, which the types of the DOM do not know.
    const options = { headers: { authorization: `Bearer ${token}` } } as unknown as string[];
    const socket = new WebSocket(url, options);
    await new Promise((opened, failed) => {
      socket.onopen = opened;
      socket.onerror = () => failed(new Error(`cannot open ${url}`));
    });
    return new Table(socket);
  }

  /** Gives a command over the socket; `done` or `refused` with the same id answers it. */
  command(command: Command): Promise<CommandResult> {
    const id = this.nextId++;
    this.socket.send(JSON.stringify({ type: 'do', id, key: newKey(), command }));
    return new Promise((done, refused) => this.pending.set(id, { done, refused }));
  }

  async phase(phase: string): Promise<TableView> {
    while (this.view?.phase !== phase) await new Promise<void>((changed) => this.watchers.push(changed));
    return this.view;
  }

  close(): void {
    this.socket.close();
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'table') {
      this.view = message.table;
      for (const changed of this.watchers.splice(0)) changed();
    } else if (message.type === 'done') {
      this.pending.get(message.id)?.done(message);
    } else if (message.type === 'refused') {
      this.pending.get(message.id)?.refused(new Refused(message.message));
    }
  }
}

const handle = `robin_${crypto.randomUUID().slice(0, 8)}`;
const password = crypto.randomUUID();
await request('POST', '/people', { house: HOUSE, handle, password });
const token = await logIn(handle, password);
await exchange(token, { kind: 'buy-in', with: 'cash', amount: '100' });
const tables = await request<TableSummary[]>('GET', `/houses/${HOUSE}/tables`);
const wheel = tables.find((table) => table.family === 'roulette' && table.mode === 'automatic');
if (!wheel) throw new Error('no automatic roulette table is open');
const table = await Table.open(token, wheel.id);
await table.command({ do: 'sit' });
for (let bets = 0; bets < 3; bets += 1) {
  await table.phase('place-your-bets');
  const { number } = await table.command({ do: 'bet', amount: wheel.min ?? '1', wager: 'red' });
  const view = await table.phase('payment');
  const bet = view.stakes.find((stake) => stake.stake === number);
  console.log(`round ${view.round}: the ball fell on ${view.fell?.ball}; ${bet?.why}`);
}
await table.phase('place-your-bets');
try {
  await table.command({ do: 'bet', amount: '0.01', wager: 'red' });
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(`a bet of 0.01 is refused: ${error.message}`);
}
await table.command({ do: 'leave' });
table.close();
const me = await request<{ balances: { chips: string; currency: string } }>('GET', `/houses/${HOUSE}/me`, undefined, token);
await exchange(token, { kind: 'cash-out', amount: me.balances.chips });
console.log(`${handle} cashed out ${me.balances.chips} ${me.balances.currency}`);

export {};
