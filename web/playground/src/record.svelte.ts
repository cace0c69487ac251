/** The record that is judged. */
import { Latest } from './latest.svelte';
import type { Asked } from './protocol';
import type { Solver } from './solver';

/** A verdict, and the file that it is about, if the record was opened as one. */
type Judged = Asked['judge']['answer'] & { file: string };

/** The bytes as text, or null where they are none. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export class RecordStore {
  text = $state('');
  /** The bytes of a file that is no text; null where the text counts. */
  bytes = $state.raw<Uint8Array | null>(null);
  /** Whose law applies where the record has no date. */
  day = $state('');
  /** The name of the file that was opened; empty where the text was written. */
  file = $state('');
  readonly judged = new Latest<Judged>();

  constructor(private readonly solver: Solver) {}

  write(text: string): void {
    this.text = text;
    this.bytes = null;
    this.file = '';
  }

  open(file: string, bytes: Uint8Array): void {
    this.file = file;
    const text = textOf(bytes);
    this.text = text ?? '';
    this.bytes = text === null ? bytes : null;
  }

  /** Judges a record; returns how to call it off. */
  ask(record: string | Uint8Array, file: string, day: string, book: string | null): () => void {
    // Nobody types in a file.
    return this.judged.ask(async () => ({ ...(await this.solver.ask('judge', { record, day, book })), file }), file === '');
  }
}
