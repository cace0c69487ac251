/** Each game is played to a settlement on its page, and every payout can be explained. */
import { describe, it } from 'vitest';
import { browser, LAPTOP, playAndAskWhy, sitDown, tableOf, TWELVE } from './page';

const chromium = await browser();

const BETS: Record<string, string[]> = {
  roulette: ['red', 'straight 17'],
  'american-roulette': ['red', 'split 17 20'],
  dice: ['field'],
  'punto-banco': ['punto'],
  'chemin-de-fer': ['player'],
  'baccarat-banque': ['right'],
  blackjack: ['box 3'],
  'touch-21': ['box 3'],
  'in-between': ['hand'],
  'arizona-hold-em': ['ante'],
};

describe.concurrent('a round to its settlement', () => {
  for (const game of TWELVE) {
    it(game, async () => {
      const context = await chromium.newContext(LAPTOP);
      const page = await sitDown(context, await tableOf(game));
      const wagers = BETS[game.split('/')[1] ?? ''] ?? [];
      await playAndAskWhy(page, game, wagers, wagers.at(-1));
    });
  }
});
