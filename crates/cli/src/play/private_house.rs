//! A private house in memory: one table, one player, robots if the game needs more people, play money.
//!
//! It is the same house that `croupier serve` runs, opened with the same commands. So nothing can be played here that
//! a licensed house could not offer.

use croupier_house::command::{Command, PaidWith, PlayerAction, Request, TableCommand};
use croupier_house::event::{ActReason, Event};
use croupier_house::ids::{Actor, HouseId, Now, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{LiveTable, Mode, Pace, Phase};
use croupier_house::view::TableView;
use croupier_house::{CommitError, House, Rejection, robot};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use jiff::civil::Date;

use super::chance::SeededChance;
use super::house_toml;
use super::record::SessionRecord;
use crate::failure::Failure;
use crate::table::SelectedTable;

/// The player's name in records.
pub(super) const YOU: &str = "you";
/// The suffixes of the robots' names.
const ROBOTS: [&str; 2] = ["Ada", "Bo"];
/// The minimum contents of a robot's bank, as a multiple of the player's stake.
const BANK_TIMES: i64 = 10;
/// The number of chips of 1000 in the float.
const FLOAT: u32 = 10_000;

/// An act at the table, as written in the record, and its reason.
pub(super) struct RecordedAct {
    pub(super) line: String,
    pub(super) why: ActReason,
}

/// The next holder of a player's bank after the round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NextBank {
    /// It stays with the player.
    Stays,
    /// It passes to another.
    Passes,
}

/// The house.
pub(super) struct PrivateHouse<'s> {
    house: House<'s>,
    pub(super) table: TableId,
    pub(super) you: PersonId,
    chance: SeededChance,
    now: Now,
    record: SessionRecord,
    purse: Money,
    /// Whether the player has lost the bank and nobody has taken it since.
    bank_passed: bool,
    /// The acts since the last call of `take_acts`.
    acts: Vec<RecordedAct>,
}

/// The staff of the house.
struct Staff {
    manager: PersonId,
    inspector: PersonId,
    cashier: PersonId,
}

impl<'s> PrivateHouse<'s> {
    /// Opens the house and its only table, and seats everybody.
    pub(super) fn open(
        of: &SelectedTable<'_>,
        shelf: &'s Shelf,
        day: Date,
        purse: Money,
        chance: SeededChance,
    ) -> Result<Self, Failure> {
        let file = house_toml::write(of, shelf, day)?;
        let at = jiff::Timestamp::now().as_millisecond();
        let mut private = Self {
            house: House::new(HouseId(1), shelf, concat!("croupier ", env!("CARGO_PKG_VERSION")), Pace::NONE),
            table: TableId(1),
            you: PersonId(0),
            chance,
            now: Now { at, date: day, minute: 12 * 60 },
            record: SessionRecord::new(""),
            purse,
            bank_passed: false,
            acts: Vec::new(),
        };
        private.found(file).map_err(|refusal| Failure::usage(format!("the table cannot open: {refusal}")))?;
        Ok(private)
    }

    fn found(&mut self, file: String) -> Result<(), Rejection> {
        self.send(Actor::House, Command::AdoptHouseFile { file })?;
        let staff = Staff {
            manager: self.enrol("manager", Role::Manager, Some("Manager"))?,
            inspector: self.enrol("inspector", Role::Inspector, Some("Inspector"))?,
            cashier: self.house.office.next_person()?,
        };
        let (handle, name) = ("cashier".into(), Some("Cashier".into()));
        self.agree(&staff, OfficeAction::Enrol { handle, role: Role::Cashier, staff: name })?;
        self.you = self.enrol(YOU, Role::Player, None)?;
        self.fund(&staff)?;
        self.open_table(&staff)?;
        self.buy_in(self.you, self.purse, staff.cashier)?;
        self.at(Actor::Person(self.you), TableCommand::Sit { person: self.you })?;
        for name in ROBOTS {
            let robot = self.enrol(&format!("{}{name}", robot::PREFIX), Role::Player, None)?;
            self.buy_in(robot, times(self.purse, 100), staff.cashier)?;
            self.at(Actor::Person(robot), TableCommand::Sit { person: robot })?;
        }
        self.record = SessionRecord::new(&self.live().in_force.head.clone());
        Ok(())
    }

