/**
 * Spaced repetition: what was answered wrong comes back soon, what is known comes back later and later.
 *
 * Each question has a level. A correct answer raises it by one, and the question rests for twice as many others as
 * before; a wrong answer brings it back to the first level. The deck is stored in the browser.
 */

export interface Progress {
  /** 0 until the first correct answer after a wrong one. */
  level: number;
  /** The number of answers given in this deck when the question is due again. */
  due: number;
  right: number;
  wrong: number;
}

export interface StoredDeck {
  title: string;
  answered: number;
  total: number;
  cards: Record<string, Progress>;
}

/** The level from which a question counts as known. */
export const KNOWN = 3;

const PREFIX = 'croupier.deck.';
const REST = 3;

/** How many other questions come before one of this level is asked again. */
export function restOf(level: number): number {
  return level === 0 ? REST : REST * 2 ** level;
}

function read(key: string): StoredDeck | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDeck | null;
  } catch {
    // Storage is blocked or damaged: start again.
    return null;
  }
}

export class Deck {
  private readonly stored: StoredDeck;

  constructor(
    private readonly name: string,
    title: string,
    private readonly ids: string[],
  ) {
    const before = read(PREFIX + name);
    const cards = Object.fromEntries(Object.entries(before?.cards ?? {}).filter(([id]) => ids.includes(id)));
    this.stored = { title, answered: before?.answered ?? 0, total: ids.length, cards };
  }

  /** The next question: the one that has been due for longest, or else a new one, or else the one that is due next. */
  next(random: () => number = Math.random): string | undefined {
    const { cards, answered } = this.stored;
    const known = Object.entries(cards).sort((a, b) => a[1].due - b[1].due);
    const [first] = known;
    if (first && first[1].due <= answered) return first[0];
    const fresh = this.ids.filter((id) => !(id in cards));
    return fresh[Math.floor(random() * fresh.length)] ?? first?.[0];
  }

  answer(id: string, isRight: boolean): void {
    const before = this.stored.cards[id] ?? { level: 0, due: 0, right: 0, wrong: 0 };
    const level = isRight ? before.level + 1 : 0;
    this.stored.answered += 1;
    this.stored.cards[id] = {
      level,
      due: this.stored.answered + restOf(level),
      right: before.right + Number(isRight),
      wrong: before.wrong + Number(!isRight),
    };
    this.save();
  }

  get known(): number {
    return Object.values(this.stored.cards).filter((card) => card.level >= KNOWN).length;
  }

  get total(): number {
    return this.ids.length;
  }

  private save(): void {
    try {
      localStorage.setItem(PREFIX + this.name, JSON.stringify(this.stored));
    } catch {
      // Storage is blocked: the deck lasts until the page is closed.
    }
  }
}

export interface DeckSummary {
  title: string;
  total: number;
  seen: number;
  known: number;
  right: number;
  wrong: number;
  /** The questions that were answered wrong most often, the worst first. */
  hardest: string[];
}

/** All decks of this browser, in the order of their titles. */
export function storedDecks(): DeckSummary[] {
  const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '');
  const decks = keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => read(key) ?? []);
  return decks.map(summaryOf).sort((a, b) => a.title.localeCompare(b.title));
}

function summaryOf({ title, total, cards }: StoredDeck): DeckSummary {
  const all = Object.entries(cards);
  const sum = (of: (card: Progress) => number): number => all.reduce((total, [, card]) => total + of(card), 0);
  const hard = all.filter(([, card]) => card.wrong > 0 && card.level < KNOWN).sort((a, b) => b[1].wrong - a[1].wrong);
  return {
    title,
    total,
    seen: all.length,
    known: sum((card) => Number(card.level >= KNOWN)),
    right: sum((card) => card.right),
    wrong: sum((card) => card.wrong),
    hardest: hard.slice(0, 5).map(([id]) => id),
  };
}
