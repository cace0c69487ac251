/** A house file checked against the books while it is typed: the last text that was typed wins. */
import { api, ApiError, errorText, unwrap } from '../../api/client';
import type { CharterCheck } from '../../api/types';
import { session } from '../../stores/session.svelte';

const TYPING_MS = 400;
/** Another file is being checked: it is tried again so much later. */
const AGAIN_MS = 1200;

function request(file: string): Promise<CharterCheck> {
  return unwrap(api.POST('/houses/{h}/charter/check', { params: session.houseParams, body: { file } }));
}

export class FileChecker {
  /** What the books say about `checked`; null before the first answer. */
  result = $state.raw<CharterCheck | null>(null);
  /** The text that the result is about. */
  checked = $state.raw('');
  error = $state('');
  busy = $state(false);
  private asked = 0;

  /** Checks a text once nobody types any more; returns how to call it off. */
  check(file: string, afterMs = TYPING_MS): () => void {
    this.asked += 1;
    const { asked } = this;
    this.busy = true;
    let timer = setTimeout(() => void run(), this.result ? afterMs : 0);
    const run = async (): Promise<void> => {
      try {
        const result = await request(file);
        if (asked !== this.asked) return;
        this.result = result;
        this.checked = file;
        this.error = '';
        this.busy = false;
      } catch (error) {
        if (asked !== this.asked) return;
        this.error = errorText(error);
        if (isBusyElsewhere(error)) timer = setTimeout(() => void run(), AGAIN_MS);
        else this.busy = false;
      }
    };
    return () => clearTimeout(timer);
  }
}

const isBusyElsewhere = (error: unknown): boolean => error instanceof ApiError && error.problem.code === 'rate';
