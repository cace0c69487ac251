/** A phone at a table: what stays in view, what a finger can touch, and how a bet is confirmed and taken back. */
import { describe, expect, it } from 'vitest';
import { browser, leaveTable, PHONE, screenshot, sitDown, tableOf, waitForBetting } from './page';

const chromium = await browser();
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };
const TOUCH_PX = 44;

describe('a phone', () => {
  it('has splits and corners of 44 pixels on the larger layout, and phase, time and balance in view', async () => {
    const page = await sitDown(await chromium.newContext(PHONE), await tableOf('scotland-1970/roulette'));
    await page.getByRole('button', { name: 'Larger layout' }).tap();
    for (const kind of ['split', 'corner']) {
      const box = await page.locator(`[data-wager^="${kind} "]`).first().boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), kind).toBeGreaterThanOrEqual(TOUCH_PX - 0.5);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(300);
    const banner = await page.locator('.banner').boundingBox();
    expect(banner?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect(await page.locator('.banner .balance').innerText()).toMatch(/\d/);
    await screenshot(page, 'phone-larger-layout');
    await page.getByRole('button', { name: 'Whole layout' }).tap();
    await leaveTable(page);
  });

  it('lists the bets, and takes one back by a tap', async () => {
    const page = await sitDown(await chromium.newContext(PHONE), await tableOf('scotland-1970/roulette'));
    await waitForBetting(page);
    await page.locator('[data-wager="straight 17"]').tap();
    const bet = page.getByRole('button', { name: /^Take back from Straight 17/ });
    await bet.waitFor();
    expect((await bet.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(TOUCH_PX);
    await bet.tap();
    await bet.waitFor({ state: 'detached' });
    await leaveTable(page);
  });

  it('on its side has the layout in view and no sideways scroll', async () => {
    for (const game of ['scotland-1970/roulette', 'mpumalanga/blackjack']) {
      const page = await sitDown(await chromium.newContext(LANDSCAPE), await tableOf(game));
      const spot = page.locator('[data-wager]').first();
      await spot.scrollIntoViewIfNeeded();
      const [box, rack] = [await spot.boundingBox(), await page.locator('.controls').boundingBox()];
      expect((box?.y ?? 999) + (box?.height ?? 0) / 2, game).toBeLessThan(rack?.y ?? 0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), game).toBeLessThanOrEqual(0);
      await screenshot(page, `landscape-${game.replace('/', '-')}`);
      await leaveTable(page);
    }
  });
});
