/** What screen readers read at a dealer console when the table changes: phase, entry, turn and result. */
import type { GameInfo, TableView } from '../../api/types';
import { withCardNames } from '../../text/cards';
import { bannerTitle, resultText } from '../../text/phases';
import { readBack } from './entry';

/** The phase as the staff call it: the moves that they see are those of the players, whose turn it is. */
export const phaseTitle = (view: TableView): string => bannerTitle({ ...view, moves: [] });

const isOver = (view: TableView): boolean => view.phase === 'payment' || (view.phase === 'waiting' && view.fell !== null);

/** What fell: `17, red`; `3 and 4, 7 in all`; the result of the cards in words. */
export function outcomeText(view: TableView, game: GameInfo | null): string {
  const { ball, dice } = view.fell ?? {};
  if (ball) return withColour(ball, game);
  if (dice) return diceText(dice);
  return resultText(view);
}

function withColour(ball: string, game: GameInfo | null): string {
  const colour = game?.wheel?.colours[ball];
  return colour ? `${ball}, ${colour}` : ball;
}

function diceText(dice: number[]): string {
  return `${dice.join(' and ')}, ${dice.reduce((sum, pips) => sum + pips, 0)} in all`;
}

/** An entry in words, as a dealer reads it back. */
export function entryText(entry: string, game: GameInfo | null): string {
  const { ball, dice, cards, text } = readBack(entry);
  if (ball) return withColour(ball, game);
  if (dice.length > 0) return diceText(dice);
  return withCardNames(cards.length > 0 ? cards.join(', ') : text);
}

/** The announcement of a change; empty if there is nothing to say. */
export function announcementOf(previous: TableView | null, next: TableView, game: GameInfo | null): string {
  if (next.called && !previous?.called) return `${next.called.by} calls an inspector: ${next.called.reason}`;
  if (next.entry !== null && next.entry !== previous?.entry) return `${next.entry_from ? `From ${next.entry_from}` : 'Read back'}: ${entryText(next.entry, game)}. Confirm or drop.`;
  const wasOver = previous !== null && isOver(previous) && previous.round === next.round;
  if (isOver(next) && (!wasOver || outcomeText(previous, game) !== outcomeText(next, game))) return withCardNames(`Result: ${outcomeText(next, game)}. ${next.phase === 'payment' ? 'Pay.' : ''}`);
  const said = [phaseTitle(next), next.awaited ? `Waiting for ${next.awaited}` : ''].filter(Boolean).join('. ');
  if (previous?.entry && previous.phase === next.phase && previous.cards.length === next.cards.length) return `Entry dropped. ${said}`;
  const before = previous ? `${phaseTitle(previous)} ${previous.awaited ?? ''}` : '';
  return before === `${phaseTitle(next)} ${next.awaited ?? ''}` ? '' : said;
}
