//! Beginning a round, and the ticks that drive the phases of an automatic table.
use croupier_rules::notation::{Act, Direction};
use croupier_rules::table::CardSource;

use super::new_event::{NewEvent, act_events};
use crate::event::{ActReason, Event};
use crate::house::{DecisionScope, House};
use crate::ids::{Now, TableId};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{ActGroup, DealSource, Mode, OutcomeSource, Phase, ProofNames, held, no_key};

impl House<'_> {
    /// Begins a round: clears the previous one, shuffles if necessary and opens the betting.
    pub(crate) fn begin_round(
        &self,
        id: TableId,
        now: Now,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_hours(id, now)?;
        let build = self.build.clone();
        let name = self.chain_name(id);
        let table = self.table(id)?;
        if !matches!(table.phase(), Phase::Waiting | Phase::Payment) {
            let cites = table.open()?.in_force.game.conduct().place_your_bets;
            let rejection = Rejection::order("a round is in play", "wait until it is over");
            return Err(rejection.citing(cites, table.open()?.in_force.book));
        }
        let DecisionScope { mut live, context, rounds, records, .. } = self.decision_scope(id)?;
        let mut events = Vec::new();
        let mut before = Vec::new();
        let automatic = live.mode == Mode::Automatic;
        let names = ProofNames { table: name, round: rounds + 1 };
        let committed = match outcomes.vault().filter(|_| automatic) {
            Some(vault) => live.commit_to_link(&names, vault)?,
            None if live.seed_chain.is_some() => return Err(no_key()),
            None => Vec::new(),
        };
        events.extend(committed.into_iter().map(|event| NewEvent::at(id, event, Vec::new())));
        if live.rules.is_over() {
            live.perform_one(Act::NextHand, ActReason::Ordinary, &context, &mut before)?;
        }
        if automatic && live.rules.shoe().1.is_spent() {
            live.perform_one(Act::Shuffle, ActReason::Ordinary, &context, &mut before)?;
            outcomes.shuffled();
        }
        events.extend(act_events(id, before));
        if let Some((person, _)) = live.bank
            && (context.office.check_served(person, now).is_err()
                || live.rules.passing_bank().is_none_or(|(bank, _)| bank.passes))
        {
            let back = live.give_up_bank(&context);
            events.push(NewEvent::at(id, Event::BankGivenUp { person }, back.into_iter().collect()));
        }
        if matches!(live.rules.shoe().0, CardSource::EveryHand(_) | CardSource::Shuffler(_)) {
            outcomes.shuffled();
        }
        let restated = live.next_record();
        let (round, record) = (rounds + 1, records + u64::from(restated.is_some()));
        live.begin_round(restated.is_some())?;
        let (book, settings) = (live.in_force.digest, live.settings);
        events.push(NewEvent::at(id, Event::RoundBegan { round, record, book, settings, build }, Vec::new()));
        let mut invited = Vec::new();
        for act in restated.unwrap_or_default().into_iter().chain([Act::PlaceYourBets]) {
            live.perform_one(act, ActReason::Ordinary, &context, &mut invited)?;
        }
        events.extend(act_events(id, invited));
        Ok(events)
    }

    /// Handles a tick: the time of a phase has run out at an automatic table.
    pub(crate) fn tick(
        &self,
        id: TableId,
        now: Now,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let table = self.table(id)?;
        let phase = table.phase();
        let early = table.is_early(&self.pace, now.at);
        if table.open()?.mode == Mode::Attended {
            return Err(Rejection::order("the table is attended", "its dealer announces the phases"));
        }
        if let Some(why) = outcomes.held() {
            return Err(held(why));
        }
        if early {
            return Err(Rejection::order("the time of the phase has not run out", "wait for it"));
        }
        if matches!(phase, Phase::Waiting | Phase::Payment) {
            if table.seated.is_empty() {
                return Err(Rejection::order("nobody sits at the table", "somebody must take a seat first"));
            }
            return self.begin_round(id, now, outcomes);
        }
        let DecisionScope { mut live, context, seeds, .. } = self.decision_scope(id)?;
        let settled = live.settled_outcome(outcomes)?;
        let mut source = DealSource::of(settled.as_ref(), outcomes);
        let mut out: Vec<ActGroup> = Vec::new();
        let mut events = Vec::new();
        let mut closed = None;
        match phase {
            Phase::PlaceYourBets | Phase::FinalBets => {
                let book = live.in_force.book;
                live.rules.check_begin().map_err(|rejection| Rejection::by_rules(&rejection, book))?;
                let act = if phase == Phase::PlaceYourBets { Act::FinalBets } else { Act::NoMoreBets };
                live.perform_one(act, ActReason::Ordinary, &context, &mut out)?;
                if phase == Phase::FinalBets && live.rules.wheel().is_some() {
                    // Where the book prescribes no direction, all spins go one way.
                    let way = live.rules.spin_due().unwrap_or(Direction::Left);
                    live.perform_one(Act::Spin(way), ActReason::Ordinary, &context, &mut out)?;
                }
                if phase == Phase::FinalBets {
                    closed = live.close_seeds(seeds)?;
                }
            }
            Phase::Insurance => {
                live.insurance_closed = true;
                events.push(NewEvent::at(id, Event::InsuranceClosed, Vec::new()));
                live.deal_on(&context, &mut source, &mut out)?;
            }
            Phase::Decision => {
                if let Some(act) = live.default_act() {
                    live.perform_one(act, ActReason::TimedOut, &context, &mut out)?;
                }
                live.deal_on(&context, &mut source, &mut out)?;
            }
            _ => {
                live.deal_on(&context, &mut source, &mut out)?;
                if out.is_empty() {
                    return self.void_without_cards(id, outcomes);
                }
            }
        }
        events.extend(act_events(id, out));
        let revealed = live.reveal_when_over(settled.as_ref())?;
        events.extend(closed.into_iter().chain(revealed).map(|event| NewEvent::at(id, event, Vec::new())));
        Ok(events)
    }

    /// The shoe is empty in the middle of a round, and the rules of the game do not go on without a card: the round is
    /// void, every stake is returned, and the seed of the shoe is revealed.
    fn void_without_cards(
        &self,
        id: TableId,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let DecisionScope { mut live, context, seeds, rounds, ledger, .. } = self.decision_scope(id)?;
        // What the round has already paid is taken back where the players still have it.
        let undone = ledger.check(&live.clone().interrupt(true, &context)).is_ok();
        let back = live.interrupt(undone, &context);
        let mut events = vec![NewEvent::at(id, Event::RoundInterrupted { round: rounds, undone }, back)];
        let revealed = live.abandon_link(seeds, outcomes)?;
        events.extend(revealed.into_iter().map(|event| NewEvent::at(id, event, Vec::new())));
        Ok(events)
    }

    /// Checks the hours of the table: a round may only begin within them.
    pub(crate) fn check_hours(&self, id: TableId, now: Now) -> Result<(), Rejection> {
        let table = self.table(id)?;
        let hours = self.table_in_file(id)?.hours.as_ref().map(toml::Spanned::get_ref);
        match hours {
            Some(hours) if !hours.hold(now.minute) => {
                let (found, allowed) =
                    (format!("{} is closed at this hour", table.name), format!("it is open {hours}"));
                let rejection = Rejection::new(RejectionCode::Rules, found, allowed);
                let (book, game) = self.game_of(id, now.date)?;
                Err(rejection.citing(game.conduct().hours, book))
            }
            _ => Ok(()),
        }
    }
}
