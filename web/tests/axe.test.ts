/** axe finds no violation on any page in any state, in both themes. */
import type { Page } from 'playwright-core';
import { describe, inject, it } from 'vitest';
import { browser, everyKind, expectAccessible, leaveTable, LAPTOP, NEW_KINDS, placeBet, oneOfEach, pathOf, PHONE, playOut, screenshot, sitDown, slug, tableOf, openPage } from './page';

const chromium = await browser();
const kinds = await everyKind();

const BETS: Record<string, string> = { roulette: 'red', 'american-roulette': 'red', dice: 'field', 'punto-banco': 'banco', 'chemin-de-fer': 'player', 'baccarat-banque': 'left', blackjack: 'box 1', 'touch-21': 'box 1', 'in-between': 'hand', 'arizona-hold-em': 'ante' };

const betOn = (game: string): string => NEW_KINDS[game]?.[0] ?? BETS[game.split('/')[1] ?? ''] ?? '';

describe.concurrent('every game: watching, betting, a refusal, the round in play, the result and its explanation', () => {
  for (const theme of ['dark', 'light'] as const) {
    for (const { game, server } of kinds) {
      it(`${game}, ${theme}`, async ({ expect }) => {
        const row = await tableOf(game, false, server);
        const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
        const watching = await openPage(context, pathOf(row), server);
        await watching.locator('[data-wager]').first().waitFor();
        await expectAccessible(watching, `${game} watched`);
        await watching.close();
        const page = await sitDown(context, row, server);
        await placeBet(page, betOn(game));
        await page.getByLabel('Type a bet or a decision').fill('1 on nothing');
        await page.keyboard.press('Enter');
        await page.locator('li.bad').first().waitFor();
        await expectAccessible(page, `${game} betting, with a refusal`);
        // The round may have ended while axe was running.
        if ((await page.locator('section[aria-labelledby="your-bets"] .state').count()) === 0) await placeBet(page, betOn(game));
        await page.getByRole('button', { name: 'Ready', exact: true }).click({ timeout: 1000 }).catch(() => undefined);
        await page.locator('.banner:not(.open)').waitFor({ timeout: 60_000 });
        await expectAccessible(page, `${game} the round running`);
        expect(await playOut(page)).toMatch(/won|lost|void|halved|surrendered/);
        await expectAccessible(page, `${game} result`);
        await screenshot(page, `${slug(game)}-result-${theme}`);
        await page.getByRole('button', { name: /why\?$/ }).first().click();
        await page.getByRole('dialog').waitFor();
        await expectAccessible(page, `${game} why`);
        await leaveTable(page);
      }, 600_000);
    }
  }
});

for (const theme of ['dark', 'light'] as const) {
  describe(`${theme} theme`, () => {
    it('lobby, sign-in, an unknown page, an empty record', async () => {
      const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await openPage(context);
      await page.locator('article').first().waitFor();
      await expectAccessible(page, 'lobby');
      await screenshot(page, `lobby-${theme}`);
      await page.getByLabel('Search the tables').fill('no such table');
      await page.getByText('No tables match.').waitFor();
      await expectAccessible(page, 'lobby, nothing found');
      for (const path of ['/sign-in', '/nowhere', '/me']) {
        await page.goto(inject('server') + path);
        await page.locator('h1').waitFor();
        await expectAccessible(page, path);
      }
      await page.route('**/api/v1/houses', (route) => route.abort());
      await page.goto(inject('server'));
      await page.getByRole('heading', { name: 'The server is not responding' }).waitFor();
      await expectAccessible(page, 'not responding');
      await context.close();
    });

    it('rules, fairness, record and a round, on a phone too', async () => {
      const [row] = await oneOfEach();
      if (!row) throw new Error('no table');
      for (const [size, device] of Object.entries({ laptop: LAPTOP, phone: PHONE })) {
        const context = await chromium.newContext({ ...device, colorScheme: theme, reducedMotion: 'reduce' });
        const page = await sitDown(context, row);
        await placeBet(page, 'red');
        await playOut(page);
        for (const path of [`${pathOf(row)}/rules`, `${pathOf(row)}/fair`, '/me/rounds', '/me/statement', '/me/limits', '/me/disputes']) {
          await page.goto(inject('server') + path);
          await page.locator('h1').waitFor();
          await page.waitForTimeout(400);
          await expectAccessible(page, `${path} ${size}`);
          await screenshot(page, `${path.replaceAll('/', '-').slice(1)}-${size}-${theme}`);
        }
        await page.goto(`${inject('server')}/me/rounds`);
        await page.getByRole('link', { name: /verdict and why/ }).first().click();
        await page.getByRole('heading', { name: 'Verdict' }).waitFor();
        await expectAccessible(page, `round ${size}`);
        await context.close();
      }
    }, 600_000);

    it('a learning table with its advice, a drill', async () => {
      const row = await tableOf('mpumalanga/blackjack', true);
      const context = await chromium.newContext({ ...LAPTOP, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await sitDown(context, row);
      await advised(page);
      await expectAccessible(page, 'advice');
      await screenshot(page, `advice-${theme}`);
      await page.goto(`${inject('server')}${pathOf(row)}/drill`);
      await page.locator('.answers button').first().click();
      await page.getByRole('button', { name: 'Next' }).waitFor();
      await expectAccessible(page, 'drill');
      await screenshot(page, `drill-${theme}`);
      await context.close();
    }, 300_000);
  });
}

/** Plays until a decision is due and shows the best move; a blackjack has no decision. */
async function advised(page: Page): Promise<void> {
  const best = page.getByRole('button', { name: 'Show the best move' });
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await placeBet(page, 'box 3');
    await page.getByRole('button', { name: 'Ready', exact: true }).click({ timeout: 2000 }).catch(() => undefined);
    const asked = await best.waitFor({ timeout: 40_000 }).then(() => true, () => false);
    if (asked) return best.click();
  }
  throw new Error('no decision was due');
}
