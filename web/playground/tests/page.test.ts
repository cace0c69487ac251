/** What people do with the page: typing a record, writing a rulebook, sharing both; with a keyboard, on a phone, where something is missing. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser, expectAccessible, LAPTOP, openPage, PHONE, screenshot } from '../../tests/page';
import { croupier, file, PAGE, ROOT } from './program';

const chromium = await browser();
const open = async (options = LAPTOP, path = '/index.html'): Promise<Page> => openPage(await chromium.newContext(options), path, PAGE);

const RECORD = 'rules scotland-1970/roulette\nann bets 10 on red\nball 0\n';
const ROULETTE = /^odds = "35 to 1"$/m;

const verdictOf = (page: Page): Locator => page.getByLabel('The verdict');
const recordOf = (page: Page): Locator => page.getByRole('textbox', { name: 'The record', exact: true });
const bookOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Text of the rulebook' });
const field = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const pricesOf = (page: Page): Locator => page.getByRole('region', { name: 'Table of prices' });

/** The text of a rulebook of the examples. */
const example = (id: string): string => readFileSync(`${ROOT}/examples/${id}.toml`, 'utf8');

async function choose(page: Page, rulebook: string): Promise<void> {
  await field(page, 'Rulebook').selectOption(rulebook);
  await pricesOf(page).waitFor();
  await expect.poll(() => page.getByLabel('Prices', { exact: true }).getByRole('status').innerText(), { timeout: 60_000 }).toMatch(new RegExp(`^\\d+ wagers of ${rulebook}/`));
}

test('the page opens from a disk, asks nobody for anything, and is small', async () => {
  const context = await chromium.newContext(LAPTOP);
  const asked: string[] = [];
  context.on('request', (request) => void asked.push(request.url()));
  const page = await openPage(context, '/index.html', PAGE);
  await verdictOf(page).getByRole('table').waitFor();
  await page.locator('.sign svg').waitFor();
  expect(asked.filter((url) => !/^(data|blob):/.test(url))).toEqual([`${PAGE}/index.html`]);

  const bytes = gzipSync(readFileSync(`${ROOT}/target/playground/index.html`), { level: 9 }).length;
  console.log(`the page with the module, the rulebooks and the records: ${bytes} bytes, compressed`);
  expect(bytes).toBeLessThan(1_500_000);
  expect(readFileSync(`${ROOT}/wasm/Cargo.lock`, 'utf8')).not.toContain('name = "croupier-sim"');
});

test('a record is judged and explained as it is typed', async () => {
  const page = await open();
  await recordOf(page).fill(RECORD);
  const verdict = verdictOf(page);
  await verdict.getByText('Judged by scotland-1970/roulette').waitFor();
  await verdict.getByRole('row', { name: /ann Red .* halved/ }).waitFor();
  await verdict.locator('summary', { hasText: 'reg. 3(6)' }).first().click();
  expect(await verdict.locator('details[open]').first().innerText()).toContain('When the ball falls in 0');
  await screenshot(page, 'playground-record');

  // Another act at the end: the last line is marked.
  await recordOf(page).press('Control+End');
  await recordOf(page).pressSequentially('ball 38');
  await verdict.getByText('Inadmissible at line 4').waitFor();
  expect(await page.locator('#record .numbers .fault').allInnerTexts()).toEqual(['4']);
  await recordOf(page).fill('');
  await verdict.getByText(/^Inadmissible/).waitFor();
  await expectAccessible(page, 'a record that cannot be judged');
});

test('an example is taken, and the law of a day', async () => {
  const page = await open();
  await field(page, 'Examples of').selectOption('mpumalanga/blackjack');
  await field(page, 'Example').selectOption({ index: 1 });
  await verdictOf(page).getByText('mpumalanga/blackjack').first().waitFor();
  await recordOf(page).fill(RECORD);
  await page.getByLabel('Law of').fill('1969-01-01');
  await verdictOf(page).getByText(/^Inadmissible at line 1/).waitFor();
});

test('a rulebook is read, priced and drawn as it is typed', async () => {
  const page = await open();
  await choose(page, 'double-zero');
  const changed = example('double-zero').replace(ROULETTE, 'odds = "34 to 1"');
  await bookOf(page).fill(changed);

  // The program prices the same text.
  const text = file('changed.toml', changed);
  const day = await page.getByLabel('Law of').inputValue();
  const { wagers } = JSON.parse(await croupier(day, ['--rulebook', text, 'odds', 'double-zero/roulette', '--json'])) as { wagers: { wager: string; edge: string; edge_decimal: number }[] };
  const straight = wagers.find(({ wager }) => wager.startsWith('straight') || wager === 'numbers 1');
  expect(straight?.edge_decimal).toBeGreaterThan(0.07);
  await pricesOf(page).getByText(`${((straight?.edge_decimal ?? 0) * 100).toFixed(4)}\u00a0%`).first().waitFor();
  await page.getByText(`${straight?.edge}`).first().waitFor();
  await page.locator('.sign svg').getByText('34 to 1').first().waitFor();
  const sign = await croupier(day, ['--rulebook', text, 'sign', 'double-zero/roulette', '--format', 'svg']);
  const download = await page.getByRole('link', { name: 'Download the sign' }).getAttribute('href');
  expect(decodeURIComponent(download?.split(',').slice(1).join(',') ?? '')).toBe(sign);
  await screenshot(page, 'playground-rulebook');

  // A record is judged by the text that is written.
  await recordOf(page).fill('rules double-zero/roulette\nann bets 10 on straight 7\nball 7\n');
  await verdictOf(page).getByText('Judged with your text of double-zero.').waitFor();
  await verdictOf(page).getByRole('row', { name: /ann Straight 7 .* 34 to 1/ }).waitFor();
  await expectAccessible(page, 'a changed rulebook');
});

