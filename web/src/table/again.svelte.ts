/** What was bet in the round before, for the rebet button. */
import type { Seen } from '../house/wire';

export interface Bet {
  wager: string;
  amount: string;
}

export class Again {
  last = $state.raw<Bet[]>([]);
  private laid: Bet[] = [];
  private round = -1;

  constructor(private readonly table: number) {
    this.last = this.recall();
  }

  /** Notes the bets of a round, and keeps them once the next has begun. */
  note(seen: Seen): void {
    if (seen.round !== this.round) {
      if (this.laid.length > 0) this.keep();
      this.round = seen.round;
    }
    const own = seen.stakes.filter((stake) => stake.mine && !['refused', 'cancelled'].includes(stake.outcome));
    this.laid = own.filter((stake) => !stake.of).map(({ wager, amount }) => ({ wager, amount }));
    if (seen.phase === 'payment' && this.laid.length > 0) this.keep();
  }

  private keep(): void {
    this.last = this.laid;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.last));
    } catch {
      // Without storage a rebet lasts as long as the page.
    }
  }

  private recall(): Bet[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? '[]') as Bet[];
    } catch {
      return [];
    }
  }

  private get key(): string {
    return `croupier.again.${this.table}`;
  }
}
