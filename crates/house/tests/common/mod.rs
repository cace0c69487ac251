//! A house with every game and people, and an auditor that checks every command.
#![allow(unreachable_pub, reason = "the tests are its only users")]
#![allow(dead_code, reason = "each test uses a part")]

pub mod commands;

use std::fmt::Write as _;
use std::sync::OnceLock;

use croupier_fair::{HouseKey, KeyId, Keyring, Seed};
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{Mode, OutcomeSource, Pace, Phase, TableState, Vault};
use croupier_house::{Accepted, CommitError, House, Rejection};
use croupier_kit::{Card, Chips, Money, MoneySum, Pocket, Shoe, Wheel};
use croupier_rules::book::Shelf;
use croupier_rules::judge;
use croupier_rules::table::Outcome;
use jiff::civil::date;

/// The books, read once.
pub fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(Shelf::built_in)
}

/// The same books, and the examples of France and of Caribbean Stud.
pub fn shelf_with_examples() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| {
        let mut shelf = Shelf::built_in();
        shelf.add("examples/france.toml", include_str!("../../../../examples/france.toml")).unwrap();
        let stud = include_str!("../../../../examples/caribbean-stud.toml");
        shelf.add("examples/caribbean-stud.toml", stud).unwrap();
        shelf
    })
}

/// A table of the example of Caribbean Stud, for the house file.
pub const STUD: &str = r#"
[[table]]
name = "Stud 1"
game = "caribbean-stud/caribbean-stud"
min = 5
max = 1000
inspector = "Iris Moyo"
dealer = "Dora Lund"
shows = ["limits", "odds"]
"#;

/// A table of the French example, for the house file.
pub const FRENCH: &str = r#"
[[table]]
name = "French 1"
game = "france/roulette"
min = 2
max = 1000
hours = "12:00-04:00"
dealer = "Dora Lund"
inspector = "Iris Moyo"
shows = ["limits", "odds"]
tells = ["rules"]
settings = { second-zero = "deeper" }
"#;

/// The example house of the documentation: all twelve games.
pub const CHARTER: &str = include_str!("../../../../examples/house.toml");

/// The table of each game, with what players bet on there.
pub const GAMES: [(&str, &[&str]); 12] = [
    ("Wheel 1", &["red", "straight 17", "numbers 1 2 3 4", "two-dozens 1 2", "odd"]),
    ("Dice 1", &["win", "dont-win", "field", "place-win 4", "hard 6", "craps"]),
    ("Banque", &["right", "left", "both"]),
    ("Chemin", &["player"]),
    ("Punto", &["punto", "banco"]),
    ("Twenty-one", &["box 1", "box 2", "box 3", "box 4"]),
    ("Between 1", &["hand"]),
    ("American A", &["red", "straight 0", "corner 1 2 4 5", "neighbours 7", "orphans"]),
    ("Jack A", &["box 1", "box 2", "box 3", "box 1"]),
    ("Punto A", &["punto", "banco", "punto", "egalite"]),
    ("Hold-Em", &["ante"]),
    ("Touch A", &["box 1", "box 2", "box 3"]),
];

/// Outcomes from a seed.
pub struct Seeded(pub u64);

impl Seeded {
    pub fn below(&mut self, bound: u64) -> u64 {
        // SplitMix64: plenty for a test.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }
}

impl OutcomeSource for Seeded {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        let order = wheel.order();
        order[usize::try_from(self.below(order.len() as u64)).unwrap()]
    }

    fn dice(&mut self) -> [u32; 2] {
        [1, 1].map(|least| least + u32::try_from(self.below(6)).unwrap())
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        let mut place = self.below(u64::from(left.len()));
        let found = Card::pack().find(|card| {
            let count = u64::from(left.count(*card));
            if place < count {
                true
            } else {
                place -= count;
                false
            }
        });
        found.unwrap()
    }

    fn salt(&mut self) -> [u8; 16] {
        salt(self)
    }
}

/// Salt that follows from the state of a source and leaves it as it is, so that outcomes do not depend on the number of
/// entries.
fn salt(of: &Seeded) -> [u8; 16] {
    let mut other = Seeded(of.0 ^ 0x5a17);
    std::array::from_fn(|_| u8::try_from(other.below(256)).unwrap())
}

/// Secrets from a seed; plain outcomes are never requested.
pub struct TestVault {
    pub seeded: Seeded,
    pub keys: Keyring,
}

