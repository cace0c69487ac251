//! What a table offers: its wagers, their possible results, and what a player should know, all derived from the
//! rules.
//!
//! Signs, the pay desk and pages all use this one list, so that none of them can promise what the judge would not
//! pay.
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

use croupier_kit::{Money, Odds, Overflow, Ratio};

use crate::book::Conduct;
use crate::commission::{Charge, Commission};
use crate::contract::Payout;
use crate::games::AnyGame;
use crate::guide::Guide;
pub use crate::kind::Laid;
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::{Cites, Refusal};
use crate::side::{Case, Paid, SIDE, SideWager};
use crate::table::{
    CardSource, Outcome, TableGame, check_payable, check_side_payable, no_such_wager, read_side, side_unit,
    stake_unit, wager_words,
};
use crate::with_game;

/// One possible result of a stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The name of the result: `won`, `halved`, or a name of the game's own, such as `blackjack` or `full-house`.
    pub name: String,
    /// The condition for it: `on 17`, `the dealer is over 21`.
    pub when: String,
    /// The balls, throws or results that lead to it, if each can be named in one word.
    pub falls: Vec<String>,
    /// How the stake is settled; `None` if it remains for the next throw or hand.
    pub payout: Option<Payout>,
    /// The provisions it is based on.
    pub cites: Cites,
    /// Whether it is a case that the book names; of several that hold, the first decides.
    pub is_case: bool,
}

impl Ending {
    /// A result named after its payout.
    pub(crate) fn plain(payout: Payout, when: impl Into<String>, cites: impl Into<Cites>) -> Self {
        Self::named(Outcome::of(payout).name(), Some(payout), when, cites)
    }

    /// A result for which the game has a name.
    pub(crate) fn named(
        name: &str,
        payout: Option<Payout>,
        when: impl Into<String>,
        cites: impl Into<Cites>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            when: when.into(),
            falls: Vec::new(),
            payout,
            cites: cites.into(),
            is_case: false,
        }
    }

    /// The same result, with the outcomes that lead to it.
    pub(crate) fn on(mut self, falls: impl IntoIterator<Item = impl ToString>) -> Self {
        self.falls = falls.into_iter().map(|fall| fall.to_string()).collect();
        self
    }

    /// The settlement of the stake, as a verdict names it.
    pub fn outcome(&self) -> Outcome {
        self.payout.map_or(Outcome::Standing, Outcome::of)
    }

    /// The odds, if it wins at odds.
    pub fn odds(&self) -> Option<Odds> {
        if let Some(Payout::Win(odds)) = self.payout { Some(odds) } else { None }
    }

    /// The profit or loss of a bet with this charge; `None` if it is not a whole number of minor units.
    ///
    /// # Errors
    /// If the amount overflows.
    pub fn profit(&self, bet: Money, charge: Charge) -> Result<Option<Money>, Overflow> {
        self.payout.map_or(Ok(Some(Money::ZERO)), |payout| charge.profit(payout, bet))
    }
}

/// Wagers of one game that are paid in the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerKind<W> {
    /// The ways of writing it, with `N` for a number that the player chooses: `split N N`, `dozen 1–3`, `red`.
    pub forms: Vec<String>,
    /// A description of what it covers.
    pub covers: String,
    /// The kind that the family declares.
    pub kind: &'static DeclaredWager,
    /// Its possible results, the same for each of the wagers.
    pub endings: Vec<Ending>,
    /// The wagers. If the book permits any set of numbers, only the sets that a layout has.
    pub wagers: Vec<W>,
}

/// A fact about a table that a player should know: how ties are treated, what the dealer does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The topic, in a word or two.
    pub topic: &'static str,
    /// The text.
    pub text: String,
    /// The provisions it is based on; none if the book is silent.
    pub cites: Cites,
}

impl Note {
    pub(crate) fn new(topic: &'static str, text: impl Into<String>, cites: impl Into<Cites>) -> Self {
        Self { topic, text: text.into(), cites: cites.into() }
    }
}

/// What a game offers.
pub trait Offers: TableGame {
    /// The wagers, in the order of a sign.
    fn kinds(&self) -> Vec<WagerKind<Self::Wager>>;

    /// The wager as the notation writes it, or [`TableGame::wager_name`] if the notation has a separate act for it.
    fn words(&self, wager: Self::Wager) -> String;

