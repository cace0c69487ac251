/** Holds back what follows from cards, ball and dice until they lie on the page. */
import type { TableView } from '../api/types';
import { animationsEnabled } from '../stores/theme.svelte';
import { drawKey, fallsBetween, frame, isDrawBetween } from './frames';

/** A ball counts as landed after this time even if the wheel has not reported it. */
const TIMEOUT_MS = 7000;

/** What is shown, and what is held back. */
export interface RevealListener {
  /** A view on the way to the latest one. */
  frame(view: TableView): void;
  /** The latest view, when everything in it lies. */
  shown(view: TableView, previous: TableView | null): void;
}

export class Reveal {
  /** Whether something is on its way. */
  running = $state(false);
  /** Identifies the spin or throw that is shown. */
  key = $state('');
  /** The last view of which everything was shown. */
  private base: TableView | null = null;
  private target: TableView | null = null;
  private fallen = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly listener: RevealListener) {}

  /** A view from the server: shown at once, or step by step. A view of the next round ends what is still on its way. */
  update(next: TableView): void {
    const shown = this.target ?? this.base;
    if (this.running && shown && shown.round !== next.round) this.finish();
    this.target = next;
    if (this.running && this.base) return this.advance(this.base, next, this.fallen);
    if (!this.base || !animationsEnabled()) return this.settle(next);
    if (isDrawBetween(this.base, next)) this.startDraw(this.base, next);
    else if (fallsBetween(this.base, next).length > 0) this.startDeal(this.base, next);
    else this.settle(next);
  }

  /** The ball or the dice lie, or what is on its way is not waited for. */
  finish(): void {
    if (this.running && this.target) this.settle(this.target);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  private startDraw(base: TableView, next: TableView): void {
    this.running = true;
    this.key = drawKey(next);
    this.timer = setTimeout(() => this.finish(), next.fell?.dice ? next.showing : TIMEOUT_MS);
    this.listener.frame(frame(base, next, [], 0));
  }

  private startDeal(base: TableView, next: TableView): void {
    this.running = true;
    this.fallen = 0;
    this.step(base, next);
  }

  /** Lets the next card fall; after the last one, the rest of the view follows. */
  private step(base: TableView, next: TableView): void {
    const falls = fallsBetween(base, next);
    if (this.fallen >= falls.length) return this.settle(next);
    this.fallen += 1;
    this.advance(base, next, this.fallen);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.target && this.step(base, this.target), next.showing);
  }

  private advance(base: TableView, next: TableView, fallen: number): void {
    this.listener.frame(frame(base, next, fallsBetween(base, next), fallen));
  }

  private settle(next: TableView): void {
    clearTimeout(this.timer);
    const previous = this.base;
    this.base = next;
    this.target = null;
    this.running = false;
    this.fallen = 0;
    // Dice stay in view until the next throw.
    this.key = drawKey(next) || this.key;
    this.listener.shown(next, previous);
  }
}
