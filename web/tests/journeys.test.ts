/** Whole journeys of a player: a new account, two houses at the same time, broke and back. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { browser, expectAccessible, LAPTOP, leaveTable, openPage, pathOf, PHONE, placeBet, playName, playOut, screenshot, sitDown, tableOf, tables, TABLET, waitForBetting } from './page';

const chromium = await browser();
const PASSWORD = 'a long password';
let accounts = 0;

/** Creates an account in a house from the sign-in page; returns its name. */
async function createAccount(page: Page, house: number): Promise<string> {
  accounts += 1;
  const name = `Newcomer_${process.pid}_${accounts}`;
  await page.goto(`${inject('server')}/sign-in?house=${house}`);
  await page.getByRole('button', { name: 'Create a new account' }).click();
  await page.getByLabel('Player name').fill(name);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await page.getByRole('link', { name: new RegExp(name) }).first().waitFor();
  return name;
}

/** The number that an amount on the page says. */
const amountOf = (text: string): number => Number(text.replace(/[^\d.]/g, ''));

const balanceOf = async (page: Page): Promise<number> => amountOf(await page.locator('dd.balance').innerText());

/** Bets on red, which is refused for want of chips. */
async function betWithoutChips(page: Page): Promise<void> {
  await waitForBetting(page);
  await page.locator('[data-wager="red"]').first().click();
  await page.locator('li.bad', { hasText: 'Refused' }).first().waitFor();
  await page.getByText('You do not have enough chips for that.').waitFor();
}

const SIZES: [string, BrowserContextOptions][] = [
  ['a phone', PHONE],
  ['a tablet', TABLET],
  ['a laptop', LAPTOP],
];

describe('a new account', () => {
  it.each(SIZES)('gets chips, bets, sees the result and asks for its cash, on %s', async (size, options) => {
    const row = await tableOf('scotland-1970/roulette', true);
    const page = await openPage(await chromium.newContext(options));
    await createAccount(page, row.house);
    await page.goto(inject('server') + pathOf(row));
    await page.getByRole('button', { name: 'Take a seat' }).click();
    await betWithoutChips(page);
    await screenshot(page, `journey-no-chips-${size.replace(/.* /, '')}`);
    await page.getByRole('button', { name: /^Top up/ }).click();
    await page.getByText('You do not have enough chips for that.').waitFor({ state: 'hidden' });
    expect(await balanceOf(page)).toBe(1000);
    await placeBet(page, 'red');
    await playOut(page, 'red');
    await page.getByRole('link', { name: /get chips or cash out/ }).click();
    const before = await balanceOf(page);
    await page.getByLabel(/^Cash for chips of/).fill('50');
    await page.getByRole('button', { name: 'Ask for a cash-out' }).click();
    await page.getByText(/Waiting for the cage|Your cash is laid out/).waitFor();
    await page.getByText(/50\.00 is held for a cash-out/).waitFor();
    expect(await balanceOf(page), 'a request moves nothing').toBe(before);
    await expectAccessible(page, 'a cash-out request');
    await screenshot(page, `journey-cash-out-${size.replace(/.* /, '')}`);
    await page.getByRole('button', { name: /^Confirm: Cash-out of/ }).click();
    await page.getByRole('button', { name: 'Ask for a cash-out' }).waitFor();
    expect(await balanceOf(page)).toBe(before - 50);
    await page.goto(inject('server') + pathOf(row));
    await leaveTable(page);
  });
});

describe('two houses', () => {
  it('are played side by side: each session keeps its name and its balance', async () => {
    const all = await tables();
    const [first, second] = [1, 2].map((house) => all.find((row) => row.house === house && row.mode === 'automatic' && row.game.endsWith('roulette')));
    if (!first || !second) throw new Error('a house has no roulette');
    const page = await sitDown(await chromium.newContext(LAPTOP), first);
    const name = async (): Promise<string> => page.getByRole('link', { name: /: my record$/ }).innerText();
    const [guest, had] = [await name(), await balanceOf(page)];
    await page.goto(inject('server'));
    await page.getByRole('button', { name: playName(second), exact: true }).click();
    await page.getByRole('button', { name: 'Leave the table' }).waitFor();
    const other = await name();
    expect(other).not.toBe(guest);
    await page.goto(inject('server'));
    const heads = page.locator('section > div:has(h2)');
    await expect.poll(() => heads.allInnerTexts().then((texts) => texts.filter((text) => /You are Guest_\w+, with/.test(text)).length)).toBe(2);
    await screenshot(page, 'journey-two-houses');
    await expectAccessible(page, 'the lobby with two sessions');
    await page.getByRole('button', { name: playName(first), exact: true }).click();
    await page.getByRole('button', { name: 'Leave the table' }).waitFor();
    expect([await name(), await balanceOf(page)]).toEqual([guest, had]);
    // Signing out of one house leaves the other alone.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${inject('server')}/me?house=${second.house}`);
    await page.getByRole('heading', { name: new RegExp(other.split(':')[0] ?? '') }).waitFor();
    await page.goto(inject('server') + pathOf(second));
    await leaveTable(page);
  });
});

describe('broke and back', () => {
  it('a player whose chips are all held is topped up where the bet was refused', async () => {
    const row = await tableOf('scotland-1970/roulette', true);
    const page = await sitDown(await chromium.newContext(LAPTOP), row);
    const url = page.url();
    await page.getByRole('link', { name: /get chips or cash out/ }).click();
    await page.getByLabel(/^Cash for chips of/).fill('1000');
    await page.getByRole('button', { name: 'Ask for a cash-out' }).click();
    await page.getByRole('button', { name: /^Confirm: Cash-out of/ }).click();
    await expect.poll(() => balanceOf(page)).toBe(0);
    await page.goto(url);
    await betWithoutChips(page);
    await page.getByRole('button', { name: /^Top up/ }).click();
    await expect.poll(() => balanceOf(page)).toBe(1000);
    await placeBet(page, 'red');
    await leaveTable(page);
  });
});

describe('the account page', () => {
  it('changes the password, lists sessions and signs out everywhere', async () => {
    const page = await openPage(await chromium.newContext(LAPTOP));
    const name = await createAccount(page, 1);
    const other = await openPage(await chromium.newContext(LAPTOP), '/sign-in?house=1');
    const signIn = async (password: string): Promise<void> => {
      await other.getByLabel('Player name').fill(name);
      await other.getByLabel(/^Password/).fill(password);
      await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn(PASSWORD);
    await other.getByRole('link', { name: new RegExp(name) }).first().waitFor();
    await page.goto(`${inject('server')}/me/account?house=1`);
    await expect.poll(() => page.locator('section[aria-labelledby="sessions-title"] li').count()).toBe(2);
    await expectAccessible(page, 'password and sessions');
    await screenshot(page, 'account');
    await page.getByLabel('Password so far').fill(PASSWORD);
    await page.getByLabel(/^New password/).fill('another long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed. Every other session has ended.').waitFor();
    await expect.poll(() => page.locator('section[aria-labelledby="sessions-title"] li').count()).toBe(1);
    await other.goto(`${inject('server')}/sign-in?house=1`);
    await signIn(PASSWORD);
    await other.getByRole('alert').waitFor();
    await signIn('another long password');
    await other.getByRole('link', { name: new RegExp(name) }).first().waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await other.goto(`${inject('server')}/me?house=1`);
    await other.getByText('Sign in to see every round you played').waitFor();
    await page.context().close();
    await other.context().close();
  });
});
