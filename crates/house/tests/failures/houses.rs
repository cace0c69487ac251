//! The houses of a simulation: real ones, with random people of every role and an auditor each.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use croupier_house::command::Command;
use croupier_nodes::simulation::{SimCommand, SimHouse, SimHouses, SimLine, SimRandom};
use croupier_nodes::{HouseNumber, LinkedEntry};

use crate::auditor::Auditor;
use crate::common::{Rig, Seeded};
use crate::defect::HouseDefect;
use crate::reached::Reached;
use crate::real_house::{RealHouse, START, encoded, linked};
use crate::{office, tables};

/// The houses of a simulation.
pub(crate) struct RealHouses {
    founding: Vec<LinkedEntry>,
    auditors: Vec<Auditor>,
    reached: Rc<RefCell<Reached>>,
    defect: Option<HouseDefect>,
    /// How many houses were opened on a node: each has other secrets.
    opened: Cell<u64>,
    /// Whether an auditor has found something: what comes after that is of no interest.
    is_unsound: bool,
}

impl fmt::Debug for RealHouses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} real houses", self.auditors.len())
    }
}

impl RealHouses {
    /// So many houses, whose commands are counted in `reached`.
    pub(crate) fn new(count: u16, reached: Rc<RefCell<Reached>>, defect: Option<HouseDefect>) -> Self {
        Self {
            founding: Rig::new().journal.iter().map(linked).collect(),
            auditors: (0..count).map(|_| Auditor::new()).collect(),
            reached,
            defect,
            opened: Cell::new(0),
            is_unsound: false,
        }
    }

    fn auditor(&self, house: HouseNumber) -> &Auditor {
        &self.auditors[usize::from(house.0)]
    }

    /// How many entries are stored.
    pub(crate) fn entries(&self) -> u64 {
        self.auditors.iter().map(|auditor| auditor.house().last().sequence).sum()
    }

    /// How many rounds were begun.
    pub(crate) fn rounds(&self) -> u64 {
        let tables = self.auditors.iter().flat_map(|auditor| auditor.house().tables());
        tables.map(|table| table.rounds).sum()
    }
}

impl SimHouses for RealHouses {
    fn open(&self, _: HouseNumber) -> Box<dyn SimHouse> {
        self.opened.set(self.opened.get() + 1);
        Box::new(RealHouse::new(self.opened.get(), Rc::clone(&self.reached), self.defect))
    }

    fn founding(&self, _: HouseNumber) -> Vec<LinkedEntry> {
        self.founding.clone()
    }

    fn command(&mut self, house: HouseNumber, random: &mut SimRandom) -> SimCommand {
        let mut choice = Seeded(random.next());
        let (stored, reached) = (self.auditor(house).house(), self.reached.borrow());
        let (by, command) = loop {
            let (by, command) = match choice.below(10) {
                0 => office::command(stored, &mut choice, START),
                _ => tables::command(stored, &mut choice, &reached, START),
            };
            // A house that has stored its editions answers without an entry: nothing shows in which order it was done.
            if command != Command::StoreEditions {
                break (by, command);
            }
        };
        SimCommand { body: encoded(by, &command).into(), amount: None }
    }

    fn line(&self, house: HouseNumber, entry: &LinkedEntry) -> Option<SimLine> {
        let line = self.auditor(house).line(entry.sequence)?;
        // Nobody of the simulation has founded the house.
        let is_founding = entry.sequence <= self.founding.len() as u64;
        Some(SimLine { key: line.key.filter(|_| !is_founding), ..line })
    }

    fn stored(&mut self, house: HouseNumber, still: usize, new: &[LinkedEntry]) -> Result<(), String> {
        if self.is_unsound {
            return Ok(());
        }
        let followed = self.auditors[usize::from(house.0)].follow(still, new);
        self.is_unsound = followed.is_err();
        followed
    }
}
