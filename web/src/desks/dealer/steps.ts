/** What the dealer of an attended table does next, in the calls of the rules. */
import type { Decision, Family, GameInfo, TableCommand, TableView } from '../../api/types';

type Announcement = Extract<TableCommand, { do: 'announce' }>['what'];

/** What the table waits for: a call, an outcome, its confirmation, a player, or nothing while it is closed. */
export type Awaited = 'call' | 'outcome' | 'confirmation' | 'player' | 'nothing';

const CALLS: Record<Announcement, string> = {
  'place-your-bets': 'Place your bets',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  'spin-left': 'Spin left',
  'spin-right': 'Spin right',
  'void-spin': 'Void spin',
  shuffle: 'Shuffle',
  misdeal: 'Misdeal',
};

export interface Step {
  label: string;
  command: TableCommand;
}

const call = (what: Announcement): Step => ({ label: CALLS[what], command: { do: 'announce', what } });
const entry = (label: string, lines: string): Step => ({ label, command: { do: 'enter', lines } });

const isWheel = (game: GameInfo): boolean => game.wheel !== null;
const hasCards = (game: GameInfo): boolean => !isWheel(game) && game.family !== 'dice';
const lastOf = (view: TableView, lines: string[]): string | undefined => view.lines.findLast((line) => lines.includes(line));

/** Whether the ball runs, or has fallen. */
function isSpun(view: TableView): boolean {
  return (lastOf(view, ['spin left', 'spin right', 'void spin']) ?? 'void spin') !== 'void spin';
}

/** The spins that the rules permit now: one way where they prescribe it, otherwise both. */
function spins(view: TableView): Step[] {
  if (view.spin === null) return [call('spin-left'), call('spin-right')];
  return [call(view.spin === 'left' ? 'spin-left' : 'spin-right')];
}

/** What the table waits for now. */
export function awaitedOf(view: TableView, game: GameInfo): Awaited {
  if (view.entry !== null) return 'confirmation';
  switch (view.phase) {
    case 'closed':
      return 'nothing';
    case 'insurance':
    case 'decision':
      return 'player';
    case 'no-more-bets':
    case 'outcome':
      return isWheel(game) && !isSpun(view) ? 'call' : 'outcome';
    default:
      return 'call';
  }
}

/** The next call: one step, or two where the dealer chooses. */
export function nextSteps(view: TableView, game: GameInfo): Step[] {
  if (awaitedOf(view, game) !== 'call') return [];
  switch (view.phase) {
    case 'place-your-bets':
      return [call('final-bets')];
    case 'final-bets':
      return [call('no-more-bets')];
    case 'no-more-bets':
    case 'outcome':
      return spins(view);
    default:
      return [view.shuffle ? call('shuffle') : call('place-your-bets')];
  }
}

/** What else the dealer may call or enter now. */
export function otherSteps(view: TableView, game: GameInfo): Step[] {
  const betting = view.phase === 'place-your-bets' || view.phase === 'final-bets';
  const between = view.phase === 'waiting' || view.phase === 'payment';
  const inPlay = ['no-more-bets', 'outcome', 'insurance', 'decision'].includes(view.phase);
  const steps: Step[] = [];
  if (view.phase === 'place-your-bets') steps.push(call('no-more-bets'));
  if (isWheel(game) && betting && !isSpun(view)) steps.push(...spins(view));
  if (isWheel(game) && (betting || inPlay) && isSpun(view)) steps.push(call('void-spin'));
  if (hasCards(game) && between) steps.push(view.shuffle ? call('place-your-bets') : call('shuffle'));
  if (betting && view.shuffle) steps.push(call('shuffle'));
  if (hasCards(game) && view.phase === 'no-more-bets' && view.cards.length === 0) steps.push(call('shuffle'));
  if (hasCards(game) && inPlay && game.shoe_packs !== null) steps.push(entry('Cutting card', 'cutting card'));
  if (game.family === 'blackjack' && inPlay && view.cards.length > 0) steps.push(entry('Dealer looks', 'dealer looks'));
  if (['poker', 'dealer-poker'].includes(game.family) && inPlay) steps.push(call('misdeal'));
  return steps;
}

const DECISIONS: Record<Family, Decision[]> = {
  roulette: [],
  dice: [],
  baccarat: ['draw', 'stand'],
  blackjack: ['draw', 'stand', 'double', 'split', 'surrender'],
  poker: ['raise', 'check', 'fold'],
  'in-between': ['raise', 'check'],
  'dealer-poker': ['raise', 'fold'],
};

/** What a player of this game may ask for. The rules say which of it is permitted. */
export function decisionsOf(game: GameInfo): Decision[] {
  return DECISIONS[game.family];
}

/** Games in which players hold cards that the dealer does not see. */
export function mayHideCards(game: GameInfo): boolean {
  return ['poker', 'dealer-poker', 'baccarat', 'blackjack'].includes(game.family);
}
