/** Parses what a player types, in the words of the notation: `25 on split 17 20`, `draw`, `insure 5 on 1`. */
import type { Decision, TableCommand } from '../api/types';
import { parseMoney, toWire } from '../text/money';

export type BetAction = 'undo' | 'clear' | 'double' | 'rebet';

export type Typed =
  | { kind: 'command'; command: TableCommand }
  | { kind: 'action'; action: BetAction }
  | { kind: 'invalid'; message: string };

const ACTIONS: readonly string[] = ['undo', 'clear', 'double', 'rebet'] satisfies BetAction[];
const DECISIONS: Record<string, Decision> = {
  draw: 'draw',
  hit: 'draw',
  card: 'draw',
  stand: 'stand',
  double: 'double',
  split: 'split',
  surrender: 'surrender',
  raise: 'raise',
  check: 'check',
  fold: 'fold',
};

/** Parses one line. The words of a wager are passed on unchanged: the server knows which there are. A line that is not understood is answered with an example. */
export function parseTyped(line: string, example = '25 on red'): Typed {
  const text = line.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (isAction(text)) return { kind: 'action', action: text };
  return parseBet(text) ?? parseTakeBack(text) ?? parseTakeHalf(text) ?? parseCall(text) ?? parseBank(text) ?? parseDecision(text) ?? invalid(text, example);
}

function isAction(text: string): text is BetAction {
  return ACTIONS.includes(text);
}

function command(command: TableCommand): Typed {
  return { kind: 'command', command };
}

function parseBet(text: string): Typed | null {
  const match = /^(?:bets? )?([\d.,]+) (?:on )?(behind \d+|.+)$/.exec(text);
  if (!match) return null;
  const stake = parseMoney(match[1]);
  if (stake === null || stake <= 0n) return { kind: 'invalid', message: `“${match[1]}” is not an amount.` };
  const [, wager = '', area] = /^(.*?)(?: at (\d+|standing))?$/.exec(match[2] ?? '') ?? [];
  return command({ do: 'bet', amount: toWire(stake), wager, ...(area ? { area } : {}) });
}

function parseTakeBack(text: string): Typed | null {
  const match = /^takes? back (\d+)$/.exec(text);
  return match && command({ do: 'take-back', stake: Number(match[1]) });
}

function parseTakeHalf(text: string): Typed | null {
  const match = /^takes? half of (\d+)$/.exec(text);
  return match && command({ do: 'take-half', stake: Number(match[1]) });
}

function parseCall(text: string): Typed | null {
  const match = /^calls? (\d+ (?:on|off))$/.exec(text);
  return match && decide('call', match[1]);
}

function parseBank(text: string): Typed | null {
  const match = /^take (?:the )?bank (?:with )?([\d.,]+)$/.exec(text);
  const amount = match && parseMoney(match[1]);
  if (amount) return command({ do: 'decide', decision: 'take-bank', amount: toWire(amount) });
  return /^(give up|pass) (the )?bank$/.test(text) ? command({ do: 'give-up-bank' }) : null;
}

function parseDecision(text: string): Typed | null {
  if (text === 'decline' || text === 'no insurance') return command({ do: 'decline' });
  const insurance = /^insure ([\d.,]+) on (\d+)$/.exec(text);
  const cover = insurance && parseMoney(insurance[1]);
  if (insurance && cover) return decide('insure', insurance[2], toWire(cover));
  const evenMoney = /^(?:take )?even money on (\d+)$/.exec(text);
  if (evenMoney) return decide('even-money', evenMoney[1]);
  const follow = /^follow (\d+\.\d+)$/.exec(text);
  if (follow) return decide('follow', follow[1]);
  const plain = /^([a-z]+)(?: on (\d+(?:\.\d+)?))?$/.exec(text);
  const decision = DECISIONS[plain?.[1] ?? ''];
  return decision ? decide(decision, plain?.[2]) : null;
}

function decide(decision: Decision, on?: string, amount?: string): Typed {
  return command({ do: 'decide', decision, ...(on ? { on } : {}), ...(amount ? { amount } : {}) });
}

function invalid(text: string, example: string): Typed {
  const turned = /^(?:bets? |on )*([a-z].*?) (?:for |with )?([\d.,]+)$/.exec(text);
  if (text === '') return { kind: 'invalid', message: `Type a bet, for example: ${example}.` };
  if (turned) return { kind: 'invalid', message: `“${text}”. The amount comes first: ${turned[2]} on ${turned[1]}.` };
  return { kind: 'invalid', message: `“${text}”. Try: ${example}, or undo.` };
}
