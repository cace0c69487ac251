import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameInfo, Stake, TableCommand } from '../api/types';
import { announcementOf } from './announcements';
import { Bets, type BetContext } from './bets.svelte';
import { makeView, makeStake } from './fixtures';
import { LastBets } from './last-bets.svelte';
import { NoticeLog } from './notices.svelte';
import { Reveal } from './reveal.svelte';
import { drawKey, netOf, reuseUnchanged, settledStakes } from './view';

const BALL_7 = { ball: '7', direction: null, dice: null };
const DONE = { from: 1, to: 2, again: false, number: null, breached: false };

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
    const next = reuseUnchanged(previous, makeView({ version: 2, stakes: [makeStake()], seated: [{ handle: 'ada', robot: false, me: false }] }));
    expect(next.stakes).toBe(previous.stakes);
    expect(next.seated).toHaveLength(1);
    expect(next.version).toBe(2);
  });
});

describe('the reveal of a result', () => {
  const betting = makeView();
  const result = makeView({ phase: 'payment', fell: BALL_7 });

  it('holds a new result back until the animation has ended', () => {
    const finished = vi.fn();
    const reveal = new Reveal(finished);
    reveal.update(null, betting);
    reveal.update(betting, result);
    expect(reveal.running).toBe(true);
    reveal.finish();
    reveal.finish();
    expect(reveal.running).toBe(false);
    expect(finished).toHaveBeenCalledTimes(1);
  });

  it('does not replay the result that was there when the page opened', () => {
    const reveal = new Reveal(() => undefined);
    reveal.update(null, result);
    expect(reveal.running).toBe(false);
  });

  it('ends by itself after a time, and with the next round', () => {
    vi.useFakeTimers();
    const reveal = new Reveal(() => undefined);
    reveal.update(betting, result);
    vi.advanceTimersByTime(8000);
    expect(reveal.running).toBe(false);
    reveal.update(betting, makeView({ fell: { ...BALL_7, ball: '8' } }));
    expect(reveal.running).toBe(true);
    reveal.update(result, makeView({ round: 2 }));
    expect(reveal.running).toBe(false);
    vi.useRealTimers();
  });
});

describe('the bet log', () => {
  it('keeps the six latest notices, newest first, and announces each', () => {
    const log = new NoticeLog();
    for (let number = 1; number <= 8; number += 1) log.add('good', 'Accepted', `${number} on Red`);
    expect(log.entries.map((notice) => notice.id)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(log.announcement).toBe('Accepted: 8 on Red');
  });
});

describe('announcements', () => {
  it('tell the result with the balance, and each new phase once', () => {
    const paid = makeView({ phase: 'payment', call: '7, red', stakes: [makeStake({ outcome: 'lost' })] });
    expect(announcementOf(makeView(), paid, '95.00')).toBe('7, red. Red: lost 5. You lost 5. Balance 95.');
    expect(announcementOf(paid, makeView({ round: 2 }), undefined)).toBe('Place your bets');
    expect(announcementOf(makeView(), makeView({ version: 2 }), undefined)).toBe('');
  });
});

describe('the last bets', () => {
  it('are those of the last paid round, also after a reload', () => {
    const last = new LastBets(7);
    last.update(makeView({ stakes: [makeStake(), makeStake({ wager: 'behind 1', of: 1 }), makeStake({ wager: 'black', outcome: 'refused' })] }));
    expect(last.bets).toEqual([]);
    last.update(makeView({ round: 2 }));
    expect(last.bets).toEqual([{ wager: 'red', amount: '5.00' }]);
    expect(new LastBets(7).bets).toEqual([{ wager: 'red', amount: '5.00' }]);
  });
});

describe('bets', () => {
  /** A table that accepts everything and keeps what was sent. */
  class FakeTable implements BetContext {
    game: GameInfo | null = null;
    movable: Stake[] = [];
    sent: TableCommand[] = [];
    hasSeat = true;
    cleared = vi.fn();

    ensureSeat(): Promise<boolean> {
      return Promise.resolve(this.hasSeat);
    }

    send(command: TableCommand): Promise<typeof DONE> {
      this.sent.push(command);
      if (command.do === 'take-back') this.movable = this.movable.filter((stake) => stake.stake !== command.stake);
      return Promise.resolve(DONE);
    }
  }

  const setup = (): { table: FakeTable; last: LastBets; bets: Bets } => {
    const [table, last] = [new FakeTable(), new LastBets(1)];
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

  it('are as much as the odds can pay exactly, in whole units, and several chips for a call bet', () => {
    const { table, bets } = setup();
    const row = (wager: string, step: string) => ({ words: [wager], step });
    const wagers = [row('place 6', '0.06'), row('lay 6', '0.24'), row('red', '0.02'), row('orphans', '0.05')];
    table.game = { wagers, race: { spots: [{ wager: 'orphans' }] } } as unknown as GameInfo;
    expect(['place 6', 'lay 6', 'red', 'orphans', 'unknown'].map((wager) => bets.amountFor(wager, 500n))).toEqual([600n, 600n, 500n, 2500n, 500n]);
    expect(bets.amountFor('place 6', 50n)).toBe(54n);
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
