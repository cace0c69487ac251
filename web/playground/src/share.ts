/** Texts in the fragment of the address, which no browser sends anywhere. */

/** What is shared. */
export interface Shared {
  record: string;
  day: string;
  /** The text of the rulebook, if it was changed. */
  book: string | null;
  /** The rulebook, or the one that was changed. */
  rulebook: string;
  game: string;
  settings: string;
}

const KEYS = ['record', 'day', 'rulebook', 'game', 'settings'] as const;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The fragment, without its `#`. */
export async function toFragment(shared: Shared): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What a fragment has; null where it is empty. */
export async function fromFragment(fragment: string): Promise<Shared | null> {
  if (fragment === '') return null;
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const shared: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    if (isShared(shared)) return shared;
  } catch {
    // It was cut off, or is no fragment of this page.
  }
  throw new Error('The address of this page has a text that cannot be read: it may have been cut off.');
}

function isShared(value: unknown): value is Shared {
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Record<string, unknown>;
  return KEYS.every((key) => typeof found[key] === 'string') && (found['book'] === null || typeof found['book'] === 'string');
}
