/** Two browsers at one table, a cut line in the middle of a round, a house that restarts: nothing is lost, nothing bet twice. */
import type { Page } from 'playwright-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { freePort, openWithPages } from './house';
import { Line } from './line';
import { browser, depart, LAPTOP, lay, playOut, sitDown, tableOf } from './page';

const chromium = await browser();
const roulette = await tableOf('american-roulette');

const bets = (page: Page): Promise<number> => page.locator('section[aria-labelledby="your-bets"] li').count();

describe('at one table', () => {
  it('two people see each other’s bets', async () => {
    const [first, second] = [await chromium.newContext(LAPTOP), await chromium.newContext(LAPTOP)];
    const one = await sitDown(first, roulette);
    const two = await sitDown(second, roulette);
    await lay(one, 'straight 7');
    await two.locator('[data-wager="straight 7"][aria-label*="of others"]').waitFor({ timeout: 20_000 });
    await lay(two, 'straight 8');
    await one.locator('[data-wager="straight 8"][aria-label*="of others"]').waitFor({ timeout: 20_000 });
    await Promise.all([depart(one), depart(two)]);
  });

  it('a cut line is said plainly and mended, and a bet sent while it was cut lies there once', async () => {
    const line = await Line.to(inject('house'));
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette, line.address);
    await lay(page, 'black');
    await expect.poll(() => bets(page)).toBe(1);
    line.cut();
    await page.getByText('The connection to the house is lost').waitFor({ timeout: 20_000 });
    await page.locator('[data-wager="odd"]').first().click();
    line.mend();
    await page.getByText('The connection to the house is lost').waitFor({ state: 'hidden', timeout: 30_000 });
    // The bet was on its way under one key: it is answered once, accepted or too late.
    await page.locator('section[aria-labelledby="notices"] li').filter({ hasText: /Odd|bets|late|closed|no more/i }).first().waitFor({ timeout: 30_000 });
    expect(await page.locator('section[aria-labelledby="your-bets"] ul:first-of-type li').filter({ hasText: 'Odd' }).count()).toBeLessThanOrEqual(1);
    expect(await playOut(page)).toMatch(/won|lost|void|halved/);
    await depart(page);
    line.close();
  });

  it('a restart in the middle of a round restores the table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'croupier-web-restart-'));
    const port = await freePort();
    let house = await openWithPages(inject('binary'), folder, 'usual', port);
    const { address } = house;
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette, address);
    await lay(page, 'red');
    await house.close('SIGKILL');
    await page.getByText('The connection to the house is lost').waitFor({ timeout: 20_000 });
    house = await openWithPages(inject('binary'), folder, 'usual', port);
    await page.getByText('The connection to the house is lost').waitFor({ state: 'hidden', timeout: 60_000 });
    await expect.poll(() => bets(page), { message: 'the bet lies there once' }).toBe(1);
    expect(await playOut(page)).toMatch(/won|lost|halved|void/);
    await page.goto(`${address}/me/statement`);
    await page.getByText('stake at').first().waitFor();
    expect(await page.getByText('stake at').count(), 'it was paid for once').toBe(1);
    await context.close();
    await house.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
