import { describe, expect, it } from 'vitest';
import type { Layout, Spot } from '../api/types';
import { chipLabel, stackOf } from './chip-style';
import { arrange } from './geometry';
import { nearest } from './roving';
import { landing, normalize } from './spin';

describe('the wheel', () => {
  it('lands on every pocket, in both directions', () => {
    for (const direction of [1, -1] as const) {
      for (let index = 0; index < 37; index += 1) {
        const { rotor, ball } = landing({ rotor: 1234.5, ball: -77 }, direction, index, 37);
        expect(normalize(ball - rotor)).toBeCloseTo((index * 360) / 37, 6);
        expect((ball + 77) * direction).toBeGreaterThanOrEqual(720);
      }
    }
  });
});

describe('a layout', () => {
  const spot = (wager: string, at: [number, number], size: [number, number], covers: string[]): Spot => ({ wager, area: null, label: wager, odds: '', at, size, shape: 'rect', covers, called: [] });
  const layout: Layout = {
    width: 200,
    height: 100,
    title: '',
    desc: '',
    svg: '',
    places: [],
    spots: [spot('straight 1', [50, 75], [40, 40], ['1']), spot('straight 2', [50, 25], [40, 40], ['2']), spot('split 1 2', [50, 50], [20, 8], ['1', '2'])],
  };

  it('distinguishes fields from lines and draws the fields without gaps', () => {
    const { spots } = arrange(layout, 'landscape');
    expect(spots.map(({ wager, field }) => [wager, field])).toEqual([['straight 1', true], ['straight 2', true], ['split 1 2', false]]);
    expect(spots[0]?.size[1]).toBe(50);
  });

  it('draws the numbers without gaps beside two zeros, which lie across the rows', () => {
    const numbers = [1, 2, 3].map((number) => spot(`straight ${number}`, [100, 226 - number * 56], [43, 50], [String(number)]));
    const zeros = [spot('straight 0', [40, 156], [48, 78], ['0']), spot('straight 00', [40, 72], [48, 78], ['00'])];
    const [one] = arrange({ ...layout, spots: [...numbers, ...zeros] }, 'landscape').spots;
    expect(one?.size[1]).toBe(56);
  });

  it('has a field for every chance of a wheel with few numbers, whose fields are wide', () => {
    const boule: Layout = { ...layout, spots: [...[1, 2, 3].map((number) => spot(`straight ${number}`, [100, number * 56], [190, 50], [String(number)])), spot('red', [60, 230], [92, 40], ['2', '4', '7', '9'])] };
    expect(arrange(boule, 'landscape').spots.every(({ field }) => field)).toBe(true);
    const upright = arrange(boule, 'portrait').spots.find(({ wager }) => wager === 'straight 1');
    expect((upright?.size[1] ?? 0) / (upright?.size[0] ?? 1), 'not much taller than wide').toBeLessThan(2);
  });

  it('is turned upright for a phone: the bottom becomes the left side', () => {
    const [one, two] = arrange(layout, 'portrait').spots;
    expect((one?.at[0] ?? 0) < (two?.at[0] ?? 0)).toBe(true);
    expect(one?.at[1]).toBeCloseTo(two?.at[1] ?? 0);
  });

  it('moves the focus straight ahead rather than sideways', () => {
    const box = (x: number, y: number, width = 8, height = 8) => ({ x, y, width, height });
    expect(nearest(box(0, 0), [1, 0], [box(-10, 0), box(30, 0), box(20, 15), box(12, 12)])).toBe(1);
    expect(nearest(box(0, 0), [0, 1], [box(10, 0), box(30, 0)])).toBe(-1);
    // A wide field at the right is in the same row; a small one that begins nearer, above it, is not.
    expect(nearest(box(0, 50, 300, 40), [1, 0], [box(310, 50, 300, 40), box(200, 5, 100, 40)])).toBe(0);
    expect(nearest(box(0, 0), [0, 1], [box(40, 30)]), 'out of line if nothing else is there').toBe(0);
  });
});

describe('a chip', () => {
  it('shows its value', () => {
    expect([50n, 2500n, 100000n, 123456n].map(chipLabel)).toEqual(['0.50', '25', '1k', '1234.56']);
    expect(stackOf(3000n, [100n, 500n, 2500n])).toEqual([2500n, 500n]);
  });
});
