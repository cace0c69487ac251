//! There is one way to change a house. Random commands from every role, many of them refused, at automatic tables with
//! real seed chains and at attended ones. After a refusal the digest of the whole state is what it was; after a success
//! it is that of a shadow house that only applied the entries; and at intervals it is that of a replay from the bytes.
//!
//! `CROUPIER_ONE_WAY_COMMANDS` sets the number of commands, `CROUPIER_ONE_WAY_MINUTES` a time instead, and
//! `CROUPIER_ONE_WAY_SEED` another stream of them.

mod choice;
#[path = "../common/mod.rs"]
mod common;
mod office;
mod reached;
mod tables;

use std::time::{Duration, Instant};

use choice::other_edition;
use common::{CHARTER, DEALER, INSPECTOR, MANAGER, PLAYERS, Seeded, TestVault, money, shelf};
use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now};
use croupier_house::journal::{Entry, Hash};
use croupier_house::ledger::Unit;
use croupier_house::office::{Duty, Exchange, OfficeAction, Role, TablePost};
use croupier_house::table::{Mode, Pace};
use croupier_house::{CommitError, House};
use croupier_proof::ProofRow;
use jiff::civil::date;
use reached::Reached;

/// The least number of commands in an ordinary test run, which goes on until everything is reached.
const COMMANDS: u64 = 12_000;

/// The number of commands by which everything must be reached.
const COMMANDS_MAX: u64 = 40_000;

/// The number of commands between two replays from the beginning.
const REPLAY_EVERY: u64 = 4_000;

/// A house under a program that has the other edition.
fn founded_house() -> House<'static> {
    let mut books = croupier_rules::book::Shelf::built_in();
    books.add("other.toml", other_edition()).unwrap();
    House::new(HouseId(1), Box::leak(Box::new(books)), "test", Pace::default())
}

fn new_house() -> House<'static> {
    House::new(HouseId(1), shelf(), "test", Pace::default())
}

fn digest(house: &House<'_>) -> Hash {
    house.state_digest().unwrap_or_else(|error| panic!("{error}"))
}

/// A house, its shadow, and what it has written.
struct World {
    house: House<'static>,
    /// It never decides anything: it applies the entries as they are read back from their bytes.
    shadow: House<'static>,
    vault: TestVault,
    wrong: TestVault,
    now: Now,
    choice: Seeded,
    stored: Vec<Entry>,
    /// The digest after the last command.
    digest: Hash,
    keys: u128,
    reached: Reached,
}

impl World {
    fn new(seed: u64) -> Self {
        let now = Now { at: 988_749_000_000, date: date(2001, 5, 1), minute: 20 * 60 + 30 };
        let (house, shadow) = (founded_house(), founded_house());
        let digest = digest(&house);
        let mut world = Self {
            house,
            shadow,
            vault: TestVault::new(seed),
            wrong: TestVault::under(seed, [7; 32]),
            now,
            choice: Seeded(seed),
            stored: Vec::new(),
            digest,
            keys: 0,
            reached: Reached::default(),
        };
        world.found();
        // From here on the program has other editions than the house plays by.
        world.restart();
        world
    }

