/** Views and stakes for the unit tests. */
import type { Stake, TableView } from '../api/types';

export function makeStake(change: Partial<Stake> = {}): Stake {
  return { stake: 1, player: 'me', mine: true, wager: 'red', hand: null, amount: '5.00', outcome: 'standing', returned: '0.00', cites: [], odds: null, profit: null, of: null, life: null, calls: false, half: null, behind: null, reason: null, why: null, ...change };
}

export function makeView(change: Partial<TableView> = {}): TableView {
  return {
    table: 1,
    name: 'Roulette 1',
    game: 'scotland-1970/roulette',
    version: 1,
    currency: 'GBP',
    mode: 'automatic',
    phase: 'place-your-bets',
    held: null,
    suspended: null,
    point: null,
    round: 1,
    lasts: 0,
    showing: 700,
    since: 0,
    deadline: null,
    seated: [],
    awaited: null,
    next_cards: [],
    cards: [],
    hands: [],
    stakes: [],
    due: null,
    moves: [],
    bank: null,
    entry: null,
    call: '',
    fell: null,
    lines: [],
    last: [],
    learning: false,
    entry_from: null,
    spin: null,
    shuffle: null,
    declared: [],
    robot_deals: false,
    called: null,
    ...change,
  };
}
