/** A list that is loaded page by page: the next page when somebody asks for more, all from the start when what is asked for changes. */
import { errorText } from '../../api/client';

/** Rows, and where the next page starts where the last row does not say it: a search can read a page without finding anything. */
export interface Page<T> {
  rows: T[];
  /** Null at the end. */
  next: number | null;
}

/** Loads the page after a row, or from the place where the page before it stopped. An array is a page that ends the list where it is not full. */
export type PageLoader<T> = (last: T | null, limit: number, next: number | null) => Promise<T[] | Page<T>>;

/** A page, and whether there may be another. */
export interface ReadPage<T> extends Page<T> {
  more: boolean;
}

/** What a page says about the one after it. */
export function readPage<T>(page: T[] | Page<T>, limit: number): ReadPage<T> {
  return Array.isArray(page) ? { rows: page, next: null, more: page.length >= limit } : { ...page, more: page.next !== null };
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

  private stoppedAt: number | null = null;

  constructor(
    private readonly load: PageLoader<T>,
    private readonly size = 50,
  ) {}

  /** Loads from the start. */
  async restart(): Promise<void> {
    this.start += 1;
    this.stoppedAt = null;
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
      const page = await this.load(before.at(-1) ?? null, this.size, this.stoppedAt);
      if (start !== this.start) return;
      const { rows, more, next } = readPage(page, this.size);
      this.stoppedAt = next;
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
