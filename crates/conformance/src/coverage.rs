//! What random play has reached: every wager that a table lists, every pocket of its wheel, every throw.

use std::collections::BTreeSet;

use croupier_kit::{Throw, Wheel};
use croupier_rules::games::AnyGame;
use croupier_rules::offer::{Laid, listings};
use croupier_rules::table::TableGame;
use croupier_rules::with_game;

use crate::table::Played;

/// The wagers and outcomes of a table that have not been reached yet.
#[derive(Clone, Debug)]
pub struct Coverage {
    wagers: BTreeSet<String>,
    falls: BTreeSet<String>,
}

impl Coverage {
    /// Everything that a table lists, with nothing reached yet.
    pub fn new(rules: &AnyGame) -> Self {
        let words = |listing: croupier_rules::offer::Listing| match listing.laid {
            Laid::Bet => listing.words,
            // The record writes these with the number of the stake or box they belong to.
            Laid::Behind => vec!["behind".to_owned()],
            Laid::Insurance => vec!["insurance".to_owned()],
            Laid::Raise => vec!["raise".to_owned()],
        };
        let (wheel, dice) = with_game!(rules, rules => (rules.wheel().cloned(), rules.throws_dice()));
        let balls = wheel.iter().flat_map(Wheel::order).map(|pocket| format!("ball {pocket}"));
        let throws = Throw::all().filter(|_| dice).map(|throw| format!("dice {throw}"));
        let falls = balls.chain(throws).collect();
        Self { wagers: listings(rules).into_iter().flat_map(words).collect(), falls }
    }

    /// Records the accepted bets and the outcomes of a played table.
    pub fn note(&mut self, played: &Played) {
        for wager in played.accepted() {
            let first = wager.split(' ').next().unwrap_or_default();
            if matches!(first, "behind" | "insurance" | "raise") {
                self.wagers.remove(first);
            }
            self.wagers.remove(&wager);
        }
        for fallen in played.fallen() {
            self.falls.remove(&fallen);
        }
    }

    /// What has not been reached.
    pub fn missing(&self) -> Vec<&str> {
        self.wagers.iter().chain(&self.falls).map(String::as_str).collect()
    }
}
