/** Rules, fairness, own record, limits and disputes; and what a table that is not for learning hides. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { browser, leaveTable, LAPTOP, placeBet, pathOf, playOut, type Row, sitDown, tableOf, waitForBetting, openPage } from './page';

const chromium = await browser();
const played = await tableOf('scotland-1970/roulette');
const learning = await tableOf('scotland-1970/roulette', true);

/** A visitor who has played one round. */
async function after(row: Row, wager: string): Promise<Page> {
  const page = await sitDown(await chromium.newContext(LAPTOP), row);
  await placeBet(page, wager);
  await playOut(page);
  return page;
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(inject('server') + path);
  await page.locator('h1').waitFor();
}

describe('the rules', () => {
  it('show provisions, odds and limits in plain words, the edge at learning tables only, and a sign to print', async () => {
    const page = await openPage(await chromium.newContext(LAPTOP), `${pathOf(played)}/rules`);
    await page.getByRole('heading', { name: 'Wagers and odds' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'House edge' }).count()).toBe(0);
    const whole = await page.locator('dl.provisions dt').count();
    expect(whole).toBeGreaterThan(10);
    await page.getByLabel('Search the provisions').fill('zero');
    expect(await page.locator('dl.provisions dt').count()).toBeLessThan(whole);
    const sign = await page.request.get(inject('server') + ((await page.getByRole('link', { name: 'Printable sign' }).getAttribute('href')) ?? ''));
    expect(await sign.text()).toContain('<svg');
    await go(page, `${pathOf(learning)}/rules`);
    await page.getByRole('columnheader', { name: 'House edge' }).waitFor();
    await page.context().close();
  });

  it('show no advice at a table that is not for learning', async () => {
    const page = await openPage(await chromium.newContext(LAPTOP), pathOf(played));
    await page.locator('[data-wager]').first().waitFor();
    expect(await page.getByText('Learning table', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Drill' }).count()).toBe(0);
    await page.locator('[data-wager="red"]').hover();
    expect(await page.locator('figcaption').first().innerText()).not.toMatch(/edge/);
    await page.context().close();
  });
});

describe('after a round', () => {
  it('the page recomputes the result and offers the proof as a download', async () => {
    const page = await after(played, 'red');
    await go(page, `${pathOf(played)}/fair`);
    await page.getByRole('button', { name: 'Random' }).click();
    await page.getByRole('button', { name: 'Use this seed' }).click();
    await page.getByText('Your seed is used from the next round on').waitFor();
    await page.getByRole('button', { name: /^Round \d+/ }).first().click();
    await page.getByText('✓ Matches').first().waitFor();
    await page.getByText(/Round \d+ matches its proof/).waitFor();
    // The page is opened after the bets, so this browser cannot vouch for the time of the commitment.
    await page.getByText('was not shown the commitment while betting was open').waitFor();
    expect(await page.getByText('Does not match').count()).toBe(0);
    expect(await page.locator('ol.steps li').count()).toBeGreaterThan(3);
    expect(await page.getByRole('link', { name: 'Download the proof' }).getAttribute('href')).toContain('application/json');
    await page.goto(inject('server') + pathOf(played));
    await leaveTable(page);
  });

  it('a commitment that was shown while betting was open is compared with the proof', async () => {
    const page = await sitDown(await chromium.newContext(LAPTOP), played);
    await waitForBetting(page);
    const asked = page.waitForResponse(/\/fair$/);
    await page.getByRole('link', { name: 'Fairness' }).click();
    await asked;
    await page.getByText('Published before betting').waitFor();
    await page.waitForFunction(() => localStorage.getItem('croupier.commitments') !== null);
    const round = await page.evaluate(() => (JSON.parse(localStorage.getItem('croupier.commitments') ?? '[]') as [string, number][])[0]?.[1]);
    await page.getByRole('link', { name: 'Back to the table' }).click();
    await placeBet(page, 'red');
    await playOut(page, 'red');
    await page.getByRole('link', { name: 'Fairness' }).click();
    await page.getByRole('button', { name: new RegExp(`^Round ${round}:`) }).click();
    await page.getByText('was shown the same commitment while betting was open').waitFor();
    await page.getByRole('link', { name: 'Back to the table' }).click();
    await leaveTable(page);
  });

  it('a bet is found in the journal that the house has signed, and one that is not the same is reported', async () => {
    const page = await after(played, 'red');
    const signed = page.getByText(/✓ Entry \d+, signed/);
    await page.getByRole('link', { name: 'Fairness' }).click();
    await page.getByRole('heading', { name: 'Your bets in the journal' }).waitFor();
    // The house signs once a minute.
    await signed.first().waitFor({ timeout: 150_000 });
    expect(await page.getByRole('link', { name: /^Proof of/ }).first().getAttribute('href')).toContain('inclusion');
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith('croupier.bets.'))) {
        const bets = JSON.parse(localStorage.getItem(key) ?? '[]') as Record<string, unknown>[];
        localStorage.setItem(key, JSON.stringify(bets.map((bet) => ({ ...bet, index: Number(bet.index) - 1, found: undefined }))));
      }
    });
    await page.reload();
    await page.getByText('It is not in the journal that the house has signed').first().waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Back to the table' }).click();
    await leaveTable(page);
  });

  it('the record has the round with its verdict and why, the statement its money; a dispute is opened from it', async () => {
    const page = await after(learning, 'black');
    await go(page, '/me/statement');
    await page.getByText('stake at').first().waitFor();
    await go(page, '/me/rounds');
    await page.getByRole('link', { name: /verdict and why/ }).first().click();
    await page.getByRole('heading', { name: 'Verdict' }).waitFor();
    expect(await page.locator('li.act').count()).toBeGreaterThan(3);
    await page.getByLabel(/What is wrong\?/).fill('the ball was seen on another number');
    await page.getByRole('button', { name: 'Open a dispute' }).click();
    await page.getByText(/Dispute \d+ is open/).waitFor();
    await go(page, '/me/disputes');
    await page.getByText('the ball was seen on another number').waitFor();
    await page.goto(inject('server') + pathOf(learning));
    await leaveTable(page);
  });
});

describe('own limits', () => {
  it('apply at once, and an exclusion ends the betting', async () => {
    const page = await sitDown(await chromium.newContext(LAPTOP), learning);
    await waitForBetting(page);
    await go(page, '/me/limits');
    await page.getByLabel('Limit my').selectOption('stake');
    await page.getByLabel('to (empty: no limit)').fill('2');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.locator('p[role="status"]', { hasText: 'Saved.' }).waitFor();
    await page.goto(inject('server') + pathOf(learning));
    await waitForBetting(page);
    await page.getByLabel('Type a bet or a decision').fill('5 on red');
    await page.keyboard.press('Enter');
    await page.locator('li.bad', { hasText: /limit/i }).first().waitFor();
    await go(page, '/me/limits');
    await page.getByLabel('I am sure').check();
    await page.getByRole('button', { name: 'Exclude me' }).click();
    await page.getByText('You are excluded now').waitFor();
    await page.goto(inject('server') + pathOf(learning));
    await waitForBetting(page);
    await page.locator('[data-wager="red"]').first().click();
    await page.locator('li.bad', { hasText: 'Refused' }).first().waitFor();
    await page.context().close();
  });
});
