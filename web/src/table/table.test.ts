import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameInfo, Stake, TableCommand, TableView } from '../api/types';
import { announcementOf } from './announcements';
import { Bets, type BetContext } from './bets.svelte';
import { makeView, makeStake } from './fixtures';
import { LastBets } from './last-bets.svelte';
import { NoticeLog } from './notices.svelte';
import { Reveal } from './reveal.svelte';
import { drawKey, withoutHiddenResults } from './frames';
import { netOf, reuseUnchanged, settledStakes } from './view';

const BALL_7 = { ball: '7', direction: null, dice: null };
const DONE = { from: 1, to: 2, again: false, number: null, breached: false, sequence: 9, leaf: null };

beforeEach(() => sessionStorage.clear());

describe('a view', () => {
  it('gives the net result of settled stakes', () => {
    const stakes = [makeStake({ outcome: 'won', amount: '5.00', returned: '10.00' }), makeStake({ outcome: 'lost' }), makeStake(), makeStake({ outcome: 'cancelled' }), makeStake({ mine: false, outcome: 'won' })];
    const settled = settledStakes(makeView({ stakes }));
    expect(settled.map((stake) => stake.outcome)).toEqual(['won', 'lost']);
    expect(netOf(settled)).toBe(0n);
  });

  it('identifies a second throw with the same dice', () => {
    const dice = { fell: { ball: null, direction: null, dice: [3, 4] as [number, number] } };
    expect(drawKey(makeView())).toBe('');
    expect(drawKey(makeView({ ...dice, lines: ['dice 3 4'] }))).not.toBe(drawKey(makeView({ ...dice, lines: ['dice 3 4', 'dice 3 4'] })));
  });

  it('keeps the objects that did not change', () => {
    const previous = makeView({ stakes: [makeStake()] });
    const next = reuseUnchanged(previous, makeView({ version: 2, stakes: [makeStake()], seated: [{ handle: 'ada', robot: false, me: false, away: false }] }));
    expect(next.stakes).toBe(previous.stakes);
    expect(next.seated).toHaveLength(1);
    expect(next.version).toBe(2);
  });
});

