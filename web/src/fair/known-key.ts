/** The keys with which houses sign their journals, as this browser saw them first. */

const STORAGE_KEY = 'croupier.log-keys';

/** The published key of each house, `NAME+ID+KEY`. */
type KnownKeys = Record<string, string>;

/** How a key differs from the one that is known: another key of the same log, or the key of another log. */
export type KeyChange = 'key' | 'log';

function known(): KnownKeys {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(Object.entries(found).filter(([, key]) => typeof key === 'string')) as KnownKeys;
  } catch {
    // A browser without storage knows no key: it believes what it sees.
    return {};
  }
}

/** The name of the log whose key it is. */
function logOf(key: string): string {
  return key.split('+', 1)[0] ?? '';
}

/** Believes the key of a house from now on. */
export function believe(house: number, key: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...known(), [house]: key }));
  } catch {
    // As above.
  }
}

/** How the key of a house differs from the one that this browser knows; null where it does not. The first one is believed. */
export function changeOf(house: number, key: string): KeyChange | null {
  const before = known()[house];
  if (before === undefined) believe(house, key);
  if (before === undefined || before === key) return null;
  return logOf(before) === logOf(key) ? 'key' : 'log';
}
