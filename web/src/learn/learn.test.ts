import { beforeEach, describe, expect, it } from 'vitest';
import type { Advice, Move, Strategy } from '../api/types';
import { answersTo, cardsOf, costOfAnswer, isBest, nameOf, questionsOf } from './drill';
import { Mistakes } from './mistakes.svelte';

const option = (decision: string, cost: string | null): Advice['options'][number] => ({ decision, share: 0, worth: null, cost });
const ADVICE: Advice = { round: 1, on: null, stake: '10.00', options: [option('stand', '0.00'), option('draw', '2.50'), option('split', null)], method: '' };
const move = (decision: Move['decision']): Move => ({ decision, player: null, amount: null, on: null, adds: null, words: '', means: '' });

describe('mistakes', () => {
  beforeEach(() => sessionStorage.clear());

  it('are counted with their cost, and stored', () => {
    const mistakes = new Mistakes('test');
    for (const decision of ['stand', 'draw', 'split'] as const) mistakes.add(ADVICE, move(decision));
    expect([mistakes.count, mistakes.decisions, mistakes.cost]).toEqual([1, 2, 2.5]);
    expect(new Mistakes('test').cost).toBe(2.5);
    mistakes.add(ADVICE, move('draw'));
    expect(mistakes.last).toEqual({ made: 'draw', better: 'stand', cost: 2.5 });
    mistakes.add(ADVICE, move('stand'));
    expect(mistakes.last).toBeNull();
    mistakes.reset();
    expect(new Mistakes('test').decisions).toBe(0);
  });
});

describe('a drill', () => {
  const play = (letter: string, name: string): Strategy['charts'][number]['rows'][number]['cells'][number] => ({ plays: [{ letter, name, probability: '1' }], worth: [] });
  const strategy = {
    moves: [
      { letter: 'S', name: 'stand', kind: 'move' },
      { letter: 'H', name: 'draw', kind: 'move' },
      { letter: 'P', name: 'split', kind: 'move' },
    ],
    charts: [{ title: 'hard totals', down: 'total', across: 'dealer card', columns: ['2', 'A'], rows: [{ name: '16', cells: [play('S', 'stand'), play('H', 'draw')] }, { name: '21', cells: [null, null] }] }],
  } as unknown as Strategy;

  it('asks every cell that has an answer, and offers the moves of its chart', () => {
    const questions = questionsOf(strategy);
    expect(questions.map(({ row, column }) => `${row} ${column}`)).toEqual(['16 2', '16 A']);
    const [first] = questions;
    if (!first) throw new Error('no question');
    expect(answersTo(strategy, first).map(({ letter }) => letter)).toEqual(['S', 'H']);
    expect([isBest(first, 'S'), isBest(first, 'H')]).toEqual([true, false]);
  });

  it('names its questions, and says what a wrong answer costs', () => {
    const worth = [{ move: 'stand', expectation: null, expectation_decimal: -0.25 }, { move: 'draw', expectation: null, expectation_decimal: -0.5 }];
    const [first] = questionsOf(strategy);
    if (!first) throw new Error('no question');
    expect(nameOf(first)).toBe('hard totals: 16 against 2');
    const priced = { ...first, cell: { ...first.cell, worth } };
    expect([costOfAnswer(strategy, priced, 'H'), costOfAnswer(strategy, priced, 'S'), costOfAnswer(strategy, first, 'H')]).toEqual([0.25, 0, null]);
  });

  it('draws the cards that a row names', () => {
    expect(cardsOf('A 10').map((card) => card.slice(0, -1))).toEqual(['A', 'T']);
    expect(cardsOf('hard 16')).toEqual([]);
    expect(cardsOf('16')).toEqual([]);
  });
});
