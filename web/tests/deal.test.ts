/** The dealer console: whole rounds at attended tables of a real house, by touch on a tablet and by keyboard alone, with everything that goes wrong. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { keyCards, payment, step, tap } from './console';
import { CuttableProxy } from './cuttable-proxy';
import { browser, expectAccessible, LAPTOP, openPage, screenshot } from './page';
import { enrolPlayer, openHouse, signedIn } from './real-house';

const LANDSCAPE = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PORTRAIT = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const LOCK_MS = 5 * 60_000;

const chromium = await browser();
const house = await openHouse();
const ann = await enrolPlayer(house, 'ann', '2000');

const pathOf = (name: string): string => `/house/1/table/${house.table(name)}`;

/** Opens the console of a table. */
async function openConsole(handle: string, name: string, options: object, server = house.address): Promise<Page> {
  const context = await signedIn(chromium, server, handle, options);
  const page = await openPage(context, `${pathOf(name)}/deal`, server);
  await page.getByRole('region', { name: 'Next step' }).waitFor();
  return page;
}

const log = (page: Page) => page.getByRole('log', { name: 'Announcements' });

/** What fell in the last rounds of a table, the latest first. */
async function results(name: string): Promise<string[]> {
  return ((await house.dee.read(`/tables/${house.table(name)}`))['last'] as { result: string }[]).map(({ result }) => result);
}

/** The direction in which the wheel turns next. */
async function direction(name: string): Promise<string> {
  return (await house.dee.read(`/tables/${house.table(name)}`))['spin'] === 'right' ? 'spin-right' : 'spin-left';
}

/** Makes one call after the other up to the spin, from wherever the round is. */
async function spin(page: Page): Promise<void> {
  const next = step(page).locator('.big').first();
  for (let call = ''; !call.startsWith('Spin'); ) {
    await expect.poll(() => next.innerText()).not.toBe(call);
    call = await next.innerText();
    await tap(page, call);
  }
  await page.getByRole('group', { name: 'Numbers of the wheel' }).waitFor();
}

/** The name of the control that has the focus. */
async function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return (at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent)?.trim() ?? '';
  });
}

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    seen.push(await focused(page));
    if (seen.at(-1) === name) return;
  }
  throw new Error(`Tab does not reach ${name}: ${seen.join(', ')}`);
}

/** Waits until a step may be pressed. */
async function expectReady(page: Page, name: string): Promise<void> {
  await page.locator('button:not([aria-disabled="true"])', { hasText: name }).first().waitFor();
}

/** Every control is large enough for a finger. */
async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.locator('main button:visible, main input:visible').evaluateAll((found) => found.map((one) => ({ text: one.textContent ?? '', box: one.getBoundingClientRect() })).filter(({ box }) => box.height < 44 || box.width < 44).map(({ text, box }) => `${text} ${Math.round(box.width)}×${Math.round(box.height)}`));
  expect(small).toEqual([]);
}

describe('who may deal', () => {
  it('staff find Deal beside attended tables in the lobby; players and cashiers do not, and cannot', async () => {
    const dealer = await openPage(await signedIn(chromium, house.address, 'dee', LANDSCAPE), '/', house.address);
    await dealer.getByRole('link', { name: /^Deal .*Wheel 1$/ }).waitFor();
    expect(await dealer.getByRole('link', { name: /^Deal / }).count()).toBe(4);
    await expectAccessible(dealer, 'lobby of a dealer');
    await dealer.getByRole('link', { name: /^Deal .*Wheel 1$/ }).tap();
    await dealer.getByRole('button', { name: 'Place your bets' }).waitFor();
    for (const handle of ['ann', 'carl']) {
      const page = await openPage(await signedIn(chromium, house.address, handle, LAPTOP), '/', house.address);
      await page.getByRole('article').first().waitFor();
      expect(await page.getByRole('link', { name: /^Deal / }).count(), handle).toBe(0);
      await page.goto(`${house.address}${pathOf('Wheel 1')}/deal`);
      await page.getByRole('heading', { name: 'For the staff of this table' }).waitFor();
      expect(await page.getByRole('button', { name: 'Place your bets' }).count(), handle).toBe(0);
      await expectAccessible(page, 'not of the staff');
      await page.context().close();
    }
    await expect(ann.at(house.table('Wheel 1'), { do: 'announce', what: 'place-your-bets' })).rejects.toThrow('only staff with a post at this table');
    await dealer.context().close();
  });
});

