//! Reading a round from the journal of its table, and judging it.

use std::ops::ControlFlow;

use croupier_house::event::Event;
use croupier_house::journal::{Entry, Hash};
use croupier_house::store::StoreError;
use croupier_house::table::RulesInForce;
use croupier_rules::book::{Book, Shelf};
use croupier_rules::house::HouseFile as Charter;
use croupier_rules::table::Outcome;
use croupier_rules::{Judged, Step};
use croupier_store::index::CarriedBank;
use jiff::civil::Date;

/// A round as stored in the journal.
#[derive(Clone, Debug, Default)]
pub(crate) struct JournalRound {
    /// The time when it began.
    pub began: i64,
    /// The time of its last event.
    pub at: i64,
    /// The version of the house file that applied, and the day the table was opened.
    pub law: (u32, Box<str>),
    /// The digest of the edition that it was played by.
    pub book: Hash,
    /// The lines of the record before the round, if the record began earlier: in the same spin, shoe or hand.
    pub before: Vec<String>,
    /// The lines of the round.
    pub lines: Vec<String>,
    /// The reason why it is void, if it is.
    pub void: Option<Box<str>>,
}

/// Reads the entries of a table's journal until a round is over.
#[derive(Default)]
pub(crate) struct RoundReader {
    wanted: u64,
    round: u64,
    record: u64,
    found: JournalRound,
    /// The lines of the record so far.
    lines: Vec<String>,
    /// The bank that a player holds.
    bank: Option<CarriedBank>,
    law: (u32, Box<str>),
    /// Whether the wanted round has begun.
    begun: bool,
}

impl RoundReader {
    /// A reader for one round. The entries are read from the beginning of its record; `law` is the version of the house
    /// file and the day of the table's opening, `bank` what a player held when the record began.
    pub(crate) fn new(wanted: u64, law: (u32, Box<str>), bank: Option<CarriedBank>) -> Self {
        Self { wanted, bank, law, ..Self::default() }
    }

    /// The round, if it has been read.
    pub(crate) fn round(self) -> Option<JournalRound> {
        self.begun.then_some(self.found)
    }

    /// Reads the next entry.
    ///
    /// # Errors
    /// When the bank is too large.
    pub(crate) fn take(&mut self, entry: &Entry) -> Result<ControlFlow<()>, StoreError> {
        if let Event::RoundBegan { round, record, book, .. } = &entry.body.event {
            if *round > self.wanted {
                return Ok(ControlFlow::Break(()));
            }
            self.begin(*round, *record, book, entry.body.at);
        }
        match &entry.body.event {
            Event::Opened { version, date, .. } => self.law = (*version, date.clone()),
            Event::Closed { .. } if self.round == self.wanted => return Ok(ControlFlow::Break(())),
            Event::Acted { lines, .. } | Event::Revealed { lines } => self.act(lines, entry.body.at),
            Event::Corrected { from, to, .. } => correct(&mut self.lines, &mut self.found, from, to),
            Event::BankGivenUp { .. } => self.bank = None,
            Event::RoundVoided { round, reason, .. } => {
                self.lines.clear();
                self.bank = None;
                if *round == self.wanted {
                    (self.found.void, self.found.at) = (Some(reason.clone()), entry.body.at);
                }
            }
            _ => {}
        }
        self.bank.iter_mut().try_for_each(|bank| bank.note(&entry.body))?;
        Ok(ControlFlow::Continue(()))
    }

    fn begin(&mut self, round: u64, record: u64, book: &Hash, at: i64) {
        if record != self.record {
            self.lines.clear();
            self.record = record;
            // A bank that continues is restated at the head of the new record.
            let bank = self.bank.iter();
            self.lines.extend(bank.map(|bank| format!("bank {} {}", bank.holder, bank.amount)));
        }
        self.round = round;
        if round == self.wanted {
            self.begun = true;
            let (before, law) = (self.lines.clone(), self.law.clone());
            self.found = JournalRound { began: at, at, law, book: *book, before, ..JournalRound::default() };
        }
    }

