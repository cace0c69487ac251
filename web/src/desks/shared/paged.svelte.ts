/** A list that is loaded page by page: the next page when somebody asks for more, all from the start when what is asked for changes. */
import { errorText } from '../../api/client';

/** Rows, and whether there may be more where their number does not say it. */
export interface Page<T> {
  rows: T[];
  more: boolean;
}

export class Paged<T> {
  rows = $state.raw<T[]>([]);
  /** Whether there may be more. */
  more = $state(true);
  busy = $state(false);
  /** Why the last page failed to load; empty if it was loaded. */
  error = $state('');
  /** Counts the starts: a page of an earlier one is dropped. */
  private start = 0;

  /** `load` gets the last row of the page before, and how many rows are wanted. */
  constructor(
    private readonly load: (last: T | null, limit: number) => Promise<T[] | Page<T>>,
    private readonly size = 50,
  ) {}

  /** Loads from the start. */
  async restart(): Promise<void> {
    this.start += 1;
    this.busy = false;
    await this.page([]);
  }

  /** Loads the next page. */
  async next(): Promise<void> {
    if (!this.busy && this.more) await this.page(this.rows);
  }

  private async page(before: T[]): Promise<void> {
    const { start } = this;
    this.busy = true;
    try {
      const page = await this.load(before.at(-1) ?? null, this.size);
      if (start !== this.start) return;
      const { rows, more } = Array.isArray(page) ? { rows: page, more: page.length >= this.size } : page;
      this.rows = [...before, ...rows];
      this.more = more;
      this.error = '';
    } catch (error) {
      if (start === this.start) this.error = errorText(error);
    } finally {
      if (start === this.start) this.busy = false;
    }
  }
}