impl TestVault {
    pub fn new(seed: u64) -> Self {
        Self::under(seed, [42; 32])
    }

    /// A vault whose house key has these bytes.
    pub fn under(seed: u64, key: [u8; 32]) -> Self {
        let keys = Keyring::new(HouseKey::new(KeyId(1), key), vec![]).unwrap();
        Self { seeded: Seeded(seed), keys }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| u8::try_from(self.seeded.below(256)).unwrap())
    }
}

impl Vault for TestVault {
    fn secret(&mut self) -> Seed {
        Seed::new(self.bytes())
    }
    fn nonce(&mut self) -> [u8; 24] {
        self.bytes()
    }
    fn keyring(&self) -> &Keyring {
        &self.keys
    }
}

impl OutcomeSource for TestVault {
    fn ball(&mut self, _: &Wheel) -> Pocket {
        panic!("outcomes follow from the seeds")
    }
    fn dice(&mut self) -> [u32; 2] {
        panic!("outcomes follow from the seeds")
    }
    fn card(&mut self, _: u8, _: &Shoe) -> Card {
        panic!("outcomes follow from the seeds")
    }
    fn salt(&mut self) -> [u8; 16] {
        self.seeded.salt()
    }
    fn vault(&mut self) -> Option<&mut dyn Vault> {
        Some(self)
    }
}

/// The rejection of a command. A fault is never expected.
pub fn rejected(error: CommitError) -> Rejection {
    match error {
        CommitError::Rejected(rejection) => rejection,
        CommitError::Fault(fault) => panic!("{fault}"),
    }
}

/// An amount.
pub const fn money(whole: i64) -> Money {
    Money::from_minor(whole * 100)
}

/// A house under test.
pub struct Rig {
    pub house: House<'static>,
    pub chance: Seeded,
    pub now: Now,
    pub journal: Vec<Entry>,
    pub keys: u128,
    pub audited: bool,
}

pub const MANAGER: PersonId = PersonId(1);
pub const INSPECTOR: PersonId = PersonId(2);
pub const DEALER: PersonId = PersonId(3);
pub const CASHIER: PersonId = PersonId(4);
pub const REGULATOR: PersonId = PersonId(5);
pub const ANN: PersonId = PersonId(6);
pub const BEN: PersonId = PersonId(7);
pub const CAL: PersonId = PersonId(8);
pub const PLAYERS: [PersonId; 3] = [ANN, BEN, CAL];

impl Rig {
    /// A house without entries.
    pub fn empty() -> Self {
        let now = Now { at: 988_749_000_000, date: date(2001, 5, 1), minute: 20 * 60 + 30 };
        let house = House::new(HouseId(1), shelf(), "test", Pace::NONE);
        Self { house, chance: Seeded(7), now, journal: Vec::new(), keys: 0, audited: true }
    }

    /// A house with its file and its people, and money in the cage; no table is open.
    pub fn founded() -> Self {
        Self::founded_with(shelf(), CHARTER)
    }

