/** Helpers of the browser tests: Chromium, sitting down, betting, playing a round to its end. */
import { mkdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { startIn } from './server';

const ARTEFACTS = 'artefacts';
/** How long a bet or a round may take while other tests have every processor. */
const PATIENCE_MS = 120_000;
const ARGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true };
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

/** Tables of the example books, of each kind that the three rulebooks lack, and bets that most rounds settle. */
export const NEW_KINDS: Record<string, string[]> = {
  'france/boule': ['red', 'straight 5'],
  'atlantic-city/blackjack': ['box 3', 'perfect-pairs 3', 'three-cards 3'],
  'nevada/craps': ['field', 'hop 3 5', 'horn'],
  'macau/baccarat': ['player', 'dragon-player', 'either-pair'],
  'three-card-poker/three-card-poker': ['ante', 'pair-plus'],
};

/** The other tables of the example books. */
export const OTHER_EXAMPLES: Record<string, string[]> = {
  'great-britain/roulette': ['red', 'split 1 2'],
  'great-britain/blackjack': ['box 3'],
  'france/roulette': ['dozen 2', 'red'],
  'atlantic-city/roulette': ['red', 'five-number'],
  'nevada/crapless-craps': ['field', 'hop 6 6'],
  'nevada/roulette': ['straight 00', 'black'],
  'nevada/blackjack': ['box 3'],
  'macau/ez-baccarat': ['banker', 'dragon-7', 'panda-8'],
  'caribbean-stud/caribbean-stud': ['ante'],
};

/** A server with a house of every example book; it is closed after the tests of the file. */
export async function exampleHouses(): Promise<string> {
  const books = [...Object.keys(NEW_KINDS), ...Object.keys(OTHER_EXAMPLES)].map((game) => game.split('/')[0] ?? '');
  const server = await startIn(inject('binary'), [...new Set(books)]);
  afterAll(() => server.close());
  return server.address;
}

/** The twelve games, and one table of each new kind, with the server that has it. */
export async function everyKind(): Promise<{ game: string; server: string }[]> {
  const examples = await exampleHouses();
  return [...TWELVE.map((game) => ({ game, server: inject('server') })), ...Object.keys(NEW_KINDS).map((game) => ({ game, server: examples }))];
}

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

/** Chromium; it is closed after the tests of the file. */
export async function browser(): Promise<Browser> {
  const opened = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGS });
  afterAll(() => opened.close());
  return opened;
}

/** All tables of all houses. */
export async function tables(server = inject('server')): Promise<Row[]> {
  const houses = (await (await fetch(`${server}/api/v1/houses`)).json()) as { id: number }[];
  const rows = houses.map(async ({ id }) => {
    const found = (await (await fetch(`${server}/api/v1/houses/${id}/tables`)).json()) as Row[];
    return found.map((row) => ({ ...row, house: id }));
  });
  return (await Promise.all(rows)).flat();
}

/** One automatic table of each game: to play at, or to learn at. */
export async function oneOfEach(learning = false, server = inject('server')): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (const row of await tables(server)) if (row.learning === learning && row.mode === 'automatic' && !found.has(row.game)) found.set(row.game, row);
  return [...found.values()];
}

/** A table of the game whose id ends like this. */
export async function tableOf(game: string, learning = false, server = inject('server')): Promise<Row> {
  const found = (await oneOfEach(learning, server)).find((row) => row.game.endsWith(game));
  if (!found) throw new Error(`no table of ${game}`);
  return found;
}

const errors: string[] = [];
afterEach(() => expect(errors.splice(0), 'errors on the page').toEqual([]));

/** Opens a page; an uncaught error on it fails the test. */
export async function openPage(context: BrowserContext, path = '/', server = inject('server')): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  await page.goto(server + path);
  return page;
}

/** The path of a table. */
export const pathOf = (row: Row): string => `/house/${row.house}/table/${row.id}`;

/** The label of the Play button on a lobby card. */
export function playName(row: Row): string {
  return `Play ${row.title}, ${row.jurisdiction}, ${row.name}`;
}

/** Opens a table from the lobby and takes a seat. */
export async function sitDown(context: BrowserContext, row: Row, server = inject('server')): Promise<Page> {
  const page = await openPage(context, '/', server);
  await page.getByRole('button', { name: playName(row), exact: true }).click();
  await page.locator('[data-wager]').first().waitFor();
  return page;
}

type Change = (view: { version: number; round: number; stakes: unknown[] } & Record<string, unknown>) => object;

/** A table of the real server whose socket messages come from the test. */
export async function openWithFakeSocket(context: BrowserContext, row: Row, server = inject('server')): Promise<{ page: Page; send: (change: Change) => void }> {
  const view = (await (await fetch(`${server}/api/v1/houses/${row.house}/tables/${row.id}`)).json()) as Parameters<Change>[0];
  const page = await context.newPage();
  let sendText: (text: string) => void = () => undefined;
  const send = (change: Change): void => sendText(JSON.stringify({ type: 'table', version: 1, now: Date.now(), table: change(view), events: [] }));
  await page.routeWebSocket('**/live', (socket) => {
    sendText = (text) => socket.send(text);
    send((same) => same);
  });
  await page.goto(server + pathOf(row));
  return { page, send };
}

