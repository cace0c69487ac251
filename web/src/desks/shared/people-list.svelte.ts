/** A list of people by name and role, searched again as one types. */
import type { Person, Role } from '../../api/types';
import { Paged } from './paged.svelte';
import { loadPeople } from './people';

const TYPING_MS = 250;

export class PeopleList {
  name = $state('');
  role = $state<Role | ''>('');
  readonly list = new Paged<Person>((_, limit, next) => loadPeople({ name: this.name.trim(), role: this.role }, next ?? 0, limit));

  constructor(role: Role | '' = '') {
    this.role = role;
  }

  get rows(): Person[] {
    return this.list.rows;
  }

  /** Searches once nobody types any more; returns how to call it off. */
  search(): () => void {
    const timer = setTimeout(() => void this.list.restart(), this.list.rows.length === 0 ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }
}
