/** A count by denomination while it is typed, for `CountFields`. */
import type { ChipCount } from '../../api/types';
import { faultsOf, firstRows, sumOf, wireOf, type CountRow } from './count';

export class Counting {
  rows = $state<CountRow[]>([]);
  private made = 0;

  /** `values` are the denominations to count, as the server names them; `filled` is the count to begin with. */
  constructor(values: readonly string[], filled: readonly ChipCount[] = []) {
    this.reset(values, filled);
  }

  /** Begins again. */
  reset(values: readonly string[], filled: readonly ChipCount[] = []): void {
    this.rows = firstRows(values, filled).map((row) => this.numbered(row));
  }

  /** Begins with denominations that were not loaded yet when the form was opened; what is typed stays. */
  begin(values: readonly string[]): void {
    if (this.rows.length === 0) this.reset(values);
  }

  private numbered(row: Omit<CountRow, 'id'>): CountRow {
    this.made += 1;
    return { id: this.made, ...row };
  }

  /** Adds a row for a value that is not listed. */
  add(): void {
    this.rows.push(this.numbered({ value: '', fixed: false, count: '' }));
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }

  /** What is wrong with the count, in words; empty where it can be sent. */
  readonly faults = $derived(faultsOf(this.rows));
  readonly total = $derived(this.rows.reduce((sum, row) => sum + (sumOf(row) ?? 0n), 0n));

  /** The count for the server. */
  get wire(): ChipCount[] {
    return wireOf(this.rows);
  }
}
