/** The regulator's desk: books side by side with the price of each clause, and the game mathematics of each table, by page and by PDF. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, openPage, PHONE, screenshot } from './page';
import { enrolMember, openHouse, signedIn } from './real-house';

const DESK = { viewport: { width: 1440, height: 900 } };
const LANDSCAPE = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const UPRIGHT = { viewport: { width: 768, height: 1024 }, hasTouch: true };
/** A comparison of blackjack prices more than a hundred tables. */
const LONG_MS = 240_000;

const chromium = await browser();
const house = await openHouse();
const reg = await enrolMember(house, 'reg', 'regulator');

const open = async (section: string, options: BrowserContextOptions = DESK): Promise<Page> => openPage(await signedIn(chromium, house.address, 'reg', options), `/house/1/regulator/${section}`, house.address);

/** What the API answers to the regulator. */
const read = async <T>(path: string): Promise<T> => (await reg.read(path)) as unknown as T;

interface Compared {
  tables: string[];
  parts: { part: string; rows: { topic: string; differs: boolean; says: (string | null)[] }[] }[];
}

describe('comparison of books', () => {
  it('shows the price of each clause first, then what differs; the rest when it is asked for', { timeout: LONG_MS }, async () => {
    const page = await open('comparison');
    await page.getByText('No clause of these games is priced by itself').waitFor();
    await page.getByLabel('Family').selectOption('baccarat');
    const prices = page.getByRole('region', { name: /^What each difference costs/ });
    await prices.waitFor({ timeout: LONG_MS });
    const compared = await read<Compared>('/comparison?family=baccarat');
    const clauses = compared.parts.find(({ part }) => part.startsWith('What each difference costs'));
    const clause = clauses?.rows.find(({ says }) => says.some((said) => said?.includes('%')));
    expect(clause).toBeDefined();
    const row = prices.getByRole('row', { name: clause?.topic ?? '' });
    for (const said of clause?.says ?? []) if (said) await row.getByRole('cell', { name: said, exact: true }).first().waitFor();
    for (const name of compared.tables) await prices.getByRole('columnheader', { name }).waitFor();
    expect(await page.getByRole('heading', { level: 3 }).first().innerText()).toMatch(/^What each difference costs/);
    await expectAccessible(page, 'comparison of books');
    await screenshot(page, 'regulator-comparison');

    const rules = page.getByRole('region', { name: 'Rules of play' });
    const count = (): Promise<number> => rules.locator('tbody tr').count();
    const differing = compared.parts.find(({ part }) => part === 'Rules of play')?.rows ?? [];
    expect(await count()).toBe(differing.filter(({ differs }) => differs).length);
    await page.getByLabel('also what is the same').check();
    expect(await count()).toBe(differing.length);
    await page.context().close();
  });

  it('says what is being computed, and shows it when it is there', { timeout: LONG_MS }, async () => {
    const page = await open('comparison', LANDSCAPE);
    await page.getByLabel('Family').selectOption('blackjack');
    await page.getByRole('status').filter({ hasText: /Computing: pricing .+ \(\d+ of \d+\)/ }).waitFor({ timeout: LONG_MS });
    await page.getByRole('progressbar', { name: 'Computing the report' }).waitFor();
    await expectAccessible(page, 'a comparison that is being computed');
    await screenshot(page, 'regulator-comparison-computing');
    await page.getByRole('region', { name: /^What each difference costs/ }).waitFor({ timeout: LONG_MS });
    await expectAccessible(page, 'a comparison of blackjack');
    await screenshot(page, 'regulator-comparison-blackjack');
    await page.context().close();
  });

  it('says why there is none, and asks again', async () => {
    const page = await open('comparison', PHONE);
    await page.getByRole('region', { name: 'House edge' }).waitFor();
    await screenshot(page, 'regulator-comparison-phone');
    await page.route('**/comparison?family=dice', (route) => route.fulfill({ status: 429, contentType: 'application/problem+json', body: JSON.stringify({ status: 429, code: 'rate', found: 'too many', allowed: '', cites: [], message: 'Too many reports are being computed.', retry: true, after: 0 }) }), { times: 1 });
    await page.getByLabel('Family').selectOption('dice');
    await page.getByRole('alert').filter({ hasText: 'Too many reports are being computed.' }).waitFor();
    await expectAccessible(page, 'a comparison that was refused');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('there is nothing to compare it with').waitFor();
    await page.getByRole('region', { name: 'House edge' }).waitFor();
    await page.context().close();
  });
});

describe('PAR reports', () => {
  it('has the mathematics of each table, and the same as PDF', { timeout: LONG_MS }, async () => {
    const page = await open('par', UPRIGHT);
    const prices = page.getByRole('region', { name: 'Table of prices' });
    const tables = await read<{ id: number; name: string; title: string }[]>('/tables');
    for (const { id, name, title } of tables) {
      await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: `${name}, ${title}` });
      const link = page.getByRole('link', { name: `PAR report of ${name}, PDF in a new tab` });
      await link.waitFor({ timeout: LONG_MS });
      const report = await read<{ rules: string; wagers: { wager: string; edge_decimal: number; estimated?: object }[]; proof: string[] }>(`/tables/${id}/par`);
      await page.getByText(`(${report.rules})`).waitFor();
      expect(await prices.locator('tbody tr').count()).toBe(report.wagers.length);
      const edge = `${((report.wagers[0]?.edge_decimal ?? 0) * 100).toFixed(4)}\u00a0%`;
      expect(await prices.locator('tbody tr').first().innerText()).toContain(edge);
      // What is only an estimate says so.
      expect(await prices.locator('tbody tr').filter({ hasText: 'estimated' }).count()).toBe(report.wagers.filter(({ estimated }) => estimated).length);
      for (const line of report.proof) await page.getByText(line, { exact: true }).waitFor();
      await expectAccessible(page, `PAR report of ${name}`);
      await screenshot(page, `regulator-par-${name.toLowerCase().replaceAll(' ', '-')}`);
      const answer = await page.request.get(`${house.address}${await link.getAttribute('href')}`);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
      expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
    }
    await page.context().close();
  });

  it('is read on a phone, and by keyboard', async () => {
    const page = await open('par', PHONE);
    await page.getByRole('region', { name: 'Table of prices' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    const provisions = page.getByText(/^Rules, provision by provision/);
    await provisions.focus();
    await page.keyboard.press('Enter');
    await page.locator('details dt').first().waitFor();
    await expectAccessible(page, 'PAR report on a phone');
    await screenshot(page, 'regulator-par-phone');
    await page.context().close();
  });
});

describe('who may read them', () => {
  it('the staff by the API, players not at all', async () => {
    expect(((await house.mia.read('/comparison?family=roulette')) as unknown as Compared).tables.length).toBeGreaterThan(1);
    const answer = await fetch(`${house.address}/api/v1/houses/1/comparison?family=roulette`);
    expect(answer.status).toBe(401);
  });
});
