import { beforeEach, describe, expect, it } from 'vitest';
import { Deck, KNOWN, restOf, storedDecks } from './deck';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const deck = (): Deck => new Deck('test', 'A drill', IDS);

describe('a deck', () => {
  beforeEach(() => localStorage.clear());

  it('asks a wrong answer again after a few others, and a right one later', () => {
    const one = deck();
    one.answer('a', false);
    one.answer('b', true);
    const asked: string[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const id = one.next(() => 0) ?? '';
      asked.push(id);
      one.answer(id, true);
    }
    const again = asked.indexOf('a');
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThanOrEqual(restOf(0));
    expect(asked.slice(0, again)).not.toContain('b');
    expect(asked.indexOf('b')).toBeGreaterThan(again);
  });

  it('never asks the same twice in a row while there are others', () => {
    const one = deck();
    let last = '';
    for (let turn = 0; turn < 60; turn += 1) {
      const id = one.next() ?? '';
      expect(id).not.toBe(last);
      one.answer(id, turn % 3 === 0);
      last = id;
    }
  });

  it('is stored, and counts what is known', () => {
    const one = deck();
    for (let turn = 0; turn < KNOWN; turn += 1) one.answer('a', true);
    one.answer('b', false);
    expect(deck().known).toBe(1);
    expect(storedDecks()).toEqual([{ title: 'A drill', total: 10, seen: 2, known: 1, right: KNOWN, wrong: 1, hardest: ['b'] }]);
    expect(new Deck('test', 'A drill', ['b']).known).toBe(0);
  });
});
