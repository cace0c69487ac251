/** One evening of a house from an empty folder, through the desks alone: a roulette table and a blackjack table, everybody in a browser of their own. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import { keyIn, nextCards, payment, step, tap } from './console';
import { fill, handedLinks, nextStep, PASSWORD, startEmpty, useLinkInPage } from './empty-house';
import { browser, LAPTOP, openPage, screenshot } from './page';
import { Program } from './program';
import { Person } from './real-house';

const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const TABLET: BrowserContextOptions = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const [WHEEL, JACK] = [1, 2];
const NAMES: Record<number, string> = { [WHEEL]: 'Wheel 1', [JACK]: 'Jack 1' };
const FLOAT: [string, number][] = [['100', 20], ['25', 40], ['5', 100]];

// Twelve steps by eight people in one browser: a busy machine needs longer than for one page.
vi.setConfig({ testTimeout: 300_000 });
const chromium = await browser();
const house = await startEmpty();
/** The page of each person, in a browser of their own. */
const at: Record<string, Page> = {};

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [handle, page] of Object.entries(at)) {
    console.log(`${handle} at ${page.url()}: ${(await page.locator('main').innerText()).slice(0, 1500)}`);
    await screenshot(page, `evening-failed-${handle}`);
  }
});

const pageOf = (handle: string): Page => at[handle] ?? expect.fail(`${handle} has no browser yet`);
const button = (on: Page | Locator, name: string | RegExp): Locator => on.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const done = (page: Page, text: string | RegExp): Promise<void> => page.getByRole('status').filter({ hasText: text }).first().waitFor();

/** Somebody goes to a page of the house. */
async function go(handle: string, path: string): Promise<Page> {
  const page = pageOf(handle);
  await page.goto(`${house.address}${path}`);
  return page;
}

const desk = (handle: string, path: string): Promise<Page> => go(handle, `/house/1/${path}`);

/** Types a count by denomination into the open form. */
async function count(page: Page, pieces: [string, number][]): Promise<void> {
  for (const [value, number] of pieces) await dialog(page).getByLabel(`Pieces of ${value}`, { exact: true }).fill(String(number));
}

interface Papers {
  float: string;
  shift: Record<string, string>;
}

/** What the API says at the end, and what lies in a float where a count is typed. */
async function papersOf(table: number): Promise<Papers> {
  const mia = await Person.signIn(house.address, 'mia');
  return (await mia.read(`/tables/${table}/papers`)) as unknown as Papers;
}

/** The inspector does what waits on the floor, after it is read back. */
async function onFloor(label: string, name: RegExp): Promise<void> {
  const ida = await desk('ida', 'floor');
  await ida.getByRole('region', { name: /^Waiting for you/ }).getByRole('button', { name }).click();
  await button(dialog(ida), label).click();
  await dialog(ida).waitFor({ state: 'hidden' });
}

/** The manager requests a fill, the cage sends and delivers it, the inspector counts and confirms it. */
async function fillTable(table: number, pieces: [string, number][]): Promise<void> {
  const name = NAMES[table] ?? '';
  const mia = await desk('mia', 'cage/tables');
  await button(mia, `Fill… for ${name}`).click();
  await count(mia, pieces);
  await button(mia, 'Request the fill').click();
  await done(mia, 'is requested');
  const carl = await desk('carl', 'cage/tables');
  await button(carl, new RegExp(`^Send the chips: Fill \\d+ of ${name}`)).click();
  await button(carl, new RegExp(`^Chips have arrived: Fill \\d+ of ${name}`)).click();
  await done(carl, 'delivered');
  await onFloor('Confirm', new RegExp(`^Confirm: Fill .* at ${name}$`));
}

