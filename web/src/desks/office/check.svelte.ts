/** Texts checked against the books while they are typed or chosen: the last one that was asked about wins. */
import { api, ApiError, errorText, unwrap } from '../../api/client';
import type { CharterCheck, EditionCheck, EditionQuestion } from '../../api/types';
import { session } from '../../stores/session.svelte';

const TYPING_MS = 400;
/** Another file is being checked: it is tried again so much later. */
const AGAIN_MS = 1200;

class Checker<Q, R> {
  /** What the books say about `checked`; null before the first answer. */
  result = $state.raw<R | null>(null);
  /** What the result is about; null before the first answer. */
  checked = $state.raw<Q | null>(null);
  error = $state('');
  busy = $state(false);
  private asked = 0;

  constructor(private readonly request: (question: Q) => Promise<R>) {}

  /** Asks once nobody types any more; returns how to call it off. */
  check(question: Q, afterMs = TYPING_MS): () => void {
    this.asked += 1;
    const { asked } = this;
    this.busy = true;
    let timer = setTimeout(() => void run(), this.result ? afterMs : 0);
    const run = async (): Promise<void> => {
      try {
        const result = await this.request(question);
        if (asked !== this.asked) return;
        this.result = result;
        this.checked = question;
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

/** A house file, checked while it is typed. */
export class FileChecker extends Checker<string, CharterCheck> {
  constructor() {
    super((file) => unwrap(api.POST('/houses/{h}/charter/check', { params: session.houseParams, body: { file } })));
  }
}

/** An edition of a rulebook, checked before it is proposed or authorised. */
export class EditionChecker extends Checker<EditionQuestion, EditionCheck> {
  constructor() {
    super((body) => unwrap(api.POST('/houses/{h}/editions/check', { params: session.houseParams, body })));
  }
}

const isBusyElsewhere = (error: unknown): boolean => error instanceof ApiError && error.problem.code === 'rate';
