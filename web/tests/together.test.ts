/** Two browsers at one table, a lost connection during a round, a server restart: nothing is lost, nothing is bet twice. */
import type { Page } from 'playwright-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { freePort, startWithPages } from './server';
import { CuttableProxy } from './cuttable-proxy';
import { browser, leaveTable, LAPTOP, placeBet, playOut, sitDown, tableOf } from './page';

const chromium = await browser();
const roulette = await tableOf('american-roulette');

const bets = (page: Page): Promise<number> => page.locator('section[aria-labelledby="your-bets"] li').count();

describe('at one table', () => {
  it('two people see each other’s bets', async () => {
    const [first, second] = [await chromium.newContext(LAPTOP), await chromium.newContext(LAPTOP)];
    const one = await sitDown(first, roulette);
    const two = await sitDown(second, roulette);
    await placeBet(one, 'straight 7');
    await two.locator('[data-wager="straight 7"][aria-label*="others"]').waitFor({ timeout: 20_000 });
    await placeBet(two, 'straight 8');
    await one.locator('[data-wager="straight 8"][aria-label*="others"]').waitFor({ timeout: 20_000 });
    await Promise.all([leaveTable(one), leaveTable(two)]);
  });

  it('a lost connection is reported and restored, and a bet sent meanwhile is placed once', async () => {
    const proxy = await CuttableProxy.to(inject('server'));
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette, proxy.address);
    await placeBet(page, 'black');
    await expect.poll(() => bets(page)).toBe(1);
    proxy.cut();
    await page.getByRole('alert').getByText('Connection lost').waitFor({ timeout: 20_000 });
    await page.locator('[data-wager="odd"]').first().click();
    proxy.restore();
    await page.getByRole('alert').getByText('Connection lost').waitFor({ state: 'hidden', timeout: 30_000 });
    // The bet was sent under one key: it has one response, accepted or too late.
    await page.locator('section[aria-labelledby="notices"] li').filter({ hasText: /Odd|bets|late|closed|no more/i }).first().waitFor({ timeout: 30_000 });
    expect(await page.locator('section[aria-labelledby="your-bets"] ul:first-of-type li').filter({ hasText: 'Odd' }).count()).toBeLessThanOrEqual(1);
    expect(await playOut(page)).toMatch(/won|lost|void|halved/);
    await leaveTable(page);
    proxy.close();
  });

  it('a restart in the middle of a round restores the table', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'croupier-web-restart-'));
    const port = await freePort();
    let server = await startWithPages(inject('binary'), folder, 'usual', port);
    const { address } = server;
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, roulette, address);
    await placeBet(page, 'red');
    await server.close('SIGKILL');
    await page.getByRole('alert').getByText('Connection lost').waitFor({ timeout: 20_000 });
    server = await startWithPages(inject('binary'), folder, 'usual', port);
    await page.getByRole('alert').getByText('Connection lost').waitFor({ state: 'hidden', timeout: 60_000 });
    await expect.poll(() => bets(page), { message: 'the bet is there once' }).toBe(1);
    expect(await playOut(page)).toMatch(/won|lost|halved|void/);
    await page.goto(`${address}/me/statement`);
    await page.getByText('stake at').first().waitFor();
    expect(await page.getByText('stake at').count(), 'it was paid for once').toBe(1);
    await context.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
