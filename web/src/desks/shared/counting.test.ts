import { describe, expect, it } from 'vitest';
import { piecesOf, totalOf } from './count';
import { Counting } from './counting.svelte';

const typed = (counting: Counting, pieces: Record<string, string>): Counting => {
  for (const row of counting.rows) row.count = pieces[row.value] ?? row.count;
  return counting;
};

describe('a count while it is typed', () => {
  it('has a row for each denomination, the largest first, and sums them', () => {
    const counting = typed(new Counting(['0.50', '5', '100', '5']), { '100': '20', '5': '1 000', '0.50': '3' });
    expect(counting.rows.map(({ value }) => value)).toEqual(['100', '5', '0.50']);
    expect([counting.total, counting.faults]).toEqual([700_150n, []]);
    expect(counting.wire).toEqual([{ value: '100', count: 20 }, { value: '5', count: 1000 }, { value: '0.50', count: 3 }]);
  });

  it('leaves out what is empty or none', () => {
    const counting = typed(new Counting(['100', '25']), { '100': '', '25': '0' });
    counting.add();
    expect([counting.wire, counting.faults, counting.total]).toEqual([[], [], 0n]);
  });

  it('says what is no number, has no value, or is there twice', () => {
    const counting = typed(new Counting(['100', '25']), { '100': '2.5', '25': '-1' });
    counting.add();
    const own = counting.rows[2];
    if (!own) throw new Error('no row');
    own.count = '4';
    expect(counting.faults).toEqual(['“2.5” pieces of 100 is no whole number.', '“-1” pieces of 25 is no whole number.', 'A row has pieces and no value.']);
    own.value = 'ten';
    expect(counting.faults[2]).toBe('“ten” is no value of a chip or a note.');
    own.value = '100.00';
    expect(counting.faults[2]).toBe('100 has two rows.');
    counting.remove(own.id);
    expect(counting.faults).toHaveLength(2);
  });

  it('begins with a count that was sent', () => {
    const counting = new Counting(['100'], [{ value: '100', count: 2 }, { value: '20', count: 3 }]);
    expect([counting.total, counting.rows.map(({ count }) => count)]).toEqual([26_000n, ['2', '3']]);
    expect(totalOf(counting.wire)).toBe(26_000n);
  });

  it('begins with denominations that come late, and what is typed stays', () => {
    const counting = new Counting([]);
    counting.begin(['5', '100']);
    expect(counting.rows.map(({ value }) => Number(value))).toEqual([100, 5]);
    const [row] = counting.rows;
    if (row) row.count = '3';
    counting.begin(['25']);
    expect([counting.total, counting.rows.length]).toEqual([30_000n, 2]);
  });

  it('takes no more pieces than fit on the wire', () => {
    expect([piecesOf('4294967295'), piecesOf('4294967296'), piecesOf('1e3'), piecesOf('')]).toEqual([4_294_967_295, null, null, 0]);
  });
});
