/** Accepted, refused and settled bets in a sentence. */
import type { Problem, Stake } from '../api/types';
import { formatMoney, fromWire } from './money';
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

/** How many lost bets are named one by one. */
const LOST_NAMED = 2;

/** Settled stakes for screen readers: what each won, and the lost ones together if they are many. */
export function spokenResults(stakes: Stake[]): string[] {
  const lost = stakes.filter((stake) => stake.outcome === 'lost');
  const named = lost.length > LOST_NAMED ? stakes.filter((stake) => stake.outcome !== 'lost') : stakes;
  const sum = lost.reduce((total, stake) => total + fromWire(stake.amount), 0n);
  const rest = lost.length > LOST_NAMED ? [`${lost.length} bets lost, ${formatMoney(sum)} in all`] : [];
  return [...named.map((stake) => spokenResult(stake, stakes)), ...rest];
}

function spokenResult(stake: Stake, all: Stake[]): string {
  const wager = stakeLabel(stake, all);
  const profit = fromWire(stake.returned) - fromWire(stake.amount);
  switch (stake.outcome) {
    case 'won':
      return `${wager}: won ${formatMoney(profit)}${stake.odds ? ` at ${stake.odds}` : ''}`;
    case 'lost':
      return `${wager}: lost ${formatMoney(stake.amount)}`;
    case 'void':
      return `${wager}: void, ${formatMoney(stake.returned)} returned`;
    default:
      return `${wager}: ${stake.outcome}, ${formatMoney(stake.returned)} of ${formatMoney(stake.amount)} returned`;
  }
}

/** A net result. A return below the stake is never called a win. */
export function netSummary(net: bigint): string {
  if (net > 0n) return `You won ${formatMoney(net)}`;
  if (net < 0n) return `You lost ${formatMoney(-net)}`;
  return 'You broke even';
}
