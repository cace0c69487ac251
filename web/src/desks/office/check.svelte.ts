/** A house file checked against the books while it is typed: the last text that was typed wins. */
import { api, errorText, unwrap } from '../../api/client';
import type { Breach } from '../../api/types';
import { session } from '../../stores/session.svelte';

export interface FileFault {
  line: number;
  column: number;
  message: string;
  help: string | null;
}

export interface EdgeChange {
  table: string;
  game: string;
  wager: string;
  before: number | null;
  after: number | null;
}

export interface CharterCheck {
  faults: FileFault[];
  breaches: Breach[];
  edges: EdgeChange[];
  unpriced: string[];
}

const TYPING_MS = 400;
/** Another file is being checked: it is tried again so much later. */
const AGAIN_MS = 1200;

type Post = (path: string, init: object) => Promise<{ data?: CharterCheck; error?: unknown; response: Response }>;

function request(file: string): Promise<CharterCheck> {
  return unwrap((api.POST as unknown as Post)('/houses/{h}/charter/check', { params: session.houseParams, body: { file } }));
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

const isBusyElsewhere = (error: unknown): boolean => typeof error === 'object' && error !== null && 'problem' in error && (error.problem as { code: string }).code === 'rate';
