//! The content of a sign, before it is set as text or drawn.

use croupier_kit::Money;
use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::contract::Payout;
use croupier_rules::games::AnyGame;
use croupier_rules::law::Cites;
use croupier_rules::offer::{self, Ending, Listing, Note};
use croupier_rules::with_game;

use crate::Paper;
use crate::family::FamilySign;
use crate::layout::spots::Cloth;
use crate::words::{capital, spoken};

/// The sign of one table.
#[derive(Clone, Debug)]
pub struct Sign {
    /// Whose table it is, if known: the club, the table's number.
    pub heading: Option<String>,
    /// The game.
    pub title: String,
    /// The game as `RULEBOOK/GAME`.
    pub name: String,
    /// The regulation that governs it.
    pub authority: String,
    /// The limits of stakes.
    pub limits: Limits,
    /// The wagers with their odds.
    pub wagers: Vec<WagerRow>,
    /// Other information for players.
    pub notes: Vec<NoteRow>,
    /// The basis of the sign: the rulebook, its digest, its date.
    pub footer: Vec<String>,
    /// The paper.
    pub paper: Paper,
    pub(crate) rules: AnyGame,
}

/// The limits of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The minimum bet.
    pub least: Option<Money>,
    /// The maximum bet.
    pub most: Option<Money>,
    /// The currency, if known.
    pub currency: Option<String>,
    /// The provisions on the limits.
    pub cites: Vec<String>,
}

/// Wagers with the same odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerRow {
    /// Their names, in plain words.
    pub name: String,
    /// What they cover.
    pub covers: String,
    /// What they pay; several lines if it depends on the outcome.
    pub pays: Vec<PayLine>,
    /// The step in which stakes can be paid exactly, if not every whole amount can.
    pub step: Option<Money>,
}

/// One line of what a wager pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PayLine {
    /// The condition, if there are several lines.
    pub when: Option<String>,
    /// The odds.
    pub odds: String,
    /// The provisions.
    pub cites: Vec<String>,
}

/// A note for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteRow {
    /// The topic.
    pub topic: String,
    /// The text.
    pub text: String,
    /// The provisions.
    pub cites: Vec<String>,
}

impl Sign {
    /// The sign of a table of this game with the chosen settings.
    pub fn new(book: &Book, game: &GameBook, chosen: &Chosen) -> Self {
        let rules = game.table(chosen);
        let limits = Limits {
            least: chosen.stake_min,
            most: chosen.stake_max,
            currency: None,
            cites: cite(book, game.conduct().limits),
        };
        Self {
            heading: None,
            title: game.title().to_owned(),
            name: format!("{}/{}", book.id(), game.id()),
            authority: book.title().to_owned(),
            limits,
            wagers: wager_rows(book, &offer::listings(&rules)),
            notes: offer::notes(&rules).iter().map(|note| note_row(book, note)).collect(),
            footer: footer(book, game),
            paper: Paper::A4,
            rules,
        }
    }

    /// The same sign with a heading, such as the club and the table.
    #[must_use]
    pub fn headed(mut self, heading: impl Into<String>) -> Self {
        self.heading = Some(heading.into());
        self
    }

    /// The same sign with its limits in this currency.
    #[must_use]
    pub fn counted_in(mut self, currency: impl Into<String>) -> Self {
        self.limits.currency = Some(currency.into());
        self
    }

    /// The same sign for this paper size.
    #[must_use]
    pub fn on(mut self, paper: Paper) -> Self {
        self.paper = paper;
        self
    }
}

impl Sign {
    /// The cloth of the table: its drawing, and the places of chips and cards.
    pub fn cloth(&self) -> Cloth {
        with_game!(&self.rules, game => game.cloth())
    }

    /// The racetrack, if the table takes call bets.
    pub fn race(&self) -> Option<Cloth> {
        with_game!(&self.rules, game => game.race())
    }

    /// The pockets of the wheel, clockwise, each with the name of its colour.
    pub fn wheel(&self) -> Option<Vec<(String, &'static str)>> {
        with_game!(&self.rules, game => game.pockets())
    }
}

impl WagerRow {
    /// What they cover, and the step in which stakes can be paid, if not every whole amount can.
    pub fn covers_words(&self) -> String {
        let step = self.step.map(|step| format!("; in steps of {step}")).unwrap_or_default();
        format!("{}{step}", self.covers)
    }
}

