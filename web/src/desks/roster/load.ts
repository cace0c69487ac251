/** The roster from the pages of the server. */
import { api, unwrap } from '../../api/client';
import type { Duty } from '../../api/types';
import { session } from '../../stores/session.svelte';
import type { Shift } from './plan';

interface Wanted extends Partial<Shift> {
  table?: number;
  /** As this proposal would leave it. Its time is then the one that is loaded. */
  proposal?: number;
}

/** The duties of which a part lies in a time, and that time. */
export async function loadRoster(wanted: Wanted): Promise<Shift & { duties: Duty[] }> {
  const duties: Duty[] = [];
  for (let skip = 0; ; ) {
    const page = await unwrap(api.GET('/houses/{h}/roster', { params: { ...session.houseParams, query: { ...wanted, skip } } }));
    duties.push(...page.duties);
    const next = page.next ?? null;
    if (next === null) return { from: page.from, to: page.to, duties };
    skip = next;
  }
}
