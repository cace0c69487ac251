/** What best play says of a decision, and what the player's own choices have cost so far. */
import { get } from '../house/client';
import type { AdviceDoc, Move } from '../house/wire';

export type Advice = AdviceDoc;

/** What a decision costs against the best; nothing where that is not known. */
export function costOf(advice: Advice, decision: string): number | null {
  const found = advice.options.find((option) => option.decision === decision);
  return found?.cost == null ? null : Number(found.cost);
}

/** Mistakes, counted in the table's money; kept while the browser is open. */
export class Mistakes {
  count = $state(0);
  decisions = $state(0);
  /** In money; a learner's reckoning, not the ledger's. */
  cost = $state(0);

  constructor(private readonly key: string) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { count?: number; decisions?: number; cost?: number };
      this.count = kept.count ?? 0;
      this.decisions = kept.decisions ?? 0;
      this.cost = kept.cost ?? 0;
    } catch {
      // A fresh count then.
    }
  }

  /** Counts a decision that was taken, by the advice that held for it. */
  judge(advice: Advice, taken: Move): void {
    const cost = costOf(advice, taken.decision);
    if (cost === null) return;
    this.decisions += 1;
    if (cost > 0) {
      this.count += 1;
      this.cost += cost;
    }
    this.keep();
  }

  /** Starts again from nought. */
  forget(): void {
    [this.count, this.decisions, this.cost] = [0, 0, 0];
    this.keep();
  }

  private keep(): void {
    try {
      const { count, decisions, cost } = this;
      sessionStorage.setItem(this.key, JSON.stringify({ count, decisions, cost }));
    } catch {
      // Then the count lasts as long as the page.
    }
  }
}

/** Asks for the advice of a due decision. */
export function ask(path: string): Promise<Advice> {
  return get<Advice>(`${path}/advice`);
}
