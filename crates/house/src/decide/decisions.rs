//! Decisions of players.
use croupier_kit::Money;
use croupier_rules::notation::{Act, BoxHand, Call, Decision, Verb, Who};

use super::funds::too_little;
use super::new_event::{NewEvent, Origin, act_events};
use crate::command::PlayerAction;
use crate::event::{ActReason, Event};
use crate::house::{DecisionScope, House};
use crate::ids::{Actor, PersonId, TableId};
use crate::postings::reserve_extra;
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{ActGroup, DealSource, LiveTable, Mode, OutcomeSource, Phase, PlacedStake};

/// A decision that a player wants to make.
#[derive(Clone, Copy)]
pub(crate) struct DecisionRequest<'a> {
    pub(crate) person: PersonId,
    pub(crate) choice: PlayerAction,
    pub(crate) on: Option<&'a str>,
}

impl House<'_> {
    /// Makes a decision. At an automatic table the cards that follow are dealt at once.
    pub(crate) fn take_decision(
        &self,
        id: TableId,
        origin: Origin,
        request: DecisionRequest<'_>,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, request.person)?;
        self.check_nothing_declared(id)?;
        if adds_a_stake(request.choice) {
            self.check_plays(id, request.person, origin.now)?;
        }
        if matches!(request.choice, PlayerAction::TakeBank(_)) {
            self.check_bank_free(id)?;
        }
        let act = self.act_of(id, origin.by, request)?;
        let DecisionScope { mut live, context, ledger, .. } = self.decision_scope(id)?;
        check_insurance_first(&live, request.choice)?;
        check_hole_card_first(&live, &act)?;
        let settled = live.settled_outcome(outcomes)?;
        let mut source = DealSource::of(settled.as_ref(), outcomes);
        let mut out: Vec<ActGroup> = Vec::new();
        live.perform_one(act, ActReason::Ordinary, &context, &mut out)?;
        if adds_a_stake(request.choice) {
            let needed = out.first().map_or(&[][..], |passage| &passage.transactions);
            ledger.check(needed).map_err(|error| {
                too_little(&error, "this decision", request.person, origin, context.office)
            })?;
            let (more, stake) = live.staked_by(request.person, needed);
            context.office.person(request.person)?.check_limits(more, stake, origin.now)?;
        }
        if live.mode == Mode::Automatic && live.rules.in_play() {
            live.deal_on(&context, &mut source, &mut out)?;
        }
        let revealed = live.reveal_when_over(settled.as_ref())?;
        Ok(act_events(id, out).chain(revealed.map(|event| NewEvent::at(id, event, Vec::new()))).collect())
    }

    /// The decision as an act of the notation. At baccarat the act names the hand, and the person must be entitled to
    /// decide for it.
    pub(crate) fn act_of(
        &self,
        id: TableId,
        by: Actor,
        request: DecisionRequest<'_>,
    ) -> Result<Act, Rejection> {
        let handle = self.office.person(request.person)?.handle.clone();
        let live = self.table(id)?.open()?;
        if let (PlayerAction::Call, Some((stake, call))) = (request.choice, request.on.and_then(read_call)) {
            return Ok(Act::CallsStake(handle, stake, call));
        }
        let spot = request.on.map(read_box_hand).transpose()?;
        let number = || {
            spot.map(|spot| spot.number).ok_or_else(|| {
                Rejection::new(RejectionCode::Malformed, "no box is named", "name one, such as 3")
            })
        };
        let verb = match request.choice {
            PlayerAction::Draw => Verb::Draws,
            PlayerAction::Stand => Verb::Stands,
            PlayerAction::Double => Verb::Doubles,
            PlayerAction::Split => Verb::Splits,
            PlayerAction::Surrender => Verb::Surrenders,
            PlayerAction::Raise => Verb::Raises,
            PlayerAction::Check => Verb::Checks,
            PlayerAction::Fold => Verb::Folds,
            PlayerAction::Insure(amount) => return Ok(Act::Insures(handle, positive(amount)?, number()?)),
            PlayerAction::EvenMoney => return Ok(Act::EvenMoney(handle, number()?)),
            PlayerAction::Call => return Ok(Act::Calls(handle, number()?)),
            PlayerAction::TakeBank(amount) => return Ok(Act::PlayersBank(handle, positive(amount)?)),
            PlayerAction::Follow => {
                let hand = spot.filter(|spot| spot.hand.is_some());
                let hand = hand.ok_or_else(|| {
                    Rejection::new(RejectionCode::Malformed, "no hand is named", "name one, such as 1.2")
                })?;
                return Ok(Act::Follows(handle, hand));
            }
        };
        let who = match live.due() {
            Some(due) if matches!(due.who, Who::Side(_)) => {
                if spot.is_some() {
                    return Err(Rejection::new(
                        RejectionCode::Malformed,
                        "baccarat has no boxes",
                        "leave the box out: the hand whose turn it is decides",
                    ));
                }
                let own = due.speaker.as_deref() == Some(&*handle);
                // The staff of a table may name themselves; a player may not decide for the house.
                let by_staff =
                    by != Actor::Person(request.person) || self.is_staff_of_table(id, request.person);
                let for_the_house = due.speaker.is_none() && by_staff;
                if !own && !for_the_house {
                    let speaker = due.speaker.as_deref().unwrap_or("the house").to_owned();
                    return Err(Rejection::order(
                        format!("{handle} does not speak for this hand"),
                        format!("{speaker} decides for it"),
                    ));
                }
                due.who
            }
            _ => Who::Person(handle),
        };
        Ok(Act::Decides(Decision { who, verb, on: spot }))
    }

    /// Checks that the bank is free. A winner either continues or passes it; nobody takes it from a winner (reading
    /// S5a).
    fn check_bank_free(&self, id: TableId) -> Result<(), Rejection> {
        let live = self.table(id)?.open()?;
        let Some((holder, _)) = live.bank else { return Ok(()) };
        if live.rules.passing_bank().is_none_or(|(bank, _)| bank.passes) {
            return Ok(());
        }
        let found = format!("{} holds the bank", self.name_of(holder));
        let rejection =
            Rejection::new(RejectionCode::Rules, found, "wait until the bank passes or is given up");
        Err(rejection.citing(live.in_force.game.conduct().bank, live.in_force.book))
    }

    /// Declines insurance. When all players have declined, the decisions begin.
    pub(crate) fn decline(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
        outcomes: &mut dyn OutcomeSource,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, person)?;
        let DecisionScope { mut live, context, .. } = self.decision_scope(id)?;
        if live.phase() != Phase::Insurance {
            return Err(Rejection::order("no insurance is on offer", "wait until it is offered"));
        }
        let settled = live.settled_outcome(outcomes)?;
        let mut source = DealSource::of(settled.as_ref(), outcomes);
        let mut events = vec![NewEvent::at(id, Event::Declined { person }, Vec::new())];
        let asked = |(_, placed): (u32, &PlacedStake)| placed.returned.is_none() && placed.person != person;
        let waits = live
            .stakes()
            .filter(|stake| asked(*stake))
            .any(|(_, placed)| !live.declined.contains(&placed.person));
        live.declined.push(person);
        if !waits {
            live.insurance_closed = true;
            events.push(NewEvent::at(id, Event::InsuranceClosed, Vec::new()));
            let mut out = Vec::new();
            if live.mode == Mode::Automatic {
                live.deal_on(&context, &mut source, &mut out)?;
            }
            events.extend(act_events(id, out));
            let revealed = live.reveal_when_over(settled.as_ref())?;
            events.extend(revealed.map(|event| NewEvent::at(id, event, Vec::new())));
        }
        Ok(events)
    }

    /// Notes a decision about cards that the dealer does not see, and reserves its chips until the cards are
    /// revealed.
    pub(crate) fn declare(
        &self,
        id: TableId,
        origin: Origin,
        request: DecisionRequest<'_>,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_staff_of_table(id, origin)?;
        let live = self.table(id)?.open()?;
        if live.mode == Mode::Automatic || live.phase() != Phase::NoMoreBets {
            let allowed = "declare decisions at an attended table, between no more bets and the reveal";
            return Err(Rejection::order("nothing can be declared now", allowed));
        }
        let line: Box<str> = self.act_of(id, origin.by, request)?.to_string().into();
        let handle = &self.office.person(request.person)?.handle;
        // The largest additional stake that the decision can require.
        let extra = match request.choice {
            PlayerAction::Double | PlayerAction::Split | PlayerAction::Raise => live.rules.added_most(handle),
            PlayerAction::Insure(amount) => amount,
            _ => Money::ZERO,
        };
        if extra > Money::ZERO {
            self.check_plays(id, request.person, origin.now)?;
            self.check_own_limits(request.person, extra, extra, origin.now)?;
        }
        let ledger = reserve_extra(id, request.person, extra);
        self.ledger
            .check(&ledger)
            .map_err(|error| too_little(&error, "this decision", request.person, origin, &self.office))?;
        Ok(vec![NewEvent::at(id, Event::Declared { line, person: request.person, extra }, ledger)])
    }

    /// Gives up the player's bank, between rounds.
    pub(crate) fn give_up_bank(&self, id: TableId, origin: Origin) -> Result<Vec<NewEvent>, Rejection> {
        let holder = self.table(id)?.open()?.bank.map(|(person, _)| person);
        let Some(person) = holder else {
            return Err(Rejection::order("nobody holds the bank", "only its holder can give it up"));
        };
        self.check_acts_for(id, origin, person)?;
        let DecisionScope { mut live, context, .. } = self.decision_scope(id)?;
        if live.rules.any_standing() || live.rules.in_play() {
            return Err(Rejection::order("there are wagers against this bank", "give it up between rounds"));
        }
        let back = live.give_up_bank(&context);
        Ok(vec![NewEvent::at(id, Event::BankGivenUp { person }, back.into_iter().collect())])
    }
}

