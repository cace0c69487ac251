/** Slips and proposals of any time, from the pages of the server, and their words. */
import { api, unwrap } from '../../api/client';
import type { Paper, PaperKind, PaperState } from '../../api/types';
import { session } from '../../stores/session.svelte';
import type { PageLoader } from './paged.svelte';

/** What each kind is called. Those of a table have its name beside them. */
export const PAPER_TITLES: Record<PaperKind, string> = {
  fill: 'Fill',
  credit: 'Credit',
  open: 'Opener',
  close: 'Closer',
  drop: 'Drop count',
  void: 'Void round',
  correct: 'Correction',
  ruling: 'Ruling that pays',
  capital: 'Capital',
  issue: 'Chips and plaques',
  approve: 'Approval of the authority',
  assign: 'Post at a table',
  roster: 'Roster',
  enrol: 'New account',
  'reset-password': 'Password reset',
  charter: 'House file',
  edition: 'Edition of a rulebook',
};

/** The kinds that belong to a table; the others belong to the office. */
export const TABLE_KINDS: PaperKind[] = ['fill', 'credit', 'open', 'close', 'drop', 'void', 'correct'];

const STATES: Record<PaperState, string> = {
  requested: 'requested',
  sent: 'on its way',
  delivered: 'delivered',
  confirmed: 'confirmed',
  void: 'void',
  proposed: 'waits for a second person',
  authorised: 'authorised',
  withdrawn: 'withdrawn',
  obsolete: 'no longer open',
};
export const stateText = ({ state }: Paper): string => STATES[state];

/** What a step did: `sent by carl`. */
const DID: Record<PaperState, string> = { ...STATES, sent: 'sent', proposed: 'proposed', obsolete: 'closed' };
export const stepText = ({ state, by }: Paper['steps'][number]): string => `${DID[state]} by ${by === 'house' ? 'the house' : by}`;

/** Whether it had no effect: it stays in the list, and is marked. */
export const hadNoEffect = ({ state }: Paper): boolean => state === 'void' || state === 'withdrawn' || state === 'obsolete';

export const isSlip = ({ kind }: Paper): boolean => kind === 'fill' || kind === 'credit';

export interface PapersWanted {
  /** 0 for all tables and the office. */
  table: number;
  kind: PaperKind | '';
}

/** Papers page by page, the latest first. */
export function papersPages({ table, kind }: PapersWanted): PageLoader<Paper> {
  const filter = { ...(table > 0 ? { table } : {}), ...(kind ? { kind } : {}) };
  return (last, limit) => unwrap(api.GET('/houses/{h}/papers', { params: { ...session.houseParams, query: { ...filter, limit, ...(last ? { before: last.place } : {}) } } }));
}