    /// The same with other books and another house file, which has the staff of [`CHARTER`].
    pub fn founded_with(shelf: &'static Shelf, charter: &str) -> Self {
        let now = Now { at: 988_749_000_000, date: date(2001, 5, 1), minute: 20 * 60 + 30 };
        let house = House::new(HouseId(1), shelf, "test", Pace::NONE);
        let mut rig = Self { house, chance: Seeded(7), now, journal: Vec::new(), keys: 0, audited: true };
        let house = Actor::House;
        rig.must(house, Command::AdoptHouseFile { file: charter.to_owned() });
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
            // Two people found the house, and make the others staff.
            if rig.house.office.founded && role != Role::Player {
                let (handle, staff) = (handle.into(), staff.map(Into::into));
                rig.agree_office(OfficeAction::Enrol { handle, role, staff }).unwrap();
            } else {
                let (handle, staff) = (handle.to_owned(), staff.map(ToOwned::to_owned));
                rig.must(house, Command::Enrol { handle, role, staff });
            }
        }
        for action in [
            OfficeAction::Capital { cash: money(1_000_000) },
            OfficeAction::Issue { unit: Unit::Chips, amount: money(10_000_000) },
            OfficeAction::Issue { unit: Unit::Plaques, amount: money(100_000) },
        ] {
            rig.agree_office(action).unwrap();
        }
        rig
    }

    /// The manager proposes a matter of the office, and the inspector authorises it.
    pub fn agree_office(&mut self, action: OfficeAction) -> Result<Accepted, Rejection> {
        self.give(Actor::Person(MANAGER), Command::ProposeOffice(action))?;
        let proposal = self.house.office.proposals.made;
        self.give(Actor::Person(INSPECTOR), Command::AuthoriseOffice { proposal })
    }

    /// The same, with chips in the players' hands.
    pub fn new() -> Self {
        Self::founded().with_chips()
    }

    /// The same house with a table of French roulette.
    pub fn with_france() -> Self {
        Self::founded_with(shelf_with_examples(), &format!("{CHARTER}{FRENCH}")).with_chips()
    }

    /// The same house with a table of Caribbean Stud.
    pub fn with_stud() -> Self {
        Self::founded_with(shelf_with_examples(), &format!("{CHARTER}{STUD}")).with_chips()
    }

    /// The books of this house.
    fn books(&self) -> &'static Shelf {
        let mut tables = self.house.tables().iter();
        let has_example = tables.any(|table| ["French 1", "Stud 1"].contains(&&*table.name));
        if has_example { shelf_with_examples() } else { shelf() }
    }

    fn with_chips(self) -> Self {
        let mut rig = self;
        for person in PLAYERS {
            rig.buy_in(person, money(100_000));
        }
        rig
    }

    /// Gives a command with a key of its own.
    pub fn give(&mut self, by: Actor, command: Command) -> Result<Accepted, Rejection> {
        self.keys += 1;
        self.now.at += 1;
        self.order(&Request { key: Some(IdempotencyKey(self.keys)), by, command })
    }

    /// Commits a request, collects its entries and audits the house.
    pub fn order(&mut self, order: &Request) -> Result<Accepted, Rejection> {
        let before = self.house.heads();
        let done = self.house.commit(order, self.now, &mut self.chance).map_err(rejected);
        match &done {
            Ok(done) => self.journal.extend(done.entries.iter().cloned()),
            Err(_) => assert_eq!(before, self.house.heads(), "a refused command changes nothing"),
        }
        if self.audited {
            self.audit();
        }
        done
    }

    pub fn must(&mut self, by: Actor, command: Command) -> Accepted {
        let described = format!("{command:?}");
        self.give(by, command).unwrap_or_else(|rejection| panic!("{described}: {rejection}"))
    }

    pub fn at(&mut self, by: PersonId, table: TableId, act: TableCommand) -> Result<Accepted, Rejection> {
        self.give(Actor::Person(by), Command::Table(table, act))
    }

    pub fn must_at(&mut self, by: PersonId, table: TableId, act: TableCommand) -> Accepted {
        self.must(Actor::Person(by), Command::Table(table, act))
    }

    pub fn tick(&mut self, table: TableId) -> Result<Accepted, Rejection> {
        self.give(Actor::House, Command::Table(table, TableCommand::Tick))
    }

    pub fn buy_in(&mut self, person: PersonId, amount: Money) {
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount };
        self.must(Actor::Person(person), Command::RequestExchange { at: None, person, exchange });
        let number = self.house.office.exchanges.last_number;
        self.must(Actor::Person(CASHIER), Command::ConfirmExchange { at: None, number });
    }

    /// The last event.
    pub fn last_event(&self) -> &Event {
        &self.journal.last().unwrap().body.event
    }

    pub fn table_named(&self, name: &str) -> TableId {
        self.house.tables().iter().find(|table| &*table.name == name).unwrap().id
    }

    pub fn table(&self, id: TableId) -> &TableState<'static> {
        self.house.table(id).unwrap()
    }

    pub fn phase(&self, id: TableId) -> Phase {
        self.table(id).phase()
    }

    pub fn chips(&self, person: PersonId) -> Money {
        self.house.ledger.balance(Unit::Chips, Location::Player(person))
    }

    /// Proposes something and has it authorised.
    pub fn agree(&mut self, id: TableId, action: ProposedAction) -> Result<Accepted, Rejection> {
        self.at(MANAGER, id, TableCommand::Propose(action))?;
        let proposal = self.table(id).papers.proposals_made;
        self.at(INSPECTOR, id, TableCommand::Authorise { proposal })
    }

    /// Opens a table with a float, and seats everybody.
    pub fn open(&mut self, name: &str, mode: Mode) -> TableId {
        let id = self.table_named(name);
        self.agree(id, ProposedAction::Open { mode, opener: Count::default() }).unwrap();
        self.fill(id, 500);
        for person in PLAYERS {
            self.must_at(person, id, TableCommand::Sit { person });
        }
        id
    }

    /// The float of a table as it is counted.
    pub fn counted(&self, id: TableId) -> Count {
        let there = self.house.ledger.balance(Unit::Chips, Location::Float(id));
        let stacks = Chips::usual().make(there).unwrap();
        Count(stacks.iter().map(|stack| (stack.value, u32::try_from(stack.count).unwrap())).collect())
    }

    /// So many chips of a thousand from the cage.
    pub fn fill(&mut self, id: TableId, thousands: u32) {
        let chips = Count(vec![(money(1000), thousands)]);
        self.must_at(MANAGER, id, TableCommand::RequestSlip { kind: SlipKind::Fill, chips });
        let number = self.table(id).papers.slips_made;
        for (by, step) in
            [(CASHIER, SlipStep::Send), (CASHIER, SlipStep::Deliver), (INSPECTOR, SlipStep::Confirm)]
        {
            self.must_at(by, id, TableCommand::StepSlip { number, step });
        }
    }

    pub fn bet(
        &mut self,
        person: PersonId,
        id: TableId,
        wager: &str,
        amount: Money,
    ) -> Result<Accepted, Rejection> {
        let bet = TableCommand::Bet {
            person,
            amount,
            wager: wager.to_owned(),
            area: None,
            with: PaidWith::default(),
        };
        self.at(person, id, bet)
    }

    /// Ticks until the round is over.
    pub fn finish(&mut self, id: TableId) {
        let round = self.table(id).rounds;
        for _ in 0..500 {
            if self.table(id).rounds > round || matches!(self.phase(id), Phase::Payment | Phase::Waiting) {
                return;
            }
            self.tick(id).unwrap();
        }
        panic!("the round does not end");
    }

    /// Checks everything that must always hold.
    pub fn audit(&self) {
        let ledger = &self.house.ledger;
        for unit in Unit::ALL {
            assert_eq!(ledger.sum(unit), 0, "{unit:?} is conserved");
        }
        for (account, balance) in ledger.accounts() {
            let owes = account.is_outside() || matches!(account.location, Location::Float(_));
            assert!(owes || balance >= Money::ZERO, "{account:?} has {balance}");
        }
        self.house.tables().iter().for_each(|table| self.audit_table(table));
    }

    fn audit_table(&self, table: &TableState<'static>) {
        let there = |unit, place| self.house.ledger.balance(unit, place);
        let Some(live) = &table.live else {
            assert_eq!(there(Unit::Chips, Location::Layout(table.id)), Money::ZERO);
            return;
        };
        let declared: MoneySum = live.declared.iter().map(|declared| declared.extra).sum();
        let laid = |unit| MoneySum::from(there(unit, Location::Layout(table.id)));
        assert_eq!(laid(Unit::Chips), live.pending(Unit::Chips) + declared);
        assert_eq!(laid(Unit::Wheel), live.pending(Unit::Wheel));
        let bank = live.bank.map_or(Money::ZERO, |(_, amount)| amount);
        assert_eq!(there(Unit::Chips, Location::PlayersBank(table.id)), bank);
        if let (Some(_), Some((stated, _))) = (live.bank, live.rules.passing_bank()) {
            assert_eq!(stated.amount, bank, "the rules and the ledger know the same bank");
        }
        self.judge_table(table);
    }

    /// Judging the record of the table gives the money that was moved.
    pub fn judge_table(&self, table: &TableState<'static>) {
        let Some(live) = &table.live else { return };
        let verdict = judge(self.books(), live.record.as_bytes(), self.now.date);
        let verdict = verdict.unwrap_or_else(|error| panic!("{error}\n{}", live.record));
        let stakes: Vec<_> = live.stakes().collect();
        assert_eq!(verdict.rows.len(), stakes.len(), "{}", live.record);
        for (row, (number, held)) in verdict.rows.iter().zip(stakes) {
            assert_eq!((row.bet, row.stake), (number, held.amount), "{}", live.record);
            assert_eq!(row.player, self.house.name_of(held.person));
            let returned = (row.outcome != Outcome::Standing).then_some(row.returned);
            assert_eq!(returned, held.returned, "stake {number}\n{}", live.record);
        }
    }

    /// Replays the journal and checks that it gives the same house.
    pub fn replay(&self) -> House<'static> {
        let mut again = House::new(HouseId(1), self.books(), "test", Pace::NONE);
        for entry in &self.journal {
            let read = Entry::read(entry.stream, entry.body.sequence, entry.bytes.clone()).unwrap();
            assert_eq!(&read, entry);
            again.apply(&read).unwrap_or_else(|fault| panic!("{fault}: {:?}", entry.body.event));
        }
        assert_same(&self.house, &again);
        assert_eq!((self.house.heads(), self.house.last()), (again.heads(), again.last()));
        again
    }
}

