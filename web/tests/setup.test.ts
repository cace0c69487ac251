/** The first run of a real house in Chromium: from an empty folder to an open table, through the pages alone, with mistakes on the way. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type EmptyHouse, fill, group, handedLinks, nextStep, PASSWORD, startEmpty, useLinkInPage } from './empty-house';
import { browser, expectAccessible, LAPTOP, openPage, PHONE, screenshot, TABLET } from './page';

let chromium: Browser;
let house: EmptyHouse;

beforeAll(async () => {
  chromium = await browser();
  house = await startEmpty();
});

test('the server of an empty folder prints a link to the set-up, and its lobby says so', async () => {
  expect(house.link).not.toBe('');
  const context = await chromium.newContext(LAPTOP);
  const page = await openPage(context, '/', house.address);
  await page.getByText('This server has no house yet.').waitFor();
  await expectAccessible(page, 'the lobby without a house');
  await page.goto(`${house.address}/setup?token=wrong`);
  await page.getByRole('heading', { name: 'The set-up is closed' }).waitFor();
  await page.getByText('the link to the set-up is wrong').waitFor();
  await expectAccessible(page, 'a wrong link');
  await context.close();
});

test('a house is set up step by step, with what the regulation wants beside each field, and ends with an open table', async () => {
  const context = await chromium.newContext(LAPTOP);
  const page = await openPage(context, house.link, house.address);

  // The games.
  await page.getByRole('heading', { name: 'Set up a house' }).waitFor();
  await page.getByRole('group', { name: /Mpumalanga/ }).waitFor();
  expect(await page.getByRole('button', { name: 'Plan 0 tables' }).isDisabled()).toBe(true);
  await group(page, /Mpumalanga/).getByLabel('American Roulette').check();
  await expectAccessible(page, 'games');
  await screenshot(page, 'setup-1-games');
  await page.getByRole('button', { name: 'Plan 1 table' }).click();

  // The house: everything that is missing is named, and approvals with their provision.
  await page.getByText('say who holds the licence').waitFor();
  await expectAccessible(page, 'house with what is missing');
  await fill(page, 'Licence holder', 'Lowveld Tables Ltd');
  await fill(page, 'Premises', '7 River Road');
  await fill(page, 'Currency', 'rand');
  await page.getByText('write a currency by its three letters').waitFor();
  await fill(page, 'Currency', 'ZAR');
  await fill(page, 'Time zone', 'Africa/Lowveld');
  await page.getByText('there is no time zone `Africa/Lowveld`').waitFor();
  await fill(page, 'Time zone', 'Africa/Johannesburg');
  // Once it can be read, what the regulation wants is beside the approvals.
  await group(page, /^Hours/).getByText('mpumalanga 2.4', { exact: true }).nth(1).waitFor();
  await group(page, /^Layout/).getByText(/a layout that is not approved/).waitFor();
  await expectAccessible(page, 'house with what the regulation wants');
  await screenshot(page, 'setup-2-missing');
  await group(page, /^Hours/).getByLabel('Reference').fill('MGB/H/12');
  await group(page, /^Hours/).getByText('write the day of the approval too').waitFor();
  await group(page, /^Hours/).getByLabel('Day').fill('2001-02-05');
  await group(page, /^Layout/).getByLabel('Reference').fill('MGB/L/12');
  await group(page, /^Layout/).getByLabel('Day').fill('2001-02-05');
  await fill(page, 'Referred to, if unsettled', 'Mpumalanga Gaming Board');
  await expect.poll(() => page.locator('.fault, .breach').count()).toBe(0);
  await screenshot(page, 'setup-3-house');
  await nextStep(page);

  // The people: a name that two of them have is refused beside it.
  await page.getByRole('heading', { name: 'People' }).waitFor();
  for (const [place, name] of ['Mia Botha', 'Ida Nkosi', 'Carl Smit', 'Dee Zulu'].entries()) await fill(page, 'Name', name, place);
  expect(await page.getByLabel('Name to log in with').nth(1).inputValue()).toBe('ida');
  await fill(page, 'Name to log in with', 'MIA', 1);
  await page.getByText('`MIA` is taken').waitFor();
  await expectAccessible(page, 'people with a name that is taken');
  await fill(page, 'Name to log in with', 'ida', 1);
  await expect.poll(() => page.locator('.fault').count()).toBe(0);
  await screenshot(page, 'setup-4-people');
  await nextStep(page);

  // The tables: hours that are not approved, and a dealer who is none.
  await page.getByRole('heading', { name: 'American Roulette', level: 3 }).waitFor();
  expect(await page.getByLabel('Dealer').inputValue()).toBe('Dee Zulu');
  await fill(page, 'Hours', '12:00-04:00');
  await page.locator('.breach').getByText(/2\.4/).waitFor();
  await page.getByText(/hours 12:00-04:00 that are not approved/).waitFor();
  await expectAccessible(page, 'tables with a breach');
  await screenshot(page, 'setup-5-breach');
  await fill(page, 'Hours', '00:00-24:00');
  await page.getByText(/hours 00:00-00:00 that are not approved|hours 00:00-24:00 that are not approved/).waitFor();
  await page.getByRole('button', { name: /House and licence/ }).click();
  await fill(page, 'Approved hours', '00:00-24:00');
  await expect.poll(() => page.locator('.fault, .breach').count()).toBe(0);
  await page.getByRole('button', { name: /5\. Cage/ }).click();

  // The cage: an amount that is none.
  await fill(page, 'Cash in ZAR', 'a lot');
  await page.getByText('`a lot`').waitFor();
  await page.getByRole('button', { name: /6\. Check and create/ }).click();
  await page.getByRole('heading', { name: 'To be corrected first' }).waitFor();
  await expectAccessible(page, 'faults before the creation');
  await page.getByRole('region', { name: 'To be corrected first' }).getByRole('button', { name: 'Cage' }).click();
  await fill(page, 'Cash in ZAR', '100000');
  await page.getByRole('button', { name: /6\. Check and create/ }).click();
  await page.getByText('It is in breach of nothing').waitFor();
  await page.getByText('The house file', { exact: true }).click();
  await page.getByText('licence_holder = "Lowveld Tables Ltd"').waitFor();
  await screenshot(page, 'setup-6-create');

  // A password that is too short creates nothing.
  await fill(page, 'Password (at least 10 characters)', 'short');
  await fill(page, 'The same again', 'shorter');
  await page.getByText('The two are not the same.').waitFor();
  await fill(page, 'The same again', 'short');
  await page.getByText('the password is too short or too long').first().waitFor();
  await page.getByRole('button', { name: 'Create the house' }).click();
  await page.getByRole('alert').getByText('the password is too short or too long').waitFor();
  expect(await (await fetch(`${house.address}/api/v1/houses`)).json()).toEqual([]);
  await expectAccessible(page, 'a password that is too short');
  await fill(page, 'Password (at least 10 characters)', PASSWORD);
  await fill(page, 'The same again', PASSWORD);
  await page.getByRole('button', { name: 'Create the house' }).click();

  // Created: links for the others, and what remains.
  await page.getByRole('heading', { name: 'Lowveld Tables Ltd is created' }).waitFor();
  await page.getByText('Password: Ida Nkosi', { exact: true }).waitFor();
  await expectAccessible(page, 'the house is created');
  await screenshot(page, 'setup-7-created');
  const links = await handedLinks(page);
  expect(links).toHaveLength(3);

  const inspector = await useLink(links[0] ?? '', 'ida');
  await openTable(page, inspector);
  await context.close();
});

/** Sets a password by a link, signs in, and finds the link used up. */
async function useLink(link: string, handle: string): Promise<BrowserContext> {
  const context = await chromium.newContext(TABLET);
  const page = await useLinkInPage(context, house.address, link, handle);
  await page.getByRole('heading', { name: 'No table is open.' }).waitFor();
  await page.getByText('Opening with a count, by two people').first().waitFor();
  await expectAccessible(page, 'the lobby of a house without an open table, for the staff');
  await screenshot(page, 'setup-8-lobby');
  await page.goto(`${house.address}${link.slice(new URL(link).origin.length)}`);
  await page.getByLabel('Password (at least 10 characters)').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('the link is wrong, used or expired').waitFor();
  await page.close();
  return context;
}

