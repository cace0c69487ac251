/** Keyboard use of a layout: one tab stop (roving tabindex), arrow keys go to the nearest spot in their direction. */
import type { Attachment } from 'svelte/attachments';

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Focusable = HTMLElement | SVGElement;

/** More than any way across a layout. */
const OUT_OF_LINE = 1e6;

function spots(within: Element): Focusable[] {
  return [...within.querySelectorAll<Focusable>('[data-wager]')];
}

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>;

const centre = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];

/** Whether most of the smaller of two boxes is beside the other: in the same row, or in the same column. */
function isInLine(one: Box, other: Box, along: [number, number]): boolean {
  const range = ({ x, y, width, height }: Box): [number, number] => (along[0] ? [y, y + height] : [x, x + width]);
  const [[a, b], [c, d]] = [range(one), range(other)];
  return Math.min(b, d) - Math.max(a, c) > Math.min(b - a, d - c) / 2;
}

/** The index of the nearest box in a direction, in the same row or column if there is one; -1 if there is none. */
export function nearest(from: Box, direction: [number, number], boxes: Box[]): number {
  let [best, lowest] = [-1, Infinity];
  const [fromX, fromY] = centre(from);
  boxes.forEach((box, index) => {
    const [x, y] = centre(box);
    const [dx, dy] = [x - fromX, y - fromY];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const cost = ahead + aside * 2.5 + (isInLine(from, box, direction) ? 0 : OUT_OF_LINE);
    if (ahead > 1 && cost < lowest) [best, lowest] = [index, cost];
  });
  return best;
}

function setTabStop(within: Element, chosen: Focusable): void {
  for (const spot of spots(within)) spot.setAttribute('tabindex', spot === chosen ? '0' : '-1');
}

/** Handles the keys of a layout; Backspace and Delete call `remove` with the wager of the spot. */
export function roving(remove: (wager: string) => void): Attachment<Element> {
  return (within) => {
    const ensureTabStop = (): void => {
      const all = spots(within);
      const first = all.find((spot) => spot.getAttribute('tabindex') === '0') ?? all[0];
      if (first) setTabStop(within, first);
    };
    const onKeyDown = (event: Event): void => handleKey(event as KeyboardEvent, within, remove);
    const onFocusIn = (event: Event): void => {
      const spot = (event.target as Element).closest<Focusable>('[data-wager]');
      if (spot) setTabStop(within, spot);
    };
    ensureTabStop();
    const observer = new MutationObserver(ensureTabStop);
    observer.observe(within, { childList: true, subtree: true });
    within.addEventListener('keydown', onKeyDown);
    within.addEventListener('focusin', onFocusIn);
    return () => {
      observer.disconnect();
      within.removeEventListener('keydown', onKeyDown);
      within.removeEventListener('focusin', onFocusIn);
    };
  };
}

function handleKey(event: KeyboardEvent, within: Element, remove: (wager: string) => void): void {
  const spot = (event.target as Element).closest<Focusable>('[data-wager]');
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = DIRECTIONS[event.key];
  if (direction) {
    const others = spots(within).filter((other) => other !== spot);
    others[nearest(spot.getBoundingClientRect(), direction, others.map((other) => other.getBoundingClientRect()))]?.focus();
  } else if (event.key === 'Home' || event.key === 'End') {
    spots(within).at(event.key === 'Home' ? 0 : -1)?.focus();
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    remove(spot.getAttribute('data-wager') ?? '');
  } else if ((event.key === 'Enter' || event.key === ' ') && spot instanceof SVGElement) {
    spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  } else {
    return;
  }
  event.preventDefault();
}
