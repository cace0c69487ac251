//! Judging a record: its head, its acts, and the verdict.

use std::fmt;

use jiff::civil::Date;

use crate::argument::{Argument, LawInForce};
use crate::book::{Book, Chosen, Citations, GameBook, Shelf};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, Numbered, SettingChoice, lines};
use crate::table::{Table, TableGame, Verdict};
use crate::with_game;

/// The reason why a record cannot be judged, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inadmissible {
    /// The line number, from 1.
    pub line: u32,
    /// What was found there, and what was expected.
    pub message: String,
    /// The provisions that were broken; empty if there are none.
    pub cites: Vec<String>,
}

impl fmt::Display for Inadmissible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)?;
        if self.cites.is_empty() { Ok(()) } else { write!(f, " ({})", self.cites.join(", ")) }
    }
}

impl std::error::Error for Inadmissible {}

impl Inadmissible {
    fn plain(line: u32, message: impl Into<String>) -> Self {
        Self { line, message: message.into(), cites: Vec::new() }
    }

    fn refused(line: u32, refusal: &Refusal, citations: &Citations) -> Self {
        let cites = refusal.cites.iter().map(|rule| citations.text(rule).to_owned()).collect();
        Self { line, message: refusal.to_string(), cites }
    }
}

/// The acts of a record with their line numbers. A line that is not an act makes the record inadmissible there.
fn acts(record: &[u8]) -> impl Iterator<Item = Result<(u32, Act), Inadmissible>> + '_ {
    lines(record).filter_map(|Numbered { number, line }| match line {
        Ok(line) => line.act.map(|act| Ok((number, act))),
        Err(misread) => Some(Err(Inadmissible::plain(number, misread.message))),
    })
}

/// The books that a record can name.
#[derive(Clone, Copy)]
enum Books<'s> {
    /// Those on a shelf.
    Shelf(&'s Shelf),
    /// One book.
    One(&'s Book),
}

/// Judges a record by the books on the shelf. A record without a `date` line is judged by the law of `today`.
pub fn judge(shelf: &Shelf, record: &[u8], today: Date) -> Result<Verdict, Inadmissible> {
    judge_with(Books::Shelf(shelf), record, today, None)
}

/// Judges a record by one book, such as the edition that it was played by.
pub fn judge_by(book: &Book, record: &[u8], today: Date) -> Result<Verdict, Inadmissible> {
    judge_with(Books::One(book), record, today, None)
}

/// A judged record, with the argument that leads to the verdict or to the line where it is inadmissible.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What happened and what followed, step by step.
    pub argument: Argument,
    /// The verdict.
    pub verdict: Result<Verdict, Inadmissible>,
}

/// Judges a record and explains the verdict.
pub fn judge_explained(shelf: &Shelf, record: &[u8], today: Date) -> Judged {
    explained(Books::Shelf(shelf), record, today)
}

/// Judges a record by one book, and explains the verdict.
pub fn judge_explained_by(book: &Book, record: &[u8], today: Date) -> Judged {
    explained(Books::One(book), record, today)
}

fn explained(books: Books<'_>, record: &[u8], today: Date) -> Judged {
    let mut argument = Argument::default();
    let verdict = judge_with(books, record, today, Some(&mut argument));
    Judged { argument, verdict }
}

