/** Checks in the page that an entry is in the transparency log that its house has signed (docs/transparency.md). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from './bytes';

/** An entry with everything that shows that its house has signed it: what `croupier verify` reads. */
export interface EntryProof {
  entry: string;
  inclusion: { index: number; size: number; hashes: string[] };
  checkpoint: string;
  key: string;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
/** Ed25519 in the key of a signed note. */
const ALGORITHM = 1;
const ID_BYTES = 4;
const text = new TextEncoder();

/** The bytes of base64. */
export function unbase64(value: string): Uint8Array {
  return Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
}

/** Bytes as base64. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** The hash of an entry as a leaf. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(concat(LEAF, entry));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(NODE, left, right));
}

/** The root to which a proof leads from a leaf (RFC 9162, 2.1.3.2); null where it has not as many hashes as its place needs. */
export function rootOf(leaf: Uint8Array, { index, size, hashes }: EntryProof['inclusion']): Uint8Array | null {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return null;
  let [place, last, hash] = [BigInt(index), BigInt(size - 1), leaf];
  for (const beside of hashes.map(unbase64)) {
    if (last === 0n) return null;
    if (place % 2n === 1n || place === last) {
      hash = nodeHash(beside, hash);
      while (place % 2n === 0n && place !== 0n) [place, last] = [place / 2n, last / 2n];
    } else {
      hash = nodeHash(hash, beside);
    }
    [place, last] = [place / 2n, last / 2n];
  }
  return last === 0n ? hash : null;
}

/** What a checkpoint says: the name of its log, the number of entries, and the root of their tree. */
export function readCheckpoint(note: string): { log: string; size: number; root: string } {
  const [log = '', size = '', root = ''] = note.split('\n');
  return { log, size: Number(size), root };
}

/** Whether a note is signed with a published key, `NAME+ID+KEY`. */
export function isSigned(note: string, published: string): boolean {
  const end = note.indexOf('\n\n');
  const [name, id, ...rest] = published.trim().split('+');
  // The key is base64, which may itself contain a `+`.
  const key = unbase64(rest.join('+'));
  if (end < 0 || !name || key.length !== 33 || key[0] !== ALGORITHM) return false;
  if (readCheckpoint(note).log !== name) return false;
  const signed = text.encode(note.slice(0, end + 1));
  const idOf = [...sha256(concat(text.encode(`${name}\n`), key)).subarray(0, ID_BYTES)];
  if (idOf.map((byte) => byte.toString(16).padStart(2, '0')).join('') !== id) return false;
  const lines = note.slice(end + 2).split('\n').filter((line) => line.startsWith(`— ${name} `));
  return lines.some((line) => {
    const bytes = unbase64(line.slice(`— ${name} `.length));
    return idOf.every((byte, at) => bytes[at] === byte) && ed25519.verify(bytes.subarray(ID_BYTES), signed, key.subarray(1));
  });
}

export type EntryFault = 'leaf' | 'tree' | 'signature';

/** What is wrong with a proof of an entry whose leaf was accepted; null where the house has signed a tree that has it. */
export function faultOf(proof: EntryProof, leaf: string): EntryFault | null {
  try {
    return faultOfReadable(proof, leaf);
  } catch {
    // A proof that cannot be read proves nothing.
    return 'tree';
  }
}

function faultOfReadable(proof: EntryProof, leaf: string): EntryFault | null {
  const own = leafHash(unbase64(proof.entry));
  if (base64(own) !== leaf) return 'leaf';
  const { size, root } = readCheckpoint(proof.checkpoint);
  const reached = size === proof.inclusion.size ? rootOf(own, proof.inclusion) : null;
  if (!reached || base64(reached) !== root) return 'tree';
  return isSigned(proof.checkpoint, proof.key) ? null : 'signature';
}
