/** Times of the house, rotations, lanes and relief. */
import { describe, expect, it } from 'vitest';
import type { Duty } from '../../api/types';
import { changes, lanesOf, reliefOf, rotation, rotationText, rowsOf } from './plan';
import { dateAt, hoursIn, momentIn, momentOf, shiftOf, timeAt } from './times';

const LONDON = 'Europe/London';
const MINUTE = 60_000;

describe('times of the house', () => {
  it('are read in its time zone, in summer and in winter', () => {
    expect(momentOf('2026-11-17', '20:30', LONDON)).toBe(Date.UTC(2026, 10, 17, 20, 30));
    expect(momentOf('2026-07-01', '20:30', LONDON)).toBe(Date.UTC(2026, 6, 1, 19, 30));
    expect(momentOf('2026-07-01', '20:30', 'Africa/Johannesburg')).toBe(Date.UTC(2026, 6, 1, 18, 30));
  });

  it('that the clocks skip are none, and what is no time is none', () => {
    // In London the clocks go from 01:00 to 02:00 on 29 March 2026.
    expect(momentOf('2026-03-29', '01:30', LONDON)).toBeNull();
    expect(momentOf('2026-03-29', '00:59', LONDON)).toBe(Date.UTC(2026, 2, 29, 0, 59));
    expect(momentOf('2026-03-29', '02:00', LONDON)).toBe(Date.UTC(2026, 2, 29, 1, 0));
    for (const [date, time] of [['', '20:00'], ['2026-11-17', ''], ['2026-13-01', '20:00']] as const) expect(momentOf(date, time, LONDON)).toBeNull();
  });

  it('of a shift go over midnight, also when the clocks change', () => {
    expect(shiftOf('2026-11-17', '18:00', '02:00', LONDON)).toEqual({ from: Date.UTC(2026, 10, 17, 18), to: Date.UTC(2026, 10, 18, 2) });
    // One hour is not there.
    expect(shiftOf('2026-03-28', '18:00', '04:00', LONDON)).toEqual({ from: Date.UTC(2026, 2, 28, 18), to: Date.UTC(2026, 2, 29, 3) });
    const shift = { from: Date.UTC(2026, 10, 17, 18), to: Date.UTC(2026, 10, 18, 2) };
    expect(momentIn('23:40', shift, LONDON)).toBe(Date.UTC(2026, 10, 17, 23, 40));
    expect(momentIn('00:20', shift, LONDON)).toBe(Date.UTC(2026, 10, 18, 0, 20));
    expect(momentIn('02:00', shift, LONDON)).toBe(shift.to);
    // What is outside is left to the server to refuse.
    expect(momentIn('17:00', shift, LONDON)).toBe(Date.UTC(2026, 10, 17, 17));
    expect(dateAt(shift.to, LONDON)).toBe('2026-11-18');
    expect(timeAt(shift.from, LONDON)).toBe('18:00');
    expect(hoursIn({ from: shift.from + 10 * MINUTE, to: shift.from + 130 * MINUTE }, LONDON)).toEqual([shift.from + 60 * MINUTE, shift.from + 120 * MINUTE]);
  });
});

describe('a rotation', () => {
  const shift = { from: 0, to: 150 * MINUTE };

  it('leads everybody from table to table and then to a break, and nobody to two places', () => {
    const turns = rotation({ shift, minutes: 40, tables: [1, 2], people: [7, 8, 9] });
    const at = (from: number): (number | undefined)[] => [1, 2].map((table) => turns.find((turn) => turn.from === from * MINUTE && turn.table === table)?.person);
    expect([0, 40, 80, 120].map(at)).toEqual([[7, 8], [9, 7], [8, 9], [7, 8]]);
    expect(turns.at(-1)?.to).toBe(shift.to);
    expect(turns.every(({ from, to, post }) => from < to && post === 'dealer')).toBe(true);
    for (const from of [0, 40, 80, 120]) expect(new Set(at(from)).size).toBe(2);
  });

  it('is said in words before it is made, and is not made with too few people', () => {
    expect(rotationText({ minutes: 40, tables: [1, 2], people: [7, 8, 9] })).toBe('Everybody deals 80 minutes, 40 at each table, and then has a break of 40 minutes.');
    expect(rotationText({ minutes: 40, tables: [1, 2], people: [7, 8] })).toContain('without a break');
    expect(rotationText({ minutes: 40, tables: [1, 2], people: [7] })).toBe('2 tables need at least 2 people.');
    expect(rotation({ shift, minutes: 40, tables: [1, 2], people: [7] })).toEqual([]);
    expect(rotation({ shift, minutes: 0, tables: [1], people: [7] })).toEqual([]);
  });
});

