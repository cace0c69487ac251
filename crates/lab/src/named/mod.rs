//! Faults with a name: those that a test lab, a regulator or a cashier would ask about.

mod board;
mod law;
mod money;
mod office;
mod order;
mod rounds;
mod seeds;

use crate::fault::{Fault, FaultGroup};
use crate::good::GoodJournal;
use board::{Board, Plan};

/// A fault with a name.
pub struct NamedFault {
    /// Its name. It never changes.
    pub id: &'static str,
    /// What was done, in a line.
    pub meaning: &'static str,
    /// How it is planted, if the journal has a place for it.
    plant: fn(&Board) -> Option<Plan>,
}

/// A row of a list.
const fn row(id: &'static str, meaning: &'static str, plant: fn(&Board) -> Option<Plan>) -> NamedFault {
    NamedFault { id, meaning, plant }
}

/// All named faults, by subject.
pub static NAMED: &[&[NamedFault]] =
    &[money::FAULTS, rounds::FAULTS, seeds::FAULTS, law::FAULTS, office::FAULTS, order::FAULTS];

/// The named faults for which a journal has a place.
pub fn named(good: &GoodJournal) -> Vec<Fault> {
    let board = Board::new(good);
    let plant = |fault: &NamedFault| {
        let splices = (fault.plant)(&board)?;
        let kind = crate::fault::FaultKind { group: FaultGroup::Named, of: fault.id.to_owned() };
        let place = splices.first()?.at;
        Some(Fault { kind, place, what: fault.meaning.to_owned(), splices })
    };
    NAMED.iter().copied().flatten().filter_map(plant).collect()
}
