/** Idempotency keys: UUIDs of version 7, whose time tells the server how old a command is. */

let offset = 0;

/** Corrects the clock of the device by a time that the server has just sent. A wrong clock must not make keys too old. */
export function noteServerTime(serverTime: number): void {
  offset = serverTime - Date.now();
}

/** A new key: 48 bits of the server's time in milliseconds, then random bits. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  const time = Date.now() + offset;
  view.setUint16(0, Math.floor(time / 2 ** 32));
  view.setUint32(2, time % 2 ** 32);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
