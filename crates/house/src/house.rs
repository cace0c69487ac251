//! A house: what it is now, and how a command changes it.

use std::collections::VecDeque;

use croupier_rules::book::{Book, Conduct, GameBook, Shelf};
use croupier_rules::house::HouseTable;
use croupier_rules::law::Cites;
use jiff::civil::Date;
use rustc_hash::FxHashMap;

use crate::command::{AtTable, Command, Mode, Order};
use crate::event::Event;
use crate::ids::{Actor, HouseId, Key, Now, PersonId, Stream, TableId};
use crate::journal::{Body, Entry, Hash, digest_of};
use crate::ledger::{Ledger, Transaction};
use crate::office::{Office, Role};
use crate::refusal::{Code, Refusal};
use crate::table::{Chance, Law, Pace, Sitting, Table};

/// The keys that are remembered: more than are ever on their way to the disk, and few enough to lie close at hand. The store
/// knows the older ones.
pub const KEYS_KEPT: usize = 8_192;

/// A house.
#[derive(Clone)]
pub struct House<'b> {
    /// Its number.
    pub id: HouseId,
    pub(crate) shelf: &'b Shelf,
    pub(crate) build: Box<str>,
    pub(crate) pace: Pace,
    /// Its file, its people, its approvals, its disputes.
    pub office: Office,
    /// Its money.
    pub ledger: Ledger,
    pub(crate) tables: Vec<Table<'b>>,
    /// The heads of the journals: its own, then those of its tables.
    pub(crate) heads: Vec<Head>,
    pub(crate) keys: Keys,
}

/// The end of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// How many events it has.
    pub version: u64,
    /// The hash of the last.
    pub hash: Hash,
}

/// Where the events of a command stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// In which journal.
    pub stream: Stream,
    /// The version of the first.
    pub from: u64,
    /// The version of the last.
    pub to: u64,
}

/// A command that was carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Where its events stand.
    pub answer: Answer,
    /// What was written; nothing where the command had been carried out before.
    pub entries: Vec<Entry>,
}

impl Done {
    /// Whether the command had been carried out before.
    pub fn is_again(&self) -> bool {
        self.entries.is_empty()
    }
}

/// The keys of the latest commands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    known: FxHashMap<Key, (u64, Answer)>,
    order: VecDeque<Key>,
}

impl Keys {
    pub(crate) fn note(&mut self, key: Key, digest: u64, stream: Stream, version: u64) {
        if let Some((_, answer)) = self.known.get_mut(&key) {
            answer.to = version;
            return;
        }
        if self.order.len() == KEYS_KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.known.insert(key, (digest, Answer { stream, from: version, to: version }));
        self.order.push_back(key);
    }
}

/// An event that is to be written, with the money it moves.
pub(crate) struct Draft {
    pub(crate) table: Option<TableId>,
    pub(crate) event: Event,
    pub(crate) ledger: Vec<Transaction>,
}

impl Draft {
    pub(crate) fn at(table: TableId, event: Event, ledger: Vec<Transaction>) -> Self {
        Self { table: Some(table), event, ledger }
    }

    pub(crate) fn on(table: Option<TableId>, event: Event, ledger: Vec<Transaction>) -> Self {
        Self { table, event, ledger }
    }
}

/// Who asks, and when.
#[derive(Clone, Copy)]
pub(crate) struct Ask {
    pub(crate) by: Actor,
    pub(crate) now: Now,
}

impl<'b> House<'b> {
    /// A house in which nothing has happened yet. `build` names the software, for the rounds it plays.
    pub fn new(id: HouseId, shelf: &'b Shelf, build: &str, pace: Pace) -> Self {
        Self {
            id,
            shelf,
            build: build.into(),
            pace,
            office: Office::default(),
            ledger: Ledger::new(id),
            tables: Vec::new(),
            heads: vec![Head::default()],
            keys: Keys::default(),
        }
    }

    /// Carries a command out, or refuses it and changes nothing. What comes back is to be stored before anyone is told.
    ///
    /// # Errors
    /// Why it is refused, with the provision.
    pub fn commit(&mut self, order: &Order, now: Now, chance: &mut dyn Chance) -> Result<Done, Refusal> {
        let mark = order.key.map(|key| (key, digest_of(order.by, &order.command)));
        if let Some((key, digest)) = mark
            && let Some((known, answer)) = self.keys.known.get(&key)
        {
            return if *known == digest {
                Ok(Done { answer: *answer, entries: Vec::new() })
            } else {
                Err(Refusal::new(
                    Code::Key,
                    "this key belongs to another command",
                    "each command has a key of its own",
                ))
            };
        }
        let ask = Ask { by: order.by, now };
        let drafts = self.handle(&order.command, ask, chance)?;
        Ok(self.write(drafts, ask, mark))
    }

