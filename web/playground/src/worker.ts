/** Asks the module away from the page, which stays responsive while a price is computed. */
import { initSync, Shelf } from 'croupier/module';
import type { Answer, Asked, Question, RecordQuestion, Start, TableQuestion } from './protocol';

let shelf: Shelf | undefined;
/** The rulebook that was written last, on a shelf with the others. */
let written: { text: string; shelf: Shelf } | undefined;

/** The name of the text of the page, where a message names a file. */
const FILE = 'rulebook.toml';

function base(): Shelf {
  if (!shelf) throw new Error('the module is asked before it was started');
  return shelf;
}

function withText(text: string): Shelf {
  if (written?.text !== text) {
    const made = base().withBook(FILE, text);
    written?.shelf.free();
    written = { text, shelf: made };
  }
  return written.shelf;
}

function judge({ record, day, book }: RecordQuestion): Asked['judge']['answer'] {
  const books = book === null ? base() : withText(book);
  return { json: books.judgeJson(record, day), explained: books.why(record, day) };
}

function check(text: string): Asked['check']['answer'] {
  const faults = base().faults(FILE, text);
  if (faults.length > 0) return { faults, book: null };
  const books = withText(text);
  const found = books.books().find(({ rulebook }) => books.text(rulebook) === text);
  return { faults, book: found ?? null };
}

const ANSWERS: { [What in keyof Asked]: (of: Asked[What]['of']) => Asked[What]['answer'] } = {
  books: () => base().books(),
  text: (rulebook) => base().text(rulebook),
  check,
  judge,
  prices: ({ book, game, day, settings }: TableQuestion) => withText(book).prices(game, day, settings),
  sign: ({ book, game, day, settings }: TableQuestion) => withText(book).sign(game, day, settings),
};

function start({ module, books }: Start): void {
  initSync({ module });
  shelf = books.reduce((made, [file, text]) => made.withBook(file, text), new Shelf());
}

function answer({ id, what, of }: Question): Answer {
  try {
    return { id, answer: (ANSWERS[what] as (of: unknown) => unknown)(of) };
  } catch (error) {
    const broken = error instanceof WebAssembly.RuntimeError;
    return { id, error: error instanceof Error ? error.message : String(error), broken };
  }
}

self.onmessage = ({ data }: MessageEvent<Start | Question>): void => {
  if ('module' in data) start(data);
  else self.postMessage(answer(data));
};