    fn act(&mut self, lines: &str, at: i64) {
        let wanted = self.round == self.wanted && self.begun;
        for line in lines.lines() {
            self.bank = CarriedBank::taken(line).or_else(|| self.bank.take());
            self.lines.push(line.to_owned());
            if wanted {
                self.found.lines.push(line.to_owned());
            }
        }
        if wanted {
            self.found.at = at;
        }
    }
}

fn correct(lines: &mut [String], found: &mut JournalRound, from: &str, to: &str) {
    for lines in [lines, &mut found.lines] {
        if let Some(line) = lines.iter_mut().rfind(|line| line.as_str() == from) {
            to.clone_into(line);
        }
    }
}

/// A round with its verdict.
pub(crate) struct JudgedRound {
    /// The record: its head and the lines of the round.
    pub record: String,
    /// The verdict under the rules that were in force.
    pub verdict: Judged,
    /// The numbers of the stakes that were standing or were decided in this round.
    pub own: Vec<u32>,
    /// The first line of this round.
    pub from_line: u32,
}

impl JudgedRound {
    /// The steps of the round, in words.
    pub(crate) fn why(&self) -> Vec<String> {
        let steps = self.verdict.argument.steps.iter().filter(|step| step.line >= self.from_line);
        (1..).zip(steps).flat_map(|(number, step)| words(number, step)).collect()
    }
}

fn words(number: u32, step: &Step) -> Vec<String> {
    let lies = if step.lies.is_empty() { String::new() } else { format!(" ({})", step.lies) };
    let mut lines = vec![format!("{number}. {}{lies}", step.act)];
    lines.extend(step.follows.iter().map(|follows| match follows.cites.as_slice() {
        [] => format!("{}.", follows.says),
        cites => format!("{}, by {}.", follows.says, cites.join(", ")),
    }));
    lines
}

/// Judges a round under the law that applied to it; `file` is the house file of that version, and `edition` the book that
/// it was played by.
///
/// # Errors
/// When the house file does not contain the table.
pub(crate) fn judge_round(
    round: &JournalRound,
    file: &str,
    table: &str,
    edition: &Book,
) -> Result<JudgedRound, String> {
    let (_, date) = &round.law;
    let charter = Charter::read_adopted("the house file", file).map_err(|error| error.to_string())?;
    let of_table = charter.tables.iter().find(|known| known.name.get_ref() == table);
    let of_table = of_table.ok_or("the table is not in the house file")?;
    let day: Date = date.parse().map_err(|_| "the date of the opening cannot be read")?;
    let found = Shelf::game_of(edition, of_table.game.get_ref(), day);
    let (book, game) = found.map_err(|error| error.to_string())?;
    let law = RulesInForce::new(book, game, of_table.chosen(game), date);
    let head = law.head.to_string();
    let before = format!("{head}{}", lines(&round.before));
    let whole = format!("{before}{}", lines(&round.lines));
    let decided: Vec<u32> = match croupier_rules::judge_by(edition, before.as_bytes(), day) {
        Ok(verdict) => {
            verdict.rows.iter().filter(|row| row.outcome != Outcome::Standing).map(|row| row.bet).collect()
        }
        Err(_) => Vec::new(),
    };
    let verdict = croupier_rules::judge_explained_by(edition, whole.as_bytes(), day);
    let rows = verdict.verdict.as_ref().map(|verdict| verdict.rows.as_slice()).unwrap_or_default();
    let own = rows.iter().map(|row| row.bet).filter(|bet| !decided.contains(bet)).collect();
    let from_line = u32::try_from(before.lines().count() + 1).expect("a record has few lines");
    Ok(JudgedRound { record: format!("{head}{}", lines(&round.lines)), verdict, own, from_line })
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}
