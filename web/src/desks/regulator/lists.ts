/** The lists of the regulator: how each is loaded page by page, and its columns, for the page and for exports alike. */
import { api, unwrap, unwrapWithHeaders } from '../../api/client';
import type { Dispute, DisputeState, EventKind, FigureRow, Figures, JournalEntry, LedgerAccount, LedgerPlace, MoneyUnit, Paper, Person, RoundResult, SignificantEvent } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { formatMoney } from '../../text/money';
import { capitalize } from '../../text/names';
import { formatDateTime } from '../../text/time';
import { EVENTS_PER_PAGE, loadEvents } from '../shared/events';
import type { PageLoader } from '../shared/paged.svelte';
import { PAPER_TITLES, papersPages, stateText, stepText } from '../shared/paper-history';
import { countText, plain } from '../shared/papers';
import { loadPeople, serviceOf, type PeopleWanted } from '../shared/people';

export interface Column<T> {
  label: string;
  /** `text` is running text, which needs room. */
  kind?: 'money' | 'time' | 'number' | 'text';
  value: (row: T) => string | number | null;
}

export interface List<T> {
  columns: Column<T>[];
  load: PageLoader<T>;
  /** How many rows a request may ask for. */
  most: number;
}

/** A value for people. */
export function cell<T>({ kind, value }: Column<T>, row: T): string {
  const found = value(row);
  if (found === null) return '';
  if (kind === 'money') return formatMoney(String(found), 'always');
  if (kind === 'time') return formatDateTime(Number(found), session.house?.time_zone);
  return kind === 'number' ? String(found).replace('-', '−') : String(found);
}

/** A value for another program: amounts with a point, times by ISO 8601. */
export function plainCell<T>({ kind, value }: Column<T>, row: T): string {
  const found = value(row);
  if (found === null) return '';
  return kind === 'time' ? new Date(Number(found)).toISOString() : String(found);
}

export function eventsList(): List<SignificantEvent> {
  return {
    most: EVENTS_PER_PAGE,
    columns: [
      { label: 'When', kind: 'time', value: ({ at }) => at },
      { label: 'Kind', value: ({ kind }) => capitalize(kind) },
      { label: 'Table', value: ({ name }) => name },
      { label: 'What', kind: 'text', value: ({ text }) => plain(text) },
      { label: 'Who', kind: 'text', value: ({ people }) => people.map(({ handle, role }) => `${handle} (${role})`).join(', ') },
      { label: 'Sequence', kind: 'number', value: ({ sequence }) => sequence },
    ],
    load: loadEvents,
  };
}

export function disputesList(nameOf: (table: number) => string, filter: { state: DisputeState | ''; table: number }): List<Dispute> {
  const query = { ...(filter.state ? { state: filter.state } : {}), ...(filter.table ? { table: filter.table } : {}) };
  return {
    most: 500,
    columns: [
      { label: 'Dispute', kind: 'number', value: ({ dispute }) => dispute },
      { label: 'Table', value: ({ table }) => nameOf(table) },
      { label: 'Round', kind: 'number', value: ({ round }) => round },
      { label: 'Opened', kind: 'time', value: ({ at }) => at },
      { label: 'By', value: ({ by }) => by },
      { label: 'About', kind: 'text', value: ({ about }) => about },
      { label: 'State', value: ({ state }) => state },
      { label: 'Ruling', kind: 'text', value: ({ ruling }) => ruling },
      { label: 'Ruled', kind: 'time', value: ({ ruled_at: at }) => at },
      { label: 'Ruled by', value: ({ ruled_by: by }) => by },
      { label: 'Paid', kind: 'money', value: ({ paid }) => paid },
      { label: 'Escalated to', value: ({ escalated_to: to }) => to },
    ],
    // A page is in order; the next one is of those before its first.
    load: async (last, limit) => {
      const page = await unwrap(api.GET('/houses/{h}/disputes', { params: { ...session.houseParams, query: { ...query, ...(last ? { before: last.dispute } : {}), limit } } }));
      return page.sort((a, b) => b.dispute - a.dispute);
    },
  };
}

