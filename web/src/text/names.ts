/** Names of wagers and tables. */
import type { GameInfo, Wager } from '../api/types';

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A wager of the notation in plain English: `Don’t win`, `Split 17 20`. */
export function wagerLabel(wager: string): string {
  return capitalize(wager.replace(/^insurance (?=\d+$)/, 'insurance, box ').replaceAll(/-(?=\D)|(?<=\D)-/g, ' ').replace(/\b([Dd])ont\b/, '$1on’t').replace('egalite', 'égalité'));
}

/** The name of a row in the table of wagers: `Red, black, odd`; `Six line`. */
export function wagerRowLabel(wager: Pick<Wager, 'forms' | 'name'>): string {
  const names = wager.forms.map((form) => wagerLabel(form.replace(/( N)+$/, '')).toLowerCase());
  return capitalize([...new Set(names)].join(', ') || wagerLabel(wager.name));
}

const wagerRow = (game: GameInfo | null, wager: string): Wager | undefined => game?.wagers.find(({ words }) => words.includes(wager));

/** How many different odds are listed before only the best is named. */
const ODDS_LISTED = 2;

/** What a wager is paid, as the cloth prints it: `35 to 1`, `1 to 1 or 1 to 2`, `up to 30 to 1`. */
export function oddsLabel(game: GameInfo | null, wager: string): string {
  // The server lists them from the best.
  const odds = [...new Set(wagerRow(game, wager)?.pays.map((pay) => pay.odds))];
  return odds.length > ODDS_LISTED ? `up to ${odds[0]}` : odds.join(' or ');
}

/** The case and the odds of everything that a wager is paid, and what the house takes: `a throw of 12: 2 to 1`. */
export function paymentsOf(game: GameInfo | null, wager: string): string[] {
  const row = wagerRow(game, wager);
  const pays = row?.pays.map((pay) => `${pay.when}: ${pay.odds}`) ?? [];
  return row?.commission ? [...pays, `less ${row.commission}`] : pays;
}

/** The house edge of a wager, such as `edge 2.70 %`; empty at tables that do not show it. */
export function edgeLabel(game: GameInfo | null, wager: string): string {
  const row = wagerRow(game, wager);
  return row?.edge ? `edge ${Number(row.edge.percent).toFixed(2)}\u00a0%` : '';
}

/** Whether two names differ in case, spaces and punctuation at most. */
export function isSameName(one: string, other: string): boolean {
  const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return bare(one) === bare(other);
}
