/** What best play says of a decision, and what the player's own choices have cost so far. */
import { get } from '../house/client';
import { amount, type Minor } from '../house/money';
import type { Move } from '../house/wire';

export interface Advice {
  on: string | null;
  best: string;
  moves: { decision: string; on: string | null; value: string; cost: string; cost_money: string }[];
  method?: string;
}

/** Mistakes, counted in the table's money; kept while the browser is open. */
export class Mistakes {
  count = $state(0);
  decisions = $state(0);
  cost = $state<Minor>(0n);

  constructor(private readonly key: string) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { count?: number; decisions?: number; cost?: string };
      this.count = kept.count ?? 0;
      this.decisions = kept.decisions ?? 0;
      this.cost = amount(kept.cost);
    } catch {
      // A fresh count then.
    }
  }

  /** Counts a decision that was taken, by the advice that held for it. */
  judge(advice: Advice, taken: Move): void {
    const found = advice.moves.find((move) => move.decision === taken.decision);
    if (!found) return;
    this.decisions += 1;
    const cost = amount(found.cost_money);
    if (Number(found.cost) > 0) {
      this.count += 1;
      this.cost += cost;
    }
    this.keep();
  }

  /** Starts again from nought. */
  forget(): void {
    [this.count, this.decisions, this.cost] = [0, 0, 0n];
    this.keep();
  }

  private keep(): void {
    try {
      const cost = `${this.cost / 100n}.${String(this.cost % 100n).padStart(2, '0')}`;
      sessionStorage.setItem(this.key, JSON.stringify({ count: this.count, decisions: this.decisions, cost }));
    } catch {
      // Then the count lasts as long as the page.
    }
  }
}

/** Asks for the advice of a due decision. */
export function ask(path: string): Promise<Advice> {
  return get<Advice>(`${path}/advice`);
}
