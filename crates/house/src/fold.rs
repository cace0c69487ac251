//! State is what the journal folds to.

use croupier_kit::Money;
use croupier_rules::house::HouseFile as Charter;
use toml::Spanned;

use crate::command::Exchange;
use crate::event::Event;
use crate::house::{Head, House};
use crate::ids::{Actor, PersonId, TableId};
use crate::journal::{Entry, Fault};
use crate::ledger::{Kind, Leg, Place, Transaction, Unit};
use crate::office::{Dispute, LaidOut, Office, Post, Stage};
use crate::paper::{Matter, Proposal, Shift, Slip, SlipKind, SlipState};
use crate::refusal::Refusal;
use crate::table::{Around, Declared, LinkPlace, Table, WheelChips, attend};

impl House<'_> {
    /// Takes up an entry of a journal, as it was kept: the chain, the money and the play are checked on the way.
    ///
    /// # Errors
    /// Where the journal cannot be read on; the house is then of no further use.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Fault> {
        let (head, version) = (self.head(entry.stream), entry.body.version);
        if version != head.version + 1 {
            return Err(Fault::Version { due: head.version + 1, found: version });
        }
        if entry.body.prev != head.hash || entry.stream.house != self.id {
            return Err(Fault::Chain(version));
        }
        self.ledger.check(&entry.body.ledger).map_err(|why| Fault::Ledger(version, why))?;
        if let Some(id) = entry.stream.table {
            self.replay(id, &entry.body.event, &entry.body.ledger)
                .map_err(|refusal| Fault::Replay(version, refusal.to_string()))?;
        }
        self.take_down(entry);
        Ok(())
    }

    /// What a sitting does again when its journal is read. A command has done it already when it is written.
    fn replay(&mut self, id: TableId, event: &Event, ledger: &[Transaction]) -> Result<(), Refusal> {
        if let Event::Opened { mode, version, date, .. } = event {
            return self.open_sitting(id, *mode, *version, date);
        }
        let (table, office, _) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Ok(()) };
        let came_out: Vec<Transaction> = match event {
            Event::Acted { lines, with, .. } => {
                sitting.entry = None;
                sitting.perform(&attend::read_lines(lines)?, *with, &around)?
            }
            Event::Revealed { lines } => {
                let mut back = sitting.release_declared(&around);
                back.extend(sitting.perform(&attend::read_lines(lines)?, Unit::Chips, &around)?);
                back
            }
            Event::RoundVoided { .. } => sitting.void_round(&around),
            Event::Corrected { from, to, .. } => sitting.correct(from, to, &around)?,
            Event::BankGivenUp { .. } => sitting.give_up_bank(&around).into_iter().collect(),
            Event::RoundBegan { record, .. } => {
                sitting.begin_round(*record > table.records);
                return Ok(());
            }
            Event::ChainOpened { .. }
            | Event::Committed { .. }
            | Event::SeedsClosed { .. }
            | Event::SeedRevealed { .. } => return sitting.take_fair(event),
            Event::InsuranceClosed => {
                sitting.insurance_closed = true;
                return Ok(());
            }
            Event::Declined { person } => {
                sitting.declined.push(*person);
                return Ok(());
            }
            Event::Entered { lines } => {
                sitting.entry = Some(lines.clone());
                return Ok(());
            }
            Event::EntryDropped => {
                sitting.entry = None;
                return Ok(());
            }
            Event::Declared { line, person, extra } => {
                sitting.declared.push(Declared { line: line.clone(), person: *person, extra: *extra });
                return Ok(());
            }
            _ => return Ok(()),
        };
        if came_out == ledger {
            Ok(())
        } else {
            Err(Refusal::order("other money than is written", "the same"))
        }
    }

    /// Notes an entry that is in order: the money, and all but what a sitting has done already.
    pub(crate) fn take_down(&mut self, entry: &Entry) {
        let body = &entry.body;
        let place = entry.stream.table.map_or(0, |id| usize::from(id.0));
        if let Some(head) = self.heads.get_mut(place) {
            *head = Head { version: body.version, hash: entry.hash };
        }
        if let Some((key, digest)) = body.mark {
            self.keys.note(key, digest, entry.stream, body.version);
        }
        for transaction in &body.ledger {
            self.ledger.post_unchecked(transaction);
            count(&mut self.office, transaction, body.at);
        }
        match entry.stream.table {
            None => self.note_office(&body.event, body.at, body.by),
            Some(id) => self.note_table(id, entry),
        }
    }

    fn note_office(&mut self, event: &Event, at: i64, by: Actor) {
        let office = &mut self.office;
        match event {
            Event::Chartered { version, file } => {
                // It was read when the event was written.
                if let Ok(charter) = Office::read_charter(file, self.shelf) {
                    office.version = *version;
                    self.note_charter(charter);
                }
            }
            Event::Enrolled { handle, role, staff, .. } => office.enrol(handle, *role, staff.clone()),
            Event::Approved(approval) => {
                if let (Some(charter), Ok(approved)) = (&mut office.charter, approval.of_the_book()) {
                    charter.approvals.push(approved);
                }
            }
            Event::Assigned { table, post, person } => self.note_post(*table, *post, *person),
            Event::ServiceRefused { person, reason } => {
                set(office, *person, |p| p.refused = Some(reason.clone()))
            }
            Event::ServiceResumed { person, .. } => set(office, *person, |p| p.refused = None),
            Event::Excluded { person, until, .. } => set(office, *person, |p| p.excluded = Some(*until)),
            Event::LimitSet { person, limit, amount, from } => {
                set(office, *person, |p| p.set_limit(*limit, *amount, *from, at));
            }
            Event::LaidOut { number, person, exchange } => {
                office.desk.made = *number;
                let laid = LaidOut { person: *person, exchange: *exchange, by };
                office.desk.laid.insert(*number, laid);
            }
            Event::Exchanged { number } | Event::TakenUp { number } => {
                office.desk.laid.remove(number);
            }
            Event::DisputeOpened { table, round, person, about, .. } => {
                let (table, round, person, about) = (*table, *round, *person, about.clone());
                office.disputes.push(Dispute { table, round, person, about, stage: Stage::Opened });
            }
            Event::DisputeAnswered { dispute, ruling } => {
                staged(office, *dispute, Stage::Answered(ruling.clone()))
            }
            Event::DisputeEscalated { dispute, to } => escalated(office, *dispute, to),
            _ => {}
        }
    }

    fn note_charter(&mut self, charter: Charter) {
        for table in &charter.tables {
            let name = table.name.get_ref();
            match self.tables.iter_mut().find(|known| *known.name == **name) {
                Some(known) => known.game = table.game.get_ref().as_str().into(),
                None => {
                    let id = TableId(u16::try_from(self.tables.len() + 1).unwrap_or(u16::MAX));
                    self.tables.push(Table::new(id, name, table.game.get_ref()));
                    self.heads.push(Head::default());
                }
            }
        }
        self.office.charter = Some(charter);
    }

    fn note_post(&mut self, table: TableId, post: Post, person: Option<PersonId>) {
        let staff = person.and_then(|person| self.office.person(person).ok()?.staff.clone());
        let name = self.table(table).map(|table| table.name.clone());
        if let (Some(charter), Ok(name)) = (&mut self.office.charter, name) {
            post_in(charter, &name, post, staff.as_deref());
        }
    }

    fn note_table(&mut self, id: TableId, entry: &Entry) {
        let Ok((table, _, balances)) = self.parts(id) else { return };
        let float = || balances.balance(Unit::Chips, Place::Float(id));
        let event = &entry.body.event;
        for transaction in &entry.body.ledger {
            tally(&mut table.papers.shift, transaction);
            table.note_played(transaction);
        }
        note_fair(table, event, entry.body.version);
        match event {
            Event::Opened { opener, .. } => {
                let opening = opener.total().unwrap_or_default();
                table.papers.shift = Shift { opening, opening_book: float(), ..Shift::default() };
                drop_proposals(table, |matter| matches!(matter, Matter::Open { .. }));
            }
            Event::Closed { closer, .. } => close(table, closer.total().unwrap_or_default(), float()),
            Event::Sat { person } => {
                table.seated.insert(*person);
            }
            Event::Left { person } => {
                table.seeds.remove(person);
                table.seated.remove(person);
                table.wheel.remove(person);
            }
            Event::RoundBegan { round, record, .. } => {
                (table.rounds, table.records) = (*round, *record);
                drop_proposals(table, |matter| matter.round().is_some());
                table.note_carried();
            }
            Event::RoundVoided { .. } => drop_proposals(table, |matter| matter.round().is_some()),
            Event::LaidOut { number, person, exchange } => {
                table.desk.made = *number;
                let laid = LaidOut { person: *person, exchange: *exchange, by: entry.body.by };
                table.desk.laid.insert(*number, laid);
            }
            Event::TakenUp { number } => {
                table.desk.laid.remove(number);
            }
            Event::Exchanged { number } => exchanged(table, *number),
            Event::Proposed { proposal, by, matter } => {
                table.papers.proposals_made = *proposal;
                table.papers.proposals.insert(*proposal, Proposal { by: *by, matter: matter.clone() });
            }
            Event::Authorised { proposal } | Event::Withdrawn { proposal } => {
                table.papers.proposals.remove(proposal);
            }
            Event::SlipRequested { number, kind, chips } => {
                table.papers.slips_made = *number;
                let (amount, state) = (chips.total().unwrap_or_default(), SlipState::Requested);
                table.papers.slips.insert(*number, Slip { kind: *kind, chips: chips.clone(), amount, state });
            }
            Event::SlipStepped { number, step } => stepped(table, *number, step),
            Event::DropCounted { cash, .. } => {
                let shift = &mut table.papers.shift;
                shift.drop_counted = add(shift.drop_counted, cash.total().unwrap_or_default());
            }
            Event::Readied { person } => {
                table.ready.insert(*person);
            }
            _ => {}
        }
        table.note_time(entry.body.at, matches!(event, Event::Acted { .. }));
    }
}

