import { describe, expect, it } from 'vitest';
import type { GameInfo, TableView } from '../../api/types';
import { makeStake, makeView } from '../../table/fixtures';
import { announcementOf, phaseTitle } from './announcements';
import { awaitsSuit, linesOf, readBack, tokensOf, wheelRows, withDie, withoutLast, withRank, withSuit } from './entry';
import { chipsToPush, payoutsOf, totalsOf } from './payouts';
import { awaitedOf, nextSteps, otherSteps } from './steps';

const ORDER = ['0', ...Array.from({ length: 36 }, (_, place) => String(36 - place)), '00'];
const game = (change: object): GameInfo => ({ wheel: null, shoe_packs: null, chips: ['1', '5', '25', '100'], ...change }) as unknown as GameInfo;
const wheel = game({ family: 'roulette', wheel: { order: ORDER, colours: { 17: 'black' } } });
const boxes = game({ family: 'blackjack', shoe_packs: 6 });
const labels = (view: Partial<TableView>, of: GameInfo): string[] => nextSteps(makeView({ mode: 'attended', ...view }), of).map(({ label }) => label);

describe('the next step', () => {
  it('follows the calls of a round of roulette', () => {
    expect(labels({ phase: 'waiting' }, wheel)).toEqual(['Place your bets']);
    expect(labels({ phase: 'place-your-bets' }, wheel)).toEqual(['Final bets']);
    expect(labels({ phase: 'final-bets' }, wheel)).toEqual(['No more bets']);
    expect(labels({ phase: 'no-more-bets' }, wheel)).toEqual(['Spin left', 'Spin right']);
    const spun = makeView({ phase: 'no-more-bets', lines: ['no more bets', 'spin left'] });
    expect([nextSteps(spun, wheel), awaitedOf(spun, wheel)]).toEqual([[], 'outcome']);
    expect(labels({ phase: 'no-more-bets', lines: ['spin left', 'void spin'] }, wheel)).toEqual(['Spin left', 'Spin right']);
    expect(labels({ phase: 'payment' }, wheel)).toEqual(['Place your bets']);
    expect(labels({ phase: 'no-more-bets', spin: 'right' }, wheel)).toEqual(['Spin right']);
  });

  it('is the confirmation while something is entered, in every phase', () => {
    for (const phase of ['place-your-bets', 'no-more-bets', 'outcome'] as const) expect(awaitedOf(makeView({ phase, entry: 'ball 17' }), wheel)).toBe('confirmation');
  });

  it('is the shuffle once the cutting card is out, and the call for bets after it', () => {
    expect(labels({ phase: 'payment', shuffle: ['4.1(3)'] }, boxes)).toEqual(['Shuffle']);
    expect(labels({ phase: 'payment', shuffle: null }, boxes)).toEqual(['Place your bets']);
    expect(otherSteps(makeView({ phase: 'place-your-bets', shuffle: [] }), boxes).map(({ label }) => label)).toContain('Shuffle');
  });

  it('leaves to each game what only that has', () => {
    const others = (of: GameInfo, lines: string[] = []): string[] => otherSteps(makeView({ phase: 'outcome', lines }), of).map(({ label }) => label);
    expect(others(wheel, ['spin right'])).toEqual(['Void spin']);
    expect(others(game({ family: 'poker' }))).toEqual(['Misdeal']);
    expect(others(boxes)).toEqual(['Cutting card']);
    expect(others(game({ family: 'dice' }))).toEqual([]);
  });
});