/// Checks that two houses have the same money.
pub fn assert_same_money(a: &House<'_>, b: &House<'_>) {
    let moved = |house: &House<'_>| -> Vec<_> {
        house.ledger.accounts().into_iter().filter(|(_, balance)| *balance != Money::ZERO).collect()
    };
    assert_eq!(moved(a), moved(b));
}

/// Checks that two houses are the same. The hashes of their entries may differ, because they have other salt.
pub fn assert_same(a: &House<'_>, b: &House<'_>) {
    assert_same_money(a, b);
    let versions = |house: &House<'_>| house.heads().into_iter().map(|head| head.version).collect::<Vec<_>>();
    assert_eq!(versions(a), versions(b));
    assert_eq!(a.office.disputes, b.office.disputes);
    assert_eq!(a.office.exchanges, b.office.exchanges);
    assert_eq!(a.office.roster, b.office.roster);
    assert_eq!((&a.office.proposals, a.office.founded), (&b.office.proposals, b.office.founded));
    assert!(a.office.people().eq(b.office.people()));
    for (one, other) in a.tables().iter().zip(b.tables()) {
        assert_eq!(one.phase(), other.phase(), "{}", one.name);
        assert_eq!((one.rounds, one.records, &one.seated), (other.rounds, other.records, &other.seated));
        assert_eq!((&one.papers, &one.exchanges, one.since), (&other.papers, &other.exchanges, other.since));
        if let (Some(one), Some(other)) = (&one.live, &other.live) {
            assert_eq!((&one.record, &one.cards, one.bank), (&other.record, &other.cards, other.bank));
            assert_eq!((one.staked, one.returned), (other.staked, other.returned));
            assert!(one.stakes().eq(other.stakes()));
        }
    }
}

