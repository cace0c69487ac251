/** What a row of the wagers is called. */
import type { Wager } from '../house/wire';
import { capital, spoken } from '../table/phase';

/** `Red, black, odd`; `Six line`; `Column 1–3`. */
export function wagerName(wager: Pick<Wager, 'forms' | 'name'>): string {
  const names = wager.forms.map((form) => spoken(form.replace(/( N)+$/, '')).toLowerCase());
  return capital([...new Set(names)].join(', ') || spoken(wager.name));
}