    /// All possible results of a stake on this wager, from the largest win to the total loss.
    fn endings(&self, wager: Self::Wager) -> Vec<Ending>;

    /// How ties, zeros and naturals are treated, and anything else that belongs on a sign.
    fn notes(&self) -> Vec<Note>;

    /// What one bets on, and how a round goes.
    fn guide(&self) -> Guide;
}

/// Wagers of a table that are paid in the same way, for people and programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name in price lists: `numbers 2`, `split`, `box`.
    pub name: String,
    /// The ways of writing it, with `N` for a number that the player chooses: `split N N`, `dozen 1–3`, `red`.
    pub forms: Vec<String>,
    /// A description of what it covers.
    pub covers: String,
    /// The kind that the family declares.
    pub kind: &'static DeclaredWager,
    /// How it is made.
    pub laid: Laid,
    /// Its possible results.
    pub endings: Vec<Ending>,
    /// Its wagers, in the form that [`quote`] reads.
    pub words: Vec<String>,
    /// The name of each of them in a list of prices: wagers that are paid alike may cost differently.
    pub names: Vec<String>,
    /// The commission on it.
    pub commission: Option<Commission>,
    /// The smallest stake for which every result can be paid exactly. Every other such stake is a multiple of it.
    pub step: Money,
}

impl Listing {
    /// The provisions that its results are based on, each listed once.
    pub fn cites(&self) -> Vec<crate::law::Rule> {
        let mut found = Vec::new();
        let charged = self.commission.map(|commission| commission.cite);
        for rule in self.endings.iter().flat_map(|ending| ending.cites.iter()).chain(charged) {
            if !found.contains(&rule) {
                found.push(rule);
            }
        }
        found
    }
}

/// One wager and all possible results of a stake on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote {
    /// The wager.
    pub wager: String,
    /// Its possible results.
    pub endings: Vec<Ending>,
    /// The commission on it.
    pub commission: Option<Commission>,
    /// The odds of an ordinary win; `None` for a bet of several chips.
    pub usual_odds: Option<Odds>,
    /// The smallest stake for which every result can be paid exactly. Every other such stake is a multiple of it.
    pub step: Money,
}

impl Listing {
    /// The name of the wager with these words in a list of prices; of the first one if it is not on the layout.
    pub fn priced_as(&self, words: &str) -> &str {
        let place = self.words.iter().position(|known| known == words);
        place.map_or(&*self.name, |place| &*self.names[place])
    }
}

impl Quote {
    /// What a bet is charged; `None` if that is not a whole number of minor units.
    pub fn charge(&self, bet: Money) -> Option<Charge> {
        Charge::new(self.commission, bet, self.usual_odds)
    }

    /// The results that a word stands for: by their name or their outcome, or else by how the stake is settled.
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
    with_game!(game, game => {
        let sides = game.sides().0.iter().map(|wager| side_listing(game, wager));
        game.kinds().into_iter().map(|kind| listing(game, kind)).chain(sides).collect()
    })
}

/// What a player should know about a table.
pub fn notes(game: &AnyGame) -> Vec<Note> {
    with_game!(game, game => game.notes())
}

/// The packs of a shoe that is used for several rounds; `None` if the table has none.
pub fn shoe_packs(game: &AnyGame) -> Option<u8> {
    match with_game!(game, game => game.packs()) {
        CardSource::Shoe(packs) => Some(packs),
        CardSource::None | CardSource::EveryHand(_) | CardSource::Shuffler(_) => None,
    }
}

/// What one bets on at a table, and how a round goes.
pub fn guide(game: &AnyGame) -> Guide {
    with_game!(game, game => Offers::guide(game))
}

/// The wager that these words name, in the notation or by the name of its kind, with all its possible results.
///
/// # Errors
/// If there is no such wager at this table.
pub fn quote(game: &AnyGame, conduct: &Conduct, words: &[&str]) -> Result<Quote, Refusal> {
    with_game!(game, game => quote_at(game, conduct, words))
}

/// Checks whether every result of a stake on this wager is a whole number of minor units.
///
/// # Errors
/// If it is not, with the nearest stakes for which it is; or if there is no such wager.
pub fn check_stake(game: &AnyGame, conduct: &Conduct, words: &[&str], stake: Money) -> Result<(), Refusal> {
    let moved = with_game!(game, game => match side_of(game, conduct, words) {
        Some(wager) => check_side_payable(wager?, stake),
        None => check_payable(game, find(game, conduct, words)?.wager(), stake),
    });
    moved.map(|_| ())
}

