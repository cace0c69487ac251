import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { concat } from './bytes';
import { base64, faultOf, leafHash, rootOf, type EntryProof } from './log';

const text = new TextEncoder();
const LOG = 'croupier/abababababababab/house-1/incarnation-1/tree';
const SECRET = new Uint8Array(32).fill(7);

/** The root of a tree as RFC 6962 (2.1) defines it: apart from the code that is tested. */
function rootOfAll(leaves: Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (leaves.length === 1 && first) return first;
  const half = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  return sha256(concat(Uint8Array.of(1), rootOfAll(leaves.slice(0, half)), rootOfAll(leaves.slice(half))));
}

/** The path of a leaf as RFC 6962 (2.1.1) defines it. */
function pathOf(index: number, leaves: Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const half = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half ? [...pathOf(index, left), rootOfAll(right)] : [...pathOf(index - half, right), rootOfAll(left)];
}

/** The note and key of a house that has signed a tree. */
function signed(size: number, root: Uint8Array): Pick<EntryProof, 'checkpoint' | 'key'> {
  const publicKey = concat(Uint8Array.of(1), ed25519.getPublicKey(SECRET));
  const id = sha256(concat(text.encode(`${LOG}\n`), publicKey)).subarray(0, 4);
  const body = `${LOG}\n${size}\n${base64(root)}\nhead ${base64(new Uint8Array(32))}\n`;
  const signature = concat(id, ed25519.sign(text.encode(body), SECRET));
  const hex = [...id].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { checkpoint: `${body}\n— ${LOG} ${base64(signature)}\n`, key: `${LOG}+${hex}+${base64(publicKey)}` };
}

const entries = (size: number): Uint8Array[] => Array.from({ length: size }, (_, at) => text.encode(`entry ${at}`));

function proofOf(index: number, size: number): { proof: EntryProof; leaf: string } {
  const leaves = entries(size).map(leafHash);
  const entry = entries(size)[index] ?? new Uint8Array();
  const hashes = pathOf(index, leaves).map(base64);
  return { proof: { entry: base64(entry), inclusion: { index, size, hashes }, ...signed(size, rootOfAll(leaves)) }, leaf: base64(leafHash(entry)) };
}

describe('a bet in the journal', () => {
  it('is found in every place of every small tree, and in no other', () => {
    for (let size = 1; size <= 20; size += 1) {
      const leaves = entries(size).map(leafHash);
      const root = base64(rootOfAll(leaves));
      for (let index = 0; index < size; index += 1) {
        const hashes = pathOf(index, leaves).map(base64);
        const leaf = leaves[index] ?? new Uint8Array();
        const reached = (at: number): string | null => {
          const found = rootOf(leaf, { index: at, size, hashes });
          return found && base64(found);
        };
        expect(reached(index)).toBe(root);
        for (let other = 0; other <= size; other += 1) if (other !== index) expect(reached(other)).not.toBe(root);
      }
    }
  });

  it('is signed by the house', () => {
    for (const [index, size] of [[0, 1], [2, 5], [6, 7]] as const) {
      const { proof, leaf } = proofOf(index, size);
      expect(faultOf(proof, leaf)).toBeNull();
    }
  });

  it('that was changed, dropped or not signed is found', () => {
    const { proof, leaf } = proofOf(2, 5);
    expect(faultOf({ ...proof, entry: base64(text.encode('another')) }, leaf)).toBe('leaf');
    const other = proofOf(2, 6).proof;
    expect(faultOf({ ...proof, checkpoint: other.checkpoint }, leaf)).toBe('tree');
    const without = signed(5, rootOfAll(entries(5).map((entry, at) => leafHash(at === 2 ? text.encode('another') : entry))));
    expect(faultOf({ ...proof, ...without }, leaf)).toBe('tree');
    expect(faultOf({ ...proof, checkpoint: proof.checkpoint.replace('head A', 'head B') }, leaf)).toBe('signature');
    expect(faultOf({ ...proof, inclusion: { ...proof.inclusion, hashes: ['%'] } }, leaf)).toBe('tree');
    expect(faultOf({ ...proof, key: `${LOG}+00000000+%` }, leaf)).not.toBeNull();
    expect(faultOf({ ...proof, key: proof.key.replace('incarnation-1', 'incarnation-2') }, leaf)).toBe('signature');
  });
});
