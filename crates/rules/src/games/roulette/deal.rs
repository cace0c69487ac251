//! The state of a roulette deal: the position of the ball.

use croupier_kit::{Pocket, PocketSet};

use crate::contract::Stock;

/// The pocket in which the ball lies, once it has come to rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deal {
    pub(super) ball: Option<Pocket>,
}

impl Deal {
    /// The pocket in which the ball lies.
    pub const fn ball(&self) -> Option<Pocket> {
        self.ball
    }
}

const _: () = assert!(size_of::<Deal>() <= 2);

/// Roulette has no decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// The pockets of the wheel, all equally likely. A ball removes none of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pockets(pub(super) PocketSet);

impl Stock for Pockets {
    type Chance = Pocket;

    fn each(&self, mut fall: impl FnMut(Pocket, u32)) {
        self.0.iter().for_each(|pocket| fall(pocket, 1));
    }

    fn take(&mut self, _: Pocket) {}
}
