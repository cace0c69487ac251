import { describe, expect, it } from 'vitest';
import type { Paperwork, Slip } from '../../api/types';
import { causesOf, expectedCount, openMatters } from './explain';

const SHIFT = { opening: '3500', closing: null, fills: '0', credits: '0', drop: '500', drop_counted: '500', staked: '900', returned: '700', win_by_drop: null, true_win: '200', difference: null };
const papers = (shift: Partial<Paperwork['shift']>, change: Partial<Paperwork> = {}): Paperwork => ({ currency: 'GBP', proposals: [], slips: [], float: '3200', wheel_chips: '0', ...change, shift: { ...SHIFT, ...shift } });
const slip = (change: Partial<Slip>): Slip => ({ number: 4, kind: 'credit', state: 'sent', amount: '100', chips: [], ...change }) as Slip;
const NOTHING = { dropBox: 0n, layout: 0n };

describe('a difference of a shift', () => {
  it('has no cause while the table is open, and none where there is no difference', () => {
    expect(causesOf(papers({}))).toEqual([]);
    expect(causesOf(papers({ closing: '3200', win_by_drop: '200', difference: '0' }))).toEqual([]);
  });

  it('is explained by a closer that is short, whatever came to the float since', () => {
    const shift = { closing: '3180', win_by_drop: '180', difference: '-20' };
    for (const float of ['3200', '3600']) {
      const [cause, ...others] = causesOf(papers(shift, { float }));
      expect([cause?.text, cause?.amount, others]).toEqual(['The closer was 3\u202f180.00, and the float had 3\u202f200.00 by the ledger at the closing: the count was 20.00 short.', -2000n, []]);
    }
  });

  it('is explained by an opener that was not counted', () => {
    const causes = causesOf(papers({ opening: '0', closing: '3200', win_by_drop: '3700', difference: '3500' }));
    expect(causes.map(({ amount }) => amount)).toEqual([350_000n]);
    expect(causes[0]?.text).toContain('opened without a count');
  });
});

describe('a count', () => {
  it('is held against the box or the float; at a closing without the wheel chips that are changed then', () => {
    const at = { dropBox: 4000n, layout: 0n };
    const held = (['drop', 'open', 'close'] as const).map((kind) => expectedCount(kind, papers({}, { wheel_chips: '25' }), at));
    expect(held.map(({ amount }) => amount)).toEqual([4000n, 320_000n, 317_500n]);
    expect(held[2]?.of).toContain('without the wheel chips');
    expect(expectedCount('close', papers({}), NOTHING)).toEqual({ amount: 320_000n, of: 'the float by the ledger' });
  });
});

describe('what is not settled', () => {
  it('is nothing where everything is counted', () => {
    expect(openMatters(papers({}), NOTHING)).toEqual([]);
  });

  it('names slips on their way, the box, a drop that was counted wrong, wheel chips and stakes', () => {
    const change = { slips: [slip({}), slip({ number: 5, state: 'requested' })], wheel_chips: '25' };
    const matters = openMatters(papers({ drop_counted: '450' }, change), { dropBox: 4000n, layout: 1000n });
    expect(matters.map(({ text, amount }) => `${text.split(' ').slice(0, 4).join(' ')} ${amount}`)).toEqual([
      'Credit 4 is on 10000',
      'In the drop box, 4000',
      'The drop was counted -1000',
      'Wheel chips that players 2500',
      'Stakes on the layout 1000',
    ]);
  });
});
