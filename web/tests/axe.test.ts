/** axe finds nothing in any state, in both themes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { browser, clean, LAPTOP, lay, oneOfEach, pathOf, PHONE, playOut, shot, sitDown, slug, visit } from './page';

let chromium: Browser;
beforeAll(async () => {
  chromium = await browser();
});
afterAll(() => chromium.close());

const BETS: Record<string, string> = { roulette: 'red', 'american-roulette': 'red', dice: 'field', 'punto-banco': 'banco', 'chemin-de-fer': 'player', 'baccarat-banque': 'left', blackjack: 'box 1', 'touch-21': 'box 1', 'in-between': 'hand', 'arizona-hold-em': 'ante' };

for (const theme of ['dark', 'light'] as const) {
  describe(`${theme} theme`, () => {
    it('lobby, sign-in, an unknown page, an empty record', async () => {
      const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await visit(context);
      await page.locator('article').first().waitFor();
      await clean(page, 'lobby');
      await shot(page, `lobby-${theme}`);
      for (const path of ['/sign-in', '/nowhere', '/me']) {
        await page.goto(inject('house') + path);
        await page.locator('h1').waitFor();
        await clean(page, path);
      }
      await context.close();
    });

    it('every game: watching, betting, the round running, the result and its why', async () => {
      for (const row of await oneOfEach()) {
        const game = row.game.split('/')[1] ?? '';
        const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
        const watching = await visit(context, pathOf(row));
        await watching.locator('[data-wager]').first().waitFor();
        await clean(watching, `${row.game} watched`);
        await watching.close();
        const page = await sitDown(context, row);
        await lay(page, BETS[game] ?? '');
        if (game === 'blackjack') await lay(page, 'box 2');
        await clean(page, `${row.game} betting`);
        await playOut(page);
        await clean(page, `${row.game} result`);
        await shot(page, `${slug(row.game)}-result-${theme}`);
        await page.getByRole('button', { name: /why\?$/ }).first().click();
        await page.getByRole('dialog').waitFor();
        await clean(page, `${row.game} why`);
        await context.close();
      }
    }, 1_200_000);

    it('rules, fairness, record and a round, on a phone too', async () => {
      const [row] = await oneOfEach();
      if (!row) throw new Error('no table');
      for (const [size, device] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
        const context = await chromium.newContext({ ...device, colorScheme: theme, reducedMotion: 'reduce' });
        const page = await sitDown(context, row);
        await lay(page, 'red');
        await playOut(page);
        for (const path of [`${pathOf(row)}/rules`, `${pathOf(row)}/fair`, '/me/rounds', '/me/statement', '/me/limits', '/me/disputes']) {
          await page.goto(inject('house') + path);
          await page.locator('h1').waitFor();
          await page.waitForTimeout(400);
          await clean(page, `${path} ${size}`);
          await shot(page, `${path.replaceAll('/', '-').slice(1)}-${size}-${theme}`);
        }
        await page.goto(`${inject('house')}/me/rounds`);
        await page.getByRole('link', { name: /verdict and why/ }).first().click();
        await page.getByRole('heading', { name: 'Verdict' }).waitFor();
        await clean(page, `round ${size}`);
        await context.close();
      }
    }, 600_000);
  });
}
