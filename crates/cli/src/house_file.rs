//! A table of a house file, for the commands that speak of one table.

use croupier_rules::book::{Chosen, GameBook, Shelf};
use croupier_rules::house::{self, HouseTable, check_table};
use jiff::civil::Date;

use crate::adjudicate::read;
use crate::check::told;
use crate::failure::Failure;

/// A house file that has been read.
pub(crate) struct HouseFile {
    file: String,
    text: String,
    house: house::HouseFile,
}

/// A table of a house that is in order.
pub(crate) struct OfHouse {
    table: HouseTable,
    /// Whose table it is, and which.
    pub(crate) heading: String,
    /// What its limits are counted in.
    pub(crate) currency: String,
}

impl HouseFile {
    /// The one house file among the arguments; a table is named only where there is one.
    pub(crate) fn only(
        files: &[&String],
        table: Option<&str>,
        shelf: &Shelf,
    ) -> Result<Option<Self>, Failure> {
        match (files, table) {
            ([], None) => Ok(None),
            ([], Some(table)) => Err(Failure::usage(format!(
                "--table {table}: name the house file too, with --house HOUSE.toml"
            ))),
            ([file], _) => Self::read(file, shelf).map(Some),
            _ => Err(Failure::usage("a table is of one house: give one house file")),
        }
    }

    fn read(file: &str, shelf: &Shelf) -> Result<Self, Failure> {
        let text = String::from_utf8(read(file)?)
            .map_err(|_| Failure::usage(format!("{file} is not UTF-8 text")))?;
        let house = house::HouseFile::read(file, &text, shelf).map_err(Failure::Book)?;
        Ok(Self { file: file.to_owned(), text, house })
    }

    /// The day whose law its tables are under.
    pub(crate) fn day(&self, today: Date) -> Date {
        self.house.day(today)
    }

    /// Its table of a game: the one of this name, else the only one. One with breaches is refused.
    pub(crate) fn table(
        &self,
        game: &str,
        name: Option<&str>,
        shelf: &Shelf,
        today: Date,
    ) -> Result<OfHouse, Failure> {
        let table = self.find(game, name)?;
        let breaches = check_table(&self.house, table, shelf, today);
        if !breaches.is_empty() {
            let lines: Vec<String> =
                breaches.iter().map(|breach| told(breach, &self.file, &self.text)).collect();
            return Err(Failure::Breaches(format!("this table is not in order\n{}", lines.join("\n"))));
        }
        Ok(OfHouse {
            heading: format!("{} · {}", self.house.licence_holder, table.name.get_ref()),
            currency: self.house.currency.clone(),
            table: table.clone(),
        })
    }

    fn find(&self, game: &str, name: Option<&str>) -> Result<&HouseTable, Failure> {
        let of_game: Vec<&HouseTable> =
            self.house.tables.iter().filter(|table| table.game.get_ref() == game).collect();
        let named = |table: &&&HouseTable| name.is_none_or(|name| table.name.get_ref() == name);
        let found: Vec<&&HouseTable> = of_game.iter().filter(named).collect();
        let names: Vec<String> =
            of_game.iter().map(|table| format!("\"{}\"", table.name.get_ref())).collect();
        let (file, names) = (&self.file, names.join(", "));
        match (found.as_slice(), name) {
            ([table], _) => Ok(table),
            _ if of_game.is_empty() => Err(Failure::usage(format!("{file} has no table of {game}"))),
            (_, Some(name)) => {
                Err(Failure::usage(format!("{file} has no table `{name}` of {game}; it has {names}")))
            }
            (_, None) => Err(Failure::usage(format!(
                "{file} has several tables of {game}: choose one with --table: {names}"
            ))),
        }
    }
}

impl OfHouse {
    /// What the house has chosen at the table.
    pub(crate) fn chosen(&self, game: &GameBook) -> Chosen {
        self.table.chosen(game)
    }
}
