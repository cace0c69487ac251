/** Every table of every example book is played to a settlement on its page, and its particular bets are made there. */
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { browser, exampleHouses, leaveTable, LAPTOP, NEW_KINDS, openWithFakeSocket, OTHER_EXAMPLES, placeBet, PHONE, playAndAskWhy, playOut, screenshot, sitDown, slug, tableOf, tables, waitForBetting } from './page';

const chromium = await browser();
const server = await exampleHouses();
const EXAMPLES = { ...NEW_KINDS, ...OTHER_EXAMPLES };

const sit = async (game: string, size = LAPTOP): Promise<Page> => sitDown(await chromium.newContext(size), await tableOf(game, false, server), server);
const yourBets = (page: Page): Promise<string> => page.locator('section[aria-labelledby="your-bets"]').innerText();

describe.concurrent('an example book', () => {
  it('has these tables', async ({ expect }) => {
    expect((await tables(server)).map((row) => row.game).sort()).toEqual(Object.keys(EXAMPLES).sort());
  });

  for (const [game, wagers] of Object.entries(EXAMPLES)) {
    it(`is played at ${game}`, async () => {
      const page = await sit(game);
      await playAndAskWhy(page, game, wagers, wagers[0]);
    });

    it(`fits a phone at ${game}`, async ({ expect }) => {
      const page = await sit(game, PHONE);
      await waitForBetting(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const names = page.locator('[data-wager]');
      expect(await names.evaluateAll((spots) => spots.filter((spot) => !spot.getAttribute('aria-label')).length), 'every spot has a name').toBe(0);
      await screenshot(page, `${slug(game)}-phone`);
      await leaveTable(page);
    });
  }
});

describe.concurrent('what only some books have', () => {
  it('a chance of boule can be seen and bet on', async ({ expect }) => {
    const page = await sit('france/boule');
    for (const wager of ['red', 'black', 'odd', 'even', 'low', 'high']) {
      expect(await page.locator(`[data-wager="${wager}"] text`).first().isVisible(), wager).toBe(true);
    }
    await leaveTable(page);
  });

  it('a bet that is off before a point is carried over, called on and off, and taken back', async ({ expect }) => {
    const page = await sit('nevada/craps');
    // On a chip of 5 seven to six cannot be paid: the page stakes the next amount that can.
    await placeBet(page, 'place 6');
    expect(await yourBets(page)).toMatch(/Place 6\s+6\s/);
    await page.getByRole('button', { name: 'Ready', exact: true }).click();
    await page.locator('.banner:not(.open)').waitFor({ timeout: 30_000 });
    await waitForBetting(page);
    for (const word of ['off', 'on']) {
      await page.getByRole('button', { name: `Call ${word}` }).first().click();
      await page.locator('li.good', { hasText: `Place 6 called ${word}` }).first().waitFor();
      await page.locator('.marker', { hasText: `called ${word}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('No bets on the table.').waitFor();
    await leaveTable(page);
  });

  it('commission is printed beside the wagers that it is taken for', async ({ expect }) => {
    const page = await sit('nevada/craps');
    expect(await page.getByRole('group', { name: 'Buy' }).innerText()).toMatch(/less 5 % of the stake, on a win/);
    await leaveTable(page);
  });

  it('the odds of side wagers and the bonus are on the cloth', async ({ expect }) => {
    const page = await sit('three-card-poker/three-card-poker');
    expect(await page.locator('table', { hasText: 'Pair plus' }).first().innerText()).toMatch(/three of a kind\s+30 to 1/);
    expect(await page.locator('.odds').innerText()).toMatch(/bonus on the ante.*straight flush 5 to 1/s);
    await leaveTable(page);
  });

  it('a raise says how much it is', async () => {
    const page = await sit('caribbean-stud/caribbean-stud');
    await placeBet(page, 'ante');
    await page.getByRole('button', { name: 'Ready', exact: true }).click();
    await page.getByRole('button', { name: 'Raise for 10', exact: true }).waitFor({ timeout: 40_000 });
    await playOut(page);
    await leaveTable(page);
  });

  it('half of a held bet can be taken, and nothing else of it', async ({ expect }) => {
    const context = await chromium.newContext(LAPTOP);
    const row = await tableOf('france/roulette', false, server);
    const { page, send } = await openWithFakeSocket(context, row, server);
    await page.locator('[data-wager]').first().waitFor();
    const held = { stake: 3, player: 'ann', mine: true, wager: 'red', hand: null, amount: '5.00', outcome: 'standing', returned: '0.00', cites: [], life: 'held', half: '2.50', calls: false };
    const seated = [{ handle: 'ann', me: true, robot: false, away: false }];
    send((view) => ({ ...view, version: view.version + 1, phase: 'place-your-bets', seated, stakes: [held] }));
    await page.getByRole('button', { name: /^Take half\s+2\.50$/ }).waitFor();
    for (const name of ['Undo', 'Clear', 'Double']) expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true);
    expect(await page.getByRole('button', { name: 'Ready', exact: true }).isEnabled()).toBe(true);
    await context.close();
  });
});
