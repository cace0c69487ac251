/** One tab stop for a whole layout; arrows go to the nearest spot in their direction. */
import type { Attachment } from 'svelte/attachments';

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Focusable = HTMLElement | SVGElement;

function spots(within: Element): Focusable[] {
  return [...within.querySelectorAll<Focusable>('[data-wager]')];
}

function centre(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest in a direction: what lies straight ahead before what lies aside. */
export function nearest(from: [number, number], way: [number, number], places: [number, number][]): number {
  let [best, least] = [-1, Infinity];
  places.forEach(([x, y], index) => {
    const [dx, dy] = [x - from[0], y - from[1]];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const cost = ahead + aside * 2.5;
    if (ahead > 1 && cost < least) [best, least] = [index, cost];
  });
  return best;
}

function hold(within: Element, chosen: Focusable): void {
  for (const spot of spots(within)) spot.setAttribute('tabindex', spot === chosen ? '0' : '-1');
}

/** Keys of a layout; `take` is called for Backspace and Delete on a spot. */
export function roving(take: (wager: string) => void): Attachment<Element> {
  return (within) => {
    const settle = (): void => {
      const all = spots(within);
      const first = all.find((spot) => spot.getAttribute('tabindex') === '0') ?? all[0];
      if (first) hold(within, first);
    };
    const pressed = (event: Event): void => keyed(event as KeyboardEvent, within, take);
    const focused = (event: Event): void => {
      const spot = (event.target as Element).closest<Focusable>('[data-wager]');
      if (spot) hold(within, spot);
    };
    settle();
    const watcher = new MutationObserver(settle);
    watcher.observe(within, { childList: true, subtree: true });
    within.addEventListener('keydown', pressed);
    within.addEventListener('focusin', focused);
    return () => {
      watcher.disconnect();
      within.removeEventListener('keydown', pressed);
      within.removeEventListener('focusin', focused);
    };
  };
}

function keyed(event: KeyboardEvent, within: Element, take: (wager: string) => void): void {
  const spot = (event.target as Element).closest<Focusable>('[data-wager]');
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = WAYS[event.key];
  if (way) {
    const others = spots(within).filter((other) => other !== spot);
    others[nearest(centre(spot), way, others.map(centre))]?.focus();
  } else if (event.key === 'Home' || event.key === 'End') {
    spots(within).at(event.key === 'Home' ? 0 : -1)?.focus();
  } else if (event.key === 'Backspace' || event.key === 'Delete') {
    take(spot.getAttribute('data-wager') ?? '');
  } else if ((event.key === 'Enter' || event.key === ' ') && spot instanceof SVGElement) {
    spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  } else {
    return;
  }
  event.preventDefault();
}
