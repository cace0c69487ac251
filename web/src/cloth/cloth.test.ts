import { describe, expect, it } from 'vitest';
import type { ClothDoc, Spot, Stake } from '../house/wire';
import { chipWords, pile } from './chips';
import { plan } from './geometry';
import { lying, placed } from './lying';
import { nearest } from './roving';
import { landing, turned } from './spin';

describe('the wheel', () => {
  it('lands on every pocket, whichever way the ball runs', () => {
    for (const way of [1, -1] as const) {
      for (let place = 0; place < 37; place += 1) {
        const { rotor, ball } = landing({ rotor: 1234.5, ball: -77 }, way, place, 37);
        expect(turned(ball - rotor)).toBeCloseTo((place * 360) / 37, 6);
        expect((ball + 77) * way).toBeGreaterThanOrEqual(720);
      }
    }
  });
});

describe('the cloth', () => {
  const spot = (wager: string, at: [number, number], size: [number, number], covers: string[]): Spot => ({ wager, area: null, label: wager, odds: '', at, size, shape: 'rect', covers });
  const cloth: ClothDoc = {
    width: 200,
    height: 100,
    title: '',
    desc: '',
    svg: '',
    places: [],
    spots: [spot('straight 1', [50, 75], [40, 40], ['1']), spot('straight 2', [50, 25], [40, 40], ['2']), spot('split 1 2', [50, 50], [20, 8], ['1', '2'])],
  };

  it('tells fields from lines, and draws fields so that they touch', () => {
    const { spots } = plan(cloth, 'landscape');
    expect(spots.map(({ wager, field }) => [wager, field])).toEqual([['straight 1', true], ['straight 2', true], ['split 1 2', false]]);
    expect(spots[0]?.size[1]).toBe(50);
  });

  it('stands upright on a phone: what lay below lies to the left', () => {
    const [one, two] = plan(cloth, 'portrait').spots;
    expect((one?.at[0] ?? 0) < (two?.at[0] ?? 0)).toBe(true);
    expect(one?.at[1]).toBeCloseTo(two?.at[1] ?? 0);
  });

  it('goes straight ahead before it goes aside', () => {
    expect(nearest([0, 0], [1, 0], [[-10, 0], [30, 0], [20, 15], [12, 12]])).toBe(1);
    expect(nearest([0, 0], [0, 1], [[10, 0], [30, 0]])).toBe(-1);
  });
});

describe('chips', () => {
  it('sums what lies on a spot by whose it is', () => {
    const stake = (player: string, amount: string, outcome = 'standing', returned = '0.00'): Stake => ({ stake: 1, player, wager: 'red', hand: null, amount, outcome, returned, cites: [], mine: player === 'me', odds: null, profit: null, of: null, life: null, reason: null, why: null });
    const found = lying([stake('me', '5.00'), stake('me', '5.00', 'won', '10.00'), stake('ada', '25.00'), stake('ada', '7.00', 'lost')], [{ key: 'k', wager: 'red', amount: 100n }]);
    expect(found.get('red')).toEqual({ mine: 1500n, others: 2500n, ghost: 100n, won: true, lost: true });
  });

  it('has its value written on it', () => {
    expect([chipWords(50n), chipWords(2500n), chipWords(100000n), chipWords(123456n)]).toEqual(['0.50', '25', '1k', '1234.56']);
    expect(pile(3000n, [100n, 500n, 2500n])).toEqual([2500n, 500n]);
  });
});

describe('sets of numbers', () => {
  const spot = (wager: string, covers: string[]): Spot => ({ wager, area: null, label: '', odds: '', at: [0, 0], size: [1, 1], shape: 'rect', covers });
  const lies = { mine: 100n, others: 0n, ghost: 0n, won: false, lost: false };

  it('lie on the spot of the same numbers, else on each of their numbers', () => {
    const found = placed(new Map([['numbers 2 1', lies], ['split 1 2', lies], ['numbers 1 9', lies], ['box 1', lies]]), [spot('split 1 2', ['1', '2']), spot('straight 1', ['1'])]);
    expect(found.on).toEqual(new Map([['split 1 2', { ...lies, mine: 200n }]]));
    expect(found.scattered.map(({ wager }) => wager)).toEqual(['numbers 1 9']);
  });
});
