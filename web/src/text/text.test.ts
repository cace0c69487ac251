import { describe, expect, it } from 'vitest';
import type { DueDecision, Hand, Problem, Stake } from '../api/types';
import { withSuitNames, withSuitSymbols } from './cards';
import { makeView } from '../table/fixtures';
import { resultText, timeoutText } from './phases';
import { netSummary, refusalText, stakeLabel, stakeSummary } from './stakes';
import { wagerLabel, wagerRowLabel } from './names';

const due = (by_default: string, mine: boolean): DueDecision => ({ who: 'ann', speaker: 'ann', mine, seat: 1, on: null, by_default });
const stake = (change: Partial<Stake>): Stake => ({ stake: 1, player: 'ann', mine: true, wager: 'red', hand: null, amount: '25.00', outcome: 'won', returned: '50.00', cites: [], odds: '1 to 1', profit: null, of: null, life: null, calls: false, half: null, reason: null, why: null, ...change });
const problem = (change: Partial<Problem>): Problem => ({ status: 422, code: 'rules', found: '', allowed: '', cites: [], message: '', retry: false, after: 0, ...change });

describe('texts for the player', () => {
  it('name wagers in plain English', () => {
    expect(['dont-win', 'split 17 20', 'series-5-8', 'egalite'].map(wagerLabel)).toEqual(['Don’t win', 'Split 17 20', 'Series 5-8', 'Égalité']);
    expect(wagerRowLabel({ name: 'even-money', forms: ['red', 'black'] })).toBe('Red, black');
  });

  it('write cards with symbols, and in full for screen readers', () => {
    expect(withSuitSymbols('player TH 9C')).toBe('player 10♥ 9♣');
    expect(withSuitNames('QS')).toBe('queen of spades,');
  });

  it('say what happens when time runs out', () => {
    expect(timeoutText(due('ann stands', true))).toBe('If time runs out, you stand');
    expect(timeoutText(due('ann follows 1.2', true))).toBe('If time runs out, you follow 1.2');
    expect(timeoutText(due('ann stands', false))).toBe('If time runs out, ann stands');
    expect(timeoutText(null)).toBe('');
  });

  it('name hands by their box, and by their number if the box is split', () => {
    const hand = (name: string): Hand => ({ at: 'box 2', hand: name, cards: [], score: null, due: false });
    const call = '2.1 has 21; the dealer shows 4';
    expect(resultText(makeView({ call, hands: [hand('2.1')] }))).toBe('Box 2 has 21; the dealer shows 4');
    expect(resultText(makeView({ call, hands: [hand('2.1'), hand('2.2')] }))).toBe('Box 2, hand 1 has 21; the dealer shows 4');
    const [first, second] = [stake({ wager: 'box 2', hand: '2.1' }), stake({ wager: 'box 2', hand: '2.2' })];
    expect([stakeLabel(first), stakeLabel(first, [first, second]), stakeLabel(second)]).toEqual(['Box 2', 'Box 2, hand 1', 'Box 2, hand 2']);
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