/** Slips and proposals, of all tables and of the office. */
export function papersList(): List<Paper> {
  const timed = (at: number): string => new Date(at).toISOString();
  return {
    most: 100,
    columns: [
      { label: 'Begun', kind: 'time', value: ({ steps }) => steps[0]?.at ?? null },
      { label: 'Paper', value: ({ kind }) => PAPER_TITLES[kind] },
      { label: 'Number', kind: 'number', value: ({ number }) => number },
      { label: 'At', value: ({ name }) => name ?? 'Office' },
      { label: 'Count', value: ({ count }) => countText(count) },
      { label: 'Amount', kind: 'money', value: ({ amount }) => amount },
      { label: 'Text', kind: 'text', value: ({ text }) => plain(text) },
      { label: 'State', value: stateText },
      { label: 'Steps', kind: 'text', value: ({ steps }) => steps.map((step) => `${stepText(step)} ${timed(step.at)}`).join('; ') },
    ],
    load: papersPages({ table: 0, kind: '' }),
  };
}

export function peopleList(wanted: PeopleWanted): List<Person> {
  return {
    most: 1000,
    columns: [
      { label: 'Number', kind: 'number', value: ({ person }) => person },
      { label: 'Name', value: ({ handle }) => handle },
      { label: 'Role', value: ({ role }) => role },
      { label: 'In the house file', value: ({ staff }) => staff },
      { label: 'Chips', kind: 'money', value: ({ chips }) => chips },
      { label: 'Service', kind: 'text', value: serviceOf },
    ],
    load: (_, limit, next) => loadPeople(wanted, next ?? 0, limit),
  };
}

export function ledgerList(filter: { unit: MoneyUnit | ''; place: LedgerPlace | '' }): List<LedgerAccount> {
  const query = { ...(filter.unit ? { unit: filter.unit } : {}), ...(filter.place ? { place: filter.place } : {}) };
  return {
    most: 1000,
    columns: [
      { label: 'Account', value: ({ place }) => place },
      { label: 'Unit', value: ({ unit }) => unit },
      { label: 'Balance', kind: 'money', value: ({ balance }) => balance },
      { label: 'Number', value: ({ account }) => account },
    ],
    load: async (last, limit) => (await unwrap(api.GET('/houses/{h}/ledger', { params: { ...session.houseParams, query: { ...query, ...(last ? { after: Number(last.account) } : {}), limit } } }))).accounts,
  };
}

interface SignedHead {
  number: number;
  incarnation: number;
  sequence: number;
  at: number;
  note: string;
}

export function checkpointsList(): List<SignedHead> {
  return {
    most: 500,
    columns: [
      { label: 'Number', kind: 'number', value: ({ number }) => number },
      { label: 'Signed', kind: 'time', value: ({ at }) => at },
      { label: 'Incarnation', kind: 'number', value: ({ incarnation }) => incarnation },
      { label: 'Last entry', kind: 'number', value: ({ sequence }) => sequence },
      { label: 'Signed note', value: ({ note }) => note },
    ],
    load: (last, limit) => unwrap(api.GET('/houses/{h}/checkpoints', { params: { ...session.houseParams, query: { after: last?.number ?? 0, limit } } })),
  };
}

export function roundsList(table: number): List<RoundResult> {
  return {
    most: 100,
    columns: [
      { label: 'Round', kind: 'number', value: ({ round }) => round },
      { label: 'Ended', kind: 'time', value: ({ at }) => at },
      { label: 'Result', value: ({ result }) => result },
      { label: 'Void', value: (row) => (row.void ? 'void' : '') },
    ],
    load: async (last, limit) => {
      const page = await unwrap(api.GET('/houses/{h}/tables/{t}/rounds', { params: { ...session.tableParams(table), query: { ...(last ? { before: last.round } : {}), limit } } }));
      return page.sort((a, b) => b.round - a.round);
    },
  };
}

