import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../api/types';
import { exampleBet, handSpots, layoutOf } from './layouts';

const spot = (wager: string) => ({ wager, area: null, label: wager, odds: '', at: [0, 0], size: [1, 1], shape: 'rect', covers: [] });
const game = (...wagers: string[]) => ({ family: 'baccarat', cloth: { spots: wagers.map(spot) } }) as unknown as GameInfo;

describe('the layout of a baccarat table', () => {
  it('follows from the wagers, whatever a book calls them', () => {
    expect(layoutOf(game('punto', 'banco'))).toBe('punto-banco');
    expect(layoutOf(game('player', 'tie', 'banker', 'dragon-7'))).toBe('punto-banco');
    expect(layoutOf(game('player'))).toBe('chemin-de-fer');
    expect(layoutOf(game('right', 'left', 'both'))).toBe('banque');
  });

  it('has a spot for every side wager, and each wager once', () => {
    const spots = handSpots(game('player', 'tie', 'banker', 'player-pair', 'dragon-player', 'player'));
    expect([spots.player?.wager, spots.banker?.wager]).toEqual(['player', 'banker']);
    expect(spots.ties.map(({ wager }) => wager)).toEqual(['tie']);
    expect(spots.sides.map(({ wager }) => wager)).toEqual(['player-pair', 'dragon-player']);
  });
});

describe('the example of a bet', () => {
  it('is one that the table takes, on its first wager', () => {
    const craps = { cloth: { spots: [spot('put 4'), spot('pass')] }, wagers: [{ laid: 'bet', words: ['pass'] }, { laid: 'bet', words: ['put 4'] }] } as unknown as GameInfo;
    expect(exampleBet(craps, 10_000n)).toBe('100 on pass');
  });
});
