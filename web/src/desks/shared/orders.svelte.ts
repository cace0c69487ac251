/** The commands of a desk: one at a time, each under a key of its own, and what came of the last one. */
import { ApiError, errorText } from '../../api/client';
import { sendHouseCommand, sendTableCommand } from '../../api/commands';
import type { CommandResult, HouseCommand, TableCommand } from '../../api/types';
import { session } from '../../stores/session.svelte';
import { refusalText } from '../../text/stakes';

export interface Refusal {
  text: string;
  cites: string[];
}

export class Orders {
  /** Whether a command has no response yet: nothing else is sent before it has one. */
  busy = $state(false);
  /** The last refusal, until something succeeds. */
  refusal = $state.raw<Refusal | null>(null);
  /** What was done last, in words, for a status region. */
  done = $state('');

  /** `changed` is called after each command, whatever came of it: what is shown may be out of date. */
  constructor(private readonly changed: () => Promise<unknown> = () => Promise.resolve()) {}

  /** Gives a command to the house. Returns null if it was refused. */
  house(command: HouseCommand, done = ''): Promise<CommandResult | null> {
    return this.run(() => sendHouseCommand(session.houseId, command), done);
  }

  /** Gives a command at a table. Returns null if it was refused. */
  table(table: number, command: TableCommand, done = ''): Promise<CommandResult | null> {
    return this.run(() => sendTableCommand(session.houseId, table, command), done);
  }

  private async run(send: () => Promise<CommandResult>, done: string): Promise<CommandResult | null> {
    if (this.busy) return null;
    this.busy = true;
    this.done = '';
    try {
      const result = await send();
      this.refusal = null;
      this.done = done;
      return result;
    } catch (error) {
      this.refusal = error instanceof ApiError ? { text: refusalText(error.problem), cites: error.problem.cites } : { text: errorText(error), cites: [] };
      return null;
    } finally {
      await this.changed();
      this.busy = false;
    }
  }
}
