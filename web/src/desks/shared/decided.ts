/** What became of proposals and slips between two loads of the paperwork, and who did it: for whoever was about to do the same. */
import type { Paperwork, TableEvent } from '../../api/types';
import { PROPOSAL_TITLES, slipState, slipTitle } from './papers';

export interface Decided {
  /** Which paper it was: `proposal 7`, `slip 3`. */
  paper: string;
  /** What became of it: `Correction: authorised by ira`. */
  text: string;
  /** Who decided; empty where it is not known. */
  by: string;
  at: number;
}

export const proposalKey = (number: number): string => `proposal ${number}`;
export const slipKey = (number: number): string => `slip ${number}`;

const ENDS: Partial<Record<TableEvent['what'], string>> = { authorised: 'authorised', withdrawn: 'withdrawn' };

/** The one value that all have; null where they differ, or there is none. */
function common<T>(values: T[]): T | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

/** Events do not name their paper: who did it is said only where it can be nobody else. */
export function decidedBetween(before: Paperwork, after: Paperwork, events: TableEvent[]): Decided[] {
  return [...endedProposals(before, after, events), ...steppedSlips(before, after, events)];
}

function endedProposals(before: Paperwork, after: Paperwork, events: TableEvent[]): Decided[] {
  const ends = events.filter(({ what }) => ENDS[what] !== undefined);
  const how = common(ends.map(({ what, by }) => `${ENDS[what]} by ${by}`)) ?? 'decided by somebody else';
  const by = common(ends.map((event) => event.by)) ?? '';
  const at = ends.at(-1)?.at ?? 0;
  const gone = before.proposals.filter(({ proposal }) => !after.proposals.some((other) => other.proposal === proposal));
  return gone.map(({ proposal, matter }) => ({ paper: proposalKey(proposal), text: `${PROPOSAL_TITLES[matter]}: ${ends.length > 0 ? how : 'no longer open'}`, by, at }));
}

function steppedSlips(before: Paperwork, after: Paperwork, events: TableEvent[]): Decided[] {
  const steps = events.filter(({ what }) => what === 'slip-stepped');
  const by = common(steps.map((event) => event.by)) ?? '';
  const changed = before.slips.flatMap((old) => {
    const now = after.slips.find(({ number }) => number === old.number);
    // A slip that is finished may be listed no more.
    const state = now ? slipState(now) : 'finished';
    return state === slipState(old) ? [] : [{ old, state }];
  });
  return changed.map(({ old, state }) => ({ paper: slipKey(old.number), text: `${slipTitle(old)}: ${state}${by ? ` by ${by}` : ''}`, by, at: steps.at(-1)?.at ?? 0 }));
}
