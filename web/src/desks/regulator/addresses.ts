/** Addresses inside the regulator's desk: a round, a place in a journal. */
import { router } from '../../stores/router.svelte';
import { session } from '../../stores/session.svelte';
import { deskUrl } from '../desks';

export const roundUrl = (table: number, round: number): string => `${deskUrl(session.houseId, 'regulator', 'rounds')}?table=${table}&round=${round}`;

export const journalUrl = (table: number, kind = ''): string => `${deskUrl(session.houseId, 'regulator', 'journal')}?table=${table}${kind ? `&kind=${kind}` : ''}`;

/** What the address asks for; it changes when somebody follows a link. */
export function asked(): URLSearchParams {
  void router.route;
  return new URLSearchParams(location.search);
}

/** A number that the address asks for; 0 where it names none. */
export const askedNumber = (name: string): number => Number(/^\d+$/.exec(asked().get(name) ?? '')?.[0] ?? 0);
