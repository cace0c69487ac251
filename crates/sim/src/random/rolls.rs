//! Uniform outcomes with replacement: the pockets of a wheel, the throws of two dice.
//!
//! Each quarter of a word gives one roll by multiplication. The upper half of the 32-bit product of the quarter and
//! the number of outcomes is the roll; the quarter is rejected if the lower half is below 2^16 mod n. The accepted
//! rolls are exactly uniform.

use multiversion::multiversion;

use super::{LANES, RandomStream, step};

/// Rows generated at a time.
const ROWS: usize = 32;
/// The number of quarters in a row.
const QUARTERS: usize = LANES * 4;
/// The largest number of rolls generated in advance.
const READY: usize = ROWS * QUARTERS;

/// A stream of uniform rolls.
#[derive(Clone, Debug)]
pub struct Rolls {
    stream: RandomStream,
    chances: u16,
    passed_over: u16,
    ready: Box<[u8; READY]>,
    len: usize,
    at: usize,
}

impl Rolls {
    /// The largest number of outcomes.
    pub const CHANCES_MAX: u32 = 256;

    /// Rolls from 0 to `chances` − 1; `None` if `chances` is zero or too large.
    pub fn new(stream: RandomStream, chances: u32) -> Option<Self> {
        let chances = u16::try_from(chances).ok().filter(|n| (1..=256).contains(n))?;
        let passed_over = u16::try_from(0x1_0000 % u32::from(chances)).ok()?;
        Some(Self { stream, chances, passed_over, ready: Box::new([0; READY]), len: 0, at: 0 })
    }

    /// The next roll.
    #[inline]
    pub fn roll(&mut self) -> u8 {
        self.some(1)[0]
    }

    /// The next rolls: at least one and at most `most`.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "what is ready fits memory")]
    pub fn some(&mut self, most: u64) -> &[u8] {
        if self.at == self.len {
            self.len = refill(&mut self.stream.state, self.chances, self.passed_over, &mut self.ready);
            self.at = 0;
        }
        let from = self.at;
        self.at += most.min((self.len - from) as u64) as usize;
        &self.ready[from..self.at]
    }
}

/// Generates rows of rolls and returns how many rolls they gave. If none was accepted, which practically never
/// happens, it generates more rows.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi",
    "x86_64+avx2",
    "aarch64+neon"
))]
fn refill(state: &mut [[u64; LANES]; 4], chances: u16, passed_over: u16, ready: &mut [u8; READY]) -> usize {
    let mut now = *state;
    let mut len = 0;
    while len == 0 {
        for _ in 0..ROWS {
            let mut row = step(&mut now);
            for word in &mut row {
                *word = word.to_le();
            }
            len += row_of_rolls(bytemuck::cast_ref(&row), chances, passed_over, ready, len);
        }
    }
    *state = now;
    len
}

#[inline(always)]
fn row_of_rolls(
    quarters: &[u16; QUARTERS],
    chances: u16,
    passed_over: u16,
    ready: &mut [u8; READY],
    len: usize,
) -> usize {
    let mut high = [0_u16; QUARTERS];
    let mut rolls = [0_u8; QUARTERS];
    let mut rests = [0_u16; QUARTERS];
    let mut least = [u16::MAX; QUARTERS / 2];
    for half in [0, QUARTERS / 2] {
        for place in 0..QUARTERS / 2 {
            let quarter = u16::from_le(quarters[half + place]);
            high[half + place] = ((u32::from(quarter) * u32::from(chances)) >> 16) as u16;
            rests[half + place] = quarter.wrapping_mul(chances);
            least[place] = least[place].min(rests[half + place]);
        }
    }
    // A roll is below 256. That this is said keeps the products at sixteen bits, of which a processor multiplies the most.
    for place in 0..QUARTERS {
        rolls[place] = high[place].min(255) as u8;
    }
    let Some(room) = ready[len..].first_chunk_mut::<QUARTERS>() else { return 0 };
    let least = least.iter().fold(u16::MAX, |least, rest| least.min(*rest));
    if least >= passed_over {
        *room = rolls;
        return QUARTERS;
    }
    accepted(&rolls, &rests, passed_over, room)
}

/// The accepted rolls of a row in which some are rejected.
#[cold]
fn accepted(
    rolls: &[u8; QUARTERS],
    rests: &[u16; QUARTERS],
    passed_over: u16,
    room: &mut [u8; QUARTERS],
) -> usize {
    let mut len = 0;
    for (roll, _) in rolls.iter().zip(rests).filter(|(_, rest)| **rest >= passed_over) {
        room[len] = *roll;
        len += 1;
    }
    len
}

#[cfg(test)]
mod tests {
    use super::super::{RandomWords, StreamPurpose};
    use super::*;

    /// The method of the documentation, quarter by quarter.
    fn plain(words: &mut Vec<u16>, source: &mut RandomWords, chances: u32) -> u8 {
        loop {
            if words.is_empty() {
                let word = source.whole();
                words.extend([48, 32, 16, 0].map(|shift| (word >> shift) as u16));
            }
            let product = u32::from(words.pop().unwrap()) * chances;
            if product % 0x1_0000 >= 0x1_0000 % chances {
                return (product >> 16) as u8;
            }
        }
    }

    #[test]
    fn rolls_are_what_the_documents_say() {
        for chances in [1, 2, 6, 36, 37, 38, 255, 256] {
            let stream = RandomStream::new(11, 0, StreamPurpose::Chance);
            let mut source = RandomWords::new(stream.clone());
            let mut words = Vec::new();
            let mut rolls = Rolls::new(stream, chances).unwrap();
            for _ in 0..20_000 {
                assert_eq!(rolls.roll(), plain(&mut words, &mut source, chances));
            }
        }
        assert!(Rolls::new(RandomStream::new(1, 1, StreamPurpose::Chance), 0).is_none());
        assert!(Rolls::new(RandomStream::new(1, 1, StreamPurpose::Chance), 257).is_none());
    }

    /// Over all possible quarters, each roll occurs equally often.
    #[test]
    fn no_chance_is_favoured() {
        for chances in 1..=256_u32 {
            let mut times = vec![0_u32; chances as usize];
            for quarter in 0..0x1_0000_u32 {
                let product = quarter * chances;
                if product % 0x1_0000 >= 0x1_0000 % chances {
                    times[(product >> 16) as usize] += 1;
                }
            }
            assert!(times.iter().all(|&n| n == 0x1_0000 / chances), "{chances}");
        }
    }
}
