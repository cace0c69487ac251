/** A chip that is carried from the rack to the cloth by mouse, pen or finger. */
import type { Minor } from '../house/money';

const FAR_ENOUGH = 6;

class Carried {
  value = $state<Minor | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state('');
}

export const carried = new Carried();

function wagerAt(x: number, y: number): string {
  return document.elementFromPoint(x, y)?.closest('[data-wager]')?.getAttribute('data-wager') ?? '';
}

/** Begins to carry a chip; `drop` is told where it was put down. */
export function lift(event: PointerEvent, value: Minor, drop: (wager: string) => void): void {
  if (event.button !== 0) return;
  const from = { x: event.clientX, y: event.clientY };
  const move = (at: PointerEvent): void => {
    if (Math.hypot(at.clientX - from.x, at.clientY - from.y) < FAR_ENOUGH && carried.value === null) return;
    carried.value = value;
    [carried.x, carried.y] = [at.clientX, at.clientY];
    carried.over = wagerAt(at.clientX, at.clientY);
  };
  const end = (at: PointerEvent): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    const wager = carried.value !== null && at.type === 'pointerup' ? wagerAt(at.clientX, at.clientY) : '';
    carried.value = null;
    carried.over = '';
    if (wager) drop(wager);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
