//! A house under a rulebook that is not built in, and that has been amended since.

use croupier_fair::Keyring;
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, Now, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{Mode, Phase};
use croupier_rules::book::Shelf;
use jiff::civil::date;

use super::{Floor, Scene};
use crate::common::money;

pub(super) const BOOK: &str = include_str!("../../../../../examples/ruritania.toml");
const HOUSE: &str = include_str!("../../../../../examples/ruritania-house.toml");

pub(super) fn scene() -> Scene {
    Scene::new("automatic-own-book", &[], play)
}

pub(super) fn play(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = opened(("ruritania.toml", BOOK), HOUSE, "Flavia Elf", seed, keys);
    for _ in 0..8 {
        while floor.phase(TABLE) != Phase::PlaceYourBets {
            floor.tick(TABLE);
        }
        assert!(floor.bet(FRITZ, TABLE, "hand", money(10)));
        while floor.phase(TABLE) != Phase::NoMoreBets {
            floor.tick(TABLE);
        }
    }
    floor
}

/// The only table of the house, and its only player.
pub(super) const TABLE: TableId = TableId(1);
pub(super) const FRITZ: PersonId = PersonId(3);

/// A house under a book of its own, with its only table open and a player at it.
pub(super) fn opened(book: (&str, &str), file: &str, inspector: &str, seed: u64, keys: &Keyring) -> Floor {
    let mut shelf = Shelf::built_in();
    shelf.add(book.0, book.1).unwrap();
    let now = Now { at: 1_723_752_000_000, date: date(2024, 8, 15), minute: 20 * 60 };
    let mut floor = Floor::new(3, Box::leak(Box::new(shelf)), now, seed, keys);
    let house = Actor::House;
    floor.must(house, Command::AdoptHouseFile { file: file.to_owned() });
    let people = [
        ("rudolf", Role::Manager, None),
        ("flavia", Role::Inspector, Some(inspector)),
        ("fritz", Role::Player, None),
    ];
    for (handle, role, staff) in people {
        let staff = staff.map(str::to_owned);
        floor.must(house, Command::Enrol { handle: handle.to_owned(), role, staff });
    }
    let ([manager, inspector], fritz) = ([1, 2].map(PersonId), FRITZ);
    floor.agree_office(OfficeAction::Capital { cash: money(100_000) });
    floor.agree_office(OfficeAction::Issue { unit: Unit::Chips, amount: money(100_000) });
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(1000) };
    floor.must(Actor::Person(fritz), Command::RequestExchange { at: None, person: fritz, exchange });
    floor.must(house, Command::ConfirmExchange { at: None, number: 1 });
    let id = TABLE;
    let open = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
    floor.must_at(manager, id, TableCommand::Propose(open));
    floor.must_at(inspector, id, TableCommand::Authorise { proposal: 1 });
    let chips = Count(vec![(money(100), 50)]);
    floor.must_at(manager, id, TableCommand::RequestSlip { kind: SlipKind::Fill, chips });
    for step in [SlipStep::Send, SlipStep::Deliver, SlipStep::Confirm] {
        floor.must(house, Command::Table(id, TableCommand::StepSlip { number: 1, step }));
    }
    floor.must_at(fritz, id, TableCommand::Sit { person: fritz });
    floor
}
