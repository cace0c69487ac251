"""BLAKE3's key derivation and the stream of ChaCha20, from their published descriptions; standard library only."""

import struct

MASK = 0xFFFFFFFF
IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
BLOCK, CHUNK = 64, 1024
CHUNK_START, CHUNK_END, PARENT, ROOT, CONTEXT, MATERIAL = 1, 2, 4, 8, 32, 64


def _turn(value, by):
    value &= MASK
    return (value >> by) | (value << (32 - by)) & MASK


def _mix(state, a, b, c, d, x, y):
    state[a] = (state[a] + state[b] + x) & MASK
    state[d] = _turn(state[d] ^ state[a], 16)
    state[c] = (state[c] + state[d]) & MASK
    state[b] = _turn(state[b] ^ state[c], 12)
    state[a] = (state[a] + state[b] + y) & MASK
    state[d] = _turn(state[d] ^ state[a], 8)
    state[c] = (state[c] + state[d]) & MASK
    state[b] = _turn(state[b] ^ state[c], 7)


def _compress(chaining, words, counter, length, flags):
    """The first eight words that come out, which is all that hashes of 32 bytes need."""
    state = [*chaining, *IV[:4], counter & MASK, counter >> 32, length, flags]
    for turn in range(7):
        for column in range(4):
            _mix(state, column, column + 4, column + 8, column + 12, words[2 * column], words[2 * column + 1])
        for column in range(4):
            _mix(state, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4,
                 words[8 + 2 * column], words[9 + 2 * column])
        words = [words[place] for place in PERMUTATION] if turn < 6 else words
    return [state[place] ^ state[place + 8] for place in range(8)]


def _chunk(key, data, counter, flags, last):
    """The chaining value of a chunk; `last` is ROOT where the chunk is the whole input."""
    chaining, blocks = key, [data[at:at + BLOCK] for at in range(0, len(data), BLOCK)] or [b""]
    for place, block in enumerate(blocks):
        words = struct.unpack("<16I", block.ljust(BLOCK, b"\0"))
        mark = (CHUNK_START if place == 0 else 0) | (CHUNK_END | last if place == len(blocks) - 1 else 0)
        chaining = _compress(chaining, words, counter, len(block), flags | mark)
    return chaining


def _tree(key, data, counter, flags, last):
    """A chunk, or two subtrees of which the left is the greatest power of two chunks that leaves something."""
    if len(data) <= CHUNK:
        return _chunk(key, data, counter, flags, last)
    left = 1
    while left * 2 * CHUNK < len(data):
        left *= 2
    words = (_tree(key, data[:left * CHUNK], counter, flags, 0)
             + _tree(key, data[left * CHUNK:], counter + left, flags, 0))
    return _compress(key, words, 0, BLOCK, flags | PARENT | last)


_KEYS = {}


def derive_key(context, material):
    """BLAKE3's derive_key: 32 bytes from a context and key material."""
    if context not in _KEYS:
        _KEYS[context] = _tree(IV, context.encode(), 0, CONTEXT, ROOT)
    return struct.pack("<8I", *_tree(_KEYS[context], material, 0, MATERIAL, ROOT))


def hash32(data):
    """Plain BLAKE3, for the test of the tree against published values."""
    return struct.pack("<8I", *_tree(IV, data, 0, 0, ROOT))


def _quarter(state, a, b, c, d):
    for first, second, third, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[first] = (state[first] + state[second]) & MASK
        value = state[third] ^ state[first]
        state[third] = (value << by | value >> (32 - by)) & MASK


def chacha20_words(key):
    """The words of ChaCha20 (RFC 8439), nonce zero, counter from 0."""
    counter = 0
    while True:
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *struct.unpack("<8I", key), counter, 0, 0, 0]
        state = list(start)
        for _ in range(10):
            for place in range(4):
                _quarter(state, place, place + 4, place + 8, place + 12)
            for place in range(4):
                _quarter(state, place, 4 + (place + 1) % 4, 8 + (place + 2) % 4, 12 + (place + 3) % 4)
        yield from ((a + b) & MASK for a, b in zip(state, start))
        counter += 1
