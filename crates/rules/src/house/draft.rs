//! Reads a house file. This is the only way to create a house.

use std::collections::BTreeSet;

use jiff::civil::Date;
use schemars::Schema;
use serde_json::json;
use toml::Spanned;
use toml::de::DeTable;

use super::file::{Approval, Disputes, HouseBank, HouseFile, Licence, StaffMember};
use super::hours::read_hours;
use super::table::HouseTable;
use crate::book::{
    ApprovalSubject, BookError, Day, Faults, GameBook, Located, Need, Part, Post, Section, Shelf,
};
use crate::notation::nearest;

impl HouseFile {
    /// Reads a house, or reports all faults of its file under the file name `file`.
    pub fn read(file: &str, text: &str, shelf: &Shelf) -> Result<Self, BookError> {
        Self::read_with(file, text, Some(shelf))
    }

    /// Reads a house file that was adopted before: it was checked against the books of that day, which may not be at
    /// hand any more.
    pub fn read_adopted(file: &str, text: &str) -> Result<Self, BookError> {
        Self::read_with(file, text, None)
    }

    fn read_with(file: &str, text: &str, shelf: Option<&Shelf>) -> Result<Self, BookError> {
        let mut faults = Faults::default();
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            faults.add_toml(error);
        }
        let house = Self::read_section(&mut Section::new("", table), shelf, &mut faults);
        match house {
            Some(house) if faults.is_empty() => Ok(house),
            _ => Err(faults.report("house file", file, text)),
        }
    }

    pub(super) fn read_section(
        section: &mut Section<'_>,
        shelf: Option<&Shelf>,
        faults: &mut Faults,
    ) -> Option<Self> {
        let licence_holder = section.need::<String>("licence_holder", "who holds the licence", faults);
        let premises = section.need::<String>("premises", "where the house is", faults);
        let currency =
            section.need::<String>("currency", "the currency of its tables, by its three letters", faults);
        let time_zone =
            section.need::<String>("time_zone", "the time zone of its hours, such as Europe/London", faults);
        let date = section
            .take::<Day>("date", "the day for which the file is checked; default: `--on`, or today", faults)
            .map(|day| Spanned::new(day.span(), day.get_ref().0));
        let management = section.part::<Management>("management", "what management has decided", faults);
        let disputes = section.part("disputes", "who decides disputes", faults);
        let licences = section.parts("licence", "its licences", Need::May, faults);
        let approvals = section.parts("approval", "what the authorities have approved", Need::May, faults);
        let staff = section.parts("staff", "who works there", Need::May, faults);
        let banks = section.parts("bank", "the banks that wagers are made with", Need::May, faults);
        let tables: Vec<HouseTable> = section.parts("table", "its tables", Need::Must, faults);
        // A file without a day is read under the law with all amendments.
        let day = date.as_ref().map_or(Date::MAX, |date| *date.get_ref());
        if let Some(shelf) = shelf {
            tables.iter().for_each(|table| table.check_keys(shelf, day, faults));
        }
        if tables.is_empty() {
            faults.add(0..0, "a house has at least one table: add [[table]]");
        }
        check_plain(currency.as_ref(), time_zone.as_ref(), faults);
        section.finish(faults);
        let house = Self {
            licence_holder: licence_holder?.into_inner(),
            premises: premises?.into_inner(),
            currency: currency?.into_inner(),
            time_zone_at: time_zone.as_ref()?.span(),
            time_zone: time_zone?.into_inner(),
            date,
            offered: management.map(|management| management.games),
            disputes,
            licences,
            approvals,
            staff,
            banks,
            tables,
        };
        house.check_names(faults);
        if let Some(shelf) = shelf {
            house.check_books(shelf, faults);
        }
        Some(house)
    }

    /// Checks that names differ, and that every person and bank that is referred to exists.
    fn check_names(&self, faults: &mut Faults) {
        let people: Vec<&Spanned<String>> = self.staff.iter().map(|person| &person.name).collect();
        let banks: Vec<&Spanned<String>> = self.banks.iter().map(|bank| &bank.name).collect();
        let tables: Vec<&Spanned<String>> = self.tables.iter().map(|table| &table.name).collect();
        for (what, names) in [("person", &people), ("bank", &banks), ("table", &tables)] {
            check_twice(what, names, faults);
        }
        let posts = self.tables.iter().flat_map(|table| table.posts.iter().map(|(_, name)| name));
        for name in posts.chain(self.disputes.iter().filter_map(|disputes| disputes.heard_by.as_ref())) {
            check_known("person of the staff", name, &people, faults);
        }
        for name in self.tables.iter().filter_map(|table| table.bank.as_ref()) {
            check_known("bank", name, &banks, faults);
        }
    }

    /// Checks that every book and game that is referred to is on the shelf.
    fn check_books(&self, shelf: &Shelf, faults: &mut Faults) {
        let tables: Vec<&Spanned<String>> = self.tables.iter().map(|table| &table.name).collect();
        for name in self.approvals.iter().flat_map(|approval| &approval.covers) {
            if !tables.iter().any(|table| table.get_ref() == name.get_ref()) {
                check_game(name, shelf, faults);
            }
        }
        for licence in &self.licences {
            licence.check_games(shelf, faults);
        }
        let offered = self.offered.iter().flat_map(|offered| {
            offered.get_ref().iter().map(|name| Spanned::new(offered.span(), name.clone()))
        });
        offered.for_each(|name| check_game(&name, shelf, faults));
    }
}

