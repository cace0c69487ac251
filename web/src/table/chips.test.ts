import { describe, expect, it } from 'vitest';
import type { Spot } from '../api/types';
import { assignToSpots, chipsByWager, chipsLabel } from './chips';
import { makeStake } from './fixtures';

const spot = (wager: string, covers: string[]): Spot => ({ wager, area: null, label: '', odds: '', at: [0, 0], size: [1, 1], shape: 'rect', covers, called: [] });

describe('chips on the layout', () => {
  it('are added up by wager and owner', () => {
    const other = { player: 'ada', mine: false };
    const stakes = [makeStake(), makeStake({ outcome: 'won', returned: '10.00' }), makeStake({ ...other, amount: '25.00' }), makeStake({ ...other, amount: '7.00', outcome: 'lost' })];
    const chips = chipsByWager(stakes, [{ key: 'k', wager: 'red', amount: 100n }]);
    expect(chips.get('red')).toEqual({ mine: 1500n, others: 2500n, pending: 100n, won: true, lost: false });
    expect(chipsLabel(chips.get('red'))).toBe(', your bet 15, others 25, won');
  });

  it('of a set of numbers are on the spot of the same numbers, otherwise on each number', () => {
    const chips = { mine: 100n, others: 0n, pending: 0n, won: false, lost: false };
    const all = new Map([['numbers 2 1', chips], ['split 1 2', chips], ['numbers 1 9', chips], ['box 1', chips]]);
    const { bySpot, split } = assignToSpots(all, [spot('split 1 2', ['1', '2']), spot('straight 1', ['1'])]);
    expect(bySpot).toEqual(new Map([['split 1 2', { ...chips, mine: 200n }]]));
    expect(split.map(({ wager }) => wager)).toEqual(['numbers 1 9']);
  });

  it('of a call are on each number that it has chips on', () => {
    const chips = { mine: 500n, others: 0n, pending: 0n, won: false, lost: false };
    const { split } = assignToSpots(new Map([['orphans', chips]]), [spot('straight 1', ['1'])], [{ ...spot('orphans', []), called: ['1', '20'] }]);
    expect(split).toEqual([{ wager: 'orphans', numbers: ['1', '20'], chips }]);
  });
});
