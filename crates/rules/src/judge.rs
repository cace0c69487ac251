//! Judging a record: its head, its acts, and the verdict.

use std::fmt;

use jiff::civil::Date;

use crate::book::{Book, Chosen, GameBook, Shelf};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, Numbered, lines};
use crate::table::{Staked, Table, Verdict};
use crate::with_game;

/// A record that cannot be judged, and where it went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inadmissible {
    /// The line, from 1.
    pub line: u32,
    /// What was found there, and what was expected.
    pub message: String,
    /// The provisions that were broken; none where there is none.
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

    fn refused(line: u32, refusal: &Refusal, book: &Book) -> Self {
        let cites = refusal.cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect();
        Self { line, message: refusal.to_string(), cites }
    }
}

/// The acts of a record with their lines; what is no act is inadmissible there.
fn acts(record: &[u8]) -> impl Iterator<Item = Result<(u32, Act), Inadmissible>> + '_ {
    lines(record).filter_map(|Numbered { number, line }| match line {
        Ok(line) => line.act.map(|act| Ok((number, act))),
        Err(misread) => Some(Err(Inadmissible::plain(number, misread.message))),
    })
}

/// Judges a record by the books on the shelf; without a `date` line it is judged by the law of `today`.
pub fn judge(shelf: &Shelf, record: &[u8], today: Date) -> Result<Verdict, Inadmissible> {
    let mut acts = acts(record).peekable();
    let (line, first) = acts
        .next()
        .unwrap_or_else(|| Err(Inadmissible::plain(1, "the record is empty; it begins with `rules`")))?;
    let Act::Rules(name) = first else {
        return Err(Inadmissible::plain(
            line,
            format!("`{first}`: a record begins with `rules RULEBOOK/GAME`"),
        ));
    };
    let (book, game) = shelf.game(&name).map_err(|unknown| Inadmissible::plain(line, unknown.to_string()))?;
    let mut head = Head { book, game, date: None, chosen: Chosen::default() };
    let mut last = line;
    while let Some(Ok((number, act))) =
        acts.next_if(|next| matches!(next, Ok((_, Act::Date(_) | Act::House(_)))))
    {
        head.read(number, &act)?;
        last = number;
    }
    if head.date.is_none() {
        head.check_date(line, today)?;
    }
    with_game!(game.table(&head.chosen), rules => {
        let mut table = Table::new(book, game.conduct(), &head.chosen, rules);
        let last = play(&mut table, acts, last)?;
        table.verdict(&name).map_err(|overflow| Inadmissible::plain(last, overflow.to_string()))
    })
}

/// What stands before the acts of a record.
struct Head<'s> {
    book: &'s Book,
    game: &'s GameBook,
    date: Option<Date>,
    chosen: Chosen,
}

impl Head<'_> {
    fn read(&mut self, line: u32, act: &Act) -> Result<(), Inadmissible> {
        match act {
            Act::Date(_) if self.date.is_some() => Err(Inadmissible::plain(line, "a record has one `date`")),
            Act::Date(date) => {
                self.date = Some(*date);
                self.check_date(line, *date)
            }
            Act::House(settings) => {
                let (book, envelope) = (self.book, self.game.envelope());
                let law = |choice: Result<(), Refusal>| match choice {
                    Err(refusal) if !book.is_struck(refusal.cites) => {
                        Err(Inadmissible::refused(line, &refusal, book))
                    }
                    _ => Ok(()),
                };
                settings
                    .iter()
                    .try_for_each(|(key, value)| law(self.chosen.choose(key, value, &envelope)))?;
                law(self.chosen.check(&envelope))
            }
            other => Err(Inadmissible::plain(line, format!("`{other}` is no part of a head"))),
        }
    }

    /// A round before the book is in force cannot be judged by it.
    fn check_date(&self, line: u32, date: Date) -> Result<(), Inadmissible> {
        match self.book.in_force() {
            Some(in_force) if date < in_force.from => {
                let refusal = Refusal::new(
                    Cites::from(in_force.cite),
                    format!("a round of {date}"),
                    format!("{} is in force from {}", self.book.id(), in_force.from),
                );
                Err(Inadmissible::refused(line, &refusal, self.book))
            }
            _ => Ok(()),
        }
    }
}

/// Plays the acts at the table; returns the last line.
fn play<G: Staked>(
    table: &mut Table<'_, G>,
    acts: impl Iterator<Item = Result<(u32, Act), Inadmissible>>,
    mut last: u32,
) -> Result<u32, Inadmissible> {
    for act in acts {
        let (line, act) = act?;
        table.act(&act).map_err(|refusal| Inadmissible::refused(line, &refusal, table.book()))?;
        last = line;
    }
    Ok(last)
}