/// The decisions of the management.
struct Management {
    games: Spanned<Vec<String>>,
}

impl Part for Management {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        section
            .need("games", "the games that are offered, as RULEBOOK/GAME", faults)
            .map(|games| Self { games })
    }
}

impl Part for Disputes {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let at = section.at();
        let heard_by = section.take("heard_by", "who hears them: a person of the staff", faults);
        let escalated_to = section.take("escalated_to", "who decides those that remain unsettled", faults);
        Some(Self { at, heard_by, escalated_to })
    }
}

impl Part for Licence {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let reference = section.need::<String>("reference", "its reference", faults);
        let rulebook = section.need("rulebook", "the book it is under", faults);
        let holder = section.need("holder", "who holds it", faults);
        let premises = section.need("premises", "the premises it is for", faults);
        let from = section.need::<Day>("from", "its first day", faults);
        let to =
            section.take::<Day>("to", "its last day; default: no end", faults).map(|day| day.get_ref().0);
        let games = section.take("games", "the games it permits; default: all of the book", faults);
        let reference = reference?.into_inner();
        Some(Self {
            reference,
            rulebook: rulebook?,
            holder: holder?,
            premises: premises?,
            from: from?.get_ref().0,
            to,
            games,
        })
    }
}

impl Licence {
    /// Checks that the book of the licence is on the shelf and has the games that the licence lists.
    fn check_games(&self, shelf: &Shelf, faults: &mut Faults) {
        let book = match shelf.book(self.rulebook.get_ref()) {
            Ok(book) => book,
            Err(unknown) => return faults.add(self.rulebook.span(), unknown.to_string()),
        };
        let Some(listed) = &self.games else { return };
        let games: Vec<&str> = book.games().iter().map(GameBook::id).collect();
        for game in listed.get_ref().iter().filter(|game| !games.contains(&game.as_str())) {
            let message = format!("`{game}` is no game of {}", book.id());
            faults.add_with_help(listed.span(), message, format!("there are {}", games.join(", ")));
        }
    }
}

