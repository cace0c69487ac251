import { beforeEach, describe, expect, it } from 'vitest';
import { acceptedBets, noteFound, rememberBet, type AcceptedBet } from './bet-leaves';

const bet = (index: number): AcceptedBet => ({ index, leaf: 'bGVhZg==', salt: '', entry: '', table: 3, text: `bet ${index}` });

describe('bets that were accepted', () => {
  beforeEach(() => localStorage.clear());

  it('are remembered by house, once each, the oldest not for ever', () => {
    for (let index = 0; index <= 100; index += 1) rememberBet(1, bet(index));
    rememberBet(1, bet(100));
    expect(acceptedBets(1).map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(acceptedBets(2)).toEqual([]);
  });

  it('say in which tree they were found', () => {
    rememberBet(1, bet(4));
    noteFound(1, 4, 70);
    expect(acceptedBets(1)).toEqual([{ ...bet(4), found: 70 }]);
  });

  it('are not found in a damaged store', () => {
    for (const damaged of ['{"a":', '{"a":1}', '["a"]', '[null]']) {
      localStorage.setItem('croupier.bets.1', damaged);
      expect(acceptedBets(1)).toEqual([]);
    }
  });
});