    fn enrol(&mut self, handle: &str, role: Role, staff: Option<&str>) -> Result<PersonId, Rejection> {
        let person = self.house.office.next_person()?;
        let (handle, staff) = (handle.to_owned(), staff.map(ToOwned::to_owned));
        self.send(Actor::House, Command::Enrol { handle, role, staff })?;
        Ok(person)
    }

    /// Puts more money and chips into the cage than anybody can win.
    fn fund(&mut self, staff: &Staff) -> Result<(), Rejection> {
        let cash = times(self.purse.max(whole(1000)), 1000);
        let chips = cash.plus(times(whole(1000), i64::from(FLOAT)))?;
        self.agree(staff, OfficeAction::Capital { cash })?;
        self.agree(staff, OfficeAction::Issue { unit: Unit::Chips, amount: chips })
    }

    /// The manager and the inspector decide a matter of the office.
    fn agree(&mut self, staff: &Staff, action: OfficeAction) -> Result<(), Rejection> {
        self.send(Actor::Person(staff.manager), Command::ProposeOffice(action))?;
        let proposal = self.house.office.proposals.made;
        self.send(Actor::Person(staff.inspector), Command::AuthoriseOffice { proposal })
    }

    fn open_table(&mut self, staff: &Staff) -> Result<(), Rejection> {
        let matter = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
        self.at(Actor::Person(staff.manager), TableCommand::Propose(matter))?;
        self.at(Actor::Person(staff.inspector), TableCommand::Authorise { proposal: 1 })?;
        let chips = Count(vec![(whole(1000), FLOAT)]);
        self.at(Actor::Person(staff.manager), TableCommand::RequestSlip { kind: SlipKind::Fill, chips })?;
        let steps = [
            (staff.cashier, SlipStep::Send),
            (staff.cashier, SlipStep::Deliver),
            (staff.inspector, SlipStep::Confirm),
        ];
        steps
            .into_iter()
            .try_for_each(|(by, step)| self.at(Actor::Person(by), TableCommand::StepSlip { number: 1, step }))
    }