export interface JournalWanted {
  /** The number of a table; 0 for the journal of the house itself. */
  table: number;
  from: number;
  kind: EventKind | '';
  person: number;
}

export function journalList({ table, from, kind, person }: JournalWanted, nameOf: (person: number) => string): List<JournalEntry> {
  const filter = { ...(table ? { stream: table } : {}), ...(kind ? { kind } : {}), ...(person ? { person } : {}) };
  return {
    most: 500,
    columns: [
      { label: 'Version', kind: 'number', value: ({ version }) => version },
      { label: 'When', kind: 'time', value: ({ at }) => at },
      { label: 'By', value: ({ by }) => (by === null ? 'the house' : nameOf(by)) },
      { label: 'Event', value: ({ what }) => what },
      { label: 'Postings', value: ({ postings }) => postings.map(({ unit, place, amount }) => `${amount} ${unit} ${place}`).join('; ') },
      { label: 'Hash', value: ({ hash }) => hash },
      { label: 'Bytes', value: ({ bytes }) => bytes },
    ],
    load: async (_, limit, next) => {
      const { body, headers } = await unwrapWithHeaders(api.GET('/houses/{h}/journal', { params: { ...session.houseParams, query: { ...filter, from: next ?? from, limit } } }));
      const place = headers.get('x-next-from');
      return { rows: body, next: place === null ? null : Number(place) };
    },
  };
}

const share = (value: number | null): string | null => (value === null ? null : `${(value * 100).toFixed(3)} %`);

/** Why a deviation is not exact. */
export const INEXACT: Record<FigureRow['inexact'][number], string> = {
  standing: 'Bets that can stand over several balls or throws are counted each alone, as if no other bet depended on the same throws.',
  'own-cards': 'Where every player or box has cards of its own, bets are counted each alone. At a table with several players the true deviation is larger, and z too large in size.',
  estimated: 'The variance of a box whose hands can be split is an estimate.',
};

export const FIGURE_COLUMNS: Column<FigureRow>[] = [
  { label: 'Rounds', kind: 'number', value: ({ rounds }) => rounds },
  { label: 'Bets', kind: 'number', value: ({ bets }) => bets },
  { label: 'Handle', kind: 'money', value: ({ handle }) => handle },
  { label: 'Drop', kind: 'money', value: ({ drop }) => drop },
  { label: 'Win', kind: 'money', value: ({ win }) => win },
  { label: 'Theoretical', kind: 'money', value: ({ theoretical }) => theoretical },
  { label: 'Deviation', kind: 'number', value: ({ deviation }) => (deviation === null ? null : deviation.toFixed(2)) },
  { label: 'z', kind: 'number', value: ({ z }) => (z === null ? null : z.toFixed(2)) },
  { label: 'Variance', value: ({ variance }) => (variance === null ? null : variance === 'joint' ? 'exact' : 'each alone') },
  { label: 'Hold', kind: 'number', value: ({ hold }) => share(hold) },
  { label: 'By theory', kind: 'number', value: ({ theoretical_hold: hold }) => share(hold) },
  { label: 'Not priced', kind: 'number', value: ({ unpriced }) => unpriced },
];

export type FigureBy = 'table' | 'game' | 'wager';

export function loadFigures(by: FigureBy, from?: number, to?: number): Promise<Figures> {
  const interval = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return unwrap(api.GET('/houses/{h}/figures', { params: { ...session.houseParams, query: { by, ...interval } } }));
}

/** The figures as a list, for an export. */
export function figuresList(by: FigureBy, from?: number, to?: number): List<FigureRow> {
  const named: Column<FigureRow>[] = [
    { label: 'Name', value: ({ name }) => name },
    { label: 'Game', value: ({ game }) => game },
    { label: 'Wager', value: ({ wager }) => wager },
  ];
  return { most: Number.MAX_SAFE_INTEGER, columns: [...named, ...FIGURE_COLUMNS], load: async () => ({ rows: (await loadFigures(by, from, to)).rows, next: null }) };
}
