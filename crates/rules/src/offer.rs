//! What a table offers: its wagers, what each can come to, and what a player should know, from the rules themselves.
//!
//! Signs, the pay desk and pages are all made from this one list, so that none of them can promise what the judge would
//! not pay.
//!
//! ```
//! use croupier_rules::book::{Chosen, Shelf};
//! use croupier_rules::offer::{listings, quote};
//! let shelf = Shelf::built_in();
//! let (_, game) = shelf.game("scotland-1970/dice").unwrap();
//! let rules = game.table(&Chosen::default());
//! assert!(listings(&rules).iter().any(|wager| wager.forms[0] == "place-win 4"));
//! let quote = quote(&rules, game.conduct(), &["place-win", "4"]).unwrap();
//! assert_eq!(quote.endings[0].odds().unwrap().to_string(), "9½ to 5");
//! ```

use croupier_kit::{Money, Odds, Overflow};

use crate::book::Conduct;
use crate::contract::Payout;
use crate::games::AnyGame;
use crate::law::{Cites, Refusal};
use crate::notation::nearest;
use crate::table::{Outcome, TableGame, check_payable, stake_unit};
use crate::with_game;

/// One thing that a stake can come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The word for it: `won`, `halved`, or the game's own, such as `blackjack` or `full-house`.
    pub name: String,
    /// When it comes to that: `on 17`, `the dealer is over 21`.
    pub when: String,
    /// The balls, throws or results that bring it about, where one word says so.
    pub falls: Vec<String>,
    /// How the stake is settled; `None` where it stays for the next throw or hand.
    pub payout: Option<Payout>,
    /// The provisions it rests on.
    pub cites: Cites,
}

impl Ending {
    /// An ending named after its payout.
    pub(crate) fn plain(payout: Payout, when: impl Into<String>, cites: impl Into<Cites>) -> Self {
        Self::named(Outcome::of(payout).name(), Some(payout), when, cites)
    }

    /// An ending that the game has a word for.
    pub(crate) fn named(
        name: &str,
        payout: Option<Payout>,
        when: impl Into<String>,
        cites: impl Into<Cites>,
    ) -> Self {
        Self { name: name.to_owned(), when: when.into(), falls: Vec::new(), payout, cites: cites.into() }
    }

    /// The same, brought about by these.
    pub(crate) fn on(mut self, falls: impl IntoIterator<Item = impl ToString>) -> Self {
        self.falls = falls.into_iter().map(|fall| fall.to_string()).collect();
        self
    }

    /// What became of the stake, as a verdict says it.
    pub fn outcome(&self) -> Outcome {
        self.payout.map_or(Outcome::Standing, Outcome::of)
    }

    /// The odds, where it wins at odds.
    pub fn odds(&self) -> Option<Odds> {
        if let Some(Payout::Win(odds)) = self.payout { Some(odds) } else { None }
    }

    /// What a stake wins or loses by it; `None` where that is no whole number of minor units.
    ///
    /// # Errors
    /// When the amount cannot be counted.
    pub fn profit(&self, stake: Money) -> Result<Option<Money>, Overflow> {
        self.payout.map_or(Ok(Some(Money::ZERO)), |payout| payout.profit(stake))
    }
}

/// How a stake is laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Laid {
    /// As a bet, before anything falls.
    Bet,
    /// Behind a bet that has a point.
    Behind,
    /// Against the dealer's blackjack, when he shows an Ace.
    Insurance,
    /// When the cards are dealt, as large as the ante.
    Raise,
}

impl Laid {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bet => "bet",
            Self::Behind => "behind",
            Self::Insurance => "insurance",
            Self::Raise => "raise",
        }
    }
}

/// Wagers of one game that are paid alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerKind<W> {
    /// The ways of writing it, with `N` for a number one chooses: `split N N`, `dozen 1–3`, `red`.
    pub forms: Vec<String>,
    /// What it is on.
    pub covers: String,
    /// How it is laid.
    pub laid: Laid,
    /// What it can come to, whichever of the wagers it is.
    pub endings: Vec<Ending>,
    /// The wagers; where the book permits any set of numbers, those that a layout has.
    pub wagers: Vec<W>,
}

/// Something about a table that a player should know: how ties are treated, what the dealer does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// What it is about, in a word or two.
    pub topic: &'static str,
    /// What it says.
    pub text: String,
    /// The provisions it rests on; none where the book is silent.
    pub cites: Cites,
}