    fn handle(
        &mut self,
        command: &Command,
        ask: Ask,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_not_reading(ask.by)?;
        match command {
            Command::At(id, at) => self.handle_at(*id, at, ask, chance),
            Command::LayOut { at, person, exchange } => self.lay_out(*at, ask, *person, *exchange),
            Command::Confirm { at, number } => self.confirm(*at, ask, *number),
            Command::TakeUp { at, number } => self.take_up(*at, ask, *number),
            other => self.handle_office(other, ask),
        }
    }

    fn handle_at(
        &mut self,
        id: TableId,
        at: &AtTable,
        ask: Ask,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        use crate::table::{Stake, Taken};
        match at {
            AtTable::Sit { person } => self.sit(id, ask, *person),
            AtTable::Leave { person } => self.leave(id, ask, *person),
            AtTable::Bet { person, amount, wager, area, with } => {
                let stake =
                    Stake { person: *person, amount: *amount, wager, area: area.as_deref(), with: *with };
                self.bet(id, ask, &stake)
            }
            AtTable::TakeBack { person, stake } => self.take_back(id, ask, *person, *stake),
            AtTable::Cancel { stake } => self.cancel(id, ask, *stake),
            AtTable::Decide { person, decision, on } => {
                self.decide(id, ask, Taken { person: *person, choice: *decision, on: on.as_deref() }, chance)
            }
            AtTable::Decline { person } => self.decline(id, ask, *person, chance),
            AtTable::GiveUpBank => self.give_up_bank(id, ask),
            AtTable::Announce(what) => self.announce(id, ask, *what, chance),
            AtTable::Enter { lines } => self.enter(id, ask, lines),
            AtTable::ConfirmEntry => self.confirm_entry(id, ask),
            AtTable::DropEntry => self.drop_entry(id, ask),
            AtTable::Declare { person, decision, on } => {
                self.declare(id, ask, Taken { person: *person, choice: *decision, on: on.as_deref() })
            }
            AtTable::Reveal { lines } => self.reveal(id, ask, lines),
            AtTable::Tick => match ask.by {
                Actor::House => self.tick(id, ask.now, chance),
                Actor::Person(_) => Err(Refusal::authority("the house's own timers do it")),
            },
            AtTable::Propose(matter) => self.propose(id, ask, matter),
            AtTable::Authorise { proposal } => self.authorise(id, ask, *proposal, chance),
            AtTable::Withdraw { proposal } => self.withdraw(id, ask, *proposal),
            AtTable::RequestSlip { kind, chips } => self.request_slip(id, ask, *kind, chips),
            AtTable::StepSlip { number, step } => self.step_slip(id, ask, *number, step),
            AtTable::GiveSeed { person, seed } => self.give_seed(id, ask, *person, seed),
            AtTable::Ready { person } => self.ready(id, ask, *person),
        }
    }

    /// Writes what has happened to the journals and the ledger.
    fn write(&mut self, drafts: Vec<Draft>, ask: Ask, mark: Option<(Key, u64)>) -> Done {
        let mut entries = Vec::with_capacity(drafts.len());
        for Draft { table, event, ledger } in drafts {
            debug_assert_eq!(self.ledger.check(&ledger), Ok(()), "what a handler drafts can be posted");
            let stream = Stream { house: self.id, table };
            let head = self.head(stream);
            let body = Body {
                prev: head.hash,
                version: head.version + 1,
                at: ask.now.at,
                by: ask.by,
                mark,
                event,
                ledger,
            };
            let entry = Entry::write(stream, body);
            self.take_down(&entry);
            entries.push(entry);
        }
        let stream = entries.first().map_or(Stream { house: self.id, table: None }, |entry| entry.stream);
        let from = entries.first().map_or(0, |entry| entry.body.version);
        let to = entries.last().map_or(0, |entry| entry.body.version);
        Done { answer: Answer { stream, from, to }, entries }
    }

    /// The end of a journal.
    pub fn head(&self, stream: Stream) -> Head {
        let place = stream.table.map_or(0, |id| usize::from(id.0));
        self.heads.get(place).copied().unwrap_or_default()
    }

