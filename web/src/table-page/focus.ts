/** The keyboard at a table: where the focus is after a change, and keys that have something read out. */
import type { TableStore } from '../table/table.svelte';

/** The keys that read the state of the table. Screen readers use letters themselves, so these are function keys. */
const SPEECH_KEYS: Record<string, 'time' | 'layout' | 'money'> = { F2: 'time', F4: 'layout', F8: 'money' };

/** F2 reads turn and time, F4 the cards or last results, F8 bets and balance. */
export function speechKeys(event: KeyboardEvent, table: Pick<TableStore, 'say'>): void {
  const what = SPEECH_KEYS[event.key];
  if (!what || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  table.say(what);
}

const DECISION = 'section[aria-label="Your decision"] button:not(:disabled)';
const CHIP = '[role="radio"][aria-checked="true"]';

/** Moves the focus to the chip that is picked. */
export function focusChip(controls: HTMLElement | undefined): void {
  controls?.querySelector<HTMLElement>(CHIP)?.focus();
}

/** Keeps the focus where the player acts while decisions replace the chips and go away again. */
export class FocusKeeper {
  /** What had the focus before the controls changed. */
  private before: Element | null = null;
  /** The spot or button that the player acted on before a decision was asked. */
  private origin: HTMLElement | SVGElement | null = null;
  private asked = false;

  /** Notes the focus before the page changes. */
  remember(): void {
    this.before = document.activeElement;
  }

  /** Moves the focus after the page has changed, but never out of a text field or a dialog. */
  restore(controls: HTMLElement, asked: boolean): void {
    const { before, asked: wasAsked } = this;
    this.asked = asked;
    const active = document.activeElement;
    // A page that was just opened has the focus as a whole.
    const lost = active === null || active === document.body || active.id === 'main';
    if (asked && !wasAsked && (lost || this.isActing(before, controls))) {
      if (before instanceof HTMLElement || before instanceof SVGElement) this.origin = before;
      return void controls.querySelector<HTMLElement>(DECISION)?.focus();
    }
    if (asked && lost && before && before !== document.body) return void controls.querySelector<HTMLElement>(DECISION)?.focus();
    if (!asked && wasAsked && lost) this.back(controls);
  }

  private back(controls: HTMLElement): void {
    if (this.origin?.isConnected && this.origin.matches('[data-wager]')) this.origin.focus();
    else focusChip(controls);
    this.origin = null;
  }

  /** Whether an element is one that the player bets or decides with. */
  private isActing(element: Element | null, controls: HTMLElement): boolean {
    return element !== null && (controls.contains(element) || element.matches('[data-wager]'));
  }
}
