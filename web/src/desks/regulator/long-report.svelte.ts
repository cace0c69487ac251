/** A report that the server computes for up to a minute: asked for until it is there, with what is being done meanwhile. */
import { errorText } from '../../api/client';
import type { ReportStage } from '../../api/types';

/** The pause between two questions. The server itself waits a moment for the report before it answers. */
const PAUSE_MS = 500;

export class LongReport<T extends object> {
  value = $state.raw<T | null>(null);
  /** What is being done; empty when the report is there or failed. */
  computing = $state('');
  error = $state('');
  private latest = 0;

  /** Asks for a report in place of the one before; returns how to stop asking. */
  ask(load: () => Promise<T | ReportStage>): () => void {
    this.value = null;
    this.error = '';
    this.computing = 'asking the server';
    const mine = ++this.latest;
    void this.run(load, () => mine === this.latest);
    return () => void (mine === this.latest && this.latest++);
  }

  private async run(load: () => Promise<T | ReportStage>, isCurrent: () => boolean): Promise<void> {
    try {
      while (isCurrent()) {
        const answer = await load();
        if (!isCurrent()) return;
        if (!('computing' in answer)) {
          this.value = answer;
          this.computing = '';
          return;
        }
        this.computing = answer.computing;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } catch (error) {
      if (!isCurrent()) return;
      this.error = errorText(error);
      this.computing = '';
    }
  }
}
