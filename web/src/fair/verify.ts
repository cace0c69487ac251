/** A verifier of our own in the page: it recomputes anchor, commitment, receipt and outcome from a proof. */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { counted, hex, joined, u32, unhex } from './bytes';

export interface Proof {
  format: string;
  table: string;
  links: number;
  anchor: string;
  link: number;
  round: string;
  device: { wheel?: { order: string }; dice?: object; shoe?: { packs: number; cut?: { low: number; high: number } } };
  commitment: string;
  players: { seat: number; seed: string }[];
  receipt: string;
  seed: string;
  outcome: { pocket?: string; throw?: [number, number]; shoe?: { cards: string; cut?: number } };
}

export interface Step {
  name: 'chain' | 'commitment' | 'receipt' | 'outcome';
  what: string;
  claimed: string;
  computed: string;
  holds: boolean;
}

const encoder = new TextEncoder();

/** BLAKE3 in its key-derivation mode, under a domain of its own. */
export function H(domain: string, bytes: Uint8Array): Uint8Array {
  return blake3(bytes, { context: encoder.encode(`croupier fair v1: ${domain}`) });
}

/** Words of ChaCha20, and ranges by rejection: no number is likelier than another. */
export class Draws {
  private words: DataView = new DataView(new ArrayBuffer(0));
  private at = 0;
  private block = 0;

  constructor(private readonly key: Uint8Array) {}

  private word(): number {
    if (this.at >= this.words.byteLength) {
      const blocks = 16;
      const stream = chacha20(this.key, new Uint8Array(12), new Uint8Array(64 * blocks), undefined, this.block);
      this.words = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
      this.block += blocks;
      this.at = 0;
    }
    const word = this.words.getUint32(this.at, true);
    this.at += 4;
    return word;
  }

  below(bound: number): number {
    const limit = Math.floor(2 ** 32 / bound) * bound;
    for (;;) {
      const word = this.word();
      if (word < limit) return word % bound;
    }
  }
}

/** The anchor of a chain, from the seed of one of its links. */
export function anchorOf({ table, links, link, seed }: Pick<Proof, 'table' | 'links' | 'link' | 'seed'>): Uint8Array {
  let found = unhex(seed);
  for (let place = link; place > 0; place -= 1) {
    found = H('chain', joined(counted(table), u32(links), u32(place), found));
  }
  return found;
}

function deviceBytes({ wheel, dice, shoe }: Proof['device']): Uint8Array {
  if (wheel) {
    const pockets = wheel.order.trim().split(/\s+/);
    return joined(u32(1), u32(pockets.length), ...pockets.map((pocket) => u32(pocket === '00' ? 37 : Number(pocket))));
  }
  if (dice) return u32(2);
  if (!shoe) throw new Error('the proof names no device');
  const cut = shoe.cut ? joined(u32(1), u32(shoe.cut.low), u32(shoe.cut.high)) : u32(0);
  return joined(u32(3), u32(shoe.packs), cut);
}

/** The commitment that was published before betting. */
export function commitmentOf(proof: Proof): Uint8Array {
  const { table, links, anchor, link, round, device, seed } = proof;
  const terms = joined(counted(table), u32(links), unhex(anchor), u32(link), counted(round), deviceBytes(device));
  return H('commitment', joined(terms, unhex(seed)));
}

/** The receipt of the players' own seeds. */
export function receiptOf({ commitment, players }: Pick<Proof, 'commitment' | 'players'>): Uint8Array {
  const seeds = players.map(({ seat, seed }) => joined(u32(seat), counted(unhex(seed))));
  return H('receipt', joined(unhex(commitment), u32(players.length), ...seeds));
}

function pack(): string[] {
  return [...'23456789TJQKA'].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit));
}

function shuffled(draws: Draws, packs: number): string[] {
  const cards = Array.from({ length: packs }, pack).flat();
  for (let place = cards.length - 1; place > 0; place -= 1) {
    const other = draws.below(place + 1);
    [cards[place], cards[other]] = [cards[other] ?? '', cards[place] ?? ''];
  }
  return cards;
}

/** What must have fallen, in one line. */
export function outcomeOf(proof: Proof): string {
  const draws = new Draws(H('outcome', joined(unhex(proof.seed), unhex(proof.receipt))));
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

/** The four steps of the check, each from what the proof itself says. */
export function examine(proof: Proof): Step[] {
  const step = (name: Step['name'], what: string, claimed: string, computed: string): Step => ({ name, what, claimed, computed, holds: claimed === computed });
  return [
    step('chain', `the anchor, by ${proof.link} ${proof.link === 1 ? 'hash' : 'hashes'} from the revealed seed`, proof.anchor, hex(anchorOf(proof))),
    step('commitment', 'the commitment, from table, link, round, device and seed', proof.commitment, hex(commitmentOf(proof))),
    step('receipt', `the receipt, from the commitment and ${proof.players.length} seeds of players`, proof.receipt, hex(receiptOf(proof))),
    step('outcome', 'what fell, drawn by ChaCha20 under the key of seed and receipt', claimedOutcome(proof.outcome), outcomeOf(proof)),
  ];
}
