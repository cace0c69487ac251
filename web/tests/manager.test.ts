/** The manager's desk and the office: what one person proposes and another authorises, from start to end in a real house. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CuttableProxy } from './cuttable-proxy';
import { browser, expectAccessible, LAPTOP, openPage, PHONE, screenshot } from './page';
import { enrolPlayer, newHouse, openHouse, signedIn } from './real-house';

const LANDSCAPE = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const PORTRAIT = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const DESK = { viewport: { width: 1440, height: 900 } };
const SECTIONS = ['tables', 'office', 'staff', 'people', 'approvals', 'rules', 'servers'];

const chromium: Browser = await browser();
const house = await openHouse();
const unfounded = await newHouse();
await enrolPlayer(house, 'ann', '2000');

async function open(handle: string, path: string, options: BrowserContextOptions = LAPTOP, server = house.address): Promise<Page> {
  return openPage(await signedIn(chromium, server, handle, options), `/house/1/${path}`, server);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const section = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });
const close = (...pages: Page[]): Promise<unknown> => Promise.all(pages.map((page) => page.context().close()));
const proposal = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });
const done = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** Every control is large enough for a finger. */
async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.locator('main button:visible, main a.button:visible, main nav a:visible, main summary:visible, main input:visible:not([type=checkbox], [type=radio]), main select:visible').evaluateAll((found) => found.map((one) => ({ text: one.textContent?.trim() || one.id, box: one.getBoundingClientRect() })).filter(({ box }) => box.height < 44 || box.width < 44).map(({ text, box }) => `${text} ${Math.round(box.width)}×${Math.round(box.height)}`));
  expect(small).toEqual([]);
}

describe('who has this desk', () => {
  it('managers; inspectors and cashiers have the office, where they are the second people; others are turned away', async () => {
    for (const handle of ['ann', 'dee', 'carl', 'ida']) {
      const page = await open(handle, 'manager/office');
      await page.getByText('This desk is for managers').waitFor();
      expect(await button(page, /…$/).count(), handle).toBe(0);
      await expectAccessible(page, 'turned away');
      await page.goto(`${house.address}/house/1/office`);
      if (handle === 'carl' || handle === 'ida') await page.getByText('Nothing waits.').waitFor();
      else await page.getByText('This desk is for').waitFor();
      await close(page);
    }
    await expect(house.dee.order({ do: 'propose', matter: { kind: 'capital', cash: '5' } })).rejects.toThrow('may do this');
  });
});

