/** Every role at every desk of a real house: its own desks work without a refusal of the server, and all others turn it away. */
import type { BrowserContext, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, LAPTOP, openPage, PHONE, screenshot } from './page';
import { enrolMember, enrolPlayer, openHouse, signedIn } from './real-house';

/** Whose each desk is, and its sections. */
const DESKS: Record<string, { roles: string[]; sections: string[] }> = {
  manager: { roles: ['manager'], sections: ['', 'office', 'staff', 'people', 'approvals', 'rules'] },
  regulator: { roles: ['regulator'], sections: ['', 'provisions', 'performance', 'events', 'disputes', 'rounds', 'papers', 'journal', 'people', 'ledger', 'checkpoints', 'exports'] },
  floor: { roles: ['inspector', 'manager', 'regulator'], sections: ['', 'disputes', 'papers'] },
  cage: { roles: ['cashier', 'manager', 'regulator'], sections: ['', 'window', 'tables', 'counts', 'shift', 'papers', 'cage'] },
  office: { roles: ['inspector', 'cashier'], sections: [''] },
  surveillance: { roles: ['inspector', 'manager', 'regulator'], sections: ['', 'people', 'patterns'] },
};

const HANDLES: Record<string, string> = { player: 'ann', dealer: 'dee', inspector: 'ida', cashier: 'carl', manager: 'mia', regulator: 'reg' };

const chromium = await browser();
const house = await openHouse();
await enrolPlayer(house, 'ann', '100');
await enrolMember(house, 'reg', 'regulator');
/** As long as a name can be. */
const LONG = 'a_regulator_with_a_very_longname';
await enrolMember(house, LONG, 'regulator');

const contextOf = (role: string): Promise<BrowserContext> => (role === 'nobody' ? chromium.newContext(LAPTOP) : signedIn(chromium, house.address, HANDLES[role] ?? '', LAPTOP));

/** What the API refused or could not answer while the page was open, once everything that was asked is answered. */
function refusalsOf(page: Page): () => Promise<string[]> {
  const found: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => void open.add(request));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  page.on('response', (response) => response.status() >= 400 && found.push(`${response.status()} ${response.request().method()} ${response.url().slice(house.address.length)}`));
  return async () => {
    await page.waitForTimeout(300);
    await expect.poll(() => open.size, { timeout: 20_000, interval: 20 }).toBe(0);
    return found.splice(0);
  };
}

/** What the page asks of this house, apart from the own account. */
function questionsOf(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => /\/api\/v1\/houses\/1\/(?!me$)/.test(request.url()) && found.push(request.url()));
  return found;
}

