/** What waits for an inspector: calls, proposals, slips, disputes and suspended tables, in the order in which they came. */
import type { Dispute, HouseCommand, Paperwork, Role, TableCommand, TableView } from '../../api/types';
import { formatMoney } from '../../text/money';
import { capitalize } from '../../text/names';
import { proposalKey, slipKey } from '../shared/decided';
import { isOnItsWay, nextSlipStep, proposalLine, proposalRows, PROPOSAL_TITLES, slipRows, slipState, slipTitle, type ReadRow } from '../shared/papers';

/** What can be done about something, after it was read back. */
export interface Step {
  /** The button: `Authorise`. */
  label: string;
  command: { table: number; order: TableCommand } | { order: HouseCommand };
  rows: ReadRow[];
  /** What is said when it is done. */
  done: string;
  /** What agreeing means, for the read-back. */
  means: string;
}

export interface Waiting {
  /** Which thing it is, unique in the house. */
  key: string;
  /** The paper at its table: `proposal 7`; empty for anything else. */
  paper: string;
  table: number;
  kind: 'call' | 'proposal' | 'slip' | 'dispute' | 'suspended';
  title: string;
  by: string;
  detail: string;
  /** Whether somebody else has to decide it, and why. */
  others: string;
  step: Step | null;
  /** Where it is dealt with, if not by a step. */
  href: string;
}

/** Who looks: regulators see everything and decide nothing. */
export interface Looker {
  handle: string;
  role: Role;
}

/** A table as far as it is known: watched ones have a view, others at least their papers. */
export interface KnownTable {
  id: number;
  name: string;
  view: TableView | null;
  papers: Paperwork | null;
}

const DECIDES: Role[] = ['inspector', 'manager'];

/** Everything at a table that waits for a decision of the floor, and every slip on its way. */
export function waitingAt(table: KnownTable, looker: Looker): Waiting[] {
  return [...suspension(table), ...proposals(table, looker), ...slips(table, looker)];
}

/** Whether it waits for the person who looks, and not for somebody else. */
export const isForLooker = (waiting: Waiting): boolean => waiting.others === '' && (waiting.step !== null || waiting.href !== '' || waiting.kind === 'suspended');

const base = (table: KnownTable, kind: Waiting['kind'], id: string) => ({ key: `${table.id} ${id}`, paper: '', table: table.id, kind, by: '', others: '', step: null, href: '' });

function suspension(table: KnownTable): Waiting[] {
  const why = table.view?.suspended;
  return why ? [{ ...base(table, 'suspended', 'suspended'), title: 'The table is suspended', detail: `${capitalize(why)}. Two people void its round or close it.` }] : [];
}

const MEANS: Record<keyof typeof PROPOSAL_TITLES, string> = {
  open: 'The table opens with this count as its opener.',
  close: 'The table closes with this count as its closer.',
  drop: 'The drop box is emptied and counted as this.',
  void: 'The round is void. All its stakes go back.',
  correct: 'The round is judged again with the corrected line, and its payments are made again.',
};

function proposals(table: KnownTable, looker: Looker): Waiting[] {
  const { papers } = table;
  return (papers?.proposals ?? []).map((proposal) => {
    const others = proposal.by === looker.handle ? 'You proposed it: somebody else authorises it.' : DECIDES.includes(looker.role) ? '' : 'An inspector or a manager authorises it.';
    const title = PROPOSAL_TITLES[proposal.matter];
    const step: Step = {
      label: 'Authorise',
      command: { table: table.id, order: { do: 'authorise', proposal: proposal.proposal } },
      rows: [{ label: 'Proposed by', value: proposal.by }, ...(papers ? proposalRows(proposal, papers) : [])],
      done: `${title} at ${table.name} authorised.`,
      means: MEANS[proposal.matter],
    };
    return { ...base(table, 'proposal', proposalKey(proposal.proposal)), paper: proposalKey(proposal.proposal), title, by: proposal.by, detail: proposalLine(proposal), others, step: others ? null : step };
  });
}

const SLIP_LABELS = { send: 'Send', deliver: 'Delivered', confirm: 'Confirm', void: 'Void' };
const SLIP_DONE = { send: 'sent', deliver: 'delivered', confirm: 'confirmed', void: 'void' };
const SLIP_MEANS = { send: 'The chips leave the float for the cage.', deliver: 'The chips lie at the table, to be counted. Whoever delivers them does not confirm them.', confirm: 'You have counted the chips: they are in the float.', void: '' };

function slips(table: KnownTable, looker: Looker): Waiting[] {
  const { papers } = table;
  if (!papers) return [];
  return papers.slips.filter(isOnItsWay).map((slip) => {
    const next = nextSlipStep(slip);
    const mine = next !== null && next.at !== 'cage' && DECIDES.includes(looker.role);
    const step: Step | null = mine
      ? {
          label: SLIP_LABELS[next.step],
          command: { table: table.id, order: { do: 'step-slip', number: slip.number, step: next.step } },
          rows: [{ label: 'Slip', value: slipTitle(slip) }, ...slipRows(slip, papers.currency)],
          done: `${slipTitle(slip)} at ${table.name} ${SLIP_DONE[next.step]}.`,
          means: SLIP_MEANS[next.step],
        }
      : null;
    // A delivery is usually of the cage: the inspector may do it, and is not waited for.
    const others = next?.at === 'table' && mine ? '' : next?.at === 'either' ? 'The cage brings it, or takes it back.' : 'It waits for the cage.';
    return { ...base(table, 'slip', slipKey(slip.number) + slip.state), paper: slipKey(slip.number), title: `${slipTitle(slip)} ${slipState(slip)}`, detail: `${papers.currency} ${formatMoney(slip.amount)}`, others, step };
  });
}

/** Disputes without an answer. */
export function openDisputes(disputes: Dispute[], href: (dispute: number) => string, looker: Looker): Waiting[] {
  const open = disputes.filter(({ state }) => state === 'opened');
  return open.map(({ dispute, table, round, by, about }) => ({
    key: `dispute ${dispute}`,
    paper: '',
    table,
    kind: 'dispute' as const,
    title: `Dispute ${dispute}`,
    by,
    detail: `round ${round}: ${about}`,
    others: DECIDES.includes(looker.role) ? '' : 'The house answers it.',
    step: null,
    href: href(dispute),
  }));
}

/** The order in which things came, by their keys. */
export class Arrivals {
  private readonly places = new Map<string, number>();
  private next = 1;

  /** The same, newest last; what is gone is forgotten, and comes anew if it comes again. */
  sort<T extends { key: string }>(things: T[]): T[] {
    const keys = new Set(things.map(({ key }) => key));
    for (const key of this.places.keys()) if (!keys.has(key)) this.places.delete(key);
    for (const key of keys) if (!this.places.has(key)) this.places.set(key, this.next++);
    return [...things].sort((a, b) => (this.places.get(a.key) ?? 0) - (this.places.get(b.key) ?? 0));
  }
}
