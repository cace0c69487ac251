/** A new edition of a book: chosen by the manager, compared with the adopted one, authorised by a second person, and played by from the next opening on. */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, expectAccessible, openPage, PHONE, screenshot } from './page';
import { enrolMember, enrolPlayer, openHouse, signedIn } from './real-house';

const DESK = { viewport: { width: 1440, height: 900 } };
const LANDSCAPE = { viewport: { width: 1024, height: 768 }, hasTouch: true };

const chromium = await browser();
const house = await openHouse();
await enrolMember(house, 'reg', 'regulator');
const ann = await enrolPlayer(house, 'ann', '2000');
const dice = house.table('Dice 1');

const FIRST = readFileSync('../rulebooks/scotland-1970.toml', 'utf8');
const change = (text: string, from: string, to: string): string => {
  expect(text, `${from} is in the text`).toContain(from);
  return text.replace(from, to);
};
/** Any craps is paid 8 to 1 from 1980 on. */
const LATER = change(change(FIRST, 'from = 1970-07-01', 'from = 1980-01-01'), 'scores = [2, 3, 12], odds = "7½ to 1"', 'scores = [2, 3, 12], odds = "8 to 1"');
const lineOf = (text: string, start: string): number => 1 + text.split('\n').findIndex((line) => line.startsWith(start));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const changeOf = (page: Page) => page.getByRole('region', { name: 'What the edition changes' });

async function open(handle: string, path: string, options: BrowserContextOptions): Promise<Page> {
  return openPage(await signedIn(chromium, house.address, handle, options), `/house/1/${path}`, house.address);
}

/** A throw of two ones with a bet of 10 on any craps; returns what came back. */
async function playCraps(): Promise<string> {
  await ann.at(dice, { do: 'sit' }).catch(() => undefined);
  await house.dee.at(dice, { do: 'announce', what: 'place-your-bets' });
  const { number } = await ann.at(dice, { do: 'bet', amount: '10', wager: 'craps' });
  await house.dee.at(dice, { do: 'enter', lines: 'dice 1 1' });
  await house.dee.at(dice, { do: 'confirm-entry' });
  const { stakes } = (await ann.read(`/tables/${dice}`)) as unknown as { stakes: { stake: number; returned: string }[] };
  return stakes.find(({ stake }) => stake === number)?.returned ?? '';
}

/** Closes the table and opens it again with the count of its float. */
async function reopen(): Promise<void> {
  const count = async () => {
    const { float } = (await house.mia.read(`/tables/${dice}/papers`)) as unknown as { float: string };
    return [{ value: '5', count: Number(float) / 5 }];
  };
  for (const matter of [{ kind: 'close', closer: await count() }, { kind: 'open', mode: 'attended', opener: await count() }]) {
    const { number } = await house.mia.at(dice, { do: 'propose', matter });
    await house.ida.at(dice, { do: 'authorise', proposal: number });
  }
}

