import { describe, expect, it } from 'vitest';
import { beadPlate, bigRoad, derivedRoad, runs, tail, type Side } from './roads';

const results = (text: string): Side[] => [...text].map((letter) => ({ P: 'punto', B: 'banco', E: 'egalite' })[letter] as Side);

describe('the roads', () => {
  it('writes six coups a column on the bead plate', () => {
    expect(beadPlate(results('PBEPBEP')).at(-1)).toEqual({ column: 1, row: 0, side: 'punto', ties: 0 });
  });

  it('starts a column with each run, and notes ties on the coup before', () => {
    expect(runs(results('EBBEPP'))).toEqual([
      { side: 'banco', length: 2, ties: [undefined, 1] },
      { side: 'punto', length: 2, ties: [] },
    ]);
    expect(bigRoad(results('BBEP'))).toEqual([
      { column: 0, row: 0, side: 'banco', ties: 0 },
      { column: 0, row: 1, side: 'banco', ties: 1 },
      { column: 1, row: 0, side: 'punto', ties: 0 },
    ]);
  });

  it('turns a long run to the right at the bottom row and at an occupied cell', () => {
    const road = bigRoad(results('BBBBBBBBPPPPPPP'));
    expect(road.slice(5, 8).map(({ column, row }) => [column, row])).toEqual([[0, 5], [1, 5], [2, 5]]);
    expect(road.slice(12).map(({ column, row }) => [column, row])).toEqual([[1, 4], [2, 4], [3, 4]]);
  });

  it('compares a new column with the two before it, and a step down with the column beside', () => {
    // Columns of two and two, then one: the third column begins after two alike, and ends early.
    expect(derivedRoad(results('BBPPB'), 1).map((dot) => dot.red)).toEqual([true, true]);
    expect(derivedRoad(results('BBPB'), 1).map((dot) => dot.red)).toEqual([false]);
    expect(derivedRoad(results('BPP'), 1).map((dot) => dot.red)).toEqual([false]);
    expect(derivedRoad(results('BPPP'), 1).map((dot) => dot.red)).toEqual([false, true]);
    expect(derivedRoad(results('BPB'), 2)).toEqual([]);
    expect(derivedRoad(results('BPBB'), 2).map((dot) => dot.red)).toEqual([false]);
  });

  it('cuts a road to its last columns', () => {
    expect(tail([{ column: 3 }, { column: 5 }, { column: 9 }], 5)).toEqual([{ column: 0 }, { column: 4 }]);
  });
});
