//! The visitor's bets: made, taken back, doubled, made again.

use croupier_house::Rejection;
use croupier_house::table::PlacedStake;
use croupier_kit::Money;
use croupier_rules::notation::nearest;

use super::telling::{Said, Tone};
use super::visit::{Learn, Visit};
use super::words::{self, Bet};
use super::{answers, tariff};

impl Visit<'_> {
    /// Makes a bet, and says whether it was accepted; to one who learns also what it costs.
    pub(super) fn bet(&mut self, bet: Bet) -> Vec<Said> {
        let wager = words::whole_wager(&bet.wager, &self.wagers);
        match self.parlour.bet(bet.amount, &wager, bet.area.clone()) {
            Ok(number) => {
                let accepted = Said::plain(format!("Accepted: {} on {wager} (stake {number}).", bet.amount));
                let cost = self.cost_of(&wager, bet.amount);
                self.bets.push(Bet { wager, ..bet });
                std::iter::once(accepted).chain(cost).collect()
            }
            Err(refusal) => {
                let meant = self.meant(&wager, &refusal.to_string());
                vec![Said::refused(format!("Refused: {} on {wager}. {refusal}{meant}", bet.amount))]
            }
        }
    }

    /// What a bet costs on average, for one who learns.
    fn cost_of(&self, wager: &str, amount: Money) -> Option<Said> {
        if self.learn != Learn::Always {
            return None;
        }
        self.be_patient();
        let entry = tariff::of_wager(self, wager)?;
        #[allow(clippy::cast_precision_loss, reason = "a cost is shown in hundredths")]
        let costs = entry.price.map(|price| price.edge.value() * amount.minor() as f64 / 100.0);
        let costs = costs.map(|cost| format!(", which costs {cost:.2} on average")).unwrap_or_default();
        Some(Said::hint(format!("{}: {}{costs}.", entry.label, entry.edge())))
    }

    /// What somebody could have meant by a wager that is not there.
    fn meant(&self, wager: &str, refusal: &str) -> String {
        let head = wager.split(' ').next().unwrap_or_default();
        let heads = || self.wagers.iter().filter_map(|known| known.split(' ').next());
        if refusal.contains("did you mean") || head == "behind" || heads().any(|known| known == head) {
            return String::new();
        }
        match nearest(head, heads()) {
            Some(near) => format!(". Did you mean `{near}`?"),
            None => format!(". There are {}.", answers::forms(self)),
        }
    }

    /// The visitor's stakes of this betting, by number.
    fn laid(&self) -> Vec<u32> {
        let Ok(sitting) = self.parlour.live() else { return Vec::new() };
        let own = |(number, held): &(u32, &PlacedStake)| {
            held.person == self.parlour.you && held.returned.is_none() && *number >= sitting.round_from()
        };
        sitting.stakes().filter(own).map(|(number, _)| number).collect()
    }

    /// Takes back the last so many bets.
    pub(super) fn undo(&mut self, count: usize, said: &mut Vec<Said>) -> Result<(), Rejection> {
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
            said.extend(self.bet(bet));
        }
    }

    /// Makes the bets of this round twice as large, where the rules take that.
    pub(super) fn double_bets(&mut self, said: &mut Vec<Said>) -> Result<(), Rejection> {
        let bets = self.bets.clone();
        self.undo(usize::MAX, said)?;
        for bet in bets {
            let twice = bet.amount.times(2).unwrap_or(bet.amount);
            let doubled = self.bet(Bet { amount: twice, ..bet.clone() });
            let refused = doubled.iter().any(|said| said.tone == Tone::Refused);
            said.extend(doubled);
            if refused {
                said.extend(self.bet(bet));
            }
        }
        Ok(())
    }
}
