/** Accepted, refused and settled bets in a sentence. */
import type { Problem, Stake } from '../api/types';
import { formatMoney } from './money';
import { wagerLabel } from './names';

/** Why a bet was refused. */
export function refusalText(problem: Problem): string {
  const { found, allowed, message } = problem;
  const full = found && allowed && !message.includes(allowed) ? `${message || found}; ${allowed}` : message || [found, allowed].filter(Boolean).join('; ');
  // Provisions are shown after the text, each with a summary.
  const text = problem.cites.reduce((rest, id) => rest.replace(` (${id})`, ''), full);
  return text.replaceAll(/`([^`]*)`/g, '“$1”');
}

/** The wager of a stake, with its hand if the box is split: `Box 3, hand 2`. */
export function stakeLabel(stake: Stake, stakes: Stake[] = []): string {
  const hand = stake.hand?.split('.')[1];
  const split = hand !== '1' || stakes.some(({ player, wager, hand: other }) => player === stake.player && wager === stake.wager && other !== stake.hand);
  return wagerLabel(stake.wager) + (hand && split ? `, hand ${hand}` : '');
}

/** A stake and its result in one line. */
export function stakeSummary(stake: Stake): string {
  const wager = stakeLabel(stake);
  const [amount, returned] = [formatMoney(stake.amount), formatMoney(stake.returned)];
  switch (stake.outcome) {
    case 'won':
      return `${wager}: won${stake.odds ? ` at ${stake.odds}` : ''}, ${returned} returned on ${amount}`;
    case 'lost':
      return `${wager}: lost ${amount}`;
    case 'void':
      return `${wager}: void, ${returned} returned`;
    case 'halved':
    case 'surrendered':
      return `${wager}: ${stake.outcome}, ${returned} of ${amount} returned`;
    case 'cancelled':
      return `${wager}: taken back`;
    case 'refused':
      return `${wager}: refused${stake.reason ? `, ${stake.reason}` : ''}; ${returned} returned`;
    default:
      return `${wager}: ${amount} on the table${stake.life ? `, ${stake.life}` : ''}`;
  }
}

/** A net result. A return below the stake is never called a win. */
export function netSummary(net: bigint): string {
  if (net > 0n) return `You won ${formatMoney(net)}`;
  if (net < 0n) return `You lost ${formatMoney(-net)}`;
  return 'You broke even';
}
