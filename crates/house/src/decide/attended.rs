//! Attended tables: announcements, entries that are read back, and reveals.
use croupier_rules::notation::{Act, Direction};

use super::new_event::{NewEvent, Origin, act_events};
use crate::command::Announcement;
use crate::event::{ActReason, Event};
use crate::house::{DecisionScope, House};
use crate::ids::TableId;
use crate::ledger::Unit;
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{DecidedActs, LiveTable, Mode, OutcomeSource, Phase, read_lines, with_its_word, written};

/// An outcome that was tried on a copy of the table.
pub(super) enum TriedOutcome {
    /// The rules permit it; in the notation.
    Fits(Box<str>),
    /// It lies on the table although the rules do not permit it: the inspector decides.
    Breaks(Vec<Act>, Rejection),
}

impl House<'_> {
    /// Handles an announcement by the dealer.
    pub(crate) fn announce(
        &self,
        id: TableId,
        origin: Origin,
        what: Announcement,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_attends(id, origin)?;
        self.check_nothing_declared(id)?;
        let act = match what {
            Announcement::PlaceYourBets => return self.begin_round(id, origin.now, outcomes),
            Announcement::Shuffle => return self.one_act(id, Act::Shuffle, ActReason::Ordinary),
            Announcement::FinalBets => Act::FinalBets,
            Announcement::NoMoreBets => Act::NoMoreBets,
            Announcement::SpinLeft => Act::Spin(Direction::Left),
            Announcement::SpinRight => Act::Spin(Direction::Right),
            Announcement::VoidSpin => Act::VoidSpin,
            Announcement::Misdeal => Act::Misdeal,
        };
        self.check_round_began(id)?;
        self.one_act(id, act, ActReason::Ordinary)
    }

    /// Checks that a round has begun, which happens with `place your bets`.
    fn check_round_began(&self, id: TableId) -> Result<(), Rejection> {
        let live = self.table(id)?.open()?;
        if live.phase() != Phase::Waiting {
            return Ok(());
        }
        let rejection = Rejection::order("no round has begun", "announce `place your bets` first");
        Err(rejection.citing(live.in_force.game.conduct().place_your_bets, live.in_force.book))
    }

    /// Checks that the table is attended and the person belongs to its staff.
    pub(super) fn check_attends(&self, id: TableId, origin: Origin) -> Result<(), Rejection> {
        self.check_staff_of_table(id, origin)?;
        match self.table(id)?.open()?.mode {
            Mode::Attended => Ok(()),
            Mode::Automatic => {
                Err(Rejection::order("the table is automatic", "its timers announce the phases"))
            }
        }
    }

    /// Checks that no decision was declared in this round: its chips are reserved until the reveal gives them back, so
    /// that the round must not end in another way.
    pub(crate) fn check_nothing_declared(&self, id: TableId) -> Result<(), Rejection> {
        match self.table(id)?.open()?.declared.first() {
            None => Ok(()),
            Some(first) => Err(Rejection::order(
                format!("`{}` was declared in this round", first.line),
                "reveal the whole round, or have two people make it void",
            )),
        }
    }

    /// Enters an outcome. It is read back, and takes effect when it is confirmed.
    pub(crate) fn enter(&self, id: TableId, origin: Origin, lines: &str) -> Result<Vec<NewEvent>, Rejection> {
        self.check_attends(id, origin)?;
        Ok(vec![match self.try_outcome(id, lines)? {
            TriedOutcome::Fits(lines) => NewEvent::at(id, Event::Entered { lines }, Vec::new()),
            TriedOutcome::Breaks(acts, rejection) => breach(id, &acts, &rejection),
        }])
    }

    /// Tries an outcome on a copy of the table: what could not be confirmed later is rejected now.
    pub(super) fn try_outcome(&self, id: TableId, lines: &str) -> Result<TriedOutcome, Rejection> {
        self.check_round_began(id)?;
        let rules = &self.table(id)?.open()?.rules;
        let worded: Vec<String> = lines.lines().map(|line| with_its_word(rules, line)).collect();
        let acts = read_lines(&worded.join("\n"))?;
        let is_outcome = |act: &Act| {
            matches!(
                act,
                Act::Ball(_)
                    | Act::Dice(_)
                    | Act::Cards(_)
                    | Act::CuttingCard
                    | Act::Cuts(_)
                    | Act::DealerLooks
            )
        };
        if acts.is_empty() || !acts.iter().all(is_outcome) {
            let allowed = "enter an outcome: a ball, dice, cards, the cutting card, or that the dealer looks";
            return Err(Rejection::new(
                RejectionCode::Malformed,
                format!("`{lines}` is no outcome"),
                allowed,
            ));
        }
        let live = self.table(id)?.open()?;
        let mut tried = live.rules.clone();
        for act in acts.iter().flat_map(card_by_card) {
            let contradicts = matches!(&act, Act::Cards(cards) if tried.contradicts_look(cards[0]));
            if let Err(refusal) = tried.try_act(&act) {
                let rejection = Rejection::by_rules(&refusal, live.in_force.book);
                // The dealer has said that it is no blackjack, and it lies there: the inspector decides.
                return if contradicts { Ok(TriedOutcome::Breaks(acts, rejection)) } else { Err(rejection) };
            }
        }
        let acts = with_its_shuffle(acts, &live.record);
        Ok(TriedOutcome::Fits(written(&acts).into()))
    }

    /// Confirms the entry, which becomes the outcome.
    pub(crate) fn confirm_entry(&self, id: TableId, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        self.check_attends(id, origin)?;
        let entry = self.table(id)?.open()?.entry.clone().ok_or_else(nothing_entered)?.lines;
        let DecisionScope { mut live, context, .. } = self.decision_scope(id)?;
        let transactions = live.perform(&read_lines(&entry)?, Unit::Chips, &context)?;
        let event = Event::Acted { lines: entry, with: Unit::Chips, why: ActReason::Ordinary };
        let mut events = vec![NewEvent::at(id, event, transactions)];
        if ends_with_look(&live) {
            let mut out = Vec::new();
            live.perform_one(Act::DealerLooks, ActReason::Ordinary, &context, &mut out)?;
            events.extend(act_events(id, out));
        }
        if live.phase() == Phase::Payment {
            self.check_nothing_declared(id)?;
        }
        Ok(events)
    }

    /// Drops the entry, because it was wrong.
    pub(crate) fn drop_entry(&self, id: TableId, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        self.check_attends(id, origin)?;
        self.table(id)?.open()?.entry.as_ref().ok_or_else(nothing_entered)?;
        Ok(vec![NewEvent::at(id, Event::EntryDropped, Vec::new())])
    }

    /// Reveals the hidden cards: the whole round is played by the rules. If the rules do not permit it, the case goes
    /// to the inspector and the stakes remain on the table.
    pub(crate) fn reveal(
        &self,
        id: TableId,
        origin: Origin,
        lines: &str,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_attends(id, origin)?;
        let acts = read_lines(lines)?;
        let DecisionScope { mut live, context, ledger, .. } = self.decision_scope(id)?;
        if live.phase() != Phase::NoMoreBets {
            return Err(Rejection::order("no cards are hidden", "reveal them after the decisions"));
        }
        check_as_declared(&live, &acts)?;
        let mut back = live.release_declared(&context);
        let lines: Box<str> = written(&acts).into();
        match live.perform(&acts, Unit::Chips, &context) {
            Ok(_) if live.phase() != Phase::Payment => {
                let allowed = "reveal the whole round, with every declared decision";
                Err(Rejection::order("the round is not over with these cards", allowed))
            }
            Ok(transactions) => {
                back.extend(transactions);
                ledger.check(&back).map_err(|short| {
                    Rejection::new(
                        RejectionCode::Funds,
                        short.to_string(),
                        "the chips of declared decisions are reserved",
                    )
                })?;
                let event = Event::Revealed { lines };
                let acts = Some(DecidedActs { acts: acts.into(), bet: None });
                Ok(vec![NewEvent { acts, ..NewEvent::at(id, event, back) }])
            }
            Err(rejection) => Ok(vec![breach(id, &acts, &rejection)]),
        }
    }
}

