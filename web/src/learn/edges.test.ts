import { describe, expect, it } from 'vitest';
import { choicesFor, drawRounds, edgeOfAll, percentOf, shownPercent, type PricedWager } from './edges';

const wager = (name: string, percent: string, endings: { profit: number; chance: number }[] = []): PricedWager =>
  ({ name, forms: [name], edge: { percent, fraction: null, method: '', endings } }) as unknown as PricedWager;
const RED = wager('red', '1.3514', [{ profit: 1, chance: 18 / 37 }, { profit: -0.5, chance: 1 / 37 }, { profit: -1, chance: 18 / 37 }]);

describe('a question about an edge', () => {
  it('offers four different answers, the right one among them', () => {
    for (const wagers of [[RED], [RED, wager('straight', '2.7027'), wager('split', '2.7027'), wager('tie', '14.4')]]) {
      const choices = choicesFor(wagers, RED);
      expect(choices).toHaveLength(4);
      expect(new Set(choices.map(shownPercent)).size).toBe(4);
      expect(choices).toContain(percentOf(RED));
    }
  });
});

describe('bets made together', () => {
  it('cost what each of them costs, per unit staked', () => {
    expect(edgeOfAll([{ percent: 2, units: 1 }, { percent: 5, units: 2 }])).toBe(4);
    expect(edgeOfAll([])).toBe(0);
  });
});

describe('a thousand rounds', () => {
  it('are drawn from the exact chances', () => {
    const fixed = [0, 0.48, 0.49, 0.52, 0.9999999];
    const draws = [...fixed];
    expect(drawRounds(RED, 5, () => draws.shift() ?? 0)).toEqual([0, 1, 2, 1.5, 0.5, -0.5]);
    const many = drawRounds(RED, 200_000).at(-1) ?? 0;
    // Five standard errors around the expectation.
    expect(Math.abs(many / 200_000 + percentOf(RED) / 100)).toBeLessThan(5 / Math.sqrt(200_000));
  });
});