/** The manager opens or closes a table with a count, and the inspector authorises it. */
async function turn(what: 'Open' | 'Close', table: number, pieces: [string, number][]): Promise<void> {
  const name = NAMES[table] ?? '';
  const mia = await desk('mia', 'manager');
  await button(mia, `${what} ${name}`).click();
  await count(mia, pieces);
  await dialog(mia).getByText(/Equals the float/).waitFor();
  await button(dialog(mia), 'Propose').click();
  await dialog(mia).waitFor({ state: 'hidden' });
  await onFloor('Authorise', new RegExp(`^Authorise: ${what} the table at ${name}$`));
  await mia.getByRole('listitem', { name }).getByText(what === 'Open' ? 'Open' : 'Closed', { exact: true }).waitFor();
}

/** A player makes an account in a browser of their own, asks for chips, and confirms them when the cashier has laid them out. */
async function enrolAndBuyIn(handle: string, amount: string): Promise<void> {
  const page = await openPage(await chromium.newContext(LAPTOP), '/sign-in?house=1', house.address);
  at[handle] = page;
  await button(page, 'Create a new account').click();
  await page.getByLabel('Player name').fill(handle);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Number of an identity document').fill(`ID-${handle}`);
  await button(page, 'Create account').click();
  await page.getByRole('link', { name: new RegExp(`^${handle}\\b`) }).first().waitFor();
  await go(handle, '/me/chips?house=1');
  await page.getByLabel(/^Chips for/).fill(amount);
  await button(page, 'Ask for a buy-in').click();
  const carl = await desk('carl', 'cage/requests');
  await button(carl, new RegExp(`^Lay out for ${handle}`)).click();
  await button(carl, 'The chips are laid out').click();
  await done(carl, `Laid out. ${handle} confirms`);
  await button(page, /^Confirm: Buy-in/).click();
  await page.getByText(`ZAR ${amount}.00`).first().waitFor();
}

/** A player takes a seat. */
async function sit(handle: string, table: number): Promise<void> {
  const page = await desk(handle, `table/${table}`);
  await button(page, 'Take a seat').click();
  await button(page, 'Leave the table').waitFor();
}

/** Cash on the table for chips of its float: laid out by the dealer, confirmed by the inspector. It falls into the drop box. */
async function buyAtTable(dealer: string, table: number, handle: string, amount: string): Promise<void> {
  const page = pageOf(dealer);
  await tap(page, 'Chips for a player…');
  await page.getByLabel('Player', { exact: true }).selectOption(handle);
  await page.getByLabel(/^Amount in/).fill(amount);
  await button(page, 'Lay it out').tap();
  await dialog(page).waitFor({ state: 'hidden' });
  const ida = await desk('ida', `table/${table}/deal`);
  const laidOut = ida.getByRole('region', { name: 'Laid out' });
  await button(laidOut, 'Confirm').click();
  await laidOut.waitFor({ state: 'hidden' });
}

/** A player lays chips on a wager. */
async function bet(handle: string, wager: string, chip: string): Promise<void> {
  const page = pageOf(handle);
  await page.locator('.banner.open').waitFor();
  await page.getByRole('radio', { name: `Chip of ${chip}`, exact: true }).click();
  await page.locator(`[data-wager="${wager}"]`).first().click();
  await page.locator('section[aria-labelledby="your-bets"] li').first().waitFor();
}

/** From the bets to the ball. */
async function spin(dealer: Page): Promise<void> {
  await tap(dealer, 'Final bets');
  await tap(dealer, 'No more bets');
  await tap(dealer, /^Spin/);
}

