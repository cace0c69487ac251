/** What the browser tests share: Chromium, a visitor, a table played to its end. */
import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';

const ARTEFACTS = 'artefacts';
const ARGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const LAPTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** The games of the three rulebooks. */
export const TWELVE = [
  'scotland-1970/roulette',
  'scotland-1970/dice',
  'scotland-1970/baccarat-banque',
  'scotland-1970/chemin-de-fer',
  'scotland-1970/punto-banco',
  'scotland-1970/blackjack',
  'western-australia-1990/in-between',
  'mpumalanga/american-roulette',
  'mpumalanga/blackjack',
  'mpumalanga/punto-banco',
  'mpumalanga/arizona-hold-em',
  'mpumalanga/touch-21',
];

export interface Row {
  house: number;
  id: number;
  name: string;
  game: string;
  title: string;
  jurisdiction: string;
  learning: boolean;
  phase: string;
  mode: string | null;
}

/** Debian's Chromium, for as long as the tests of a file run. */
export async function browser(): Promise<Browser> {
  const opened = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGS });
  afterAll(() => opened.close());
  return opened;
}

/** Every table of every house. */
export async function tables(house = inject('house')): Promise<Row[]> {
  const houses = (await (await fetch(`${house}/api/v1/houses`)).json()) as { id: number }[];
  const rows = houses.map(async ({ id }) => {
    const found = (await (await fetch(`${house}/api/v1/houses/${id}/tables`)).json()) as Row[];
    return found.map((row) => ({ ...row, house: id }));
  });
  return (await Promise.all(rows)).flat();
}

/** One table of each game: to play at, or to learn at. */
export async function oneOfEach(learning = false): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (const row of await tables()) if (row.learning === learning && row.mode === 'automatic' && !found.has(row.game)) found.set(row.game, row);
  return [...found.values()];
}

/** A table whose game ends like this, to play or to learn at. */
export async function tableOf(game: string, learning = false): Promise<Row> {
  const found = (await oneOfEach(learning)).find((row) => row.game.endsWith(game));
  if (!found) throw new Error(`no table of ${game}`);
  return found;
}

const errors: string[] = [];
afterEach(() => expect(errors.splice(0), 'errors of the page').toEqual([]));

/** A page at an address of the house; an error of the page fails the test. */
export async function visit(context: BrowserContext, path = '/', house = inject('house')): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  await page.goto(house + path);
  return page;
}

/** The address of a table. */
export const pathOf = (row: Row): string => `/house/${row.house}/table/${row.id}`;

/** How a lobby card names its button. */
export function playName(row: Row): string {
  return `Play ${row.title}, ${row.jurisdiction}, ${row.name}`;
}

/** From the lobby to a seat at a table. */
export async function sitDown(context: BrowserContext, row: Row, house = inject('house')): Promise<Page> {
  const page = await visit(context, '/', house);
  await page.getByRole('button', { name: playName(row), exact: true }).click();
  await page.locator('[data-wager]').first().waitFor();
  return page;
}

/** Gives the seat back, so that nobody waits for who has gone, and closes the browser of this visitor. */
export async function depart(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close', exact: true });
  if (await close.isVisible()) await close.click();
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  if (await clear.isEnabled({ timeout: 500 }).catch(() => false)) await clear.click({ timeout: 1000 }).then(() => page.waitForTimeout(300), () => undefined);
  const leave = page.getByRole('button', { name: 'Leave the seat' });
  if (await leave.isVisible()) await leave.click();
  await leave.waitFor({ state: 'hidden', timeout: 1500 }).catch(() => undefined);
  await page.context().close();
}

/** Waits until bets are taken. */
export async function untilOpen(page: Page): Promise<void> {
  await page.locator('.banner.open').waitFor({ timeout: 90_000 });
}

/** Lays a chip on a spot, and again where betting closed in between; tells when the house has accepted it. */
export async function lay(page: Page, wager: string): Promise<void> {
  for (let tries = 0; tries < 6; tries += 1) {
    await untilOpen(page);
    await page.locator(`[data-wager="${wager}"]`).first().click();
    const answer = page.locator('li.good, li.bad').first();
    await answer.waitFor();
    if ((await answer.innerText()).includes('Accepted')) {
      // The answer may come a moment before the table that shows it.
      await page.locator('section[aria-labelledby="your-bets"] li').first().waitFor();
      return;
    }
    await page.waitForTimeout(1500);
  }
  throw new Error(`no bet on ${wager} was accepted: ${await page.locator('aside').innerText()}`);
}

/** Decides whatever is asked, until one of my stakes is settled; returns what became of it. */
export async function playOut(page: Page): Promise<string> {
  const settled = page.getByRole('button', { name: /why\?$/ }).first();
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    if (await settled.isVisible()) return (await settled.innerText()).toLowerCase();
    const ready = page.getByRole('button', { name: 'Ready', exact: true });
    if (await ready.isEnabled().catch(() => false)) await ready.click({ timeout: 1000 }).catch(() => undefined);
    for (const name of ['Stand', 'Check', 'No, thank you', 'Draw a card']) {
      const move = page.getByRole('button', { name, exact: true });
      if (await move.isVisible().catch(() => false)) {
        await move.click({ timeout: 1000 }).catch(() => undefined);
        break;
      }
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`the round did not come to an end: ${await page.locator('main').innerText()}`);
}

/** No violation that axe can find. */
export async function clean(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  const told = violations.map((found) => `${found.id}: ${found.help}\n  ${found.nodes.slice(0, 4).map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n  ')}`);
  expect(told, state).toEqual([]);
}

/** Keeps a picture of the page. */
export async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTEFACTS}/${name}.png` });
}

/** A file name of a game. */
export const slug = (game: string): string => game.replaceAll('/', '-');