/** The manager proposes the opening at the manager's desk, the inspector authorises it on the floor. */
async function openTable(manager: Page, inspector: BrowserContext): Promise<void> {
  await manager.getByRole('link', { name: "To the manager's desk" }).click();
  await manager.getByRole('button', { name: 'Open American Roulette' }).click();
  await manager.getByLabel('The house (automatic)').check();
  await manager.getByRole('button', { name: 'Propose' }).click();
  await manager.getByText('waits for a second person').waitFor();
  const floor = await openPage(inspector, '/house/1/floor', house.address);
  await floor.getByRole('button', { name: /^Authorise/ }).first().click();
  await floor.getByRole('dialog').getByRole('button', { name: /^Authorise/ }).click();
  await manager.getByRole('listitem', { name: 'American Roulette' }).getByText('Open', { exact: true }).waitFor();
  await floor.goto(`${house.address}/`);
  await floor.getByRole('heading', { name: 'American Roulette' }).waitFor();
  expect(await floor.getByText('No table is open.').count()).toBe(0);
  await inspector.close();
}

test('the link is used: it shows nothing and creates nothing', async () => {
  const context = await chromium.newContext(TABLET);
  const page = await openPage(context, house.link, house.address);
  await page.getByText('the link to the set-up was used: the house is created').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).last().waitFor();
  await expectAccessible(page, 'a used link');
  await screenshot(page, 'setup-9-used');
  await context.close();
});

test('by keyboard alone, on a phone and a tablet, nothing is wider than the screen', async () => {
  const empty = await startEmpty();
  for (const [name, size] of [['phone', PHONE], ['tablet', TABLET]] as const) {
    const context = await chromium.newContext({ ...size, colorScheme: 'dark' });
    const page = await openPage(context, empty.link, empty.address);
    const box = group(page, /Scotland|1970/).getByLabel('Dice');
    await box.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Plan 1 table' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Licence holder').waitFor();
    await group(page, /^Licence under scotland-1970/).getByText('scotland-1970 reg. 4(1)').waitFor();
    for (const step of ['House and licence', 'People', 'Tables', 'Cage', 'Check and create']) {
      await page.getByRole('button', { name: new RegExp(step) }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: step, level: 2 }).waitFor();
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wider, `${step} on a ${name}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, `${step} on a ${name}`);
      await screenshot(page, `setup-${name}-${step.split(' ')[0]?.toLowerCase()}`);
    }
    await context.close();
  }
});
