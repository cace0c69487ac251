/** Learning: every game in five lines, drills that remember, lessons about edges, and counting cards. */
import { describe, expect, inject, it } from 'vitest';
import { browser, expectAccessible, everyKind, LAPTOP, oneOfEach, openPage, pathOf, PHONE, screenshot, sitDown, slug, tableOf } from './page';

const chromium = await browser();
const kinds = await everyKind();

describe('the rules of a table', () => {
  it('begin with the aim, in five lines with pictures', async () => {
    const context = await chromium.newContext(LAPTOP);
    for (const { game, server } of kinds) {
      const row = await tableOf(game, false, server);
      const page = await openPage(context, `${pathOf(row)}/rules`, server);
      const guide = page.getByRole('region', { name: 'In five lines' });
      await guide.waitFor();
      const steps = guide.getByRole('listitem');
      expect(await steps.count(), game).toBeGreaterThanOrEqual(2);
      expect(await guide.locator('svg').count(), game).toBeGreaterThanOrEqual(1);
      const [aim, provisions] = await Promise.all([guide.boundingBox(), page.locator('#provisions').boundingBox()]);
      expect(aim?.y ?? Infinity, game).toBeLessThan(provisions?.y ?? 0);
      await screenshot(page, `guide-${slug(game)}`);
      await page.close();
    }
    await context.close();
  });

  it('fit a phone', async () => {
    const context = await chromium.newContext(PHONE);
    const page = await openPage(context, `${pathOf(await tableOf('scotland-1970/roulette'))}/rules`);
    await page.getByRole('region', { name: 'In five lines' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await screenshot(page, 'guide-phone');
    await context.close();
  });
});

describe('a game without decisions', () => {
  it('teaches edges: guess one, build a bet, see a thousand rounds', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await openPage(context, `${pathOf(await tableOf('scotland-1970/roulette', true))}/drill`);
    const quiz = page.getByRole('region', { name: 'Guess the edge' });
    await quiz.locator('.answers button').first().click();
    await quiz.getByText(/of 100/).first().waitFor();
    const before = await quiz.locator('strong').first().innerText();
    await quiz.getByRole('button', { name: 'Next' }).click();
    expect(await quiz.locator('strong').first().innerText()).not.toBe(before);

    const builder = page.getByRole('region', { name: 'Build a bet' });
    await builder.getByRole('spinbutton').first().fill('10');
    await builder.getByText(/10 units a round: the house keeps/).waitFor();

    const rounds = page.getByRole('region', { name: 'A thousand rounds' });
    const line = rounds.locator('polyline');
    const drawn = await line.getAttribute('points');
    expect(drawn?.split(' ')).toHaveLength(1001);
    await rounds.getByRole('button', { name: 'Draw again' }).click();
    expect(await line.getAttribute('points')).not.toBe(drawn);
    await expectAccessible(page, 'the lessons about edges');
    await screenshot(page, 'learn-edges');

    await page.getByRole('link', { name: 'Your progress' }).click();
    await page.getByRole('heading', { name: /house edges$/ }).waitFor();
    await expectAccessible(page, 'progress');
    await screenshot(page, 'learn-progress');
    await context.close();
  });
});

describe('a game with decisions', () => {
  it('asks again what was wrong, and says what it costs', async () => {
    const context = await chromium.newContext(LAPTOP);
    const page = await openPage(context, `${pathOf(await tableOf('scotland-1970/blackjack', true))}/drill`);
    const drill = page.getByRole('region', { name: 'Best play' });
    const asked = async (): Promise<string> => (await drill.locator('.quiet').first().innerText()) + (await drill.locator('.felt [role="img"]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join(' ')));
    let wrong = '';
    for (let turn = 0; turn < 12 && wrong === ''; turn += 1) {
      const question = await asked();
      await drill.locator('.answers button').last().click();
      if (await drill.getByText('✕ Wrong').isVisible()) wrong = question;
      await drill.getByRole('button', { name: 'Next' }).click();
    }
    expect(wrong).not.toBe('');
    const later: string[] = [];
    for (let turn = 0; turn < 6 && !later.includes(wrong); turn += 1) {
      later.push(await asked());
      await drill.locator('.answers button').first().click();
      await drill.getByRole('button', { name: 'Next' }).click();
    }
    expect(later).toContain(wrong);
    await context.close();
  });

  it('has a drill wherever best play is known', async () => {
    const context = await chromium.newContext(LAPTOP);
    for (const row of await oneOfEach(true)) {
      const page = await openPage(context, `${pathOf(row)}/drill`);
      await page.getByRole('region', { name: 'Guess the edge' }).waitFor({ timeout: 60_000 });
      const decides = /blackjack|touch-21|hold-em|chemin|banque/.test(row.game);
      if (decides) await page.getByRole('region', { name: 'Best play' }).waitFor({ timeout: 60_000 });
      else expect(await page.getByRole('region', { name: 'Best play' }).count(), row.game).toBe(0);
      await page.close();
    }
    await context.close();
  });

  it('counts cards, with the exact value of the shoe that is left', async () => {
    const context = await chromium.newContext(LAPTOP);
    const row = await tableOf('scotland-1970/blackjack', true);
    const page = await sitDown(context, row);
    await page.goto(`${inject('server')}${pathOf(row)}/drill`);
    const drill = page.getByRole('region', { name: 'Count the cards' });
    await drill.getByLabel('Cards').fill('5');
    await drill.getByLabel('Pace').selectOption('fast');
    await drill.getByRole('button', { name: 'Deal' }).click();
    await drill.getByText('5 of 5').waitFor();
    await drill.getByLabel('Running count').fill('99');
    await drill.getByRole('button', { name: 'Check' }).click();
    await drill.getByText(/✕ Wrong: the count is/).waitFor();
    await drill.getByText(/From this shoe of \d+ cards the (player|house) wins/).waitFor({ timeout: 60_000 });
    await screenshot(page, 'learn-count');
    await context.close();
  });
});
