/** Every game can be played with the keyboard alone, and on a phone. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, everyKind, leaveTable, LAPTOP, NEW_KINDS, placeBet, PHONE, playOut, screenshot, sitDown, slug, tableOf, waitForBetting, openPage } from './page';

const chromium = await browser();
const kinds = await everyKind();

/** Presses Tab until the focused element matches. */
async function tabTo(page: Page, fits: string): Promise<void> {
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((css) => document.activeElement?.matches(css) ?? false, fits)) return;
  }
  throw new Error(`Tab never reached ${fits}`);
}

/** A bet that is settled in one round, for games whose first spot is not. */
const FIRST: Record<string, string> = { 'scotland-1970/dice': 'field', 'nevada/craps': 'field' };

/** The arrow key towards a spot: up or down while it lies in another row, then left or right; none when it has the focus. */
function arrowTowards(page: Page, wager: string): Promise<string> {
  return page.evaluate((sought) => {
    const [from, to] = [document.activeElement, document.querySelector(`[data-wager="${sought}"]`)];
    if (!from || !to || from === to) return '';
    const [here, there] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    if (there.top >= here.bottom) return 'ArrowDown';
    if (there.bottom <= here.top) return 'ArrowUp';
    return there.left > here.left ? 'ArrowRight' : 'ArrowLeft';
  }, wager);
}

/** Moves over the layout with arrow keys, as one who sees it, until a spot has the focus. */
async function arrowsTo(page: Page, wager: string): Promise<void> {
  if (wager === '') return;
  for (let steps = 0; steps < 60; steps += 1) {
    const key = await arrowTowards(page, wager);
    if (key === '') return;
    await page.keyboard.press(key);
  }
  throw new Error(`arrow keys never reached ${wager}`);
}

/** Makes every decision with Tab and Enter until a stake is settled. */
async function decideByKeys(page: Page): Promise<void> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    if (await page.getByRole('button', { name: /why\?$/ }).first().isVisible()) return;
    if (await page.locator('section[aria-label="Your decision"] button').first().isVisible().catch(() => false)) {
      await tabTo(page, 'section[aria-label="Your decision"] button');
      await page.keyboard.press('Enter');
    } else if (await page.locator('.ready:not([aria-disabled="true"])').isVisible().catch(() => false)) {
      await tabTo(page, '.ready, section[aria-label="Your decision"] button').catch(() => undefined);
      await page.keyboard.press('Enter');
    }
    await page.waitForTimeout(250);
  }
  throw new Error('the round did not end');
}

describe.concurrent('the keyboard alone', () => {
  for (const { game, server } of kinds) {
    it(`plays ${game}`, async () => {
      const row = await tableOf(game, false, server);
      const page = await openPage(await chromium.newContext(LAPTOP), '/', server);
      await page.locator('article').first().waitFor();
      await tabTo(page, `article[aria-labelledby="table-${row.house}-${row.id}"] button`);
      await page.keyboard.press('Enter');
      await page.locator('[data-wager]').first().waitFor();
      for (let tries = 0; ; tries += 1) {
        await waitForBetting(page);
        await page.locator('[data-wager]:not([aria-disabled="true"])').first().waitFor();
        await tabTo(page, '[data-wager]');
        await arrowsTo(page, FIRST[game] ?? '');
        await page.keyboard.press('Enter');
        await page.locator('li.good, li.bad').first().waitFor();
        if ((await page.locator('li.good, li.bad').first().innerText()).includes('Accepted')) break;
        if (tries > 4) throw new Error(await page.locator('aside').innerText());
        await page.waitForTimeout(1500);
      }
      await decideByKeys(page);
      await leaveTable(page);
    }, 300_000);
  }
});

describe('the focus', () => {
  it('is at the start of a page that was opened, and stays on Ready while a round is played', async () => {
    const page = await sitDown(await chromium.newContext(LAPTOP), await tableOf('american-roulette'));
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await placeBet(page, 'red');
    await tabTo(page, '.ready');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /why\?$/ }).first().waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => document.activeElement?.matches('.ready'))).toBe(true);
    expect(await page.locator('.ready').isDisabled()).toBe(true);
    await leaveTable(page);
  });
});

describe('a chip', () => {
  it('is taken back with Backspace', async () => {
    const row = await tableOf('american-roulette');
    const context = await chromium.newContext(LAPTOP);
    const page = await sitDown(context, row);
    await placeBet(page, 'red');
    await page.locator('[data-wager="red"]').focus();
    await page.keyboard.press('Backspace');
    await page.getByText('taken back').first().waitFor();
    await context.close();
  });
});

describe('a phone', () => {
  const TOUCHED: Record<string, string> = { 'scotland-1970/roulette': 'straight 17', 'mpumalanga/blackjack': 'box 2', 'scotland-1970/dice': 'field' };

  it('plays by touch, without a sideways scroll', async () => {
    for (const { game, server } of kinds) {
      const wager = TOUCHED[game] ?? NEW_KINDS[game]?.[0];
      if (wager === undefined) continue;
      const context = await chromium.newContext(PHONE);
      const page = await sitDown(context, await tableOf(game, false, server), server);
      await waitForBetting(page);
      await page.locator(`[data-wager="${wager}"]`).first().tap();
      await page.locator('li.good').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), game).toBeLessThanOrEqual(0);
      await screenshot(page, `${slug(game)}-phone-live`);
      if (game.endsWith('roulette')) expect(await playOut(page)).toMatch(/won|lost/);
      await context.close();
    }
  }, 300_000);
});
