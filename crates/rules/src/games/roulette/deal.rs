//! Where the ball lies.

use croupier_kit::{Pocket, PocketSet};

use crate::contract::Stock;

/// Where the ball lies, once it has fallen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deal {
    pub(super) ball: Option<Pocket>,
}

impl Deal {
    /// Where the ball lies.
    pub const fn ball(&self) -> Option<Pocket> {
        self.ball
    }
}

const _: () = assert!(size_of::<Deal>() <= 2);

/// Nobody decides anything at roulette.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// The pockets of the wheel, each as likely as any other; the ball takes none away.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pockets(pub(super) PocketSet);

impl Stock for Pockets {
    type Chance = Pocket;

    fn each(&self, mut fall: impl FnMut(Pocket, u32)) {
        self.0.iter().for_each(|pocket| fall(pocket, 1));
    }

    fn take(&mut self, _: Pocket) {}
}
