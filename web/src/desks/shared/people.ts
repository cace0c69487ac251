/** The people of a house, from the pages of the server. */
import { api, unwrapWithHeaders } from '../../api/client';
import type { Person, Role } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { formatDateTime } from '../../text/time';
import type { Page } from './paged.svelte';

const PEOPLE_PER_PAGE = 1000;
const STAFF: Role[] = ['manager', 'inspector', 'cashier', 'dealer', 'regulator'];

export interface PeopleWanted {
  /** A part of the name; empty for all. */
  name: string;
  role: Role | '';
}

/** A page of people by name and role, after a number. */
export async function loadPeople({ name, role }: PeopleWanted, after: number, limit: number): Promise<Page<Person>> {
  const query = { after, limit, ...(name ? { name } : {}), ...(role ? { role } : {}) };
  const { body, headers } = await unwrapWithHeaders(api.GET('/houses/{h}/people', { params: { ...session.houseParams, query } }));
  const next = headers.get('x-next-after');
  return { rows: body, next: next === null ? null : Number(next) };
}

/** Everybody of a name and role. */
async function loadAll(wanted: PeopleWanted): Promise<Person[]> {
  const found: Person[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: Page<Person> = await loadPeople(wanted, after, PEOPLE_PER_PAGE);
    found.push(...page.rows);
    after = page.next;
  }
  return found;
}

/** Everybody who is not a player: staff and regulators, in the order of their numbers. */
export async function loadStaff(): Promise<Person[]> {
  const staff = await Promise.all(STAFF.map((role) => loadAll({ name: '', role })));
  return staff.flat().sort((a, b) => a.person - b.person);
}

/** People whose names contain what is typed; one whose name is exactly that alone. */
export async function findPeople(wanted: PeopleWanted): Promise<Person[]> {
  const found = await loadAll(wanted);
  const exact = found.find(({ handle }) => handle === wanted.name) ?? found.find(({ handle }) => handle.toLowerCase() === wanted.name.toLowerCase());
  return exact ? [exact] : found;
}

/** The number of somebody with this name; null where nobody has it. */
export async function numberOf(handle: string): Promise<number | null> {
  const [found] = await findPeople({ name: handle, role: '' });
  return found?.handle.toLowerCase() === handle.toLowerCase() ? found.person : null;
}

/** Whether a person is served, in words. */
export function serviceOf({ refused, excluded, excluded_until: until }: Person): string {
  if (excluded) return until === null ? 'excluded for good' : `excluded until ${formatDateTime(until, session.house?.time_zone)}`;
  return refused === null ? 'served' : `refused: ${refused}`;
}
