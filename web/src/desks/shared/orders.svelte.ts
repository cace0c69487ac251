/** The commands of a desk: one at a time, each under a key of its own, and what came of the last one. */
import { ApiError, errorText } from '../../api/client';
import { sendHouseCommand, sendTableCommand } from '../../api/commands';
import { newKey } from '../../api/keys';
import type { CommandResult, HouseCommand, HouseResult, TableCommand } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { refusalText } from '../../text/stakes';

export interface Refusal {
  text: string;
  cites: string[];
  /** The duty of a roster that is refused: its number in what was sent, from 1. */
  duty?: { number: number; at: number };
}

export class Orders {
  /** Whether a command has no response yet: nothing else is sent before it has one. */
  busy = $state(false);
  /** The last refusal, until something succeeds. */
  refusal = $state.raw<Refusal | null>(null);
  /** What was done last, in words, for a status region. */
  done = $state('');
  /** Sends the last command again under its key, if there was no answer to it; otherwise null. */
  again = $state.raw<(() => Promise<unknown>) | null>(null);

  /** Whether a form is open in which refusals are said; the page behind it is silent. */
  inForm = $state(false);

  /** `changed` is called after each command, whatever came of it: what is shown may be out of date. */
  constructor(private readonly changed: () => Promise<unknown> = () => Promise.resolve()) {}

  /** Gives a command to the house. Returns null if it was refused. `then` gets the result, also of a command that is sent again. */
  house(command: HouseCommand, done = '', then?: (result: HouseResult) => void): Promise<HouseResult | null> {
    const key = newKey();
    return this.run(() => sendHouseCommand(session.houseId, command, key), done, then);
  }

  /** Gives a command at a table. Returns null if it was refused. */
  table(table: number, command: TableCommand, done = ''): Promise<CommandResult | null> {
    const key = newKey();
    return this.run(() => sendTableCommand(session.houseId, table, command, key), done);
  }

  /** Forgets the last refusal, and the command that was not answered. */
  clear(): void {
    this.refusal = null;
    this.again = null;
  }

  /** Sends any request of which this desk shows what came. */
  async run<T>(send: () => Promise<T>, done: string, then?: (result: T) => void): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.done = '';
    this.again = null;
    try {
      const result = await send();
      this.refusal = null;
      this.done = done;
      then?.(result);
      return result;
    } catch (error) {
      this.onFailed(error, () => this.run(send, done, then));
      return null;
    } finally {
      await this.changed();
      this.busy = false;
    }
  }

  private onFailed(error: unknown, again: () => Promise<unknown>): void {
    if (error instanceof ApiError && error.problem.code === 'network') {
      this.refusal = { text: 'The server did not answer. It may or may not have been done. Send it again: it is done once.', cites: [] };
      this.again = again;
    } else if (error instanceof ApiError) {
      const { cites, duty } = error.problem;
      this.refusal = { text: refusalText(error.problem), cites, ...(duty ? { duty } : {}) };
    } else {
      this.refusal = { text: errorText(error), cites: [] };
    }
  }
}
