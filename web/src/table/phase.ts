/** The phases in the words of the rules, and what a player can do in each. */
import type { Phase, Seen } from '../house/wire';

export const PHASE_WORDS: Record<Phase, string> = {
  closed: 'The table is closed',
  waiting: 'Between two rounds',
  'place-your-bets': 'Place your bets',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  outcome: 'Bets are closed',
  insurance: 'Insurance and even money',
  decision: 'A decision is due',
  payment: 'Payment',
};

/** The shorter word of a lobby card. */
export const PHASE_SHORT: Record<Phase, string> = {
  closed: 'Closed',
  waiting: 'Waiting',
  'place-your-bets': 'Betting open',
  'final-bets': 'Final bets',
  'no-more-bets': 'No more bets',
  outcome: 'Round running',
  insurance: 'Insurance',
  decision: 'Round running',
  payment: 'Paying',
};

/** Whether a bet may be laid now; the house has the last word. */
export function betting(phase: Phase): boolean {
  return phase === 'place-your-bets' || phase === 'final-bets';
}

/** What the banner says of the phase, for this person. */
export function bannerWords(seen: Seen): string {
  const due = seen.due;
  if (seen.phase === 'decision' && due) {
    const on = due.on ? ` on ${due.on}` : '';
    if (due.mine || seen.moves.length > 0) return `Your decision${on}`;
    return `${capital(due.speaker ?? due.who)} decides${on}`;
  }
  if (seen.phase === 'outcome' && seen.fell === null) return 'No more bets';
  return PHASE_WORDS[seen.phase];
}

/** With a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A wager as people say it: `don't win`, `split 17 20`. */
export function spoken(wager: string): string {
  return capital(wager.replaceAll(/-(?=\D)|(?<=\D)-/g, ' ').replace(/\b([Dd])ont\b/, '$1on’t').replace('egalite', 'égalité'));
}
