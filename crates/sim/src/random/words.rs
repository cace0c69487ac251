//! The words of a stream in order, as halves.

use super::{LANES, RandomStream};

/// Rows generated at a time.
const ROWS: usize = 32;
/// The number of halves in a row.
const HALVES_A_ROW: usize = LANES * 2;
/// The number of halves generated in advance.
const HALVES: usize = ROWS * HALVES_A_ROW;

/// The words of a stream as halves of 32 bits, the lower half first.
#[derive(Clone, Debug)]
pub struct RandomWords {
    stream: RandomStream,
    rows: Box<[[u64; LANES]; ROWS]>,
    at: usize,
}

impl RandomWords {
    /// All words of a stream.
    pub fn new(stream: RandomStream) -> Self {
        Self { stream, rows: Box::new([[0; LANES]; ROWS]), at: HALVES }
    }

    /// The halves in order, in the byte order of memory.
    #[inline]
    fn halves(&self) -> &[u32; HALVES] {
        bytemuck::cast_ref(&*self.rows)
    }

    /// The next half.
    #[inline]
    pub fn half(&mut self) -> u32 {
        if self.at >= HALVES {
            self.refill(0);
            self.at = 0;
        }
        let half = self.halves()[self.at];
        self.at += 1;
        u32::from_le(half)
    }

    /// The next whole word.
    #[inline]
    pub fn whole(&mut self) -> u64 {
        let low = u64::from(self.half());
        low | u64::from(self.half()) << 32
    }

    /// The next halves in the byte order of memory, without consuming them. At most half of the buffer.
    #[inline]
    pub(crate) fn ahead(&mut self, count: usize) -> &[u32] {
        debug_assert!(count <= HALVES / 2);
        if self.at + count > HALVES {
            self.slide();
        }
        &self.halves()[self.at..self.at + count]
    }

    /// Consumes halves that were looked at.
    #[inline]
    pub(crate) const fn take(&mut self, count: usize) {
        self.at += count;
    }

    /// Moves the unused rows to the front and generates new rows behind them.
    #[cold]
    fn slide(&mut self) {
        let used = self.at / HALVES_A_ROW;
        self.rows.copy_within(used.., 0);
        self.refill(ROWS - used);
        self.at -= used * HALVES_A_ROW;
    }

    fn refill(&mut self, from: usize) {
        let rows = &mut self.rows[from..];
        self.stream.fill(rows);
        rows.as_flattened_mut().iter_mut().for_each(|word| *word = word.to_le());
    }
}

#[cfg(test)]
mod tests {
    use super::super::StreamPurpose;
    use super::*;

    #[test]
    fn halves_come_low_first_row_by_row() {
        let mut stream = RandomStream::new(5, 5, StreamPurpose::Chance);
        let mut words = RandomWords::new(stream.clone());
        let mut rows = [[0; LANES]; 100];
        stream.fill(&mut rows);
        for word in rows.as_flattened() {
            assert_eq!(words.whole(), *word);
        }
    }

    #[test]
    fn looking_ahead_changes_nothing() {
        let stream = RandomStream::new(5, 5, StreamPurpose::Chance);
        let (mut one, mut other) = (RandomWords::new(stream.clone()), RandomWords::new(stream));
        for round in 0..2000_usize {
            let count = round * 7 % 400;
            let seen = one.ahead(count).to_vec();
            one.take(count / 2);
            let taken: Vec<u32> = (0..count / 2).map(|_| other.half().to_le()).collect();
            assert_eq!(seen[..count / 2], taken);
        }
        assert_eq!(one.whole(), other.whole());
    }
}
