//! A fill or credit slip.

use croupier_house::paper::{Count, SlipKind, SlipState};
use croupier_print::{Passage, Printout, Sheet};

use super::letterhead::{Letterhead, SignedStep};

/// A fill or credit as the journal has it.
pub(crate) struct SlipPaper {
    pub(crate) table: String,
    pub(crate) number: u32,
    pub(crate) kind: SlipKind,
    pub(crate) state: SlipState,
    pub(crate) chips: Count,
    /// The steps that were taken, the request first.
    pub(crate) steps: Vec<(SlipState, SignedStep)>,
    /// Why it is void.
    pub(crate) reason: Option<String>,
}

/// What is signed at each step of a slip.
const STEPS: [(SlipState, &str); 4] = [
    (SlipState::Requested, "Requested by"),
    (SlipState::Sent, "Sent by"),
    (SlipState::Delivered, "Delivered by"),
    (SlipState::Confirmed, "Counted and confirmed by"),
];

impl SlipPaper {
    pub(crate) fn printout(&self, of: &Letterhead) -> Printout {
        let (title, word, way) = match self.kind {
            SlipKind::Fill => ("Fill slip", "fill", "From the cage to the table"),
            SlipKind::Credit => ("Credit slip", "credit", "From the table to the cage"),
        };
        let at = self.steps.last().map_or(0, |(_, step)| step.at);
        let number = format!("{} · {word} {}", self.table, self.number);
        let mut paper = of.paper(title, number, at, Sheet::A5);
        let mut facts = vec![
            ("Number".to_owned(), self.number.to_string()),
            ("Table".to_owned(), self.table.clone()),
            ("Chips".to_owned(), way.to_owned()),
            (
                "Amount".to_owned(),
                self.chips.total().map_or_else(|_| "too large".to_owned(), |sum| of.amount(sum)),
            ),
            ("State".to_owned(), state_words(self.state).to_owned()),
        ];
        if self.state == SlipState::Void {
            paper.stamp = Some("VOID".to_owned());
            facts.push(("Void because".to_owned(), self.reason.clone().unwrap_or_default()));
        }
        paper.passages = vec![
            Passage::Facts(facts),
            Passage::Grid(of.count(&self.chips)),
            Passage::Signatures(self.signatures(of)),
        ];
        paper
    }

    /// A line for each step; of a slip that is void only those that were taken, and who declared it void.
    fn signatures(&self, of: &Letterhead) -> Vec<croupier_print::Signature> {
        let step = |state| self.steps.iter().find(|(taken, _)| *taken == state).map(|(_, step)| step);
        let void = step(SlipState::Void);
        let lines = STEPS.into_iter().filter(|(state, _)| void.is_none() || step(*state).is_some());
        let lines = lines.map(|(state, what)| of.signature(what, step(state)));
        lines.chain(void.map(|step| of.signature("Declared void by", Some(step)))).collect()
    }
}

const fn state_words(state: SlipState) -> &'static str {
    match state {
        SlipState::Requested => "requested",
        SlipState::Sent => "sent",
        SlipState::Delivered => "delivered",
        SlipState::Confirmed => "confirmed",
        SlipState::Void => "void",
    }
}