describe('what is keyed in', () => {
  it('is taken apart however it is spaced', () => {
    expect(tokensOf('8s th6D', 'cards')).toEqual(['8S', 'TH', '6D']);
    expect(tokensOf('10h 9', 'cards')).toEqual(['TH', '9']);
    expect(tokensOf('34', 'dice')).toEqual(['3', '4']);
    expect([linesOf('8sth', 'cards'), linesOf('34', 'dice'), linesOf(' 17 ', 'ball'), linesOf('Cutting card', 'cards')]).toEqual(['8S TH', '3 4', '17', 'Cutting card']);
  });

  it('grows by taps and shrinks by backspace', () => {
    const ten = withRank('', 'T');
    expect([awaitsSuit(ten), withSuit(ten, 'H'), withRank(ten, '9')]).toEqual([true, 'TH ', '9']);
    expect(withSuit('TH ', 'S')).toBe('TH ');
    expect(withRank('TH ', '2')).toBe('TH 2');
    expect(withoutLast('TH 2', 'cards')).toBe('TH ');
    expect(withoutLast('TH ', 'cards')).toBe('');
    expect([withDie('', 3), withDie('3', 4), withDie('3 4', 6)]).toEqual(['3', '3 4', '6']);
    expect(withoutLast('17', 'ball')).toBe('1');
  });

  it('is read back by what it is', () => {
    expect(readBack('ball 00').ball).toBe('00');
    expect(readBack('dice 3 4').dice).toEqual([3, 4]);
    expect(readBack('cards 8S TH').cards).toEqual(['8S', 'TH']);
    expect(readBack('shuffle\ncards 8S').cards).toEqual([]);
  });

  it('has the numbers of the wheel as on the cloth', () => {
    const { zeros, rows } = wheelRows(ORDER);
    expect(zeros).toEqual(['0', '00']);
    expect(rows.map((row) => [row.length, row[0], row.at(-1)])).toEqual([[12, '3', '36'], [12, '2', '35'], [12, '1', '34']]);
    expect(wheelRows(['5', '1', '9']).rows).toEqual([['1', '5', '9']]);
  });
});

describe('payouts', () => {
  it('take lost stakes first, then pay box by box', () => {
    const stakes = [
      makeStake({ stake: 1, wager: 'box 3', hand: '3.1', amount: '20.00', outcome: 'won', returned: '40.00' }),
      makeStake({ stake: 2, wager: 'box 1', hand: '1.1', amount: '10.00', outcome: 'void', returned: '10.00' }),
      makeStake({ stake: 3, wager: 'box 2', hand: '2.1', amount: '30.00', outcome: 'lost', returned: '0.00' }),
      makeStake({ stake: 4, wager: 'box 2', hand: '2.1', outcome: 'cancelled' }),
      makeStake({ stake: 5, wager: 'box 4', hand: '4.1', outcome: 'standing' }),
    ];
    const payouts = payoutsOf(stakes);
    expect(payouts.map(({ stake, take, pay, back }) => [stake.stake, take, pay, back])).toEqual([[3, 3000n, 0n, 0n], [2, 0n, 0n, 1000n], [1, 0n, 2000n, 0n]]);
    expect(totalsOf(payouts)).toEqual({ take: 3000n, pay: 2000n });
  });

  it('name the chips to push, and what they do not make', () => {
    expect(chipsToPush(17500n, ['1', '5', '25', '100'])).toEqual({ stacks: [{ chip: 10000n, count: 1 }, { chip: 2500n, count: 3 }], rest: 0n });
    expect(chipsToPush(3850n, ['5', '25'])).toEqual({ stacks: [{ chip: 2500n, count: 1 }, { chip: 500n, count: 2 }], rest: 350n });
  });
});

describe('announcements', () => {
  it('say the entry, that it was dropped, and the result', () => {
    const waiting = makeView({ phase: 'no-more-bets', awaited: 'the dealer, to enter where the ball lies' });
    const entered = { ...waiting, entry: 'ball 17', awaited: 'the dealer, to confirm the entry' };
    const paid = makeView({ phase: 'payment', fell: { ball: '17', direction: 'left', dice: null }, awaited: 'the dealer, to call for bets' });
    expect(announcementOf(waiting, entered, wheel)).toBe('Read back: 17, black. Confirm or drop.');
    expect(announcementOf(waiting, { ...entered, entry_from: 'wheel camera' }, wheel)).toBe('From wheel camera: 17, black. Confirm or drop.');
    expect(announcementOf(entered, waiting, wheel)).toBe('Entry dropped. No more bets. Waiting for the dealer, to enter where the ball lies');
    expect(announcementOf(entered, paid, wheel)).toBe('Result: 17, black. Pay.');
    expect(announcementOf(paid, paid, wheel)).toBe('');
  });

  it('name the player whose turn it is, and not the dealer who sees the moves', () => {
    const move = { decision: 'stand', player: 'ann', amount: null, on: null, adds: null, words: 'stand', means: '' } as const;
    const due = { who: 'ann', speaker: 'ann', mine: false, seat: 0, on: '1.1', by_default: null, bound: null };
    expect(phaseTitle(makeView({ phase: 'decision', due, moves: [move] }))).toBe('Ann to act, box 1');
  });
});
