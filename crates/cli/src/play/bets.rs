//! The visitor's bets: made, taken back, doubled, made again.

use croupier_house::Refusal;
use croupier_house::table::Held;

use super::telling::{Said, Tone};
use super::visit::Visit;
use super::words::{self, Bet};

impl Visit<'_> {
    /// Makes a bet, and says whether it was accepted.
    pub(super) fn bet(&mut self, bet: Bet) -> Said {
        let wager = words::whole_wager(&bet.wager, &self.wagers);
        match self.parlour.bet(bet.amount, &wager, bet.area.clone()) {
            Ok(number) => {
                let said = Said::plain(format!("Accepted: {} on {wager} (stake {number}).", bet.amount));
                self.bets.push(Bet { wager, ..bet });
                said
            }
            Err(refusal) => Said::refused(format!("Refused: {} on {wager}. {refusal}", bet.amount)),
        }
    }

    /// The visitor's stakes of this betting, by number.
    fn laid(&self) -> Vec<u32> {
        let Ok(sitting) = self.parlour.sitting() else { return Vec::new() };
        let own = |(number, held): &(u32, &Held)| {
            held.person == self.parlour.you && held.returned.is_none() && *number >= sitting.round_from()
        };
        sitting.stakes().filter(own).map(|(number, _)| number).collect()
    }

    /// Takes back the last so many bets.
    pub(super) fn undo(&mut self, count: usize, said: &mut Vec<Said>) -> Result<(), Refusal> {
        let laid = self.laid();
        if laid.is_empty() {
            said.push(Said::plain("There is no bet of this round to take back."));
        }
        for number in laid.into_iter().rev().take(count) {
            self.parlour.take_back(number)?;
            let back =
                self.bets.pop().map(|bet| format!("{} on {}", bet.amount, bet.wager)).unwrap_or_default();
            said.push(Said::plain(format!("Taken back: {back} (stake {number}).")));
        }
        Ok(())
    }

    /// Makes the bets of the last round again.
    pub(super) fn rebet(&mut self, said: &mut Vec<Said>) {
        if self.bets_before.is_empty() {
            said.push(Said::plain("There was no bet to make again."));
        }
        for bet in self.bets_before.clone() {
            said.push(self.bet(bet));
        }
    }

    /// Makes the bets of this round twice as large, where the rules take that.
    pub(super) fn double_bets(&mut self, said: &mut Vec<Said>) -> Result<(), Refusal> {
        let bets = self.bets.clone();
        self.undo(usize::MAX, said)?;
        for bet in bets {
            let twice = bet.amount.times(2).unwrap_or(bet.amount);
            let doubled = self.bet(Bet { amount: twice, ..bet.clone() });
            let refused = doubled.tone == Tone::Refused;
            said.push(doubled);
            if refused {
                said.push(self.bet(bet));
            }
        }
        Ok(())
    }
}