test('an empty folder is set up with two tables, and the staff set their passwords by links', async () => {
  const page = await openPage(await chromium.newContext(DESK), house.link, house.address);
  at['mia'] = page;
  const book = page.getByRole('group', { name: /Mpumalanga/ });
  await book.getByLabel('American Roulette').check();
  await book.getByLabel('Standard Blackjack').check();
  await button(page, 'Plan 2 tables').click();
  await fill(page, 'Licence holder', 'Lowveld Tables Ltd');
  await fill(page, 'Premises', '7 River Road');
  await fill(page, 'Currency', 'ZAR');
  await fill(page, 'Time zone', 'Africa/Johannesburg');
  for (let place = 0; place < 4; place += 1) {
    await fill(page, 'Reference', `MGB/${place + 1}`, place);
    await fill(page, 'Day', '2001-02-05', place);
  }
  await fill(page, 'Approved hours', '00:00-24:00');
  await fill(page, 'Referred to, if unsettled', 'Mpumalanga Gaming Board');
  await nextStep(page);
  await button(page, 'Add a person').click();
  for (const [place, name] of ['Mia Botha', 'Ida Nkosi', 'Carl Smit', 'Dee Zulu', 'Dan Mokoena'].entries()) await fill(page, 'Name', name, place);
  await nextStep(page);
  for (const place of [0, 1]) {
    await fill(page, 'Name', Object.values(NAMES)[place] ?? '', place);
    await fill(page, 'Hours', '00:00-24:00', place);
  }
  await page.getByLabel('Dealer', { exact: true }).nth(1).selectOption('Dan Mokoena');
  await nextStep(page);
  await nextStep(page);
  await page.getByText('It is in breach of nothing').waitFor();
  await fill(page, 'Password (at least 10 characters)', PASSWORD);
  await fill(page, 'The same again', PASSWORD);
  await button(page, 'Create the house').click();
  await page.getByRole('heading', { name: 'Lowveld Tables Ltd is created' }).waitFor();
  const links = await handedLinks(page);
  for (const [place, handle] of ['ida', 'carl', 'dee', 'dan'].entries()) at[handle] = await useLinkInPage(await chromium.newContext(handle.startsWith('d') ? TABLET : DESK), house.address, links[place] ?? '', handle);
});

test('the office enrols the regulator by two people', async () => {
  const mia = await desk('mia', 'manager/office');
  await button(mia, 'New account…').click();
  await mia.getByLabel('Role', { exact: true }).selectOption('regulator');
  await mia.getByLabel('Name for signing in').fill('rex');
  await button(dialog(mia), 'Propose').click();
  const ida = await desk('ida', 'office');
  await button(ida, /^Authorise/).click();
  const link = await ida.getByLabel('Link for rex').inputValue();
  await button(ida, 'I have handed it over').click();
  at['rex'] = await useLinkInPage(await chromium.newContext(DESK), house.address, link, 'rex');
});

test('both tables are filled by three people and opened with counts by two', async () => {
  for (const table of [WHEEL, JACK]) {
    await fillTable(table, FLOAT);
    await turn('Open', table, FLOAT);
  }
  await screenshot(pageOf('mia'), 'evening-open');
});

test('two players enrol, buy in and sit down', async () => {
  await enrolAndBuyIn('ann', '500');
  await enrolAndBuyIn('ben', '400');
  await sit('ann', WHEEL);
  await sit('ben', WHEEL);
  await desk('dee', `table/${WHEEL}/deal`);
  await buyAtTable('dee', WHEEL, 'ben', '100');
});

test('a spin is keyed, and corrected by two people', async () => {
  const dee = await desk('dee', `table/${WHEEL}/deal`);
  await tap(dee, 'Place your bets');
  await bet('ann', 'red', '25');
  await bet('ben', 'black', '100');
  await spin(dee);
  await tap(dee, '18 red');
  await tap(dee, 'Confirm');
  await payment(dee).getByText('18, red').waitFor();
  await tap(dee, 'Correct the round…');
  await dee.getByLabel(/What it should be/).fill('ball 17');
  await dee.getByLabel('Reason').fill('misread the pocket');
  await button(dee, 'Propose').tap();
  await dee.getByText('“ball 17” instead of “ball 18”').waitFor();
  await onFloor('Authorise', /^Authorise: Correction at Wheel 1$/);
  await payment(dee).getByText('17, black').waitFor();
  await screenshot(pageOf('ben'), 'evening-corrected');
});

