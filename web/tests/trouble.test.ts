/** Failures: a refusal, an expired session, a server that does not respond, a table that closes during a bet. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { CuttableProxy } from './cuttable-proxy';
import { browser, expectAccessible, leaveTable, LAPTOP, placeBet, pathOf, type Row, sitDown, tableOf, tables, waitForBetting, openPage } from './page';

const chromium = await browser();
const roulette = await tableOf('american-roulette');

/** Ends the session on the server, as a timeout would. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/v1/session')).json()) as { csrf: string };
    await fetch('/api/v1/session', { method: 'DELETE', headers: { 'x-csrf-token': csrf } });
  });
}

/** Signs in as a member of staff; returns a function that sends commands to a table. */
async function staff(row: Row, handle: string): Promise<(command: object) => Promise<{ number?: number }>> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ house: row.house, handle, password: 'croupier-demo', bearer: true });
  const session = await fetch(`${inject('server')}/api/v1/session`, { ...request, body });
  const { token } = (await session.json()) as { token: string };
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  return async (command) => {
    const path = `${inject('server')}/api/v1/houses/${row.house}/tables/${row.id}/commands`;
    const response = await fetch(path, { method: 'POST', headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(command) });
    const result = (await response.json()) as { number?: number; message?: string };
    if (!response.ok) throw new Error(result.message);
    return result;
  };
}

/** Manager and inspector close a table. */
async function closeTable(row: Row): Promise<void> {
  const [manager, inspector] = [await staff(row, 'demo_manager'), await staff(row, 'demo_inspector')];
  const { number } = await manager({ do: 'propose', matter: { kind: 'close', closer: [{ value: '100', count: 1 }] } });
  await inspector({ do: 'authorise', proposal: number });
}

describe('a failure is explained', () => {
  it('a refused bet has its reason, and the money stays', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await waitForBetting(page);
    const before = await page.locator('dd.balance').innerText();
    await page.getByLabel('Type a bet or a decision').fill('1000000 on red');
    await page.keyboard.press('Enter');
    const refused = page.locator('li.bad').first();
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/Refused/);
    expect(await page.locator('dd.balance').innerText()).toBe(before);
    await leaveTable(page);
  });

  it('a wager that the game does not have is refused with its provision', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await waitForBetting(page);
    await page.getByLabel('Type a bet or a decision').fill('25 on split 1 36');
    await page.keyboard.press('Enter');
    const refused = page.locator('li.bad').first();
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/\[3\.\d/);
    await refused.getByRole('button', { name: /^Why was this refused/ }).click();
    const why = page.getByRole('dialog', { name: 'Why it was refused' });
    await why.waitFor();
    expect(await why.locator('dd').first().innerText()).toMatch(/\w{3}/);
    await expectAccessible(page, 'why a bet was refused');
    await leaveTable(page);
  });

  it('an expired session is reported, the bet stands, and one click continues', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await placeBet(page, 'column 2');
    await endSession(page);
    await page.locator('[data-wager="column 1"]').first().click();
    await page.getByText('Your session has ended').waitFor({ timeout: 20_000 });
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Continue as a new guest' }).click();
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    // The accepted bet belongs to the first guest; the one sent without a session was not placed.
    const mine = page.locator('section[aria-labelledby="your-bets"] li');
    expect(await mine.count()).toBe(0);
    await placeBet(page, 'column 3');
    await expect.poll(() => mine.count()).toBe(1);
    await leaveTable(page);
  });

  it('without a session there is no seat, and one click takes one', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await openPage(context, pathOf(roulette));
    await page.locator('[data-wager="red"]').first().click();
    await page.getByText('Take a seat first.').first().waitFor();
    await page.getByRole('button', { name: 'Take a seat' }).click();
    await page.locator('li', { hasText: 'you' }).first().waitFor();
    await leaveTable(page);
  });

  it('a table that closes during a bet says so; the bet is refused and no money moves', async () => {
    const rows = (await tables()).filter((one) => one.learning && one.game.endsWith('/punto-banco'));
    const row = rows[0] as Row;
    const proxy = await CuttableProxy.to(inject('server'));
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, row, proxy.address);
    await waitForBetting(page);
    const before = await page.locator('dd.balance').innerText();
    proxy.cut();
    await page.getByRole('alert').getByText('Connection lost').waitFor({ timeout: 20_000 });
    await page.locator('[data-wager="punto"]').first().click();
    await closeTable(row);
    proxy.restore();
    await page.getByRole('heading', { name: 'The table is closed' }).waitFor({ timeout: 30_000 });
    await page.locator('li.bad', { hasText: 'Refused' }).first().waitFor({ timeout: 30_000 });
    expect(await page.locator('section[aria-labelledby="your-bets"] li').count()).toBe(0);
    expect(await page.locator('dd.balance').innerText()).toBe(before);
    expect(await page.getByRole('link', { name: 'Back to the lobby' }).count()).toBeGreaterThan(0);
    await context.close();
    proxy.close();
  });

  it('a server that does not respond is reported, with a way to try again', async () => {
    const proxy = await CuttableProxy.to(inject('server'));
    const context = await chromium.newContext(LAPTOP);
    const page = await context.newPage();
    await page.goto(proxy.address);
    await page.route('**/api/v1/houses', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The server is not responding' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'The server is not responding' }).waitFor();
    // Once it responds, the page continues by itself.
    await page.unroute('**/api/v1/houses');
    await page.getByRole('heading', { name: 'Take a seat.' }).waitFor();
    await context.close();
    proxy.close();
  });

  it('a server that answers with an error is not called offline: its own words are shown, and the page continues when it can', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await openPage(context);
    for (const path of ['**/api/v1/houses', '**/api/v1/session/houses']) {
      const problem = { status: 503, code: 'unavailable', message: 'The house is being restored. Try again in a minute.' };
      await page.route(path, (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }));
      await page.reload();
      await page.getByRole('heading', { name: 'The server could not answer' }).waitFor();
      await page.getByRole('alert').getByText('The house is being restored. Try again in a minute.').waitFor();
      await expectAccessible(page, 'an error of the server');
      await page.unroute(path);
      await page.getByRole('heading', { name: 'Take a seat.' }).waitFor();
    }
    await context.close();
  });

  it('a session that has ended while the page was closed is no failure: the lobby is shown, and the end is said', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await page.route('**/api/v1/houses/*/me', (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify({ status: 401, code: 'session', message: 'log in first' }) }));
    await page.goto(inject('server'));
    await page.getByText('Your session has ended').waitFor();
    await page.getByRole('heading', { name: 'Take a seat.' }).waitFor();
    await context.close();
  });
});
