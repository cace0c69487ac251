/** What screen readers read when a table changes, and what they read on request. */
import type { GameInfo, Hand, Stake, TableView } from '../api/types';
import { cardNames, withCardNames } from '../text/cards';
import { handName, handText, isCommon, isOwn, scoreText } from '../text/hands';
import { formatMoney } from '../text/money';
import { capitalize, wagerLabel } from '../text/names';
import { moveLabel } from '../text/moves';
import { bannerTitle, isBettingOpen, resultText, shortResult, timeoutText } from '../text/phases';
import { netSummary, spokenResults, stakeLabel } from '../text/stakes';
import { bankNet, netOf, settledStakes } from './view';

/** What an announcement needs beside the views. */
export interface Surroundings {
  game: GameInfo | null;
  /** The player's chips after this change, if known. */
  balance: string | undefined;
  /** The server's time. */
  now: number;
}

const sentence = (text: string): string => (text && !/[.?!]$/.test(text) ? `${text}.` : text);
const sentences = (texts: string[]): string => texts.filter(Boolean).map(sentence).join(' ');

/** The announcement of a change; empty if there is nothing to say. */
export function announcementOf(previous: TableView | null, next: TableView, at: Surroundings): string {
  if (!previous) return sentences([bannerTitle(next), ...(isBettingOpen(next.phase) ? [] : cardsText(next))]);
  const cards = dealtText(previous, next);
  if (next.phase === 'payment') return previous.phase === 'payment' && previous.round === next.round ? '' : sentences([...cards, ...settlement(next, bankNet(previous, next), at)]);
  const lost = settledBetween(previous, next).map(spokenStake);
  const turn = isAskedAgain(previous, next) ? turnText(next, at) : bannerTitle(previous) === bannerTitle(next) ? '' : phaseText(next);
  return sentences([...cards, ...lost, bankText(previous, next), turn]);
}

/** The cards that came between two views, on hands that concern the visitor. */
function dealtText(previous: TableView, next: TableView): string[] {
  const before = previous.round === next.round ? previous.hands : [];
  const concerned = next.hands.filter((hand) => isOwn(next, hand) || isCommon(hand));
  return concerned.flatMap((hand, place) => {
    const known = before.find((other) => other.at === hand.at && other.hand === hand.hand && (hand.at !== 'hand' || previous.hands.indexOf(other) === place));
    if (known && JSON.stringify(known.cards) === JSON.stringify(hand.cards)) {
      // The same cards may count for more, as with the common ones.
      return known.score === hand.score || !hand.score ? [] : [`${handName(next, hand)}: ${scoreText(hand).slice(2)}`];
    }
    return [known && isOwn(next, hand) ? gotText(next, hand, known) : handText(next, hand)];
  });
}

/** The cards that an own hand got, and what it makes now: `Your hand gets 8 of clubs, makes 19`. */
function gotText(table: TableView, hand: Hand, before: Hand): string {
  const fresh = hand.cards.filter((card, place) => before.cards[place] !== card);
  if (fresh.length === 0 || hand.cards.length < before.cards.length) return handText(table, hand);
  return `${handName(table, hand)} gets ${cardNames(fresh)}${scoreText(hand)}`;
}

/** Own stakes that were decided before the end of the round, as by a bust. */
function settledBetween(previous: TableView, next: TableView): Stake[] {
  const known = new Set(settledStakes(previous).map((stake) => stake.stake));
  return settledStakes(next).filter((stake) => stake.outcome !== 'refused' && !known.has(stake.stake));
}

function spokenStake(stake: Stake): string {
  return spokenResults([stake]).join('. ');
}

/** Whether the visitor is asked something that was not asked before. */
function isAskedAgain(previous: TableView, next: TableView): boolean {
  const asked = (table: TableView): string => JSON.stringify([table.round, table.due?.on, table.moves, table.hands.filter((hand) => hand.due).map((hand) => hand.cards)]);
  return next.moves.length > 0 && asked(previous) !== asked(next);
}

/** The visitor's turn, with the choices: `Your turn: draw a card, stand, or double for 10. 20 seconds.` */
export function turnText(table: TableView, at: Surroundings): string {
  const labels = table.moves.map((move) => moveLabel(table, move));
  if (table.phase === 'insurance') labels.push('No insurance');
  const choices = labels.map((label) => label.charAt(0).toLowerCase() + label.slice(1));
  const listed = choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : (choices[0] ?? '');
  return sentences([`${bannerTitle(table)}: ${listed}`, capitalize(table.due?.bound ?? ''), secondsText(table, at.now)]);
}