describe('the reveal of a result', () => {
  const betting = makeView();
  const result = makeView({ phase: 'payment', fell: BALL_7, stakes: [makeStake({ outcome: 'won', returned: '10.00' })], call: 'the ball lies on 7' });
  const dealt = (cards: (string | null)[], score: string | null, change: Partial<TableView> = {}): TableView =>
    makeView({ cards: cards.map((card) => ({ seat: 1, hand: null, card })), hands: [{ at: 'player', hand: null, cards, score, due: false }], ...change });

  const setup = (): { reveal: Reveal; frames: TableView[]; shown: TableView[] } => {
    const [frames, shown]: [TableView[], TableView[]] = [[], []];
    return { reveal: new Reveal({ frame: (view) => frames.push(view), shown: (view) => shown.push(view) }), frames, shown };
  };

  it('holds what follows from a ball back until it lies', () => {
    const { reveal, frames, shown } = setup();
    reveal.update(betting);
    reveal.update(result);
    expect(reveal.running).toBe(true);
    expect(frames).toMatchObject([{ phase: 'no-more-bets', call: '', fell: BALL_7, stakes: [{ outcome: 'standing', returned: '0.00' }] }]);
    reveal.finish();
    reveal.finish();
    expect(reveal.running).toBe(false);
    expect(shown).toEqual([betting, result]);
  });

  it('does not replay the result that was there when the page opened', () => {
    const { reveal, shown } = setup();
    reveal.update(result);
    expect(reveal.running).toBe(false);
    expect(shown).toEqual([result]);
  });

  it('ends by itself after a time, and with the next round', () => {
    vi.useFakeTimers();
    const { reveal, shown } = setup();
    reveal.update(betting);
    reveal.update(result);
    vi.advanceTimersByTime(8000);
    expect(reveal.running).toBe(false);
    reveal.update(makeView({ round: 2 }));
    reveal.update(makeView({ round: 2, phase: 'payment', fell: BALL_7 }));
    expect(reveal.running).toBe(true);
    reveal.update(makeView({ round: 3 }));
    expect(reveal.running).toBe(false);
    expect(shown.map(({ round, phase }) => [round, phase])).toEqual([[1, 'place-your-bets'], [1, 'payment'], [2, 'place-your-bets'], [2, 'payment'], [3, 'place-your-bets']]);
    vi.useRealTimers();
  });

  it('lets cards fall one by one, and gives totals, turns and results after the last', () => {
    vi.useFakeTimers();
    const { reveal, frames, shown } = setup();
    reveal.update(betting);
    const over = dealt(['2C', 'KD', '6S'], '8', { phase: 'payment', call: 'the player has 8', stakes: [makeStake({ outcome: 'lost' })] });
    reveal.update(over);
    for (const count of [1, 2, 3]) {
      expect(frames.at(-1)?.hands).toEqual([{ at: 'player', hand: null, cards: ['2C', 'KD', '6S'].slice(0, count), score: null, due: false }]);
      expect(frames.at(-1)).toMatchObject({ phase: 'no-more-bets', call: '', moves: [], stakes: [{ outcome: 'standing' }] });
      expect(shown).toHaveLength(1);
      vi.advanceTimersByTime(700);
    }
    expect(shown.at(-1)).toBe(over);
    vi.useRealTimers();
  });

  it('says nothing of a stake whose hand lies face down', () => {
    const hidden = dealt([null, null], null, { phase: 'decision', stakes: [makeStake({ wager: 'player', outcome: 'won', returned: '10.00' }), makeStake({ stake: 2, outcome: 'lost' })] });
    expect(withoutHiddenResults(hidden, null).stakes.map(({ outcome }) => outcome)).toEqual(['standing', 'lost']);
    expect(withoutHiddenResults({ ...hidden, phase: 'payment' }, null).stakes.map(({ outcome }) => outcome)).toEqual(['won', 'lost']);
  });

  it('turns a card, and goes on to what came in the meantime', () => {
    vi.useFakeTimers();
    const { reveal, frames, shown } = setup();
    reveal.update(dealt(['TC', null], null, { phase: 'decision' }));
    reveal.update(dealt(['TC', '7H'], '17', { phase: 'decision' }));
    expect(frames.at(-1)?.hands[0]?.cards).toEqual(['TC', '7H']);
    const last = dealt(['TC', '7H', '2S'], '19', { phase: 'payment' });
    reveal.update(last);
    expect(frames.at(-1)?.hands[0]).toMatchObject({ cards: ['TC', '7H'], score: null });
    vi.advanceTimersByTime(700);
    expect(frames.at(-1)?.hands[0]).toMatchObject({ cards: ['TC', '7H', '2S'], score: null });
    vi.advanceTimersByTime(700);
    expect(shown.at(-1)).toBe(last);
    vi.useRealTimers();
  });
});

describe('the bet log', () => {
  it('keeps the six latest notices, newest first, and announces each', () => {
    const log = new NoticeLog();
    for (let number = 1; number <= 8; number += 1) log.add('good', 'Accepted', `${number} on Red`);
    expect(log.entries.map((notice) => notice.text)).toEqual(['8 on Red', '7 on Red', '6 on Red', '5 on Red', '4 on Red', '3 on Red']);
    expect(log.announcements.at(-1)?.text).toBe('Accepted: 8 on Red.');
  });
});

describe('announcements', () => {
  const at = { game: null, balance: '95.00', now: 0 };

  it('tell the result with the balance, and each new phase once', () => {
    const paid = makeView({ phase: 'payment', fell: BALL_7, stakes: [makeStake({ outcome: 'lost' })] });
    expect(announcementOf(makeView(), paid, at)).toBe('7. Red: lost 5. You lost 5. Balance 95.');
    expect(announcementOf(paid, makeView({ round: 2 }), at)).toBe('Place your bets.');
    expect(announcementOf(makeView(), makeView({ version: 2 }), at)).toBe('');
  });
});

describe('the last bets', () => {
  it('are those of the last paid round, also after a reload', () => {
    const last = new LastBets('1.5', 7);
    last.update(makeView({ stakes: [makeStake(), makeStake({ wager: 'behind 1', of: 1 }), makeStake({ wager: 'black', outcome: 'refused' })] }));
    expect(last.bets).toEqual([]);
    last.update(makeView({ round: 2 }));
    expect(last.bets).toEqual([{ wager: 'red', amount: '5.00' }]);
    expect(new LastBets('1.5', 7).bets).toEqual([{ wager: 'red', amount: '5.00' }]);
    expect([new LastBets('1.6', 7).bets, new LastBets('2.5', 7).bets]).toEqual([[], []]);
  });
});