/// An act, with its cards one by one.
fn card_by_card(act: &Act) -> Vec<Act> {
    match act {
        Act::Cards(cards) => cards.iter().map(|card| Act::Cards(vec![*card])).collect(),
        other => vec![other.clone()],
    }
}

/// What the rules do not permit although it lies on the table: the inspector decides.
fn breach(id: TableId, acts: &[Act], rejection: &Rejection) -> NewEvent {
    let cites = rejection.cites.iter().map(|cite| cite.as_str().into()).collect();
    let message = format!("{}: {}", rejection.found, rejection.allowed).into();
    NewEvent::at(id, Event::Breached { lines: written(acts).into(), message, cites }, Vec::new())
}

/// Whether the dealer's second card has been entered and makes blackjack: he has looked then.
fn ends_with_look(live: &LiveTable<'_>) -> bool {
    let mut looked = live.rules.clone();
    live.rules.look_is_due() && looked.try_act(&Act::DealerLooks).is_ok() && looked.is_over()
}

/// A cut belongs to the shuffle before it. After a shuffle a new record begins, which then restates the shuffle, so that
/// the record alone can be judged.
fn with_its_shuffle(mut acts: Vec<Act>, record: &str) -> Vec<Act> {
    let shuffle = Act::Shuffle.to_string();
    let cut = acts.iter().position(|act| matches!(act, Act::Cuts(_)));
    if let Some(cut) = cut.filter(|_| !record.lines().any(|line| line == shuffle)) {
        acts.insert(cut, Act::Shuffle);
    }
    acts
}

/// Checks that the reveal has the decisions that were declared, in the same order.
fn check_as_declared(live: &LiveTable<'_>, acts: &[Act]) -> Result<(), Rejection> {
    let revealed: Vec<String> = acts
        .iter()
        .filter(|act| !matches!(act, Act::Cards(_) | Act::CuttingCard | Act::Cuts(_) | Act::DealerLooks))
        .map(ToString::to_string)
        .collect();
    let same = revealed.len() == live.declared.len()
        && revealed.iter().zip(&live.declared).all(|(revealed, declared)| **revealed == *declared.line);
    if same {
        return Ok(());
    }
    let declared: Vec<&str> = live.declared.iter().map(|declared| &*declared.line).collect();
    let allowed = format!("the decisions were declared as: {}", declared.join("; "));
    Err(Rejection::new(RejectionCode::Malformed, "the decisions differ from those declared", allowed))
}

fn nothing_entered() -> Rejection {
    Rejection::order("nothing has been entered", "enter the outcome first")
}
