/** What the page tells a player: accepted, refused and why, settled. */
import { shown, signed } from '../house/money';
import type { Problem, Stake } from '../house/wire';
import { spoken } from './phase';

export type Tone = 'good' | 'bad' | 'plain';

export const MARKS: Record<Tone, string> = { good: '✓', bad: '✕', plain: '·' };

export interface Notice {
  id: number;
  tone: Tone;
  word: string;
  text: string;
  cites: string[];
}

/** Why the house would not, with the provision. */
export function refusalText(problem: Problem): string {
  const { found, allowed, message } = problem;
  const told = found && allowed && !message.includes(allowed) ? `${message || found}; ${allowed}` : message || [found, allowed].filter(Boolean).join('; ');
  // The provisions stand behind the words, each with its gist.
  const bare = problem.cites.reduce((text, id) => text.replace(` (${id})`, ''), told);
  return bare.replaceAll(/`([^`]*)`/g, '“$1”');
}

/** What has become of a stake, in a line. */
export function stakeLine(stake: Stake): string {
  const wager = spoken(stake.wager) + (stake.hand && !stake.wager.includes(stake.hand) ? ` (${stake.hand})` : '');
  const odds = stake.odds ? ` at ${stake.odds}` : '';
  switch (stake.outcome) {
    case 'won':
      return `${wager}: won${odds}, ${shown(stake.returned)} back for ${shown(stake.amount)}`;
    case 'lost':
      return `${wager}: ${shown(stake.amount)} lost`;
    case 'void':
      return `${wager}: stand-off, ${shown(stake.returned)} back`;
    case 'halved':
    case 'surrendered':
      return `${wager}: ${stake.outcome}, ${shown(stake.returned)} of ${shown(stake.amount)} back`;
    case 'cancelled':
      return `${wager}: taken back`;
    case 'refused':
      return `${wager}: refused${stake.reason ? `, ${stake.reason}` : ''}; ${shown(stake.returned)} back`;
    default:
      return `${wager}: ${shown(stake.amount)} stands${stake.life ? `, ${stake.life}` : ''}`;
  }
}

/** The word for a net result. Nothing celebrates a return below the stake. */
export function netWords(net: bigint): string {
  if (net > 0n) return `You win ${signed(net)}`;
  if (net < 0n) return `Net ${signed(net)}`;
  return 'Stakes come back even';
}