impl Note {
    pub(crate) fn new(topic: &'static str, text: impl Into<String>, cites: impl Into<Cites>) -> Self {
        Self { topic, text: text.into(), cites: cites.into() }
    }
}

/// What a game offers.
pub trait Offers: TableGame {
    /// The wagers, in the order in which a sign has them.
    fn kinds(&self) -> Vec<WagerKind<Self::Wager>>;

    /// The wager as the notation writes it; as [`TableGame::wager_name`] does where the notation lays it by another act.
    fn words(&self, wager: Self::Wager) -> String;

    /// Everything a stake on this wager can come to, what wins most first and what loses all last.
    fn endings(&self, wager: Self::Wager) -> Vec<Ending>;

    /// How ties, zeros and naturals are treated, and whatever else belongs on a sign.
    fn notes(&self) -> Vec<Note>;
}

/// Wagers of a table that are paid alike, for people and machines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name by which prices list it: `numbers 2`, `split`, `box`.
    pub name: String,
    /// The ways of writing it, with `N` for a number one chooses: `split N N`, `dozen 1–3`, `red`.
    pub forms: Vec<String>,
    /// What it is on.
    pub covers: String,
    /// How it is laid.
    pub laid: Laid,
    /// What it can come to.
    pub endings: Vec<Ending>,
    /// Its wagers as [`quote`] reads them.
    pub words: Vec<String>,
    /// The smallest stake that every result can pay exactly; every other is a multiple of it.
    pub step: Money,
}

impl Listing {
    /// The provisions that its endings rest on, each once.
    pub fn cites(&self) -> Vec<crate::law::Rule> {
        let mut found = Vec::new();
        for rule in self.endings.iter().flat_map(|ending| ending.cites.iter()) {
            if !found.contains(&rule) {
                found.push(rule);
            }
        }
        found
    }
}

/// One wager and all that a stake on it can come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// The wager.
    pub wager: String,
    /// What it can come to.
    pub endings: Vec<Ending>,
    /// The smallest stake that every result can pay exactly; every other is a multiple of it.
    pub step: Money,
}

impl Quote {
    /// The endings that a word means: by their name or what fell, else by how the stake is settled.
    pub fn named(&self, word: &str) -> Vec<&Ending> {
        let by_name = |ending: &&Ending| ending.name == word || ending.falls.iter().any(|fall| fall == word);
        let named: Vec<&Ending> = self.endings.iter().filter(by_name).collect();
        if !named.is_empty() {
            return named;
        }
        self.endings.iter().filter(|ending| ending.outcome().name() == word).collect()
    }
}

/// Every wager of a table.
pub fn listings(game: &AnyGame) -> Vec<Listing> {
    with_game!(game, game => game.kinds().into_iter().map(|kind| listing(game, kind)).collect())
}

/// What a player should know of a table.
pub fn notes(game: &AnyGame) -> Vec<Note> {
    with_game!(game, game => game.notes())
}

/// The wager that these words name, in the notation or by the name of its kind, with all it can come to.
///
/// # Errors
/// When there is no such wager at this table.
pub fn quote(game: &AnyGame, conduct: &Conduct, words: &[&str]) -> Result<Quote, Refusal> {
    with_game!(game, game => quote_at(game, conduct, words))
}

/// Whether every result of a stake on this wager comes out in whole minor units.
///
/// # Errors
/// When it does not, with the nearest stakes that do; or when there is no such wager.
pub fn check_stake(game: &AnyGame, conduct: &Conduct, words: &[&str], stake: Money) -> Result<(), Refusal> {
    with_game!(game, game => check_payable(game, find(game, conduct, words)?.wager(), stake))
}

fn listing<G: Offers>(game: &G, kind: WagerKind<G::Wager>) -> Listing {
    let step = kind.wagers.first().map_or(1, |wager| stake_unit(game, *wager));
    Listing {
        name: kind.wagers.first().map(|wager| game.wager_name(*wager)).unwrap_or_default(),
        words: kind.wagers.iter().map(|wager| game.words(*wager)).collect(),
        forms: kind.forms,
        covers: kind.covers,
        laid: kind.laid,
        endings: kind.endings,
        step: Money::from_minor(step),
    }
}

