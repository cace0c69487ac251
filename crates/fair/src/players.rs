//! The players' own seeds, in seat order.

use std::fmt;

use crate::bytes::{Packed, hex, length};

/// The maximum length of one player's seed, in bytes.
pub const PLAYER_SEED_BYTES_MAX: usize = 64;

/// The maximum number of players' seeds in one round.
pub const PLAYER_SEEDS_MAX: usize = 1024;

/// The seed of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSeed {
    seat: u16,
    bytes: Vec<u8>,
}

impl PlayerSeed {
    /// The number of the seat, from 1.
    pub const fn seat(&self) -> u16 {
        self.seat
    }

    /// The bytes, as given.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes in hexadecimal.
    pub fn hex(&self) -> String {
        hex(&self.bytes)
    }
}

/// The seeds of all players who gave one: at most one per seat, in seat order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerSeeds(Vec<PlayerSeed>);

/// Why the players' seeds are invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerSeedsError {
    /// There are too many seeds for one round.
    Many(usize),
    /// A seed is too long.
    Long {
        /// The seat of the player.
        seat: u16,
        /// The length of the seed in bytes.
        bytes: usize,
    },
    /// A seat has the number 0.
    NoSeat,
    /// The seats are not in ascending order, or one is repeated.
    Order {
        /// The seat out of order.
        seat: u16,
        /// The seat before it.
        after: u16,
    },
}

impl fmt::Display for PlayerSeedsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Many(found) => write!(f, "at most {PLAYER_SEEDS_MAX} players give a seed, not {found}"),
            Self::Long { seat, bytes } => {
                write!(f, "the seed of seat {seat} is at most {PLAYER_SEED_BYTES_MAX} bytes, not {bytes}")
            }
            Self::NoSeat => f.write_str("seats count from 1"),
            Self::Order { seat, after } => {
                write!(f, "seat {seat} comes after seat {after}: each seat once, in ascending order")
            }
        }
    }
}

impl std::error::Error for PlayerSeedsError {}

impl PlayerSeeds {
    /// The seeds of these seats, which must be in seat order.
    pub fn new(seeds: impl IntoIterator<Item = (u16, Vec<u8>)>) -> Result<Self, PlayerSeedsError> {
        let seeds: Vec<PlayerSeed> =
            seeds.into_iter().map(|(seat, bytes)| PlayerSeed { seat, bytes }).collect();
        if seeds.len() > PLAYER_SEEDS_MAX {
            return Err(PlayerSeedsError::Many(seeds.len()));
        }
        let mut after = 0;
        for PlayerSeed { seat, bytes } in &seeds {
            match (*seat, bytes.len()) {
                (0, _) => return Err(PlayerSeedsError::NoSeat),
                (seat, _) if seat <= after => return Err(PlayerSeedsError::Order { seat, after }),
                (seat, bytes) if bytes > PLAYER_SEED_BYTES_MAX => {
                    return Err(PlayerSeedsError::Long { seat, bytes });
                }
                (seat, _) => after = seat,
            }
        }
        Ok(Self(seeds))
    }

    /// The seeds in seat order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &PlayerSeed> {
        self.0.iter()
    }

    /// The seed of a seat.
    pub fn at(&self, seat: u16) -> Option<&PlayerSeed> {
        self.0.iter().find(|seed| seed.seat == seat)
    }

    /// Appends the seeds to the bytes to be hashed: their number, then each seat and its bytes.
    pub(crate) fn pack(&self, packed: Packed) -> Packed {
        let packed = packed.number(length(&self.0));
        self.0.iter().fold(packed, |packed, seed| packed.number(seed.seat.into()).counted(&seed.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_ascend_and_seeds_are_short() {
        let given = |seats: &[u16]| PlayerSeeds::new(seats.iter().map(|seat| (*seat, vec![1])));
        assert_eq!(given(&[1, 2, 9]).unwrap().iter().len(), 3);
        assert_eq!(given(&[0]), Err(PlayerSeedsError::NoSeat));
        assert_eq!(given(&[2, 2]), Err(PlayerSeedsError::Order { seat: 2, after: 2 }));
        assert_eq!(given(&[2, 1]), Err(PlayerSeedsError::Order { seat: 1, after: 2 }));
        let long = PlayerSeeds::new([(4, vec![0; 65])]);
        assert_eq!(long, Err(PlayerSeedsError::Long { seat: 4, bytes: 65 }));
        assert!(PlayerSeeds::new([(4, vec![0; 64]), (5, Vec::new())]).is_ok());
        let many = PlayerSeeds::new((1..=1025).map(|seat| (seat, Vec::new())));
        assert_eq!(many, Err(PlayerSeedsError::Many(1025)));
    }
}
