/** What goes wrong: a refusal, an ended session, a house that does not answer, a table that closes under one's hands. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { Line } from './line';
import { browser, depart, LAPTOP, lay, pathOf, type Row, sitDown, tableOf, tables, untilOpen, visit } from './page';

const chromium = await browser();
const roulette = await tableOf('american-roulette');

/** The house forgets this visitor's session, as it does when its time is over. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/v1/session')).json()) as { csrf: string };
    await fetch('/api/v1/session', { method: 'DELETE', headers: { 'x-csrf-token': csrf } });
  });
}

/** Somebody of the house, who gives commands at a table. */
async function staff(row: Row, handle: string): Promise<(command: object) => Promise<{ number?: number }>> {
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ house: row.house, handle, password: 'croupier-demo', bearer: true });
  const session = await fetch(`${inject('house')}/api/v1/session`, { ...asked, body });
  const { token } = (await session.json()) as { token: string };
  const headers = { ...asked.headers, authorization: `Bearer ${token}` };
  return async (command) => {
    const path = `${inject('house')}/api/v1/houses/${row.house}/tables/${row.id}/commands`;
    const answer = await fetch(path, { method: 'POST', headers: { ...headers, 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(command) });
    const said = (await answer.json()) as { number?: number; message?: string };
    if (!answer.ok) throw new Error(said.message);
    return said;
  };
}

/** Manager and inspector close a table. */
async function closeTable(row: Row): Promise<void> {
  const [manager, inspector] = [await staff(row, 'demo_manager'), await staff(row, 'demo_inspector')];
  const { number } = await manager({ do: 'propose', matter: { kind: 'close', closer: [{ value: '100', count: 1 }] } });
  await inspector({ do: 'authorise', proposal: number });
}

describe('what goes wrong is said plainly', () => {
  it('a refused bet has its reason, and the money stays', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await untilOpen(page);
    const before = await page.locator('.balance').innerText();
    await page.getByLabel('Type a bet or a decision').fill('1000000 on red');
    await page.keyboard.press('Enter');
    const refused = page.locator('li.bad').first();
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/Refused/);
    expect(await page.locator('.balance').innerText()).toBe(before);
    await depart(page);
  });

  it('a wager that the game does not have is refused with its provision', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await untilOpen(page);
    await page.getByLabel('Type a bet or a decision').fill('25 on split 1 36');
    await page.keyboard.press('Enter');
    const refused = page.locator('li.bad').first();
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/\[3\.\d/);
    await depart(page);
  });

  it('a session that has ended elsewhere is told, the bet stands, and one click goes on', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette);
    await lay(page, 'column 2');
    await endSession(page);
    await page.locator('[data-wager="column 1"]').first().click();
    await page.getByText('Your session has ended').waitFor({ timeout: 20_000 });
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Go on as a new guest' }).click();
    await page.getByText('Your session has ended').waitFor({ state: 'hidden' });
    // Who was here before has the one bet that was accepted, and not the one that was sent without a session.
    const mine = page.locator('section[aria-labelledby="your-bets"] li');
    expect(await mine.count()).toBe(0);
    await lay(page, 'column 3');
    await expect.poll(() => mine.count()).toBe(1);
    await depart(page);
  });

  it('without a session nobody is seated, and one click takes a seat', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await visit(context, pathOf(roulette));
    await page.locator('[data-wager="red"]').first().click();
    await page.getByText('Take a seat first.').first().waitFor();
    await page.getByRole('button', { name: 'Take a seat' }).click();
    await page.locator('li', { hasText: 'you' }).first().waitFor();
    await depart(page);
  });

  it('a table that closes while one bets says so; the bet on its way is refused and no money moves', async () => {
    const rows = (await tables()).filter((one) => one.learning && one.game.endsWith('/punto-banco'));
    const row = rows[0] as Row;
    const line = await Line.to(inject('house'));
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, row, line.address);
    await untilOpen(page);
    const before = await page.locator('.balance').innerText();
    line.cut();
    await page.getByText('The connection to the house is lost').waitFor({ timeout: 20_000 });
    await page.locator('[data-wager="punto"]').first().click();
    await closeTable(row);
    line.mend();
    await page.getByRole('heading', { name: 'The table is closed' }).waitFor({ timeout: 30_000 });
    await page.locator('li.bad', { hasText: 'Refused' }).first().waitFor({ timeout: 30_000 });
    expect(await page.locator('section[aria-labelledby="your-bets"] li').count()).toBe(0);
    expect(await page.locator('.balance').innerText()).toBe(before);
    expect(await page.getByRole('link', { name: 'Back to the lobby' }).count()).toBeGreaterThan(0);
    await context.close();
    line.close();
  });

  it('a house that does not answer is told, with a way to try again', async () => {
    const line = await Line.to(inject('house'));
    const context = await chromium.newContext(LAPTOP);
    const page = await context.newPage();
    await page.goto(line.address);
    await page.route('**/api/v1/houses', (route) => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'The house does not answer' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'The house does not answer' }).waitFor();
    // Once it answers, the page goes on by itself.
    await page.unroute('**/api/v1/houses');
    await page.getByRole('heading', { name: 'Take a seat.' }).waitFor();
    await context.close();
    line.close();
  });
});
