import { describe, expect, it } from 'vitest';
import type { DueDecision, GameInfo, Hand, Problem, Stake } from '../api/types';
import { cardName, cardNames, withSuitSymbols } from './cards';
import { makeView } from '../table/fixtures';
import { resultText, timeoutText } from './phases';
import { netSummary, refusalText, stakeLabel, stakeSummary } from './stakes';
import { oddsLabel, paymentsOf, wagerLabel, wagerRowLabel } from './names';

const decision = (due: DueDecision | null) => ({ due, phase: 'decision' as const });
const due = (by_default: string, mine: boolean): DueDecision => ({ who: 'ann', speaker: 'ann', mine, seat: 1, on: null, by_default, bound: null });
const stake = (change: Partial<Stake>): Stake => ({ stake: 1, player: 'ann', mine: true, wager: 'red', hand: null, amount: '25.00', outcome: 'won', returned: '50.00', cites: [], odds: '1 to 1', profit: null, of: null, life: null, calls: false, half: null, behind: null, reason: null, why: null, ...change });
const problem = (change: Partial<Problem>): Problem => ({ status: 422, code: 'rules', found: '', allowed: '', cites: [], message: '', retry: false, after: 0, duty: null, ...change });

describe('texts for the player', () => {
  it('name wagers in plain English', () => {
    expect(['dont-win', 'split 17 20', 'series-5-8', 'egalite'].map(wagerLabel)).toEqual(['Don’t win', 'Split 17 20', 'Series 5-8', 'Égalité']);
    expect(wagerRowLabel({ name: 'even-money', forms: ['red', 'black'] })).toBe('Red, black');
  });

  it('write cards with symbols, and in full for screen readers', () => {
    expect(withSuitSymbols('player TH 9C')).toBe('player 10♥ 9♣');
    expect([cardName('QS'), cardName('TH'), cardName(null)]).toEqual(['queen of spades', '10 of hearts', 'a card face down']);
    expect(cardNames(['2C', null, null])).toBe('2 of clubs, 2 cards face down');
  });

  it('say what happens when time runs out', () => {
    expect(timeoutText(decision(due('ann stands', true)))).toBe('If time runs out, you stand');
    expect(timeoutText(decision(due('ann follows 1.2', true)))).toBe('If time runs out, you follow 1.2');
    expect(timeoutText(decision(due('ann stands', false)))).toBe('If time runs out, ann stands');
    expect(timeoutText(decision(null))).toBe('');
    expect(timeoutText({ due: null, phase: 'insurance' })).toBe('If time runs out, you take no insurance');
  });

  it('name hands by their box, and by their number if the box is split', () => {
    const hand = (name: string): Hand => ({ at: 'box 2', hand: name, cards: [], score: null, due: false });
    const call = '2.1 has 21; the dealer shows 4';
    expect(resultText(makeView({ call, hands: [hand('2.1')] }))).toBe('Box 2 has 21; the dealer shows 4');
    expect(resultText(makeView({ call, hands: [hand('2.1'), hand('2.2')] }))).toBe('Box 2, hand 1 has 21; the dealer shows 4');
    const [first, second] = [stake({ wager: 'box 2', hand: '2.1' }), stake({ wager: 'box 2', hand: '2.2' })];
    expect([stakeLabel(first), stakeLabel(first, [first, second]), stakeLabel(second)]).toEqual(['Box 2', 'Box 2, hand 1', 'Box 2, hand 2']);
  });

  it('name players by what they are called', () => {
    const hand = (at: string): Hand => ({ at, hand: null, cards: [], score: null, due: false });
    const seated = ['ann', 'ben'].map((handle) => ({ handle, me: false, robot: false, away: false }));
    const view = makeView({ call: 'player 1 has 9C (high card); player 2 has KD (high card) and folds; the dealer has AS', hands: [hand('dealer'), hand('ann'), hand('ben')], seated });
    expect(resultText(view)).toBe('Ann has 9C (high card); ben has KD (high card) and folds; the dealer has AS');
  });

  it('say what a wager pays, in short and case by case', () => {
    const row = (name: string, commission: string | null, ...pays: [string, string][]) => ({ name, words: [name], commission, pays: pays.map(([when, odds]) => ({ when, odds })) });
    const wagers = [row('tie', null, ['equal', '8 to 1']), row('banker', null, ['it wins', '1 to 1'], ['with 6', '1 to 2']), row('dragon', null, ['by 9', '30 to 1'], ['by 8', '10 to 1'], ['by 7', '6 to 1']), row('buy 4', '5 % of the stake, on a win', ['it happens', '2 to 1'])];
    const game = { wagers } as unknown as GameInfo;
    expect(['tie', 'banker', 'dragon', 'none'].map((wager) => oddsLabel(game, wager))).toEqual(['8 to 1', '1 to 1 or 1 to 2', 'up to 30 to 1', '']);
    expect(paymentsOf(game, 'buy 4')).toEqual(['it happens: 2 to 1', 'less 5 % of the stake, on a win']);
  });

  it('sum up a stake and a round', () => {
    expect(stakeSummary(stake({}))).toBe('Red: won at 1 to 1, 50 returned on 25');
    expect(stakeSummary(stake({ outcome: 'lost' }))).toBe('Red: lost 25');
    expect(stakeSummary(stake({ outcome: 'refused', reason: 'a tie bet alone', returned: '25.00' }))).toBe('Red: refused, a tie bet alone; 25 returned');
    expect([netSummary(2500n), netSummary(-1000n), netSummary(0n)]).toEqual(['You won 25', 'You lost 10', 'You broke even']);
  });

  it('give the reason of a refusal without its provision ids', () => {
    expect(refusalText(problem({ message: 'no wager `split 1 36` (3.4)', cites: ['3.4'] }))).toBe('no wager “split 1 36”');
    expect(refusalText(problem({ found: '1 on red', allowed: 'at least 10' }))).toBe('1 on red; at least 10');
  });
});
