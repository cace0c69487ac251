//! What was wrong is put right: a round is void, or a line of its record is another (§4.18, §A.6.4).

use croupier_rules::notation::read_act;

use super::settle::Held;
use super::sitting::{Around, Sitting};
use crate::ledger::Transaction;
use crate::refusal::{Code, Refusal};

impl Sitting<'_> {
    /// All stakes go back and what was paid is undone; the table stands as it stood when it opened.
    pub(crate) fn void_round(&mut self, around: &Around<'_>) -> Vec<Transaction> {
        let mut back = self.release_declared(around);
        back.extend(self.undo_round(around));
        self.clear();
        back
    }

    /// The record with one of its lines replaced is played again, and every stake gets what it should have got.
    pub(crate) fn correct(
        &mut self,
        from: &str,
        to: &str,
        around: &Around<'_>,
    ) -> Result<Vec<Transaction>, Refusal> {
        let record = self.replaced(from, to)?;
        let mut rules = Self::new(self.mode, self.settings, self.law.clone()).rules;
        for line in record.lines().filter(|line| !is_head(line)) {
            let act =
                read_act(line).map_err(|misread| Refusal::new(Code::Malformed, line, misread.message))?;
            rules.try_act(&act).map_err(|refusal| Refusal::by_rules(&refusal, self.law.book))?;
        }
        rules.take_touched(&mut self.touched);
        self.rules = rules;
        self.record = record;
        self.settle_again(around)
    }

    /// The record with the last line that reads so replaced.
    fn replaced(&self, from: &str, to: &str) -> Result<String, Refusal> {
        let mut lines: Vec<&str> = self.record.lines().collect();
        let place = lines.iter().rposition(|line| *line == from.trim() && !is_head(line));
        let Some(place) = place else {
            let allowed = "a line of the record as it stands is corrected";
            return Err(Refusal::new(Code::Unknown, format!("`{from}` is not in the record"), allowed));
        };
        lines[place] = to.trim();
        Ok(lines.join("\n") + "\n")
    }

    fn settle_again(&mut self, around: &Around<'_>) -> Result<Vec<Transaction>, Refusal> {
        let stakes: Vec<(u32, Held)> = self.stakes().map(|(number, held)| (number, *held)).collect();
        let mut out = Vec::new();
        for (number, held) in stakes {
            let now = self.rules.stake_now(number).filter(|now| now.amount == held.amount);
            match (held.returned, now.and_then(|now| now.returned)) {
                (Some(did), Some(should)) => {
                    out.extend(self.set_right(number, &held, did, should, around));
                    self.held[number as usize - 1].returned = Some(should);
                }
                (None, None) if now.is_some() => {}
                _ => {
                    let found = format!("stake {number} would not be decided as it was");
                    return Err(Refusal::order(found, "such a round is made void, and played again"));
                }
            }
        }
        if self.rules.next_number() as usize != self.held.len() + 1 {
            return Err(Refusal::order("other stakes would have been laid", "such a round is made void"));
        }
        Ok(out)
    }
}

fn is_head(line: &str) -> bool {
    ["rules ", "date ", "house "].iter().any(|word| line.starts_with(word))
}