describe('the office', () => {
  it('capital by keyboard alone; an inspector and a cashier authorise it at the same moment, and it moves once', async () => {
    const mia = await open('mia', 'manager/office');
    await button(mia, 'Capital…').focus();
    await mia.keyboard.press('Enter');
    await mia.getByRole('dialog', { name: 'Capital' }).waitFor();
    await expectAccessible(mia, 'form of capital');
    await mia.getByLabel(/^Amount/).focus();
    await mia.keyboard.type('2 500');
    await mia.keyboard.press('Enter');
    await done(mia, 'Proposed');
    await proposal(mia, 'GBP 2 500 of the licence holder’s cash into the cage').getByText('An inspector or a cashier authorises it.').waitFor();
    expect(await button(mia, /^Authorise/).count()).toBe(0);
    await expectAccessible(mia, 'proposed');
    await screenshot(mia, 'manager-office');

    const before = await cageCash();
    const [ida, carl] = [await open('ida', 'office', LANDSCAPE), await open('carl', 'office', PORTRAIT)];
    for (const page of [ida, carl]) await button(page, /^Authorise/).waitFor();
    await expectAccessible(ida, 'to authorise');
    await expectLargeTargets(ida);
    await screenshot(ida, 'office-tablet');
    await screenshot(carl, 'office-portrait');
    await Promise.all([button(ida, /^Authorise/).click(), button(carl, /^Authorise/).click()]);
    for (const page of [mia, ida, carl]) await page.getByText('Nothing waits.').waitFor();
    const refusals = (await ida.getByRole('alert').count()) + (await carl.getByRole('alert').count());
    expect(refusals, 'one of the two is answered that it is decided').toBe(1);
    expect(await cageCash()).toBe(before + 2500);
    await close(mia, ida, carl);
  });

  it('an approval with its reference, and one that is withdrawn', async () => {
    const mia = await open('mia', 'manager/office', DESK);
    await section(mia, 'Approvals').click();
    await mia.getByRole('row', { name: /H1/ }).getByText('00:00-24:00').waitFor();
    await expectAccessible(mia, 'approvals');
    await button(mia, 'Enter an approval…').click();
    const form = mia.getByRole('dialog', { name: 'Approval of the authority' });
    await form.getByLabel('Reference').fill('P7');
    await form.getByLabel('Given on').fill('2001-04-20');
    await form.getByLabel('Of', { exact: true }).selectOption('packs');
    await form.getByLabel(/^Numbers of packs/).fill('4, 6');
    await form.getByLabel('Jack 1').check();
    await screenshot(mia, 'manager-approve');
    await expectAccessible(mia, 'form of an approval');
    await form.getByRole('button', { name: 'Propose' }).click();
    await done(mia, 'Proposed');
    await mia.getByText('P7 of 2001-04-20: packs 4, 6, covers Jack 1').waitFor();
    await screenshot(mia, 'manager-approvals');
    const ida = await open('ida', 'office');
    await proposal(ida, 'P7 of 2001-04-20: packs 4, 6, covers Jack 1').waitFor();
    await button(ida, /^Authorise/).click();
    await done(ida, 'Authorised');
    await mia.getByRole('row', { name: /P7/ }).getByText('4, 6').waitFor({ timeout: 20_000 });
    await mia.getByRole('row', { name: /P7/ }).getByText('Jack 1').waitFor();
    const { approvals } = (await house.mia.read('/charter')) as unknown as { approvals: { reference: string; packs: number[]; covers: string[] }[] };
    expect(approvals.find(({ reference }) => reference === 'P7')).toMatchObject({ packs: [4, 6], covers: ['Jack 1'] });

    await section(mia, 'Office').click();
    await button(mia, 'Chips and plaques…').click();
    await mia.getByLabel(/^Amount/).fill('100');
    await mia.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await proposal(mia, 'GBP 100 in chips').waitFor();
    await button(mia, /^Withdraw/).click();
    await done(mia, 'Withdrawn');
    await button(ida, /^Authorise/).waitFor({ state: 'hidden' });
    await close(mia, ida);
  });

  it('a connection lost while authorising: it is said, and sent again it counts once', async () => {
    await house.mia.order({ do: 'propose', matter: { kind: 'capital', cash: '40' } });
    const proxy = await CuttableProxy.to(house.address);
    const before = await cageCash();
    const ida = await open('ida', 'office', LAPTOP, proxy.address);
    await button(ida, /^Authorise/).waitFor();
    proxy.cut();
    await button(ida, /^Authorise/).click();
    await ida.getByRole('alert').getByText('It may or may not have been done').waitFor({ timeout: 60_000 });
    await expectAccessible(ida, 'not answered');
    proxy.restore();
    await button(ida, 'Send again').click();
    await ida.getByText('Nothing waits.').waitFor();
    expect(await cageCash()).toBe(before + 40);
    await close(ida);
    proxy.close();
  });
});

async function cageCash(): Promise<number> {
  const { accounts } = (await house.mia.read('/ledger')) as unknown as { accounts: { unit: string; place: string; balance: string }[] };
  return Number(accounts.find(({ unit, place }) => unit === 'cash' && place === 'cage')?.balance);
}

