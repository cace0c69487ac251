//! What needs two people, and the slips between table and cage.

use croupier_kit::{Chips, Money};
use croupier_rules::house::check_table;

use super::deal::Chance;
use super::sitting::{Around, Phase};
use crate::command::Mode;
use crate::event::Event;
use crate::house::{Ask, Draft, House};
use crate::ids::{Now, PersonId, TableId};
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};
use crate::office::Role;
use crate::paper::{Count, Matter, Proposal, Slip, SlipKind, SlipState, SlipStep};
use crate::refusal::{Code, Refusal};

impl House<'_> {
    /// Something that needs a second person is proposed.
    pub(crate) fn propose(&self, id: TableId, ask: Ask, matter: &Matter) -> Result<Vec<Draft>, Refusal> {
        let Some(by) = ask.by.person() else {
            return Err(Refusal::authority("a person proposes, and another agrees"));
        };
        match matter {
            Matter::Drop { .. } => self.check_role(ask, &[Role::Cashier, Role::Manager])?,
            _ => self.check_of_table(id, ask)?,
        }
        self.check_matter(id, matter, ask.now)?;
        let proposal = self.table(id)?.papers.proposals_made + 1;
        Ok(vec![Draft::at(id, Event::Proposed { proposal, by, matter: matter.clone() }, Vec::new())])
    }

    fn check_matter(&self, id: TableId, matter: &Matter, now: Now) -> Result<(), Refusal> {
        let table = self.table(id)?;
        match matter {
            Matter::Open { opener, .. } => {
                if table.sitting.is_some() {
                    return Err(Refusal::order(format!("{} is open", table.name), "it is closed first"));
                }
                check_count(opener)?;
                self.check_hours(id, now)?;
                self.check_regulation(id, now)
            }
            Matter::Close { closer } => {
                check_count(closer)?;
                self.check_closable(id)
            }
            Matter::Drop { cash } => cash.total().map(|_| ()).map_err(too_large),
            Matter::Void { round, reason } => self.check_righted(id, *round, reason),
            Matter::Correct { round, reason, .. } => {
                self.check_righted(id, *round, reason)?;
                match table.open()?.mode {
                    Mode::Attended => Ok(()),
                    // What fell was settled before the bets and is proved: there is nothing to misread.
                    Mode::Automatic => Err(Refusal::order(
                        "the outcome of an automatic table",
                        "what fell is proved; a round that went wrong is made void",
                    )),
                }
            }
        }
    }

    /// Only the round that lies on the table is put right, and for a reason.
    fn check_righted(&self, id: TableId, round: u64, reason: &str) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let sitting = table.open()?;
        if reason.trim().is_empty() {
            return Err(Refusal::new(Code::Malformed, "no reason", "a reason is given"));
        }
        if sitting.began && round == table.rounds {
            return Ok(());
        }
        let allowed =
            "the round that lies on the table is made void or corrected; an earlier one is a dispute";
        Err(Refusal::order(format!("round {round} is not the one that lies on the table"), allowed))
    }

    /// A table opens only if the house may have it: licence, bank, approvals, signs, staff.
    fn check_regulation(&self, id: TableId, now: Now) -> Result<(), Refusal> {
        let breaches = check_table(self.office.charter()?, self.of_charter(id)?, self.shelf, now.date);
        breaches.first().map_or(Ok(()), |breach| Err(Refusal::by_breach(breach)))
    }

    /// A table closes between rounds, when nothing stands and nothing is on its way.
    fn check_closable(&self, id: TableId) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let sitting = table.open()?;
        let between = matches!(sitting.phase(), Phase::Waiting | Phase::Payment | Phase::PlaceYourBets);
        if !between || sitting.rules.any_standing() {
            return Err(Refusal::order("a round is being played", "a table closes when nothing stands"));
        }
        let under_way = |slip: &Slip| slip.state != SlipState::Requested;
        if table.papers.slips.values().any(under_way) {
            return Err(Refusal::order(
                "chips are on their way",
                "a table closes when its slips are confirmed",
            ));
        }
        Ok(())
    }

    /// The second person agrees, and it is done.
    pub(crate) fn authorise(
        &mut self,
        id: TableId,
        ask: Ask,
        number: u32,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        let second = ask.by.person().ok_or_else(|| Refusal::authority("a second person agrees"))?;
        let found = self.table(id)?.papers.proposals.get(&number).cloned();
        let Proposal { by, matter } = found.ok_or_else(|| Refusal::unknown("such proposal"))?;
        if self.office.is_one_person(by, second) {
            return Err(Refusal::authority("somebody other than who proposed it agrees"));
        }
        // What is played is not the cage's to judge.
        let agrees: &[Role] = match matter.round() {
            Some(_) => &[Role::Inspector, Role::Manager],
            None => &[Role::Inspector, Role::Manager, Role::Cashier],
        };
        self.check_role(ask, agrees)?;
        self.check_in_service(by, ask.now)?;
        self.check_matter(id, &matter, ask.now)?;
        let signed = [by, second];
        let mut drafts = vec![Draft::at(id, Event::Authorised { proposal: number }, Vec::new())];
        match matter {
            Matter::Open { mode, opener } => {
                drafts.push(self.open_table(id, ask.now, mode, opener, signed)?);
                drafts.extend(self.open_chain(id, chance)?);
            }
            Matter::Close { closer } => {
                let revealed = self.let_go(id, chance)?;
                let closed = self.close_table(id, closer, signed)?;
                drafts.extend(revealed.into_iter().chain([closed]));
            }
            Matter::Drop { cash } => drafts.push(self.count_drop(id, cash, signed)),
            Matter::Void { reason, .. } => {
                drafts.push(self.void_round(id, reason, signed)?);
                drafts.extend(self.let_go(id, chance)?);
            }
            Matter::Correct { from, to, reason, .. } => {
                drafts.push(self.correct_round(id, [from, to, reason], signed)?);
            }
        }
        Ok(drafts)
    }

    /// A table that opens to be dealt by the house publishes the anchor of its chain.
    fn open_chain(&mut self, id: TableId, chance: &mut dyn Chance) -> Result<Option<Draft>, Refusal> {
        let name = format!("h{}-t{}", self.id.0, id.0);
        let sitting = self.parts(id)?.0.open_mut()?;
        match chance.vault().filter(|_| sitting.mode == Mode::Automatic) {
            Some(vault) => {
                sitting.open_chain(&name, vault).map(|event| Some(Draft::at(id, event, Vec::new())))
            }
            None => Ok(None),
        }
    }

    /// What the table is bound to is shown and given up.
    fn let_go(&mut self, id: TableId, chance: &mut dyn Chance) -> Result<Vec<Draft>, Refusal> {
        let table = self.parts(id)?.0;
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let events = sitting.let_go(&table.seeds, chance)?;
        Ok(events.into_iter().map(|event| Draft::at(id, event, Vec::new())).collect())
    }

    fn open_table(
        &mut self,
        id: TableId,
        now: Now,
        mode: Mode,
        opener: Count,
        signed: [PersonId; 2],
    ) -> Result<Draft, Refusal> {
        let date: Box<str> = now.date.to_string().into();
        let version = self.office.version;
        self.open_sitting(id, mode, version, &date)?;
        Ok(Draft::at(id, Event::Opened { mode, version, date, opener, signed }, Vec::new()))
    }

    fn close_table(&mut self, id: TableId, closer: Count, signed: [PersonId; 2]) -> Result<Draft, Refusal> {
        let (table, office, ledger) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let mut home: Vec<Transaction> = Vec::new();
        for person in table.wheel.keys() {
            let amount = ledger.balance(Unit::Wheel, Place::Wheel(*person, id));
            if amount > Money::ZERO {
                home.push(cash_in(*person, id, amount));
            }
        }
        ledger.check(&home).map_err(|short| {
            Refusal::new(
                Code::Funds,
                short.to_string(),
                "the float is filled, so that wheel chips can be cashed in",
            )
        })?;
        home.extend(sitting.give_up_bank(&around));
        Ok(Draft::at(id, Event::Closed { closer, signed }, home))
    }

    fn count_drop(&self, id: TableId, cash: Count, signed: [PersonId; 2]) -> Draft {
        let mut legs = Vec::new();
        for unit in [Unit::Cash, Unit::Plaques] {
            let amount = self.ledger.balance(unit, Place::Drop(id));
            if amount > Money::ZERO {
                legs.push(Leg { unit, from: Place::Drop(id), to: Place::Cage, amount });
            }
        }
        let moved = if legs.is_empty() { Vec::new() } else { vec![Transaction::new(Kind::Drop, legs)] };
        Draft::at(id, Event::DropCounted { cash, signed }, moved)
    }

    fn void_round(&mut self, id: TableId, reason: String, signed: [PersonId; 2]) -> Result<Draft, Refusal> {
        let (table, office, ledger) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let mut tried = sitting.clone();
        let back = tried.void_round(&around);
        ledger.check(&back).map_err(spent)?;
        *sitting = tried;
        Ok(Draft::at(id, Event::RoundVoided { round: table.rounds, reason: reason.into(), signed }, back))
    }

    fn correct_round(
        &mut self,
        id: TableId,
        words: [String; 3],
        signed: [PersonId; 2],
    ) -> Result<Draft, Refusal> {
        let [from, to, reason] = words;
        let (table, office, ledger) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let mut tried = sitting.clone();
        let moved = tried.correct(&from, &to, &around)?;
        ledger.check(&moved).map_err(spent)?;
        *sitting = tried;
        let (from, to, reason) = (from.into(), to.into(), reason.into());
        Ok(Draft::at(id, Event::Corrected { round: table.rounds, from, to, reason, signed }, moved))
    }

    /// A proposal is withdrawn by whoever made it, or by a manager.
    pub(crate) fn withdraw(&self, id: TableId, ask: Ask, proposal: u32) -> Result<Vec<Draft>, Refusal> {
        let found = self.table(id)?.papers.proposals.get(&proposal);
        let made_by = found.ok_or_else(|| Refusal::unknown("such proposal"))?.by;
        if ask.by.person() != Some(made_by) {
            self.check_role(ask, &[Role::Manager])?;
        }
        Ok(vec![Draft::at(id, Event::Withdrawn { proposal }, Vec::new())])
    }

    /// Chips are asked of the cage, or offered to it.
    pub(crate) fn request_slip(
        &self,
        id: TableId,
        ask: Ask,
        kind: SlipKind,
        chips: &Count,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_of_table(id, ask)?;
        check_count(chips)?;
        if chips.total().map_err(too_large)? <= Money::ZERO {
            return Err(Refusal::new(Code::Malformed, "a slip for nothing", "it names chips"));
        }
        let number = self.table(id)?.papers.slips_made + 1;
        Ok(vec![Draft::at(id, Event::SlipRequested { number, kind, chips: chips.clone() }, Vec::new())])
    }

    /// The next step of a slip: each is somebody's own.
    pub(crate) fn step_slip(
        &self,
        id: TableId,
        ask: Ask,
        number: u32,
        step: &SlipStep,
    ) -> Result<Vec<Draft>, Refusal> {
        let slip = self.table(id)?.papers.slips.get(&number).ok_or_else(|| Refusal::unknown("such slip"))?;
        match (slip.kind, step) {
            (SlipKind::Fill, SlipStep::Send) | (SlipKind::Credit, SlipStep::Confirm) => {
                self.check_role(ask, &[Role::Cashier])?;
            }
            (SlipKind::Fill, SlipStep::Confirm) | (SlipKind::Credit, SlipStep::Send) => {
                self.check_of_table(id, ask)?;
            }
            (_, SlipStep::Deliver) => {
                self.check_role(ask, &[Role::Cashier, Role::Inspector, Role::Dealer, Role::Manager])?;
            }
            (_, SlipStep::Void(reason)) => {
                self.check_role(ask, &[Role::Cashier, Role::Inspector, Role::Manager])?;
                if reason.trim().is_empty() {
                    return Err(Refusal::new(Code::Malformed, "no reason", "a slip is void for a reason"));
                }
            }
        }
        if slip.after(step).is_none() {
            let found = format!("slip {number} is {:?}", slip.state).to_lowercase();
            return Err(Refusal::order(found, "request, sending, delivery, confirmation come in this order"));
        }
        let moved = slip_moves(id, slip, step);
        self.ledger.check(&moved).map_err(|short| {
            Refusal::new(Code::Funds, short.to_string(), "chips are sent from where they are")
        })?;
        Ok(vec![Draft::at(id, Event::SlipStepped { number, step: step.clone() }, moved)])
    }
}

