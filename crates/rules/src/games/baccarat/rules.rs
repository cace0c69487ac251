//! The rules of a baccarat table: its hands, the third card, its wagers, its bank and its betting areas.

use croupier_kit::Odds;
use serde::Deserialize;

use super::deal::{BANKER, LEFT, PLAYER};
use super::drawing::Drawing;
use crate::commission::Commission;
use crate::contract::{Face, Seat};
use crate::law::Rule;
use crate::side::{Cases, SideWagers};

/// The rules of a baccarat table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Baccarat {
    /// The number of packs in the shoe.
    pub packs: u8,
    /// How many hands oppose the banker's.
    pub hands: Opposing,
    /// Whether the first two cards of each hand are dealt face up or face down.
    pub first_cards: Face,
    /// The rules on third cards.
    pub drawing: Drawing,
    /// The wagers.
    pub clauses: Vec<Clause>,
    /// The side wagers.
    pub sides: SideWagers,
    /// Who holds the bank.
    pub bank: Bank,
    /// The betting areas, if the table has them.
    pub areas: Option<Areas>,
}

/// How many hands oppose the banker's: one or two, and no more (reg. 5(1)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opposing {
    /// One: the player's.
    One,
    /// Two: the right and the left.
    Two,
}

impl Opposing {
    /// The seats of the opposing hands.
    pub(super) const fn seats(self) -> &'static [Seat] {
        match self {
            Self::One => &[PLAYER],
            Self::Two => &[PLAYER, LEFT],
        }
    }

    /// All seats in the order of the deal, the banker's last.
    pub(super) const fn order(self) -> &'static [Seat] {
        match self {
            Self::One => &[PLAYER, BANKER],
            Self::Two => &[PLAYER, LEFT, BANKER],
        }
    }
}

/// One wager of the game: its name, its subject and its settlement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The name.
    pub name: Box<str>,
    /// Its subject.
    pub backs: Backs,
    /// The odds it pays.
    pub odds: Odds,
    /// The cases in which a win is paid otherwise, or returned.
    pub cases: Cases,
    /// The commission on it.
    pub commission: Option<Commission>,
    /// The provision that defines it.
    pub cite: Rule,
    /// The provision that sets the odds.
    pub odds_cite: Rule,
    /// How a tie settles it and, for a wager on both hands, also a win on one and a loss on the other.
    pub undecided: Undecided,
    /// The provision on ties and split results.
    pub undecided_cite: Rule,
    /// Other wagers, of which the player must have at least one when betting closes.
    pub beside: Vec<Box<str>>,
    /// The provision that requires it.
    pub beside_cite: Option<Rule>,
    /// The conditions that the game must meet for the wager to be accepted.
    pub conditions: Vec<(Condition, Rule)>,
}

/// The subject of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backs {
    /// An opposing hand.
    Hand(Seat),
    /// Two opposing hands together.
    Both,
    /// The banker's hand.
    Banker,
    /// Equal scores.
    Tie,
}

impl Backs {
    /// Whether the wager is on this opposing hand.
    pub const fn is_on(self, seat: Seat) -> bool {
        match self {
            Self::Hand(hand) => hand == seat,
            Self::Both => true,
            Self::Banker | Self::Tie => false,
        }
    }
}

/// How a stake is settled that neither wins nor loses outright.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// It is returned.
    Void,
    /// It is lost.
    Loses,
}

// reg. 5(7)(a) to (c)
/// What a game must be for a wager to be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The bank is the house's.
    HouseBank,
    /// One hand opposes the banker's.
    OneHand,
    /// Nobody has a choice about a third card.
    NoChoice,
}

/// Who holds the bank, with the provisions on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    /// Who holds the bank.
    pub held: HeldBy,
    /// The provision on who holds a bank that passes.
    pub hold: Option<Rule>,
    /// The provision on wagers against the banker, if stakes are limited by the amount in the bank.
    pub cover: Option<Rule>,
}

/// Whose the bank is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HeldBy {
    /// The house's.
    House,
    /// A player's, until an opposing hand wins.
    Passing,
}

/// The betting areas of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Areas {
    /// How many areas are numbered.
    pub numbered: u8,
    /// The provision on the areas.
    pub cite: Rule,
    /// Whether standing players have an area of their own.
    pub standing: StandingArea,
}

/// Where standing players place their bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandingArea {
    /// On a separate area.
    Own,
    /// Nowhere, under this provision.
    None(Rule),
}
