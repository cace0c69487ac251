//! The rules of a baccarat table: its hands, the third card, its wagers, its bank and its betting areas.

use croupier_kit::Odds;
use serde::Deserialize;

use super::deal::{BANKER, LEFT, PLAYER};
use super::drawing::Drawing;
use crate::contract::{Face, Seat};
use crate::law::Rule;

/// The rules of a baccarat table.
#[derive(Clone, Debug)]
pub struct Baccarat {
    /// How many packs are in the shoe.
    pub packs: u8,
    /// How many hands oppose the banker's.
    pub hands: Opposing,
    /// How the first two cards of each hand are dealt.
    pub first_cards: Face,
    /// The rules on third cards.
    pub drawing: Drawing,
    /// The wagers.
    pub clauses: Vec<Clause>,
    /// Whose the bank is.
    pub bank: Bank,
    /// The betting areas, where the table has them.
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
    /// Their seats.
    pub(super) const fn seats(self) -> &'static [Seat] {
        match self {
            Self::One => &[PLAYER],
            Self::Two => &[PLAYER, LEFT],
        }
    }

    /// All seats in the order in which they are dealt to, the banker's last.
    pub(super) const fn order(self) -> &'static [Seat] {
        match self {
            Self::One => &[PLAYER, BANKER],
            Self::Two => &[PLAYER, LEFT, BANKER],
        }
    }
}

/// One wager of the game: its name, what it is on and how it is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its name.
    pub name: Box<str>,
    /// What it is on.
    pub backs: Backs,
    /// What it pays.
    pub odds: Odds,
    /// The provision that defines it.
    pub cite: Rule,
    /// The provision that sets the odds.
    pub odds_cite: Rule,
    /// What a draw does to it, and on both hands also a win against one and a loss to the other.
    pub undecided: Undecided,
    /// The provision on that.
    pub undecided_cite: Rule,
    /// The other wagers of which its player must have one when betting closes.
    pub beside: Vec<Box<str>>,
    /// The provision that asks for it.
    pub beside_cite: Option<Rule>,
    /// What the game must be for the wager to be accepted at all.
    pub conditions: Vec<(Condition, Rule)>,
}

/// What a wager is on.
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
    /// Whether this opposing hand is among what it is on.
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

/// Whose the bank is, and what that asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    /// Whose it is.
    pub held: HeldBy,
    /// The provision on who holds a bank that passes.
    pub hold: Option<Rule>,
    /// The provision on wagers with the banker, where stakes are bounded by what is in the bank.
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
    /// How many are numbered.
    pub numbered: u8,
    /// The provision on them.
    pub cite: Rule,
    /// Whether those who stand have one of their own.
    pub standing: StandingArea,
}

/// Where players who stand put their bets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandingArea {
    /// On an area of their own.
    Own,
    /// Nowhere, under this provision.
    None(Rule),
}
