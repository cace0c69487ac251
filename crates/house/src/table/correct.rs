//! Corrections: a round is voided, or a line of its record is replaced (§4.18, §A.6.4).

use croupier_rules::notation::read_act;
use croupier_rules::table::Continuation;

use super::live::{LiveTable, TableContext};
use super::stake::PlacedStake;
use crate::ledger::Transaction;
use crate::rejection::{Rejection, RejectionCode};

impl LiveTable<'_> {
    /// Voids the round: all stakes are returned, payments are reversed, and the table returns to the state at its
    /// opening.
    pub(crate) fn void_round(&mut self, context: &TableContext<'_>) -> Vec<Transaction> {
        let mut back = self.release_declared(context);
        back.extend(self.undo_round(context));
        self.clear();
        back
    }

    /// Ends what is under way because the house was restored: the round is undone, or only the standing stakes are
    /// returned, and the table returns to the state at its opening.
    pub(crate) fn interrupt(&mut self, undone: bool, context: &TableContext<'_>) -> Vec<Transaction> {
        if undone {
            return self.void_round(context);
        }
        let mut back = self.release_declared(context);
        back.extend(self.return_standing(context));
        back.extend(self.give_up_bank(context));
        self.clear();
        back
    }

    /// Replays the record with one line replaced, and corrects the payment of every stake.
    pub(crate) fn correct(
        &mut self,
        from: &str,
        to: &str,
        context: &TableContext<'_>,
    ) -> Result<Vec<Transaction>, Rejection> {
        let record = self.replaced(from, to)?;
        let Self { mut rules, cards, .. } = self.replayed(&record)?;
        self.cards = cards;
        rules.take_touched(&mut self.touched);
        if self.bank.is_none() {
            // Giving up a bank is no act of the record.
            rules.give_up_bank();
        }
        // The record was played from an empty table.
        (self.rules, self.start) = (rules, Continuation::default());
        self.record = record;
        self.settle_again(context)
    }

    /// A table at which a record was played from the beginning, with the cards of its last hand.
    fn replayed(&self, record: &str) -> Result<Self, Rejection> {
        let mut table = Self::new(self.mode, self.settings, self.in_force.clone());
        for line in record.lines().filter(|line| !is_head(line)) {
            let act = read_act(line)
                .map_err(|misread| Rejection::new(RejectionCode::Malformed, line, misread.message))?;
            table.act(&act)?;
        }
        Ok(table)
    }

    /// The record with the last occurrence of a line replaced.
    fn replaced(&self, from: &str, to: &str) -> Result<String, Rejection> {
        let mut lines: Vec<&str> = self.record.lines().collect();
        let is_act = |line: &str| !is_head(line) && !is_restated(line);
        let index = lines.iter().rposition(|line| *line == from.trim() && is_act(line));
        let Some(index) = index else {
            let allowed = "name a line of the current record";
            return Err(Rejection::new(
                RejectionCode::Unknown,
                format!("`{from}` is not in the record"),
                allowed,
            ));
        };
        lines[index] = to.trim();
        Ok(lines.join("\n") + "\n")
    }

    fn settle_again(&mut self, context: &TableContext<'_>) -> Result<Vec<Transaction>, Rejection> {
        let stakes: Vec<(u32, PlacedStake)> =
            self.stakes().map(|(number, placed)| (number, *placed)).collect();
        let mut out = Vec::new();
        for (number, placed) in stakes {
            let now = self.rules.stake_now(number).filter(|now| now.amount == placed.amount);
            match (placed.returned, now.and_then(|now| now.returned)) {
                (Some(did), Some(should)) => {
                    out.extend(self.correct_return(number, &placed, did, should, context));
                    self.placed[number as usize - 1].returned = Some(should);
                }
                (None, None) if now.is_some() => {}
                _ => {
                    let found = format!("stake {number} would not be settled in the same round");
                    return Err(Rejection::order(found, "void the round instead"));
                }
            }
        }
        if self.rules.next_number() as usize != self.placed.len() + 1 {
            return Err(Rejection::order("other stakes would have been placed", "void the round instead"));
        }
        Ok(out)
    }
}

fn is_head(line: &str) -> bool {
    ["rules ", "date ", "house "].iter().any(|word| line.starts_with(word))
}

/// Whether a line restates a stake of the record before. It follows from that record, and cannot be corrected in this.
fn is_restated(line: &str) -> bool {
    line.split(' ').nth(1) == Some("carries")
}
