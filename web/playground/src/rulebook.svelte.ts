/** The rulebook that is being written, with the prices and the sign of one of its games. */
import type { Fault, Prices, Rulebook, Settings } from 'croupier/module';
import { Latest } from './latest.svelte';
import type { Asked } from './protocol';
import type { Solver } from './solver';

/** Settings as they are written: `decks=6 min=5`. */
export function readSettings(text: string): Settings {
  const words = text.split(/\s+/).filter(Boolean);
  return Object.fromEntries(words.map((word) => {
    const [key = '', ...value] = word.split('=');
    if (value.length === 0) throw new Error(`“${word}” is no setting: write KEY=VALUE, such as min=5.`);
    return [key, value.join('=')];
  }));
}

export class RulebookStore {
  /** The rulebooks to begin from. */
  books = $state.raw<Rulebook[]>([]);
  /** The one that was chosen. */
  rulebook = $state('');
  /** Its text, and the text as it was. */
  text = $state('');
  original = $state('');
  /** The name of a game in the rulebook. */
  game = $state('');
  settings = $state('');
  readonly check = new Latest<Asked['check']['answer']>();
  readonly prices = new Latest<Prices>();
  readonly sign = new Latest<string>();

  readonly changed = $derived(this.text !== this.original);
  readonly faults = $derived<Fault[]>(this.check.value?.faults ?? []);
  /** The rulebook as it was read; null while its text has faults. */
  readonly read = $derived(this.check.value?.book ?? null);
  /** Its games, or those that it had before its text had faults. */
  games = $state.raw<string[]>([]);
  /** What may be set at the game that is priced. */
  readonly choices = $derived(this.read?.settings[this.game] ?? []);

  constructor(
    private readonly solver: Solver,
    /** Prices have a worker of their own, which is stopped when they are not wanted any more. */
    private readonly pricing: Solver,
  ) {}

  async load(): Promise<void> {
    this.books = await this.solver.ask('books', null);
  }

  /** Takes a rulebook as it is, or with the text that it was given. */
  async choose(rulebook: string, game = '', text: string | null = null): Promise<void> {
    this.original = await this.solver.ask('text', rulebook);
    this.rulebook = rulebook;
    this.text = text ?? this.original;
    this.game = game || (this.books.find((book) => book.rulebook === rulebook)?.games[0] ?? '');
  }

  /** Reads the text; returns how to call it off. */
  ask(text: string): () => void {
    return this.check.ask(async () => {
      const answer = await this.solver.ask('check', text);
      if (answer.book) this.games = answer.book.games;
      // A game whose name was changed is not there any more.
      if (!this.games.includes(this.game)) this.game = this.games[0] ?? '';
      return answer;
    });
  }

  /** Prices a game of the text, and draws its sign; returns how to call it off. */
  askTable(book: string, read: Rulebook | null, game: string, day: string, settings: string): () => void {
    this.pricing.stop();
    if (!read?.games.includes(game)) {
      this.prices.clear();
      this.sign.clear();
      return () => undefined;
    }
    const question = (): Asked['prices']['of'] => ({ book, game: `${read.rulebook}/${game}`, day, settings: readSettings(settings) });
    const offs = [this.prices.ask(async () => this.pricing.ask('prices', question())), this.sign.ask(async () => this.solver.ask('sign', question()))];
    return () => offs.forEach((off) => off());
  }
}
