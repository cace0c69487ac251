import { describe, expect, it } from 'vitest';
import { formatMoney, formatSigned, fromWire, parseMoney, splitIntoChips, toWire } from './money';

describe('money', () => {
  it('is parsed as people and the server write it', () => {
    expect(['12.50', '12.5', '-3', '1 000', '1,000.05'].map(parseMoney)).toEqual([1250n, 1250n, -300n, 100000n, 100005n]);
    expect(['', '12.345', 'x', '1e5'].map(parseMoney)).toEqual([null, null, null, null]);
  });

  it('is never converted to a float', () => {
    expect(toWire(fromWire('9007199254740993.01'))).toBe('9007199254740993.01');
  });

  it('is shown with groups, signs, and cents where needed', () => {
    expect([formatMoney('1234567.00'), formatMoney('0.50'), formatSigned('-10.00'), formatSigned('875.00'), formatSigned('0')]).toEqual(['1\u202f234\u202f567', '0.50', '\u221210', '+875', '0']);
  });

  it('is split into the fewest chips', () => {
    expect(splitIntoChips(16500n, [100n, 500n, 2500n, 10000n])).toEqual([
      { chip: 10000n, count: 1 },
      { chip: 2500n, count: 2 },
      { chip: 500n, count: 3 },
    ]);
  });
});
