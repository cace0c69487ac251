//! How often each of a few numbers came.

/// The number of rolls that are distinguished.
pub(super) const ROLLS: usize = 64;

/// Counts in cells of 32 bits, of which a processor holds the most near itself, emptied before they can overflow.
pub(super) struct Cells<const COUNT: usize> {
    now: Box<[u32; COUNT]>,
    before: Box<[u64; COUNT]>,
    room: u32,
}

impl<const COUNT: usize> Cells<COUNT> {
    pub(super) fn new() -> Self {
        Self { now: Box::new([0; COUNT]), before: Box::new([0; COUNT]), room: u32::MAX }
    }

    /// The cells, to which no more than `more` is added.
    #[inline]
    pub(super) fn adding(&mut self, more: usize) -> &mut [u32; COUNT] {
        let more = u32::try_from(more).expect("rolls are counted in batches");
        if self.room < more {
            for (before, now) in self.before.iter_mut().zip(&mut *self.now) {
                *before += u64::from(std::mem::take(now));
            }
            self.room = u32::MAX;
        }
        self.room -= more;
        &mut self.now
    }

    /// All that was counted.
    pub(super) fn all(&self) -> impl Iterator<Item = u64> {
        self.before.iter().zip(&*self.now).map(|(before, now)| before + u64::from(*now))
    }
}

/// How often each roll came. Rolls are counted two at a time, in a cell for each pair.
pub(super) struct RollCounts {
    pairs: Cells<{ ROLLS * ROLLS }>,
    single: [u64; ROLLS],
}

impl RollCounts {
    pub(super) fn new() -> Self {
        Self { pairs: Cells::new(), single: [0; ROLLS] }
    }

    /// Counts rolls below 64.
    pub(super) fn add(&mut self, rolls: &[u8]) {
        let cells = self.pairs.adding(rolls.len());
        let (eights, rest) = rolls.as_chunks::<8>();
        for eight in eights {
            let bytes = u64::from_le_bytes(*eight);
            // The six bits of two rolls beside one another, four times.
            let pairs = bytes & 0x003F_003F_003F_003F | bytes >> 2 & 0x0FC0_0FC0_0FC0_0FC0;
            for place in 0..4 {
                cells[(pairs >> (16 * place)) as usize % (ROLLS * ROLLS)] += 1;
            }
        }
        for roll in rest {
            self.single[usize::from(*roll) % ROLLS] += 1;
        }
    }

    /// How often each roll came.
    pub(super) fn times(&self) -> [u64; ROLLS] {
        let (mut times, mut times_of_first) = (self.single, [0; ROLLS]);
        let mut pairs = self.pairs.all();
        for second in 0..ROLLS {
            let mut of_second = 0;
            for (first, count) in times_of_first.iter_mut().zip(&mut pairs) {
                *first += count;
                of_second += count;
            }
            times[second] += of_second;
        }
        for (times, first) in times.iter_mut().zip(times_of_first) {
            *times += first;
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_is_counted() {
        let (mut counts, mut expected) = (RollCounts::new(), [0; ROLLS]);
        for len in [0, 1, 7, 8, 9, 64, 1000] {
            let rolls: Vec<u8> = (0..len).map(|place: usize| (place * place * 7 % ROLLS) as u8).collect();
            counts.add(&rolls);
            rolls.iter().for_each(|roll| expected[usize::from(*roll)] += 1);
        }
        assert_eq!(counts.times(), expected);
    }

    #[test]
    fn cells_are_emptied_before_they_overflow() {
        let mut cells = Cells::<2>::new();
        let most = u32::MAX as usize;
        for more in [most - 1, 2, most, 5] {
            cells.adding(more)[1] += u32::try_from(more).unwrap();
        }
        assert!(cells.all().eq([0, 2 * u64::from(u32::MAX) + 6]));
    }
}
