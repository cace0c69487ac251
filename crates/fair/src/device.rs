//! Devices that decide a round, and their outcomes: a wheel, two dice, a shoe.

use std::fmt;

use croupier_kit::{Card, PACKS_MAX, Pocket, Throw, Wheel};

use crate::bytes::{Packed, length};
use crate::draws::{Draws, OutcomeKey};

/// The device that decides a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Device {
    /// A wheel with its pockets in this order: one spin.
    Wheel(Wheel),
    /// Two dice: one throw.
    Dice,
    /// Packs shuffled into a shoe.
    Shoe(ShoeSpec),
}

/// The packs of a shoe, and where its cutting card may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShoeSpec {
    count: u8,
    cut: Option<CutRange>,
}

/// The fewest and the most cards that may lie in front of the cutting card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutRange {
    low: u16,
    high: u16,
}

/// Why there is no such shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceError {
    /// No shoe has this many packs.
    Packs(u8),
    /// The cutting card cannot go there.
    Cut {
        /// The fewest cards in front of it.
        low: u16,
        /// The most.
        high: u16,
        /// How many cards there are.
        cards: u16,
    },
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packs(found) => write!(f, "a shoe has 1 to {PACKS_MAX} packs, not {found}"),
            Self::Cut { low, high, cards } => {
                write!(f, "the cutting card cannot go behind {low} to {high} of {cards} cards")
            }
        }
    }
}

impl std::error::Error for DeviceError {}

impl CutRange {
    /// The fewest cards in front of the cutting card.
    pub const fn low(self) -> u16 {
        self.low
    }

    /// The most cards in front of the cutting card.
    pub const fn high(self) -> u16 {
        self.high
    }
}

impl ShoeSpec {
    /// A shoe of `count` packs, with a cutting card behind `low` to `high` cards where one is used.
    pub const fn new(count: u8, cut: Option<(u16, u16)>) -> Result<Self, DeviceError> {
        if count == 0 || count > PACKS_MAX {
            return Err(DeviceError::Packs(count));
        }
        let cards = count as u16 * 52;
        match cut {
            Some((low, high)) if low > high || high > cards => Err(DeviceError::Cut { low, high, cards }),
            Some((low, high)) => Ok(Self { count, cut: Some(CutRange { low, high }) }),
            None => Ok(Self { count, cut: None }),
        }
    }

    /// How many packs.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// Where the cutting card may go.
    pub const fn cut(self) -> Option<CutRange> {
        self.cut
    }
}

/// The outcome of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceOutcome {
    /// Where the ball came to rest.
    Pocket(Pocket),
    /// What the dice show.
    Throw(Throw),
    /// The cards in the order in which they come out, and how many lie in front of the cutting card.
    Shoe {
        /// The first to come out is the first here.
        cards: Vec<Card>,
        /// How many cards come before the cutting card, where one is used.
        cut: Option<u16>,
    },
}

impl Device {
    /// The outcome under a key.
    pub fn deal(&self, key: &OutcomeKey) -> DeviceOutcome {
        let mut draws = Draws::new(key);
        match self {
            Self::Wheel(wheel) => DeviceOutcome::Pocket(wheel.order()[draws.place(wheel.order().len())]),
            Self::Dice => DeviceOutcome::Throw(throw(&mut draws)),
            Self::Shoe(packs) => shuffle(*packs, &mut draws),
        }
    }

    /// Adds the device to what is hashed: its kind, then its parameters.
    pub(crate) fn pack(&self, packed: Packed) -> Packed {
        match self {
            Self::Wheel(wheel) => {
                let pockets: Vec<u32> = wheel.order().iter().map(|pocket| pocket_code(*pocket)).collect();
                pockets.iter().fold(packed.number(1).number(length(&pockets)), |all, code| all.number(*code))
            }
            Self::Dice => packed.number(2),
            Self::Shoe(packs) => {
                let packed = packed.number(3).number(packs.count.into());
                match packs.cut {
                    None => packed.number(0),
                    Some(CutRange { low, high }) => packed.number(1).number(low.into()).number(high.into()),
                }
            }
        }
    }
}

/// A pocket's number, and 37 for 00.
fn pocket_code(pocket: Pocket) -> u32 {
    u32::try_from(pocket.index()).unwrap_or(u32::MAX)
}

fn throw(draws: &mut Draws) -> Throw {
    let sides: Vec<Throw> = Throw::all().collect();
    let (first, second) = (draws.place(6), draws.place(6));
    sides[first * 6 + second]
}

fn shuffle(packs: ShoeSpec, draws: &mut Draws) -> DeviceOutcome {
    let mut cards: Vec<Card> = (0..packs.count).flat_map(|_| Card::pack()).collect();
    draws.shuffle(&mut cards);
    let cut = packs.cut.map(|CutRange { low, high }| {
        let behind = draws.place(usize::from(high - low) + 1);
        low + u16::try_from(behind).unwrap_or_default()
    });
    DeviceOutcome::Shoe { cards, cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_show_the_sides_that_were_drawn() {
        for byte in 0..50 {
            let key = OutcomeKey::new([byte; 32]);
            let mut draws = Draws::new(&key);
            let sides = (draws.place(6) + 1, draws.place(6) + 1);
            let DeviceOutcome::Throw(throw) = Device::Dice.deal(&key) else { panic!("no throw") };
            assert_eq!((usize::from(throw.sides().0), usize::from(throw.sides().1)), sides);
        }
    }

    #[test]
    fn packs_and_cuts_have_bounds() {
        assert_eq!(ShoeSpec::new(0, None), Err(DeviceError::Packs(0)));
        assert_eq!(ShoeSpec::new(9, None), Err(DeviceError::Packs(9)));
        assert!(ShoeSpec::new(8, Some((0, 416))).is_ok());
        assert!(ShoeSpec::new(1, Some((0, 53))).is_err());
        assert!(ShoeSpec::new(1, Some((9, 8))).is_err());
    }

    #[test]
    fn the_cutting_card_stays_in_its_range() {
        let mut seen = [false; 4];
        for byte in 0..64 {
            let shoe = Device::Shoe(ShoeSpec::new(1, Some((30, 33))).unwrap());
            let DeviceOutcome::Shoe { cut: Some(cut), .. } = shoe.deal(&OutcomeKey::new([byte; 32])) else {
                panic!()
            };
            seen[usize::from(cut) - 30] = true;
        }
        assert_eq!(seen, [true; 4]);
    }
}
