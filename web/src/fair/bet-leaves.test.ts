import { beforeEach, describe, expect, it } from 'vitest';
import { acceptedBets, noteFound, rememberBet, type AcceptedBet } from './bet-leaves';

const bet = (index: number): AcceptedBet => ({ index, leaf: 'bGVhZg==', salt: '', entry: '', table: 3, text: `bet ${index}` });

const ANN = { house: 1, person: 12 };

describe('bets that were accepted', () => {
  beforeEach(() => localStorage.clear());

  it('are remembered by house, once each, the oldest not for ever', () => {
    for (let index = 0; index <= 100; index += 1) rememberBet(ANN, bet(index));
    rememberBet(ANN, bet(100));
    expect(acceptedBets(ANN).map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(acceptedBets({ ...ANN, house: 2 })).toEqual([]);
  });

  it('are not shown to somebody else at the same browser', () => {
    rememberBet(ANN, bet(4));
    expect(acceptedBets({ ...ANN, person: 13 })).toEqual([]);
  });

  it('say in which tree they were found', () => {
    rememberBet(ANN, bet(4));
    noteFound(ANN, 4, 70);
    expect(acceptedBets(ANN)).toEqual([{ ...bet(4), found: 70 }]);
  });

  it('are not found in a damaged store', () => {
    for (const damaged of ['{"a":', '{"a":1}', '["a"]', '[null]']) {
      localStorage.setItem('croupier.bets.1.12', damaged);
      expect(acceptedBets(ANN)).toEqual([]);
    }
  });
});
