/** Rosters in a real house: a manager plans an evening, a second person authorises it, and staff relieve each other at the tables. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, openPage, PHONE, screenshot } from './page';
import { enrolMember, openHouse, signedIn } from './real-house';

const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const LANDSCAPE: BrowserContextOptions = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PORTRAIT: BrowserContextOptions = { viewport: { width: 768, height: 1024 }, hasTouch: true, colorScheme: 'dark' };
const MINUTE = 60_000;

const chromium = await browser();
const house = await openHouse('roster');
const { mia, ida, dee } = house;
const dan = await enrolMember(house, 'dan', 'dealer', 'Dan');
const eve = await enrolMember(house, 'eve', 'dealer', 'Eve');
await enrolMember(house, 'ira', 'inspector', 'Ira');
const rex = await enrolMember(house, 'rex', 'regulator');

/** The evening: it began an hour ago, and its next relief is in six minutes. Times of this house are UTC. */
const start = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;
const relief = start + 66 * MINUTE;
const end = start + 180 * MINUTE;
const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 16);
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

async function open(handle: string, path: string, options: BrowserContextOptions = DESK): Promise<Page> {
  return openPage(await signedIn(chromium, house.address, handle, options), `/house/1/${path}`, house.address);
}

const section = (page: Page) => page.getByRole('region', { name: 'Roster', exact: true });
const grid = (page: Page) => page.getByRole('region', { name: 'Roster of the shift' });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

async function chooseShift(page: Page): Promise<void> {
  await section(page).getByLabel('Shift of').fill(dateOf(start));
  await section(page).getByLabel('From').fill(clockOf(start));
  await section(page).getByLabel('Until').fill(clockOf(end));
}

/** Adds a duty with the form of its row. */
async function addDuty(page: Page, row: string, person: string, from: number, to: number): Promise<void> {
  await button(page, `Add a duty: ${row}`).click();
  await dialog(page).getByLabel('Person').selectOption({ label: person });
  await dialog(page).getByLabel('From').fill(clockOf(from));
  await dialog(page).getByLabel('Until').fill(clockOf(to));
  await button(page, 'Add to the plan').click();
}

/** Every control is large enough for a finger, and the page is not wider than the screen. */
async function expectFits(page: Page): Promise<void> {
  const small = await page.locator('main button:visible, main select:visible, main input:visible:not([type=checkbox])').evaluateAll((found) => found.map((one) => ({ text: one.getAttribute('aria-label') ?? one.textContent ?? '', box: one.getBoundingClientRect() })).filter(({ box }) => box.height < 43.5 || box.width < 43.5).map(({ text, box }) => `${text} ${Math.round(box.width)}×${Math.round(box.height)}`));
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

describe('a manager plans an evening', () => {
  it('with duties and a rotation; a refused duty is named; a second person authorises it, and sees before and after', async () => {
    const page = await open('mia', 'manager/staff');
    await chooseShift(page);
    await section(page).getByText('Nobody is planned for this shift').waitFor();
    await expectAccessible(page, 'no roster');

    // A rotation of the two tables, which can be changed before it is proposed.
    await button(page, 'Fill with a rotation…').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Choose tables and people.').waitFor();
    for (const name of ['Wheel 1', 'Jack 1', 'Dee', 'Dan']) await dialog(page).getByLabel(name, { exact: true }).check();
    await dialog(page).getByLabel('Minutes at each table').fill('60');
    await dialog(page).getByText('without a break').waitFor();
    await dialog(page).getByLabel('Eve', { exact: true }).check();
    await dialog(page).getByText('Everybody deals 120 minutes, 60 at each table, and then has a break of 60 minutes.').waitFor();
    await expectAccessible(page, 'rotation');
    await screenshot(page, 'roster-rotation');
    await button(page, 'Fill the plan').click();
    await section(page).getByText('A plan of 6 duties, not proposed yet.').waitFor();
    await section(page).getByRole('button', { name: 'Discard the plan' }).click();
    await section(page).getByText('Nobody is planned for this shift').waitFor();

    // The evening duty by duty; one of them is wrong.
    await addDuty(page, 'dealer of Wheel 1', 'Dee (dee)', start, relief);
    await addDuty(page, 'dealer of Wheel 1', 'Dan (dan)', relief - 10 * MINUTE, end);
    await addDuty(page, 'inspector of Wheel 1', 'Ira (ira)', start, end);
    await addDuty(page, 'dealer of Jack 1', 'Eve (eve)', relief, end);
    await button(page, 'Propose the roster').click();
    await section(page).getByRole('alert').filter({ hasText: 'Dan, Wheel 1' }).getByText('a place one person').waitFor();
    await grid(page).getByRole('button', { name: /^Dan, dealer of Wheel 1, .*, refused/ }).waitFor();
    await expectAccessible(page, 'a duty is refused');
    await screenshot(page, 'roster-refused');
    expect((await mia.read('/office'))['proposals']).toEqual([]);

    // The keyboard leads to the duty, and the form puts it right.
    await button(page, 'Change this duty').focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('From').fill(clockOf(relief));
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog(page).count()).toBe(0);
    await screenshot(page, 'roster-plan');
    await button(page, 'Propose the roster').click();
    await section(page).getByText('Waits for a second person: roster no.').waitFor();
    expect((await mia.read(`/roster?from=${start}&to=${end}`))['duties']).toEqual([]);
    await expectFits(page);

    const second = await open('ida', 'office', LANDSCAPE);
    const waits = second.getByRole('listitem', { name: /Roster$/ });
    await waits.getByText('4 duties new').waitFor();
    await waits.getByRole('region', { name: /^Roster after/ }).getByRole('img', { name: /^Dan, dealer of Wheel 1/ }).waitFor();
    await waits.getByText('Nobody is planned for this time.').waitFor();
    await expectAccessible(second, 'a roster waits');
    await expectFits(second);
    await screenshot(second, 'roster-office');
    await button(second, /^Authorise no\./).click();
    await second.getByText('Nothing waits.').waitFor();
    await section(page).getByText('4 duties are adopted for this shift.').waitFor();
    await Promise.all([page, second].map((one) => one.context().close()));
  });

  it('and it is read on a tablet, on a phone and by the regulator, who can change nothing', async () => {
    for (const [handle, path, options, name] of [
      ['mia', 'manager/staff', PORTRAIT, 'portrait'],
      ['mia', 'manager/staff', PHONE, 'phone'],
      ['ida', 'floor/roster', LANDSCAPE, 'floor'],
      ['rex', 'regulator/roster', DESK, 'regulator'],
    ] as const) {
      const page = await open(handle, path, options);
      await chooseShift(page);
      await section(page).getByText(/^4 duties/).waitFor();
      await grid(page).getByText('Dan').first().waitFor();
      await expectAccessible(page, name);
      await expectFits(page);
      await section(page).scrollIntoViewIfNeeded();
      await screenshot(page, `roster-${name}`);
      if (handle !== 'mia') expect(await grid(page).getByRole('button').count()).toBe(0);
      await page.context().close();
    }
    await expect(rex.order({ do: 'take-over', table: house.table('Wheel 1'), post: 'dealer' })).rejects.toThrow('may read everything but change nothing');
  });
});

