import { describe, expect, it } from 'vitest';
import { csvField, csvLines } from './export.svelte';
import { cell, type List } from './lists';
import { summaryOf } from './summary';

interface Row {
  amount: string;
  at: number;
  text: string;
}

const LIST: List<Row> = {
  most: 2,
  columns: [
    { label: 'Amount', kind: 'money', value: ({ amount }) => amount },
    { label: 'At', kind: 'time', value: ({ at }) => at },
    { label: 'Text', value: ({ text }) => text },
  ],
  load: () => Promise.resolve([]),
};

describe('an event of the journal in a line', () => {
  it('has its fields, without what is long', () => {
    expect(summaryOf('issued')).toBe('');
    expect(summaryOf({ corrected: { round: 1, from: 'ball 18', to: 'ball 17', signed: [2, 3], note: null } })).toBe('round 1, from ball 18, to ball 17, signed 2 3');
    expect(summaryOf({ 'edition-stored': { rulebook: 'x', digest: Array.from({ length: 32 }, () => 1), text: `${'a'.repeat(99)}\nb` } })).toBe(`rulebook x, digest (32), text ${'a'.repeat(59)}…`);
  });
});

describe('exports', () => {
  it('quote what needs it, and leave no formula for a spreadsheet', () => {
    expect(csvField('plain')).toBe('plain');
    expect(csvField('a "word", and\nmore')).toBe('"a ""word"", and\nmore"');
    expect(csvField('=1+1')).toBe("'=1+1");
    expect(csvField('-12.50')).toBe('-12.50');
    expect(csvField('-cmd')).toBe("'-cmd");
  });

  it('have amounts and times for programs, and the page has them for people', () => {
    const row = { amount: '-1234.50', at: Date.UTC(2026, 10, 17, 21, 5), text: 'it' };
    expect(csvLines(LIST, [row])).toEqual(['-1234.50,2026-11-17T21:05:00.000Z,it']);
    expect(LIST.columns.map((column) => cell(column, row))[0]).toBe('−1\u202f234.50');
  });
});
