/** What the player's decisions have cost, compared with the best ones. */
import type { Advice, Move } from '../api/types';

/** The cost of a decision compared with the best; null if it is not known. */
export function costOf(advice: Advice, decision: string): number | null {
  const option = advice.options.find((candidate) => candidate.decision === decision);
  return option?.cost == null ? null : Number(option.cost);
}

/** What was better than a decision, and by how much. */
export interface Mistake {
  made: string;
  better: string;
  cost: number;
}

/** The mistake that a decision was; null if it was none, or its cost is not known. */
export function mistakeOf(advice: Advice, decision: string): Mistake | null {
  const cost = costOf(advice, decision);
  if (cost === null || cost <= 0) return null;
  const better = advice.options.filter((option) => Number(option.cost ?? Number.NaN) === 0).map((option) => option.decision);
  return { made: decision, better: better.join(' or '), cost };
}

/** Counts mistakes; stored for the browser session. */
export class Mistakes {
  count = $state(0);
  decisions = $state(0);
  /** In the currency of the table. An estimate for learners, so a float is precise enough. */
  cost = $state(0);
  /** The mistake that the last decision was. */
  last = $state.raw<Mistake | null>(null);

  constructor(private readonly storageKey: string) {
    try {
      const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { count?: number; decisions?: number; cost?: number };
      this.count = stored.count ?? 0;
      this.decisions = stored.decisions ?? 0;
      this.cost = stored.cost ?? 0;
    } catch {
      // Storage is blocked or damaged: start at zero.
    }
  }

  /** Counts a decision, given the advice at that time. */
  add(advice: Advice, made: Move): void {
    const cost = costOf(advice, made.decision);
    this.last = mistakeOf(advice, made.decision);
    if (cost === null) return;
    this.decisions += 1;
    if (cost > 0) {
      this.count += 1;
      this.cost += cost;
    }
    this.save();
  }

  reset(): void {
    [this.count, this.decisions, this.cost, this.last] = [0, 0, 0, null];
    this.save();
  }

  private save(): void {
    try {
      const { count, decisions, cost } = this;
      sessionStorage.setItem(this.storageKey, JSON.stringify({ count, decisions, cost }));
    } catch {
      // Storage is blocked: the count lasts until the page is closed.
    }
  }
}