    fn buy_in(&mut self, person: PersonId, amount: Money, cashier: PersonId) -> Result<(), Rejection> {
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount };
        self.send(Actor::Person(person), Command::RequestExchange { at: None, person, exchange })?;
        let number = self.house.office.exchanges.last_number;
        self.send(Actor::Person(cashier), Command::ConfirmExchange { at: None, number })
    }

    fn at(&mut self, by: Actor, act: TableCommand) -> Result<(), Rejection> {
        self.send(by, Command::Table(self.table, act))
    }

    /// Sends a command to the house, and collects the acts that follow from it.
    fn send(&mut self, by: Actor, command: Command) -> Result<(), Rejection> {
        self.now.at += 1;
        let stakes = self.opened().map_or(0, |sitting| sitting.rules.next_number() - 1);
        let order = Request { key: None, by, command };
        let done = self.house.commit(&order, self.now, &mut self.chance).map_err(rejection)?;
        for entry in &done.entries {
            self.record.add(&entry.body.event, stakes);
            if let Event::Acted { lines, why, .. } = &entry.body.event {
                self.acts.extend(lines.lines().map(|line| RecordedAct { line: line.to_owned(), why: *why }));
            }
        }
        Ok(())
    }

    /// The table once it is open.
    fn opened(&self) -> Option<&LiveTable<'s>> {
        self.house.table(self.table).ok()?.open().ok()
    }

    /// The table, which is opened when the house is founded and stays open.
    pub(super) fn live(&self) -> &LiveTable<'s> {
        self.opened().expect("the table of a private house stays open")
    }

    /// Returns the acts since the last call.
    pub(super) fn take_acts(&mut self) -> Vec<RecordedAct> {
        std::mem::take(&mut self.acts)
    }

    /// The phase of the round.
    pub(super) fn phase(&self) -> Phase {
        self.opened().map_or(Phase::Closed, LiveTable::phase)
    }

    /// The day whose law applies.
    pub(super) fn day(&self) -> Date {
        self.now.date
    }

    /// The number of records that the table has started. In each of them stakes are numbered from one.
    pub(super) fn records(&self) -> u64 {
        self.house.table(self.table).expect("a private house has its table").records
    }

    /// The table as the player sees it.
    pub(super) fn seen(&self) -> TableView {
        self.house.view(self.table, Some(self.you)).expect("the player of a private house sees its table")
    }

    /// The record of everything so far.
    pub(super) fn record(&self) -> &str {
        self.record.text()
    }

    /// The chips in the player's hands.
    pub(super) fn chips(&self) -> Money {
        self.house.ledger.balance(Unit::Chips, Location::Player(self.you))
    }

    /// The player's money on the table, in stakes or in a bank.
    pub(super) fn on_table(&self) -> Money {
        let sitting = self.live();
        let bank =
            sitting.bank.filter(|(holder, _)| *holder == self.you).map_or(0, |(_, amount)| amount.minor());
        Money::from_minor(sitting.rules.standing_of(YOU).minor() + bank)
    }

    /// The player's net result so far, negative for a loss. Undecided stakes still count as the player's.
    pub(super) fn net(&self) -> Money {
        Money::from_minor(self.chips().minor() + self.on_table().minor() - self.purse.minor())
    }

    /// Whether the bank can be taken.
    pub(super) fn bank_is_free(&self) -> bool {
        let sitting = self.live();
        sitting.rules.bank_passes() && sitting.rules.passing_bank().is_none_or(|(bank, _)| bank.passes)
    }

    /// Whether the player held the bank and has to pass it to another.
    pub(super) fn bank_must_pass(&self) -> bool {
        self.bank_passed || self.bank_is_lost()
    }

    fn bank_is_lost(&self) -> bool {
        let passing = self.live().rules.passing_bank();
        passing.is_some_and(|(bank, holder)| bank.passes && *holder == *YOU)
    }

    /// Starts a round, if none is being played.
    pub(super) fn begin(&mut self) -> Result<(), Rejection> {
        match self.phase() {
            Phase::Waiting | Phase::Payment => {
                self.bank_passed |= self.bank_is_lost();
                self.at(Actor::House, TableCommand::Tick)
            }
            _ => Ok(()),
        }
    }

    /// Places a bet of the player. If a bank is needed and nobody holds it, a robot takes it first.
    pub(super) fn bet(&mut self, amount: Money, wager: &str, area: Option<String>) -> Result<u32, Rejection> {
        self.begin()?;
        if self.bank_is_free() {
            self.robot_takes_bank(amount)?;
        }
        let (person, wager) = (self.you, wager.to_owned());
        self.at(
            Actor::Person(person),
            TableCommand::Bet { person, amount, wager, area, with: PaidWith::Chips },
        )?;
        Ok(self.live().rules.next_number() - 1)
    }

    /// Takes back a stake of the player.
    pub(super) fn take_back(&mut self, stake: u32) -> Result<(), Rejection> {
        let person = self.you;
        self.at(Actor::Person(person), TableCommand::TakeBack { person, stake })
    }

    /// Calls a stake of the player on or off: `3 off`.
    pub(super) fn call_stake(&mut self, call: &str) -> Result<(), Rejection> {
        self.begin()?;
        let (person, on) = (self.you, Some(call.to_owned()));
        self.at(Actor::Person(person), TableCommand::Decide { person, decision: PlayerAction::Call, on })
    }

    /// Takes half of a stake of the player that is held.
    pub(super) fn take_half(&mut self, stake: u32) -> Result<(), Rejection> {
        let person = self.you;
        self.at(Actor::Person(person), TableCommand::TakeHalf { person, stake })
    }

    /// Makes a decision of the player.
    pub(super) fn decide(&mut self, decision: PlayerAction, on: Option<String>) -> Result<(), Rejection> {
        let person = self.you;
        self.at(Actor::Person(person), TableCommand::Decide { person, decision, on })?;
        self.play_on()
    }

    /// Takes the bank for the player.
    pub(super) fn take_bank(&mut self, amount: Money) -> Result<(), Rejection> {
        self.begin()?;
        let person = self.you;
        self.at(
            Actor::Person(person),
            TableCommand::Decide { person, decision: PlayerAction::TakeBank(amount), on: None },
        )
    }

    /// Whether the player holds the bank.
    pub(super) fn holds_bank(&self) -> bool {
        self.live().bank.is_some_and(|(holder, _)| holder == self.you)
    }

    /// The contents of the player's bank, and whether the player holds it in the next round too.
    pub(super) fn own_bank(&self) -> Option<(Money, NextBank)> {
        let held = self.live().bank.filter(|(holder, _)| *holder == self.you)?;
        Some((held.1, if self.bank_is_free() { NextBank::Passes } else { NextBank::Stays }))
    }

    /// Gives up the player's bank.
    pub(super) fn give_up_bank(&mut self) -> Result<(), Rejection> {
        self.at(Actor::Person(self.you), TableCommand::GiveUpBank)
    }

    /// Declines insurance, or further insurance.
    pub(super) fn decline(&mut self) -> Result<(), Rejection> {
        let person = self.you;
        self.at(Actor::Person(person), TableCommand::Decline { person })?;
        self.play_on()
    }

    /// Closes the betting and plays until the player has to decide or the round is over. Robots join if the rules
    /// require more players.
    pub(super) fn deal(&mut self) -> Result<(), Rejection> {
        self.begin()?;
        if self.live().rules.check_begin().is_err() {
            self.run_robots()?;
        }
        self.at(Actor::House, TableCommand::Tick)?;
        self.play_on()
    }

    fn play_on(&mut self) -> Result<(), Rejection> {
        loop {
            if matches!(self.phase(), Phase::Insurance | Phase::Decision) && self.run_robots()? {
                continue;
            }
            match self.phase() {
                Phase::Payment | Phase::Waiting | Phase::PlaceYourBets | Phase::Closed => return Ok(()),
                Phase::Insurance if self.may_insure() => return Ok(()),
                Phase::Insurance if self.has_not_declined() => {
                    let person = self.you;
                    self.at(Actor::Person(person), TableCommand::Decline { person })?;
                }
                Phase::Decision if self.must_decide() => return Ok(()),
                _ => self.at(Actor::House, TableCommand::Tick)?,
            }
        }
    }

    /// Whether insurance is still available to the player.
    fn may_insure(&self) -> bool {
        self.has_not_declined() && !self.house.moves(self.table, self.you).is_empty()
    }

    fn has_not_declined(&self) -> bool {
        !self.live().declined.contains(&self.you)
    }

    /// Whether the player has to decide now. If the rules leave a hand no choice, the house plays it.
    pub(super) fn must_decide(&self) -> bool {
        let sitting = self.live();
        let due = sitting.due().filter(|due| sitting.rules.due().as_ref() == Some(due));
        due.is_some_and(|due| due.speaker.as_deref() == Some(YOU))
    }

    /// A robot takes a free bank, with enough in it for the player's stake.
    fn robot_takes_bank(&mut self, stake: Money) -> Result<(), Rejection> {
        self.bank_passed = false;
        for (robot, command) in robot::plan(&self.house, self.table, i64::MAX).commands {
            if let Command::Table(
                _,
                TableCommand::Decide { person, decision: PlayerAction::TakeBank(amount), on },
            ) = command
            {
                let amount = amount.max(times(stake, BANK_TIMES));
                self.at(
                    Actor::Person(robot),
                    TableCommand::Decide { person, decision: PlayerAction::TakeBank(amount), on },
                )?;
            }
        }
        Ok(())
    }

    /// Lets the robots act, and returns whether any of them did.
    fn run_robots(&mut self) -> Result<bool, Rejection> {
        let plan = robot::plan(&self.house, self.table, i64::MAX);
        let mut any = false;
        for (robot, command) in plan.commands {
            // At a private table nobody has to report being ready.
            if !matches!(command, Command::Table(_, TableCommand::Ready { .. })) {
                self.send(Actor::Person(robot), command)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Finishes the round when the player leaves: the defaults apply, as at any table.
    pub(super) fn finish(&mut self) -> Result<(), Rejection> {
        while !matches!(self.phase(), Phase::Payment | Phase::Waiting | Phase::PlaceYourBets | Phase::Closed)
        {
            self.at(Actor::House, TableCommand::Tick)?;
        }
        Ok(())
    }
}

/// The rejection of a command. A fault of the program is reported in the same way: the game cannot go on.
fn rejection(error: CommitError) -> Rejection {
    match error {
        CommitError::Rejected(rejection) => rejection,
        CommitError::Fault(fault) => Rejection::order(fault.to_string(), "start the game again"),
    }
}

/// So many times an amount. The purse has a limit, so that a thousand of it can be counted.
fn times(amount: Money, factor: i64) -> Money {
    amount.times(factor).expect("a purse is limited")
}

/// An amount in whole units.
pub(super) const fn whole(units: i64) -> Money {
    Money::from_minor(units * 100)
}
