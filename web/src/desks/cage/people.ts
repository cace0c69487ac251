/** Finds the person at the window. */
import { api, unwrap } from '../../api/client';
import type { Person } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { findPeople } from '../shared/people';

const SHOWN = 12;

/** Players whose names contain what is typed; one whose name is exactly that alone. */
export async function findPlayers(name: string): Promise<Person[]> {
  return (await findPeople({ name: name.trim(), role: 'player' })).slice(0, SHOWN);
}

/** A person as the house knows them now. */
export async function loadPerson(person: number): Promise<Person | null> {
  const params = { ...session.houseParams, query: { after: person - 1, limit: 1 } };
  const [found] = await unwrap(api.GET('/houses/{h}/people', { params }));
  return found?.person === person ? found : null;
}
