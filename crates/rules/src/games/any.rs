//! The rules of any of the games, chosen at run time.

use super::list::{AnyGame, Family};
use crate::fixed::FixedTerms;
use crate::table::{BetsOfRound, CardSource, TableGame, unstakable};

/// Runs the same code for any variant of `AnyGame`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        $crate::with_family!([$crate::games::AnyGame] $any, $game => $body)
    };
}

impl Family {
    /// The family with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }
}

impl AnyGame {
    /// The terms that the book fixes at this table.
    pub fn fixed_terms(&self) -> FixedTerms {
        with_game!(self, game => game.fixed_terms())
    }

    /// Whether it is played with cards.
    pub(crate) fn has_cards(&self) -> bool {
        with_game!(self, game => game.packs() != CardSource::None)
    }

    /// What the bets of a round have in common.
    pub fn bets_of_round(&self) -> BetsOfRound {
        with_game!(self, game => BetsOfRound::of(game))
    }

    /// The wagers on which nothing can be staked, because no stake is paid exactly at all of their odds or the win is too
    /// large. A book with one is refused.
    pub(crate) fn unstakable(&self) -> Vec<String> {
        with_game!(self, game => unstakable(game))
    }
}
