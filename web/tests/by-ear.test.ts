/**
 * A recorded round of every game, by ear: what a screen reader is given to read, where the focus is, and what the keys for time, cards and money tell. Each is
 * compared with a text in `transcripts` that a person has read. `npm run browser -- by-ear -u` writes them anew; `rounds/record.mjs` records other rounds.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browser, everyKind, LAPTOP, slug } from './page';
import { recordedRound, Replay, type Step } from './replay';

interface View {
  phase: string;
  moves: unknown[];
  stakes: { mine: boolean; wager: string }[];
}

const chromium = await browser();
const kinds = await everyKind();

declare global {
  interface Window {
    spoken: string[];
  }
}

/** Collects what is added to the live region. */
function collectSpeech(): void {
  window.spoken = [];
  const added = (records: MutationRecord[]): void => {
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (node instanceof HTMLElement && node.matches('[role="log"] p')) window.spoken.push(node.innerText);
    }
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver(added).observe(document.body, { childList: true, subtree: true }));
}

class Listener {
  private focus = '';
  private readonly lines: string[] = [];
  private readonly page: Page;

  constructor(private readonly replay: Replay) {
    this.page = replay.page;
  }

  /** Plays a recording and returns the transcript. */
  async transcript(title: string, steps: Step[]): Promise<string> {
    this.lines.push(`# ${title}`);
    let [laid, before] = [false, ''];
    for (const step of steps) {
      const [message] = step;
      const own = (message.table?.['stakes'] as View['stakes'] | undefined)?.find((stake) => stake.mine);
      if (own && !laid) {
        laid = true;
        await this.bet(own.wager);
      }
      const { phase, moves } = this.replay.send(step) as unknown as View;
      await this.replay.shown();
      if (phase !== before) this.lines.push('', `== ${phase}`);
      await this.hear();
      if (message.table?.['moves'] && moves.length > 0) {
        await this.look('section[aria-label="Your decision"]');
        await this.ask();
      }
      if (phase === 'payment' && before !== phase) await this.look('section[aria-labelledby="your-bets"]');
      if (phase === 'final-bets' && before !== phase) await this.ask();
      before = phase;
    }
    return `${this.lines.join('\n')}\n`;
  }

  /** Places a chip by the keyboard. */
  private async bet(wager: string): Promise<void> {
    await this.page.locator(`[data-wager="${wager}"]`).first().focus();
    await this.hear();
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction(() => window.spoken.length > 0);
    await this.hear();
  }

  /** Writes down what was read out, and the focus where it has moved. */
  private async hear(): Promise<void> {
    const [spoken, focus] = await this.page.evaluate(() => {
      const active = document.activeElement;
      const described = active?.getAttribute('aria-describedby');
      const means = described ? document.getElementById(described)?.textContent : '';
      const name = active?.getAttribute('aria-label') ?? active?.textContent ?? '';
      return [window.spoken.splice(0), active === document.body ? 'nothing' : `${name.trim()}${means ? ` (${means})` : ''}`] as const;
    });
    this.lines.push(...spoken.map((text) => `says: ${text}`));
    if (focus !== this.focus) this.lines.push(`focus: ${focus}`);
    this.focus = focus;
  }

  /** Writes down the phase, the hands and a part of the page as assistive technology sees them. */
  private async look(part: string): Promise<void> {
    for (const place of ['.banner', '.hand', part]) {
      for (const found of await this.page.locator(place).all()) {
        if (await found.isVisible()) this.lines.push(...(await found.ariaSnapshot()).split('\n').map((line) => `  ${line}`));
      }
    }
  }

  /** Writes down what the keys tell. */
  private async ask(): Promise<void> {
    for (const key of ['F2', 'F4', 'F8']) {
      await this.page.keyboard.press(key);
      await this.page.waitForFunction(() => window.spoken.length > 0);
      const spoken = await this.page.evaluate(() => window.spoken.splice(0));
      this.lines.push(...spoken.map((text) => `${key}: ${text}`));
    }
  }
}

describe.concurrent('a round by ear', () => {
  for (const { game, server } of kinds) {
    it(game, async ({ expect: expected }) => {
      const replay = await Replay.open(await chromium.newContext({ ...LAPTOP, reducedMotion: 'reduce' }), game, server, collectSpeech);
      // Only the times that the recording names pass, so that the seconds left are the same in every run.
      await replay.page.clock.setFixedTime(new Date('2027-01-15T09:00:00Z'));
      await replay.page.locator('[data-wager], .waiting').first().waitFor();
      const text = await new Listener(replay).transcript(`${replay.title}, ${game}`, recordedRound(game));
      await expected(text).toMatchFileSnapshot(`transcripts/${slug(game)}.txt`);
      expect(text, 'the balance after the payment').toMatch(/says: .*Balance \d/);
      await replay.close();
    });
  }
});
