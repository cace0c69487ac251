/** How much the pages load, measured in Chromium. */
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { LAPTOP, playName, type Row } from './page';

/** Bytes as transferred: of the lobby with its data, and in addition those of a table opened from it. */
const LOBBY_MAX = 110 * 1024;
const TABLE_MAX = 70 * 1024;
/** How many tables are opened at the same time to be weighed. */
const AT_ONCE = 6;

/** A table, with the address of the server that has it. */
export interface ServedTable {
  row: Row;
  server: string;
}

interface Weight {
  name: string;
  lobby: number;
  files: number;
  data: number;
}

/** The bytes over the wire of the lobby, and of a table opened from it: the files of the pages, and the answers of the API. */
async function weigh(chromium: Browser, { row, server }: ServedTable): Promise<Weight> {
  const context = await chromium.newContext(LAPTOP);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const answers = new Set<string>();
  let [files, data] = [0, 0];
  // What is asked again every few seconds is no part of a load, however long that takes.
  const [asked, again] = [new Set<string>(), new Set<string>()];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!new URL(request.url).pathname.startsWith('/api/')) return;
    (asked.has(request.url) ? again : answers).add(requestId);
    asked.add(request.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (answers.has(requestId)) data += encodedDataLength;
    else if (!again.has(requestId)) files += encodedDataLength;
  });
  await page.goto(server);
  await page.locator('article').first().waitFor();
  await page.waitForTimeout(500);
  const lobby = files + data;
  [files, data] = [0, 0];
  await page.getByRole('button', { name: playName(row), exact: true }).click();
  await page.locator('[data-wager]').first().waitFor();
  await page.waitForTimeout(500);
  await context.close();
  return { name: `${row.game}${row.learning ? ' (learning)' : ''}`, lobby, files, data };
}

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** Expects that the lobby and each of these tables load no more than they may. */
export async function expectLight(chromium: Browser, tables: ServedTable[]): Promise<void> {
  const weights: Weight[] = [];
  for (let from = 0; from < tables.length; from += AT_ONCE) weights.push(...(await Promise.all(tables.slice(from, from + AT_ONCE).map((table) => weigh(chromium, table)))));
  // The lobby asks for its tables again every few seconds, which is no part of the first load: the run without that counts.
  const lobby = Math.min(...weights.map((weight) => weight.lobby));
  console.log(`lobby ${kib(lobby)}\n${weights.map(({ name, files, data }) => `${name}: files ${kib(files)}, data ${kib(data)}`).join('\n')}`);
  expect(lobby).toBeLessThanOrEqual(LOBBY_MAX);
  expect(weights.filter(({ files, data }) => files + data > TABLE_MAX)).toEqual([]);
  expect(weights.filter(({ files }) => files === 0)).toEqual([]);
}