/// What a step of a slip moves.
fn slip_moves(id: TableId, slip: &Slip, step: &SlipStep) -> Vec<Transaction> {
    let (kind, home, away) = match slip.kind {
        SlipKind::Fill => (Kind::Fill, Place::Cage, Place::Float(id)),
        SlipKind::Credit => (Kind::Credit, Place::Float(id), Place::Cage),
    };
    let way = Place::Transit(id);
    let (from, to) = match (step, slip.state) {
        (SlipStep::Send, _) => (home, way),
        (SlipStep::Confirm, _) => (way, away),
        (SlipStep::Void(_), SlipState::Sent | SlipState::Delivered) => (way, home),
        _ => return Vec::new(),
    };
    vec![Transaction::new(kind, vec![Leg { unit: Unit::Chips, from, to, amount: slip.amount }])]
}

/// Wheel chips for value chips.
pub(crate) fn cash_in(person: PersonId, id: TableId, amount: Money) -> Transaction {
    let given = Leg { unit: Unit::Wheel, from: Place::Wheel(person, id), to: Place::Float(id), amount };
    let taken = Leg { unit: Unit::Chips, from: Place::Float(id), to: Place::Held(person), amount };
    Transaction::new(Kind::CashIn, vec![given, taken])
}

/// A count is by the denominations of the house.
fn check_count(count: &Count) -> Result<(), Refusal> {
    count.total().map_err(too_large)?;
    if count.is_of(Chips::usual().values()) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::Malformed,
        "a count of other chips",
        "each denomination of the house is counted once",
    ))
}

fn too_large(overflow: croupier_kit::Overflow) -> Refusal {
    Refusal::new(Code::Malformed, overflow.to_string(), "count less")
}

fn spent(short: crate::ledger::Unposted) -> Refusal {
    let allowed = "what was paid is no longer there to be taken back: the matter is a dispute";
    Refusal::new(Code::Funds, short.to_string(), allowed)
}