/// Players' seeds, and where the links stand in the journal.
fn note_fair(table: &mut Table<'_>, event: &Event, version: u64) {
    let last = table.links.last_mut();
    match (event, last) {
        (Event::ChainOpened { .. }, _) => {
            table.seeds.clear();
            table.chains.push(version);
        }
        (Event::Committed { .. }, _) => {
            let chain = table.chains.last().copied().unwrap_or_default();
            let round = table.rounds + 1;
            table.links.push(LinkPlace { round, chain, committed: version, closed: 0, revealed: 0 });
        }
        (Event::SeedGiven { person, seed }, _) => {
            if seed.is_empty() {
                table.seeds.remove(person);
            } else {
                table.seeds.insert(*person, seed.clone());
            }
        }
        (Event::SeedsClosed { .. }, Some(link)) => link.closed = version,
        (Event::SeedRevealed { .. }, Some(link)) => link.revealed = version,
        _ => {}
    }
}

fn set(office: &mut Office, person: PersonId, change: impl FnOnce(&mut crate::office::Person)) {
    if let Some(person) = office.person_mut(person) {
        change(person);
    }
}

/// A dispute that goes further keeps the answer it was given.
fn escalated(office: &mut Office, dispute: u32, to: &str) {
    let known = (dispute as usize).checked_sub(1).and_then(|place| office.disputes.get(place));
    if let Some(Stage::Answered(ruling)) = known.map(|known| known.stage.clone()) {
        staged(office, dispute, Stage::Escalated { to: to.into(), ruling });
    }
}