impl Limits {
    /// The limits as one line of text.
    pub fn words(&self) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!("{} to {most}", self.counted(least)),
            (Some(least), None) => format!("{} and more", self.counted(least)),
            (None, Some(most)) => format!("up to {}", self.counted(most)),
            (None, None) => "ask the dealer".to_owned(),
        }
    }

    /// An amount with its currency, if known.
    pub fn counted(&self, amount: Money) -> String {
        self.currency.as_ref().map_or_else(|| amount.to_string(), |currency| format!("{currency} {amount}"))
    }
}

/// The texts of citations.
fn cite(book: &Book, cites: Cites) -> Vec<String> {
    cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect()
}

/// One row for each listing; consecutive listings with the same table of odds share a row.
fn wager_rows(book: &Book, listings: &[Listing]) -> Vec<WagerRow> {
    let mut rows: Vec<WagerRow> = Vec::new();
    for row in listings.iter().map(|listing| wager_row(book, listing)) {
        match rows.last_mut() {
            Some(last) if row.pays.len() > 1 && last.pays == row.pays && last.step == row.step => {
                last.name = format!("{}, {}", last.name, uncapital(&row.name));
                last.covers = format!("{}; {}", last.covers, row.covers);
            }
            _ => rows.push(row),
        }
    }
    rows
}

fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn wager_row(book: &Book, listing: &Listing) -> WagerRow {
    let paid: Vec<(&Ending, String)> =
        listing.endings.iter().filter_map(|end| Some((end, paid(end)?))).collect();
    let several = paid.len() > 1 || listing.commission.is_some();
    let line = |(ending, odds): (&Ending, String)| {
        let when = several.then(|| ending.when.clone());
        PayLine { when, odds, cites: cite(book, ending.cites) }
    };
    let charged = listing.commission.map(|commission| PayLine {
        when: Some(format!("less commission {}", commission.basis())),
        odds: commission.rate.to_string(),
        cites: cite(book, commission.cite.into()),
    });
    WagerRow {
        name: people_name(listing),
        covers: listing.covers.clone(),
        pays: paid.into_iter().map(line).chain(charged).collect(),
        step: (100 % listing.step.minor() != 0).then_some(listing.step),
    }
}

/// What a result pays: odds, or the stake alone in a case that the book names.
fn paid(ending: &Ending) -> Option<String> {
    let returned = ending.is_case && ending.payout == Some(Payout::Void);
    ending.odds().map(|odds| odds.to_string()).or_else(|| returned.then(|| "void".to_owned()))
}

/// The name of a wager in plain words: `Place win 4, 10`, `Split`, `Dozen 1–3`.
fn people_name(listing: &Listing) -> String {
    let mut heads: Vec<(String, Vec<String>)> = Vec::new();
    for form in &listing.forms {
        let (head, rest) = form.split_once(' ').unwrap_or((form, ""));
        let chosen = rest.contains('N');
        // Bare numbers need no name if a shape or a set has one.
        if head == "numbers" && chosen && listing.forms.len() > 1 {
            continue;
        }
        let head = spoken(head);
        let figures = if chosen { String::new() } else { rest.to_owned() };
        match heads.iter_mut().find(|(known, _)| *known == head) {
            Some((_, all)) => all.push(figures),
            None => heads.push((head, vec![figures])),
        }
    }
    let names =
        heads.iter().map(|(head, figures)| format!("{head} {}", figures.join(", ")).trim().to_owned());
    capital(&names.collect::<Vec<_>>().join(", "))
}

fn note_row(book: &Book, note: &Note) -> NoteRow {
    NoteRow { topic: note.topic.to_owned(), text: capital(&note.text), cites: cite(book, note.cites) }
}

fn footer(book: &Book, game: &GameBook) -> Vec<String> {
    let since = book.in_force().map(|in_force| format!(", in force from {}", in_force.from));
    let digest: String = book.digest().chars().take(16).collect();
    vec![
        format!("Played by {}{}.", book.title(), since.unwrap_or_default()),
        "The book holds the text as it was made; later amendment or repeal is outside its source.".to_owned(),
        format!("{}/{} · blake3 {digest}", book.id(), game.id()),
    ]
}