const duty = (person: number, from: number, to: number, more: Partial<Duty> = {}): Duty => ({ from: from * MINUTE, to: to * MINUTE, takes_over_from: (from - 10) * MINUTE, table: 1, name: 'Wheel 1', post: 'dealer', person, handle: `p${person}`, staff: `P${person}`, holds: false, ...more });

describe('the grid', () => {
  it('puts duties that overlap into lanes of their own', () => {
    const [one, two, three] = [duty(1, 0, 40), duty(2, 30, 60), duty(3, 40, 80)];
    expect(lanesOf([three, two, one])).toEqual([[one, three], [two]]);
  });

  it('has dealer and inspector of every table, and other posts where they are held or planned', () => {
    const rows = rowsOf([{ id: 1, name: 'Wheel 1' }, { id: 2, name: 'Punto 1' }], [{ table: 'Punto 1', post: 'base dealer' }], [{ table: 1, post: 'palette-person' }]);
    expect(rows.map(({ table, post }) => `${table} ${post}`)).toEqual(['1 dealer', '1 palette-person', '1 inspector', '2 dealer', '2 base-dealer', '2 inspector']);
  });

  it('says what a proposal changes', () => {
    const [same, old, fresh] = [duty(1, 0, 40), duty(2, 40, 80), duty(2, 40, 90)];
    expect(changes([same, old], [{ ...same, holds: true }, fresh])).toEqual({ added: [fresh], removed: [old], same: 1 });
  });
});

describe('relief', () => {
  const duties = [duty(7, 0, 40, { holds: true }), duty(8, 40, 80), duty(7, 80, 120)];

  it('names the next person, and offers to take over from the time that the server says until the end', () => {
    expect(reliefOf(duties, 8, 20 * MINUTE)).toMatchObject({ next: [{ person: 8 }], mine: [] });
    expect(reliefOf(duties, 8, 30 * MINUTE).mine).toMatchObject([{ person: 8, post: 'dealer' }]);
    expect(reliefOf(duties, 9, 30 * MINUTE).mine).toEqual([]);
    expect(reliefOf(duties, 8, 79 * MINUTE).mine).toHaveLength(1);
    expect(reliefOf(duties, 8, 80 * MINUTE).mine).toEqual([]);
  });

  it('does not call back somebody who was relieved early', () => {
    const early = [duty(7, 0, 40), duty(8, 40, 80, { holds: true }), duty(9, 80, 120)];
    expect(reliefOf(early, 7, 35 * MINUTE)).toMatchObject({ next: [{ person: 9 }], mine: [] });
    // Nobody came yet: the one who is named is due.
    expect(reliefOf([duty(7, 0, 40), duty(8, 40, 80)], 7, 5 * MINUTE)).toMatchObject({ next: [{ person: 7 }], mine: [{ person: 7 }] });
  });

  it('offers nothing to somebody who has the post', () => {
    const taken = [duty(8, 40, 80, { holds: true }), duty(7, 80, 120)];
    expect(reliefOf(taken, 8, 35 * MINUTE)).toMatchObject({ next: [{ person: 7 }], mine: [] });
    expect(reliefOf([], 8, 0)).toEqual({ next: [], mine: [] });
  });
});
