/** What the page asks its workers, and what they answer. */
import type { Explained, Fault, Prices, Rulebook, Settings } from 'croupier/module';

/** A record and what it is judged by. */
export interface RecordQuestion {
  record: string | Uint8Array;
  day: string;
  /** The text of a rulebook that takes the place of the one of the same id; null where none was changed. */
  book: string | null;
}

/** A table of a game. */
export interface TableQuestion {
  /** The text of the rulebook. */
  book: string;
  /** The game, as `RULEBOOK/GAME`. */
  game: string;
  day: string;
  settings: Settings;
}

export interface Asked {
  books: { of: null; answer: Rulebook[] };
  /** The text of a rulebook. */
  text: { of: string; answer: string };
  /** The faults of the text of a rulebook; where it has none, the rulebook. */
  check: { of: string; answer: { faults: Fault[]; book: Rulebook | null } };
  /** A verdict as the program prints it, and with its explanation. */
  judge: { of: RecordQuestion; answer: { json: string; explained: Explained } };
  prices: { of: TableQuestion; answer: Prices };
  /** The sign, as SVG. */
  sign: { of: TableQuestion; answer: string };
}

export type Question = { [What in keyof Asked]: { id: number; what: What; of: Asked[What]['of'] } }[keyof Asked];

/** The first message to a worker: the module, and rulebooks beside those that it has. */
export interface Start {
  module: WebAssembly.Module;
  books: [file: string, text: string][];
}

/** `broken` is set where the module cannot be asked again. */
export type Answer = { id: number; answer: unknown } | { id: number; error: string; broken: boolean };
