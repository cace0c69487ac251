//! The scenes that are recorded: houses driven by ordinary commands, with time and chance from a seed.

mod attended;
mod automatic;
mod chips;
mod dealer_poker;
mod demo;
mod desks;
mod editions;
mod en_prison;
mod incarnations;
mod nodes;
mod office;
mod own_book;
mod raised;
mod readers;
mod roster;
mod rulings;
mod seats;

use croupier_fair::Keyring;
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{LiveTable, Mode, Pace, Phase};
use croupier_house::{Accepted, House, Rejection};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use jiff::civil::date;

use super::expectation::{BUILD, open};
use super::file::Recorded;
use super::next::Strongbox;
use super::words;
use crate::common::{CASHIER, CHARTER, INSPECTOR, MANAGER, PLAYERS, assert_same, money, rejected};

/// What plays a scene from a seed.
type Script = Box<dyn Fn(u64, &Keyring) -> Floor>;

/// A scene: its name, and what plays it from a seed.
pub(crate) struct Scene {
    pub(crate) name: String,
    play: Script,
    /// What must occur in it: the first seed for which all of it does is taken.
    wants: Vec<&'static str>,
}

/// All scenes.
pub(crate) fn all() -> Vec<Scene> {
    let mut all = automatic::scenes();
    all.extend(attended::scenes());
    all.extend(office::scenes());
    all.extend(demo::scenes());
    all.push(own_book::scene());
    all.push(dealer_poker::scene());
    all.push(en_prison::scene());
    all.push(chips::scene());
    all.push(seats::scene());
    all.push(rulings::scene());
    all.push(readers::scene());
    all.push(roster::scene());
    all.extend(raised::scenes());
    all.push(incarnations::scene());
    all.push(nodes::scene());
    all.extend(editions::scenes());
    all.extend(desks::scenes());
    all
}

impl Scene {
    fn new(name: &str, wants: &[&'static str], play: impl Fn(u64, &Keyring) -> Floor + 'static) -> Self {
        Self { name: name.to_owned(), play: Box::new(play), wants: wants.to_vec() }
    }

    /// Plays the scene with the first seed that shows all that is wanted.
    pub(crate) fn record(&self, keys: &Keyring) -> (Recorded, &'static Shelf) {
        for seed in 1..4000 {
            let floor = (self.play)(seed, keys);
            let lines = floor.lines();
            if self.wants.iter().all(|word| lines.contains(word)) {
                return floor.recorded();
            }
        }
        panic!("{}: no seed shows {:?}", self.name, self.wants);
    }

    /// Plays the scene once, whatever it shows.
    pub(crate) fn play_once(&self, keys: &Keyring) -> (Recorded, &'static Shelf) {
        (self.play)(1, keys).recorded()
    }
}

/// A house that is driven, and what it has written.
pub(crate) struct Floor {
    pub(crate) house: House<'static>,
    pub(crate) shelf: &'static Shelf,
    pub(crate) vault: Strongbox,
    pub(crate) now: Now,
    pub(crate) entries: Vec<Entry>,
    commands: u128,
}

impl Floor {
    /// A house in which nothing has happened yet.
    fn new(id: u16, shelf: &'static Shelf, now: Now, seed: u64, keys: &Keyring) -> Self {
        let house = House::new(HouseId(id), shelf, BUILD, Pace::default());
        let vault = Strongbox::new(seed, keys.clone());
        Self { house, shelf, vault, now, entries: Vec::new(), commands: 0 }
    }

    /// What it has written; read again, it is the same house.
    fn recorded(&self) -> (Recorded, &'static Shelf) {
        let recorded = Recorded::of(self.house.id, self.now, &self.entries);
        assert_same(&self.house, &open(&recorded, self.shelf).unwrap());
        (recorded, self.shelf)
    }

    /// The example house with its people and money; no table is open.
    fn founded(seed: u64, keys: &Keyring) -> Self {
        let now = Now { at: 988_749_000_000, date: date(2001, 5, 1), minute: 20 * 60 + 30 };
        let mut floor = Self::new(1, crate::common::shelf(), now, seed, keys);
        floor.must(Actor::House, Command::AdoptHouseFile { file: CHARTER.to_owned() });
        let staff = [
            ("moira", Role::Manager, Some("Moira Kerr")),
            ("iris", Role::Inspector, Some("Iris Moyo")),
            ("dora", Role::Dealer, Some("Dora Lund")),
            ("carl", Role::Cashier, Some("Carl Weir")),
            ("board", Role::Regulator, None),
            ("ann", Role::Player, None),
            ("ben", Role::Player, None),
            ("cal", Role::Player, None),
        ];
        for (handle, role, staff) in staff {
            floor.enrol(handle, role, staff);
        }
        floor.agree_office(OfficeAction::Capital { cash: money(1_000_000) });
        floor.agree_office(OfficeAction::Issue { unit: Unit::Chips, amount: money(10_000_000) });
        floor.agree_office(OfficeAction::Issue { unit: Unit::Plaques, amount: money(100_000) });
        for person in PLAYERS {
            let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(10_000) };
            floor.exchange(None, person, exchange);
        }
        floor
    }

    /// Enrols somebody: the first two found the house, and make the others staff.
    fn enrol(&mut self, handle: &str, role: Role, staff: Option<&str>) {
        if self.house.office.founded && role != Role::Player {
            let (handle, staff) = (handle.into(), staff.map(Into::into));
            self.agree_office(OfficeAction::Enrol { handle, role, staff });
        } else {
            let (handle, staff) = (handle.to_owned(), staff.map(ToOwned::to_owned));
            self.must(Actor::House, Command::Enrol { handle, role, staff });
        }
    }

