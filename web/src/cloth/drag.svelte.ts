/** Dragging a chip from the rack to a layout with mouse, pen or finger. */
import type { Minor } from '../text/money';

/** A shorter movement is a click. */
const MIN_DISTANCE_PX = 6;

class ChipDrag {
  /** The chip that is dragged, if any. */
  value = $state<Minor | null>(null);
  x = $state(0);
  y = $state(0);
  /** The wager under the pointer. */
  over = $state('');
}

export const drag = new ChipDrag();

function wagerAt(x: number, y: number): string {
  return document.elementFromPoint(x, y)?.closest('[data-wager]')?.getAttribute('data-wager') ?? '';
}

/** Starts a drag on pointer down; `drop` is called with the wager where the chip is released. */
export function startDrag(event: PointerEvent, value: Minor, drop: (wager: string) => void): void {
  if (event.button !== 0) return;
  const from = { x: event.clientX, y: event.clientY };
  const move = (at: PointerEvent): void => {
    if (Math.hypot(at.clientX - from.x, at.clientY - from.y) < MIN_DISTANCE_PX && drag.value === null) return;
    drag.value = value;
    [drag.x, drag.y] = [at.clientX, at.clientY];
    drag.over = wagerAt(at.clientX, at.clientY);
  };
  const end = (at: PointerEvent): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    const wager = drag.value !== null && at.type === 'pointerup' ? wagerAt(at.clientX, at.clientY) : '';
    drag.value = null;
    drag.over = '';
    if (wager) drop(wager);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
