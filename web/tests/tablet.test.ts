/** A tablet that two people share at a table: both bets, both hands, the choices, the phase and the balance in view at once. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, leaveTable, placeBet, screenshot, sitDown, slug, tableOf, waitForBetting } from './page';

const chromium = await browser();
const TOUCH_PX = 44;
const SIZES = { lying: { width: 1024, height: 768 }, upright: { width: 768, height: 1024 } };
/** The bets of the two people. */
const BETS: Record<string, [string, string]> = {
  'mpumalanga/blackjack': ['box 1', 'box 2'],
  'mpumalanga/punto-banco': ['punto', 'banco'],
  'scotland-1970/roulette': ['dozen 1', 'straight 17'],
};

/** What a person cannot see or touch in full: outside the screen, or under something else. */
async function notInView(page: Page, selectors: string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const seen = (part: Element): boolean => {
      const { top, bottom, left, right } = part.getBoundingClientRect();
      const inside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && bottom > top;
      const points = [0.1, 0.5, 0.9].map((share) => document.elementFromPoint((left + right) / 2, top + (bottom - top) * share));
      // A pile of chips or the edge of a spot belongs to the layout as well.
      const layout = part.closest('.cloth') ?? part;
      return inside && points.every((point) => layout.contains(point));
    };
    return all.filter((selector) => {
      const parts = [...document.querySelectorAll(selector)];
      return parts.length === 0 || !parts.every(seen);
    });
  }, selectors);
}

/** Controls in view that are smaller than a finger; the splits of a layout have the larger layout. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.locator('button, a.button, input, .box [data-wager], [data-wager^="straight"], [data-wager^="dozen"]').evaluateAll(
    (parts, least) =>
      parts
        .map((part) => ({ name: part.getAttribute('aria-label') ?? part.textContent?.trim() ?? '', box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least)
        .map(({ name, box }) => `${name}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)}`),
    TOUCH_PX - 0.5,
  );
}

const sideways = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const spot = (wager: string): string => `[data-wager="${wager}"]`;

describe.each(Object.entries(SIZES))('a tablet for two, %s', (position, viewport) => {
  it.each(Object.entries(BETS))('%s', async (game, bets) => {
    const page = await sitDown(await chromium.newContext({ viewport, hasTouch: true }), await tableOf(game));
    for (const wager of bets) await placeBet(page, wager);
    await waitForBetting(page);
    expect(await notInView(page, ['.banner', 'dd.balance', '.rack', ...bets.map(spot)])).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await screenshot(page, `tablet-${position}-${slug(game)}`);
    await leaveTable(page);
  });

  it('blackjack, both hands above the choices', async () => {
    const page = await sitDown(await chromium.newContext({ viewport, hasTouch: true }), await tableOf('mpumalanga/blackjack'));
    const decision = page.getByRole('region', { name: 'Your decision' });
    // A round in which both have a blackjack, or the dealer, asks nothing.
    for (let rounds = 0; rounds < 6 && !(await decision.isVisible()); rounds += 1) {
      for (const wager of ['box 1', 'box 2']) await placeBet(page, wager);
      await page.getByRole('button', { name: 'Ready', exact: true }).click({ timeout: 2000 }).catch(() => undefined);
      await decision.or(page.getByRole('button', { name: /why\?$/ }).nth(1)).first().waitFor();
    }
    // The choices take no press in their first moments.
    await page.locator('.moves:not(.guarded)').waitFor();
    expect(await notInView(page, ['.banner', 'dd.balance', 'section[aria-label="Your decision"] button', spot('box 1'), spot('box 2'), '.box .mine', '.box:nth-child(-n+2) .hands > *'])).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await screenshot(page, `tablet-${position}-choices`);
    await leaveTable(page);
  });
});
