//! Decisions: by the person whose they are, as the rules take them.

use croupier_kit::Money;
use croupier_rules::notation::{Act, BoxHand, Decision, Verb, Who};

use super::begin::{passages, settled};
use super::deal::{Chance, Passage};
use super::sitting::{Around, Declared, Phase, Sitting};
use crate::command::{Choice, Mode};
use crate::event::{Event, Why};
use crate::house::{Ask, Draft, House};
use crate::ids::{Actor, PersonId, TableId};
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};
use crate::refusal::{Code, Refusal};

/// A decision that somebody takes.
#[derive(Clone, Copy)]
pub(crate) struct Taken<'a> {
    pub(crate) person: PersonId,
    pub(crate) choice: Choice,
    pub(crate) on: Option<&'a str>,
}

impl House<'_> {
    /// A decision; at an automatic table the cards that follow from it fall at once.
    pub(crate) fn decide(
        &mut self,
        id: TableId,
        ask: Ask,
        taken: Taken<'_>,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask, taken.person)?;
        if lays_a_stake(taken.choice) {
            self.check_plays(id, taken.person, ask.now)?;
        }
        if matches!(taken.choice, Choice::TakeBank(_)) {
            self.check_bank_free(id)?;
        }
        let act = self.act_of(id, ask.by, taken)?;
        let (table, office, ledger) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        check_insurance_first(sitting, taken.choice)?;
        let mut drawn = sitting.drawn(chance)?;
        let chance = settled(drawn.as_mut(), chance);
        let mut out: Vec<Passage> = Vec::new();
        if lays_a_stake(taken.choice) {
            // A copy is tried, because the chips for a further stake may not be there.
            let mut tried = sitting.clone();
            tried.say(&act, Why::Told, &around, &mut out)?;
            let needed = out.first().map_or(&[][..], |passage| &passage.transactions);
            ledger.check(needed).map_err(|short| {
                Refusal::new(Code::Funds, short.to_string(), "a further stake is put down with what is there")
            })?;
            let (more, stake) = tried.laid_by(taken.person, needed);
            office.person(taken.person)?.check_limits(more, stake, ask.now)?;
            *sitting = tried;
        } else {
            sitting.say(&act, Why::Told, &around, &mut out)?;
        }
        if sitting.mode == Mode::Automatic && sitting.rules.in_play() {
            sitting.deal_on(&around, chance, &mut out)?;
        }
        let revealed = sitting.reveal_when_over(drawn.as_ref())?;
        Ok(passages(id, out).chain(revealed.map(|event| Draft::at(id, event, Vec::new()))).collect())
    }

    /// The decision in the words of the notation: at baccarat the hand is named, and who speaks for it is checked.
    pub(crate) fn act_of(&self, id: TableId, by: Actor, taken: Taken<'_>) -> Result<Act, Refusal> {
        let handle = self.office.person(taken.person)?.handle.clone();
        let sitting = self.table(id)?.open()?;
        let spot = taken.on.map(read_spot).transpose()?;
        let number = || {
            spot.map(|spot| spot.number).ok_or_else(|| Refusal::new(Code::Malformed, "no box", "name one"))
        };
        let verb = match taken.choice {
            Choice::Draw => Verb::Draws,
            Choice::Stand => Verb::Stands,
            Choice::Double => Verb::Doubles,
            Choice::Split => Verb::Splits,
            Choice::Surrender => Verb::Surrenders,
            Choice::Raise => Verb::Raises,
            Choice::Check => Verb::Checks,
            Choice::Insure(amount) => return Ok(Act::Insures(handle, positive(amount)?, number()?)),
            Choice::EvenMoney => return Ok(Act::EvenMoney(handle, number()?)),
            Choice::Call => return Ok(Act::Calls(handle, number()?)),
            Choice::TakeBank(amount) => return Ok(Act::PlayersBank(handle, positive(amount)?)),
            Choice::Follow => {
                let hand = spot.filter(|spot| spot.hand.is_some());
                let hand =
                    hand.ok_or_else(|| Refusal::new(Code::Malformed, "no hand", "name one, such as 1.2"))?;
                return Ok(Act::Follows(handle, hand));
            }
        };
        let who = match sitting.due() {
            Some(due) if matches!(due.who, Who::Side(_)) => {
                if spot.is_some() {
                    return Err(Refusal::new(
                        Code::Malformed,
                        "a box at baccarat",
                        "the hand whose turn it is decides",
                    ));
                }
                let own = due.speaker.as_deref() == Some(&*handle);
                let for_the_house = due.speaker.is_none() && by != Actor::Person(taken.person);
                if !own && !for_the_house {
                    let speaker = due.speaker.as_deref().unwrap_or("the house").to_owned();
                    return Err(Refusal::order(
                        format!("{handle} does not speak for this hand"),
                        format!("{speaker} does"),
                    ));
                }
                due.who
            }
            _ => Who::Person(handle),
        };
        Ok(Act::Decides(Decision { who, verb, on: spot }))
    }

    /// A bank is taken when nobody holds it: the winner stays or passes, and nobody takes it from him (reading S5a).
    fn check_bank_free(&self, id: TableId) -> Result<(), Refusal> {
        let sitting = self.table(id)?.open()?;
        let Some((holder, _)) = sitting.bank else { return Ok(()) };
        if sitting.rules.passing_bank().is_none_or(|(bank, _)| bank.passes) {
            return Ok(());
        }
        let found = format!("{} holds the bank", self.name_of(holder));
        let refusal = Refusal::new(Code::Rules, found, "it is taken when it passes or is given up");
        Err(refusal.citing(sitting.law.game.conduct().bank, sitting.law.book))
    }

    /// Somebody does not want insurance; when nobody is left who might, the decisions begin.
    pub(crate) fn decline(
        &mut self,
        id: TableId,
        ask: Ask,
        person: PersonId,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask, person)?;
        let (table, office, _) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        if sitting.phase() != Phase::Insurance {
            return Err(Refusal::order("no insurance is on offer", "it is declined when it is"));
        }
        let mut drawn = sitting.drawn(chance)?;
        let chance = settled(drawn.as_mut(), chance);
        let mut drafts = vec![Draft::at(id, Event::Declined { person }, Vec::new())];
        let asked = |(_, held): (u32, &super::Held)| held.returned.is_none() && held.person != person;
        let waits = sitting
            .stakes()
            .filter(|stake| asked(*stake))
            .any(|(_, held)| !sitting.declined.contains(&held.person));
        sitting.declined.push(person);
        if !waits {
            sitting.insurance_closed = true;
            drafts.push(Draft::at(id, Event::InsuranceClosed, Vec::new()));
            let mut out = Vec::new();
            if sitting.mode == Mode::Automatic {
                sitting.deal_on(&around, chance, &mut out)?;
            }
            drafts.extend(passages(id, out));
            let revealed = sitting.reveal_when_over(drawn.as_ref())?;
            drafts.extend(revealed.map(|event| Draft::at(id, event, Vec::new())));
        }
        Ok(drafts)
    }

    /// A decision about cards that the dealer does not see: noted, and its chips held, until the cards are turned.
    pub(crate) fn declare(&mut self, id: TableId, ask: Ask, taken: Taken<'_>) -> Result<Vec<Draft>, Refusal> {
        self.check_of_table(id, ask)?;
        let sitting = self.table(id)?.open()?;
        if sitting.mode == Mode::Automatic || sitting.phase() != Phase::NoMoreBets {
            let allowed = "decisions are declared at an attended table, between no more bets and the reveal";
            return Err(Refusal::order("nothing can be declared now", allowed));
        }
        let line: Box<str> = self.act_of(id, ask.by, taken)?.to_string().into();
        let handle = &self.office.person(taken.person)?.handle;
        // The largest that the decision can add: as much as the person has standing.
        let standing = sitting.rules.standing_of(handle);
        let extra = match taken.choice {
            Choice::Double | Choice::Split | Choice::Raise => standing,
            Choice::Insure(amount) => amount,
            _ => Money::ZERO,
        };
        if extra > Money::ZERO {
            self.check_plays(id, taken.person, ask.now)?;
            self.check_own_limits(taken.person, extra, extra, ask.now)?;
        }
        let ledger = hold_extra(id, taken.person, extra);
        self.ledger.check(&ledger).map_err(|short| {
            Refusal::new(Code::Funds, short.to_string(), "a further stake is put down with what is there")
        })?;
        let declared = Declared { line: line.clone(), person: taken.person, extra };
        self.parts(id)?.0.open_mut()?.declared.push(declared);
        Ok(vec![Draft::at(id, Event::Declared { line, person: taken.person, extra }, ledger)])
    }

    /// A player gives up a bank that passes, between rounds.
    pub(crate) fn give_up_bank(&mut self, id: TableId, ask: Ask) -> Result<Vec<Draft>, Refusal> {
        let holder = self.table(id)?.open()?.bank.map(|(person, _)| person);
        let Some(person) = holder else {
            return Err(Refusal::order("nobody holds the bank", "it is given up by whoever holds it"));
        };
        self.check_speaks_for(id, ask, person)?;
        let (table, office, _) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        if sitting.rules.any_standing() || sitting.rules.in_play() {
            return Err(Refusal::order("wagers are made with this bank", "it is given up between rounds"));
        }
        let back = sitting.give_up_bank(&around);
        Ok(vec![Draft::at(id, Event::BankGivenUp { person }, back.into_iter().collect())])
    }
}

