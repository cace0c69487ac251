/** The cage of a real house: an evening of its cashiers from the first buy-in to the reconciliation, with everything that goes wrong. */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CuttableProxy } from './cuttable-proxy';
import { browser, expectAccessible, LAPTOP, openPage, PHONE, screenshot } from './page';
import { enrolMember, enrolPlayer, openHouse, signedIn } from './real-house';

const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const LANDSCAPE: BrowserContextOptions = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PORTRAIT: BrowserContextOptions = { viewport: { width: 768, height: 1024 }, hasTouch: true };

const chromium = await browser();
const house = await openHouse('cage');
const cleo = await enrolMember(house, 'cleo', 'cashier', 'Cleo');
const ann = await enrolPlayer(house, 'ann', '1000');
const [wheel, jack] = [house.table('Wheel 1'), house.table('Jack 1')];

/** Opens a section of the cage. */
async function openCage(handle: string, section: string, options: BrowserContextOptions = DESK, server = house.address): Promise<Page> {
  const page = await openPage(await signedIn(chromium, server, handle, options), `/house/1/cage/${section}`, server);
  await page.getByRole('heading', { name: 'Cage', level: 1 }).waitFor();
  return page;
}

const button = (on: Page | Locator, name: string | RegExp): Locator => on.getByRole('button', { name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const done = (page: Page, text: string | RegExp): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();
const refused = (page: Page): Locator => page.getByRole('alert', { name: 'Refused' });
const chipsOf = async (): Promise<string> => ((await ann.read('/me'))['balances'] as { chips: string }).chips;
const papersOf = (table: number) => house.mia.read(`/tables/${table}/papers`) as unknown as Promise<{ float: string; shift: Record<string, string>; slips: unknown[] }>;

/** Types a count of chips of 5 that make an amount. */
const countFives = (page: Page, amount: number): Promise<void> => dialog(page).getByLabel('Pieces of 5', { exact: true }).fill(String(amount / 5));

async function expectNoOverflow(page: Page): Promise<void> {
  // A phone makes its window as wide as what overflows: the screen is what counts.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

describe('who works at the cage', () => {
  it('cashiers and managers; players and dealers are turned away by the page and by the server', async () => {
    for (const handle of ['ann', 'dee']) {
      const page = await openPage(await signedIn(chromium, house.address, handle, LAPTOP), '/house/1/cage', house.address);
      await page.getByText('This desk is for').waitFor();
      expect(await page.getByRole('navigation', { name: 'Sections' }).count(), handle).toBe(0);
      await expectAccessible(page, 'turned away');
      await page.context().close();
    }
    const asked = await ann.order({ do: 'request-chips', kind: 'buy-in', amount: '10' });
    for (const person of [ann, house.dee, house.ida, house.mia]) await expect(person.order({ do: 'lay-out-chips', number: asked.number }), person.handle).rejects.toThrow('authority');
    await ann.order({ do: 'cancel-chips', number: asked.number });
    const manager = await openCage('mia', 'requests');
    await manager.getByText('Nobody waits.').waitFor();
    await expectAccessible(manager, 'empty');
    await manager.context().close();
  });
});

describe('requests', () => {
  it('a buy-in that a player asks for is laid out once, by one of two cashiers, and confirmed by her', async () => {
    const [carl, other] = [await openCage('carl', 'requests'), await openCage('cleo', 'requests', LANDSCAPE)];
    const player = await openPage(await signedIn(chromium, house.address, 'ann', PHONE), '/me/chips?house=1', house.address);
    await player.getByLabel(/^Chips for/).fill('257.50');
    await button(player, 'Ask for a buy-in').click();
    await button(carl, /^Lay out for ann/).click();
    await button(other, /^Lay out for ann/).click();
    await dialog(carl).getByText('GBP 257.50', { exact: true }).waitFor();
    const chips = await dialog(carl).getByRole('listitem').allInnerTexts();
    expect(chips.map((text) => text.split('\n').at(-1))).toEqual(['2 × 100', '2 × 25', '1 × 5']);
    await dialog(carl).getByText('and GBP 2.50 in smaller chips').waitFor();
    await screenshot(carl, 'cage-lay-out');
    await expectAccessible(carl, 'read back');
    await button(carl, 'The chips are laid out').click();
    await done(carl, 'Laid out. ann confirms');
    await button(other, 'The chips are laid out').click();
    await refused(other).getByText('it is laid out').waitFor();
    await expectAccessible(other, 'refused');
    await button(dialog(other), 'Back').click();
    await carl.getByText('Chips are laid out at the cage. ann confirms.').waitFor();
    await screenshot(carl, 'cage-requests');
    await expectAccessible(carl, 'laid out');
    const before = Number(await chipsOf());
    await button(player, /^Confirm: Buy-in/).click();
    await carl.getByText('Nobody waits.').waitFor();
    expect(Number(await chipsOf()) - before).toBe(257.5);
    for (const page of [carl, other, player]) await page.context().close();
  });

  it('a cash-out is declined with a reason that the player reads, and nothing moves', async () => {
    const carl = await openCage('carl', 'requests', PORTRAIT);
    await ann.order({ do: 'request-chips', kind: 'cash-out', amount: '50' });
    await button(carl, /^Decline ann/).click();
    await dialog(carl).getByLabel(/^Reason/).fill('come to the window, please');
    await screenshot(carl, 'cage-decline');
    await expectAccessible(carl, 'decline');
    const before = await chipsOf();
    await button(dialog(carl), 'Decline').click();
    await done(carl, 'The request of ann is declined.');
    expect(await chipsOf()).toBe(before);
    await expectNoOverflow(carl);
    await carl.context().close();
  });
});

describe('the window', () => {
  it('serves a player in two steps: requested by one cashier, read back and confirmed by another whose connection is cut', async () => {
    const carl = await openCage('carl', 'window');
    await carl.getByLabel('Name of the player').fill('an');
    await button(carl, 'Find').click();
    await carl.getByRole('heading', { name: /^ann/ }).waitFor();
    await screenshot(carl, 'cage-window');
    await expectAccessible(carl, 'a player at the window');
    await carl.getByLabel(/^Amount/).fill('1o0');
    await button(carl, 'Read back').click();
    await carl.getByText('Enter an amount above 0').waitFor();
    await carl.getByLabel(/^Amount/).fill('130');
    await button(carl, 'Read back').click();
    await dialog(carl).getByText('1 × 25').waitFor();
    await button(carl, 'Request it').click();
    await done(carl, 'Requested for ann: GBP 130.00. Another cashier confirms it.');
    await carl.getByText('Another cashier confirms it.').last().waitFor();
    expect(await button(carl, /^Confirm Buy-in of ann/).count(), 'nobody confirms what they requested').toBe(0);
    await expect(house.carl.order({ do: 'confirm-exchange', number: 2 })).rejects.toThrow('another person must confirm');

    const proxy = await CuttableProxy.to(house.address);
    const other = await openCage('cleo', 'requests', DESK, proxy.address);
    await button(other, /^Confirm Buy-in of ann/).click();
    await screenshot(other, 'cage-confirm');
    const before = Number(await chipsOf());
    // The command arrives, and its answer does not.
    await other.route('**/houses/1/commands', async (route) => {
      await route.fetch();
      proxy.cut();
      await route.abort();
    }, { times: 1 });
    await button(other, 'Confirm the exchange').click();
    await refused(other).getByText('Send it again: it is done once.').waitFor({ timeout: 20_000 });
    await expectAccessible(other, 'not answered');
    proxy.restore();
    await button(other, 'Send again').click();
    await refused(other).waitFor({ state: 'detached' });
    await other.getByText('Nothing waits.').waitFor();
    expect(Number(await chipsOf()) - before).toBe(130);
    proxy.close();
    for (const page of [carl, other]) await page.context().close();
  });

  it('buys and cashes plaques and pays chips out, by keyboard alone', async () => {
    await house.mia.order({ do: 'propose', matter: { kind: 'issue', unit: 'plaques', amount: '20000' } }).then(({ number }) => house.carl.order({ do: 'authorise', proposal: number }));
    const carl = await openCage('carl', 'window');
    await carl.getByLabel('Name of the player').focus();
    await carl.keyboard.type('ann');
    await carl.keyboard.press('Enter');
    await carl.getByRole('heading', { name: /^Serve ann/ }).waitFor();
    const before = Number(await chipsOf());
    for (const [kind, amount] of [['Plaques for cash', '500'], ['Cash for chips', '40'], ['Plaques for chips', '60'], ['Chips for plaques', '60']] as const) {
      await button(carl, kind).focus();
      await carl.keyboard.press('Space');
      await carl.getByLabel(/^Amount/).focus();
      await carl.keyboard.type(amount);
      await carl.keyboard.press('Enter');
      await button(carl, 'Request it').focus();
      await carl.keyboard.press('Enter');
      await done(carl, `Requested for ann: GBP ${amount}.00`);
      const [asked, ...others] = (await cleo.read('/exchanges')) as unknown as { number: number }[];
      expect(others).toEqual([]);
      await cleo.order({ do: 'confirm-exchange', number: asked?.number });
    }
    expect(Number(await chipsOf()), 'chips changed for plaques and back are the same chips').toBe(before - 40);
    await carl.getByText('GBP 500.00').first().waitFor();
    await screenshot(carl, 'cage-window-plaques');
    await carl.context().close();
  });

  it('says plainly who may not be served, and notes a document where none is known', async () => {
    const eve = await enrolPlayer(house, 'eve', '100');
    await house.mia.order({ do: 'refuse-service', person: eve.number, reason: 'threw a chair' });
    await house.mia.order({ do: 'enrol', handle: 'nod', role: 'player' });
    const carl = await openCage('carl', 'window', LANDSCAPE);
    await carl.getByLabel('Name of the player').fill('eve');
    await button(carl, 'Find').tap();
    await carl.getByText('Service is refused: threw a chair.').waitFor();
    await screenshot(carl, 'cage-refused');
    await expectAccessible(carl, 'refused person');
    expect(await button(carl, 'Cash for chips').getAttribute('aria-pressed'), 'what they have is cashed out').toBe('true');
    await button(carl, 'Chips for cash').tap();
    await carl.getByLabel(/^Amount/).fill('20');
    await button(carl, 'Read back').tap();
    await button(carl, 'Request it').tap();
    await refused(carl).getByText('threw a chair').waitFor();
    await button(dialog(carl), 'Back').tap();
    await carl.getByLabel('Name of the player').fill('nobody at all');
    await button(carl, 'Find').tap();
    await carl.getByText('Nobody here has a name with').waitFor();
    await carl.getByLabel('Name of the player').fill('nod');
    await button(carl, 'Find').tap();
    await carl.getByText('Note an identity document').tap();
    await carl.getByLabel(/^Number of the identity document, where/).fill('ID-nod');
    await button(carl, 'Note the document').tap();
    await done(carl, 'The document of nod is noted.');
    await carl.getByLabel(/^Number of the identity document, where/).fill('ID-nod');
    await button(carl, 'Note the document').tap();
    await refused(carl).getByText('the house knows a document of this person').waitFor();
    await button(carl, 'Enrol a player…').tap();
    await carl.getByLabel(/^Name by which/).fill('zoe');
    await carl.getByLabel('Number of the identity document', { exact: true }).fill('ID-ann');
    await button(carl, 'Enrol').last().tap();
    await refused(carl).getByText('a person has one account').waitFor();
    await carl.getByLabel('Number of the identity document', { exact: true }).fill('ID-zoe');
    await button(carl, 'Enrol').last().tap();
    await carl.getByRole('region', { name: 'Link that works once' }).waitFor();
    await expectAccessible(carl, 'enrolled');
    await carl.context().close();
  });
});

describe('chips for chips', () => {
  it('both sides are counted, must be worth the same, and nothing is sent', async () => {
    const carl = await openCage('carl', 'window');
    const sent: string[] = [];
    carl.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await carl.getByLabel('Name of the player').fill('ann');
    await button(carl, 'Find').click();
    await button(carl, 'Chips for chips').click();
    const [gives, gets] = [carl.getByRole('group', { name: 'The player gives' }), carl.getByRole('group', { name: 'The player gets' })];
    await gives.getByLabel('Pieces of 5', { exact: true }).fill('26');
    await gets.getByLabel('Pieces of 100', { exact: true }).fill('1');
    await gets.getByText('GBP 30.00 less than what the player gives, GBP 130.00.').waitFor();
    await expectAccessible(carl, 'a change that does not add up');
    await button(carl, 'Fewest chips for GBP 130.00').click();
    await gets.getByText('Equals what the player gives: GBP 130.00.').waitFor();
    expect(await gets.getByLabel('Pieces of 25', { exact: true }).inputValue()).toBe('1');
    await screenshot(carl, 'cage-change');
    expect(sent).toEqual([]);
    await button(carl, 'Clear').click();
    expect(await gives.getByLabel('Pieces of 5', { exact: true }).inputValue()).toBe('');
    await carl.context().close();
  });
});

describe('fills and credits', () => {
  it('a fill goes through its steps by three people, and a credit is void with a reason', async () => {
    const [carl, mia] = [await openCage('carl', 'tables'), await openCage('mia', 'tables', LANDSCAPE)];
    const { float } = await papersOf(wheel);
    await house.dee.at(wheel, { do: 'request-slip', kind: 'fill', chips: [{ value: '100', count: 3 }, { value: '5', count: 20 }] });
    const slip = carl.getByRole('article', { name: 'Fill 2 of Wheel 1' });
    await slip.getByText('3 × 100').waitFor();
    await mia.getByText('The cage sends the chips.').waitFor();
    await screenshot(carl, 'cage-fill');
    await expectAccessible(carl, 'a fill to send');
    await button(slip, /^Send the chips/).click();
    await done(carl, 'Fill 2 of Wheel 1, GBP 400.00: sent.');
    await button(slip, /^Chips have arrived/).click();
    await done(carl, 'delivered.');
    await slip.getByText('The table counts and confirms').waitFor();
    expect(await button(slip, /^Confirm/).count()).toBe(0);
    await expect(house.dee.at(wheel, { do: 'step-slip', number: 2, step: 'confirm' })).rejects.toThrow('whoever requested or delivered');
    await screenshot(carl, 'cage-fill-delivered');
    await button(mia, /^Confirm the count/).tap();
    await done(mia, 'Fill 2 of Wheel 1, GBP 400.00: confirmed.');
    await slip.waitFor({ state: 'detached' });
    expect(Number((await papersOf(wheel)).float) - Number(float)).toBe(400);

    await button(mia, 'Credit… for Wheel 1').tap();
    await expectAccessible(mia, 'a credit to request');
    await dialog(mia).getByLabel('Pieces of 100', { exact: true }).fill('2');
    await screenshot(mia, 'cage-credit-form');
    await button(mia, 'Request the credit').tap();
    await button(mia, /^Send the chips: Credit 3/).tap();
    await done(mia, 'sent.');
    const credit = carl.getByRole('article', { name: 'Credit 3 of Wheel 1' });
    await button(credit, /^Void/).click();
    await dialog(carl).getByLabel(/^Reason/).fill('the wrong rack');
    await expectAccessible(carl, 'void');
    await button(carl, 'Declare it void').click();
    await done(carl, 'Credit 3 of Wheel 1, GBP 200.00: void.');
    expect(Number((await papersOf(wheel)).float) - Number(float)).toBe(400);

    await carl.getByRole('link', { name: 'Papers' }).click();
    await carl.getByLabel('Table', { exact: true }).selectOption('Wheel 1');
    const papers = carl.getByRole('list', { name: 'Papers' }).locator(':scope > li');
    await papers.filter({ hasText: 'Credit 3' }).getByText('Void by carl').waitFor();
    const filled = papers.filter({ hasText: 'Fill 2' });
    for (const step of ['Requested by dee', 'Sent by carl', 'Delivered by carl', 'Confirmed by mia']) await filled.getByText(step).waitFor();
    const print = await carl.request.get(`${house.address}${await filled.getByRole('link', { name: /^Slip of Fill 2/ }).getAttribute('href')}`);
    expect([print.status(), print.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await expectAccessible(carl, 'papers');
    await screenshot(carl, 'cage-papers');
    for (const page of [carl, mia]) await page.context().close();
  });
});

/** A spin with 100 bought at the table and 20 staked on red, which loses. */
async function playRound(): Promise<void> {
  await ann.at(wheel, { do: 'sit' });
  const bought = await ann.at(wheel, { do: 'request-exchange', exchange: { kind: 'buy-in', with: 'cash', amount: '100' } });
  await house.dee.at(wheel, { do: 'confirm-exchange', number: bought.number });
  await house.dee.at(wheel, { do: 'announce', what: 'place-your-bets' });
  await ann.at(wheel, { do: 'bet', amount: '20', wager: 'red' });
  await house.dee.at(wheel, { do: 'announce', what: 'spin-left' });
  await house.dee.at(wheel, { do: 'enter', lines: 'ball 17' });
  await house.dee.at(wheel, { do: 'confirm-entry' });
}

describe('counts and the shift', () => {
  it('a drop that does not add up is said before it is sent; counted right, a second cashier signs it', async () => {
    await playRound();
    const [carl, other] = [await openCage('carl', 'counts'), await openCage('cleo', 'counts', LANDSCAPE)];
    await button(carl, 'Drop… of Wheel 1').click();
    await dialog(carl).getByLabel('Pieces of 20', { exact: true }).fill('4');
    await dialog(carl).getByText('GBP 20.00 less than the drop box by the ledger, GBP 100.00.').waitFor();
    await button(carl, 'Sign and propose').click();
    expect(await dialog(carl).count(), 'a difference is not sent by one click').toBe(1);
    await screenshot(carl, 'cage-drop-short');
    await expectAccessible(carl, 'a drop that is short');
    await dialog(carl).getByLabel('Pieces of 20', { exact: true }).fill('2,5x');
    await dialog(carl).getByText('“2,5x” pieces of 20 is no whole number.').waitFor();
    expect(await button(carl, 'Sign and propose').isDisabled()).toBe(true);
    await dialog(carl).getByLabel('Pieces of 20', { exact: true }).fill('4');
    await button(dialog(carl), 'Another value').click();
    await dialog(carl).getByLabel('Value of another row').fill('20.00');
    await dialog(carl).getByText('20 has two rows.').waitFor();
    await dialog(carl).getByLabel('Value of another row').fill('2.50');
    await dialog(carl).getByLabel('Pieces of 2.50').fill('8');
    await dialog(carl).getByText('Equals the drop box by the ledger: GBP 100.00.').waitFor();
    await screenshot(carl, 'cage-drop');
    await button(carl, 'Sign and propose').click();
    await done(carl, 'Drop count of Wheel 1, GBP 100.00: for an inspector, a manager or another cashier to sign.');
    expect(await button(carl, /^Sign and authorise/).count(), 'nobody signs twice').toBe(0);
    await button(other, /^Sign and authorise/).waitFor();
    await screenshot(other, 'cage-sign');
    await expectAccessible(other, 'to sign');
    await button(other, 'Sign and authorise: Drop count, Wheel 1').tap();
    await done(other, 'Drop count, Wheel 1: authorised.');
    expect((await papersOf(wheel)).shift['drop_counted']).toBe('100.00');
    for (const page of [carl, other]) await page.context().close();
  });

  it('a drop that is short is signed with its difference by two people, and the shift says by how much', async () => {
    await ann.at(jack, { do: 'sit' });
    const bought = await ann.at(jack, { do: 'request-exchange', exchange: { kind: 'buy-in', with: 'cash', amount: '60' } });
    await house.dee.at(jack, { do: 'confirm-exchange', number: bought.number });
    const [carl, other] = [await openCage('carl', 'counts'), await openCage('cleo', 'counts', PHONE)];
    await button(carl, 'Drop… of Jack 1').click();
    await dialog(carl).getByLabel('Pieces of 10', { exact: true }).fill('5');
    await dialog(carl).getByText('GBP 10.00 less than the drop box by the ledger, GBP 60.00.').waitFor();
    await dialog(carl).getByLabel(/I have counted again/).check();
    await dialog(carl).getByLabel('What explains the difference?').fill('a note of 10 was torn');
    await button(carl, 'Sign and propose').click();
    await done(carl, 'Drop count of Jack 1, GBP 50.00');
    await other.getByText('a note of 10 was torn').waitFor();
    await other.getByText('GBP 10.00 less than the drop box by the ledger, GBP 60.00.').waitFor();
    await screenshot(other, 'cage-sign-short');
    await expectAccessible(other, 'a short drop to sign');
    await button(other, 'Sign and authorise: Drop count, Jack 1').tap();
    await done(other, 'Drop count, Jack 1: authorised.');
    await carl.getByRole('link', { name: 'Shift' }).click();
    await carl.getByRole('article', { name: 'Jack 1' }).getByText('The drop was counted 10.00 short').waitFor();
    await expectAccessible(carl, 'a shift with a short drop');
    for (const page of [carl, other]) await page.context().close();
  });

  it('an opener that does not equal the float is refused, and a cashier opens nothing', async () => {
    const carl = await openCage('carl', 'counts');
    await carl.getByRole('row', { name: /Jack 1/ }).waitFor();
    expect(await button(carl, /^(Opener|Closer)/).count()).toBe(0);
    await expect(house.carl.at(jack, { do: 'propose', matter: { kind: 'close', closer: [] } })).rejects.toThrow('only staff with a post');
    await carl.context().close();
  });

  it('tables close with counts: win by drop equals true win, and where the closer is short the page says why', async () => {
    const mia = await openCage('mia', 'counts', LANDSCAPE);
    const carl = await openCage('carl', 'counts');
    // Wheel chips are changed out of the float at the closing: they are no difference.
    const changed = await ann.at(wheel, { do: 'request-exchange', exchange: { kind: 'to-wheel', with: 'chips', amount: '20', colour: 1, value: '1' } });
    await house.dee.at(wheel, { do: 'confirm-exchange', number: changed.number });
    const closer = async (name: string, table: number, less: number, verdict: string): Promise<void> => {
      await button(mia, `Closer… of ${name}`).tap();
      await countFives(mia, Number((await papersOf(table)).float) - less);
      await dialog(mia).getByText(verdict).waitFor();
      const again = dialog(mia).getByLabel(/I have counted again/);
      if (await again.isVisible()) {
        await again.check();
        await dialog(mia).getByLabel('What explains the difference?').fill('one chip of 5 was not found');
      }
      await button(mia, 'Sign and propose').tap();
      await done(mia, `Closer of ${name}`);
    };
    await closer('Wheel 1', wheel, 20, 'Equals the float by the ledger without the wheel chips of players');
    await closer('Jack 1', jack, 5, 'GBP 5.00 less than the float by the ledger');
    await carl.getByText('GBP 5.00 less than the float by the ledger, GBP 3 440.00.').waitFor();
    await carl.getByText('Equals the float by the ledger without the wheel chips of players.').waitFor();
    expect(await button(carl, /^Sign and authorise/).count(), 'a cashier does not authorise a closing').toBe(0);
    await expect(house.carl.at(wheel, { do: 'authorise', proposal: 3 })).rejects.toThrow('authority');
    await expectAccessible(carl, 'closers wait');
    await house.ida.at(wheel, { do: 'authorise', proposal: 3 });
    await house.ida.at(jack, { do: 'authorise', proposal: 3 });
    await button(mia, 'Opener… of Jack 1').waitFor();
    await button(mia, 'Opener… of Jack 1').tap();
    await countFives(mia, 3435);
    await dialog(mia).getByText('A table opens with a count that equals its float.').waitFor();
    await button(mia, 'Sign and propose').tap();
    await refused(mia).getByText('the count is 3435.00, and the float has 3440.00').waitFor();
    await expectAccessible(mia, 'an opener that is refused');
    await mia.context().close();

    await carl.getByRole('link', { name: 'Shift' }).click();
    const shift = carl.getByRole('article', { name: 'Wheel 1' });
    await shift.getByText('Win by drop equals true win.').waitFor();
    const papers = await papersOf(wheel);
    expect([papers.shift['win_by_drop'], papers.shift['true_win'], papers.shift['difference']]).toEqual(['20.00', '20.00', '0.00']);
    expect(await shift.getByRole('row', { name: 'Win by drop' }).innerText()).toContain('+20');
    const short = carl.getByRole('article', { name: 'Jack 1' });
    await short.getByText('Difference −5.00').waitFor();
    await short.getByText('The closer was 3 435.00, and the float had 3 440.00 by the ledger at the closing: the count was 5.00 short').waitFor();
    for (const said of ['one chip of 5 was not found', 'a note of 10 was torn']) await short.getByRole('list', { name: 'What the counters said' }).getByText(said).waitFor();
    await screenshot(carl, 'cage-shift');
    await expectAccessible(carl, 'the shift');
    await carl.context().close();
  });

  it('the cage counts its own money beside the ledger', async () => {
    const carl = await openCage('carl', 'cage');
    const cash = carl.getByRole('region', { name: /^Cash/ });
    const ledger = Number((await cash.getByRole('heading').innerText()).replaceAll(/[^\d.]/g, ''));
    // The chips for 257.50 were paid for with a coin of 0.50.
    await cash.getByLabel('Pieces of 0.50', { exact: true }).fill('1');
    await cash.getByLabel('Pieces of 1', { exact: true }).fill(String(ledger - 1.5));
    await cash.getByText('GBP 1.00 less than the cash of the cage by the ledger').waitFor();
    await cash.getByLabel('Pieces of 1', { exact: true }).fill(String(ledger - 0.5));
    await cash.getByText(/^✓ Equals the cash of the cage/).waitFor();
    await screenshot(carl, 'cage-cage');
    await expectAccessible(carl, 'the cage');
    await carl.context().close();
  });
});

describe('every size', () => {
  const SIZES: [string, BrowserContextOptions][] = [['tablet', PORTRAIT], ['phone', PHONE], ['dark desk', { ...DESK, colorScheme: 'dark' }], ['dark phone', { ...PHONE, colorScheme: 'dark' }]];

  it.each(SIZES)('the forms: %s', async (name, options) => {
    const look = async (page: Page, form: string): Promise<void> => {
      await screenshot(page, `cage-${name.replace(' ', '-')}-${form}`);
      await expectNoOverflow(page);
      await expectAccessible(page, `${name} ${form}`);
    };
    const carl = await openCage('carl', 'window', options);
    await carl.getByLabel('Name of the player').fill('ann');
    await button(carl, 'Find').click();
    await button(carl, 'Chips for chips').click();
    await carl.getByLabel('Pieces of 25', { exact: true }).first().fill('40');
    await button(carl, /^Fewest chips/).click();
    await button(carl, /^Fewest chips/).scrollIntoViewIfNeeded();
    await look(carl, 'change');
    await button(carl, 'Chips for cash').click();
    await carl.getByLabel(/^Amount/).fill('130');
    await button(carl, 'Read back').click();
    await look(carl, 'read-back');
    await button(dialog(carl), 'Back').click();
    await carl.getByRole('link', { name: 'Counts' }).click();
    await button(carl, 'Drop… of Wheel 1').click();
    await dialog(carl).getByLabel('Pieces of 20', { exact: true }).fill('4');
    await look(carl, 'drop');
    await carl.context().close();
    const mia = await openCage('mia', 'counts', options);
    await button(mia, /^Opener… of Wheel 1/).click();
    await countFives(mia, 3500);
    await look(mia, 'opener');
    await button(dialog(mia), 'Close').click();
    await mia.getByRole('link', { name: 'Fills and credits' }).click();
    await button(mia, 'Fill… for Wheel 1').click();
    await dialog(mia).getByLabel('Pieces of 100', { exact: true }).fill('2');
    await look(mia, 'fill');
    await mia.context().close();
  });

  it.each(SIZES.slice(0, 3))('%s', async (name, options) => {
    await ann.order({ do: 'request-chips', kind: 'cash-out', amount: '15' });
    for (const section of ['requests', 'window', 'tables', 'counts', 'shift', 'papers', 'cage']) {
      const page = await openCage('carl', section, options);
      await page.waitForTimeout(600);
      await screenshot(page, `cage-${name.replace(' ', '-')}-${section}`);
      await expectNoOverflow(page);
      await expectAccessible(page, `${name} ${section}`);
      await page.context().close();
    }
    const [open] = (await house.mia.read('/chip-requests')) as unknown as { number: number }[];
    await ann.order({ do: 'cancel-chips', number: open?.number });
  });
});
