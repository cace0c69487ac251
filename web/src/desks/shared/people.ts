/** The people of a house, from the pages of the server. */
import { api, unwrap } from '../../api/client';
import type { Person, Role } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { formatDateTime } from '../../text/time';

const PEOPLE_PER_PAGE = 1000;

/** Everybody who is not a player: staff and regulators. */
export async function loadStaff(): Promise<Person[]> {
  const staff: Person[] = [];
  for (let after = 0; ; ) {
    const page = await unwrap(api.GET('/houses/{h}/people', { params: { ...session.houseParams, query: { after, limit: PEOPLE_PER_PAGE } } }));
    staff.push(...page.filter(({ role }) => role !== 'player'));
    after = page.at(-1)?.person ?? after;
    if (page.length < PEOPLE_PER_PAGE) return staff;
  }
}

export interface PeopleQuery {
  /** A part of the name; empty for all. */
  name: string;
  role: Role | '';
  /** People after this number. */
  after: number;
  limit: number;
}

/** A page of people by name and role. */
export async function loadPeople({ name, role, after, limit }: PeopleQuery): Promise<Person[]> {
  const found: Person[] = [];
  for (let last = after; found.length < limit; ) {
    const page = await unwrap(api.GET('/houses/{h}/people', { params: { ...session.houseParams, query: { after: last, limit: PEOPLE_PER_PAGE } } }));
    found.push(...page.filter((person) => (role === '' || person.role === role) && person.handle.toLowerCase().includes(name.toLowerCase())));
    last = page.at(-1)?.person ?? last;
    if (page.length < PEOPLE_PER_PAGE) break;
  }
  return found.slice(0, limit);
}

/** Whether a person is served, in words. */
export function serviceOf({ refused, excluded, excluded_until: until }: Person): string {
  if (excluded) return until === null ? 'excluded for good' : `excluded until ${formatDateTime(until, session.house?.time_zone)}`;
  return refused === null ? 'served' : `refused: ${refused}`;
}