/** Leaves the table, so that other tests do not wait for this player, and closes the browser context. */
export async function leaveTable(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close', exact: true });
  if (await close.isVisible()) await close.click();
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  if (await clear.isEnabled({ timeout: 500 }).catch(() => false)) await clear.click({ timeout: 1000 }).then(() => page.waitForTimeout(300), () => undefined);
  const leave = page.getByRole('button', { name: 'Leave the table' });
  if (await leave.isVisible()) await leave.click();
  await leave.waitFor({ state: 'hidden', timeout: 1500 }).catch(() => undefined);
  await page.context().close();
}

/** Waits until betting is open. */
export async function waitForBetting(page: Page): Promise<void> {
  await page.locator('.banner.open').waitFor({ timeout: 90_000 });
}

/**
 * Places a chip. On a busy machine the bet can arrive after betting has closed, several times in a row: it is placed again until it is accepted. An answer
 * that was there before the click is no answer to it.
 */
export async function placeBet(page: Page, wager: string): Promise<void> {
  const answers = page.locator('section[aria-labelledby="notices"] :is(li.good, li.bad)');
  const refusals: string[] = [];
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    await answers.evaluateAll((items) => items.forEach((item) => item.setAttribute('data-before-click', '')));
    await waitForBetting(page);
    await page.locator(`[data-wager="${wager}"]`).first().click();
    const answer = answers.and(page.locator(':not([data-before-click])')).first();
    await answer.waitFor();
    const text = await answer.innerText();
    if (text.includes('Accepted')) {
      // The response may arrive a moment before the view that shows the bet.
      await page.locator('section[aria-labelledby="your-bets"] li').first().waitFor();
      return;
    }
    refusals.push(text);
    await page.waitForTimeout(500);
  }
  throw new Error(`no bet on ${wager} was accepted: ${refusals.join('; ')}`);
}

/**
 * Makes every decision that is asked until an own stake is settled; returns its outcome. On a busy machine a round can be over before this looks: then the
 * wager is bet again.
 */
export async function playOut(page: Page, wager?: string): Promise<string> {
  const settled = page.getByRole('button', { name: /why\?$/ }).first();
  const missed = page.locator(':root:has-text("No bets on the table.") .banner.open');
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (await settled.isVisible()) return (await settled.innerText()).toLowerCase();
    if (wager !== undefined && (await missed.isVisible())) await placeBet(page, wager);
    const ready = page.getByRole('button', { name: 'Ready', exact: true });
    if ((await ready.isVisible()) && (await ready.isEnabled().catch(() => false))) await ready.click({ timeout: 1000 }).catch(() => undefined);
    for (const name of [/^Stand$/, /^Check$/, /^No insurance$/, /^Draw a card$/, /^Raise/]) {
      const move = page.getByRole('button', { name });
      if (await move.isVisible().catch(() => false)) {
        await move.click({ timeout: 1000 }).catch(() => undefined);
        break;
      }
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`the round did not end: ${await page.locator('main').innerText()}`);
}

/** Plays a round with these bets until the one named is settled, and asks why it was paid so. */
export async function playAndAskWhy(page: Page, game: string, wagers: string[], settled?: string): Promise<void> {
  for (const wager of wagers) await placeBet(page, wager);
  await screenshot(page, `${slug(game)}-betting`);
  expect(await playOut(page, settled)).toMatch(/won|lost|void|halved|surrendered/);
  await screenshot(page, `${slug(game)}-result`);
  const why = page.getByRole('dialog', { name: 'Why' });
  await openUntilSeen(page.getByRole('button', { name: /why\?$/ }).first(), why);
  expect(await why.locator('dd').count()).toBeGreaterThan(0);
  await leaveTable(page);
}

/**
 * Clicks a button until what it opens is seen. The list of the button can be drawn anew under the click (which then opens the dialog and counts as missed),
 * and on a busy machine the page can take longer than a click waits.
 */
async function openUntilSeen(button: Locator, opened: Locator): Promise<void> {
  const until = Date.now() + 60_000;
  while (!(await opened.isVisible())) {
    if (Date.now() > until) throw new Error('what the button opens was not seen within a minute');
    await button.click({ timeout: 3000 }).catch(() => undefined);
    await opened.waitFor({ timeout: 3000 }).catch(() => undefined);
  }
}

/** Checks the page with axe: no violation. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
  const messages = violations.map((found) => `${found.id}: ${found.help}\n  ${found.nodes.slice(0, 4).map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join('\n  ')}`);
  expect(messages, state).toEqual([]);
}

/** Saves a screenshot. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTEFACTS}/${name}.png` });
}

/** A game id as a file name. */
export const slug = (game: string): string => game.replaceAll('/', '-');
