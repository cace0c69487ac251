//! The rules of a table of poker against a dealer's hand.

use croupier_kit::Odds;

use super::hand::{HandKind, HandSize, KINDS, Strength};
use crate::law::{Cites, Rule};
use crate::side::SideWagers;

/// The most players of any table: one pack serves sixteen and a dealer with three cards each.
pub const PLAYERS_MAX: usize = HandSize::Three.seats() as usize;
/// The most cards of a hand.
pub(super) const CARDS_MAX: usize = HandSize::Five.cards() as usize;

const _: () = assert!(PLAYERS_MAX <= u16::BITS as usize, "the raises of all players fit a word");

/// The rules of a table of poker against a dealer's hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DealerPoker {
    /// The number of cards of each hand.
    pub size: HandSize,
    /// The order of the deal.
    pub order: DealOrder,
    /// The number of players.
    pub seats: u8,
    /// What the players see of the dealer's hand while they decide.
    pub shows: DealerShows,
    /// The raise, as a multiple of the ante.
    pub multiple: u8,
    /// The dealer's lowest hand that qualifies; `None` if every hand does.
    pub qualifies: Option<Qualifies>,
    /// The results of the comparison.
    pub results: Results,
    /// The odds of the ante.
    pub ante: Pay,
    /// The odds of the raise.
    pub raise: RaisePays,
    /// The bonus on the ante for some hands.
    pub bonus: [Option<Pay>; KINDS],
    /// The side wagers.
    pub sides: SideWagers,
    /// The provision on the course of a hand.
    pub play: Rule,
    /// The provision on a hand that is dealt again.
    pub misdeal: Rule,
    /// The provision on a hand that is folded.
    pub fold: Rule,
}

/// The order in which the cards are dealt; the dealer comes last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DealOrder {
    /// One card to each hand in turn, until all are complete.
    OneByOne,
    /// All cards of one hand, then all of the next.
    Hands,
}

/// What the players see of the dealer's hand while they decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealerShows {
    /// No card.
    Nothing,
    /// The dealer's last card lies face up.
    LastCard,
}

impl DealerShows {
    /// Its word in a book.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::LastCard => "last-card",
        }
    }
}

/// The dealer's lowest hand that qualifies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Qualifies {
    /// Its strength.
    pub least: Strength,
    /// It in words: `Queen high`, `a pair of tens`.
    pub words: Box<str>,
    /// The provision that says so.
    pub cite: Rule,
    /// What happens if the dealer does not qualify.
    pub otherwise: Clause,
}

/// What follows from comparing the player's hand with that of a dealer who qualifies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Results {
    /// The player's hand is higher.
    pub higher: Clause,
    /// The hands are equal to the last card.
    pub equal: Clause,
    /// The dealer's hand is higher.
    pub lower: Clause,
}

/// How the stakes on a hand that was not folded are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The ante.
    pub ante: ClauseResult,
    /// The raise.
    pub raise: ClauseResult,
    /// The provision that says so.
    pub cite: Rule,
}

/// How a clause settles a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseResult {
    /// It is paid.
    Wins,
    /// It is returned.
    Void,
    /// It is lost.
    Loses,
}

impl ClauseResult {
    /// Its word in a book.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Void => "void",
            Self::Loses => "loses",
        }
    }
}

/// Odds with the provision that sets them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pay {
    /// The odds.
    pub odds: Odds,
    /// The provision.
    pub cite: Rule,
}

/// The odds of the raise, by the player's hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaisePays {
    /// The odds of a hand that has none of its own.
    pub usual: Pay,
    /// The odds of some hands.
    pub by_kind: [Option<Pay>; KINDS],
}

impl RaisePays {
    /// The odds of a hand.
    pub fn of(&self, kind: HandKind) -> Pay {
        paid(&self.by_kind, kind).unwrap_or(self.usual)
    }

    /// All odds.
    pub fn iter(&self) -> impl Iterator<Item = Pay> {
        std::iter::once(self.usual).chain(self.by_kind.iter().copied().flatten())
    }
}

/// The odds of a hand in a table. A royal flush is a straight flush where it has no odds of its own.
pub(super) fn paid(table: &[Option<Pay>; KINDS], kind: HandKind) -> Option<Pay> {
    let own = table[kind as usize];
    if kind == HandKind::RoyalFlush { own.or(table[HandKind::StraightFlush as usize]) } else { own }
}

impl DealerPoker {
    /// The bonus of a hand.
    pub fn bonus_of(&self, kind: HandKind) -> Option<Pay> {
        paid(&self.bonus, kind)
    }

    /// The clause that settles a player's hand against the dealer's.
    pub fn clause(&self, player: Strength, dealer: Strength) -> Clause {
        if let Some(qualifies) = self.qualifies.as_ref().filter(|qualifies| dealer < qualifies.least) {
            return qualifies.otherwise;
        }
        match player.cmp(&dealer) {
            std::cmp::Ordering::Greater => self.results.higher,
            std::cmp::Ordering::Equal => self.results.equal,
            std::cmp::Ordering::Less => self.results.lower,
        }
    }

    /// The clauses in the order of a sign, each with its condition in words.
    pub fn clauses(&self) -> Vec<(&'static str, String, Clause)> {
        let Results { higher, equal, lower } = self.results;
        let unqualified = self.qualifies.as_ref().map(|qualifies| {
            let when = format!("the dealer has less than {}", qualifies.words);
            ("unqualified", when, qualifies.otherwise)
        });
        let compared = [
            ("higher", "the hand is higher than the dealer's".to_owned(), higher),
            ("equal", "the two hands are equal".to_owned(), equal),
            ("lower", "the dealer's hand is higher".to_owned(), lower),
        ];
        unqualified.into_iter().chain(compared).collect()
    }

    /// The provisions of a result: the clause that decides, and the one that sets the odds.
    pub(super) fn cites(clause: Clause, result: ClauseResult, pay: Pay) -> Cites {
        let odds = (result == ClauseResult::Wins).then_some(pay.cite);
        Cites::from(clause.cite).and(odds)
    }
}
