//! The state of a dice deal: the throw of two dice.

use croupier_kit::Throw;

use crate::contract::Stock;

/// The throw, once it has been made. Unless a table says that it is a first throw, wagers that are off on those take
/// part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Deal {
    pub(super) throw: Option<Throw>,
    /// Whether it is a first throw: the table had no point.
    pub(super) first: bool,
}

impl Deal {
    /// The throw.
    pub const fn throw(&self) -> Option<Throw> {
        self.throw
    }
}

const _: () = assert!(size_of::<Deal>() <= 4);

/// Dice has no decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// The thirty-six possible throws, all equally likely.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Throws;

impl Stock for Throws {
    type Chance = Throw;

    fn each(&self, mut fall: impl FnMut(Throw, u32)) {
        Throw::all().for_each(|throw| fall(throw, 1));
    }

    fn take(&mut self, _: Throw) {}
}
