/**
 * No frame shows a result before its cards. Recorded rounds are shown at their pace, every frame that the browser paints is looked at, and what follows from a
 * card, a ball or dice must not be there while one of them is on its way.
 */
import { describe, it } from 'vitest';
import { browser, everyKind, LAPTOP } from './page';
import { recordedRound, Replay } from './replay';

interface Frame {
  /** Cards that lie face up. */
  open: number;
  totals: number;
  /** Whether the page tells an own result, in any place. */
  result: boolean;
  choices: number;
  /** Whether the ball or the dice still move. */
  moving: boolean;
}

interface View {
  phase: string;
  cards: { card: string | null }[];
  hands: { score: string | null }[];
  moves: unknown[];
  fell: { ball: string | null; dice: number[] | null } | null;
}

declare global {
  interface Window {
    painted: Frame[];
  }
}

/** The showing time of a card in this test; dice and ball have their own. */
const CARD_MS = 90;
const chromium = await browser();
const kinds = await everyKind();

/** Notes every frame that is painted. */
function watchFrames(): void {
  window.painted = [];
  const look = (): void => {
    const all = (css: string): number => document.querySelectorAll(css).length;
    const moving = document.getAnimations().some((animation) => {
      const target = (animation.effect as KeyframeEffect | null)?.target;
      return animation.playState === 'running' && (target?.closest('.die, .turning, .card') ?? null) !== null;
    });
    window.painted.push({
      open: [...document.querySelectorAll('svg.card')].filter((card) => card.getAttribute('aria-label') !== 'A card face down').length,
      totals: all('.hand .name strong'),
      result: all('.banner .won, .banner .lost, .banner .drawn, .spot.won, .spot.lost, .winner') > 0,
      choices: all('section[aria-label="Your decision"] button'),
      moving,
    });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

describe.concurrent('no frame shows a result before its cards', () => {
  for (const { game, server } of kinds) {
    it(game, async ({ expect: expected }) => {
      const replay = await Replay.open(await chromium.newContext(LAPTOP), game, server, watchFrames);
      const { page } = replay;
      let view = { phase: '', cards: [], hands: [], moves: [], fell: null } as View;
      let [shown, hadResult] = [0, false];
      for (const step of recordedRound(game)) {
        const [message] = step;
        const before = view;
        const openBefore = before.cards.filter(({ card }) => card).length;
        await page.evaluate(() => window.painted.splice(0));
        view = replay.send(step, (message.table?.['cards'] as unknown[] | undefined)?.length ? { showing: CARD_MS } : {}) as unknown as View;
        const open = view.cards.filter(({ card }) => card).length;
        const draws = view.fell?.ball || view.fell?.dice;
        await page.waitForTimeout(draws ? 4800 : Math.max(0, open - openBefore) * CARD_MS + 250);
        // On a busy machine the last card may come late; if it does not come at all, the frames show it.
        if (open > openBefore) await page.waitForFunction((count) => window.painted.at(-1)?.open === count, open, { timeout: 5000 }).catch(() => undefined);
        const frames = await page.evaluate(() => window.painted.splice(0));
        const last = frames.at(-1);
        if (open > openBefore) {
          shown += 1;
          const totals = view.hands.filter(({ score }) => score).length;
          expected(last?.open, 'all cards lie in the end').toBe(open);
          expected(frames.some((frame) => frame.open > openBefore && frame.open < open) || open - openBefore === 1, 'they fall one by one').toBe(true);
          const early = frames.filter((frame) => frame.open < open);
          // Until the first card falls, the page shows what was there before.
          const dealing = early.filter((frame) => frame.open > openBefore);
          expected(dealing.filter((frame) => frame.choices > 0), 'no choice before the cards').toEqual([]);
          if (view.phase === 'payment' && !hadResult) expected(early.filter((frame) => frame.result), 'no result before the cards').toEqual([]);
          if (before.hands.length === 0) expected(early.filter((frame) => frame.totals >= totals && totals > 0), 'no total before its cards').toEqual([]);
        } else if (draws && before.phase !== view.phase && view.phase === 'payment') {
          shown += 1;
          expected(frames.filter((frame) => frame.moving && frame.result), 'no result while the ball or the dice move').toEqual([]);
          expected(last?.result, 'the result is shown in the end').toBe(true);
        }
        hadResult = last?.result ?? false;
      }
      expected(shown, 'something fell').toBeGreaterThan(0);
      await replay.close();
    });
  }
});
