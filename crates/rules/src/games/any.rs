//! The rules of any of the games, chosen at run time.

use super::baccarat::Baccarat;
use super::blackjack::{BOXES_MAX, Blackjack};
use super::dice::Dice;
use super::in_between::{self, InBetween};
use super::poker::{self, HoldEm};
use super::roulette::Roulette;
use crate::contract::Seated;
use crate::fixed::FixedTerms;

/// The rules of one table. An enum rather than a trait object, so that calls need no dynamic dispatch.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the games are their own names")]
pub enum AnyGame {
    Roulette(Roulette),
    Dice(Dice),
    Blackjack(Seated<Blackjack, BOXES_MAX>),
    Baccarat(Baccarat),
    InBetween(Seated<InBetween, { in_between::PLAYERS_MAX }>),
    Poker(Seated<HoldEm, { poker::PLAYERS_MAX }>),
}

/// Runs the same code for any variant of `AnyGame`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            $crate::games::AnyGame::Roulette($game) => $body,
            $crate::games::AnyGame::Dice($game) => $body,
            $crate::games::AnyGame::Blackjack($game) => $body,
            $crate::games::AnyGame::Baccarat($game) => $body,
            $crate::games::AnyGame::InBetween($game) => $body,
            $crate::games::AnyGame::Poker($game) => $body,
        }
    };
}

impl AnyGame {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        with_game!(self, game => game.fixed_terms())
    }
}
