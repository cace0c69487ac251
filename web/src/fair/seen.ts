/** The commitments that this browser was shown while betting was open: what follows from one of them was not chosen after the bets. */

const STORAGE_KEY = 'croupier.commitments';
const MAX = 200;

/** A commitment, and the first round in which it was shown before betting closed. That of a shoe is for many rounds. */
type Seen = [commitment: string, round: number];

function isSeen(entry: unknown): entry is Seen {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}

function stored(): Seen[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isSeen) : [];
  } catch {
    // A browser without storage remembers nothing; the page says that it has not seen the commitment.
    return [];
  }
}

/** Remembers a commitment that is shown in a round whose betting is open; the oldest are dropped. */
export function remember(commitment: string, round: number): void {
  const before = stored();
  if (before.some(([known]) => known === commitment)) return;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...before, [commitment, round]].slice(-MAX)));
  } catch {
    // As above.
  }
}

/** Whether this browser was shown a commitment before betting closed in a round. */
export function wasSeen(commitment: string, round: number): boolean {
  return stored().some(([known, first]) => known === commitment && first <= round);
}
