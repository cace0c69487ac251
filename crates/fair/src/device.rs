//! Devices that determine a round, and their outcomes: a wheel, two dice, a shoe.

use std::fmt;

use croupier_kit::{Card, PACKS_MAX, Pocket, Throw, Wheel};

use crate::bytes::{Packed, length};
use crate::draws::{Draws, OutcomeKey};

/// The device that determines a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Device {
    /// One spin of a wheel with its pockets in this order.
    Wheel(Wheel),
    /// One throw of two dice.
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

/// The minimum and maximum number of cards in front of the cutting card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutRange {
    low: u16,
    high: u16,
}

/// Why a shoe is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceError {
    /// A shoe cannot have this number of packs.
    Packs(u8),
    /// The cutting card cannot be placed there.
    Cut {
        /// The minimum number of cards in front of it.
        low: u16,
        /// The maximum number.
        high: u16,
        /// The number of cards in the shoe.
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
    /// The minimum number of cards in front of the cutting card.
    pub const fn low(self) -> u16 {
        self.low
    }

    /// The maximum number of cards in front of the cutting card.
    pub const fn high(self) -> u16 {
        self.high
    }
}

impl ShoeSpec {
    /// A shoe of `count` packs. If it has a cutting card, `low` to `high` cards are in front of it.
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

    /// The number of packs.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// The range of the cutting card.
    pub const fn cut(self) -> Option<CutRange> {
        self.cut
    }
}

/// The outcome of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceOutcome {
    /// The pocket in which the ball came to rest.
    Pocket(Pocket),
    /// The result of the dice.
    Throw(Throw),
    /// The shuffled cards, and the position of the cutting card.
    Shoe {
        /// The cards in the order of dealing.
        cards: Vec<Card>,
        /// The number of cards in front of the cutting card, if there is one.
        cut: Option<u16>,
    },
}

impl Device {
    /// The outcome that a key determines.
    pub fn deal(&self, key: &OutcomeKey) -> DeviceOutcome {
        let mut draws = Draws::new(key);
        match self {
            Self::Wheel(wheel) => DeviceOutcome::Pocket(wheel.order()[draws.place(wheel.order().len())]),
            Self::Dice => DeviceOutcome::Throw(throw(&mut draws)),
            Self::Shoe(packs) => shuffle(*packs, &mut draws),
        }
    }

    /// Appends the device to the bytes to be hashed: its kind, then its parameters.
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

/// The number of a pocket up to 36; 37 stands for 00, 38 for 000, and the numbers from 37 on follow as 39 to 66.
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