test('a reader with a key of the manager posts a spin, and the dealer confirms it', async () => {
  const mia = await desk('mia', `table/${WHEEL}/deal`);
  await button(mia, 'Readers…').click();
  await mia.getByLabel('Name of a new reader').fill('wheel camera');
  await button(mia, 'Add and show its key').click();
  const key = await mia.getByLabel(/^Key, shown only now/).inputValue();
  const wheel = new Program(['../examples/simulated_wheel.py']);
  const port = await wheel.says('/dev/');
  const reader = new Program(['../examples/wheel_reader.py', '--port', port, '--table', `${house.address}/api/v1/houses/1/tables/${WHEEL}`], { CROUPIER_READER_KEY: key });
  await reader.says('the last reading was 0');
  const dee = pageOf('dee');
  await tap(dee, 'Place your bets');
  await bet('ann', 'red', '25');
  await bet('ben', 'red', '25');
  await spin(dee);
  wheel.say('20');
  await step(dee).getByRole('heading', { name: 'From the reader' }).waitFor();
  await step(dee).getByText('wheel camera').waitFor();
  await tap(dee, 'Confirm');
  await payment(dee).getByText('20, black').waitFor();
  await reader.says('20 sent as reading 1');
});

test('a hand of blackjack: cards keyed, and the player decides in her own browser', async () => {
  await sit('ann', JACK);
  const dan = await desk('dan', `table/${JACK}/deal`);
  await buyAtTable('dan', JACK, 'ann', '60');
  await tap(dan, 'Place your bets');
  await bet('ann', 'box 1', '100');
  await tap(dan, 'Final bets');
  await tap(dan, 'No more bets');
  const cards = { 'box 1': ['TH', '8C'], dealer: ['6D', 'KD', '8H'] };
  await keyIn(dan, await nextCards(dan, cards));
  await button(pageOf('ann'), 'Stand').click();
  await step(dan).getByRole('heading', { name: 'Which cards fell?' }).waitFor();
  while (!(await payment(dan).isVisible())) {
    await keyIn(dan, await nextCards(dan, cards));
    await payment(dan).or(step(dan).getByRole('heading', { name: 'Which cards fell?' })).first().waitFor();
  }
  await payment(dan).getByText('Pay 100', { exact: true }).waitFor();
  await screenshot(pageOf('ann'), 'evening-blackjack');
});

test('a fill goes to the wheel, and a credit from the blackjack table to the cage', async () => {
  await fillTable(WHEEL, [['100', 2]]);
  const mia = await desk('mia', 'cage/tables');
  await button(mia, 'Credit… for Jack 1').click();
  await count(mia, [['100', 3]]);
  await button(mia, 'Request the credit').click();
  await done(mia, 'is requested');
  await button(mia, /^Send the chips: Credit/).click();
  await done(mia, 'sent.');
  const ida = await desk('ida', 'floor');
  await button(ida, /^Delivered: Credit/).first().click();
  await button(dialog(ida), 'Delivered').click();
  await dialog(ida).waitFor({ state: 'hidden' });
  const carl = await desk('carl', 'cage/tables');
  await button(carl, /^Confirm the count: Credit/).click();
  await done(carl, 'confirmed');
});

test('a dispute that pays: the inspector proposes the ruling, the manager authorises it, the player reads it', async () => {
  const ann = await desk('ann', `table/${WHEEL}/rounds/1`);
  await ann.getByLabel(/^What is wrong/).fill('The ball lay on 18 when I was paid, and then my chips were taken away.');
  await button(ann, 'Open a dispute').click();
  await ann.getByText('Dispute 1 is open.').waitFor();
  const ida = await desk('ida', 'floor');
  await ida.getByRole('link', { name: /^Hear Dispute 1/ }).first().click();
  await ida.getByLabel(/^The ruling/).fill('The correction stands. The house returns the stake of the round, for it was read wrong first.');
  await ida.getByLabel(/^Pays the player/).fill('25');
  await button(ida, 'Read back').click();
  await ida.getByText('Pays ZAR 25').waitFor();
  await button(ida, 'Propose this ruling').click();
  await done(ida, 'Ruling in dispute 1 proposed');
  const mia = await desk('mia', 'manager/office');
  await button(mia, /^Authorise/).click();
  await done(mia, 'Authorised');
  await go('ann', '/me/disputes?house=1');
  await ann.getByText('The correction stands.').waitFor();
  await ann.getByText('ZAR 25').waitFor();
  await screenshot(ann, 'evening-dispute');
});