describe('a round of roulette by touch', () => {
  it('goes from the call to the payment, with a number dropped, one refused, a correction by two people, and a void', async () => {
    const dealer = await openConsole('dee', 'Wheel 1', LANDSCAPE);
    const inspector = await openConsole('ida', 'Wheel 1', { ...LAPTOP, colorScheme: 'dark' });
    await expectAccessible(dealer, 'waiting');
    await expectLargeTargets(dealer);
    await tap(dealer, 'Place your bets');

    const player = await openPage(await signedIn(chromium, house.address, 'ann', LAPTOP), pathOf('Wheel 1'), house.address);
    await player.getByRole('button', { name: 'Take a seat' }).click();
    await player.locator('[data-wager="red"]').first().click();
    await dealer.getByRole('region', { name: /^Bets/ }).getByText('Red').waitFor();
    await tap(dealer, 'Bet for a player…');
    await dealer.getByLabel('On', { exact: true }).fill('split 1 36');
    await dealer.getByRole('button', { name: 'Place the bet' }).tap();
    await dealer.getByRole('dialog').getByRole('region', { name: 'Refused' }).waitFor();
    await expectAccessible(dealer, 'a refused bet');
    await dealer.getByLabel('On', { exact: true }).fill('straight 18');
    await dealer.getByRole('button', { name: 'Place the bet' }).tap();
    await dealer.getByRole('region', { name: /^Bets/ }).getByText('Straight 18').waitFor();
    await screenshot(dealer, 'deal-betting');
    await expectAccessible(dealer, 'betting');

    await tap(dealer, 'Final bets');
    await tap(dealer, 'No more bets');
    await step(dealer).getByRole('button', { name: 'Spin right' }).waitFor();
    await screenshot(dealer, 'deal-spin');
    await tap(dealer, 'Spin left');
    await dealer.getByRole('button', { name: '17 black' }).waitFor();
    await screenshot(dealer, 'deal-number');
    await expectAccessible(dealer, 'keypad of a wheel');
    await expectLargeTargets(dealer);

    await dealer.getByPlaceholder(/^Type/).fill('38');
    await dealer.getByRole('button', { name: 'Read back' }).tap();
    const refused = dealer.getByRole('region', { name: 'Refused' });
    await refused.getByText('the wheel has no such number').waitFor();
    await refused.getByText('3.2(1)').waitFor();
    await screenshot(dealer, 'deal-refused');
    await expectAccessible(dealer, 'refused');

    await tap(dealer, '17 black');
    await step(dealer).getByRole('heading', { name: 'Read back' }).waitFor();
    await inspector.getByRole('heading', { name: 'Read back' }).waitFor();
    expect(await refused.count()).toBe(0);
    await screenshot(dealer, 'deal-read-back');
    await expectAccessible(dealer, 'read back');
    await dealer.getByRole('button', { name: /^Drop/ }).tap();
    await inspector.getByRole('button', { name: '17 black' }).waitFor();
    await tap(dealer, '18 red');
    await tap(dealer, 'Confirm');
    await payment(dealer).getByText('18, red').waitFor();
    await payment(inspector).getByText('18, red').waitFor();
    const pays = await payment(dealer).getByRole('listitem').allInnerTexts();
    expect(pays.join(' | ')).toMatch(/Straight 18[^|]*Pay 175 at 35 to 1/);
    expect(pays.join(' | ')).toMatch(/Chips to push:[^|]*1 ×/);
    await screenshot(dealer, 'deal-payment');
    await expectAccessible(dealer, 'payment');
    await payment(dealer).getByRole('button', { name: /Straight 18: provision/ }).tap();
    await dealer.getByRole('dialog', { name: 'Why' }).getByRole('button', { name: 'Close' }).tap();

    await tap(dealer, 'Correct the round…');
    expect(await dealer.getByLabel('Entered').inputValue()).toBe('ball 18');
    await dealer.getByLabel(/What it should be/).fill('ball 17');
    await dealer.getByLabel('Reason').fill('misread the pocket');
    await expectAccessible(dealer, 'a correction');
    await dealer.getByRole('button', { name: 'Propose' }).tap();
    await dealer.getByText('“ball 17” instead of “ball 18”').waitFor();
    await dealer.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await dealer.getByRole('button', { name: 'Authorise' }).count()).toBe(0);
    await step(dealer).getByText('A proposal about this round waits').waitFor();
    await screenshot(dealer, 'deal-proposed');
    await expectAccessible(dealer, 'proposed');
    await expectAccessible(inspector, 'to authorise');
    await screenshot(inspector, 'deal-authorise');
    await inspector.getByRole('button', { name: 'Authorise' }).click();
    await payment(dealer).getByText('17, black').waitFor();
    expect(await dealer.getByText('Waiting for a second person').count()).toBe(0);

    await tap(dealer, 'Void the round…');
    await dealer.getByLabel('Reason').fill('the ball left the wheel');
    await dealer.getByRole('button', { name: 'Propose' }).tap();
    await inspector.getByRole('button', { name: 'Authorise' }).click();
    await payment(dealer).waitFor({ state: 'hidden' });
    await dealer.getByRole('button', { name: 'Place your bets' }).waitFor();
    expect(((await ann.read('/me'))['balances'] as { chips: string }).chips).toBe('2000.00');
    for (const page of [dealer, inspector, player]) await page.context().close();
  });
});

