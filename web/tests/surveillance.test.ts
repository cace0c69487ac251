/** Surveillance: a live wall of the tables of a real house, and what each member of the staff did there. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, openPage, screenshot } from './page';
import { enrolPlayer, openHouse, signedIn } from './real-house';

const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const LANDSCAPE: BrowserContextOptions = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PORTRAIT: BrowserContextOptions = { viewport: { width: 768, height: 1024 }, hasTouch: true, colorScheme: 'dark' };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const chromium = await browser();
const house = await openHouse('floor');
const { ida, dee } = house;
const ann = await enrolPlayer(house, 'ann', '2000');
const wheel = house.table('Wheel 1');
await ann.at(wheel, { do: 'sit' });

async function openDesk(handle: string, options: BrowserContextOptions = DESK, section = ''): Promise<Page> {
  const page = await openPage(await signedIn(chromium, house.address, handle, options), `/house/1/surveillance${section}`, house.address);
  await page.getByRole('heading', { name: 'Surveillance', exact: true }).waitFor();
  return page;
}

const card = (page: Page, name: string) => page.locator(`[data-table="${house.table(name)}"]`);
const feed = (page: Page) => page.getByRole('region', { name: 'What the staff did' });

/** A round of roulette in which a number is entered, corrected by two people, and paid. */
async function correctedRound(): Promise<void> {
  await dee.at(wheel, { do: 'announce', what: 'place-your-bets' });
  await ann.at(wheel, { do: 'bet', wager: 'red', amount: '10' });
  await dee.at(wheel, { do: 'announce', what: 'no-more-bets' });
  await dee.at(wheel, { do: 'announce', what: 'spin-left' }).catch(() => dee.at(wheel, { do: 'announce', what: 'spin-right' }));
  await dee.at(wheel, { do: 'enter', lines: 'ball 18' });
  await dee.at(wheel, { do: 'confirm-entry' });
  const round = (await dee.read(`/tables/${wheel}`))['round'] as number;
  const { number } = await dee.at(wheel, { do: 'propose', matter: { kind: 'correct', round, from: 'ball 18', to: 'ball 17', reason: 'misread the pocket' } });
  await ida.at(wheel, { do: 'authorise', proposal: number });
}

describe('the wall', () => {
  it('shows every table and what the staff does there as it happens, by person, and nothing of players', async () => {
    const page = await openDesk('ida');
    await card(page, 'Dice 1').getByText('Waiting').waitFor();
    expect(await page.locator('article').count()).toBe(8);
    await feed(page).getByText('Nothing has happened').waitFor();
    await expectAccessible(page, 'a quiet wall');
    await correctedRound();
    await card(page, 'Wheel 1').getByText('17').first().waitFor();
    await feed(page).getByText('“ball 17” instead of “ball 18”: misread the pocket').waitFor();
    await feed(page).getByText('Ball 18').first().waitFor();
    expect(await feed(page).getByText('ann', { exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Person').locator('option').allInnerTexts()).toEqual(['Everybody', 'dee', 'ida']);
    await expectAccessible(page, 'a busy wall');
    await screenshot(page, 'surveillance-wall');
    await page.getByLabel('Person').selectOption('ida');
    await expect.poll(async () => [...new Set(await feed(page).locator('li strong').allInnerTexts())]).toEqual(['ida']);
    expect(new Set(await card(page, 'Wheel 1').locator('li strong').allInnerTexts())).toEqual(new Set(['ida']));
    await page.context().close();
  });

  it('is for inspectors, managers and regulators; dealers, cashiers and players are turned away', async () => {
    for (const handle of ['dee', 'carl', 'ann']) {
      const page = await openDesk(handle);
      await page.getByText('This desk is for inspectors').waitFor();
      expect(await page.locator('article').count(), handle).toBe(0);
      await page.context().close();
    }
    const manager = await openDesk('mia');
    await card(manager, 'Wheel 1').waitFor();
    await manager.context().close();
  });

  for (const [name, options] of [['landscape', LANDSCAPE], ['portrait', PORTRAIT], ['phone', PHONE]] as [string, BrowserContextOptions][])
    it(`fits: ${name}`, async () => {
      const page = await openDesk('ida', options);
      await card(page, 'Wheel 1').getByText('American Roulette').waitFor();
      await correctedRound();
      await feed(page).getByText('misread the pocket').waitFor();
      await screenshot(page, `surveillance-${name}`);
      await expectAccessible(page, name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
      const small = await page.locator('main button:visible, main select:visible').evaluateAll((found) => found.filter((one) => one.getBoundingClientRect().height < 43.5).length);
      expect(small).toBe(0);
      await page.context().close();
    });
});

describe('patterns', () => {
  it('are shown with figure, expectation and chance, and accuse nobody', async () => {
    const pattern = { kind: 'pairs', people: [{ person: 2, handle: 'dee', role: 'dealer' }, { person: 3, handle: 'ida', role: 'inspector' }], table: null, found: 9, expected: 3.2, chance: 0.0004, text: '9 of 10 corrections of one were authorised by the other' };
    const page = await openDesk('ida');
    // So unlikely a pattern takes weeks of play: the answer of the server is given here.
    await page.route('**/houses/1/patterns*', (route) => route.fulfill({ json: [pattern] }));
    await page.getByRole('link', { name: 'Patterns' }).click();
    const region = page.getByRole('region', { name: 'Patterns' });
    await region.getByText('dee (dealer) and ida (inspector)').waitFor();
    expect((await region.locator('dd').allInnerTexts()).map((text) => text.replaceAll('\u202f', ' '))).toEqual(['9 times', '3.2 times', '1 in 2 500']);
    await region.getByText('proves nothing about anybody').waitFor();
    expect(await region.innerText()).not.toMatch(/cheat|collu|fraud|suspect|suspicious|theft/i);
    await expectAccessible(page, 'patterns');
    await screenshot(page, 'surveillance-patterns');
    await page.route('**/houses/1/patterns*', (route) => route.fulfill({ json: [] }));
    await region.getByRole('button', { name: 'The last 7 days' }).click();
    await region.getByText('Nothing in this interval').waitFor();
    await expectAccessible(page, 'no patterns');
    await page.context().close();
  });
});
