/** Who comes next at a table by the roster, and whether it is the person who is signed in. */
import type { Duty } from '../../api/types';
import { clock } from '../../stores/clock.svelte';
import { session } from '../../stores/session.svelte';
import { Polled } from '../shared/polled.svelte';
import { loadRoster } from './load';
import { reliefOf, type Relief } from './plan';

const EVERY_MS = 5000;
/** How far ahead the next person is looked for. */
const AHEAD_MS = 12 * 3_600_000;

export class ReliefStore {
  private readonly loaded: Polled<Duty[]>;

  /** Of one table, or of all. */
  constructor(table?: number) {
    this.loaded = new Polled(async () => (await loadRoster({ from: clock.now, to: clock.now + AHEAD_MS, ...(table === undefined ? {} : { table }) })).duties, EVERY_MS);
  }

  at(table: number): Relief {
    const duties = (this.loaded.value ?? []).filter((duty) => duty.table === table);
    return reliefOf(duties, session.here?.person ?? 0, clock.now);
  }

  refresh(): Promise<void> {
    return this.loaded.refresh();
  }

  stop(): void {
    this.loaded.stop();
  }
}
