import { describe, expect, it } from 'vitest';
import { amount, inChips, minor, shown, signed, wire } from './money';

describe('money', () => {
  it('reads what people and the house write', () => {
    expect([minor('12.50'), minor('12.5'), minor('-3'), minor('1 000'), minor('1,000.05')]).toEqual([1250n, 1250n, -300n, 100000n, 100005n]);
    expect([minor(''), minor('12.345'), minor('x'), minor('1e5')]).toEqual([null, null, null, null]);
  });

  it('never goes through a float', () => {
    expect(wire(amount('9007199254740993.01'))).toBe('9007199254740993.01');
  });

  it('shows groups, signs and cents where they are needed', () => {
    expect([shown('1234567.00'), shown('0.50'), signed('-10.00'), signed('875.00'), signed('0')]).toEqual(['1\u202f234\u202f567', '0.50', '\u221210', '+875', '0']);
  });

  it('makes an amount of the fewest chips', () => {
    expect(inChips(16500n, [100n, 500n, 2500n, 10000n])).toEqual([
      { chip: 10000n, count: 1 },
      { chip: 2500n, count: 2 },
      { chip: 500n, count: 3 },
    ]);
  });
});