describe('a round of dice by keyboard alone', () => {
  it('goes by Enter, digits and Escape', async () => {
    const page = await openConsole('dee', 'Dice 1', LAPTOP);
    const enter = async (): Promise<void> => {
      await page.locator('[data-next]:not(:disabled, [aria-disabled="true"])').waitFor();
      await page.keyboard.press('Enter');
    };
    await enter();
    await page.getByRole('button', { name: 'Final bets' }).waitFor();
    await tabTo(page, 'Seat a player…');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Name');
    await page.keyboard.type('ann');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await tabTo(page, 'Bet for a player…');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Amount in GBP');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('20');
    await tabTo(page, 'On');
    await page.keyboard.type('win');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: /^Bets/ }).getByText('Win').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Final bets');
    await enter();
    await expect.poll(() => focused(page)).toBe('No more bets');
    await enter();
    await page.getByRole('heading', { name: 'What do the dice show?' }).waitFor();
    // The keys lie still: a die that tumbles cannot be read.
    expect(await page.locator('[aria-label="Dice"] .die').evaluateAll((dice) => dice.flatMap((die) => die.getAnimations()).length)).toBe(0);
    await screenshot(page, 'deal-dice');
    await expectAccessible(page, 'keypad of dice');
    await page.keyboard.type('7 1');
    await enter();
    await page.getByRole('region', { name: 'Refused' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#keyed').inputValue()).toBe('');
    await page.keyboard.type('3 3');
    await enter();
    await log(page).getByText('Read back: 3 and 3, 6 in all').waitFor();
    await page.keyboard.press('Escape');
    await log(page).getByText('Entry dropped').waitFor();
    await page.keyboard.type('34');
    await enter();
    await page.getByRole('heading', { name: 'Read back' }).waitFor();
    await expectAccessible(page, 'dice read back');
    await screenshot(page, 'deal-dice-read-back');
    await enter();
    await payment(page).getByText('Pay 20', { exact: true }).waitFor();
    await log(page).getByText('Result: 3 and 4, 7 in all').waitFor();
    await expectAccessible(page, 'dice paid');
    await screenshot(page, 'deal-dice-paid');
    await page.context().close();
  });
});

