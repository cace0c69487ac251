/** Card faces: suits as paths in a box of 20 × 20, pips by their position on a card of 60 × 84. */

export type Suit = 'S' | 'H' | 'D' | 'C';

export const SUITS: Record<Suit, { path: string; name: string; red: boolean }> = {
  S: {
    path: 'M10 1C13.8 5.9 18 8.3 18 12.2A3.9 3.9 0 0 1 11.2 14.7C11.4 16.5 12 17.8 13.4 19H6.6C8 17.8 8.6 16.5 8.8 14.7A3.9 3.9 0 0 1 2 12.2C2 8.3 6.2 5.9 10 1Z',
    name: 'spades',
    red: false,
  },
  H: { path: 'M10 18.6C4 13 1.4 10 1.4 6.5A4.4 4.4 0 0 1 10 4.7A4.4 4.4 0 0 1 18.6 6.5C18.6 10 16 13 10 18.6Z', name: 'hearts', red: true },
  D: { path: 'M10 .8C12 4.3 14.3 7.3 17.3 10C14.3 12.7 12 15.7 10 19.2C8 15.7 5.7 12.7 2.7 10C5.7 7.3 8 4.3 10 .8Z', name: 'diamonds', red: true },
  C: {
    path: 'M10 1A4.1 4.1 0 0 1 13.1 7.8A4.1 4.1 0 1 1 11.2 14C11.4 16.2 12 17.8 13.4 19H6.6C8 17.8 8.6 16.2 8.8 14A4.1 4.1 0 1 1 6.9 7.8A4.1 4.1 0 0 1 10 1Z',
    name: 'clubs',
    red: false,
  },
};

const [LEFT, MIDDLE, RIGHT] = [19.5, 30, 40.5];
const [TOP, UPPER, HALF, LOWER, FOOT] = [20, 34.7, 42, 49.3, 64];

/** The positions of the pips of a number card. */
export const PIPS: Record<string, [number, number][]> = {
  2: [[MIDDLE, TOP], [MIDDLE, FOOT]],
  3: [[MIDDLE, TOP], [MIDDLE, HALF], [MIDDLE, FOOT]],
  4: corners(),
  5: [...corners(), [MIDDLE, HALF]],
  6: [...corners(), ...pair(HALF)],
  7: [...corners(), ...pair(HALF), [MIDDLE, 31]],
  8: [...corners(), ...pair(HALF), [MIDDLE, 31], [MIDDLE, 53]],
  9: [...corners(), ...pair(UPPER), ...pair(LOWER), [MIDDLE, HALF]],
  T: [...corners(), ...pair(UPPER), ...pair(LOWER), [MIDDLE, 27.4], [MIDDLE, 56.6]],
};

function pair(y: number): [number, number][] {
  return [[LEFT, y], [RIGHT, y]];
}

function corners(): [number, number][] {
  return [...pair(TOP), ...pair(FOOT)];
}