function secondsText(table: TableView, now: number): string {
  const seconds = table.deadline === null ? null : Math.max(0, Math.ceil((table.deadline - now) / 1000));
  return seconds === null ? '' : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

function phaseText(table: TableView): string {
  const point = isBettingOpen(table.phase) && table.point !== null ? `. The point is ${table.point}` : '';
  return `${bannerTitle(table)}${point}`;
}

/** A bank that changed hands. */
function bankText(previous: TableView, next: TableView): string {
  if (!next.bank || previous.bank?.holder === next.bank.holder) return '';
  return next.bank.mine ? `You hold the bank with ${formatMoney(next.bank.amount)}` : `${next.bank.holder} holds the bank with ${formatMoney(next.bank.amount)}`;
}

/** The end of a round: what fell, each own result, the sum, and the balance after it. */
function settlement(table: TableView, bank: bigint | null, at: Surroundings): string[] {
  const own = settledStakes(table);
  const standing = table.stakes.filter((stake) => stake.mine && stake.outcome === 'standing').map((stake) => `${stakeLabel(stake)} stays${stake.life ? `, ${stake.life}` : ''}`);
  const texts = [fellText(table, at.game), ...spokenResults(own), ...standing];
  if (bank !== null) texts.push(`${netSummary(bank)} with the bank${table.bank?.mine ? `, which holds ${formatMoney(table.bank.amount)}` : ', which is gone'}`);
  if (own.length > 0) texts.push(netSummary(netOf(own)));
  if (at.balance !== undefined && (bank !== null || table.stakes.some((stake) => stake.mine))) texts.push(`Balance ${formatMoney(at.balance)}`);
  return texts;
}

/** What the ball or the dice showed: `19, red`. Cards are named with their hands. */
function fellText(table: TableView, game: GameInfo | null): string {
  const { ball, dice } = table.fell ?? {};
  if (ball) return `${ball}${game?.wheel?.colours[ball] ? `, ${game.wheel.colours[ball]}` : ''}`;
  if (dice) return `${dice.join(' and ')}, a score of ${dice.reduce((sum, pips) => sum + pips, 0)}`;
  return table.hands.length > 0 ? '' : resultText(table);
}

/** On request: the phase or turn, the time left, and what happens when it has passed. */
export function timeText(table: TableView, at: Surroundings): string {
  if (table.moves.length > 0) return sentences([turnText(table, at), timeoutText(table)]);
  const seconds = secondsText(table, at.now);
  return sentences([phaseText(table), seconds ? `${seconds} left` : 'The table waits', timeoutText(table)]);
}

/** On request: every hand on the table; otherwise what fell last. */
export function cardsText(table: TableView): string[] {
  const first = (hand: Hand): number => (isOwn(table, hand) ? 0 : isCommon(hand) ? 1 : 2);
  const hands = [...table.hands].sort((a, b) => first(a) - first(b)).map((hand) => handText(table, hand));
  return hands.length > 0 ? hands : [];
}

/** On request: the cards that lie, the point, and the last results. */
export function layoutText(table: TableView, game: GameInfo | null): string {
  const last = table.last.slice(0, 5).map(({ result }) => withCardNames(shortResult(result)));
  const point = table.point === null ? '' : `The point is ${table.point}`;
  const results = last.length > 0 ? `Last results: ${last.join('; ')}` : 'No results yet';
  const texts = [...cardsText(table), fellText(table, game), point];
  return sentences(texts.some(Boolean) ? [...texts, table.hands.length > 0 ? '' : results] : [results]);
}

/** On request: own bets and the balance. */
export function moneyText(table: TableView, at: Surroundings): string {
  const own = table.stakes.filter((stake) => stake.mine && stake.outcome === 'standing');
  const bets = own.map((stake) => `${formatMoney(stake.amount)} on ${wagerLabel(stake.wager)}${stake.life ? `, ${stake.life}` : ''}`);
  return sentences([bets.length > 0 ? `Your bets: ${bets.join('; ')}` : 'You have no bets', at.balance === undefined ? '' : `Balance ${formatMoney(at.balance)}`]);
}
