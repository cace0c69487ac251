/** Lessons about the house edge, made from the exact prices of a table. */
import type { GameInfo, Wager } from '../api/types';
import { wagerRowLabel } from '../text/names';

export type PricedWager = Wager & { edge: NonNullable<Wager['edge']> };

/** The bets of a table whose edge is known. */
export function pricedWagers(game: GameInfo): PricedWager[] {
  return game.wagers.filter((wager): wager is PricedWager => wager.edge !== null);
}

export const percentOf = (wager: PricedWager): number => Number(wager.edge.percent);

/** An edge as a question offers it. */
export const shownPercent = (percent: number): string => `${percent.toFixed(2)}\u00a0%`;

const CHOICES = 4;

/**
 * The answers to choose from: the edge of the bet, and others that are plainly different. Edges of the same table come
 * first; where it has too few, halves and multiples of the right one are added.
 */
export function choicesFor(wagers: PricedWager[], asked: PricedWager, random: () => number = Math.random): number[] {
  const right = percentOf(asked);
  const others = shuffled(wagers.map(percentOf), random);
  const made = [right * 2, right / 2, right * 3, right + 1, right + 5];
  const chosen = [right];
  for (const percent of [...others, ...made]) {
    const isFar = chosen.every((other) => shownPercent(other) !== shownPercent(percent));
    if (chosen.length < CHOICES && isFar) chosen.push(percent);
  }
  return chosen.sort((a, b) => a - b);
}

function shuffled<T>(items: T[], random: () => number): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}

/** The edge of several bets made together: the sum of what each costs, per unit staked. */
export function edgeOfAll(bets: { percent: number; units: number }[]): number {
  const staked = bets.reduce((sum, bet) => sum + bet.units, 0);
  return staked === 0 ? 0 : bets.reduce((sum, bet) => sum + bet.percent * bet.units, 0) / staked;
}

/** The balance after each of so many rounds of one bet, drawn from its exact chances. */
export function drawRounds(wager: PricedWager, rounds: number, random: () => number = Math.random): number[] {
  const { endings } = wager.edge;
  const balances = [0];
  for (let round = 0; round < rounds; round += 1) {
    let left = random();
    const fell = endings.find((ending) => (left -= ending.chance) < 0) ?? endings.at(-1);
    balances.push((balances.at(-1) ?? 0) + (fell?.profit ?? 0));
  }
  return balances;
}

/** A question of the quiz, by which it is stored. */
export const questionName = (wager: PricedWager): string => wagerRowLabel(wager);
