/** Each game is played to a settlement on its page, and every payout can be explained. */
import { describe, it } from 'vitest';
import { browser, leaveTable, LAPTOP, placeBet, playOut, screenshot, sitDown, slug, tableOf, TWELVE } from './page';

const chromium = await browser();

const BETS: Record<string, string[]> = {
  roulette: ['red', 'straight 17'],
  'american-roulette': ['red', 'split 17 20'],
  dice: ['field'],
  'punto-banco': ['punto'],
  'chemin-de-fer': ['player'],
  'baccarat-banque': ['right'],
  blackjack: ['box 3'],
  'touch-21': ['box 3'],
  'in-between': ['hand'],
  'arizona-hold-em': ['ante'],
};

describe.concurrent('a round to its settlement', () => {
  for (const game of TWELVE) {
    it(game, async ({ expect }) => {
      const context = await chromium.newContext(LAPTOP);
      const page = await sitDown(context, await tableOf(game));
      const wagers = BETS[game.split('/')[1] ?? ''] ?? [];
      for (const wager of wagers) await placeBet(page, wager);
      await screenshot(page, `${slug(game)}-betting`);
      expect(await playOut(page, wagers.at(-1))).toMatch(/won|lost|void|halved|surrendered/);
      await screenshot(page, `${slug(game)}-result`);
      await page.getByRole('button', { name: /why\?$/ }).first().click();
      const why = page.getByRole('dialog', { name: 'Why' });
      await why.waitFor();
      expect(await why.locator('dd').count()).toBeGreaterThan(0);
      await leaveTable(page);
    });
  }
});
