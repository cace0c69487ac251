import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Proof } from '../api/types';
import { unhex } from './bytes';
import { Draws, verify } from './verify';

interface Vectors {
  draws: { key: string; bounds: number[]; draws: number[] }[];
  rounds: { proof: Proof }[];
  false: { proof: Proof; discrepancies: string[] }[];
}

const vectors = JSON.parse(readFileSync('../docs/fairness-vectors.json', 'utf8')) as Vectors & Record<string, unknown>;

describe('the published vectors', () => {
  it('accepts every valid proof', () => {
    expect(vectors.rounds.length).toBeGreaterThan(2);
    for (const { proof } of vectors.rounds) expect(verify(proof).filter((step) => !step.matches)).toEqual([]);
  });

  it('rejects every forged proof', () => {
    expect(vectors.false.length).toBeGreaterThan(2);
    for (const { proof } of vectors.false) expect(verify(proof).some((step) => !step.matches)).toBe(true);
  });

  it('draws the same numbers as the second implementation', () => {
    for (const { key, bounds, draws: expected } of vectors.draws) {
      const draws = new Draws(unhex(key));
      expect(bounds.map((bound) => draws.below(bound))).toEqual(expected);
    }
  });
});
