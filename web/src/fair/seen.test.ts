import { beforeEach, describe, expect, it } from 'vitest';
import { remember, wasSeen } from './seen';

describe('commitments that were shown', () => {
  beforeEach(() => localStorage.clear());

  it('are remembered, the oldest not for ever', () => {
    for (let round = 0; round <= 200; round += 1) remember(`commitment ${round}`, round);
    expect([wasSeen('commitment 0', 0), wasSeen('commitment 1', 1), wasSeen('commitment 200', 200), wasSeen('another', 1)]).toEqual([false, true, true, false]);
  });

  it('of a shoe count from the round in which they were first shown', () => {
    remember('shoe', 5);
    remember('shoe', 9);
    expect([wasSeen('shoe', 4), wasSeen('shoe', 5), wasSeen('shoe', 12)]).toEqual([false, true, true]);
  });

  it('are not found in a damaged store', () => {
    for (const text of ['{"a":', '{"a":1}', '["a"]']) {
      localStorage.setItem('croupier.commitments', text);
      expect(wasSeen('a', 1)).toBe(false);
    }
  });
});
