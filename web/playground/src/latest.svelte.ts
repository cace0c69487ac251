/** A question that is asked while somebody types: once they pause, and the last one wins. */
import { untrack } from 'svelte';

const TYPING_MS = 250;

export class Latest<A> {
  /** The answer to the last question that was answered. */
  value = $state.raw<A | null>(null);
  error = $state('');
  busy = $state(false);
  private asked = 0;

  /** Asks, after a pause while somebody types; returns how to call it off. */
  ask(question: () => Promise<A>, isTyped = true): () => void {
    this.asked += 1;
    const { asked } = this;
    this.busy = true;
    // Whoever asks is not to ask again when the answer comes.
    const isFirst = untrack(() => this.value === null);
    const timer = setTimeout(() => void this.run(asked, question), isTyped && !isFirst ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }

  /** There is nothing to ask. */
  clear(): void {
    this.asked += 1;
    this.value = null;
    this.error = '';
    this.busy = false;
  }

  private async run(asked: number, question: () => Promise<A>): Promise<void> {
    try {
      const value = await question();
      if (asked === this.asked) this.finish(value, '');
    } catch (error) {
      if (asked === this.asked) this.finish(null, error instanceof Error ? error.message : String(error));
    }
  }

  private finish(value: A | null, error: string): void {
    this.value = value;
    this.error = error;
    this.busy = false;
  }
}
