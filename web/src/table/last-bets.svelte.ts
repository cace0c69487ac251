/** The bets of the last round, for the Rebet button. */
import type { TableView } from '../api/types';

export interface LastBet {
  wager: string;
  amount: string;
}

export class LastBets {
  bets = $state.raw<LastBet[]>([]);
  private current: LastBet[] = [];
  private round = -1;
  private readonly key: string;

  /** `owner` names the house and the person, so that nobody is offered the bets of somebody else. */
  constructor(owner: string, tableId: number) {
    this.key = `croupier.again.${owner}.${tableId}`;
    this.bets = this.load();
  }

  /** Collects the bets of a round; they become the last bets when it is paid or the next one begins. */
  update(table: TableView): void {
    if (table.round !== this.round) {
      if (this.current.length > 0) this.save();
      this.round = table.round;
    }
    const own = table.stakes.filter((stake) => stake.mine && !['refused', 'cancelled'].includes(stake.outcome));
    this.current = own.filter((stake) => !stake.of).map(({ wager, amount }) => ({ wager, amount }));
    if (table.phase === 'payment' && this.current.length > 0) this.save();
  }

  private save(): void {
    this.bets = this.current;
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.bets));
    } catch {
      // Storage is blocked: the bets are known until the page is closed.
    }
  }

  private load(): LastBet[] {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? '[]') as LastBet[];
    } catch {
      return [];
    }
  }
}
