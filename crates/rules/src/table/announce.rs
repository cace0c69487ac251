//! The announcements of the dealer: place your bets, final bets, no more bets.

use super::table_game::{Table, TableGame};
use crate::law::{Cites, Refusal};

impl<G: TableGame> Table<'_, G> {
    /// `place your bets`: once, while betting is open and not yet in its last moments.
    pub(super) fn place_your_bets(&mut self) -> Result<(), Refusal> {
        let in_order = self.betting.open && !self.betting.placed && !self.betting.finals;
        self.announce(
            in_order,
            self.conduct.place_your_bets,
            "place your bets",
            "it comes once, when betting opens",
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
        self.announce(self.betting.open, self.conduct.late, "no more bets", "betting is already closed")?;
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
