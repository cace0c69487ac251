//! Philox4x32-10, a generator without state: ten rounds turn a counter and a key into four words.
//!
//! J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw: "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). The tests
//! have the vectors that its authors publish with their library Random123.

use multiversion::multiversion;

/// The number of rounds that its authors recommend.
pub const ROUNDS: u32 = 10;
/// The multipliers of the first and the third word of a counter.
pub const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
/// What is added to the words of the key after every round.
pub const KEY_STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// The calls that are calculated side by side.
pub(crate) const CALLS: usize = 16;

/// The four words of one call.
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let (mut at, mut key) = (counter, key);
    for _ in 0..ROUNDS {
        at = round(at, key);
        key = next_key(key);
    }
    at
}

#[inline(always)]
const fn round([a, b, c, d]: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let first = MULTIPLIERS[0] as u64 * a as u64;
    let second = MULTIPLIERS[1] as u64 * c as u64;
    [(second >> 32) as u32 ^ b ^ key[0], second as u32, (first >> 32) as u32 ^ d ^ key[1], first as u32]
}

#[inline(always)]
const fn next_key(key: [u32; 2]) -> [u32; 2] {
    [key[0].wrapping_add(KEY_STEPS[0]), key[1].wrapping_add(KEY_STEPS[1])]
}

/// The words of [`CALLS`] calls, whose counters differ in the first word: from `first` on. Each row has one word of every
/// call.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2", "aarch64+neon"))]
pub(crate) fn philox_row(first: u32, rest: [u32; 3], key: [u32; 2]) -> [[u32; CALLS]; 4] {
    let mut at = [[0; CALLS], [rest[0]; CALLS], [rest[1]; CALLS], [rest[2]; CALLS]];
    for call in 0..CALLS {
        at[0][call] = first.wrapping_add(call as u32);
    }
    let mut key = key;
    for _ in 0..ROUNDS {
        let before = at;
        for call in 0..CALLS {
            let counter = [before[0][call], before[1][call], before[2][call], before[3][call]];
            [at[0][call], at[1][call], at[2][call], at[3][call]] = round(counter, key);
        }
        key = next_key(key);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `tests/kat_vectors` of Random123: `philox4x32 10`.
    #[test]
    fn the_published_vectors_come_out() {
        let vectors = [
            ([0; 4], [0; 2], [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]),
            ([u32::MAX; 4], [u32::MAX; 2], [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]),
            (
                [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344],
                [0xA409_3822, 0x299F_31D0],
                [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1],
            ),
        ];
        for (counter, key, words) in vectors {
            assert_eq!(philox(counter, key), words);
        }
    }

    #[test]
    fn calls_side_by_side_are_the_same_calls() {
        for first in [0, 5, u32::MAX - 3] {
            let rows = philox_row(first, [7, 8, 9], [1, 2]);
            for call in 0..CALLS {
                let words = philox([first.wrapping_add(call as u32), 7, 8, 9], [1, 2]);
                assert_eq!(rows.map(|row| row[call]), words);
            }
        }
    }
}
