/** A server whose data folder is empty, and what the tests of its set-up share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, inject } from 'vitest';
import { openPage } from './page';
import { startPagesProxy } from './pages-proxy';
import { freePort, launch, stop } from './server';

export const PASSWORD = 'a long evening';

/** A server whose data folder is empty, and the path of the link that it prints. */
export interface EmptyHouse {
  address: string;
  link: string;
}

export async function startEmpty(): Promise<EmptyHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'croupier-setup-'));
  const [port, pages] = [await freePort(), await freePort()];
  let printed = '';
  const args = ['serve', '--data', folder, '--listen', `127.0.0.1:${port}`, '--requests-per-second', '0'];
  const server = await launch(inject('binary'), port, args, (text) => (printed += text));
  const stopPages = await startPagesProxy(pages, port);
  afterAll(async () => {
    stopPages();
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  });
  return { address: `http://127.0.0.1:${pages}`, link: /\/setup\?token=\w+/.exec(printed)?.[0] ?? '' };
}

export const nextStep = (page: Page): Promise<void> => page.getByRole('button', { name: /^Next:/ }).click();

/** Types into a field of the set-up. */
export async function fill(page: Page, label: string, value: string, place = 0): Promise<void> {
  await page.getByLabel(label, { exact: true }).nth(place).fill(value);
}

/** The fieldset with this legend. */
export const group = (page: Page, legend: RegExp): Locator => page.getByRole('group', { name: legend });

/** The links that the created house hands out, by the name of their person. */
export async function handedLinks(page: Page): Promise<string[]> {
  const links = page.getByRole('textbox', { name: /^Link for/ });
  await links.first().waitFor();
  return links.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
}

/** Sets a password by a link that works once, and signs in. */
export async function useLinkInPage(context: BrowserContext, address: string, link: string, handle: string): Promise<Page> {
  const page = await openPage(context, link.slice(new URL(link).origin.length), address);
  await page.getByLabel('Password (at least 10 characters)').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: 'Sign in' }).last().click();
  await page.getByLabel('Player name').fill(handle);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
  await page.getByRole('link', { name: new RegExp(`^${handle}\\b`) }).first().waitFor();
  return page;
}
