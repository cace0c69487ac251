//! The random words by which policies decide: one for each round.

use super::RandomWords;
use super::counter::TableStream;

/// Where the words come from.
#[derive(Clone, Debug)]
pub(crate) enum LotSource {
    /// Nobody decides at random.
    None,
    /// The next word of a stream.
    Words(Box<RandomWords>),
    /// The call whose number is that of the round.
    Counted { stream: TableStream, round: u32 },
}

impl LotSource {
    /// The word of the next round.
    #[inline]
    pub(crate) fn next(&mut self) -> u64 {
        match self {
            Self::None => 0,
            Self::Words(words) => words.whole(),
            Self::Counted { stream, round } => {
                let [low, high, ..] = stream.call(*round);
                *round = round.checked_add(1).expect("a table has few rounds");
                u64::from(low) | u64::from(high) << 32
            }
        }
    }
}
