/** Rounds that were recorded (`rounds`), shown to a page in place of the messages of the server. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { pathOf, slug, tableOf } from './page';

/** A message: a view, of which only what differs from the one before is recorded, or a balance. */
export interface Message {
  now?: number;
  table?: Record<string, unknown>;
  balances?: { chips: string };
}

/** A view, and the balances that the server sent after it. */
export type Step = [Message, ...Message[]];

export function recordedRound(game: string): Step[] {
  const messages = JSON.parse(readFileSync(`tests/rounds/${slug(game)}.json`, 'utf8')) as Message[];
  return messages.reduce<Step[]>((steps, message) => {
    const last = steps.at(-1);
    if (message.table || !last) steps.push([message]);
    else last.push(message);
    return steps;
  }, []);
}

export class Replay {
  private view: Record<string, unknown> = {};
  private sent = 0;

  private constructor(
    readonly page: Page,
    readonly title: string,
    private readonly socket: WebSocketRoute,
    private readonly setChips: (chips: string) => void,
  ) {}

  /** Opens the table of a game as a guest whose socket and balance are those of the recording. `script` runs in the page before anything else. */
  static async open(context: BrowserContext, game: string, server: string, script: () => void): Promise<Replay> {
    const row = await tableOf(game, false, server);
    const page = await context.newPage();
    let chips = recordedRound(game).flat().find(({ balances }) => balances)?.balances?.chips ?? '1000.00';
    await page.addInitScript(script);
    await page.goto(server);
    await page.evaluate((house) => fetch('/api/v1/demo/visit', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ house }) }), row.house);
    await page.route('**/me', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { balances?: object };
      await route.fulfill({ response, json: { ...body, balances: { ...body.balances, chips } } });
    });
    let opened: (socket: WebSocketRoute) => void = () => undefined;
    const socket = new Promise<WebSocketRoute>((resolve) => (opened = resolve));
    await page.routeWebSocket('**/live', (route) => {
      route.onMessage((text) => {
        const { type, id } = JSON.parse(String(text)) as { type: string; id: number };
        if (type === 'do') route.send(JSON.stringify({ type: 'done', id, from: 1, to: 2, again: false, number: null, breached: false }));
      });
      opened(route);
    });
    await page.goto(server + pathOf(row));
    return new Replay(page, row.title, await socket, (next) => (chips = next));
  }

  /** Sends a view and the balances that came with it to the page; returns the view so far. `change` is laid over what was recorded. */
  send([{ now, table }, ...more]: Step, change: Record<string, unknown> = {}): Record<string, unknown> {
    this.sent += 1;
    this.view = { ...this.view, ...table, ...change, name: `View ${this.sent}` };
    this.socket.send(JSON.stringify({ type: 'table', version: this.view['version'], now, table: this.view, events: [] }));
    for (const { balances } of more) {
      if (!balances) continue;
      this.setChips(balances.chips);
      this.socket.send(JSON.stringify({ type: 'balance', ...balances }));
    }
    return this.view;
  }

  /** Waits until the page shows the view that was sent last: its title has the name of the view. */
  async shown(): Promise<void> {
    await this.page.waitForFunction((name) => document.title.startsWith(`${name} `), `View ${this.sent}`);
    await this.page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50))));
  }

  async close(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.page.context().close();
  }
}
