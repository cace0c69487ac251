import { describe, expect, it } from 'vitest';
import type { TableEvent, TableView } from '../../api/types';
import { makeView } from '../../table/fixtures';
import { actsOf, Players } from './acts';
import { chanceText, figureText } from './patterns';

const event = (version: number, by: string, what: TableEvent['what'] = 'acted'): TableEvent => ({ version, at: version, by, what, text: 'ball 18' });
const seats = (...handles: string[]): TableView => makeView({ seated: handles.map((handle) => ({ handle, me: false, robot: false, away: false })) });

describe('what the staff did', () => {
  it('is what people without a seat did, the latest first, also of players who have left since', () => {
    const players = new Players().note([seats('ann')]).note([seats()]);
    const tables = [{ id: 1, events: [event(1, 'dee'), event(2, 'ann'), event(3, 'house')] }, { id: 2, events: [event(4, 'ida', 'authorised')] }];
    expect(actsOf(tables, players).map(({ by, table }) => `${by} ${table}`)).toEqual(['ida 2', 'dee 1']);
    expect(actsOf(tables, players, 'dee').map(({ by }) => by)).toEqual(['dee']);
  });
});

describe('patterns', () => {
  it('have figures with units, and chances as one in so many', () => {
    expect([figureText({ kind: 'corrections' }, 7, 'GBP'), figureText({ kind: 'result' }, -1250.5, 'GBP')]).toEqual(['7 rounds', 'GBP \u22121\u202f250.5']);
    expect([chanceText(0.0004), chanceText(0.8), chanceText(0)]).toEqual(['1 in 2\u202f500', '80\u00a0%', 'below 1 in 10\u00b9\u2075']);
  });
});