fn staged(office: &mut Office, dispute: u32, stage: Stage) {
    if let Some(known) = (dispute as usize).checked_sub(1).and_then(|place| office.disputes.get_mut(place)) {
        known.stage = stage;
    }
}

fn add(a: Money, b: Money) -> Money {
    a.plus(b).unwrap_or(a)
}

/// The table closes: its shift is complete, and nobody sits at it any more.
fn close(table: &mut Table<'_>, closing: Money, float: Money) {
    let shift = &mut table.papers.shift;
    (shift.closing, shift.closing_book) = (Some(closing), Some(float));
    if let Some(sitting) = table.sitting.take() {
        (shift.staked, shift.returned) = (sitting.staked, sitting.returned);
    }
    table.seated.clear();
    table.seeds.clear();
    table.wheel.clear();
    table.desk.laid.clear();
    drop_proposals(table, |matter| !matches!(matter, Matter::Drop { .. }));
}

/// What was proposed and no longer says anything waits for nobody.
fn drop_proposals(table: &mut Table<'_>, stale: impl Fn(&Matter) -> bool) {
    table.papers.proposals.retain(|_, proposal| !stale(&proposal.matter));
}

/// What was laid out has been exchanged: wheel chips have their colour and value.
fn exchanged(table: &mut Table<'_>, number: u32) {
    let laid = table.desk.laid.remove(&number);
    if let Some(LaidOut { person, exchange: Exchange::ToWheel { colour, value, .. }, .. }) = laid {
        table.wheel.insert(person, WheelChips { colour, value });
    }
}

