/** The regulator's desk in a real house: everything is read, nothing can be changed. */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, LAPTOP, openPage, PHONE, screenshot } from './page';
import { enrolPlayer, openHouse, Person, signedIn, useLink } from './real-house';

const LANDSCAPE = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const SECTIONS = ['books', 'provisions', 'comparison', 'par', 'performance', 'events', 'disputes', 'rounds', 'papers', 'journal', 'people', 'ledger', 'checkpoints', 'exports'];

const chromium = await browser();
const house = await openHouse();
const ann = await enrolPlayer(house, 'ann', '2000');
const wheel = house.table('Wheel 1');
const reg = await enrolRegulator();
await playCorrectedRound();

/** The office enrols the regulator, who is not of the staff. */
async function enrolRegulator(): Promise<Person> {
  const proposed = await house.mia.order({ do: 'propose', matter: { kind: 'enrol', handle: 'reg', role: 'regulator' } });
  return useLink(house.address, 'reg', await house.ida.order({ do: 'authorise', proposal: proposed.number }));
}

/** A spin on which 18 was entered and paid, and 17 had fallen. Ann disputes it. */
async function playCorrectedRound(): Promise<void> {
  const { dee, ida } = house;
  await ann.at(wheel, { do: 'sit' });
  await dee.at(wheel, { do: 'announce', what: 'place-your-bets' });
  await ann.at(wheel, { do: 'bet', amount: '10', wager: 'red' });
  await ann.at(wheel, { do: 'bet', amount: '5', wager: 'straight 17' });
  for (const what of ['no-more-bets', 'spin-left']) await dee.at(wheel, { do: 'announce', what });
  await dee.at(wheel, { do: 'enter', lines: 'ball 18' });
  await dee.at(wheel, { do: 'confirm-entry' });
  const correction = await dee.at(wheel, { do: 'propose', matter: { kind: 'correct', round: 1, from: 'ball 18', to: 'ball 17', reason: 'misread the pocket' } });
  await ida.at(wheel, { do: 'authorise', proposal: correction.number });
  await dee.at(wheel, { do: 'announce', what: 'place-your-bets' });
  await ann.order({ do: 'open-dispute', table: wheel, round: 1, about: 'The ball was on 18.' });
}

/** Ann bets at a table with cards, and the first cards are dealt. */
async function deal(table: number, wagers: string[], cards: string): Promise<void> {
  await ann.at(table, { do: 'sit' });
  await house.dee.at(table, { do: 'announce', what: 'place-your-bets' });
  for (const wager of wagers) await ann.at(table, { do: 'bet', amount: '20', wager });
  await house.dee.at(table, { do: 'announce', what: 'no-more-bets' });
  await enter(table, cards);
}

async function enter(table: number, lines: string): Promise<void> {
  await house.dee.at(table, { do: 'enter', lines });
  await house.dee.at(table, { do: 'confirm-entry' });
}

/** Ann has bets on two wagers of one coup, which depend on each other, and then a box. */
async function playCoupAndBox(): Promise<void> {
  await deal(house.table('Punto 1'), ['banco', 'egalite'], 'cards 2H 9S KC KD');
  const jack = house.table('Jack 1');
  await deal(jack, ['box 1'], 'cards TH 6S 9D');
  await ann.at(jack, { do: 'decide', decision: 'stand' });
  await enter(jack, 'cards TD 8C');
}

async function open(handle: string, section: string, options: BrowserContextOptions = LAPTOP): Promise<Page> {
  return openPage(await signedIn(chromium, house.address, handle, options), `/house/1/regulator/${section}`, house.address);
}

const section = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