fn listing<G: Offers>(game: &G, kind: WagerKind<G::Wager>) -> Listing {
    let first = *kind.wagers.first().expect("a kind of wagers has at least one");
    let step = stake_unit(game, first);
    Listing {
        name: game.wager_name(first),
        words: kind.wagers.iter().map(|wager| game.words(*wager)).collect(),
        names: kind.wagers.iter().map(|wager| game.wager_name(*wager)).collect(),
        forms: kind.forms,
        covers: kind.covers,
        kind: kind.kind,
        laid: kind.kind.laid,
        endings: kind.endings,
        commission: kind.wagers.first().and_then(|wager| game.commission(*wager)),
        step: Money::from_minor(step),
    }
}

fn side_listing<G: TableGame>(game: &G, wager: &SideWager) -> Listing {
    let boxes = if wager.per_box { game.side_boxes() } else { 0 };
    let words = if wager.per_box {
        (1..=boxes).map(|number| format!("{} {number}", wager.name)).collect()
    } else {
        vec![wager.name.to_string()]
    };
    let form =
        if wager.per_box { format!("{} {}", wager.name, span(1, boxes)) } else { wager.name.to_string() };
    Listing {
        name: wager.name.to_string(),
        forms: vec![form],
        covers: side_covers::<G>(wager),
        kind: &SIDE,
        laid: SIDE.laid,
        endings: side_endings::<G>(wager),
        names: vec![wager.name.to_string(); words.len()],
        words,
        commission: None,
        step: Money::from_minor(side_unit(wager)),
    }
}

/// The cases in which it wins, or how many they are, and the main wager that it needs.
fn side_covers<G: TableGame>(wager: &SideWager) -> String {
    let winning = wager.cases.0.iter().filter(|case| matches!(case.paid, Paid::Odds(_)));
    let winning: Vec<String> = winning.map(|case| case.words(G::FACTS)).collect();
    let covers = match winning.as_slice() {
        [one] => one.clone(),
        many => format!("{} cases", many.len()),
    };
    match wager.of.as_slice() {
        [] => covers,
        of => format!("{covers}; beside a bet on {}", either(of)),
    }
}

/// All possible results of a side wager, in the order in which they are tried: of several cases that hold, the first decides.
fn side_endings<G: TableGame>(wager: &SideWager) -> Vec<Ending> {
    let case = |case: &Case| {
        let (payout, cites) = (case.paid.payout(), Cites::from(wager.cite).and(case.cite));
        case_ending(case, payout, case.words(G::FACTS), cites)
    };
    let mut endings: Vec<Ending> = wager.cases.0.iter().map(case).collect();
    endings.push(Ending::plain(Payout::Lose, "in all other cases", wager.cite));
    endings
}

/// The result of a case, named as the book names it.
pub(crate) fn case_ending(case: &Case, payout: Payout, when: String, cites: Cites) -> Ending {
    let ending = match &case.name {
        Some(name) => Ending::named(name, Some(payout), when, cites),
        None => Ending::plain(payout, when, cites),
    };
    Ending { is_case: true, ..ending }
}

/// The side wager that these words name, with or without its box; `None` if they name none.
///
/// # Errors
/// If there is no such box.
pub fn side_of<'g, G: TableGame>(
    game: &'g G,
    conduct: &Conduct,
    words: &[&str],
) -> Option<Result<&'g SideWager, Refusal>> {
    let (_, wager) = game.sides().named(words.first()?)?;
    if let [_] = words {
        return Some(Ok(wager));
    }
    read_side(game, words, conduct).map(|bet| bet.map(|_| wager))
}

fn side_quote<G: TableGame>(words: &[&str], wager: &SideWager) -> Quote {
    Quote {
        wager: words.join(" "),
        endings: side_endings::<G>(wager),
        commission: None,
        usual_odds: wager.usual_odds(),
        step: Money::from_minor(side_unit(wager)),
    }
}