describe('staff and posts', () => {
  it('a member of staff gets an account by a link that is used in another browser, and a post', async () => {
    const mia = await open('mia', 'manager/staff', DESK);
    await mia.getByRole('region', { name: 'Table of posts' }).waitFor();
    await mia.getByRole('row', { name: /Beth/ }).first().waitFor();
    await screenshot(mia, 'manager-staff');
    await expectAccessible(mia, 'staff');
    await button(mia, 'New account for Beth').click();
    expect(await mia.getByLabel('Name for signing in').inputValue()).toBe('beth');
    expect(await mia.getByLabel('Role', { exact: true }).inputValue()).toBe('dealer');
    await expectAccessible(mia, 'form of an account');
    await mia.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await done(mia, 'Proposed');

    const carl = await open('carl', 'office', PORTRAIT);
    await proposal(carl, 'beth (Beth) as dealer').getByRole('button', { name: /^Authorise/ }).click();
    const handed = carl.getByRole('region', { name: 'Link that works once' });
    await handed.waitFor();
    expect(await carl.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Link that works once');
    const link = await handed.getByLabel('Link for beth').inputValue();
    await screenshot(carl, 'office-link');
    await expectAccessible(carl, 'a link');
    await button(carl, 'I have handed it over').click();
    expect(await carl.getByText(link).count()).toBe(0);

    const beth = await openPage(await chromium.newContext(PHONE), link.slice(house.address.length), house.address);
    await beth.getByLabel(/^Password/).fill('a long evening');
    await button(beth, 'Set password').click();
    await beth.getByText('Your password is set.').waitFor();
    await close(beth, carl);

    await button(mia, 'Dealer of Dice 1: Dee. Change').click();
    await mia.getByLabel('Held by').selectOption({ label: 'nobody: leave it vacant' });
    await mia.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await done(mia, 'Proposed');
    const ida = await open('ida', 'office');
    await proposal(ida, 'nobody as dealer of Dice 1').getByRole('button', { name: /^Authorise/ }).click();
    await button(mia, 'Dealer of Dice 1: vacant. Change').waitFor({ timeout: 20_000 });
    await button(mia, 'Dealer of Dice 1: vacant. Change').click();
    await mia.getByLabel('Held by').selectOption({ label: 'Dee (dee, dealer)' });
    await mia.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await proposal(ida, 'Dee as dealer of Dice 1').or(proposal(ida, 'dee as dealer of Dice 1')).getByRole('button', { name: /^Authorise/ }).click();
    await button(mia, 'Dealer of Dice 1: Dee. Change').waitFor({ timeout: 20_000 });

    await button(mia, 'Reset the password of beth').click();
    await expectAccessible(mia, 'form of a reset');
    await mia.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await proposal(ida, 'Password reset').getByRole('button', { name: /^Authorise/ }).click();
    await ida.getByLabel('Link for beth').waitFor();
    await expect(signedIn(chromium, house.address, 'beth', LAPTOP), 'the old password has ended').rejects.toThrow();
    await close(mia, ida);
  });
});

describe('people', () => {
  it('a player is found, refused and served again, excluded, and then refused at the table', async () => {
    await enrolPlayer(house, 'bob', '50');
    const bob = await openPage(await signedIn(chromium, house.address, 'bob', LAPTOP), `/house/1/table/${house.table('Wheel 1')}`, house.address);
    await button(bob, 'Take a seat').waitFor();
    const mia = await open('mia', 'manager/people', LANDSCAPE);
    await mia.getByRole('row', { name: /ann/ }).waitFor();
    await mia.getByLabel('Name', { exact: true }).fill('bo');
    await mia.getByRole('row', { name: /ann/ }).waitFor({ state: 'hidden' });
    await screenshot(mia, 'manager-people');
    await expectAccessible(mia, 'people');
    await expectLargeTargets(mia);
    await button(mia, 'Manage bob').click();
    const sheet = mia.getByRole('dialog', { name: 'bob, player' });
    await expectAccessible(mia, 'a person');
    await screenshot(mia, 'manager-person');
    await sheet.getByRole('form', { name: 'Service' }).getByLabel('Reason').fill('noise');
    await sheet.getByRole('button', { name: 'Refuse service' }).click();
    await sheet.getByText('refused: noise').waitFor();
    await sheet.getByRole('form', { name: 'Service' }).getByLabel('Reason').fill('settled');
    await sheet.getByRole('button', { name: 'Resume service' }).click();
    await sheet.getByText('served', { exact: true }).waitFor();
    const exclusion = sheet.getByRole('form', { name: 'Exclusion' });
    await exclusion.getByLabel('How long').selectOption('7');
    await exclusion.getByLabel('Reason').fill('his own wish');
    expect(await exclusion.getByRole('button').isDisabled()).toBe(true);
    await exclusion.getByLabel('I am sure').check();
    await exclusion.getByRole('button', { name: 'Exclude bob' }).click();
    await sheet.getByText('excluded until').first().waitFor();
    await button(bob, 'Take a seat').click();
    await bob.getByText(/exclu/i).first().waitFor();
    await close(mia, bob);
  });

  it('a player who forgot the password, and a guest, get links', async () => {
    const mia = await open('mia', 'manager/people');
    await button(mia, 'Manage ann').click();
    await button(mia, 'Make a link for a new password').click();
    const link = await mia.getByLabel('Link for ann').inputValue();
    expect(link).toContain('/password?house=1&token=');
    const page = await openPage(await chromium.newContext(PHONE), link.slice(house.address.length), house.address);
    await page.getByLabel(/^Password/).fill('a long evening');
    await button(page, 'Set password').click();
    await page.getByText('Your password is set.').waitFor();
    await button(mia, 'I have handed it over').click();
    await button(mia, 'Invite a player').click();
    expect(await mia.getByLabel('Link for the guest').inputValue()).toContain('/join?house=1&token=');
    await expectAccessible(mia, 'an invitation');
    await close(mia, page);
  });
});

describe('tables', () => {
  it('one is closed with a count, authorised by the inspector, and opened again', async () => {
    const id = house.table('Dice 1');
    const mia = await open('mia', 'manager', DESK);
    const card = mia.getByRole('listitem', { name: 'Dice 1' });
    await card.getByText('GBP 1 to 200').waitFor();
    await card.getByText('GBP 3 500').waitFor();
    await screenshot(mia, 'manager-tables');
    await expectAccessible(mia, 'tables');
    await button(mia, 'Close Dice 1').click();
    const sheet = mia.getByRole('dialog', { name: 'Close Dice 1' });
    await sheet.getByLabel('Pieces of 100', { exact: true }).fill('20');
    await sheet.getByLabel('Pieces of 25', { exact: true }).fill('40');
    await sheet.getByText(/less than the float by the ledger/).waitFor();
    await expectAccessible(mia, 'a count');
    await screenshot(mia, 'manager-count');
    await sheet.getByLabel('Pieces of 5', { exact: true }).fill('100');
    await sheet.getByText(/Equals the float/).waitFor();
    await sheet.getByRole('button', { name: 'Propose' }).click();
    await card.getByRole('group', { name: /^Close the table/ }).waitFor();
    await expectAccessible(mia, 'a table with a proposal');
    const papers = (await house.ida.read(`/tables/${id}/papers`)) as unknown as { proposals: { proposal: number }[] };
    await house.ida.at(id, { do: 'authorise', proposal: papers.proposals[0]?.proposal });
    await card.getByText('Closed', { exact: true }).waitFor();

    const opening = await house.ida.at(id, { do: 'propose', matter: { kind: 'open', mode: 'attended', opener: [{ value: '100', count: 20 }, { value: '25', count: 40 }, { value: '5', count: 100 }] } });
    expect(opening.number).toBeGreaterThan(0);
    await card.getByRole('button', { name: 'Authorise' }).click();
    await card.getByText('Open', { exact: true }).waitFor();
    await close(mia);
  });
});

describe('the house file', () => {
  it('is checked as it is typed: a fault with the nearest word, a breach with its provision, the edge before and after; mended, and authorised by a second person', async () => {
    const mia = await open('mia', 'manager', DESK);
    await mia.getByRole('link', { name: 'Limits and hours of Jack 1' }).click();
    const books = mia.getByRole('region', { name: 'Checked against the books' });
    const text = mia.getByLabel('Text of the house file');
    await books.getByText('The books have nothing against it.').waitFor();
    await expectAccessible(mia, 'a file without faults');
    const file = await text.inputValue();

    await text.fill(file.replace('min = 5', 'mon = 5'));
    await books.getByText('1 fault').waitFor();
    await books.getByText(/min/).first().waitFor();
    expect(await button(mia, 'Propose this file').isDisabled()).toBe(true);
    await books.getByRole('button', { name: /^Line \d+/ }).click();
    expect(await text.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd))).toContain('mon = 5');
    await expectAccessible(mia, 'a file with a fault');
    await screenshot(mia, 'manager-file-fault');

    await text.fill(file.replace('shows = ["limits", "odds"]', 'shows = ["odds"]'));
    await books.getByText('the limits are not shown').waitFor();
    await books.getByText('mpumalanga 2.2').waitFor();
    await books.getByText(/Every table shows its smallest and largest stake/).waitFor();
    await expectAccessible(mia, 'a file with a breach');
    await screenshot(mia, 'manager-file-breach');

    await text.fill(file);
    await books.getByText('The books have nothing against it.').waitFor();
    expect(await mia.getByLabel('Table', { exact: true }).inputValue()).toBe('Jack 1');
    await mia.getByLabel(/^Most/).fill('400');
    await mia.getByLabel(/^Settings of the game/).fill('decks = 8');
    await mia.getByLabel(/^Settings of the game/).press('Tab');
    await books.getByRole('region', { name: 'Edges' }).getByRole('row', { name: /Jack 1/ }).first().waitFor({ timeout: 60_000 });
    expect(await books.getByRole('region', { name: 'Edges' }).innerText()).toMatch(/0\.\d+ %/);
    await mia.getByRole('region', { name: 'Changed lines' }).getByText('max = 400').waitFor();
    await expectAccessible(mia, 'a changed file');
    await screenshot(mia, 'manager-file-edge');
    await button(mia, 'Propose this file').click();
    await done(mia, 'Proposed');
    await mia.getByText('A house file waits for a second person.').waitFor();

    const ida = await open('ida', 'office');
    await proposal(ida, 'House file').getByRole('region', { name: 'Changed lines' }).getByText('max = 400').waitFor();
    await ida.getByText('The books have nothing against it.').waitFor();
    await ida.getByRole('region', { name: 'Edges' }).getByRole('row', { name: /Jack 1/ }).first().waitFor({ timeout: 60_000 });
    await expectAccessible(ida, 'a house file to authorise');
    await screenshot(ida, 'office-file');
    await button(ida, /^Authorise/).click();
    await mia.getByText('version 2 in force').waitFor({ timeout: 20_000 });
    expect(((await house.mia.read('/charter')) as unknown as { file: string }).file).toBe(file.replace('game = "mpumalanga/blackjack"\nmin = 5\nmax = 500', 'game = "mpumalanga/blackjack"\nmin = 5\nmax = 400').replace('decks = 6', 'decks = 8'));
    await close(mia, ida);
  });
});

