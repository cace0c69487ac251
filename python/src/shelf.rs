//! Rulebooks, and what is asked of several of them: judging, checking, comparing.

use std::sync::OnceLock;

use croupier_report::{Comparison, ReportError, ReportProgress, argument_json, verdict_json};
use croupier_rules::book::{Shelf, TextPlaces};
use croupier_rules::games::Family;
use croupier_rules::house::{HouseFile, check};
use croupier_rules::notation;
use croupier_rules::offer::listings;
use croupier_rules::{judge, judge_explained};
use jiff::civil::Date;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors;
use crate::table::{NativeTable, TableRequest};

/// The books of the program.
static BUILT_IN: OnceLock<Shelf> = OnceLock::new();

/// Rulebooks. They stay in memory until the process ends, because tables borrow from them; a process reads few.
#[pyclass(frozen, module = "croupier._croupier")]
pub(crate) struct NativeShelf {
    pub(crate) shelf: &'static Shelf,
}

/// A day, or today.
pub(crate) fn day(py: Python<'_>, text: Option<&str>) -> PyResult<Date> {
    match text {
        None => Ok(jiff::Zoned::now().date()),
        Some(text) => text.parse().map_err(|error| errors::usage(py, format!("`{text}` is no day: {error}"))),
    }
}

/// Python's signals are asked between two steps of a long computation.
struct Watched;

impl ReportProgress for Watched {
    fn say(&self, _what: &str) {}

    fn is_stopped(&self) -> bool {
        Python::attach(|py| py.check_signals().is_err())
    }
}

#[pymethods]
impl NativeShelf {
    #[new]
    fn new() -> Self {
        Self { shelf: BUILT_IN.get_or_init(Shelf::built_in) }
    }

    /// The same books, and one more from the text of a file; it replaces the book of the same id.
    fn with_book(&self, py: Python<'_>, file: &str, text: &str) -> PyResult<Self> {
        let mut shelf = self.shelf.clone();
        shelf.add(file, text).map_err(|error| errors::book_error(py, &error))?;
        Ok(Self { shelf: Box::leak(Box::new(shelf)) })
    }

    /// The books with their games, as JSON.
    fn books(&self) -> String {
        let books = self.shelf.books().iter().map(|book| {
            let games = book.games().iter().map(|game| {
                let settings: Vec<&str> = game.envelope().settings.iter().map(|one| &*one.key).collect();
                json!({ "id": game.id(), "family": game.family().name(), "settings": settings })
            });
            let provisions = book
                .provisions()
                .iter()
                .map(|one| json!({ "id": one.id, "gist": one.gist, "reading": one.reading }));
            json!({
                "id": book.id(),
                "title": book.title(),
                "digest": book.digest(),
                "games": games.collect::<Vec<_>>(),
                "provisions": provisions.collect::<Vec<_>>(),
            })
        });
        Value::from(books.collect::<Vec<_>>()).to_string()
    }

    /// A table of a game with the settings of a house.
    fn table(
        &self,
        py: Python<'_>,
        name: &str,
        settings: Vec<(String, String)>,
        house: Option<(String, String, Option<String>)>,
        on: Option<&str>,
    ) -> PyResult<NativeTable> {
        let request = TableRequest { name: name.to_owned(), settings, house };
        NativeTable::new(py, self.shelf, request, day(py, on)?)
    }

    /// The verdict on a record, as JSON, with its explanation if it is wanted.
    fn judge(&self, py: Python<'_>, record: Vec<u8>, why: bool, on: Option<&str>) -> PyResult<String> {
        let today = day(py, on)?;
        let shelf = self.shelf;
        let judged = py.detach(|| {
            if !why {
                return judge(shelf, &record, today).map(|verdict| (verdict, None));
            }
            let judged = judge_explained(shelf, &record, today);
            let why = argument_json(&judged, shelf);
            judged.verdict.map(|verdict| (verdict, Some(why)))
        });
        let (verdict, why) = judged.map_err(|error| errors::inadmissible(py, &error))?;
        let mut answer = verdict_json(&verdict);
        if let Some(why) = why {
            answer["why"] = why;
        }
        Ok(answer.to_string())
    }

    /// The breaches of a house file, as JSON.
    fn check_house(&self, py: Python<'_>, file: &str, text: &str, on: Option<&str>) -> PyResult<String> {
        let house =
            HouseFile::read(file, text, self.shelf).map_err(|error| errors::book_error(py, &error))?;
        let mut places = TextPlaces::new(text);
        let breaches = check(&house, self.shelf, day(py, on)?);
        let breaches = breaches.iter().map(|breach| {
            let (line, column) = places.of(breach.at.start);
            json!({
                "line": line,
                "column": column,
                "table": breach.table,
                "found": breach.found,
                "allowed": breach.allowed,
                "rulebook": breach.rulebook,
                "cites": breach.cites,
            })
        });
        let breaches: Vec<Value> = breaches.collect();
        let tables: Vec<Value> = house
            .tables
            .iter()
            .map(|table| json!({ "name": table.name.get_ref(), "game": table.game.get_ref() }))
            .collect();
        Ok(json!({ "tables": tables, "breaches": breaches }).to_string())
    }

    /// One family of games under several rulebooks, as JSON.
    fn compare(
        &self,
        py: Python<'_>,
        family: &str,
        books: Vec<String>,
        quick: bool,
        on: Option<&str>,
    ) -> PyResult<String> {
        let day = on.map_or(Ok(Date::MAX), |on| day(py, Some(on)))?;
        let shelf = self.shelf;
        let compared = py.detach(|| {
            Comparison::new(shelf, family, &books, day, quick, &Watched).map(|found| found.json().to_string())
        });
        compared.map_err(|error| match error {
            ReportError::Stopped => pyo3::exceptions::PyKeyboardInterrupt::new_err("stopped"),
            ReportError::Refused(why) => errors::usage(py, why),
        })
    }
}

/// The families of games.
#[pyfunction]
pub(crate) fn families() -> Vec<&'static str> {
    Family::ALL.map(Family::name).to_vec()
}

/// The record with single spaces and aligned comments.
#[pyfunction]
pub(crate) fn format_record(py: Python<'_>, record: Vec<u8>) -> PyResult<String> {
    notation::tidy(&record).map_err(|(line, misread)| errors::misread(py, line, &misread.to_string()))
}

/// A line of a record: number, act and comment.
type RecordLine = (u32, Option<String>, Option<String>);

/// The lines of a record.
#[pyfunction]
pub(crate) fn read_record(py: Python<'_>, record: Vec<u8>) -> PyResult<Vec<RecordLine>> {
    let line = |numbered: notation::Numbered| {
        let line =
            numbered.line.map_err(|misread| errors::misread(py, numbered.number, &misread.to_string()))?;
        Ok((numbered.number, line.act.map(|act| act.to_string()), line.comment.map(Into::into)))
    };
    notation::lines(&record).map(line).collect()
}

/// The wagers of a table in the words of a record.
pub(crate) fn wagers(rules: &croupier_rules::games::AnyGame) -> Vec<(String, Vec<String>)> {
    listings(rules).into_iter().map(|kind| (kind.name, kind.words)).collect()
}