describe('relief at the table', () => {
  it('the relieving dealer takes over between rounds, the floor shows her and her time, and others are refused', async () => {
    const wheel = house.table('Wheel 1');
    const console = await open('dan', `table/${wheel}/deal`, LANDSCAPE);
    const group = console.getByRole('group', { name: 'Relief at Wheel 1' });
    await group.getByText(`Next dealer: you at ${clockOf(relief)}`).waitFor();
    await expectAccessible(console, 'before the relief');
    await screenshot(console, 'roster-console');

    // Another dealer sees who is next and has no button; by the API she is refused.
    const other = await open('eve', `table/${wheel}/deal`, PORTRAIT);
    await other.getByRole('group', { name: 'Relief at Wheel 1' }).getByText(`Next dealer: Dan at ${clockOf(relief)}`).waitFor();
    expect(await button(other, /^Take over/).count()).toBe(0);
    await expect(eve.order({ do: 'take-over', table: wheel, post: 'dealer' })).rejects.toThrow('the roster does not name you as dealer of Wheel 1');
    await other.context().close();

    // In the middle of a round nobody takes over.
    await dee.at(wheel, { do: 'announce', what: 'place-your-bets' });
    await dee.at(wheel, { do: 'announce', what: 'no-more-bets' });
    await button(console, 'Take over this table').click();
    await console.getByRole('alert').getByText('A round is in play at Wheel 1').waitFor();
    await dee.at(wheel, { do: 'announce', what: 'spin-left' }).catch(() => dee.at(wheel, { do: 'announce', what: 'spin-right' }));
    await dee.at(wheel, { do: 'enter', lines: 'ball 17' });
    await dee.at(wheel, { do: 'confirm-entry' });

    await button(console, 'Take over this table').focus();
    await console.keyboard.press('Enter');
    await console.getByRole('status').filter({ hasText: 'Dealer of Wheel 1: you have taken over.' }).waitFor();
    await expect.poll(() => button(console, 'Take over this table').count()).toBe(0);
    await expectAccessible(console, 'after the relief');
    await dan.at(wheel, { do: 'announce', what: 'place-your-bets' });
    await expect(dee.at(wheel, { do: 'announce', what: 'final-bets' })).rejects.toThrow('only staff with a post at this table');
    await console.context().close();

    // Ira relieves Ida as inspector of this table, from the floor.
    const floor = await open('ira', 'floor', DESK);
    const card = floor.locator(`[data-table="${wheel}"]`);
    await card.getByText(/dealer Dan\s+since \d\d:\d\d/).waitFor({ timeout: 25_000 });
    await card.getByRole('button', { name: 'Take over this table' }).click();
    await floor.getByRole('status').filter({ hasText: 'Inspector of Wheel 1: you have taken over.' }).waitFor();
    await expectAccessible(floor, 'floor after the relief');
    expect(await card.getByText('Next dealer').count(), 'nobody comes after Dan').toBe(0);
    await screenshot(floor, 'roster-floor-card');
    const posts = (await ida.read('/charter'))['posts'] as { table: string; post: string; staff: string }[];
    expect(posts.filter(({ table }) => table === 'Wheel 1').map(({ post, staff }) => `${post} ${staff}`).sort()).toEqual(['dealer Dan', 'inspector Ira']);
    await floor.context().close();
  });
});