describe('who has this desk', () => {
  it('the regulator alone; the server refuses every command of theirs', async () => {
    for (const handle of ['ann', 'mia', 'ida']) {
      const page = await open(handle, 'journal');
      await page.getByText('This desk is for regulators').waitFor();
      await page.context().close();
    }
    for (const command of [{ do: 'propose', matter: { kind: 'capital', cash: '5' } }, { do: 'refuse-service', person: ann.number, reason: 'x' }, { do: 'answer-dispute', dispute: 1, ruling: 'x' }]) await expect(reg.order(command)).rejects.toThrow();
    await expect(reg.at(wheel, { do: 'announce', what: 'no-more-bets' })).rejects.toThrow();
  });

  it('no section sends anything that changes the house', async () => {
    const page = await open('reg', '', DESK);
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`));
    for (const id of SECTIONS) {
      await page.goto(`${house.address}/house/1/regulator/${id}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      for (const name of await page.locator('main button:visible').allInnerTexts()) expect(name, id).toMatch(/^(Show|Show more|Search on|Load again|Make the file|Try again)$/);
    }
    expect(sent).toEqual([]);
    await page.context().close();
  });
});

describe('what the regulator finds', () => {
  it('a corrected round: from the dispute to its why, and to its entry in the journal', async () => {
    const page = await open('reg', 'disputes', DESK);
    await page.getByRole('cell', { name: 'The ball was on 18.' }).waitFor();
    await expectAccessible(page, 'disputes');
    const printed = await page.context().request.get(new URL((await page.getByRole('link', { name: 'File of dispute 1, PDF in a new tab' }).getAttribute('href')) ?? '', house.address).href);
    expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await screenshot(page, 'regulator-disputes');
    await page.getByRole('link', { name: 'Round 1 of dispute 1' }).click();
    await page.getByText('ball 17').first().waitFor();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByRole('row', { name: /Straight 17/ }).getByText('won').waitFor();
    await page.getByRole('heading', { name: 'Why' }).waitFor();
    await expectAccessible(page, 'a round');
    await screenshot(page, 'regulator-round');

    await page.getByRole('link', { name: 'Journal of Wheel 1' }).click();
    const entry = page.locator('details').filter({ hasText: 'Corrected' });
    await entry.locator('summary').click();
    await entry.getByRole('region', { name: /^Event/ }).getByText('misread the pocket').waitFor();
    await entry.getByText('Hash before').waitFor();
    await entry.scrollIntoViewIfNeeded();
    await expectAccessible(page, 'an entry');
    await screenshot(page, 'regulator-journal');
    await page.context().close();
  });

  it('any round by its number, by keyboard alone; one that is not over is not shown', async () => {
    const page = await open('reg', 'rounds');
    await page.getByRole('row', { name: /notation and why/i }).first().waitFor();
    await page.getByLabel('Round', { exact: true }).focus();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The record' }).waitFor();
    await page.getByLabel('Round', { exact: true }).fill('2');
    await page.getByLabel('Round', { exact: true }).press('Enter');
    await page.getByRole('alert').waitFor();
    await expectAccessible(page, 'a round that is not over');
    await page.context().close();
  });

  it('the approvals, the posts, the provisions with readings', async () => {
    const page = await open('reg', '', DESK);
    await page.getByText('Today the house is within its books.').waitFor();
    await page.getByRole('region', { name: 'Table of approvals' }).getByText('P1').waitFor();
    await page.getByRole('region', { name: 'Table of staff' }).getByRole('row', { name: 'Beth base dealer Ann Ltd no account' }).waitFor();
    await page.getByRole('region', { name: 'Table of staff' }).getByRole('row', { name: 'Carl cashier Ann Ltd carl' }).waitFor();
    await screenshot(page, 'regulator-books');
    await expectAccessible(page, 'books');
    await section(page, 'Provisions').click();
    await page.getByText('With a reading', { exact: true }).waitFor();
    await page.getByLabel('Search').fill('2.1(3)');
    await page.getByText('1 of').waitFor();
    await screenshot(page, 'regulator-provisions');
    await expectAccessible(page, 'provisions');
    await page.context().close();
  });

  it('every slip and proposal with the steps of each person, and a slip as a paper', async () => {
    const page = await open('reg', 'papers', DESK);
    const papers = page.getByRole('list', { name: 'Papers' });
    const paper = (text: string) => papers.locator('> li').filter({ hasText: text });
    await paper('Correction').getByText('round 1: “ball 17” instead of “ball 18”: misread the pocket').waitFor();
    for (const step of ['Proposed by dee', 'Authorised by ida']) await paper('Correction').getByText(step).waitFor();
    await paper('New account').getByText('reg as regulator').waitFor();
    await expectAccessible(page, 'papers');
    await screenshot(page, 'regulator-papers');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('fill');
    await page.getByRole('combobox', { name: 'Table' }).selectOption('Wheel 1');
    await paper('Correction').waitFor({ state: 'hidden' });
    const fill = paper('Fill 1');
    for (const step of ['Requested by dee', 'Sent by carl', 'Delivered by carl', 'Confirmed by ida']) await fill.getByText(step).waitFor();
    await fill.getByText('GBP 3\u202f500.00').waitFor();
    const answer = await page.context().request.get(new URL((await fill.getByRole('link').getAttribute('href')) ?? '', house.address).href);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.context().close();
  });

  it('whose deviation is exact, and why another is not', async () => {
    await playCoupAndBox();
    const page = await open('reg', 'performance', DESK);
    await page.getByRole('row', { name: /^Punto 1/ }).getByRole('cell', { name: 'exact', exact: true }).waitFor();
    await page.getByRole('row', { name: /^Jack 1/ }).getByRole('cell', { name: 'each alone', exact: true }).waitFor();
    await page.getByText('Where every player or box has cards of its own, bets are counted each alone.').waitFor();
    await page.getByText('The variance of a box whose hands can be split is an estimate.').waitFor();
    expect(await page.getByText('Bets that can stand over several').count()).toBe(0);
    await expectAccessible(page, 'performance');
    await screenshot(page, 'regulator-performance');
    await page.context().close();
  });

  it('people, ledger, checkpoints; each list in a file that has every row', async () => {
    const page = await open('reg', 'people', LANDSCAPE);
    await page.getByRole('row', { name: /ann/ }).waitFor();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('cashier');
    await page.getByRole('row', { name: /ann/ }).waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /carl/ }).waitFor();
    await expectAccessible(page, 'people');
    await section(page, 'Ledger').click();
    await page.getByText('Balanced:').waitFor();
    await page.getByRole('row', { name: /float Wheel 1/ }).first().waitFor();
    await screenshot(page, 'regulator-ledger');
    await expectAccessible(page, 'ledger');
    await section(page, 'Checkpoints').click();
    await page.getByRole('heading', { name: 'Public key' }).waitFor();
    await expectAccessible(page, 'checkpoints');
    await section(page, 'Exports').click();
    await page.getByRole('combobox', { name: 'List' }).selectOption('people');
    const csv = await exported(page);
    const people = (await reg.read('/people')) as unknown as { handle: string }[];
    expect(csv.trim().split('\r\n')).toHaveLength(people.length + 1);
    await page.getByRole('combobox', { name: 'List' }).selectOption('table-journal');
    await page.getByRole('combobox', { name: 'As' }).selectOption('json');
    const entries = JSON.parse(await exported(page)) as { version: number; what: string }[];
    expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1));
    expect(entries.some(({ what }) => what === 'corrected')).toBe(true);
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
    await screenshot(page, 'regulator-exports');
    await expectAccessible(page, 'exports');
    await page.context().close();
  });
});

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Make the file' }).click()]);
  return readFileSync(await download.path(), 'utf8');
}

describe('sizes', () => {
  const SIZES = [
    { name: 'phone', options: { ...PHONE, colorScheme: 'light' } },
    { name: 'tablet', options: { ...LANDSCAPE, colorScheme: 'dark' } },
  ] as const;

  it.each(SIZES)('every section on a $name, $options.colorScheme', async ({ name, options }) => {
    const page = await open('reg', '', options);
    for (const id of SECTIONS) {
      await page.goto(`${house.address}/house/1/regulator/${id}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForTimeout(400);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id).toBe(true);
      await expectAccessible(page, id);
      await screenshot(page, `regulator-${name}-${id}`);
    }
    await page.context().close();
  });
});
