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

/** A stake and its result in one line. */
export function stakeSummary(stake: Stake): string {
  const wager = wagerLabel(stake.wager) + (stake.hand && !stake.wager.includes(stake.hand) ? ` (${stake.hand})` : '');
  const [amount, returned] = [formatMoney(stake.amount), formatMoney(stake.returned)];
  switch (stake.outcome) {
    case 'won':
      return `${wager}: won${stake.odds ? ` at ${stake.odds}` : ''}, ${returned} returned on ${amount}`;
    case 'lost':
      return `${wager}: lost ${amount}`;
    case 'void':
      return `${wager}: stand-off, ${returned} returned`;
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
