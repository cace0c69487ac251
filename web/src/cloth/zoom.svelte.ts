/** A layout that grows under two fingers or by a button, inside a frame that scrolls. */
import type { Attachment } from 'svelte/attachments';

/** The least size of something to touch, in pixels. */
const TOUCH_PX = 44;
const MAX = 4;

export class Zoom {
  /** How many times its usual size the layout has. */
  factor = $state(1);

  /** Grows until a spot of this size (in pixels at the usual size) can be touched well, or goes back. */
  toggle(spotPx: number): void {
    this.factor = this.factor > 1 ? 1 : Math.min(MAX, Math.max(1.5, TOUCH_PX / Math.max(1, spotPx)));
  }

  /** Follows two fingers on the frame; one finger scrolls it. */
  readonly pinch: Attachment<HTMLElement> = (frame) => {
    let start: { distance: number; factor: number } | null = null;
    const distanceOf = ({ touches }: TouchEvent): number => {
      const [one, other] = [touches[0], touches[1]];
      return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
    };
    const begin = (event: TouchEvent): void => {
      start = event.touches.length === 2 ? { distance: distanceOf(event), factor: this.factor } : null;
    };
    const move = (event: TouchEvent): void => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const before = this.factor;
      this.factor = Math.min(MAX, Math.max(1, (start.factor * distanceOf(event)) / start.distance));
      this.keepMiddle(frame, event, this.factor / before);
    };
    const end = (): void => void (start = null);
    frame.addEventListener('touchstart', begin, { passive: true });
    frame.addEventListener('touchmove', move, { passive: false });
    frame.addEventListener('touchend', end);
    return () => {
      frame.removeEventListener('touchstart', begin);
      frame.removeEventListener('touchmove', move);
      frame.removeEventListener('touchend', end);
    };
  };

  /** Scrolls so that what is between the fingers stays there. */
  private keepMiddle(frame: HTMLElement, { touches }: TouchEvent, by: number): void {
    const box = frame.getBoundingClientRect();
    const [one, other] = [touches[0], touches[1]];
    if (!one || !other) return;
    const [x, y] = [(one.clientX + other.clientX) / 2 - box.left, (one.clientY + other.clientY) / 2 - box.top];
    frame.scrollLeft = (frame.scrollLeft + x) * by - x;
    frame.scrollTop = (frame.scrollTop + y) * by - y;
  }
}
