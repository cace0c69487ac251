/** The roads of punto banco: score boards of past results. They predict nothing. */

export type Side = 'punto' | 'banco' | 'egalite';

export interface Mark {
  column: number;
  row: number;
  side: Side;
  ties: number;
}

export interface Dot {
  column: number;
  row: number;
  red: boolean;
}

const ROWS = 6;

/** The bead plate: every coup, in columns of six. */
export function beadPlate(results: Side[]): Mark[] {
  return results.map((side, place) => ({ column: Math.floor(place / ROWS), row: place % ROWS, side, ties: 0 }));
}

interface Run {
  side: Side;
  length: number;
  ties: number[];
}

/** Runs of one side; a tie is counted on the coup before it. */
export function runs(results: Side[]): Run[] {
  const all: Run[] = [];
  for (const side of results) {
    const last = all.at(-1);
    if (side === 'egalite') {
      if (last) last.ties[last.length - 1] = (last.ties[last.length - 1] ?? 0) + 1;
    } else if (last?.side === side) last.length += 1;
    else all.push({ side, length: 1, ties: [] });
  }
  return all;
}

/** Places runs column by column; a run that reaches the bottom or another mark continues to the right. */
function placeRuns<T>(lengths: number[], make: (run: number, step: number, column: number, row: number) => T): T[] {
  const occupied = new Set<string>();
  const marks: T[] = [];
  let start = 0;
  lengths.forEach((length, run) => {
    let [column, row] = [start, 0];
    for (let step = 0; step < length; step += 1) {
      if (step > 0) {
        const free = row + 1 < ROWS && !occupied.has(`${column} ${row + 1}`) && column === start;
        if (free) row += 1;
        else column += 1;
      }
      occupied.add(`${column} ${row}`);
      marks.push(make(run, step, column, row));
    }
    start += 1;
    while (occupied.has(`${start} 0`)) start += 1;
  });
  return marks;
}

/** The big road: a column for each run. */
export function bigRoad(results: Side[]): Mark[] {
  const all = runs(results);
  const lengths = all.map((run) => run.length);
  return placeRuns(lengths, (run, step, column, row) => {
    const { side = 'punto', ties = [] } = all[run] ?? {};
    return { column, row, side, ties: ties[step] ?? 0 };
  });
}

/** A derived road: red where the column repeats the one this many columns back, blue where it does not. */
export function derivedRoad(results: Side[], back: 1 | 2 | 3): Dot[] {
  const lengths = runs(results).map((run) => run.length);
  const reds: boolean[] = [];
  for (let run = back; run < lengths.length; run += 1) {
    for (let step = 0; step < (lengths[run] ?? 0); step += 1) {
      if (step === 0 && run === back) continue;
      reds.push(step === 0 ? lengths[run - 1] === lengths[run - 1 - back] : repeats(lengths[run - back] ?? 0, step));
    }
  }
  return toDots(reds);
}

/** Whether a step down repeats the compared column: at every row except the one just below its end. */
function repeats(compared: number, step: number): boolean {
  return step !== compared;
}

function toDots(reds: boolean[]): Dot[] {
  const lengths: number[] = [];
  const colours: boolean[] = [];
  for (const red of reds) {
    if (colours.at(-1) === red) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
    else {
      lengths.push(1);
      colours.push(red);
    }
  }
  return placeRuns(lengths, (run, _step, column, row) => ({ column, row, red: colours[run] ?? false }));
}

/** The last columns of a road, renumbered from zero. */
export function tail<T extends { column: number }>(marks: T[], columns: number): T[] {
  const last = Math.max(-1, ...marks.map((mark) => mark.column));
  const from = Math.max(0, last - columns + 1);
  return marks.filter((mark) => mark.column >= from).map((mark) => ({ ...mark, column: mark.column - from }));
}
