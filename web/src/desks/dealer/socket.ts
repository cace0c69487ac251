/** The socket of a dealer console: it wakes up with its device, and what was pressed before a lost connection is done once, at the table as it was then. */
import { ApiError } from '../../api/client';
import { sendTableCommand } from '../../api/commands';
import { TableSocket, tableSocketUrl, type TableListener } from '../../api/socket';
import type { ClientMessage, CommandResult, ServerMessage, TableCommand } from '../../api/types';

/** How long a console that wakes up waits for a sign of the server before it connects again. */
const WAKE_TIMEOUT_MS = 2000;
const RETRY_MS = 1000;
const WAKES = ['visibilitychange', 'resume'];

export class DealSocket extends TableSocket {
  /** The version of the table that the console shows, and the one that it showed when the last command was given. */
  private shown = 0;
  private givenAt = 0;
  private readonly repeated = new Set<number>();

  constructor(
    private readonly house: number,
    private readonly table: number,
    listener: TableListener,
  ) {
    super(tableSocketUrl(house, table), listener);
    for (const wakes of WAKES) document.addEventListener(wakes, this.onWake);
  }

  override send(command: TableCommand): Promise<CommandResult> {
    this.givenAt = this.shown;
    return super.send(command);
  }

  override close(): void {
    for (const wakes of WAKES) document.removeEventListener(wakes, this.onWake);
    super.close();
  }

  protected override receive(message: ServerMessage): void {
    if (message.type === 'table') this.shown = message.table.version;
    super.receive(message);
  }

  /** A device that slept may hold a connection that is dead: without an answer it connects again, instead of showing what was. */
  private readonly onWake = (): void => {
    if (document.hidden) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ping(this.socket, WAKE_TIMEOUT_MS);
    else this.reconnectNow();
  };

  protected override resend(): void {
    for (const [id, { message }] of this.commands) if (!this.repeated.has(id)) void this.repeat(id, message);
  }

  /**
   * Sends a command again under its key, on the condition that the table is as it was: otherwise a late `confirm-entry` would confirm what nobody has
   * read back, and a late call would close the bets of another round. The server recognises a command that it has carried out before it compares.
   */
  private async repeat(id: number, message: string): Promise<void> {
    this.repeated.add(id);
    const { command, key } = JSON.parse(message) as Extract<ClientMessage, { type: 'do' }>;
    try {
      const result = await sendTableCommand(this.house, this.table, command, key ?? undefined, this.givenAt);
      this.takePending(id)?.resolve(result);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.problem.retry && this.commands.has(id)) setTimeout(() => void this.repeat(id, message), RETRY_MS);
      else this.takePending(id)?.reject(error);
    }
  }
}
