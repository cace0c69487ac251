//! The cards left in a baccarat shoe: a count for each of the ten values.

use std::fmt;

use croupier_kit::{Card, Rank};
use croupier_rules::games::baccarat::{Pip, pip};

/// The number of cards left of each value: tens and pictures first, then Aces, Twos and so on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PipCounts {
    counts: [u16; 10],
}

/// Why a shoe is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShoeError {
    /// The number of counts is neither ten (values) nor thirteen (ranks).
    Kinds(usize),
    /// A negative count.
    Negative {
        /// The index in the list.
        place: usize,
        /// The count.
        count: i64,
    },
    /// More cards than the packs hold.
    TooMany {
        /// The index in the list.
        place: usize,
        /// The count.
        count: i64,
        /// The number that the packs hold.
        most: u16,
    },
    /// Too few cards to complete every possible deal.
    TooFew {
        /// The number of cards left.
        cards: u32,
        /// The number of cards that a deal can need.
        need: u32,
    },
}

impl fmt::Display for ShoeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kinds(count) => write!(
                f,
                "{count} counts: give ten, for the values 0 (tens and pictures) to 9, or thirteen, for the ranks Ace to King"
            ),
            Self::Negative { place, count } => {
                write!(f, "count {} is {count}: a shoe holds no fewer cards than none", place + 1)
            }
            Self::TooMany { place, count, most } => {
                write!(f, "count {} is {count}: the packs hold {most} of it", place + 1)
            }
            Self::TooFew { cards, need } => {
                write!(f, "{cards} cards are left: a deal can need {need}")
            }
        }
    }
}

impl std::error::Error for ShoeError {}

impl PipCounts {
    /// A shoe of full packs.
    pub fn whole(packs: u8) -> Self {
        let mut counts = [0; 10];
        for card in Card::pack() {
            counts[usize::from(pip(card.rank()))] += u16::from(packs);
        }
        Self { counts }
    }

    /// The cards left of `packs` packs: ten counts for the values 0 to 9, or thirteen for the ranks Ace to King.
    ///
    /// # Errors
    /// When the packs cannot leave these counts.
    pub fn left(packs: u8, counts: &[i64]) -> Result<Self, ShoeError> {
        let whole = Self::whole(packs).counts;
        let suits = u16::from(packs) * 4;
        match counts.len() {
            10 => {
                let mut left = [0; 10];
                for (place, &count) in counts.iter().enumerate() {
                    left[place] = within(place, count, whole[place])?;
                }
                Ok(Self { counts: left })
            }
            13 => {
                let mut left = [0; 10];
                for (place, (&count, value)) in counts.iter().zip(rank_values()).enumerate() {
                    left[usize::from(value)] += within(place, count, suits)?;
                }
                Ok(Self { counts: left })
            }
            other => Err(ShoeError::Kinds(other)),
        }
    }

    /// The number of cards left of a value.
    pub fn count(&self, pip: Pip) -> u16 {
        self.counts[usize::from(pip)]
    }

    /// The total number of cards left.
    pub fn cards(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count)).sum()
    }

    /// The same shoe with one card of a value removed; `None` if there is none.
    pub fn without(&self, pip: Pip) -> Option<Self> {
        let mut counts = self.counts;
        let place = counts.get_mut(usize::from(pip))?;
        *place = place.checked_sub(1)?;
        Some(Self { counts })
    }

    /// The counts as signed numbers.
    pub(crate) fn signed(&self) -> [i64; 10] {
        self.counts.map(i64::from)
    }

    /// Checks that a deal of `need` cards can always be completed.
    pub(crate) fn holds(&self, need: u32) -> Result<(), ShoeError> {
        let cards = self.cards();
        if cards < need { Err(ShoeError::TooFew { cards, need }) } else { Ok(()) }
    }
}

/// The values of the thirteen ranks, from the Ace.
fn rank_values() -> impl Iterator<Item = Pip> {
    let mut values: Vec<(u8, Pip)> = Rank::ALL.iter().map(|rank| (rank.face(), pip(*rank))).collect();
    values.sort_by_key(|(face, _)| *face);
    values.into_iter().map(|(_, value)| value)
}

fn within(place: usize, count: i64, most: u16) -> Result<u16, ShoeError> {
    if count < 0 {
        return Err(ShoeError::Negative { place, count });
    }
    match u16::try_from(count) {
        Ok(fits) if fits <= most => Ok(fits),
        _ => Err(ShoeError::TooMany { place, count, most }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirteen_ranks_and_ten_values_say_the_same() {
        let ranks = PipCounts::left(2, &[8; 13]).unwrap();
        assert_eq!(ranks, PipCounts::whole(2));
        assert_eq!(ranks, PipCounts::left(2, &[32, 8, 8, 8, 8, 8, 8, 8, 8, 8]).unwrap());
        // Aces come first among the ranks.
        let mut counts = [0; 13];
        counts[0] = 3;
        counts[12] = 2;
        let shoe = PipCounts::left(1, &counts).unwrap();
        assert_eq!((shoe.count(1), shoe.count(0), shoe.cards()), (3, 2, 5));
    }

    #[test]
    fn impossible_shoes_are_refused() {
        let whole = [16_i64, 4, 4, 4, 4, 4, 4, 4, 4, 4];
        let with = |place: usize, count| {
            let mut counts = whole;
            counts[place] = count;
            PipCounts::left(1, &counts)
        };
        assert_eq!(with(3, -1), Err(ShoeError::Negative { place: 3, count: -1 }));
        assert_eq!(with(3, 5), Err(ShoeError::TooMany { place: 3, count: 5, most: 4 }));
        assert_eq!(with(0, 70_000), Err(ShoeError::TooMany { place: 0, count: 70_000, most: 16 }));
        assert_eq!(PipCounts::left(1, &whole[1..]), Err(ShoeError::Kinds(9)));
        assert!(with(0, 0).unwrap().without(0).is_none());
    }
}