/** Opens a section: the first of a desk by its address, the others as a link does, which is faster. */
async function show(page: Page, desk: string, section: string): Promise<void> {
  const path = `/house/1/${desk}/${section}`;
  if (section === '') return void (await page.goto(house.address + path));
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

describe('at every desk of others, in every section', () => {
  it.each([...Object.keys(HANDLES), 'nobody'])('%s is turned away, and nothing of the house is loaded', async (role) => {
    const others = Object.entries(DESKS).filter(([, { roles }]) => !roles.includes(role));
    const page = await openPage(await contextOf(role), '/nowhere', house.address);
    await page.locator('h1').waitFor();
    const asked = questionsOf(page);
    for (const [desk, { roles, sections }] of others) {
      for (const section of sections) {
        await show(page, desk, section);
        await page.getByText(`This desk is for ${roles.map((name) => `${name}s`).join(', ').replace(/, (?=[^,]*$)/, ' and ')} of this house.`).waitFor();
        await page.getByText(role === 'nobody' ? 'You are not signed in.' : `You are signed in as ${HANDLES[role]}.`).waitFor();
        expect(await page.getByRole('navigation', { name: 'Sections' }).count(), `${desk}/${section}`).toBe(0);
        expect(await page.locator('main button:visible, main table, main form').count(), `${desk}/${section}`).toBe(0);
      }
      expect(asked.splice(0), desk).toEqual([]);
    }
    await expectAccessible(page, `${role} is turned away`);
    await screenshot(page, `roles-${role}`);
    await page.context().close();
  });
});

describe('at the own desks, in every section', () => {
  it.each(['inspector', 'cashier', 'manager', 'regulator'])('%s is shown what the server refuses no part of', async (role) => {
    const own = Object.entries(DESKS).filter(([, { roles }]) => roles.includes(role));
    const page = await openPage(await contextOf(role), '/nowhere', house.address);
    await page.locator('h1').waitFor();
    const refused = refusalsOf(page);
    for (const [desk, { sections }] of own) {
      for (const section of sections) {
        await show(page, desk, section);
        await page.getByRole('navigation', { name: 'Desks' }).getByRole('link', { name: desk, exact: false }).and(page.locator('[aria-current]')).waitFor();
        expect(await refused(), `${desk}/${section}`).toEqual([]);
        expect(await page.getByRole('alert').allInnerTexts(), `${desk}/${section}`).toEqual([]);
      }
    }
    await page.context().close();
  });
});

describe('on a phone', () => {
  it.each(['dealer', 'inspector', 'cashier', 'manager', 'regulator', 'long'])('%s has the clock in one line with the rest, and nothing overflows at any desk', async (role) => {
    const context = await signedIn(chromium, house.address, HANDLES[role] ?? LONG, PHONE);
    const own = Object.keys(DESKS).filter((desk) => DESKS[desk]?.roles.includes(role === 'long' ? 'regulator' : role));
    const page = await openPage(context, '/', house.address);
    for (const path of role === 'dealer' ? [`house/1/table/${house.table('Wheel 1')}/deal`] : own.map((desk) => `house/1/${desk}`)) {
      await page.goto(`${house.address}/${path}`);
      await page.locator('main h1').waitFor();
      const header = page.locator('header').first();
      const boxes = await header.locator('.house, time, nav :is(a, button)').evaluateAll((found) => found.map((one) => one.getBoundingClientRect()).map(({ top, bottom, left, right }) => ({ middle: (top + bottom) / 2, left, right })));
      const middles = boxes.map(({ middle }) => middle);
      expect(Math.max(...middles) - Math.min(...middles), `${path}: one line`).toBeLessThan(8);
      for (const [place, box] of boxes.entries()) expect(box.left, `${path}: nothing lies on something else`).toBeGreaterThanOrEqual((boxes[place - 1]?.right ?? 0) - 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
      await screenshot(page, `phone-${role}-${path.split('/').at(-1)}`);
    }
    await expectAccessible(page, `${role} on a phone`);
    await page.context().close();
  });
});

describe('a house that is not there', () => {
  it('has no desks and no tables: those of another house are not shown in its place', async () => {
    const page = await openPage(await contextOf('manager'), '/house/2/manager', house.address);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${house.address}/house/2/table/${house.table('Wheel 1')}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${house.address}/house/1/manager`);
    await page.getByRole('listitem', { name: 'Wheel 1' }).waitFor();
    await page.context().close();
  });
});

describe('the dealer console', () => {
  it.each([['player', false], ['cashier', false], ['regulator', false], ['nobody', false], ['dealer', true], ['inspector', true], ['manager', true]])('%s has it: %s', async (role, allowed) => {
    const page = await openPage(await contextOf(role), `/house/1/table/${house.table('Wheel 1')}/deal`, house.address);
    if (allowed) await page.getByRole('heading', { name: /^Wheel 1/ }).waitFor();
    else {
      await page.getByRole('heading', { name: 'For the staff of this table' }).waitFor();
      expect(await page.locator('main button:visible').count()).toBe(0);
      await expectAccessible(page, `${role} at the console`);
    }
    await page.context().close();
  });
});
