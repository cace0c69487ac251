import { describe, expect, it } from 'vitest';
import { percent, share, signedPercent } from '../../judged/shares';
import { FAMILIES, partsInOrder } from './reports';

describe('figures of reports', () => {
  it('reads fractions of any length', () => {
    expect(share('18/37')).toBeCloseTo(18 / 37, 11);
    expect(share(`${'1'.repeat(400)}/${'2'.repeat(400)}`)).toBeCloseTo(0.5, 11);
    expect(share('0.486486')).toBe(0.486486);
    expect([share('0'), share('1')]).toEqual([0, 1]);
  });

  it('writes shares and changes in percent', () => {
    expect(percent(1 / 37)).toBe('2.7027\u00a0%');
    expect(signedPercent(0.00123456)).toBe('+0.1235\u00a0%');
    expect(signedPercent(-0.0012)).toBe('-0.1200\u00a0%');
    expect(signedPercent(-1e-9)).toBe('±0\u00a0%');
  });
});

describe('a comparison', () => {
  it('begins with what each clause costs', () => {
    const titles = ['Wagers and odds', 'Rules of play', 'House edge', 'What each difference costs: change', 'What each setting is worth: change'];
    const order = partsInOrder(titles.map((part) => ({ part, rows: [] }))).map(({ part }) => part);
    expect(order).toEqual(['What each difference costs: change', 'House edge', 'What each setting is worth: change', 'Wagers and odds', 'Rules of play']);
    expect(FAMILIES).toHaveLength(7);
  });
});
