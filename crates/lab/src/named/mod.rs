//! Faults with a name: those that a test lab, a regulator or a cashier would ask about.

mod board;
mod law;
mod money;
mod named_fault;
mod office;
mod order;
mod rounds;
mod seeds;

use crate::fault::{FaultGroup, PlantedFault};
use crate::good::GoodJournal;
use board::Board;
pub use named_fault::NamedFault;

/// All named faults, by subject.
pub static NAMED: &[&[NamedFault]] =
    &[money::FAULTS, rounds::FAULTS, seeds::FAULTS, law::FAULTS, office::FAULTS, order::FAULTS];

/// The named faults for which a journal has a place.
pub fn named(good: &GoodJournal) -> Vec<PlantedFault> {
    let board = Board::new(good);
    let plant = |fault: &NamedFault| {
        let splices = (fault.plant)(&board)?;
        let kind = crate::fault::FaultKind { group: FaultGroup::Named, of: fault.id.to_owned() };
        let place = splices.first()?.at;
        Some(PlantedFault { kind, place, what: fault.meaning.to_owned(), splices })
    };
    NAMED.iter().copied().flatten().filter_map(plant).collect()
}