/// The chips that a declared decision adds.
pub(crate) fn hold_extra(id: TableId, person: PersonId, extra: Money) -> Vec<Transaction> {
    let leg = Leg { unit: Unit::Chips, from: Place::Held(person), to: Place::Layout(id), amount: extra };
    if extra > Money::ZERO { vec![Transaction::new(Kind::Stake, vec![leg])] } else { Vec::new() }
}

/// Decisions come when nobody can insure any more.
fn check_insurance_first(sitting: &Sitting<'_>, choice: Choice) -> Result<(), Refusal> {
    let about_it = matches!(choice, Choice::Insure(_) | Choice::EvenMoney);
    if sitting.mode == Mode::Automatic && sitting.phase() == Phase::Insurance && !about_it {
        return Err(Refusal::order(
            "insurance is on offer",
            "it is taken or declined before anybody decides",
        ));
    }
    Ok(())
}

const fn lays_a_stake(choice: Choice) -> bool {
    matches!(choice, Choice::Double | Choice::Split | Choice::Raise | Choice::Insure(_) | Choice::TakeBank(_))
}

fn positive(amount: Money) -> Result<Money, Refusal> {
    if amount > Money::ZERO && amount <= Money::AMOUNT_MAX {
        return Ok(amount);
    }
    Err(Refusal::new(Code::Malformed, format!("an amount of {amount}"), "it is more than nought"))
}

fn read_spot(text: &str) -> Result<BoxHand, Refusal> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
    let spot = match text.split_once('.') {
        None => number(text).map(|number| BoxHand { number, hand: None }),
        Some((of, hand)) => {
            number(of).zip(number(hand)).map(|(number, hand)| BoxHand { number, hand: Some(hand) })
        }
    };
    spot.ok_or_else(|| {
        Refusal::new(Code::Malformed, format!("`{text}`"), "a box such as 3, or a hand such as 3.2")
    })
}
