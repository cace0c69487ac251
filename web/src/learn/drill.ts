/** Questions made from strategy charts. */
import type { ChartCell, Strategy } from '../api/types';

export interface Question {
  chart: string;
  down: string;
  across: string;
  row: string;
  column: string;
  cell: ChartCell;
}

/** One question for every cell that has an answer. */
export function questionsOf(strategy: Strategy): Question[] {
  return strategy.charts.flatMap((chart) =>
    chart.rows.flatMap((row) =>
      row.cells.flatMap((cell, index) =>
        cell && cell.plays.length > 0
          ? [{ chart: chart.title, down: chart.down, across: chart.across, row: row.name, column: chart.columns[index] ?? '', cell }]
          : [],
      ),
    ),
  );
}

/** A question in words, by which it is stored: `hard totals: 16 against 10`. */
export function nameOf({ chart, row, column }: Question): string {
  return `${chart}: ${row}${column && column !== 'do' ? ` against ${column}` : ''}`;
}

/** What an answer costs per unit staked, compared with the best move; null if its value is not known. */
export function costOfAnswer(strategy: Strategy, question: Question, letter: string): number | null {
  const name = strategy.moves.find((move) => move.letter === letter)?.name;
  const worth = question.cell.worth.find(({ move }) => move === name)?.expectation_decimal;
  if (worth === undefined) return null;
  return Math.max(...question.cell.worth.map(({ expectation_decimal }) => expectation_decimal)) - worth;
}

const RANK = /^(10|[2-9TJQKA])$/;

/** The cards that a row or column names, with suits for drawing; empty if it names a total or a kind of hand. */
export function cardsOf(name: string, min = 2): string[] {
  const ranks = name.split(/[ ,]+/);
  if (ranks.length < min || !ranks.every((rank) => RANK.test(rank))) return [];
  return ranks.map((rank, index) => `${rank === '10' ? 'T' : rank}${'SHDC'[(index + rank.charCodeAt(0)) % 4]}`);
}

/** The answers to choose from: all moves of the question's chart. */
export function answersTo(strategy: Strategy, question: Question): Strategy['moves'] {
  const chart = strategy.charts.find(({ title }) => title === question.chart);
  const letters = new Set(chart?.rows.flatMap((row) => row.cells.flatMap((cell) => cell?.plays.map((play) => play.letter) ?? [])));
  return strategy.moves.filter((move) => letters.has(move.letter));
}

/** Whether an answer is one of the best moves. */
export function isBest(question: Question, letter: string): boolean {
  return question.cell.plays.some((play) => play.letter === letter);
}
