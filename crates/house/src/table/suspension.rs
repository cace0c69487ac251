//! A table that is open and takes no round, because it cannot be played by the text it was opened under.

use croupier_rules::notation::Act;

use super::laid::LaidStakes;
use super::live::{LiveTable, RulesInForce};
use super::mode::Mode;
use super::seed_chain::{self, ChainState};
use crate::event::Event;
use crate::rejection::Rejection;

/// Why a table is suspended, and what is on it. It goes on when two people void its round, or close it.
#[derive(Clone)]
pub struct Suspension<'b> {
    /// The reason.
    pub reason: Box<str>,
    /// The mode in which it is run.
    pub mode: Mode,
    /// The version of the house file that was in force when it opened.
    pub(crate) settings: u32,
    /// The rules it was opened under; `None` if they are not available.
    pub(crate) in_force: Option<RulesInForce<'b>>,
    /// What lies on it, according to the ledger.
    pub laid: LaidStakes,
    /// Its seed chain.
    pub(crate) seed_chain: Option<ChainState>,
}

impl<'b> Suspension<'b> {
    /// The suspension of a table that was played until now.
    pub(crate) fn of(live: LiveTable<'b>, laid: LaidStakes, reason: &str) -> Self {
        let LiveTable { mode, settings, in_force, seed_chain, .. } = live;
        Self { reason: reason.into(), mode, settings, in_force: Some(in_force), laid, seed_chain }
    }

    /// The rejection of a command at a suspended table.
    pub(crate) fn rejection(&self, name: &str) -> Rejection {
        let allowed = "two people void the round, or close the table when nothing lies on it";
        Rejection::order(format!("{name} is suspended: {}", self.reason), allowed)
    }

    /// The table as it was opened, to go on; `None` if its rules are not available.
    pub(crate) fn reopened(&self, in_force: Option<&RulesInForce<'b>>) -> Option<LiveTable<'b>> {
        let mut live = LiveTable::new(self.mode, self.settings, in_force.or(self.in_force.as_ref())?.clone());
        (live.staked, live.returned) = (self.laid.staked, self.laid.returned);
        live.seed_chain.clone_from(&self.seed_chain);
        Some(live)
    }

    /// Follows an event of fair dealing in the journal. Its outcomes cannot be checked against the record here.
    pub(crate) fn follow_fair(&mut self, event: &Event) {
        match (event, &mut self.seed_chain) {
            (Event::SeedRevealed { seed, .. }, Some(chain)) => chain.note_revealed(*seed),
            (event, chain) => {
                if seed_chain::apply(chain, event).is_err() {
                    *chain = None;
                }
            }
        }
    }

    /// The event that gives up its chain, if it has one.
    pub(crate) fn retired_chain(&self) -> Option<Event> {
        let reason = format!("the table was suspended: {}", self.reason);
        self.seed_chain.as_ref().map(|_| Event::ChainRetired { reason: reason.into() })
    }

    /// Notes the outcomes that acts in the journal dealt.
    pub(crate) fn note_dealt(&mut self, acts: &[Act]) {
        if let Some(chain) = &mut self.seed_chain {
            acts.iter().for_each(|act| chain.note_dealt(act));
        }
    }
}