async function chooseFile(page: Page, text: string): Promise<void> {
  await page.getByLabel('File of the edition (TOML)').setInputFiles({ name: 'edition.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
}

describe('a new edition of a book', () => {
  it('is chosen, compared, proposed, authorised by a second person, and played by from the next opening on; the regulator sees both', async () => {
    expect(await playCraps(), 'stake and 7½ to 1').toBe('85.00');
    const mia = await open('mia', 'manager/office', DESK);
    await button(mia, 'Adopt another edition of scotland-1970').click();
    const sheet = mia.getByRole('dialog', { name: 'Adopt an edition' });
    const propose = sheet.getByRole('button', { name: 'Propose' });
    expect(await propose.isDisabled(), 'nothing is chosen').toBe(true);
    await expectAccessible(mia, 'form of an edition');

    const broken = change(LATER, 'family = "dice"', 'family = "dise"');
    const older = change(FIRST, 'from = 1970-07-01', 'from = 1969-01-01');
    const mistakes: [string, string, number, RegExp][] = [
      ['not a book', 'what is this?', 1, /./],
      ['does not parse', broken, lineOf(broken, 'family = "dise"'), /dice/],
      ['older', older, lineOf(older, '[in_force]'), /this edition is older: its last change is of 1969-01-01, that of the adopted edition of 1970-07-01/],
      ['of a later day', change(FIRST, 'from = 1970-07-01', 'from = 2901-01-01'), lineOf(FIRST, '[in_force]'), /in force from 2901-01-01 on/],
      ['of another house', readFileSync('../rulebooks/western-australia-1990.toml', 'utf8'), 4, /no table of this house plays by “western-australia-1990”/],
      ['the adopted one', FIRST, lineOf(FIRST, 'id ='), /the house plays by this edition/],
    ];
    for (const [name, text, line, says] of mistakes) {
      await chooseFile(mia, text);
      const fault = changeOf(mia).getByRole('listitem').filter({ hasText: says }).first();
      await fault.waitFor();
      expect(await fault.innerText(), name).toContain(`Line ${line}`);
      await changeOf(mia).getByText('It cannot be adopted.').waitFor();
      expect(await propose.isDisabled(), name).toBe(true);
      if (name === 'does not parse') await screenshot(mia, 'manager-edition-fault');
      await expectAccessible(mia, name);
    }

    await chooseFile(mia, `${LATER}\n[[requirement]]\nask = "shown"\nwhat = "limits"\ngames = ["dice"]\ncite = "reg. 4(1)"\n`);
    await changeOf(mia).getByText('1 new breach under it. A table in breach does not open.').waitFor();
    await changeOf(mia).getByText('the limits are not shown').waitFor();
    await expectAccessible(mia, 'an edition that the house breaches');
    await screenshot(mia, 'manager-edition-breach');

    await chooseFile(mia, LATER);
    await changeOf(mia).getByText('No new breach under it.').waitFor();
    const lines = changeOf(mia).getByRole('region', { name: 'Changed lines' });
    await lines.getByText('from = 1980-01-01').waitFor();
    await lines.getByText('8 to 1').waitFor();
    const edges = changeOf(mia).getByRole('region', { name: 'Edges' });
    await edges.getByRole('row', { name: /Dice 1.*less for the house/s }).first().waitFor();
    await screenshot(mia, 'manager-edition');
    await expectAccessible(mia, 'an edition to propose');
    await propose.click();
    await mia.getByRole('status').filter({ hasText: 'Proposed' }).waitFor();
    expect(await button(mia, /^Authorise/).count(), 'one person cannot').toBe(0);

    const ida = await open('ida', 'office', LANDSCAPE);
    const waits = ida.getByRole('listitem', { name: /Edition of a rulebook/ });
    await waits.getByRole('region', { name: 'Changed lines' }).getByText('8 to 1').waitFor();
    await waits.getByRole('region', { name: 'Edges' }).getByRole('row', { name: /Dice 1/ }).first().waitFor();
    await expectAccessible(ida, 'an edition to authorise');
    await screenshot(ida, 'office-edition');
    await button(ida, /^Authorise/).tap();
    await ida.getByText('Nothing waits.').waitFor();

    expect(await playCraps(), 'an open table goes on as it was').toBe('85.00');
    await reopen();
    expect(await playCraps(), 'stake and 8 to 1').toBe('90.00');

    // What was adopted before is no successor any more.
    await button(mia, 'Adopt another edition of scotland-1970').click();
    await chooseFile(mia, FIRST);
    await changeOf(mia).getByText('this edition is older').waitFor();

    const reg = await open('reg', 'regulator/books', DESK);
    await reg.getByText('law of 1970-07-01').waitFor();
    expect(await button(reg, /^Adopt/).count(), 'the regulator changes nothing').toBe(0);
    await button(reg, /^Compare edition .* of scotland-1970/).click();
    await changeOf(reg).getByRole('region', { name: 'Changed lines' }).getByText('7½ to 1').first().waitFor();
    await expectAccessible(reg, 'two editions beside each other');
    await screenshot(reg, 'regulator-editions');
    const odds = async (round: number): Promise<string> => {
      const { verdict } = (await house.ida.read(`/tables/${dice}/rounds/${round}`)) as unknown as { verdict: { bets: { odds: string }[] } };
      return verdict.bets[0]?.odds ?? '';
    };
    expect([await odds(1), await odds(2), await odds(3)], 'each round is judged by the text it began under').toEqual(['7½ to 1', '7½ to 1', '8 to 1']);
    const phone = await open('ida', 'office', PHONE);
    await phone.getByText('Nothing waits.').waitFor();
    for (const page of [mia, ida, reg, phone]) await page.context().close();
  });
});
