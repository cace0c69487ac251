//! The sums from which figures are computed, and the rules that they are priced by.
//!
//! A wager that one ball or one throw decides is *drawn*: its payouts for all of them are known, and so the exact mean and
//! variance of everything that was staked on them together. Of other wagers the bets and their squares are summed; their
//! mean and variance follow from the price of the wager. Where the same cards decide all bets of a round, the square is
//! that of everything on a wager in the round, and the products of what lies on each two wagers are summed too: their
//! variance together follows from the covariances of the wagers.

use croupier_rules::book::{Book, Chosen, GameBook};
use croupier_rules::table::CountedStake;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::library::digest_of_book;

/// The rules that stakes were made under, as far as their prices depend on them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct FigureTerms {
    /// The digest of the edition.
    pub edition: [u8; 32],
    /// The game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// A day of the law that applied: the first of the last amendment; the first day of all if there was none.
    pub day: Box<str>,
    /// The settings of the house, as `key=value`, one a line.
    pub settings: Box<str>,
    /// Whether amounts were too large to be counted with, so that the stakes have no price here.
    pub uncounted: bool,
}

impl FigureTerms {
    pub(super) fn new(book: &Book, game: &GameBook, chosen: &Chosen, date: &str) -> Self {
        let day: Option<Date> = date.parse().ok();
        let amended = book.amendments().iter().map(|amendment| amendment.from);
        let last = amended.filter(|from| day.is_some_and(|day| *from <= day)).max();
        let settings: Vec<String> = chosen.iter().map(|(key, value)| format!("{key}={value}")).collect();
        Self {
            edition: digest_of_book(book),
            game: format!("{}/{}", book.id(), game.id()).into(),
            day: last.unwrap_or(Date::constant(1, 1, 1)).to_string().into(),
            settings: settings.join("\n").into(),
            uncounted: false,
        }
    }
}

/// Sums over stakes, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FigureSums {
    /// The rounds in which there was a bet.
    pub rounds: i64,
    /// The bets.
    pub bets: i64,
    /// The stakes, with everything that decisions added.
    pub staked: i128,
    /// The amounts returned.
    pub returned: i128,
    /// The bets that are not drawn, without what decisions added: prices are per unit of these.
    pub first: i128,
    /// The squares of those bets: of all on one wager in a round together, where the same cards decide all bets. For a pair
    /// of wagers, the products of what was staked on each in a round.
    pub squares: i128,
    /// What the house wins of the drawn bets over all outcomes, each by its weight.
    pub drawn: i128,
    /// The variance of that, times the square of the weight of all outcomes.
    pub spread: i128,
    /// The largest bet that is not drawn (all on one wager in a round, as for the squares), or the most that a draw can win for the player above its mean.
    pub most: i64,
}

impl FigureSums {
    /// The sums with others added; `None` if they cannot be counted. The largest bet is the larger one.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        Some(Self { most: self.most.max(other.most), ..self.combined(other, 1)? })
    }

    /// The sums with others subtracted; `None` if they cannot be counted. The largest bet stays.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.combined(other, -1)
    }

    fn combined(&self, other: &Self, sign: i64) -> Option<Self> {
        let count = |one: i64, other: i64| one.checked_add(other.checked_mul(sign)?);
        let sum = |one: i128, other: i128| one.checked_add(other.checked_mul(sign.into())?);
        Some(Self {
            rounds: count(self.rounds, other.rounds)?,
            bets: count(self.bets, other.bets)?,
            staked: sum(self.staked, other.staked)?,
            returned: sum(self.returned, other.returned)?,
            first: sum(self.first, other.first)?,
            squares: sum(self.squares, other.squares)?,
            drawn: sum(self.drawn, other.drawn)?,
            spread: sum(self.spread, other.spread)?,
            most: self.most,
        })
    }

    /// Adds a stake, without its draw.
    pub(super) fn add(&mut self, stake: &CountedStake, returned: i128, is_drawn: bool) {
        let first = i128::from(stake.first.minor());
        self.rounds = 1;
        self.bets += i64::from(first > 0);
        self.staked += i128::from(stake.amount.minor());
        self.returned += returned;
        if !is_drawn {
            self.first += first;
            self.squares += first * first;
            self.most = self.most.max(stake.first.minor());
        }
    }

    /// Counts all bets of a round on a wager as one: the same cards decide them. They are at most [`COUNTED_MAX`] together.
    pub(super) fn join_bets(&mut self) {
        self.squares = self.first * self.first;
        self.most = i64::try_from(self.first).expect("a sum that is counted with is small");
    }

    /// Adds what a draw can give: `results` are those of the house.
    pub(super) fn add_draw(&mut self, weights: &[u32], results: &[i128]) {
        let weighted = || weights.iter().zip(results).map(|(weight, result)| (i128::from(*weight), *result));
        let whole: i128 = weighted().map(|(weight, _)| weight).sum();
        let sum: i128 = weighted().map(|(weight, result)| weight * result).sum();
        let squares: i128 = weighted().map(|(weight, result)| weight * result * result).sum();
        self.drawn = sum;
        self.spread = whole * squares - sum * sum;
        if let Some(least) = results.iter().min().filter(|_| whole > 0) {
            // Rounded up: a bound must not be smaller than what it bounds.
            let above = (sum - whole * least).div_euclid(whole) + 1;
            self.most = self.most.max(i64::try_from(above).unwrap_or(i64::MAX));
        }
    }
}

/// The largest result of a draw, the largest bet, and the most of all bets that the same cards decide, that figures count
/// with, in minor units. The squares of a million such rounds can be summed.
pub(super) const COUNTED_MAX: i128 = 1 << 45;

/// What lies on two kinds of wager in a round in which the same cards decide all bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairFigures {
    /// The places of both in the round, the smaller first.
    pub wagers: (u16, u16),
    /// The product of what was staked on each.
    pub product: i128,
}

/// The figures of one kind of wager in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerFigures {
    /// The name of the kind, as prices have it.
    pub wager: Box<str>,
    /// The weight of all outcomes, if it is drawn; 0 if it is not.
    pub weight: u32,
    /// The sums.
    pub sums: FigureSums,
}

/// The figures of a player in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonFigures {
    /// The player.
    pub person: PersonId,
    /// The sums, with the spread of everything that is drawn together.
    pub total: FigureSums,
    /// The sums of the wagers that are not drawn, by their place in the round.
    pub wagers: Vec<(u16, FigureSums)>,
    /// Every two wagers that the player has staked on, where the same cards decide all bets.
    pub pairs: Vec<PairFigures>,
}

/// What a round adds to the figures of its table and of its players.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RoundFigures {
    /// The rules it was played by.
    pub terms: FigureTerms,
    /// The weight of all outcomes of a draw; 0 if nothing was drawn.
    pub weight: u32,
    /// The sums over all wagers, with the spread of everything that is drawn together.
    pub total: FigureSums,
    /// The sums of each kind of wager.
    pub wagers: Vec<WagerFigures>,
    /// Every two kinds of wager that were staked on, where the same cards decide all bets.
    pub pairs: Vec<PairFigures>,
    /// The sums of each player.
    pub people: Vec<PersonFigures>,
}
