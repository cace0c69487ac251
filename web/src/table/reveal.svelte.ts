/** Holds a result back until the ball or the dice have come to rest on the page. */
import type { TableView } from '../api/types';
import { animationsEnabled } from '../stores/theme.svelte';
import { drawKey } from './view';

/** A result is shown after this time even if the animation has not reported its end. */
const TIMEOUT_MS = 7000;

export class Reveal {
  /** Whether the result is still held back. */
  running = $state(false);
  /** Identifies the spin or throw that is shown. */
  key = $state('');
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `onfinish` is called when a result that was held back may be shown. */
  constructor(private readonly onfinish: () => void) {}

  /** Starts with a new result; ends early when the next round has begun. */
  update(previous: TableView | null, next: TableView): void {
    const key = drawKey(next);
    const isNew = key !== '' && key !== this.key;
    this.key = key;
    if (!previous) return;
    if (isNew && animationsEnabled()) this.start();
    if (previous.round !== next.round && key === '') this.finish();
  }

  private start(): void {
    this.running = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.finish(), TIMEOUT_MS);
  }

  /** The animation has ended. */
  finish(): void {
    if (!this.running) return;
    this.cancel();
    this.running = false;
    this.onfinish();
  }

  cancel(): void {
    clearTimeout(this.timer);
  }
}
