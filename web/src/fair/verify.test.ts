import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unhex } from './bytes';
import { Draws, examine, type Proof } from './verify';

interface Vectors {
  draws: { key: string; bounds: number[]; draws: number[] }[];
  rounds: { proof: Proof }[];
  false: { proof: Proof; discrepancies: string[] }[];
}

const vectors = JSON.parse(readFileSync('../docs/fairness-vectors.json', 'utf8')) as Vectors & Record<string, unknown>;

describe('the published vectors', () => {
  it('holds for every good proof', () => {
    expect(vectors.rounds.length).toBeGreaterThan(2);
    for (const { proof } of vectors.rounds) expect(examine(proof).filter((step) => !step.holds)).toEqual([]);
  });

  it('finds every falsehood', () => {
    expect(vectors.false.length).toBeGreaterThan(2);
    for (const { proof } of vectors.false) expect(examine(proof).some((step) => !step.holds)).toBe(true);
  });

  it('draws as the second implementation does', () => {
    for (const { key, bounds, draws: expected } of vectors.draws) {
      const draws = new Draws(unhex(key));
      expect(bounds.map((bound) => draws.below(bound))).toEqual(expected);
    }
  });
});