/// What some words name: one wager, or a kind of them that all come to the same.
enum Found<W> {
    One(W),
    Any(WagerKind<W>, W),
}

impl<W: Copy> Found<W> {
    const fn wager(&self) -> W {
        match self {
            Self::One(wager) | Self::Any(_, wager) => *wager,
        }
    }
}

fn quote_at<G: Offers>(game: &G, conduct: &Conduct, words: &[&str]) -> Result<Quote, Refusal> {
    let found = find(game, conduct, words)?;
    let step = Money::from_minor(stake_unit(game, found.wager()));
    Ok(match found {
        Found::One(wager) => Quote { wager: game.words(wager), endings: game.endings(wager), step },
        Found::Any(kind, _) => Quote { wager: words.join(" "), endings: kind.endings, step },
    })
}

fn find<G: Offers>(game: &G, conduct: &Conduct, words: &[&str]) -> Result<Found<G::Wager>, Refusal> {
    let refusal = match game.read_wager(words, conduct) {
        Ok(wager) => return Ok(Found::One(wager)),
        Err(refusal) => refusal,
    };
    let text = words.join(" ");
    let kinds = game.kinds();
    let by_words = |wager: &&G::Wager| game.words(**wager) == text;
    if let Some(wager) = kinds.iter().flat_map(|kind| &kind.wagers).find(by_words) {
        return Ok(Found::One(*wager));
    }
    let known: Vec<String> = kinds.iter().flat_map(|kind| &kind.wagers).map(|w| game.words(*w)).collect();
    for kind in kinds {
        let named = kind.wagers.iter().copied().find(|wager| game.wager_name(*wager) == text);
        if let Some(wager) = named.filter(|wager| is_alike(game, &kind, *wager)) {
            return Ok(Found::Any(kind, wager));
        }
    }
    // Where the name is right the game knows best what is wrong with the rest.
    let head = |words: &str| words.split(' ').next().map(ToOwned::to_owned);
    let misspelt = !known.iter().any(|words| head(words) == head(&text));
    Err(match nearest(&text, known.iter().map(String::as_str)).filter(|_| misspelt) {
        Some(near) => Refusal { allowed: format!("did you mean `{near}`?").into(), ..refusal },
        None => refusal,
    })
}

/// Whether one wager of a kind comes to what the kind says; the chips of a call do not.
fn is_alike<G: Offers>(game: &G, kind: &WagerKind<G::Wager>, wager: G::Wager) -> bool {
    let payouts = |endings: &[Ending]| endings.iter().map(|ending| ending.payout).collect::<Vec<_>>();
    payouts(&kind.endings) == payouts(&game.endings(wager))
}

/// Endings gathered as things fall: those that come to the same are one.
pub(crate) struct Gathered<T> {
    groups: Vec<(crate::contract::Settled, Vec<T>)>,
}

impl<T> Gathered<T> {
    pub(crate) fn new() -> Self {
        Self { groups: Vec::new() }
    }

    /// This fell, and brought that about.
    pub(crate) fn add(&mut self, settled: crate::contract::Settled, fall: T) {
        match self.groups.iter_mut().find(|(known, _)| *known == settled) {
            Some((_, falls)) => falls.push(fall),
            None => self.groups.push((settled, vec![fall])),
        }
    }

    /// What wins most first, what loses all last.
    pub(crate) fn sorted(mut self) -> Vec<(crate::contract::Settled, Vec<T>)> {
        // A stake that every odds of a book can pay exactly, for comparison only.
        let stake = Money::from_minor(232_792_560);
        let worth = |payout: Payout| payout.profit(stake).ok().flatten().unwrap_or(Money::ZERO);
        self.groups.sort_by_key(|(settled, _)| std::cmp::Reverse(worth(settled.payout)));
        self.groups
    }
}

/// `4`, `4 or 10`, `4, 5 or 10`.
pub(crate) fn either(items: impl IntoIterator<Item = impl ToString>) -> String {
    joined(items, "or")
}

/// `4`, `4 and 10`, `4, 5 and 10`.
pub(crate) fn all_of(items: impl IntoIterator<Item = impl ToString>) -> String {
    joined(items, "and")
}

fn joined(items: impl IntoIterator<Item = impl ToString>, word: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} {word} {last}", before.join(", ")),
    }
}

/// `1`, or `1–7`.
pub(crate) fn span(from: u8, to: u8) -> String {
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}