describe('bets', () => {
  /** A table that accepts everything and keeps what was sent. */
  class FakeTable implements BetContext {
    game: GameInfo | null = null;
    movable: Stake[] = [];
    sent: TableCommand[] = [];
    round = 3;
    rounds: (number | undefined)[] = [];
    hasSeat = true;
    cleared = vi.fn();

    ensureSeat(): Promise<boolean> {
      // The seat comes when the connection is back, in another round.
      this.round += 1;
      return Promise.resolve(this.hasSeat);
    }

    send(command: TableCommand, _text?: string, round?: number): Promise<typeof DONE> {
      this.sent.push(command);
      this.rounds.push(round);
      if (command.do === 'take-back') this.movable = this.movable.filter((stake) => stake.stake !== command.stake);
      return Promise.resolve(DONE);
    }
  }

  const setup = (): { table: FakeTable; last: LastBets; bets: Bets } => {
    const [table, last] = [new FakeTable(), new LastBets('1.5', 1)];
    return { table, last, bets: new Bets(table, last) };
  };

  it('are pending until the server has answered', async () => {
    const { table, bets } = setup();
    bets.chip = 500n;
    const placed = bets.place('red');
    expect(bets.pending).toMatchObject([{ wager: 'red', amount: 500n }]);
    await placed;
    expect(bets.pending).toEqual([]);
    expect(table.sent).toEqual([{ do: 'bet', amount: '5', wager: 'red' }]);
  });

  it('are meant for the round in which they were pressed, all of them', async () => {
    const { table, bets } = setup();
    await bets.place('red', 500n);
    expect([table.rounds, table.round]).toEqual([[3], 4]);
    table.movable = [makeStake({ wager: 'red', amount: '5.00' }), makeStake({ wager: 'odd', amount: '5.00' })];
    await bets.double();
    expect([table.rounds, table.round]).toEqual([[3, 4, 4], 6]);
  });

  it('are as much as the odds can pay exactly, in whole units, and several chips for a call bet', () => {
    const { table, bets } = setup();
    const row = (wager: string, step: string) => ({ words: [wager], step });
    const wagers = [row('place 6', '0.06'), row('lay 6', '0.24'), row('red', '0.02'), row('orphans', '0.05')];
    table.game = { wagers, race: { spots: [{ wager: 'orphans' }] } } as unknown as GameInfo;
    expect(['place 6', 'lay 6', 'red', 'orphans', 'unknown'].map((wager) => bets.amountFor(wager, 500n))).toEqual([600n, 600n, 500n, 2500n, 500n]);
    expect(bets.amountFor('place 6', 50n)).toBe(54n);
  });

  it('are offered behind a stake as far as they can be paid and fit', () => {
    const { bets } = setup();
    const behind = (step: string, most: string) => bets.amountBehind(makeStake({ life: 'point 6', behind: { odds: '6 to 5', step, most } }), 500n);
    expect([behind('0.05', '20.00'), behind('0.06', '20.00'), behind('0.05', '3.00')]).toEqual([500n, 600n, 300n]);
    expect(bets.amountBehind(makeStake({ behind: null }), 500n)).toBeNull();
  });

  it('are not sent without a seat', async () => {
    const { table, bets } = setup();
    table.hasSeat = false;
    expect(await bets.place('red', 500n)).toBeNull();
    expect(table.sent).toEqual([]);
    expect(bets.pending).toEqual([]);
  });

  it('are undone from the last one, or by wager, and cleared', async () => {
    const { table, bets } = setup();
    table.movable = [makeStake({ stake: 1, wager: 'red' }), makeStake({ stake: 2, wager: 'black' }), makeStake({ stake: 3, wager: 'odd' })];
    await bets.undo();
    await bets.undo('red');
    expect(table.sent).toEqual([{ do: 'take-back', stake: 3 }, { do: 'take-back', stake: 1 }]);
    await bets.clear();
    expect(table.cleared).toHaveBeenCalledOnce();
  });

  it('are doubled and placed again', async () => {
    const { table, last, bets } = setup();
    table.movable = [makeStake({ wager: 'odd', amount: '2.50' })];
    last.bets = [{ wager: 'red', amount: '5.00' }];
    await bets.double();
    await bets.rebet();
    expect(table.sent).toEqual([{ do: 'bet', amount: '2.50', wager: 'odd' }, { do: 'bet', amount: '5', wager: 'red' }]);
  });
});
