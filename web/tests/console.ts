/** What the tests of the dealer console share: its parts, and how a dealer presses and keys. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const step = (page: Page): Locator => page.getByRole('region', { name: 'Next step' });
export const payment = (page: Page): Locator => page.getByRole('region', { name: 'Payment' });

/** Taps a button. A step that has just appeared is disabled for a moment; the tap waits until it is not. */
export async function tap(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).first().tap();
}

/** Keys cards by rank and suit. */
export async function keyCards(page: Page, ...cards: [string, string][]): Promise<void> {
  for (const [rank, suit] of cards) {
    await page.getByRole('group', { name: 'Rank' }).getByRole('button', { name: rank, exact: true }).tap();
    await page.getByRole('group', { name: 'Suit' }).getByRole('button', { name: suit, exact: true }).tap();
  }
}

/** Types what fell, has it read back, and confirms it. */
export async function keyIn(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder(/^Type/).fill(text);
  await tap(page, 'Read back');
  await tap(page, 'Confirm');
  await page.getByRole('heading', { name: 'Read back' }).waitFor({ state: 'hidden' });
}

/** The cards for the places that the console shows, taken from what falls at each. */
export async function nextCards(page: Page, cards: Record<string, string[]>): Promise<string> {
  const places = await page.getByRole('list', { name: 'Next cards' }).getByRole('listitem').allInnerTexts();
  const keyed = places.map((place) => cards[place.trim().toLowerCase()]?.shift());
  expect(keyed, places.join(', ')).not.toContain(undefined);
  expect(keyed.length).toBeGreaterThan(0);
  return keyed.join(' ');
}