impl Part for Approval {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let at = section.at();
        let reference = section.need::<String>("reference", "its reference", faults);
        let date = section.need::<Day>("date", "the day it was given", faults);
        let of = section.need::<ApprovalSubject>("of", "what it is of", faults).map(Spanned::into_inner);
        let covers = section.take::<Vec<Located<String>>>(
            "for",
            "the games and tables it covers; default: all",
            faults,
        );
        let covers = covers.map(|names| placed(names.into_inner())).unwrap_or_default();
        let hours =
            section.take::<String>("hours", "the hours that are approved, where it is of hours", faults);
        let hours = hours.and_then(|hours| read_hours(&hours, faults)).map(Spanned::into_inner);
        let packs: Vec<u32> = section
            .take("packs", "the numbers of packs that are approved, where it is of packs", faults)
            .map(Spanned::into_inner)
            .unwrap_or_default();
        let says = match of? {
            ApprovalSubject::Hours => hours.is_some() && packs.is_empty(),
            ApprovalSubject::Packs => hours.is_none() && !packs.is_empty(),
            ApprovalSubject::Layout | ApprovalSubject::Shuffler => hours.is_none() && packs.is_empty(),
        };
        if !says {
            let message = format!("this approval is of {}, and says something else or nothing", of?.name());
            faults.add_with_help(
                at,
                message,
                "of hours it has `hours`, of packs it has `packs`, else neither",
            );
        }
        Some(Self {
            reference: reference?.into_inner(),
            date: date?.get_ref().0,
            of: of?,
            covers,
            hours,
            packs,
        })
    }

    fn bind(schema: &mut Schema) {
        let says = |of: &[&str], key: &str| {
            json!({
                "if": { "properties": { "of": { "enum": of } } },
                "then": { "required": [key] },
                "else": { "properties": { key: false } },
            })
        };
        schema.insert("allOf".to_owned(), json!([says(&["hours"], "hours"), says(&["packs"], "packs")]));
    }
}

impl Part for StaffMember {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let name = section.need("name", "the name", faults);
        let post = section.need::<Post>("post", "the post", faults);
        let employer = section.need::<String>("employer", "who pays the wages", faults);
        Some(Self { name: name?, post: post?.into_inner(), employer: employer?.into_inner() })
    }
}

impl Part for HouseBank {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let name = section.need("name", "its name", faults);
        let held_by = section.need("held_by", "who holds it", faults);
        let shares =
            section.need::<Vec<Located<String>>>("shares", "everybody who has a share in it", faults);
        Some(Self { name: name?, held_by: held_by?, shares: placed(shares?.into_inner()) })
    }
}

fn placed(names: Vec<Located<String>>) -> Vec<Spanned<String>> {
    names.into_iter().map(Located::into_spanned).collect()
}

fn check_twice(what: &str, names: &[&Spanned<String>], faults: &mut Faults) {
    let mut seen = BTreeSet::new();
    for name in names.iter().filter(|name| !seen.insert(name.get_ref())) {
        faults.add(name.span(), format!("the {what} `{}` occurs twice", name.get_ref()));
    }
}

fn check_known(what: &str, name: &Spanned<String>, known: &[&Spanned<String>], faults: &mut Faults) {
    let known: Vec<&str> = known.iter().map(|name| name.get_ref().as_str()).collect();
    if known.contains(&name.get_ref().as_str()) {
        return;
    }
    let near = nearest(name.get_ref(), known.iter().copied());
    let help =
        near.map_or_else(|| format!("known: {}", known.join(", ")), |near| format!("did you mean `{near}`?"));
    faults.add_with_help(name.span(), format!("there is no {what} `{}`", name.get_ref()), help);
}

fn check_game(name: &Spanned<String>, shelf: &Shelf, faults: &mut Faults) {
    if let Err(unknown) = shelf.game(name.get_ref()) {
        faults.add(name.span(), unknown.to_string());
    }
}

/// Checks that a currency has three capital letters, and a time zone an area and a place.
fn check_plain(currency: Option<&Spanned<String>>, time_zone: Option<&Spanned<String>>, faults: &mut Faults) {
    let letters = |text: &str| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
    if let Some(currency) = currency.filter(|currency| !letters(currency.get_ref())) {
        faults.add(currency.span(), "write a currency by its three letters, such as GBP");
    }
    let zone = |text: &str| {
        text == "UTC" || text.split_once('/').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty())
    };
    if let Some(time_zone) = time_zone.filter(|time_zone| !zone(time_zone.get_ref())) {
        faults.add(time_zone.span(), "write a time zone such as Europe/London");
    }
}
