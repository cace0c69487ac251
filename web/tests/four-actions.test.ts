/** From the lobby, at most four actions, each found by its visible name, place a bet at any of the tables. */
import type { Page } from 'playwright-core';
import { describe, it } from 'vitest';
import { browser, leaveTable, LAPTOP, oneOfEach, playName, type Row, tableOf, TWELVE, openPage } from './page';

const ACTIONS_MAX = 4;
const chromium = await browser();

/** The label of a spot that a newcomer would pick in each game. */
const FIRST_SPOT: Record<string, RegExp> = {
  roulette: /^Red, pays/,
  dice: /^Win, pays/,
  'punto-banco': /^Punto, pays/,
  'chemin-de-fer': /^Player/,
  'baccarat-banque': /^Right/,
  blackjack: /^Box 3/,
  'touch-21': /^Box 3/,
  'in-between': /^Hand/,
  'arizona-hold-em': /^Ante/,
};

function spotOf(row: Row): RegExp {
  const game = row.game.split('/')[1] ?? '';
  return FIRST_SPOT[game] ?? FIRST_SPOT[game.split('-').at(-1) ?? ''] ?? /./;
}

/** Counts the actions of a visitor. */
class Visitor {
  actions = 0;
  constructor(readonly page: Page) {}

  async press(name: string | RegExp): Promise<void> {
    this.actions += 1;
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).first().click({ timeout: 60_000 });
  }
}

describe.concurrent('from the opened page to a bet', () => {
  it('there are these twelve games', async ({ expect }) => {
    expect((await oneOfEach()).map((row) => row.game).sort()).toEqual([...TWELVE].sort());
  });

  for (const game of TWELVE) {
    it(`takes at most four actions at ${game}`, async ({ expect }) => {
      const row = await tableOf(game);
      const context = await chromium.newContext(LAPTOP);
      const visitor = new Visitor(await openPage(context));
      await visitor.press(playName(row));
      // A round may be in play: waiting until betting opens is not an action.
      await visitor.page.locator('.banner.open').waitFor({ timeout: 90_000 });
      await visitor.press(spotOf(row));
      const answer = visitor.page.locator('section[aria-labelledby="notices"] li').first();
      await answer.waitFor({ timeout: 20_000 });
      expect(await answer.innerText()).toMatch(/Accepted/);
      expect(visitor.actions).toBeLessThanOrEqual(ACTIONS_MAX);
      await leaveTable(visitor.page);
    });
  }
});
