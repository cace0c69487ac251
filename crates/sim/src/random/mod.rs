//! Sources of randomness: one stream of words for each block of rounds, and the draws made from it.
//!
//! A stream consists of sixteen generators side by side, so that a row of sixteen words costs a few vector
//! instructions. It is derived from the seed and the block number alone: every machine that plays a block sees the
//! same words. How each draw is made from words is defined here and nowhere else, so that every method of playing a
//! block sees the same cards. `docs/randomness.md` gives the reasons.

#![allow(
    clippy::inline_always,
    clippy::needless_range_loop,
    clippy::cast_possible_truncation,
    clippy::cast_lossless,
    reason = "what is inlined takes the instructions of its caller, lanes are written as loops over places, and bits are cut off on purpose"
)]

pub mod counter;
mod edition;
mod lots;
pub mod philox;
mod places;
mod rolls;
mod shoe;
mod words;

pub use edition::StreamEdition;
pub(crate) use lots::LotSource;
pub use places::{CardPlaces, SHOE_MAX};
pub use rolls::Rolls;
pub(crate) use shoe::{DrawGroup, ROOM, draw};
pub use shoe::{ShufflePlan, ShuffledShoe};
pub use words::RandomWords;

use multiversion::multiversion;

/// The number of generators side by side.
pub const LANES: usize = 16;

/// The purpose of a stream. Streams of different purposes are independent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamPurpose {
    /// Balls, dice and cards.
    Chance,
    /// Random decisions of players.
    Decisions,
}

impl StreamPurpose {
    const fn word(self) -> u64 {
        match self {
            Self::Chance => 0,
            Self::Decisions => 1,
        }
    }
}

/// Sixteen xoshiro256++ generators side by side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomStream {
    state: [[u64; LANES]; 4],
}

impl RandomStream {
    /// The stream of one block.
    pub fn new(seed: u64, block: u64, purpose: StreamPurpose) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("croupier simulation stream, first edition");
        for word in [seed, block, purpose.word()] {
            hasher.update(&word.to_le_bytes());
        }
        let mut bytes = [0; 4 * LANES * 8];
        hasher.finalize_xof().fill(&mut bytes);
        let mut state = [[0; LANES]; 4];
        let words = bytes.as_chunks::<8>().0;
        for (place, word) in state.iter_mut().flatten().zip(words) {
            *place = u64::from_le_bytes(*word);
        }
        Self { state }
    }

    /// Fills rows of words; each row has one word from each generator.
    pub fn fill(&mut self, rows: &mut [[u64; LANES]]) {
        fill_rows(&mut self.state, rows);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2", "aarch64+neon"))]
fn fill_rows(state: &mut [[u64; LANES]; 4], rows: &mut [[u64; LANES]]) {
    let mut now = *state;
    for row in rows {
        *row = step(&mut now);
    }
    *state = now;
}

/// One step of all sixteen generators.
#[inline(always)]
pub(crate) fn step(state: &mut [[u64; LANES]; 4]) -> [u64; LANES] {
    let mut row = [0; LANES];
    for lane in 0..LANES {
        let [a, b, c, d] = [state[0][lane], state[1][lane], state[2][lane], state[3][lane]];
        row[lane] = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        state[0][lane] = a ^ d;
        state[1][lane] = b ^ c;
        state[2][lane] = c ^ (b << 17);
        state[3][lane] = d.rotate_left(45);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator as published by its authors, one word at a time.
    fn plain(state: &mut [u64; 4]) -> u64 {
        let result = state[0].wrapping_add(state[3]).rotate_left(23).wrapping_add(state[0]);
        let shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = state[3].rotate_left(45);
        result
    }

    #[test]
    fn a_row_is_sixteen_plain_generators() {
        let mut stream = RandomStream::new(7, 3, StreamPurpose::Chance);
        let mut lanes: Vec<[u64; 4]> =
            (0..LANES).map(|lane| [0, 1, 2, 3].map(|place: usize| stream.state[place][lane])).collect();
        let mut rows = [[0; LANES]; 50];
        stream.fill(&mut rows);
        for row in rows {
            for (lane, word) in lanes.iter_mut().zip(row) {
                assert_eq!(plain(lane), word);
            }
        }
    }

    /// The first words of the published reference implementation from the state 1, 2, 3, 4.
    #[test]
    fn the_published_words_come_out() {
        let mut state = [[1; LANES], [2; LANES], [3; LANES], [4; LANES]];
        let expected = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        for word in expected {
            assert_eq!(step(&mut state), [word; LANES]);
        }
    }

    #[test]
    fn streams_differ_by_seed_block_and_purpose() {
        let streams = [
            RandomStream::new(1, 0, StreamPurpose::Chance),
            RandomStream::new(2, 0, StreamPurpose::Chance),
            RandomStream::new(1, 1, StreamPurpose::Chance),
            RandomStream::new(1, 0, StreamPurpose::Decisions),
        ];
        for (place, stream) in streams.iter().enumerate() {
            assert!(streams[..place].iter().all(|other| other != stream));
        }
        assert_eq!(RandomStream::new(1, 0, StreamPurpose::Chance), streams[0]);
    }
}