test('the drop is counted, and both tables close with counts', async () => {
  for (const [table, dropped] of [[WHEEL, 100], [JACK, 60]] as const) {
    const name = NAMES[table] ?? '';
    const carl = await desk('carl', 'cage/counts');
    await button(carl, `Drop… of ${name}`).click();
    await count(carl, [['20', dropped / 20]]);
    await dialog(carl).getByText(/Equals the drop box/).waitFor();
    await button(carl, 'Sign and propose').click();
    await done(carl, `Drop count of ${name}`);
    const mia = await desk('mia', 'cage/counts');
    await button(mia, `Sign and authorise: Drop count, ${name}`).click();
    await done(mia, 'authorised');
    await turn('Close', table, [['5', Number((await papersOf(table)).float) / 5]]);
  }
});

test('for both tables win by drop equals true win, on the page and by the API', async () => {
  // Wheel: ann lost 25 and 25, ben won 100 and lost 25. Jack: ann won 100.
  for (const [table, win] of [[WHEEL, '-25.00'], [JACK, '-100.00']] as const) {
    const { shift } = await papersOf(table);
    expect([shift['win_by_drop'], shift['true_win'], shift['difference']], NAMES[table]).toEqual([win, win, '0.00']);
  }
  const carl = await desk('carl', 'cage/shift');
  for (const name of Object.values(NAMES)) await carl.getByRole('article', { name }).getByText('Win by drop equals true win.').waitFor();
  await screenshot(carl, 'evening-shift');
});

test('the regulator sees every step', async () => {
  const rex = await desk('rex', 'regulator/events');
  await rex.getByRole('row').nth(5).waitFor();
  const events = (await rex.getByRole('row').allInnerTexts()).join('\n');
  for (const wanted of [/rex is enrolled as regulator/, /Wheel 1[^\n]*\n?[^\n]*opened, float 3500\.00/, /Jack 1[^\n]*\n?[^\n]*opened, float 3500\.00/, /misread the pocket/, /the drop was counted: 100\.00/, /the drop was counted: 60\.00/, /dispute 1/i, /Jack 1[^\n]*\n?[^\n]*closed, float/, /Wheel 1[^\n]*\n?[^\n]*closed, float/]) expect(events).toMatch(wanted);
  await screenshot(rex, 'evening-regulator');
  const seen = async (table: number, kinds: string[]): Promise<void> => {
    for (const kind of kinds) {
      await desk('rex', `regulator/journal?table=${table}&kind=${kind}`);
      await rex.locator('details').first().waitFor();
      expect(await rex.locator('details').count(), `${kind} of ${NAMES[table] ?? 'the house'}`).toBeGreaterThan(0);
    }
  };
  await seen(0, ['enrolled', 'office-proposed', 'office-authorised', 'chips-requested', 'chips-laid-out', 'chips-confirmed', 'dispute-opened', 'dispute-answered', 'dispute-paid']);
  await seen(WHEEL, ['slip-requested', 'slip-stepped', 'opened', 'sat', 'exchanged', 'acted', 'entered', 'outcome-read', 'proposed', 'corrected', 'drop-counted', 'closed']);
  await seen(JACK, ['slip-requested', 'slip-stepped', 'opened', 'sat', 'acted', 'entered', 'drop-counted', 'closed']);
});
