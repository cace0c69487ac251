/** An export: a list loaded page by page into a file, with its progress. It can be stopped. */
import { errorText } from '../../api/client';
import { readPage, type ReadPage } from '../shared/paged.svelte';
import { plainCell, type List } from './lists';

export type Format = 'csv' | 'json';

const TYPES: Record<Format, string> = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/** A field of a CSV file (RFC 4180). What a spreadsheet would take for a formula is marked as text. */
export function csvField(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLines<T>(list: List<T>, rows: T[]): string[] {
  return rows.map((row) => list.columns.map((column) => csvField(plainCell(column, row))).join(','));
}

export class Export {
  /** How many rows are loaded; null while nothing runs. */
  rows = $state<number | null>(null);
  done = $state('');
  error = $state('');
  private stopped = false;

  stop(): void {
    this.stopped = true;
  }

  async run<T>(name: string, list: List<T>, format: Format): Promise<void> {
    if (this.rows !== null) return;
    this.stopped = false;
    this.done = '';
    this.error = '';
    this.rows = 0;
    try {
      const parts = await this.load(list, format);
      if (parts) this.save(`${name}.${format}`, parts, TYPES[format]);
      else this.done = 'Stopped. Nothing was saved.';
    } catch (error) {
      this.error = `${errorText(error)} Nothing was saved.`;
    } finally {
      this.rows = null;
    }
  }

  /** The text of the file in parts; null if it was stopped. */
  private async load<T>(list: List<T>, format: Format): Promise<string[] | null> {
    const parts = format === 'csv' ? [`${list.columns.map(({ label }) => csvField(label)).join(',')}\r\n`] : ['['];
    let last: T | null = null;
    let next: number | null = null;
    for (let more = true; more; ) {
      if (this.stopped) return null;
      const { rows, more: goesOn, next: place }: ReadPage<T> = readPage(await list.load(last, list.most, next), list.most);
      if (format === 'csv') parts.push(...csvLines(list, rows).map((line) => `${line}\r\n`));
      else if (rows.length > 0) parts.push(`${last === null ? '' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`);
      last = rows.at(-1) ?? last;
      next = place;
      more = goesOn;
      this.rows = (this.rows ?? 0) + rows.length;
    }
    return format === 'json' ? [...parts, ']\n'] : parts;
  }

  private save(name: string, parts: string[], type: string): void {
    const address = URL.createObjectURL(new Blob(parts, { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.done = `Saved ${name} with ${this.rows} ${this.rows === 1 ? 'row' : 'rows'}.`;
  }
}
