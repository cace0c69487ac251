/** axe finds nothing in any state, in both themes. */
import type { Page } from 'playwright-core';
import { describe, inject, it } from 'vitest';
import { browser, clean, depart, LAPTOP, lay, oneOfEach, pathOf, PHONE, playOut, shot, sitDown, slug, tableOf, TWELVE, visit } from './page';

const chromium = await browser();

const BETS: Record<string, string> = { roulette: 'red', 'american-roulette': 'red', dice: 'field', 'punto-banco': 'banco', 'chemin-de-fer': 'player', 'baccarat-banque': 'left', blackjack: 'box 1', 'touch-21': 'box 1', 'in-between': 'hand', 'arizona-hold-em': 'ante' };

describe.concurrent('every game: watched, betting, the round running, the result, its why, a refusal', () => {
  for (const theme of ['dark', 'light'] as const) {
    for (const game of TWELVE) {
      it(`${game}, ${theme}`, async ({ expect }) => {
        const row = await tableOf(game);
        const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
        const watching = await visit(context, pathOf(row));
        await watching.locator('[data-wager]').first().waitFor();
        await clean(watching, `${game} watched`);
        await watching.close();
        const page = await sitDown(context, row);
        await lay(page, BETS[game.split('/')[1] ?? ''] ?? '');
        await page.getByLabel('Type a bet or a decision').fill('1 on nothing');
        await page.keyboard.press('Enter');
        await page.locator('li.bad').first().waitFor();
        await clean(page, `${game} betting, with a refusal`);
        // The round may have gone by while axe looked.
        if ((await page.locator('section[aria-labelledby="your-bets"] .state').count()) === 0) await lay(page, BETS[game.split('/')[1] ?? ''] ?? '');
        await page.getByRole('button', { name: 'Ready', exact: true }).click({ timeout: 1000 }).catch(() => undefined);
        await page.locator('.banner:not(.open)').waitFor({ timeout: 60_000 });
        await clean(page, `${game} the round running`);
        expect(await playOut(page)).toMatch(/won|lost|void|halved|surrendered/);
        await clean(page, `${game} result`);
        await shot(page, `${slug(game)}-result-${theme}`);
        await page.getByRole('button', { name: /why\?$/ }).first().click();
        await page.getByRole('dialog').waitFor();
        await clean(page, `${game} why`);
        await depart(page);
      }, 600_000);
    }
  }
});

for (const theme of ['dark', 'light'] as const) {
  describe(`${theme} theme`, () => {
    it('lobby, sign-in, an unknown page, an empty record', async () => {
      const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await visit(context);
      await page.locator('article').first().waitFor();
      await clean(page, 'lobby');
      await shot(page, `lobby-${theme}`);
      await page.getByLabel('Search the tables').fill('no such table');
      await page.getByText('No table fits the filter.').waitFor();
      await clean(page, 'lobby, nothing found');
      for (const path of ['/sign-in', '/nowhere', '/me']) {
        await page.goto(inject('house') + path);
        await page.locator('h1').waitFor();
        await clean(page, path);
      }
      await page.route('**/api/v1/houses', (route) => route.abort());
      await page.goto(inject('house'));
      await page.getByRole('heading', { name: 'The house does not answer' }).waitFor();
      await clean(page, 'no answer');
      await context.close();
    });

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

    it('a learning table with its advice, a drill', async () => {
      const row = await tableOf('mpumalanga/blackjack', true);
      const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await sitDown(context, row);
      await advised(page);
      await clean(page, 'advice');
      await shot(page, `advice-${theme}`);
      await page.goto(`${inject('house')}${pathOf(row)}/drill`);
      await page.locator('.answers button').first().click();
      await page.getByRole('button', { name: 'Next' }).waitFor();
      await clean(page, 'drill');
      await shot(page, `drill-${theme}`);
      await context.close();
    }, 300_000);
  });
}

/** Plays until a decision is asked and the best is told; a blackjack asks for none. */
async function advised(page: Page): Promise<void> {
  const best = page.getByRole('button', { name: 'What is best here?' });
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await lay(page, 'box 3');
    await page.getByRole('button', { name: 'Ready', exact: true }).click({ timeout: 2000 }).catch(() => undefined);
    const asked = await best.waitFor({ timeout: 40_000 }).then(() => true, () => false);
    if (asked) return best.click();
  }
  throw new Error('no decision was asked');
}
