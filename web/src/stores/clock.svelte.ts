/** The server's time: the clock of the device, corrected by the times that the server sends. */

const TICK_MS = 250;

class ServerClock {
  now = $state(Date.now());
  private offset = 0;

  constructor() {
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Corrects the clock by a time that the server has just sent. */
  sync(serverTime: number): void {
    this.offset = serverTime - Date.now();
    this.tick();
  }

  private tick(): void {
    this.now = Date.now() + this.offset;
  }
}

export const clock = new ServerClock();