    /// The ends of all journals: the house's own, then those of its tables.
    pub fn heads_of_all(&self) -> Vec<Head> {
        self.heads.clone()
    }

    /// What a late command with this key came to, with its digest; the store knows the older ones.
    pub fn answer_to(&self, key: Key) -> Option<(u64, Answer)> {
        self.keys.known.get(&key).copied()
    }

    /// The tables, in order.
    pub fn tables(&self) -> &[Table<'b>] {
        &self.tables
    }

    /// A table.
    ///
    /// # Errors
    /// When there is none with this number.
    pub fn table(&self, id: TableId) -> Result<&Table<'b>, Refusal> {
        let place = usize::from(id.0).checked_sub(1);
        place.and_then(|place| self.tables.get(place)).ok_or_else(|| Refusal::unknown("such table"))
    }

    /// A table to go on with, and what it needs of the house.
    pub(crate) fn parts(&mut self, id: TableId) -> Result<(&mut Table<'b>, &Office, &Ledger), Refusal> {
        let place = usize::from(id.0).checked_sub(1);
        let table = place.and_then(|place| self.tables.get_mut(place));
        table.map(|table| (table, &self.office, &self.ledger)).ok_or_else(|| Refusal::unknown("such table"))
    }

    /// How the house file describes a table.
    pub(crate) fn of_charter(&self, id: TableId) -> Result<&HouseTable, Refusal> {
        let name = &self.table(id)?.name;
        let found = self.office.charter()?.tables.iter().find(|table| **table.name.get_ref() == **name);
        found.ok_or_else(|| Refusal::unknown(format!("table {name} in the house file")))
    }

    /// The book and the game of a table on a day.
    pub(crate) fn book_of(&self, id: TableId, day: Date) -> Result<(&'b Book, &'b GameBook), Refusal> {
        let game = &self.table(id)?.game;
        self.shelf
            .game_on(game, day)
            .map_err(|unknown| Refusal::new(Code::Unknown, unknown.to_string(), "a game on the shelf"))
    }

    /// A refusal with what the table's book says of such things; at the cage there is no book.
    pub(crate) fn citing(
        &self,
        at: Option<TableId>,
        refusal: Refusal,
        cites: impl Fn(&Conduct) -> Cites,
        now: Now,
    ) -> Refusal {
        match at.and_then(|id| self.book_of(id, now.date).ok()) {
            Some((book, game)) => refusal.citing(cites(game.conduct()), book),
            None => refusal,
        }
    }

    /// Opens a table under the house file in force.
    pub(crate) fn open_sitting(
        &mut self,
        id: TableId,
        mode: Mode,
        version: u32,
        date: &str,
    ) -> Result<(), Refusal> {
        let day: Date = date.parse().map_err(|_| Refusal::new(Code::Malformed, date, "a date"))?;
        let (book, game) = self.book_of(id, day)?;
        let chosen = self.of_charter(id)?.chosen(game);
        let sitting = Sitting::new(mode, version, Law::new(book, game, chosen, date));
        self.parts(id)?.0.sitting = Some(sitting);
        Ok(())
    }

    /// Whether somebody has one of these roles, and has not been dismissed from it.
    pub(crate) fn check_role(&self, ask: Ask, roles: &[Role]) -> Result<(), Refusal> {
        let Some(person) = ask.by.person() else { return Ok(()) };
        let role = self.office.person(person)?.role;
        if roles.contains(&role) {
            return self.check_in_service(person, ask.now);
        }
        let names: Vec<String> = roles.iter().map(|role| format!("{role:?}").to_lowercase()).collect();
        Err(Refusal::authority(format!("a {} does it", names.join(" or "))))
    }

    /// Whoever is excluded or refused service has no authority of his role either.
    pub(crate) fn check_in_service(&self, person: PersonId, now: Now) -> Result<(), Refusal> {
        self.office.check_served(person, now).map_err(|refusal| {
            Refusal::new(Code::Authority, refusal.found, "whoever acts for the house is in its service")
        })
    }

    /// The regulator reads all and changes nothing.
    fn check_not_reading(&self, by: Actor) -> Result<(), Refusal> {
        match by.person().map(|person| self.office.person(person)).transpose()? {
            Some(person) if person.role == Role::Regulator => {
                Err(Refusal::authority("a regulator reads all and changes nothing"))
            }
            _ => Ok(()),
        }
    }

    /// What records call a person.
    pub fn name_of(&self, person: PersonId) -> &str {
        self.office.person(person).map_or("", |person| &*person.handle)
    }
}
