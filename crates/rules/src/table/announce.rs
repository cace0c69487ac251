//! The dealer's announcements: place your bets, final bets, no more bets.

use super::table_game::{Table, TableGame};
use crate::law::Refusal;

impl<G: TableGame> Table<'_, G> {
    /// `place your bets`: permitted once, while betting is open and before `final bets`.
    pub(super) fn place_your_bets(&mut self) -> Result<(), Refusal> {
        if !self.betting.open || self.betting.placed || self.betting.finals {
            let allowed = "it comes once, when betting opens";
            return Err(Refusal::new(self.conduct.place_your_bets, "place your bets", allowed));
        }
        self.betting.placed = true;
        Ok(())
    }

    /// `final bets`: permitted once, while betting is open.
    pub(super) fn final_bets(&mut self) -> Result<(), Refusal> {
        if !self.betting.open || self.betting.finals {
            let allowed = "it comes once, while betting is open";
            return Err(Refusal::new(self.conduct.final_bets, "final bets", allowed));
        }
        self.betting.finals = true;
        Ok(())
    }

    /// `no more bets`: betting closes.
    pub(super) fn no_more_bets(&mut self) -> Result<(), Refusal> {
        if !self.betting.open {
            return Err(Refusal::new(self.conduct.late, "no more bets", "betting is already closed"));
        }
        self.close_betting();
        Ok(())
    }

    /// Closes betting, by announcement or because the first card, ball or throw comes.
    pub(super) fn close_betting(&mut self) {
        if self.betting.open {
            self.betting.close();
            G::betting_closed(self);
            self.close_sides();
        }
    }
}
