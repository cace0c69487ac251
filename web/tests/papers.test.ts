/** Papers of any time: notes on counts at every desk, the sittings of a table to print, and the dispute of a ruling. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, openPage, PHONE, screenshot } from './page';
import { enrolMember, enrolPlayer, openHouse, signedIn } from './real-house';

const DESK = { viewport: { width: 1440, height: 900 } };

const chromium = await browser();
const house = await openHouse();
await enrolMember(house, 'reg', 'regulator');
const ann = await enrolPlayer(house, 'ann', '500');
const wheel = house.table('Wheel 1');
const NOTE = 'one chip of 25 lies under the wheel';

async function open(handle: string, path: string, options: BrowserContextOptions = DESK): Promise<Page> {
  return openPage(await signedIn(chromium, house.address, handle, options), `/house/1/${path}`, house.address);
}

const paper = (page: Page, text: string | RegExp) => page.getByRole('list', { name: 'Papers' }).locator('> li').filter({ hasText: text });

/** The PDF behind a link of a page. */
async function expectPdf(page: Page, name: string | RegExp): Promise<void> {
  const href = await page.getByRole('link', { name }).first().getAttribute('href');
  const answer = await page.context().request.get(new URL(href ?? '', house.address).href);
  expect([answer.status(), answer.headers()['content-type']], String(name)).toEqual([200, 'application/pdf']);
}

describe('a closer that differs from the float', () => {
  it('is proposed with what explains it, and everybody reads it: floor, cage, manager, regulator', async () => {
    const mia = await open('mia', 'manager');
    await mia.getByRole('button', { name: 'Close Wheel 1' }).click();
    const sheet = mia.getByRole('dialog', { name: 'Close Wheel 1' });
    for (const [value, pieces] of [['100', '20'], ['25', '39'], ['5', '100']] as const) await sheet.getByLabel(`Pieces of ${value}`, { exact: true }).fill(pieces);
    await sheet.getByText(/25\.00 less than the float by the ledger/).waitFor();
    await sheet.getByRole('button', { name: 'Propose' }).click();
    expect(await sheet.isVisible(), 'a difference is not sent without a word about it').toBe(true);
    await sheet.getByLabel('What explains the difference?').fill(NOTE);
    await expectAccessible(mia, 'a note on a count');
    await screenshot(mia, 'manager-count-note');
    await sheet.getByRole('button', { name: 'Propose' }).click();
    await mia.getByRole('group', { name: /^Close the table/ }).getByText(NOTE).waitFor();

    const floor = await open('ida', 'floor', PHONE);
    await floor.getByText(NOTE).first().waitFor();
    await screenshot(floor, 'floor-count-note');
    const cage = await open('carl', 'cage/counts');
    await cage.getByText(NOTE).waitFor();
    await expectAccessible(cage, 'a noted closer waits');
    const { proposals } = (await house.ida.read(`/tables/${wheel}/papers`)) as unknown as { proposals: { proposal: number }[] };
    await house.ida.at(wheel, { do: 'authorise', proposal: proposals[0]?.proposal });
    await cage.getByRole('link', { name: 'Shift' }).click();
    const shift = cage.getByRole('article', { name: 'Wheel 1' });
    await shift.getByRole('list', { name: 'What the counters said' }).getByText(NOTE).waitFor();
    await expectAccessible(cage, 'a shift with a note');
    await screenshot(cage, 'cage-shift-note');
    const reg = await open('reg', 'regulator/papers');
    await paper(reg, 'Closer').getByText(NOTE).waitFor();
    for (const page of [mia, floor, cage, reg]) await page.context().close();
  });
});

describe('earlier sittings', () => {
  it('have their shift report and inventory slip in the list of papers', async () => {
    const opener = [{ value: '100', count: 20 }, { value: '25', count: 40 }, { value: '5', count: 100 }];
    const { number } = await house.mia.at(wheel, { do: 'propose', matter: { kind: 'open', mode: 'attended', opener } });
    await house.ida.at(wheel, { do: 'authorise', proposal: number });
    const reg = await open('reg', 'regulator/papers');
    await reg.getByRole('combobox', { name: 'Table' }).selectOption('Wheel 1');
    await expect.poll(() => paper(reg, 'Opener').count()).toBe(2);
    const sittings = await reg.getByRole('link', { name: /^Shift report of the sitting/ }).evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).search));
    expect(sittings, 'the opener of now; the closer and the opener of before have one sitting').toHaveLength(3);
    expect([sittings[1] === sittings[2], sittings[0] === sittings[1]]).toEqual([true, false]);
    await expectPdf(reg, /^Shift report of the sitting of Closer/);
    await expectPdf(reg, /^Inventory slip of the sitting of Closer/);
    await expectAccessible(reg, 'papers of sittings');
    await screenshot(reg, 'regulator-sittings');
    await reg.context().close();
  });
});

describe('a ruling that pays', () => {
  it('names its dispute, and links its file', async () => {
    await ann.at(wheel, { do: 'sit' });
    await house.dee.at(wheel, { do: 'announce', what: 'place-your-bets' });
    await ann.at(wheel, { do: 'bet', amount: '10', wager: 'red' });
    await house.dee.at(wheel, { do: 'announce', what: 'spin-left' });
    await house.dee.at(wheel, { do: 'enter', lines: '2' });
    await house.dee.at(wheel, { do: 'confirm-entry' });
    const { number: dispute } = await ann.order({ do: 'open-dispute', table: wheel, round: 1, about: 'I said black' });
    const proposed = await house.ida.order({ do: 'propose', matter: { kind: 'ruling', dispute, ruling: 'she was heard', amount: '20' } });
    await house.mia.order({ do: 'authorise', proposal: proposed.number });
    const reg = await open('reg', 'regulator/papers');
    await paper(reg, 'Ruling that pays').getByText('she was heard').waitFor();
    await expectPdf(reg, new RegExp(`^Dispute ${dispute} of Ruling that pays`));
    await reg.context().close();
  });
});
