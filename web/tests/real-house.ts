/** A real house from an empty folder: founded, staffed, with capital, chips and open attended tables, all through the API. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { startPagesProxy } from './pages-proxy';
import { freePort, launch, stop } from './server';

const PASSWORD = 'a long evening';

type Body = Record<string, unknown>;
type Answer = Record<string, unknown> & { number: number };

/** Somebody with an account, who talks to the API. */
export class Person {
  private constructor(
    readonly server: string,
    readonly handle: string,
    readonly number: number,
    private readonly token: string,
  ) {}

  static async signIn(server: string, handle: string): Promise<Person> {
    const found = await request(server, 'POST', '/session', { house: 1, handle, password: PASSWORD, bearer: true });
    return new Person(server, handle, found['person'] as number, found['token'] as string);
  }

  /** Gives a command to the house. */
  order(command: Body): Promise<Answer> {
    return request(this.server, 'POST', '/houses/1/commands', command, this.token);
  }

  /** Gives a command at a table. */
  at(table: number, command: Body): Promise<Answer> {
    return request(this.server, 'POST', `/houses/1/tables/${table}/commands`, command, this.token);
  }

  read(path: string): Promise<Answer> {
    return request(this.server, 'GET', `/houses/1${path}`, undefined, this.token);
  }
}

async function request(server: string, method: string, path: string, body?: Body, token?: string): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${server}/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${text}`);
  return (text ? JSON.parse(text) : {}) as Answer;
}

const FLOAT = [{ value: '100', count: 20 }, { value: '25', count: 40 }, { value: '5', count: 100 }];

/** The staff of the house, and its address. */
export interface RealHouse {
  address: string;
  mia: Person;
  ida: Person;
  dee: Person;
  carl: Person;
  /** The number of a table with a name. */
  table(name: string): number;
}

/** Starts the house of a file in `houses` in an empty folder with its first manager, who is alone; it is closed after the tests of the file. */
export async function newHouse(file = 'attended'): Promise<{ address: string; mia: Person }> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-house-'));
  const [port, pages] = [await freePort(), await freePort()];
  let printed = '';
  const args = ['serve', '--house', `tests/houses/${file}.toml`, '--data', folder, '--listen', `127.0.0.1:${port}`, '--requests-per-second', '0'];
  const server = await launch(inject('binary'), port, args, (text) => (printed += text));
  const stopPages = await startPagesProxy(pages, port);
  afterAll(async () => {
    stopPages();
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${pages}`;
  const token = /first\?house=1&token=(\w+)/.exec(printed)?.[1];
  await request(address, 'POST', '/first-manager', { house: 1, token, handle: 'mia', password: PASSWORD });
  return { address, mia: await Person.signIn(address, 'mia') };
}

/** Founds a house and opens its tables. */
export async function openHouse(file = 'attended'): Promise<RealHouse> {
  const { address, mia } = await newHouse(file);
  // The house is founded once an inspector or a cashier is enrolled: what the manager does alone comes before.
  await mia.order({ do: 'capital', cash: '100000' });
  await mia.order({ do: 'issue', unit: 'chips', amount: '80000' });
  const { ida, dee, carl } = await enrolStaff(mia);
  const tables = (await (await fetch(`${address}/api/v1/houses/1/tables`)).json()) as { id: number; name: string }[];
  for (const { id } of tables) await openTable(id, { mia, ida, dee, carl });
  return { address, mia, ida, dee, carl, table: (name) => tables.find((table) => table.name === name)?.id ?? 0 };
}

/** The manager enrols alone until an inspector is enrolled; after that the inspector agrees. */
async function enrolStaff(mia: Person): Promise<Record<'ida' | 'dee' | 'carl', Person>> {
  const enrol = (handle: string, role: string, staff: string): Promise<Person> => mia.order({ do: 'enrol', handle, role, staff }).then((link) => useLink(mia.server, handle, link));
  const dee = await enrol('dee', 'dealer', 'Dee');
  const ida = await enrol('ida', 'inspector', 'Ida');
  const proposed = await mia.order({ do: 'propose', matter: { kind: 'enrol', handle: 'carl', role: 'cashier', staff: 'Carl' } });
  const carl = await useLink(mia.server, 'carl', await ida.order({ do: 'authorise', proposal: proposed.number }));
  return { ida, dee, carl };
}

/** Enrols a further member of the staff, or a regulator, who has no name in the house file: the manager proposes, the inspector agrees. */
export async function enrolMember({ mia, ida }: RealHouse, handle: string, role: string, staff?: string): Promise<Person> {
  const proposed = await mia.order({ do: 'propose', matter: { kind: 'enrol', handle, role, staff } });
  return useLink(mia.server, handle, await ida.order({ do: 'authorise', proposal: proposed.number }));
}

/** Sets the password by the link that the person was handed, and signs in. */
export async function useLink(server: string, handle: string, { link }: Answer): Promise<Person> {
  await request(server, 'POST', '/password', { house: 1, token: (link as { token: string }).token, password: PASSWORD });
  return Person.signIn(server, handle);
}

/** Fills the float, and opens the table with a count that equals it. */
async function openTable(id: number, { mia, ida, dee, carl }: Record<'mia' | 'ida' | 'dee' | 'carl', Person>): Promise<void> {
  const slip = await dee.at(id, { do: 'request-slip', kind: 'fill', chips: FLOAT });
  await carl.at(id, { do: 'step-slip', number: slip.number, step: 'send' });
  await carl.at(id, { do: 'step-slip', number: slip.number, step: 'deliver' });
  await ida.at(id, { do: 'step-slip', number: slip.number, step: 'confirm' });
  const opening = await mia.at(id, { do: 'propose', matter: { kind: 'open', mode: 'attended', opener: FLOAT } });
  await ida.at(id, { do: 'authorise', proposal: opening.number });
}

/** A player with an account and chips. */
export async function enrolPlayer(house: RealHouse, handle: string, chips: string): Promise<Person> {
  await request(house.address, 'POST', '/people', { house: 1, handle, password: PASSWORD, document: `ID-${handle}` });
  const player = await Person.signIn(house.address, handle);
  const asked = await player.order({ do: 'request-exchange', exchange: { kind: 'buy-in', with: 'cash', amount: chips } });
  await house.carl.order({ do: 'confirm-exchange', number: asked.number });
  return player;
}

/** A browser in which somebody of the house is signed in. */
export async function signedIn(chromium: Browser, server: string, handle: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await chromium.newContext(options);
  const answer = await context.request.post(`${server}/api/v1/session`, { data: { house: 1, handle, password: PASSWORD } });
  if (!answer.ok()) throw new Error(await answer.text());
  return context;
}