/// What some words name: one wager, or a kind of wagers that all have the same results.
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
    if let Some(wager) = side_of(game, conduct, words) {
        return wager.map(|wager| side_quote::<G>(words, wager));
    }
    let found = find(game, conduct, words)?;
    let wager = found.wager();
    let (words, endings) = match found {
        Found::One(wager) => (game.words(wager), game.endings(wager)),
        Found::Any(kind, _) => (words.join(" "), kind.endings),
    };
    let (commission, usual_odds) = (game.commission(wager), game.usual_odds(wager));
    let step = Money::from_minor(stake_unit(game, wager));
    Ok(Quote { wager: words, endings, commission, usual_odds, step })
}

/// The wager that these words name, in the notation or by the name of its kind.
///
/// # Errors
/// If there is no such wager at this table.
pub fn wager_named<G: Offers>(game: &G, conduct: &Conduct, words: &[&str]) -> Result<G::Wager, Refusal> {
    find(game, conduct, words).map(|found| found.wager())
}

fn find<G: Offers>(game: &G, conduct: &Conduct, words: &[&str]) -> Result<Found<G::Wager>, Refusal> {
    let refusal = match game.read_wager(words, conduct) {
        Ok(wager) => return Ok(Found::One(wager)),
        Err(refusal) => refusal,
    };
    let text = words.join(" ");
    let kinds = game.kinds();
    let by_words = |wager: &&G::Wager| game.words(**wager) == text;
    let only = |kind: &WagerKind<G::Wager>| kind.wagers.len() == 1 && kind.forms == [format!("{text} 1")];
    if let Some(wager) = kinds.iter().flat_map(|kind| &kind.wagers).find(by_words) {
        return Ok(Found::One(*wager));
    }
    // The only wager of its word is named by the word alone: `raise` where there is one raise.
    if let Some(kind) = kinds.iter().find(|kind| only(kind)) {
        return Ok(Found::One(kind.wagers[0]));
    }
    for kind in kinds {
        let named = kind.wagers.iter().copied().find(|wager| game.wager_name(*wager) == text);
        if let Some(wager) = named.filter(|wager| is_alike(game, &kind, *wager)) {
            return Ok(Found::Any(kind, wager));
        }
    }
    // If the word is right, the game itself gives the best explanation of what is wrong with the rest.
    let known = |word: &WagerWord<'_>| word.kind.laid == Laid::Bet && Some(&&*word.word) == words.first();
    let is_bet = wager_words(game).iter().any(known);
    Err(if is_bet { refusal } else { no_such_wager(game, refusal.cites, words) })
}

/// Whether one wager of a kind has the results that the kind lists. The chips of a call do not.
fn is_alike<G: Offers>(game: &G, kind: &WagerKind<G::Wager>, wager: G::Wager) -> bool {
    let payouts = |endings: &[Ending]| endings.iter().map(|ending| ending.payout).collect::<Vec<_>>();
    payouts(&kind.endings) == payouts(&game.endings(wager))
}

/// Collects results by outcome; outcomes with the same result are combined.
pub(crate) struct Gathered<T> {
    groups: Vec<(crate::contract::Settled, Vec<T>)>,
}

impl<T> Gathered<T> {
    pub(crate) fn new() -> Self {
        Self { groups: Vec::new() }
    }

    /// Adds an outcome with its result.
    pub(crate) fn add(&mut self, settled: crate::contract::Settled, fall: T) {
        match self.groups.iter_mut().find(|(known, _)| *known == settled) {
            Some((_, falls)) => falls.push(fall),
            None => self.groups.push((settled, vec![fall])),
        }
    }

    /// From the largest win to the total loss.
    pub(crate) fn sorted(mut self) -> Vec<(crate::contract::Settled, Vec<T>)> {
        self.groups.sort_by_cached_key(|(settled, _)| std::cmp::Reverse(worth(settled.payout)));
        self.groups
    }
}

/// What a payout is worth: the profit on a stake of one.
fn worth(payout: Payout) -> Ratio {
    let (won, staked) = payout.share();
    Ratio::new(won, staked)
}

/// Sorts results from the largest win to the total loss; of equal ones the first stays first.
pub(crate) fn by_worth(endings: &mut [Ending]) {
    let worth = |ending: &Ending| ending.payout.map_or(Ratio::whole(0), worth);
    endings.sort_by_cached_key(|ending| std::cmp::Reverse(worth(ending)));
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