/// Checks that insurance is closed, because only then do decisions begin.
fn check_insurance_first(live: &LiveTable<'_>, choice: PlayerAction) -> Result<(), Rejection> {
    let gives_up = choice == PlayerAction::Surrender && live.rules.offers_early_surrender();
    let about_it = gives_up || matches!(choice, PlayerAction::Insure(_) | PlayerAction::EvenMoney);
    if live.mode == Mode::Automatic && live.phase() == Phase::Insurance && !about_it {
        return Err(Rejection::order("insurance is on offer", "take or decline it before anybody decides"));
    }
    Ok(())
}

/// Checks that the card face down has been entered, or that the dealer has looked. A record may leave that card out
/// until the boxes have played; at a live table the next card that is entered would otherwise go to another hand.
fn check_hole_card_first(live: &LiveTable<'_>, act: &Act) -> Result<(), Rejection> {
    let decides = matches!(act, Act::Decides(_)) && !live.rules.offers_early_surrender();
    if live.rules.hole_card_is_due() && decides {
        return Err(Rejection::order("the dealer's second card is due", "decide when the dealer has it"));
    }
    Ok(())
}

const fn adds_a_stake(choice: PlayerAction) -> bool {
    matches!(
        choice,
        PlayerAction::Double
            | PlayerAction::Split
            | PlayerAction::Raise
            | PlayerAction::Insure(_)
            | PlayerAction::TakeBank(_)
    )
}

fn positive(amount: Money) -> Result<Money, Rejection> {
    if amount > Money::ZERO && amount <= Money::AMOUNT_MAX {
        return Ok(amount);
    }
    Err(Rejection::new(RejectionCode::Malformed, format!("the amount is {amount}"), "name an amount above 0"))
}

/// A stake and what it is called: `3 off`.
fn read_call(text: &str) -> Option<(u32, Call)> {
    let (stake, word) = text.split_once(' ')?;
    let call = [Call::On, Call::Off].into_iter().find(|call| call.name() == word)?;
    Some((stake.parse().ok()?, call))
}

fn read_box_hand(text: &str) -> Result<BoxHand, Rejection> {
    let counted = |named: &BoxHand| named.number > 0 && named.hand.is_none_or(|hand| hand > 0);
    text.parse().ok().filter(counted).ok_or_else(|| {
        Rejection::new(
            RejectionCode::Malformed,
            format!("`{text}` is no box or hand"),
            "name a box such as 3, or a hand such as 3.2",
        )
    })
}
