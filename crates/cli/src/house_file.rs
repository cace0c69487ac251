//! A table of a house file, for commands about one table.

use croupier_rules::book::{Chosen, GameBook, Shelf, TextPlaces};
use croupier_rules::house::{HouseFile, HouseTable, check_table};
use jiff::civil::Date;

use crate::check::breach_line;
use crate::failure::Failure;
use crate::input_file::read_text;

/// A parsed house file.
pub(crate) struct ReadHouseFile {
    file: String,
    text: String,
    house: HouseFile,
}

/// A table of a house that has no breaches.
pub(crate) struct LicensedTable {
    table: HouseTable,
    /// The names of the house and the table, for a sign.
    pub(crate) heading: String,
    /// The currency of its limits.
    pub(crate) currency: String,
}

impl ReadHouseFile {
    /// Reads the house file among the arguments, if there is one. A table can be named only together with a file.
    pub(crate) fn only(
        files: &[&String],
        table: Option<&str>,
        shelf: &Shelf,
    ) -> Result<Option<Self>, Failure> {
        match (files, table) {
            ([], None) => Ok(None),
            ([], Some(table)) => Err(Failure::usage(format!(
                "--table {table}: also name the house file, with --house HOUSE.toml"
            ))),
            ([file], _) => Self::read(file, shelf).map(Some),
            _ => Err(Failure::usage("give only one house file: a table belongs to one house")),
        }
    }

    fn read(file: &str, shelf: &Shelf) -> Result<Self, Failure> {
        let text = read_text(file)?;
        let house = HouseFile::read(file, &text, shelf).map_err(Failure::Book)?;
        Ok(Self { file: file.to_owned(), text, house })
    }

    /// The day whose law applies to the tables.
    pub(crate) fn day(&self, today: Date) -> Date {
        self.house.day(today)
    }

    /// The table with this name, or the only table of the game. A table with breaches is refused.
    pub(crate) fn table(
        &self,
        game: &str,
        name: Option<&str>,
        shelf: &Shelf,
        today: Date,
    ) -> Result<LicensedTable, Failure> {
        let table = self.find(game, name)?;
        let breaches = check_table(&self.house, table, shelf, today);
        if !breaches.is_empty() {
            let mut places = TextPlaces::new(&self.text);
            let lines: Vec<String> =
                breaches.iter().map(|breach| breach_line(breach, &self.file, &mut places)).collect();
            return Err(Failure::Breaches(format!("this table breaks its regulation\n{}", lines.join("\n"))));
        }
        Ok(LicensedTable {
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

impl LicensedTable {
    /// The settings that the house has chosen for the table.
    pub(crate) fn chosen(&self, game: &GameBook) -> Chosen {
        self.table.chosen(game)
    }
}
