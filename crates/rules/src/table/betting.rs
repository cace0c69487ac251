//! When bets may be made, and what the dealer has announced.

use super::{Table, TableGame};
use crate::law::{Cites, Refusal};

/// The state of betting in one hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Betting {
    open: bool,
    placed: bool,
    finals: bool,
    /// Counts the times betting has opened.
    pub(super) period: u32,
}

impl Default for Betting {
    fn default() -> Self {
        Self { open: true, placed: false, finals: false, period: 1 }
    }
}

impl Betting {
    /// Whether bets may be made.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Whether `place your bets` has been said in this hand.
    pub const fn is_placed(&self) -> bool {
        self.placed
    }

    /// Whether `final bets` has been said in this hand.
    pub const fn is_final(&self) -> bool {
        self.finals
    }

    /// Betting opens anew.
    pub(super) const fn reopen(&mut self) {
        *self = Self { open: true, placed: false, finals: false, period: self.period + 1 };
    }

    pub(super) const fn close(&mut self) {
        self.open = false;
    }
}

impl<G: TableGame> Table<'_, G> {
    /// `place your bets`: once, while betting is open and not yet in its last moments.
    pub(super) fn place_your_bets(&mut self) -> Result<(), Refusal> {
        let in_order = self.betting.open && !self.betting.placed && !self.betting.finals;
        self.announce(
            in_order,
            self.conduct.place_your_bets,
            "place your bets",
            "it opens the betting of a hand, once",
        )?;
        self.betting.placed = true;
        Ok(())
    }

    /// `final bets`: once, while betting is open.
    pub(super) fn final_bets(&mut self) -> Result<(), Refusal> {
        let in_order = self.betting.open && !self.betting.finals;
        self.announce(
            in_order,
            self.conduct.final_bets,
            "final bets",
            "it comes once, while betting is open",
        )?;
        self.betting.finals = true;
        Ok(())
    }

    /// `no more bets`: betting closes.
    pub(super) fn no_more_bets(&mut self) -> Result<(), Refusal> {
        self.announce(self.betting.open, self.conduct.late, "no more bets", "betting is closed already")?;
        self.close_betting();
        Ok(())
    }

    fn announce(
        &self,
        in_order: bool,
        cites: Cites,
        found: &'static str,
        allowed: &'static str,
    ) -> Result<(), Refusal> {
        if in_order { Ok(()) } else { Err(Refusal::new(cites, found, allowed)) }
    }

    /// Betting closes, by word or by the first thing that falls.
    pub(super) fn close_betting(&mut self) {
        if self.betting.open {
            self.betting.close();
            G::betting_closed(self);
        }
    }
}