fn stepped(table: &mut Table<'_>, number: u32, step: &crate::paper::SlipStep) {
    let Some(slip) = table.papers.slips.get_mut(&number) else { return };
    let Some(state) = slip.after(step) else { return };
    slip.state = state;
    let (kind, amount) = (slip.kind, slip.amount);
    let shift = &mut table.papers.shift;
    match (kind, state) {
        (SlipKind::Fill, SlipState::Confirmed) => shift.fills = add(shift.fills, amount),
        (SlipKind::Credit, SlipState::Confirmed) => shift.credits = add(shift.credits, amount),
        _ => {}
    }
    if matches!(state, SlipState::Confirmed | SlipState::Void) {
        table.papers.slips.remove(&number);
    }
}

/// What goes into the drop box is counted for the shift.
fn tally(shift: &mut Shift, transaction: &Transaction) {
    for leg in transaction.legs.iter().filter(|leg| matches!(leg.to, Place::Drop(_))) {
        shift.drop = add(shift.drop, leg.amount);
    }
}

/// What a person wins, loses and buys is counted for the day.
fn count(office: &mut Office, transaction: &Transaction, at: i64) {
    let person = transaction.legs.iter().find_map(|leg| leg.from.person().or(leg.to.person()));
    let Some(person) = person.and_then(|person| office.person_mut(person)) else { return };
    let own = |place: Place| matches!(place, Place::Held(_) | Place::Wheel(..));
    // What is in a player's bank is at risk from when it is put up until it comes back.
    let bank = matches!(transaction.kind, Kind::BankTaken | Kind::BankReturned);
    let played =
        bank || matches!(transaction.kind, Kind::Stake | Kind::Settle | Kind::Return | Kind::Correct);
    let gain = |leg: &Leg| match (own(leg.to), own(leg.from)) {
        (true, false) => leg.amount.minor(),
        (false, true) => -leg.amount.minor(),
        _ => 0,
    };
    let net = if played { transaction.legs.iter().map(gain).sum() } else { 0 };
    let paid = |leg: &&Leg| leg.unit == Unit::Cash && matches!(leg.from, Place::Purse(_));
    let bought: i64 = transaction.legs.iter().filter(paid).map(|leg| leg.amount.minor()).sum();
    if net != 0 || bought != 0 {
        person.count(at, net, bought);
    }
}

/// Puts somebody at a post of a table in a house file, or nobody.
pub(crate) fn post_in(charter: &mut Charter, table: &str, post: Post, staff: Option<&str>) {
    let Some(table) = charter.tables.iter_mut().find(|known| known.name.get_ref() == table) else { return };
    let of = post.of_the_book();
    if post != Post::BaseDealer || staff.is_none() {
        table.posts.retain(|(known, _)| *known != of);
    }
    table.posts.extend(staff.map(|name| (of, Spanned::new(table.name.span(), name.to_owned()))));
}