describe('a house that is not founded yet', () => {
  it('one manager decides alone, until a second post is filled; from then on it takes two', async () => {
    const mia = await openPage(await signedIn(chromium, unfounded.address, 'mia', DESK), '/house/1/manager/office', unfounded.address);
    await mia.getByRole('heading', { name: 'This house is not founded yet' }).waitFor();
    await expectAccessible(mia, 'not founded');
    await screenshot(mia, 'manager-founding');
    await button(mia, 'Capital…').click();
    await mia.getByLabel(/^Amount/).fill('1000');
    await mia.getByRole('dialog').getByRole('button', { name: 'Do it' }).click();
    await done(mia, 'Done.');
    await button(mia, 'New account…').click();
    await mia.getByLabel('Name in the house file').fill('Ida');
    await mia.getByLabel('Name for signing in').fill('ida');
    expect(await mia.getByLabel('Role', { exact: true }).inputValue()).toBe('inspector');
    await mia.getByRole('dialog').getByRole('button', { name: 'Do it' }).click();
    await mia.getByRole('region', { name: 'Link that works once' }).waitFor();
    await mia.getByRole('heading', { name: 'This house is not founded yet' }).waitFor({ state: 'hidden' });
    await button(mia, 'Capital…').click();
    await mia.getByLabel(/^Amount/).fill('1000');
    await mia.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
    await proposal(mia, 'GBP 1 000 of the licence holder’s cash').waitFor();
    await close(mia);
  });
});

describe('sizes', () => {
  it.each([
    ['phone', 'dark', PHONE],
    ['tablet', 'light', PORTRAIT],
  ] as const)('every section on a %s, in the %s', async (device, colorScheme, size) => {
    const [mia, ida] = [await open('mia', 'manager', { ...size, colorScheme }), await open('ida', 'office', { ...size, colorScheme })];
    const pages: [Page, string][] = [[ida, 'office'], ...SECTIONS.map((id): [Page, string] => [mia, `manager/${id}`])];
    for (const [page, path] of pages) {
      await page.goto(`${house.address}/house/1/${path}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
      await expectLargeTargets(page);
      await expectAccessible(page, `${path} on a ${device}`);
      await screenshot(page, `${path.replace('/', '-')}-${device}-${colorScheme}`);
    }
    await close(mia, ida);
  });
});