/// A digest of the whole state of a house.
pub fn state_digest(house: &House<'_>) -> blake3::Hash {
    let office = &house.office;
    let mut text = format!("{:?}{:?}", house.heads(), house.ledger.accounts());
    let _ =
        write!(text, "{:?}{}{:?}", office.house_file, office.version, office.people().collect::<Vec<_>>());
    let _ = write!(text, "{:?}{:?}{:?}", office.disputes, office.exchanges, office.roster);
    for table in house.tables() {
        let _ = write!(text, "{}{}{:?}{:?}", table.name, table.game, table.seated, table.wheel);
        let _ = write!(text, "{:?}{:?}{:?}", table.exchanges, table.papers, (table.rounds, table.records));
        let _ = write!(text, "{:?}{:?}{:?}", table.since, table.phase_since, table.ready);
        let _ = write!(
            text,
            "{:?}{:?}{:?}",
            table.seeds,
            table.links,
            table.has_played(PLAYERS[0], table.rounds)
        );
        let Some(live) = &table.live else { continue };
        let _ = write!(text, "{:?}{}{}{:?}", live.mode, live.settings, live.record, live.bank);
        let _ = write!(text, "{:?}{:?}", live.entry, (live.insurance_closed, live.began, live.round_from()));
        let _ = write!(text, "{:?}{:?}{:?}", live.declined, live.declared, live.cards);
        let _ = write!(text, "{:?}{:?}", (live.staked, live.returned), live.stakes().collect::<Vec<_>>());
        let _ = write!(text, "{:?}{:?}{:?}", live.phase(), live.rules.betting(), live.rules.describe());
        let _ = write!(text, "{:?}", live.rules.verdict("digest"));
        if let Some(chain) = &live.seed_chain {
            let _ = write!(text, "{:?}{}{:?}", chain.opening, chain.link, chain.committed);
        }
    }
    blake3::hash(text.as_bytes())
}
