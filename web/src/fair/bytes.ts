/** The bytes of fair dealing, as docs/fairness.md has them. */

const text = new TextEncoder();

/** Four bytes, the lowest first. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** One behind the other. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The length, then the bytes. */
export function counted(value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? text.encode(value) : value;
  return joined(u32(bytes.length), bytes);
}

/** Small-letter hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of small-letter hexadecimal. */
export function unhex(value: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(value)) throw new Error(`“${value.slice(0, 20)}” is not hexadecimal in small letters`);
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
