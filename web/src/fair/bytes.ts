/** Byte encodings of the fairness protocol (docs/fairness.md). */

const text = new TextEncoder();

/** Four bytes, little-endian. */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

export function concat(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** The length as u32, then the bytes. */
export function lengthPrefixed(value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === 'string' ? text.encode(value) : value;
  return concat(u32(bytes.length), bytes);
}

/** Lowercase hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of lowercase hexadecimal. */
export function unhex(value: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/.test(value)) throw new Error(`“${value.slice(0, 20)}” is not lowercase hexadecimal`);
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
