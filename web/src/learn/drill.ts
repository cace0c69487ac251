/** Questions made from a chart of best play. */

export interface Play {
  letter: string;
  name: string;
  probability: string;
}

export interface Worth {
  move: string;
  expectation?: string;
  expectation_decimal?: number;
}

export interface Cell {
  plays: Play[];
  worth: Worth[];
}

export interface Chart {
  title: string;
  down: string;
  across: string;
  columns: string[];
  rows: { name: string; cells: (Cell | null)[] }[];
}

export interface Strategy {
  rules: string;
  title: string;
  decisions: boolean;
  moves: { letter: string; name: string; kind: string }[];
  charts: Chart[];
}

export interface Question {
  chart: string;
  down: string;
  across: string;
  row: string;
  column: string;
  cell: Cell;
}

/** Every cell of every chart that has an answer. */
export function questions(strategy: Strategy): Question[] {
  return strategy.charts.flatMap((chart) =>
    chart.rows.flatMap((row) =>
      row.cells.flatMap((cell, place) =>
        cell && cell.plays.length > 0
          ? [{ chart: chart.title, down: chart.down, across: chart.across, row: row.name, column: chart.columns[place] ?? '', cell }]
          : [],
      ),
    ),
  );
}

const RANK = /^(10|[2-9TJQKA])$/;

/** The cards that a row or column names, each with a suit to be drawn in; none where it names a total or a kind of hand. */
export function cardsOf(name: string, least = 2): string[] {
  const ranks = name.split(/[ ,]+/);
  if (ranks.length < least || !ranks.every((rank) => RANK.test(rank))) return [];
  return ranks.map((rank, place) => `${rank === '10' ? 'T' : rank}${'SHDC'[(place + rank.charCodeAt(0)) % 4]}`);
}

/** The answers one may choose from: those that the chart of a question has anywhere. */
export function choices(strategy: Strategy, question: Question): Strategy['moves'] {
  const chart = strategy.charts.find((one) => one.title === question.chart);
  const letters = new Set(chart?.rows.flatMap((row) => row.cells.flatMap((cell) => cell?.plays.map((play) => play.letter) ?? [])));
  return strategy.moves.filter((move) => letters.has(move.letter));
}

/** Whether an answer is one of those that best play takes. */
export function right(question: Question, letter: string): boolean {
  return question.cell.plays.some((play) => play.letter === letter);
}
