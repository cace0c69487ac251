/** The significant events of a house, from the pages of the server. */
import { api, unwrap } from '../../api/client';
import type { SignificantEvent } from '../../api/types';
import { session } from '../../stores/session.svelte';

/** How many events a request may ask for. */
export const EVENTS_PER_PAGE = 200;

/** A page of events, the latest first: those before an event, or the latest of all. */
export function loadEvents(before: SignificantEvent | null, limit: number): Promise<SignificantEvent[]> {
  const query = { limit, ...(before ? { before: before.sequence } : {}) };
  return unwrap(api.GET('/houses/{h}/events', { params: { ...session.houseParams, query } }));
}