fn judge_with(
    books: Books<'_>,
    record: &[u8],
    today: Date,
    mut argument: Option<&mut Argument>,
) -> Result<Verdict, Inadmissible> {
    let mut acts = acts(record).peekable();
    let empty = || Err(Inadmissible::plain(1, "the record is empty; it begins with `rules`"));
    let (line, first) = acts.next().unwrap_or_else(empty)?;
    let Act::Rules(name) = first else {
        let message = format!("`{first}`: a record begins with `rules RULEBOOK/GAME`");
        return Err(Inadmissible::plain(line, message));
    };
    let mut lines = Vec::new();
    while let Some(Ok(next)) = acts.next_if(|next| matches!(next, Ok((_, Act::Date(_) | Act::House(_))))) {
        lines.push(next);
    }
    let head = Head::read(books, line, &name, &lines, today)?;
    if let Some(argument) = &mut argument {
        argument.under = Some(LawInForce { rulebook: head.book.id().to_owned(), day: head.day });
    }
    with_game!(head.game.table(&head.chosen), rules => {
        let mut table = Table::new(head.book.citations(), head.game.conduct(), &head.chosen, rules);
        play(&mut table, acts, argument)?;
        Ok(table.verdict(&name))
    })
}

/// The head of a record (the lines before its acts), judged line by line under the law of its day.
struct Head<'s> {
    book: &'s Book,
    game: &'s GameBook,
    day: Date,
    chosen: Chosen,
}

impl<'s> Head<'s> {
    fn read(
        books: Books<'s>,
        line: u32,
        name: &str,
        lines: &[(u32, Act)],
        today: Date,
    ) -> Result<Self, Inadmissible> {
        let date =
            lines.iter().find_map(|(_, act)| if let Act::Date(date) = act { Some(*date) } else { None });
        let day = date.unwrap_or(today);
        let found = match books {
            Books::Shelf(shelf) => shelf.game_on(name, day),
            Books::One(book) => Shelf::game_of(book, name, day),
        };
        let (book, game) = found.map_err(|unknown| Inadmissible::plain(line, unknown.to_string()))?;
        let mut head = Self { book, game, day, chosen: Chosen::default() };
        let mut dated = false;
        for (number, act) in lines {
            match act {
                Act::Date(_) if dated => return Err(Inadmissible::plain(*number, "a record has one `date`")),
                Act::Date(date) => head.check_date(*number, *date)?,
                Act::House(settings) => head.choose(*number, settings)?,
                _ => {}
            }
            dated |= matches!(act, Act::Date(_));
        }
        if !dated {
            head.check_date(line, today)?;
        }
        Ok(head)
    }

    /// Reads a `house` line: every choice must be within its bounds, and the limits consistent at the end of the
    /// line.
    fn choose(&mut self, line: u32, settings: &[SettingChoice]) -> Result<(), Inadmissible> {
        let (book, envelope) = (self.book, self.game.envelope());
        let chosen = &mut self.chosen;
        let choices = settings.iter().try_for_each(|(key, value)| chosen.choose(key, value, &envelope));
        let checked = choices.and_then(|()| self.chosen.check(&envelope));
        checked.map_err(|refusal| Inadmissible::refused(line, &refusal, book.citations()))
    }

    /// A round played before the book was in force cannot be judged by it.
    fn check_date(&self, line: u32, date: Date) -> Result<(), Inadmissible> {
        match self.book.in_force() {
            Some(in_force) if date < in_force.from => {
                let refusal = Refusal::new(
                    Cites::from(in_force.cite),
                    format!("a round of {date}"),
                    format!("{} is in force from {}", self.book.id(), in_force.from),
                );
                Err(Inadmissible::refused(line, &refusal, self.book.citations()))
            }
            _ => Ok(()),
        }
    }
}

/// Plays the acts at the table, and explains each if requested.
fn play<G: TableGame>(
    table: &mut Table<'_, G>,
    acts: impl Iterator<Item = Result<(u32, Act), Inadmissible>>,
    mut argument: Option<&mut Argument>,
) -> Result<(), Inadmissible> {
    let mut acts = acts.peekable();
    while let Some(act) = acts.next() {
        let (line, act) = act?;
        table.act(&act).map_err(|refusal| Inadmissible::refused(line, &refusal, table.citations()))?;
        if acts.peek().is_none() {
            table.end_hand();
        }
        if let Some(argument) = &mut argument {
            argument.add(line, &act, table);
        }
    }
    Ok(())
}
