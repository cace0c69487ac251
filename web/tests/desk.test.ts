/** Every way to bet, and what a table shows besides the bets. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, leaveTable, LAPTOP, placeBet, playOut, sitDown, tables, waitForBetting } from './page';

const chromium = await browser();
const learning = (await tables()).filter((row) => row.learning);

async function seat(game: string): Promise<Page> {
  const row = learning.find((one) => one.game === game);
  if (!row) throw new Error(`no learning table of ${game}`);
  const page = await sitDown(await chromium.newContext(LAPTOP), row);
  await waitForBetting(page);
  return page;
}

const bets = (page: Page): Promise<string[]> => page.locator('section[aria-labelledby="your-bets"] ul:first-of-type li').allInnerTexts();
const expectAccepted = (page: Page, text: string | RegExp): Promise<void> => page.locator('li.good', { hasText: text }).first().waitFor();
const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: typeof name === 'string' }).first().click();

async function typeBet(page: Page, line: string): Promise<void> {
  await page.getByLabel('Type a bet or a decision').fill(line);
  await page.keyboard.press('Enter');
}

async function middle(page: Page, css: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(css).first().boundingBox();
  if (!box) throw new Error(`${css} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

describe('chips', () => {
  it('are placed by click, by drag and by typing; undone, cleared, doubled, placed again', async () => {
    const page = await seat('mpumalanga/american-roulette');
    await placeBet(page, 'red');
    await page.locator('[data-wager="dozen 1"]').scrollIntoViewIfNeeded();
    const [chip, field] = [await middle(page, '[aria-label="Chip of 100"]'), await middle(page, '[data-wager="dozen 1"]')];
    await page.mouse.move(chip.x, chip.y);
    await page.mouse.down();
    await page.mouse.move(field.x, field.y, { steps: 6 });
    await page.mouse.up();
    await expectAccepted(page, '100 on Dozen 1');
    await typeBet(page, '25 on split 17 20');
    await expectAccepted(page, '25 on Split 17 20');
    await expect.poll(() => bets(page)).toHaveLength(3);
    await press(page, 'Undo');
    await expectAccepted(page, 'Split 17 20 taken back');
    await expect.poll(() => bets(page)).toHaveLength(2);
    await press(page, 'Double');
    await page.getByText('Staked 250').waitFor();
    await press(page, 'Clear');
    await page.getByText('No bets on the table.').waitFor();
    await typeBet(page, '25 on corner 1 2 4 5');
    await expectAccepted(page, '25 on Corner 1 2 4 5');
    await playOut(page);
    await waitForBetting(page);
    await press(page, 'Rebet');
    await expectAccepted(page, '25 on Corner 1 2 4 5');
    await leaveTable(page);
  });

  it('go on any set of numbers, where the rules allow it', async () => {
    const page = await seat('scotland-1970/roulette');
    await press(page, 'Pick any numbers');
    for (const number of ['5', '17', '32']) await page.locator(`[data-wager="straight ${number}"]`).click();
    await press(page, /^Bet .* on these$/);
    await expectAccepted(page, /Numbers 5 17 32/);
    await leaveTable(page);
  });

  it('go on the racetrack as call bets', async () => {
    const page = await seat('mpumalanga/american-roulette');
    await press(page, 'Racetrack: call bets');
    await page.locator('[data-wager="neighbours 17"]').click();
    await expectAccepted(page, '125 on Neighbours 17');
    await page.locator('[data-wager="neighbours-of-zero"]').click();
    await expectAccepted(page, '225 on Neighbours of zero');
    await typeBet(page, '60 on series-5-8');
    await expectAccepted(page, '60 on Series 5-8');
    await leaveTable(page);
  });

  it('go behind the box of another player', async () => {
    const [one, two] = [await seat('mpumalanga/blackjack'), await seat('mpumalanga/blackjack')];
    await placeBet(one, 'box 5');
    await placeBet(two, 'box 5');
    await two.getByText('behind: you').waitFor();
    await one.getByText(/behind: Guest_/).waitFor();
    await leaveTable(one);
    await leaveTable(two);
  });
});

describe('beside the bets', () => {
  it('a history board with its p-value, and the edge of each wager at a learning table', async () => {
    const page = await seat('mpumalanga/american-roulette');
    await placeBet(page, 'red');
    await playOut(page);
    const board = page.locator('section[aria-label="Last results"]');
    await board.locator('li').first().waitFor({ timeout: 20_000 });
    expect(await board.getByText(/\(p\s=/).count(), 'a few results say nothing').toBe(0);
    // The same table after eighty rounds.
    await page.route('**/board', async (route) => {
      const found = (await (await route.fetch()).json()) as { results: object[] };
      const results = Array.from({ length: 80 }, (_, round) => ({ ...found.results[0], round }));
      await route.fulfill({ json: { ...found, p: '0.420', method: 'exact', results } });
    });
    await page.reload();
    await board.getByText(/A fair table shows results at least this uneven 42\s% of the time \(p\s=\s0\.420, exact\)/).waitFor({ timeout: 20_000 });
    await page.locator('[data-wager="red"]').hover();
    await page.locator('figcaption').getByText(/edge 2\.70/).waitFor();
    await leaveTable(page);
  });

  it('five roads at punto banco, which grow with each round', async () => {
    const page = await seat('scotland-1970/punto-banco');
    for (const road of ['Bead plate', 'Big road', 'Big eye', 'Small', 'Cockroach']) expect(await page.getByText(road, { exact: true }).count(), road).toBe(1);
    const beads = page.locator('figure', { hasText: 'Bead plate' }).locator('circle');
    const before = await beads.count();
    await placeBet(page, 'punto');
    await playOut(page);
    await expect.poll(() => beads.count(), { timeout: 20_000 }).toBeGreaterThan(before);
    await leaveTable(page);
  });

  it('the bank of chemin de fer, which a player can take and pass', async () => {
    const page = await seat('scotland-1970/chemin-de-fer');
    const take = page.getByRole('button', { name: /^Take the bank with/ });
    await page.getByText(/holds the bank with/).or(take).first().waitFor();
    if (await take.isVisible()) {
      await page.locator('[aria-label="Chip of 100"]').click();
      await take.click();
      await page.getByText(/You.*hold the bank with 100/).or(page.locator('li.bad')).first().waitFor();
    }
    await page.getByText(/holds? the bank with/).first().waitFor();
    await leaveTable(page);
  });
});
