/** What a player types, in the words of the notation: `25 on split 17 20`, `draw`, `insure 5 on 1`. */
import { minor, wire } from './money';
import type { Command } from './wire';

export type Said =
  | { kind: 'command'; command: Command }
  | { kind: 'desk'; act: 'undo' | 'clear' | 'double' | 'rebet' }
  | { kind: 'unread'; message: string };

const DESK = new Set(['undo', 'clear', 'double', 'rebet']);
const DECISIONS: Record<string, string> = {
  draw: 'draw',
  hit: 'draw',
  card: 'draw',
  stand: 'stand',
  split: 'split',
  surrender: 'surrender',
  raise: 'raise',
  check: 'check',
};

/** Reads one line. What a wager means is the house's business: its words are passed on as they are. */
export function read(line: string): Said {
  const text = line.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const desk = text as 'undo';
  if (DESK.has(text)) return { kind: 'desk', act: desk };
  return bet(text) ?? takeBack(text) ?? bank(text) ?? decision(text) ?? unread(text);
}

function command(command: Command): Said {
  return { kind: 'command', command };
}

function bet(text: string): Said | null {
  const found = /^(?:bets? )?([\d.,]+) (?:on )?(behind \d+|.+)$/.exec(text);
  if (!found) return null;
  const stake = minor(found[1]);
  if (stake === null || stake <= 0n) return { kind: 'unread', message: `“${found[1]}” is no amount` };
  const [, wager = '', area] = /^(.*?)(?: at (\d+|standing))?$/.exec(found[2] ?? '') ?? [];
  return command({ do: 'bet', amount: wire(stake), wager, ...(area ? { area } : {}) });
}

function takeBack(text: string): Said | null {
  const found = /^takes? back (\d+)$/.exec(text);
  return found && command({ do: 'take-back', stake: Number(found[1]) });
}

function bank(text: string): Said | null {
  const found = /^take (?:the )?bank (?:with )?([\d.,]+)$/.exec(text);
  const put = found && minor(found[1]);
  if (put) return command({ do: 'decide', decision: 'take-bank', amount: wire(put) });
  return /^(give up|pass) (the )?bank$/.test(text) ? command({ do: 'give-up-bank' }) : null;
}

function decision(text: string): Said | null {
  const insured = /^insure ([\d.,]+) on (\d+)$/.exec(text);
  const cover = insured && minor(insured[1]);
  if (insured && cover) return decide('insure', insured[2], wire(cover));
  const even = /^(?:take )?even money on (\d+)$/.exec(text);
  if (even) return decide('even-money', even[1]);
  const followed = /^follow (\d+\.\d+)$/.exec(text);
  if (followed) return decide('follow', followed[1]);
  if (text === 'decline' || text === 'no insurance') return command({ do: 'decline' });
  const plain = /^(double|[a-z]+)(?: on (\d+(?:\.\d+)?))?$/.exec(text);
  const word = plain?.[1] === 'double' ? 'double' : DECISIONS[plain?.[1] ?? ''];
  return word ? decide(word, plain?.[2]) : null;
}

function decide(decision: string, on?: string, amount?: string): Said {
  return command({ do: 'decide', decision, ...(on ? { on } : {}), ...(amount ? { amount } : {}) });
}

function unread(text: string): Said {
  const message = text === '' ? 'type a bet, such as: 25 on red' : `“${text}” is not understood: try 25 on red, undo, draw`;
  return { kind: 'unread', message };
}
