/** What changes between two texts, line by line. */

export interface LineChange {
  /** The line in the text where it stands, from 1: the old text for removed lines, the new one otherwise. */
  line: number;
  change: 'same' | 'removed' | 'added';
  text: string;
}

/** The length of the longest common subsequence of every pair of tails. */
function commonTails(old: string[], fresh: string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = table[i] ?? [];
      row[j] = old[i] === fresh[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

/** The lines of both texts in order. */
export function compareLines(oldText: string, newText: string): LineChange[] {
  const [old, fresh] = [oldText.split('\n'), newText.split('\n')];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const middle = compareMiddle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end), start);
  const same = (text: string, line: number): LineChange => ({ line, change: 'same', text });
  return [...fresh.slice(0, start).map((text, index) => same(text, index + 1)), ...middle, ...fresh.slice(fresh.length - end).map((text, index) => same(text, fresh.length - end + index + 1))];
}

function compareMiddle(old: string[], fresh: string[], start: number): LineChange[] {
  const tails = commonTails(old, fresh);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      changes.push({ line: start + j + 1, change: 'same', text: fresh[j] ?? '' });
      i += 1;
      j += 1;
    } else if (i < old.length && (j >= fresh.length || (tails[i + 1]?.[j] ?? 0) >= (tails[i]?.[j + 1] ?? 0))) {
      changes.push({ line: start + i + 1, change: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      changes.push({ line: start + j + 1, change: 'added', text: fresh[j] ?? '' });
      j += 1;
    }
  }
  return changes;
}

/** How many unchanged lines are shown around each change. */
const CONTEXT = 2;

/** The changed lines with a little of what is around them. */
export function changedLines(oldText: string, newText: string): LineChange[] {
  const all = compareLines(oldText, newText);
  const near = (index: number): boolean => all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ change }) => change !== 'same');
  return all.filter((_, index) => near(index));
}
