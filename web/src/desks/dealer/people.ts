/** The numbers of people by the names that everybody at a table sees. */
import { api, unwrap } from '../../api/client';
import { session } from '../../stores/session.svelte';

const PEOPLE_PER_PAGE = 1000;

export class People {
  private readonly numbers = new Map<string, number>();
  private last = 0;

  /** The number of a person; null where nobody has this name. People who came later are looked up when they are asked for. */
  async numberOf(handle: string): Promise<number | null> {
    while (!this.numbers.has(handle)) {
      const params = { ...session.houseParams, query: { after: this.last, limit: PEOPLE_PER_PAGE } };
      const page = await unwrap(api.GET('/houses/{h}/people', { params }));
      for (const { person, handle: name } of page) {
        this.numbers.set(name, person);
        this.last = Math.max(this.last, person);
      }
      if (page.length < PEOPLE_PER_PAGE) break;
    }
    return this.numbers.get(handle) ?? null;
  }
}
