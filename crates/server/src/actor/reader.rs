//! Reading the state of a house on its actor's thread.

use croupier_house::House;
use croupier_house::ids::{Now, PersonId, TableId};

use super::shared::SharedState;
use super::snapshot::{balances, currency, mark_own, table_view};
use super::table_history::TableHistory;
use crate::wire::{Balances, TableView};

/// The state of a house while it is read.
pub struct HouseReader<'a> {
    /// The house.
    pub house: &'a House<'static>,
    /// The history of each table.
    pub tables: &'a [TableHistory],
    /// The time by the clock of the house.
    pub now: Now,
    /// The state of the house that is shared outside its actor.
    pub shared: &'a SharedState,
}

impl HouseReader<'_> {
    /// The history of a table.
    pub fn history(&self, id: TableId) -> Option<&TableHistory> {
        self.tables.get(usize::from(id.0).wrapping_sub(1))
    }

    /// A table as a person sees it; without a person, the public view.
    pub fn table_view(&self, id: TableId, person: Option<PersonId>) -> Option<TableView> {
        let view = self.house.view(id, person).ok()?;
        let mut seen = table_view(self.house, self.history(id)?, self.shared, view, self.now.at);
        if let Some(person) = person {
            mark_own(&mut seen, self.house.name_of(person));
        }
        Some(seen)
    }

    /// Whether a table is a learning table.
    pub fn is_learning(&self, id: TableId) -> bool {
        let named = |name: &str| self.shared.is_learning(name);
        self.house.is_learning(id) || self.house.table(id).is_ok_and(|table| named(&table.name))
    }

    /// The currency of the house.
    pub fn currency(&self) -> Box<str> {
        currency(self.house)
    }

    /// The balances of a person.
    pub fn balances(&self, person: PersonId) -> Balances {
        balances(self.house, person)
    }
}
