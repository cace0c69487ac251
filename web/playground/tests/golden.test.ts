/** The page judges every golden record to the same bytes as the program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browser, LAPTOP, openPage } from '../../tests/page';
import { filesBelow, GOLDEN } from '../build/contents';
import { croupier, each, PAGE, ROOT } from './program';

const chromium = await browser();

/** Opens a file in the page, and waits for its verdict; the name of the file is in it. */
async function judged(page: Page, name: string, bytes: Buffer): Promise<string> {
  await page.getByLabel('A file of yours').setInputFiles({ name, mimeType: 'text/plain', buffer: bytes });
  const verdict = page.getByLabel('The verdict');
  await verdict.getByRole('status').filter({ hasText: `${name}: ` }).waitFor();
  return (await page.locator('#verdict-json').textContent()) ?? '';
}

test('every golden record is judged to the bytes that the program prints', async () => {
  const records = filesBelow(join(ROOT, GOLDEN), '.round');
  const page = await openPage(await chromium.newContext(LAPTOP), '/index.html', PAGE);
  const day = await page.getByLabel('Law of').inputValue();

  const printed = new Map<string, string>();
  const asked = each(records, async (record) => void printed.set(record, await croupier(day, ['adjudicate', '--json', join(GOLDEN, record)])));
  const shown = new Map<string, string>();
  for (const record of records) shown.set(record, await judged(page, record.replaceAll('/', '-'), readFileSync(join(ROOT, GOLDEN, record))));
  await asked;

  const other = records.filter((record) => shown.get(record) !== printed.get(record));
  expect(other.slice(0, 3).map((record) => [record, shown.get(record), printed.get(record)])).toEqual([]);
  const verdicts = [...shown.values()];
  expect(verdicts.filter((text) => text.includes('"bets"')).length, 'verdicts').toBeGreaterThan(350);
  expect(verdicts.filter((text) => text.includes('"error"')).length, 'refused records').toBeGreaterThan(250);
  console.log(`${records.length} golden records judged to the same bytes`);
});
