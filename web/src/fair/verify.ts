/** Verifies a proof of fairness in the page: recomputes anchor, commitment, receipt and outcome. */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { blake3 } from '@noble/hashes/blake3.js';
import type { Proof } from '../api/types';
import { concat, hex, lengthPrefixed, u32, unhex } from './bytes';

export interface Step {
  name: 'chain' | 'commitment' | 'receipt' | 'outcome';
  description: string;
  claimed: string;
  computed: string;
  matches: boolean;
}

const encoder = new TextEncoder();

/** BLAKE3 in key-derivation mode, with domain separation. */
export function H(domain: string, bytes: Uint8Array): Uint8Array {
  return blake3(bytes, { context: encoder.encode(`croupier fair v1: ${domain}`) });
}

/** Uniform random numbers: words of a ChaCha20 stream, with rejection sampling. */
export class Draws {
  private words: DataView = new DataView(new ArrayBuffer(0));
  private offset = 0;
  private block = 0;

  constructor(private readonly key: Uint8Array) {}

  private word(): number {
    if (this.offset >= this.words.byteLength) {
      const blocks = 16;
      const stream = chacha20(this.key, new Uint8Array(12), new Uint8Array(64 * blocks), undefined, this.block);
      this.words = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
      this.block += blocks;
      this.offset = 0;
    }
    const word = this.words.getUint32(this.offset, true);
    this.offset += 4;
    return word;
  }

  /** A number from 0 to below the bound. */
  below(bound: number): number {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const word = this.word();
      if (word < limit) return word % bound;
    }
  }
}

/** The anchor of a hash chain, from the seed of one of its links. */
export function anchorOf({ table, links, link, seed }: Pick<Proof, 'table' | 'links' | 'link' | 'seed'>): Uint8Array {
  let hash = unhex(seed);
  for (let index = link; index > 0; index -= 1) {
    hash = H('chain', concat(lengthPrefixed(table), u32(links), u32(index), hash));
  }
  return hash;
}

/** The number of a pocket up to 36; 37 stands for 00, 38 for 000, and the numbers from 37 on follow as 39 to 66. */
function pocketCode(pocket: string): number {
  if (pocket === '00') return 37;
  if (pocket === '000') return 38;
  return Number(pocket) > 36 ? Number(pocket) + 2 : Number(pocket);
}

function deviceBytes({ wheel, dice, shoe }: Proof['device']): Uint8Array {
  if (wheel) {
    const pockets = wheel.order.trim().split(/\s+/);
    return concat(u32(1), u32(pockets.length), ...pockets.map((pocket) => u32(pocketCode(pocket))));
  }
  if (dice) return u32(2);
  if (!shoe) throw new Error('the proof names no device');
  const cut = shoe.cut ? concat(u32(1), u32(shoe.cut.low), u32(shoe.cut.high)) : u32(0);
  return concat(u32(3), u32(shoe.packs), cut);
}

/** The commitment that was published before betting. */
export function commitmentOf(proof: Proof): Uint8Array {
  const { table, links, anchor, link, round, device, seed } = proof;
  const terms = concat(lengthPrefixed(table), u32(links), unhex(anchor), u32(link), lengthPrefixed(round), deviceBytes(device));
  return H('commitment', concat(terms, unhex(seed)));
}

/** The receipt of the players' own seeds. */
export function receiptOf({ commitment, players }: Pick<Proof, 'commitment' | 'players'>): Uint8Array {
  const seeds = players.map(({ seat, seed }) => concat(u32(seat), lengthPrefixed(unhex(seed))));
  return H('receipt', concat(unhex(commitment), u32(players.length), ...seeds));
}

function pack(): string[] {
  return [...'23456789TJQKA'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));
}

function shuffled(draws: Draws, packs: number): string[] {
  const cards = Array.from({ length: packs }, pack).flat();
  for (let index = cards.length - 1; index > 0; index -= 1) {
    const other = draws.below(index + 1);
    [cards[index], cards[other]] = [cards[other] ?? '', cards[index] ?? ''];
  }
  return cards;
}

/** The outcome that follows from seed and receipt, in one line. */
export function outcomeOf(proof: Proof): string {
  const draws = new Draws(H('outcome', concat(unhex(proof.seed), unhex(proof.receipt))));
  const { wheel, dice, shoe } = proof.device;
  if (wheel) {
    const pockets = wheel.order.trim().split(/\s+/);
    return pockets[draws.below(pockets.length)] ?? '';
  }
  if (dice) return `${1 + draws.below(6)} ${1 + draws.below(6)}`;
  if (!shoe) throw new Error('the proof names no device');
  const cards = shuffled(draws, shoe.packs).join(' ');
  const cut = shoe.cut;
  return cut ? `${cards} | ${cut.low + draws.below(cut.high - cut.low + 1)}` : cards;
}

function claimedOutcome({ pocket, throw: dice, shoe }: Proof['outcome']): string {
  if (pocket !== undefined) return pocket;
  if (dice) return dice.join(' ');
  return shoe?.cut === undefined ? (shoe?.cards ?? '') : `${shoe.cards} | ${shoe.cut}`;
}

/** The four checks, each computed from the values in the proof. */
export function verify(proof: Proof): Step[] {
  const step = (name: Step['name'], description: string, claimed: string, computed: string): Step => ({ name, description, claimed, computed, matches: claimed === computed });
  return [
    step('chain', `the anchor, ${proof.link} ${proof.link === 1 ? 'hash' : 'hashes'} from the revealed seed`, proof.anchor, hex(anchorOf(proof))),
    step('commitment', 'the commitment, computed from table, link, round, device and seed', proof.commitment, hex(commitmentOf(proof))),
    step('receipt', `the receipt, computed from the commitment and ${proof.players.length} player ${proof.players.length === 1 ? 'seed' : 'seeds'}`, proof.receipt, hex(receiptOf(proof))),
    step('outcome', 'the result, drawn with ChaCha20 from seed and receipt', claimedOutcome(proof.outcome), outcomeOf(proof)),
  ];
}
