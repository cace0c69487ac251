/** A roster as it is planned: duties that can be changed, a plain rotation, and what a proposal changes. The server decides what is right. */
import type { Duty, Role, TablePost } from '../../api/types';
import { POSTS } from '../office/posts';
import { MINUTE_MS } from './times';

/** A duty on the page. The key is the page's own. */
export interface Planned {
  key: number;
  person: number;
  table: number;
  post: TablePost;
  from: number;
  to: number;
}

export interface Shift {
  from: number;
  to: number;
}

/** What the grid shows of a duty. */
export interface Block extends Shift {
  table: number;
  post: string;
  person: number;
}

/** A row of the grid: a post at a table. */
export interface PostRow {
  table: number;
  name: string;
  post: TablePost;
  label: string;
}

/** The role that a post is offered to. */
export const roleFor = (post: TablePost): Role => (post === 'inspector' ? 'inspector' : 'dealer');

/** The posts that every table shows; others only where somebody holds them or has a duty there. */
const USUAL: TablePost[] = ['dealer', 'inspector'];

/** The rows of the grid, table by table. `held` are the posts that somebody holds now, by the name of the table. */
export function rowsOf(tables: { id: number; name: string }[], held: { table: string; post: string }[], duties: { table: number; post: TablePost }[]): PostRow[] {
  return tables.flatMap(({ id, name }) =>
    POSTS.filter(({ post }) => USUAL.includes(post) || held.some((one) => one.table === name && one.post.replaceAll(' ', '-') === post) || duties.some((duty) => duty.table === id && duty.post === post)).map(({ post, label }) => ({ table: id, name, post, label })),
  );
}

/** The duties of a row in lanes, so that none covers another. */
export function lanesOf<T extends Shift>(duties: T[]): T[][] {
  const lanes: T[][] = [];
  for (const duty of [...duties].sort((a, b) => a.from - b.from)) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= duty.from);
    if (free) free.push(duty);
    else lanes.push([duty]);
  }
  return lanes;
}

export interface Rotation {
  shift: Shift;
  /** How long somebody is at one table, in minutes. */
  minutes: number;
  tables: number[];
  people: number[];
}

/** Everybody goes from table to table in order, and from the last one to a break. There are as many breaks as there are people without a table. */
export function rotation({ shift, minutes, tables, people }: Rotation): Omit<Planned, 'key'>[] {
  if (minutes < 1 || people.length < tables.length) return [];
  const turns: Omit<Planned, 'key'>[] = [];
  for (let turn = 0, from = shift.from; from < shift.to; turn += 1, from += minutes * MINUTE_MS) {
    const to = Math.min(from + minutes * MINUTE_MS, shift.to);
    for (const [place, table] of tables.entries()) {
      const person = people[(place + people.length * turn - turn) % people.length];
      if (person !== undefined) turns.push({ person, table, post: 'dealer', from, to });
    }
  }
  return turns;
}

/** What a rotation means for each person, in words. */
export function rotationText({ minutes, tables, people }: Omit<Rotation, 'shift'>): string {
  if (tables.length === 0 || people.length === 0) return 'Choose tables and people.';
  if (people.length < tables.length) return `${tables.length} tables need at least ${tables.length} people.`;
  const spare = people.length - tables.length;
  const work = `Everybody deals ${tables.length * minutes} minutes, ${minutes} at each table`;
  return spare === 0 ? `${work}, without a break: choose more people than tables.` : `${work}, and then has a break of ${spare * minutes} minutes.`;
}

/** What a duty is, apart from names: two that are the same have the same text. */
const identity = ({ person, table, post, from, to }: Omit<Planned, 'key'>): string => [person, table, post, from, to].join(' ');

/** What changes from one roster to another. */
export function changes(before: Duty[], after: Duty[]): { added: Duty[]; removed: Duty[]; same: number } {
  const [had, has] = [new Set(before.map(identity)), new Set(after.map(identity))];
  const added = after.filter((duty) => !had.has(identity(duty)));
  return { added, removed: before.filter((duty) => !has.has(identity(duty))), same: after.length - added.length };
}

export interface Relief {
  /** The next person at each post: of a duty that nobody has taken over yet. */
  next: Duty[];
  /** The duties that the person who is signed in may take over now. */
  mine: Duty[];
}

/** The duties at a post that are still to be taken over. Where somebody took over early, the duty before it is done. */
function comingAt(duties: Duty[], post: TablePost, now: number): Duty[] {
  const lasting = duties.filter((duty) => duty.post === post && now < duty.to);
  const current = post === 'base-dealer' ? undefined : lasting.findLast(({ holds, takes_over_from: early }) => holds && early <= now);
  return lasting.filter(({ holds, from }) => !holds && (!current || from > current.from));
}

/** What a roster says at a time. `takes_over_from` and `holds` are the server's. */
export function reliefOf(duties: Duty[], person: number, now: number): Relief {
  const coming = POSTS.map(({ post }) => comingAt(duties, post, now));
  return { next: coming.flatMap(([first]) => first ?? []), mine: coming.flat().filter((duty) => duty.person === person && duty.takes_over_from <= now) };
}
