//! The state of an In-Between deal: the hands on the table.

use croupier_kit::PACKS_MAX;

use crate::contract::Stock;

/// The most players at a table, however many packs there are.
pub const PLAYERS_MAX: usize = 26;

/// The cards of one player, as positions in the order of ranks; 0 means no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand(pub(super) [u8; 3]);

/// The hands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const PLAYERS: usize> {
    pub(super) hands: [Hand; PLAYERS],
    pub(super) players: u8,
}

const _: () = assert!(size_of::<Deal<1>>() == 4 && size_of::<Deal<PLAYERS_MAX>>() == 79);

/// In-Between has no decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// The number of cards left for each position in the order of ranks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks(pub(super) [u8; 14]);

const _: () = assert!(4 * PACKS_MAX as u32 <= u8::MAX as u32, "a rank's count fits a byte");

impl Stock for Ranks {
    type Chance = u8;

    fn each(&self, mut fall: impl FnMut(u8, u32)) {
        for (place, &count) in (0..).zip(&self.0) {
            if count > 0 {
                fall(place, u32::from(count));
            }
        }
    }

    fn take(&mut self, place: u8) {
        self.0[usize::from(place)] -= 1;
    }
}
