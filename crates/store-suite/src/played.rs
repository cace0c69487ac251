//! A house that was played.

use std::sync::OnceLock;

use croupier_house::House;
use croupier_house::command::{Command, PaidWith, Request, TableCommand};
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, Now, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::store::Batch;
use croupier_house::table::{Mode, OutcomeSource, Pace};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};
use croupier_rules::book::Shelf;
use jiff::civil::date;

struct Counting(usize);

impl OutcomeSource for Counting {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.0 += 7;
        wheel.order()[self.0 % wheel.order().len()]
    }

    fn dice(&mut self) -> [u32; 2] {
        [3, 4]
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        Card::pack().find(|card| left.count(*card) > 0).unwrap()
    }

    fn salt(&mut self) -> [u8; 16] {
        [5; 16]
    }
}

/// Randomness that is never asked for anything surprising.
pub fn randomness() -> impl OutcomeSource {
    Counting(0)
}

/// A house that was played.
pub struct PlayedHouse {
    /// How it stands.
    pub house: House<'static>,
    /// What it wrote.
    pub batches: Vec<Batch>,
}

/// An empty house.
pub fn house() -> House<'static> {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    House::new(HouseId(1), SHELF.get_or_init(Shelf::built_in), "test", Pace::NONE)
}

/// A wheel with one player, for so many rounds.
pub fn played(rounds: usize) -> PlayedHouse {
    let mut played = PlayedHouse { house: house(), batches: Vec::new() };
    let now = Now { at: 1_000, date: date(2001, 5, 1), minute: 20 * 60 };
    let (mut key, mut chance) = (0, Counting(0));
    let mut give = |by: Actor, command: Command| {
        key += 1;
        let order = Request { key: Some(IdempotencyKey(key)), by, command };
        let done = played.house.commit(&order, now, &mut chance).unwrap();
        played.batches.push(Batch::of(done));
    };
    let [manager, cashier, ann, inspector] = [1, 2, 3, 4].map(|number| Actor::Person(PersonId(number)));
    let person = PersonId(3);
    let file = include_str!("../../../examples/house.toml").to_owned();
    give(Actor::House, Command::AdoptHouseFile { file });
    for (handle, role, staff) in [
        ("moira", Role::Manager, Some("Moira Kerr")),
        ("carl", Role::Cashier, Some("Carl Weir")),
        ("ann", Role::Player, None),
    ] {
        let (handle, staff) = (handle.to_owned(), staff.map(ToOwned::to_owned));
        give(Actor::House, Command::Enrol { handle, role, staff });
    }
    let money = Money::from_minor;
    for (proposal, action) in (1..).zip([
        OfficeAction::Enrol { handle: "iris".into(), role: Role::Inspector, staff: Some("Iris Moyo".into()) },
        OfficeAction::Capital { cash: money(10_000_000) },
        OfficeAction::Issue { unit: Unit::Chips, amount: money(100_000_000) },
    ]) {
        give(manager, Command::ProposeOffice(action));
        give(cashier, Command::AuthoriseOffice { proposal });
    }
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(1_000_000) };
    give(ann, Command::RequestExchange { at: None, person, exchange });
    give(cashier, Command::ConfirmExchange { at: None, number: 1 });
    let id = TableId(1);
    let open = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
    give(manager, Command::Table(id, TableCommand::Propose(open)));
    give(inspector, Command::Table(id, TableCommand::Authorise { proposal: 1 }));
    give(ann, Command::Table(id, TableCommand::Sit { person }));
    for _ in 0..rounds {
        give(Actor::House, Command::Table(id, TableCommand::Tick));
        let (amount, wager) = (money(2000), "red".to_owned());
        give(
            ann,
            Command::Table(
                id,
                TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::default() },
            ),
        );
        for _ in 0..3 {
            give(Actor::House, Command::Table(id, TableCommand::Tick));
        }
    }
    played
}
