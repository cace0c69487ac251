import { describe, expect, it } from 'vitest';
import { countOf, deal, goneText, HI_LO } from './count';

describe('a count', () => {
  it('is balanced: a whole shoe counts 0', () => {
    expect(countOf(deal(6, 312))).toBe(0);
    expect(Object.keys(HI_LO)).toHaveLength(13);
    expect(countOf(['2S', '6H', 'KD', '8C'])).toBe(1);
  });

  it('deals every card of the packs once', () => {
    const cards = deal(2, 500);
    expect(cards).toHaveLength(104);
    expect(cards.filter((card) => card === 'AS')).toHaveLength(2);
  });

  it('names the cards that have gone as the server reads them', () => {
    expect(goneText(['AS', 'AD', 'TC', '5H'])).toBe('-A:2,-T:1,-5:1');
  });
});
