//! Accounts: one unit at one location.

use serde::{Deserialize, Serialize};

use crate::ids::{HouseId, PersonId, TableId};

/// The unit that is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Notes and coin.
    Cash,
    /// Chips with their value printed on them.
    #[default]
    Chips,
    /// The coloured chips of a wheel, with the value that was agreed with their player.
    Wheel,
    /// Plaques, which exchange like cash (3.5(3)).
    Plaques,
}

impl Unit {
    /// All units.
    pub const ALL: [Self; 4] = [Self::Cash, Self::Chips, Self::Wheel, Self::Plaques];
}

/// Where money and chips can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Location {
    /// The maker of chips and plaques: negative by the sum of all that are in circulation.
    Issued,
    /// The licence holder's own money, outside the house.
    Bank,
    /// A person's wallet, outside the house.
    Wallet(PersonId),
    /// The cage.
    Cage,
    /// In the hands of a player: value chips or plaques.
    Player(PersonId),
    /// Wheel chips of a person at a table.
    Wheel(PersonId, TableId),
    /// The float of a table.
    Float(TableId),
    /// The drop box of a table.
    Drop(TableId),
    /// The layout of a table: pending stakes.
    Layout(TableId),
    /// The bank of a table, while a player holds it.
    PlayersBank(TableId),
    /// In transit between the cage and a table.
    Transit(TableId),
}

/// An account: one unit at one location of one house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Account {
    /// The house.
    pub house: HouseId,
    /// The unit.
    pub unit: Unit,
    /// The location.
    pub location: Location,
}

impl Account {
    /// The number of the account: house 10 bits, unit 2, location 4, table 16, person 32.
    pub const fn number(self) -> i64 {
        let (kind, table, person): (u64, TableId, PersonId) = match self.location {
            Location::Issued => (0, TableId(0), PersonId(0)),
            Location::Bank => (1, TableId(0), PersonId(0)),
            Location::Wallet(person) => (2, TableId(0), person),
            Location::Cage => (3, TableId(0), PersonId(0)),
            Location::Player(person) => (4, TableId(0), person),
            Location::Wheel(person, table) => (5, table, person),
            Location::Float(table) => (6, table, PersonId(0)),
            Location::Drop(table) => (7, table, PersonId(0)),
            Location::Layout(table) => (8, table, PersonId(0)),
            Location::PlayersBank(table) => (9, table, PersonId(0)),
            Location::Transit(table) => (10, table, PersonId(0)),
        };
        let number = (self.house.0 as u64) << 54
            | (self.unit as u64) << 52
            | kind << 48
            | (table.0 as u64) << 32
            | person.0 as u64;
        number.cast_signed()
    }

    /// Whether the account may always be negative: accounts outside the house, and wheel chips in a float, which have
    /// no other origin.
    pub const fn is_outside(self) -> bool {
        matches!(
            (self.unit, self.location),
            (_, Location::Issued | Location::Bank | Location::Wallet(_)) | (Unit::Wheel, Location::Float(_))
        )
    }
}

impl Location {
    /// The person who owns what is at this location, if any.
    pub const fn person(self) -> Option<PersonId> {
        match self {
            Self::Wallet(person) | Self::Player(person) | Self::Wheel(person, _) => Some(person),
            _ => None,
        }
    }

    /// The table that this location belongs to, if any.
    pub const fn table(self) -> Option<TableId> {
        match self {
            Self::Wheel(_, table)
            | Self::Float(table)
            | Self::Drop(table)
            | Self::Layout(table)
            | Self::PlayersBank(table)
            | Self::Transit(table) => Some(table),
            Self::Issued | Self::Bank | Self::Wallet(_) | Self::Cage | Self::Player(_) => None,
        }
    }
}
