/** Names of wagers and tables. */
import type { GameInfo, Wager } from '../api/types';

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A wager of the notation in plain English: `Don’t win`, `Split 17 20`. */
export function wagerLabel(wager: string): string {
  return capitalize(wager.replaceAll(/-(?=\D)|(?<=\D)-/g, ' ').replace(/\b([Dd])ont\b/, '$1on’t').replace('egalite', 'égalité'));
}

/** The name of a row in the table of wagers: `Red, black, odd`; `Six line`. */
export function wagerRowLabel(wager: Pick<Wager, 'forms' | 'name'>): string {
  const names = wager.forms.map((form) => wagerLabel(form.replace(/( N)+$/, '')).toLowerCase());
  return capitalize([...new Set(names)].join(', ') || wagerLabel(wager.name));
}

/** The house edge of a wager, such as `edge 2.70 %`; empty at tables that do not show it. */
export function edgeLabel(game: GameInfo | null, wager: string): string {
  const row = game?.wagers.find(({ words }) => words.includes(wager));
  return row?.edge ? `edge ${Number(row.edge.percent).toFixed(2)}\u00a0%` : '';
}

/** Whether two names differ in case, spaces and punctuation at most. */
export function isSameName(one: string, other: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return bare(one) === bare(other);
}
