//! A house with a roulette table and a player who bets, for benchmarks.

use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, OutcomeSource, Pace};
use croupier_house::{Accepted, House};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};
use croupier_rules::book::Shelf;
use jiff::civil::date;

/// The chips of the house.
const CHIPS: Money = Money::from_minor(90_000_000_000_000);
const ANN: PersonId = PersonId(3);
/// The table.
pub const TABLE: TableId = TableId(1);
/// The commands whose keys are made in the same millisecond.
const COMMANDS_PER_MS: u128 = 100;
const NOW: Now = Now { at: 1_000, date: date(2001, 5, 1), minute: 20 * 60 };

struct Turning(usize);

impl OutcomeSource for Turning {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.0 += 7;
        wheel.order()[self.0 % wheel.order().len()]
    }

    fn dice(&mut self) -> [u32; 2] {
        [3, 4]
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        Card::pack().find(|card| left.count(*card) > 0).expect("a card is left")
    }

    fn salt(&mut self) -> [u8; 16] {
        self.0 = self.0.wrapping_add(1);
        (self.0 as u128).to_le_bytes()
    }
}

/// A house with a roulette table and a player.
pub struct BettingHouse {
    /// The house.
    pub house: House<'static>,
    chance: Turning,
    keys: u128,
}

impl BettingHouse {
    fn give(&mut self, by: Actor, command: Command) -> Accepted {
        let order = Request { key: Some(self.next_key()), by, command };
        self.house.commit(&order, NOW, &mut self.chance).expect("it is in order")
    }

    /// A key as servers store them: the time, and the hash of what a client sent. A thousand clients have made theirs in any order
    /// within the last milliseconds.
    fn next_key(&mut self) -> IdempotencyKey {
        self.keys += 1;
        // The low half of a product is as good as random here.
        let hash = self.keys.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        let made = i64::try_from(self.keys / COMMANDS_PER_MS).expect("it is small");
        IdempotencyKey(hash).in_order_of(NOW.at + made)
    }

    fn tick(&mut self) -> Accepted {
        self.give(Actor::House, Command::Table(TABLE, TableCommand::Tick))
    }

    fn bet(&mut self, wager: &str) -> Accepted {
        let (person, amount, wager) = (ANN, Money::from_minor(200), wager.to_owned());
        let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::Chips };
        self.give(Actor::Person(ANN), Command::Table(TABLE, bet))
    }

    /// Opens the house and its table; its entries are added to the others.
    ///
    /// # Panics
    /// When a command is refused.
    pub fn open(shelf: &'static Shelf, entries: &mut Vec<Entry>) -> Self {
        let house = House::new(HouseId(1), shelf, "bench", Pace::NONE);
        let mut bench = Self { house, chance: Turning(0), keys: 0 };
        let [manager, inspector, _, cashier] = [1, 2, 3, 4].map(|number| Actor::Person(PersonId(number)));
        let file = include_str!("../../../examples/house.toml").to_owned();
        let enrol = |handle: &str, role, staff: Option<&str>| Command::Enrol {
            handle: handle.to_owned(),
            role,
            staff: staff.map(ToOwned::to_owned),
        };
        let carl = OfficeAction::Enrol {
            handle: "carl".into(),
            role: Role::Cashier,
            staff: Some("Carl Weir".into()),
        };
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount: Money::from_minor(1_000_000_000_000) };
        let opener = Count::default();
        let all = [
            (Actor::House, Command::AdoptHouseFile { file }),
            (Actor::House, enrol("moira", Role::Manager, Some("Moira Kerr"))),
            (Actor::House, enrol("iris", Role::Inspector, Some("Iris Moyo"))),
            (Actor::House, enrol("ann", Role::Player, None)),
            (manager, Command::ProposeOffice(carl)),
            (inspector, Command::AuthoriseOffice { proposal: 1 }),
            (manager, Command::ProposeOffice(OfficeAction::Issue { unit: Unit::Chips, amount: CHIPS })),
            (inspector, Command::AuthoriseOffice { proposal: 2 }),
            (Actor::Person(ANN), Command::RequestExchange { at: None, person: ANN, exchange }),
            (cashier, Command::ConfirmExchange { at: None, number: 1 }),
            (
                manager,
                Command::Table(
                    TABLE,
                    TableCommand::Propose(ProposedAction::Open { mode: Mode::Automatic, opener }),
                ),
            ),
            (inspector, Command::Table(TABLE, TableCommand::Authorise { proposal: 1 })),
            (Actor::Person(ANN), Command::Table(TABLE, TableCommand::Sit { person: ANN })),
        ];
        for (by, command) in all {
            entries.extend(bench.give(by, command).entries);
        }
        bench
    }

    /// Plays one round with `bets` bets and passes the result of every command to `each`.
    pub fn round(&mut self, bets: u32, mut each: impl FnMut(Accepted)) -> u64 {
        const WAGERS: [&str; 4] = ["red", "straight 17", "odd", "numbers 1 2 3 4"];
        each(self.tick());
        for bet in 0..bets {
            each(self.bet(WAGERS[bet as usize % WAGERS.len()]));
        }
        for _ in 0..3 {
            each(self.tick());
        }
        u64::from(bets) + 4
    }
}