    /// The house file, the people and the money.
    fn found(&mut self) {
        self.must(Actor::House, Command::AdoptHouseFile { file: CHARTER.to_owned() });
        let people = [
            ("moira", Role::Manager, Some("Moira Kerr")),
            ("iris", Role::Inspector, Some("Iris Moyo")),
            ("dora", Role::Dealer, Some("Dora Lund")),
            ("carl", Role::Cashier, Some("Carl Weir")),
            ("board", Role::Regulator, None),
            ("ann", Role::Player, None),
            ("ben", Role::Player, None),
            ("cal", Role::Player, None),
        ];
        for (handle, role, staff) in people {
            // Two people found the house, and make the others staff.
            if self.house.office.founded && role != Role::Player {
                let (handle, staff) = (handle.into(), staff.map(Into::into));
                self.agree(OfficeAction::Enrol { handle, role, staff });
            } else {
                let (handle, staff) = (handle.to_owned(), staff.map(ToOwned::to_owned));
                self.must(Actor::House, Command::Enrol { handle, role, staff });
            }
        }
        self.agree(OfficeAction::Capital { cash: money(1_000_000) });
        for unit in [Unit::Chips, Unit::Plaques] {
            self.agree(OfficeAction::Issue { unit, amount: money(10_000_000) });
        }
        self.relieve();
        for person in PLAYERS {
            let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(100_000) };
            self.must(Actor::Person(person), Command::RequestExchange { at: None, person, exchange });
            let number = self.house.office.exchanges.last_number;
            self.must(Actor::House, Command::ConfirmExchange { at: None, number });
        }
    }

    /// A dealer takes a vacant post over by the roster. At random, a roster in whose time everything fits is rare.
    fn relieve(&mut self) {
        let table = self.house.tables().iter().find(|table| &*table.name == "American A").unwrap().id;
        let (post, from, to) = (TablePost::Dealer, self.now.at, self.now.at + 60 * 60_000);
        self.agree(OfficeAction::Assign { table, post, person: None });
        let duties = vec![Duty { from, to, table, post, person: DEALER }];
        self.agree(OfficeAction::Roster { from, to, duties });
        self.must(Actor::Person(DEALER), Command::TakeOver { table, post });
    }

    /// The manager proposes a matter of the office, and the inspector authorises it.
    fn agree(&mut self, action: OfficeAction) {
        self.must(Actor::Person(MANAGER), Command::ProposeOffice(action));
        let proposal = self.house.office.proposals.made;
        self.must(Actor::Person(INSPECTOR), Command::AuthoriseOffice { proposal });
    }

    fn must(&mut self, by: Actor, command: Command) {
        let described = format!("{command:?}");
        assert!(self.send(&Request { key: None, by, command }, false), "{described}");
    }

    /// A random command.
    fn step(&mut self) {
        self.now.at += i64::try_from(match self.choice.below(200) {
            0 => 26 * 60 * 60 * 1_000,
            1..=40 => 21_000,
            _ => self.choice.below(6_000),
        })
        .unwrap();
        // At five in the morning every table with hours is closed.
        self.now.minute = if self.choice.below(30) == 0 { 5 * 60 } else { 20 * 60 + 30 };
        let (by, command) = if self.choice.below(10) == 0 {
            office::command(&self.house, &mut self.choice, self.now.at)
        } else {
            tables::command(&self.house, &mut self.choice, &self.reached, self.now.at)
        };
        self.give(by, command);
    }

    /// Gives a command, with or without an idempotency key, sometimes under a wrong house key.
    fn give(&mut self, by: Actor, command: Command) {
        let key = (self.choice.below(2) == 0).then(|| {
            // One in forty keys was used before.
            self.keys += u128::from(self.choice.below(40) != 0);
            IdempotencyKey(self.keys)
        });
        let wrong_key = self.choice.below(40) == 0 && !opens_a_table(&self.house, &command);
        self.send(&Request { key, by, command }, wrong_key);
    }

    /// Sends a request to the house, and checks what it did and did not do. Returns whether it was accepted.
    fn send(&mut self, request: &Request, wrong_key: bool) -> bool {
        let phase = self.phase_of(&request.command);
        let vault = if wrong_key { &mut self.wrong } else { &mut self.vault };
        let done = self.house.commit(request, self.now, vault);
        let after = digest(&self.house);
        let accepted = done.is_ok();
        match done {
            Ok(done) => {
                for entry in done.entries {
                    let read = Entry::read(entry.stream, entry.body.sequence, entry.bytes.clone()).unwrap();
                    assert_eq!(read, entry);
                    self.shadow.apply(&read).unwrap_or_else(|fault| panic!("{fault}: {request:?}"));
                    self.stored.push(read);
                }
                assert_eq!(digest(&self.shadow), after, "the shadow differs after {request:?}");
            }
            Err(CommitError::Rejected(_)) => {
                assert_eq!(after, self.digest, "the refusal of {request:?} changed the house");
            }
            Err(CommitError::Fault(fault)) => panic!("{fault}: {request:?}"),
        }
        self.digest = after;
        self.reached.note(&request.command, phase, accepted);
        accepted
    }

    fn phase_of(&self, command: &Command) -> Option<croupier_house::table::Phase> {
        let Command::Table(id, _) = command else { return None };
        self.house.table(*id).ok().map(croupier_house::table::TableState::phase)
    }

    /// A replay from the bytes is the same house. It goes on in its place, as after a restart.
    fn restart(&mut self) {
        let mut again = new_house();
        for entry in &self.stored {
            let read = Entry::read(entry.stream, entry.body.sequence, entry.bytes.clone()).unwrap();
            again.apply(&read).unwrap_or_else(|fault| panic!("{fault}: {:?}", entry.body.event));
        }
        assert_eq!(digest(&again), self.digest, "a replay gives another house");
        let bytes = again.snapshot().unwrap();
        self.shadow = House::from_snapshot(&bytes, shelf(), "test", Pace::default()).unwrap();
        assert_eq!(digest(&self.shadow), self.digest, "a snapshot gives another house");
        self.house = again;
    }
}

/// A table that opens under a wrong key is of no use under the right one.
fn opens_a_table(house: &House<'_>, command: &Command) -> bool {
    let Command::Table(id, croupier_house::command::TableCommand::Authorise { proposal }) = command else {
        return false;
    };
    let found = house.table(*id).ok().and_then(|table| table.papers.proposals.get(proposal));
    found.is_some_and(|found| found.action.is_opening())
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn only_applied_events_change_a_house() {
    let start = Instant::now();
    let until = number("CROUPIER_ONE_WAY_MINUTES").map(|minutes| Duration::from_secs(minutes * 60));
    let commands = number("CROUPIER_ONE_WAY_COMMANDS");
    let mut world = World::new(number("CROUPIER_ONE_WAY_SEED").unwrap_or(1));
    let mut given = 0;
    let goes_on = |given: u64, reached: &Reached| match (until, commands) {
        (Some(until), _) => start.elapsed() < until,
        (None, Some(commands)) => given < commands,
        (None, None) => given < COMMANDS || given < COMMANDS_MAX && !reached.missing().is_empty(),
    };
    while goes_on(given, &world.reached) {
        world.step();
        given += 1;
        if given % REPLAY_EVERY == 0 {
            world.restart();
        }
    }
    world.restart();
    println!("{given} commands, {} entries in {:.0?}", world.stored.len(), start.elapsed());
    print!("{}", world.reached);
    let [accepted, refused] = world.reached.sums();
    ProofRow::new(50, "random commands from every role to a house: one that is refused changes nothing, one that is accepted only what its entries say")
        .count("accepted", accepted)
        .count("refused", refused)
        // One such ends the test.
        .count("states that differ", 0_u64)
        .write_if_wanted("one-way");
    let missing = world.reached.missing();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    let dealt = |mode| {
        let open = world.house.tables().iter().filter_map(|table| table.live.as_ref());
        open.filter(|live| live.mode == mode).count()
    };
    println!("{} automatic and {} attended tables are open", dealt(Mode::Automatic), dealt(Mode::Attended));
}
