import { describe, expect, it } from 'vitest';
import { parseTyped } from './typed';

const command = (line: string): unknown => {
  const typed = parseTyped(line);
  return typed.kind === 'command' ? typed.command : typed;
};

describe('a typed line', () => {
  it('is a bet in the words of the notation', () => {
    expect(command('25 on split 17 20')).toEqual({ do: 'bet', amount: '25', wager: 'split 17 20' });
    expect(command('2.50 red')).toEqual({ do: 'bet', amount: '2.50', wager: 'red' });
    expect(command('10 behind 1')).toEqual({ do: 'bet', amount: '10', wager: 'behind 1' });
    expect(command('50 on punto at 7')).toEqual({ do: 'bet', amount: '50', wager: 'punto', area: '7' });
  });

  it('is a decision', () => {
    expect(command('draw')).toEqual({ do: 'decide', decision: 'draw' });
    expect(command('stand on 1.2')).toEqual({ do: 'decide', decision: 'stand', on: '1.2' });
    expect(command('double on 2')).toEqual({ do: 'decide', decision: 'double', on: '2' });
    expect(command('insure 5 on 1')).toEqual({ do: 'decide', decision: 'insure', on: '1', amount: '5' });
    expect(command('take even money on 3')).toEqual({ do: 'decide', decision: 'even-money', on: '3' });
    expect(command('follow 1.2')).toEqual({ do: 'decide', decision: 'follow', on: '1.2' });
    expect(command('take the bank with 100')).toEqual({ do: 'decide', decision: 'take-bank', amount: '100' });
    expect(command('no insurance')).toEqual({ do: 'decline' });
  });

  it('is an action on one’s own bets', () => {
    expect([parseTyped('undo'), parseTyped('double')]).toEqual([
      { kind: 'action', action: 'undo' },
      { kind: 'action', action: 'double' },
    ]);
    expect(command('take back 4')).toEqual({ do: 'take-back', stake: 4 });
    expect(command('take half of 3')).toEqual({ do: 'take-half', stake: 3 });
    expect(command('call 4 off')).toEqual({ do: 'decide', decision: 'call', on: '4 off' });
  });

  it('is invalid otherwise', () => {
    expect(parseTyped('hello there').kind).toBe('invalid');
    expect(parseTyped('0 on red').kind).toBe('invalid');
    expect(parseTyped('').kind).toBe('invalid');
    expect(parseTyped('hello', '10 on box 1')).toEqual({ kind: 'invalid', message: '“hello”. Try: 10 on box 1, or undo.' });
    expect(parseTyped('red 25')).toEqual({ kind: 'invalid', message: '“red 25”. The amount comes first: 25 on red.' });
  });
});
