/** The console by keyboard: Enter does the next step, digits and card letters are keyed in, Escape drops and leads back to the next step. */
import { awaitedOf } from './steps';
import { entryKind, type EntryKind, withoutLast } from './entry';
import type { DealStore } from './deal.svelte';

/** Whether the dealer works by keyboard. Only then does the focus follow the steps: on a touch screen it would open the keyboard of the system. */
export class KeyboardUse {
  active = $state(false);

  touched(): void {
    this.active = false;
  }
}

const KEYS: Record<EntryKind, RegExp> = { ball: /^\d$/, dice: /^[1-6 ]$/, cards: /^[0-9atjqkshdc ]$/i };

const isField = (target: EventTarget | null): boolean => target instanceof Element && target.closest('input, select, textarea') !== null;
const isControl = (target: EventTarget | null): boolean => target instanceof Element && target.closest('button, a, summary') !== null;

/** The button of the next step on the page. */
const nextButton = (): HTMLElement | null => document.querySelector('[data-next]');

/** Handles a key on the page, wherever the focus is; dialogs have their own. */
export function consoleKeys(event: KeyboardEvent, deal: DealStore, keyboard: KeyboardUse): void {
  keyboard.active = true;
  const { view, game } = deal;
  if (!view || !game || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const inEntry = event.target instanceof Element && event.target.closest('[data-entry]') !== null;
  if (event.key === 'Escape' && (inEntry || !isField(event.target))) {
    event.preventDefault();
    if (view.entry !== null) void deal.send({ do: 'drop-entry' });
    else deal.keyed = '';
    document.querySelector<HTMLElement>('[data-first]')?.focus();
    return;
  }
  if (isField(event.target)) return;
  if (event.key === 'Enter' && !isControl(event.target)) {
    event.preventDefault();
    nextButton()?.click();
    return;
  }
  if (awaitedOf(view, game) !== 'outcome') return;
  const kind = entryKind(game);
  if (event.key === 'Backspace') deal.keyed = withoutLast(deal.keyed, kind);
  else if (KEYS[kind].test(event.key) && !(event.key === ' ' && isControl(event.target))) deal.keyed += event.key.toUpperCase();
  else return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[data-entry] input')?.focus();
}
