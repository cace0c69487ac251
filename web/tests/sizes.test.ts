/** How much the tables of every book load, learning tables among them. */
import { expect, inject, it } from 'vitest';
import { browser, exampleHouses, oneOfEach } from './page';
import { expectLight, type ServedTable } from './weight';

const chromium = await browser();
const examples = await exampleHouses();

it('loads at most 110 KB for the lobby, and 70 KB more for each table', async () => {
  const of = async (server: string, learning: boolean): Promise<ServedTable[]> => (await oneOfEach(learning, server)).map((row) => ({ row, server }));
  const tables = [...(await of(inject('server'), true)), ...(await of(examples, false)), ...(await of(examples, true))];
  expect(tables.length).toBeGreaterThan(12);
  await expectLight(chromium, tables);
}, 300_000);