test('faults of a rulebook are listed and marked at their lines', async () => {
  const page = await open();
  await choose(page, 'double-zero');
  const lines = example('double-zero').split('\n');
  const line = lines.findIndex((text) => ROULETTE.test(text)) + 1;
  await bookOf(page).fill(example('double-zero').replace(ROULETTE, 'odds = "35 for 1"'));
  await page.getByText('1 fault: it is no rulebook yet.').waitFor();
  expect(await page.locator('#rulebook .numbers .fault').allInnerTexts()).toEqual([String(line)]);
  await page.getByText('A text with faults has no prices.').waitFor();
  expect(await pricesOf(page).count()).toBe(0);
  expect(await page.locator('.sign').count()).toBe(0);
  await verdictOf(page).getByText('the record is judged by the rulebook as it was').waitFor();
  await page.getByRole('button', { name: `Line ${line}` }).click();
  const selected = await bookOf(page).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
  expect(selected).toBe('"35 for 1"');
  await screenshot(page, 'playground-fault');
  await expectAccessible(page, 'a rulebook with faults');
  await page.getByRole('button', { name: 'Discard the changes' }).click();
  await pricesOf(page).waitFor();
});

test('a game stays chosen while its rulebook has faults', async () => {
  const page = await open();
  await choose(page, 'france');
  await field(page, 'Game').selectOption('boule');
  await page.getByText(/wagers of france\/boule/).waitFor();
  await bookOf(page).fill(example('france').replace(ROULETTE, 'ods = "35 to 1"'));
  await page.getByText('it is no rulebook yet').waitFor();
  expect(await field(page, 'Game').inputValue()).toBe('boule');
  await bookOf(page).fill(example('france'));
  await page.getByText(/wagers of france\/boule/).waitFor();
});

test('settings that a rulebook does not permit are refused with the provision', async () => {
  const page = await open();
  await choose(page, 'mpumalanga');
  await field(page, 'Game').selectOption('punto-banco');
  await page.getByLabel('Settings of the house').fill('decks=9');
  await page.getByLabel('Prices', { exact: true }).getByRole('alert').filter({ hasText: '5.4' }).waitFor();
  await page.getByLabel('Settings of the house').fill('decks');
  await page.getByLabel('Prices', { exact: true }).getByText('is no setting').waitFor();
  await page.getByLabel('Settings of the house').fill('decks=6');
  await pricesOf(page).waitFor();
});

test('a price that is not wanted any more is given up', async () => {
  const page = await open();
  // It takes longest of all, and nobody asks for its price again.
  await field(page, 'Rulebook').selectOption('caribbean-stud');
  await page.getByText('Pricing…').waitFor();
  const start = Date.now();
  await field(page, 'Rulebook').selectOption('double-zero');
  await page.getByText(/wagers of double-zero\/roulette/).waitFor();
  const waited = Date.now() - start;
  await field(page, 'Rulebook').selectOption('caribbean-stud');
  const again = Date.now();
  await page.getByText(/wagers of caribbean-stud/).waitFor({ timeout: 300_000 });
  expect(waited).toBeLessThan((Date.now() - again) / 2);
});

test('a link has the texts of the page, and one that was cut off says so', async () => {
  const page = await open();
  await choose(page, 'double-zero');
  await recordOf(page).fill(RECORD);
  await bookOf(page).fill(example('double-zero').replace(ROULETTE, 'odds = "33 to 1"'));
  await page.getByText('33 to 1').first().waitFor();
  await page.getByRole('button', { name: 'Copy a link to this' }).click();
  await page.getByRole('status').filter({ hasText: /Copied|copy it/ }).waitFor();
  const fragment = page.url().split('#')[1] ?? '';

  const other = await open(LAPTOP, `/index.html#${fragment}`);
  await verdictOf(other).getByText('Judged by scotland-1970/roulette').waitFor();
  expect(await recordOf(other).inputValue()).toBe(RECORD);
  expect(await bookOf(other).inputValue()).toContain('odds = "33 to 1"');
  const cut = await open(LAPTOP, `/index.html#${fragment.slice(0, 40)}`);
  await cut.getByRole('alert').filter({ hasText: 'cut off' }).waitFor();
});

test('everything can be reached with a keyboard', async () => {
  const page = await open();
  await page.locator('.sign svg').waitFor();
  const names: string[] = [];
  for (let step = 0; step < 60 && !names.includes('Download the sign'); step += 1) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => (document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLElement> }).labels?.[0]?.firstChild?.textContent ?? document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''));
  }
  for (const name of ['Examples of', 'Example', 'A file of yours', 'The record', 'Verdict', 'Rulebook', 'Text of the rulebook', 'Game', 'Settings of the house', 'Table of prices', 'Download the sign']) expect(names).toContain(name);
});

test('the page fits a phone', async () => {
  const page = await open(PHONE);
  await page.locator('.sign svg').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await screenshot(page, 'playground-phone');
  await page.screenshot({ path: 'artefacts/playground-phone-whole.png', fullPage: true });
  await expectAccessible(page, 'on a phone');
});

test('a browser that lacks something gets a message', async () => {
  const context = await chromium.newContext(LAPTOP);
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'DecompressionStream'));
  const page = await openPage(context, '/index.html', PAGE);
  await page.getByRole('alert').filter({ hasText: 'could not be started' }).waitFor();
});