    /// The first two people decide a matter of the office.
    fn agree_office(&mut self, action: OfficeAction) {
        let [first, second] = [1, 2].map(|number| Actor::Person(PersonId(number)));
        self.must(first, Command::ProposeOffice(action));
        let proposal = self.house.office.proposals.made;
        self.must(second, Command::AuthoriseOffice { proposal });
    }

    /// Gives a command: a person's has a key, as those of the server do.
    fn give(&mut self, by: Actor, command: Command) -> Result<Accepted, Rejection> {
        self.commands += 1;
        self.now.at += 1000;
        let key = by.person().map(|_| IdempotencyKey(self.commands));
        let request = Request { key, by, command };
        let done = self.house.commit(&request, self.now, &mut self.vault).map_err(rejected)?;
        self.entries.extend(done.entries.iter().cloned());
        Ok(done)
    }

    /// Gives a command that is refused, and records the refusal under its key.
    fn refuse(&mut self, request: &Request) {
        self.now.at += 1000;
        let refusal = rejected(self.house.commit(request, self.now, &mut self.vault).unwrap_err());
        let done = self.house.record_refusal(request, refusal, self.now, &mut self.vault).unwrap();
        self.entries.extend(done.entries);
    }

    fn must(&mut self, by: Actor, command: Command) -> Accepted {
        let words = format!("{command:?}");
        self.give(by, command).unwrap_or_else(|rejection| panic!("{words}: {rejection}"))
    }

    fn at(&mut self, by: PersonId, id: TableId, act: TableCommand) -> Result<Accepted, Rejection> {
        self.give(Actor::Person(by), Command::Table(id, act))
    }

    fn must_at(&mut self, by: PersonId, id: TableId, act: TableCommand) -> Accepted {
        self.must(Actor::Person(by), Command::Table(id, act))
    }

    /// The timer of an automatic table.
    fn tick(&mut self, id: TableId) {
        let due = self.house.table(id).unwrap().deadline(&self.house.pace());
        self.now.at = self.now.at.max(due.unwrap_or_default());
        self.must(Actor::House, Command::Table(id, TableCommand::Tick));
    }

    /// Something changes hands, in both its steps.
    fn exchange(&mut self, at: Option<TableId>, person: PersonId, exchange: Exchange) {
        self.must(Actor::Person(person), Command::RequestExchange { at, person, exchange });
        let by = if at.is_some() { MANAGER } else { CASHIER };
        let number = at.map_or(self.house.office.exchanges.last_number, |id| {
            self.house.table(id).unwrap().exchanges.last_number
        });
        self.must(Actor::Person(by), Command::ConfirmExchange { at, number });
    }

    fn table_named(&self, name: &str) -> TableId {
        self.house.tables().iter().find(|table| &*table.name == name).unwrap().id
    }

    fn live(&self, id: TableId) -> &LiveTable<'static> {
        self.house.table(id).unwrap().open().unwrap()
    }

    fn phase(&self, id: TableId) -> Phase {
        self.house.table(id).unwrap().phase()
    }

    /// A number below a bound.
    fn below(&mut self, bound: u64) -> u64 {
        self.vault.chance.below(bound)
    }

    /// One of several.
    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        let place = self.below(of.len() as u64);
        of[usize::try_from(place).unwrap()].clone()
    }

    /// Proposes something and has it authorised.
    fn agree(&mut self, id: TableId, matter: ProposedAction) {
        self.must_at(MANAGER, id, TableCommand::Propose(matter));
        let proposal = self.house.table(id).unwrap().papers.proposals_made;
        self.must_at(INSPECTOR, id, TableCommand::Authorise { proposal });
    }

    /// Opens a table with a float, and seats everybody.
    fn open(&mut self, name: &str, mode: Mode) -> TableId {
        let id = self.table_named(name);
        self.agree(id, ProposedAction::Open { mode, opener: Count::default() });
        let chips = Count(vec![(money(1000), 100)]);
        self.slip(id, SlipKind::Fill, chips);
        for person in PLAYERS {
            self.must_at(person, id, TableCommand::Sit { person });
        }
        id
    }

    /// A fill or a credit with all its steps.
    fn slip(&mut self, id: TableId, kind: SlipKind, chips: Count) {
        self.must_at(MANAGER, id, TableCommand::RequestSlip { kind, chips });
        let number = self.house.table(id).unwrap().papers.slips_made;
        let (sends, confirms) = match kind {
            SlipKind::Fill => (CASHIER, INSPECTOR),
            SlipKind::Credit => (MANAGER, CASHIER),
        };
        for (by, step) in [(sends, SlipStep::Send), (sends, SlipStep::Deliver), (confirms, SlipStep::Confirm)]
        {
            self.must_at(by, id, TableCommand::StepSlip { number, step });
        }
    }

    fn bet(&mut self, person: PersonId, id: TableId, wager: &str, amount: Money) -> bool {
        let wager = wager.to_owned();
        let with = croupier_house::command::PaidWith::default();
        self.at(person, id, TableCommand::Bet { person, amount, wager, area: None, with }).is_ok()
    }

    /// Every line of the records so far, and where the open tables stand: a text to search in.
    fn lines(&self) -> String {
        let lines = self.entries.iter().filter_map(|entry| match &entry.body.event {
            Event::Acted { lines, .. } | Event::Revealed { lines } => Some(format!("{lines}\n")),
            _ => None,
        });
        let phases =
            self.house.tables().iter().map(|table| format!("ends in {}\n", words::phase(table.phase())));
        lines.chain(phases).collect()
    }
}
