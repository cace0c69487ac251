/** What waits for an inspector: calls, proposals, slips, disputes and suspended tables, in the order in which they came. */
import type { Dispute, HouseCommand, OfficeProposal, Paperwork, Role, Slip, TableCommand, TableView } from '../../api/types';
import { formatMoney } from '../../text/money';
import { capitalize } from '../../text/names';
import { proposalKey, slipKey } from '../shared/decided';
import { isOnItsWay, nextSlipStep, plain, proposalLine, proposalRows, PROPOSAL_TITLES, slipRows, slipState, slipTitle, type ReadRow } from '../shared/papers';

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
  /** 0 for the house itself. */
  table: number;
  kind: 'call' | 'proposal' | 'slip' | 'dispute' | 'ruling' | 'suspended';
  title: string;
  by: string;
  detail: string;
  /** Whether somebody else has to decide it, and why. */
  others: string;
  step: Step | null;
  /** Where it is dealt with, if not by a step. */
  href: string;
  /** The dispute that it is about; 0 for anything else. */
  dispute: number;
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
  return [...suspension(table), ...calls(table, looker), ...proposals(table, looker), ...slips(table, looker)];
}

/** Whether it waits for the person who looks, and not for somebody else. */
export const isForLooker = (waiting: Waiting): boolean => waiting.others === '' && (waiting.step !== null || waiting.href !== '' || waiting.kind === 'suspended');

const base = (table: KnownTable, kind: Waiting['kind'], id: string) => ({ key: `${table.id} ${id}`, paper: '', table: table.id, kind, by: '', others: '', step: null, href: '', dispute: 0 });

function suspension(table: KnownTable): Waiting[] {
  const why = table.view?.suspended;
  return why ? [{ ...base(table, 'suspended', 'suspended'), title: 'The table is suspended', detail: `${capitalize(why)}. Two people void its round or close it.` }] : [];
}

/** A call for the inspector. */
function calls(table: KnownTable, looker: Looker): Waiting[] {
  const called = table.view?.called;
  if (!called) return [];
  const step: Step = {
    label: 'Answer the call',
    command: { table: table.id, order: { do: 'answer-call' } },
    rows: [{ label: 'Called by', value: called.by }, { label: 'Reason', value: called.reason || 'none given' }],
    done: `Call at ${table.name} answered.`,
    means: 'The console shows that you have answered.',
  };
  return [{ ...base(table, 'call', `call ${called.at}`), title: 'Call for the inspector', by: called.by, detail: called.reason, step: DECIDES.includes(looker.role) ? step : null, others: DECIDES.includes(looker.role) ? '' : 'An inspector answers it.' }];
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

/** Whether somebody requested or delivered the chips: then somebody else counts them. */
function hasMoved({ people }: Slip, handle: string): boolean {
  return people[0] === handle || people.at(-1) === handle;
}

function slips(table: KnownTable, looker: Looker): Waiting[] {
  const { papers } = table;
  if (!papers) return [];
  return papers.slips.filter(isOnItsWay).map((slip) => {
    const next = nextSlipStep(slip);
    const barred = next?.step === 'confirm' && hasMoved(slip, looker.handle);
    const mine = next !== null && next.at !== 'cage' && DECIDES.includes(looker.role) && !barred;
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
    const others = next?.at === 'table' && mine ? '' : barred && next.at === 'table' ? 'You requested or delivered it: somebody else confirms it.' : next?.at === 'either' ? 'The cage brings it, or takes it back.' : 'It waits for the cage.';
    return { ...base(table, 'slip', slipKey(slip.number) + slip.state), paper: slipKey(slip.number), title: `${slipTitle(slip)} ${slipState(slip)}`, detail: `${papers.currency} ${formatMoney(slip.amount)}`, others, step };
  });
}

/** Disputes without an answer. Where a ruling waits for its second person, that is what is decided next. */
export function openDisputes(disputes: Dispute[], ruled: number[], href: (dispute: number) => string, looker: Looker): Waiting[] {
  const open = disputes.filter(({ state }) => state === 'opened');
  const others = (dispute: number): string => (ruled.includes(dispute) ? 'A ruling waits for a second person.' : DECIDES.includes(looker.role) ? '' : 'The house answers it.');
  return open.map(({ dispute, table, round, by, about }) => ({
    key: `dispute ${dispute}`,
    paper: '',
    table,
    kind: 'dispute' as const,
    title: `Dispute ${dispute}`,
    by,
    detail: `round ${round}: ${about}`,
    others: others(dispute),
    step: null,
    href: href(dispute),
    dispute,
  }));
}

/** Whom a ruling waits for, if not for the person who looks. The one who hears disputes may answer without it; then it is withdrawn. */
function rulingOthers({ by }: OfficeProposal, about: Dispute | undefined, { handle, role }: Looker): string {
  if (about && about.state !== 'opened') return 'The dispute was answered without it: it can only be withdrawn.';
  if (by === handle) return 'You proposed it: somebody of another post authorises it.';
  return DECIDES.includes(role) ? '' : 'Somebody of another post authorises it.';
}

/** What a second signature under a ruling does, and whose it is. */
export const RULING_MEANS = 'The dispute is answered with this ruling, and the cage pays the player in chips. The two people have different posts, and one of them hears disputes.';

/** Rulings that pay, which wait for a second person, with the dispute that each is about. */
export function openRulings(proposals: OfficeProposal[], disputes: Dispute[], currency: string, looker: Looker): Waiting[] {
  return proposals.filter(({ matter }) => matter === 'ruling').map((proposal) => {
    const about = disputes.find(({ dispute }) => dispute === proposal.dispute);
    const others = rulingOthers(proposal, about, looker);
    const paid = `${currency} ${formatMoney(proposal.amount ?? '0', 'always')}`;
    const step: Step = {
      label: 'Authorise',
      command: { order: { do: 'authorise', proposal: proposal.proposal } },
      rows: [
        { label: 'Proposed by', value: proposal.by },
        ...(about ? [{ label: 'Dispute', value: `${about.dispute}, round ${about.round}, by ${about.by}` }, { label: 'Claim', value: about.about }] : []),
        { label: 'Ruling', value: plain(proposal.text) },
        { label: 'Pays', value: `${paid}${about ? ` to ${about.by}` : ''}` },
      ],
      done: `Ruling in dispute ${proposal.dispute} authorised: ${paid} paid.`,
      means: RULING_MEANS,
    };
    return { key: `ruling ${proposal.proposal}`, paper: '', table: about?.table ?? 0, kind: 'ruling' as const, title: `Ruling in dispute ${proposal.dispute}`, by: proposal.by, detail: `pays ${paid}: ${plain(proposal.text)}`, others, step: others ? null : step, href: '', dispute: proposal.dispute ?? 0 };
  });
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
