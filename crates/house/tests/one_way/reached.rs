//! What a run has reached: which commands were accepted and refused, and in which phases of a table.

use std::collections::BTreeMap;
use std::fmt;

use croupier_house::command::Command;
use croupier_house::table::Phase;

/// Every command of the office.
pub(crate) const OFFICE: [&str; 26] = [
    "AdoptHouseFile",
    "Enrol",
    "Approve",
    "Assign",
    "RefuseService",
    "ResumeService",
    "Exclude",
    "SetLimit",
    "Capital",
    "Issue",
    "RequestExchange",
    "ConfirmExchange",
    "WithdrawExchange",
    "OpenDispute",
    "AnswerDispute",
    "EscalateDispute",
    "ProposeOffice",
    "AuthoriseOffice",
    "WithdrawOffice",
    "NoteDocument",
    "StoreEditions",
    "RequestChips",
    "LayOutChips",
    "ConfirmChips",
    "CancelChips",
    "TakeOver",
];

/// Commands that one person can give only while the house is being founded.
const FOUNDING: [&str; 4] = ["Approve", "Assign", "Capital", "Issue"];

/// Every command at a table.
pub(crate) const AT_TABLES: [&str; 30] = [
    "Sit",
    "Leave",
    "Bet",
    "TakeBack",
    "Cancel",
    "Decide",
    "Decline",
    "GiveUpBank",
    "Announce",
    "Enter",
    "ConfirmEntry",
    "DropEntry",
    "Declare",
    "Reveal",
    "Tick",
    "Propose",
    "Authorise",
    "Withdraw",
    "RequestSlip",
    "StepSlip",
    "GiveSeed",
    "Ready",
    "NoteAway",
    "NoteBack",
    "ClearSeats",
    "AddReader",
    "RevokeReader",
    "Read",
    "CallInspector",
    "AnswerCall",
];

/// Every phase of a table.
pub(crate) const PHASES: [Phase; 9] = [
    Phase::Closed,
    Phase::Waiting,
    Phase::PlaceYourBets,
    Phase::FinalBets,
    Phase::NoMoreBets,
    Phase::Outcome,
    Phase::Insurance,
    Phase::Decision,
    Phase::Payment,
];

/// The numbers of commands that were accepted and refused.
type Counts = [u64; 2];

/// What has been reached.
#[derive(Default)]
pub(crate) struct Reached {
    commands: BTreeMap<String, Counts>,
    pairs: BTreeMap<(String, Phase), Counts>,
}

impl Reached {
    /// Notes a command that was given, and the phase of its table.
    pub(crate) fn note(&mut self, command: &Command, phase: Option<Phase>, accepted: bool) {
        let name = match command {
            Command::Table(_, act) => first_word(&format!("{act:?}")),
            other => first_word(&format!("{other:?}")),
        };
        self.commands.entry(name.clone()).or_default()[usize::from(!accepted)] += 1;
        if let Some(phase) = phase {
            self.pairs.entry((name, phase)).or_default()[usize::from(!accepted)] += 1;
        }
    }

    /// The numbers of commands that were accepted and refused.
    pub(crate) fn sums(&self) -> Counts {
        [0, 1].map(|index| self.commands.values().map(|counts| counts[index]).sum())
    }

    /// A command at a table that has not been given in this phase yet.
    pub(crate) fn not_yet_given(&self, phase: Phase) -> Option<&'static str> {
        AT_TABLES.into_iter().find(|name| !self.pairs.contains_key(&((*name).to_owned(), phase)))
    }

    /// What was not reached: every command is accepted and refused, and every command at a table is given in every
    /// phase.
    pub(crate) fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for name in OFFICE.into_iter().chain(AT_TABLES) {
            let [accepted, refused] = self.commands.get(name).copied().unwrap_or_default();
            if accepted == 0 && !FOUNDING.contains(&name) {
                missing.push(format!("{name} was never accepted"));
            }
            if refused == 0 {
                missing.push(format!("{name} was never refused"));
            }
        }
        for phase in PHASES {
            missing
                .extend(self.not_yet_given(phase).map(|name| format!("{name} was never given in {phase:?}")));
        }
        missing
    }
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [accepted, refused] = self.sums();
        writeln!(f, "{accepted} accepted, {refused} refused")?;
        writeln!(f, "{} of {} pairs reached", self.pairs.len(), AT_TABLES.len() * PHASES.len())?;
        for name in OFFICE.into_iter().chain(AT_TABLES) {
            let [accepted, refused] = self.commands.get(name).copied().unwrap_or_default();
            write!(f, "{name}: {accepted} accepted, {refused} refused")?;
            for phase in PHASES {
                if let Some([accepted, refused]) = self.pairs.get(&(name.to_owned(), phase)) {
                    write!(f, "; {phase:?} {accepted}/{refused}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

fn first_word(text: &str) -> String {
    text.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}