describe('cards by touch, on a tablet held upright', () => {
  it('a round of blackjack with insurance and a decision that the dealer presses for the player', async () => {
    const table = house.table('Jack 1');
    await ann.at(table, { do: 'sit' });
    const page = await openConsole('dee', 'Jack 1', PORTRAIT);
    await tap(page, 'Place your bets');
    await page.getByRole('button', { name: 'Final bets' }).waitFor();
    await ann.at(table, { do: 'bet', amount: '20', wager: 'box 1' });
    await tap(page, 'Final bets');
    await tap(page, 'No more bets');
    expect(await page.getByRole('list', { name: 'Next cards' }).getByRole('listitem').allInnerTexts()).toEqual(['Box 1', 'Dealer', 'Box 1']);
    await keyCards(page, ['10', 'Hearts'], ['A', 'Spades'], ['9', 'Clubs']);
    await page.getByRole('button', { name: 'Take the last one back' }).tap();
    await keyCards(page, ['8', 'Clubs']);
    await screenshot(page, 'deal-cards');
    await expectAccessible(page, 'keypad of cards');
    await expectLargeTargets(page);
    await tap(page, 'Read back');
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await screenshot(page, 'deal-cards-read-back');
    await expectAccessible(page, 'cards read back');
    await tap(page, 'Confirm');
    await page.getByRole('heading', { name: 'Insurance?' }).waitFor();
    await expectAccessible(page, 'insurance');
    await screenshot(page, 'deal-insurance');
    await tap(page, 'No insurance');
    await page.getByRole('heading', { name: 'Ann decides' }).waitFor();
    await screenshot(page, 'deal-decision');
    await expectAccessible(page, 'decision');
    // Only what the rules permit is offered: any two cards are doubled (4.2(4)(d)), 18 is not split, and this house has no surrender.
    expect(await step(page).locator('.moves button').allInnerTexts()).toEqual(['Draw a card', 'Stand', 'Double for 20']);
    await tap(page, 'Stand');
    await page.getByRole('list', { name: 'Next cards' }).waitFor();
    await page.getByPlaceholder(/^Type/).fill('6d');
    await tap(page, 'Read back');
    await tap(page, 'Confirm');
    await payment(page).getByText('Pay 20', { exact: true }).waitFor();
    await screenshot(page, 'deal-cards-paid');
    await expectAccessible(page, 'cards paid');
    await page.context().close();
  });

  it('a coup of punto banco, typed with the places beside the cards', async () => {
    const table = house.table('Punto 1');
    await ann.at(table, { do: 'sit' });
    const page = await openConsole('dee', 'Punto 1', LANDSCAPE);
    await tap(page, 'Place your bets');
    await page.getByRole('button', { name: 'Final bets' }).waitFor();
    await ann.at(table, { do: 'bet', amount: '40', wager: 'banco' });
    await tap(page, 'No more bets');
    await page.getByPlaceholder(/^Type/).fill('2h 9s kc kd');
    await screenshot(page, 'deal-punto');
    await tap(page, 'Read back');
    await tap(page, 'Confirm');
    await payment(page).getByText('Pay 38', { exact: true }).waitFor();
    await payment(page).getByText('3 in smaller chips').waitFor();
    await tap(page, 'Shuffle');
    await page.getByRole('button', { name: 'Place your bets' }).waitFor();
    await screenshot(page, 'deal-punto-paid');
    await page.context().close();
  });
});

describe('what goes wrong', () => {
  it('a connection lost while confirming: it is said, the entry counts once, and the console goes on', async () => {
    const proxy = await CuttableProxy.to(house.address);
    const page = await openConsole('dee', 'Wheel 1', LANDSCAPE, proxy.address);
    const before = await results('Wheel 1');
    await spin(page);
    await tap(page, '17 black');
    await expectReady(page, 'Confirm');
    proxy.cut();
    await page.getByRole('alert').getByText('Connection lost').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).tap();
    await page.getByRole('button', { name: 'Confirm' }).tap({ force: true });
    await page.getByText('it is done once').waitFor();
    await expectAccessible(page, 'connection lost');
    await screenshot(page, 'deal-lost');
    proxy.restore();
    await page.getByRole('button', { name: 'Place your bets' }).waitFor({ timeout: 30_000 });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    expect(await results('Wheel 1')).toEqual(['17', ...before]);
    expect(await page.getByRole('region', { name: 'Refused' }).count()).toBe(0);
    await page.context().close();
    proxy.close();
  });

  it('an answer lost after confirming: it was done, and is not done again', async () => {
    const proxy = await CuttableProxy.to(house.address);
    const page = await openConsole('dee', 'Wheel 1', LANDSCAPE, proxy.address);
    const before = await results('Wheel 1');
    await spin(page);
    await tap(page, '18 red');
    await expectReady(page, 'Confirm');
    proxy.loseAnswers();
    await page.getByRole('button', { name: 'Confirm' }).tap();
    await page.getByText('Sent. Waiting for the house…').waitFor();
    await expect.poll(() => results('Wheel 1')).toEqual(['18', ...before]);
    // The inspector goes on: what was confirmed must not confirm anything else.
    await house.ida.at(house.table('Wheel 1'), { do: 'announce', what: 'place-your-bets' });
    proxy.cut();
    proxy.restore();
    await page.getByRole('button', { name: 'Final bets' }).waitFor({ timeout: 30_000 });
    await page.getByText('Sent. Waiting for the house…').waitFor({ state: 'hidden' });
    expect(await page.getByRole('region', { name: 'Refused' }).count()).toBe(0);
    expect(await results('Wheel 1')).toEqual(['18', ...before]);
    await page.context().close();
    proxy.close();
  });

  it('a console that sleeps in mid-round: awake, it shows the table as it is now, and what was pressed for another entry is not done', async () => {
    const table = house.table('Wheel 1');
    const proxy = await CuttableProxy.to(house.address);
    const page = await (await signedIn(chromium, proxy.address, 'dee', LANDSCAPE)).newPage();
    await page.clock.install();
    await page.goto(`${proxy.address}${pathOf('Wheel 1')}/deal`);
    const before = await results('Wheel 1');
    await spin(page);
    await tap(page, '19 red');
    await expectReady(page, 'Confirm');

    // The tablet goes to sleep with its connection: nothing that is sent arrives, nothing says so, and the clock of the page stands still.
    proxy.silence();
    await page.getByRole('button', { name: 'Confirm' }).tap();
    await page.getByText('Sent. Waiting for the house…').waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    expect(await results('Wheel 1')).toEqual(before);
    await house.ida.at(table, { do: 'drop-entry' });
    await house.ida.at(table, { do: 'enter', lines: '20' });
    await house.ida.at(table, { do: 'confirm-entry' });
    await house.ida.at(table, { do: 'announce', what: 'place-your-bets' });
    await house.ida.at(table, { do: 'announce', what: 'no-more-bets' });
    await house.ida.at(table, { do: 'announce', what: await direction('Wheel 1') });
    await house.ida.at(table, { do: 'enter', lines: '36' });

    // Chromium without a screen does not say by itself that the screen is on again.
    await page.clock.fastForward('02:00');
    await page.clock.resume();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await step(page).getByText('36').waitFor({ timeout: 30_000 });
    const refused = page.getByRole('region', { name: 'Refused' });
    await refused.getByText('the table went on meanwhile').waitFor({ timeout: 30_000 });
    await expectAccessible(page, 'awake');
    await screenshot(page, 'deal-awake');
    expect(await results('Wheel 1'), 'the next entry of the inspector is not confirmed').toEqual(['20', ...before]);
    await tap(page, 'Confirm');
    await payment(page).or(page.getByRole('button', { name: 'Place your bets' })).first().waitFor();
    expect(await results('Wheel 1')).toEqual(['36', '20', ...before]);
    expect(await refused.count()).toBe(0);
    await page.context().close();
    proxy.close();
  });

  it('five minutes without a touch: the console is covered and asks for the password, and what is under way stays, also after a reload', async () => {
    const context = await signedIn(chromium, house.address, 'dee', LANDSCAPE);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${house.address}${pathOf('Dice 1')}/deal`);
    await page.getByRole('button', { name: 'Place your bets' }).waitFor();
    await page.clock.fastForward(1000);
    await page.getByRole('button', { name: 'Place your bets' }).tap();
    await page.getByRole('button', { name: 'No more bets' }).waitFor();
    await page.clock.fastForward(1000);
    await page.getByRole('button', { name: 'No more bets' }).tap();
    await page.getByPlaceholder(/^Type/).fill('3');
    await page.clock.fastForward(LOCK_MS - 5000);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.clock.fastForward(8000);
    const lock = page.getByRole('dialog', { name: 'The console is locked' });
    await lock.waitFor();
    await page.keyboard.press('Escape');
    await screenshot(page, 'deal-locked');
    await expectAccessible(page, 'locked');
    expect(await page.locator('#keyed').inputValue()).toBe('3');
    await page.reload();
    await lock.waitFor();
    await lock.getByLabel('Password of dee').fill('not the password');
    await lock.getByRole('button', { name: 'Unlock' }).tap();
    await lock.getByRole('alert').waitFor();
    await lock.getByLabel('Password of dee').fill('a long evening');
    await lock.getByRole('button', { name: 'Unlock' }).tap();
    await lock.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'What do the dice show?' }).waitFor();

    // Locked again: what the inspector does meanwhile is there when the dealer is back.
    await page.clock.fastForward(LOCK_MS + 3000);
    await lock.waitFor();
    await house.ida.at(house.table('Dice 1'), { do: 'enter', lines: '3 3' });
    await house.ida.at(house.table('Dice 1'), { do: 'confirm-entry' });
    await lock.getByLabel('Password of dee').fill('a long evening');
    await lock.getByRole('button', { name: 'Unlock' }).tap();
    await lock.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Place your bets' }).waitFor();
    await context.close();
  });
});
