//! The house that is made: its file, its tables and its people.

use croupier_house::ids::PersonId;
use croupier_house::office::Role;
use croupier_house::table::Mode;

/// The players of the house. They are enrolled when it is founded, in every house the same number: what is measured is
/// the age of a house and not the number of its people.
pub(crate) const PLAYERS: u32 = 400;

/// The manager, who is the first to be enrolled.
pub const MANAGER: PersonId = PersonId(1);
pub(crate) const INSPECTOR: PersonId = PersonId(2);
pub(crate) const DEALER: PersonId = PersonId(3);
pub(crate) const CASHIER: PersonId = PersonId(4);
/// The player who sits at the first automatic wheel for ever and bets in each of its rounds. The measurements use him.
pub const REGULAR: PersonId = PersonId(5);
/// The name under which the regular player logs in.
pub const REGULAR_NAME: &str = "regular";

/// The staff, with their names in the house file; the first two found the house.
pub const STAFF: [(&str, Role, &str); 4] = [
    ("morag", Role::Manager, "Morag Bell"),
    ("isla", Role::Inspector, "Isla Reid"),
    ("duncan", Role::Dealer, "Duncan Hay"),
    ("callum", Role::Cashier, "Callum Orr"),
];

/// What is played at a table, and what its players bet on: something that is always permitted, and something that may
/// be refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgedGame {
    /// The roulette of Scotland.
    Roulette,
    /// The dice of Scotland.
    Dice,
    /// The In-Between of Western Australia.
    InBetween,
    /// A learning table that is left in the middle of a round, where a decision of the regular player is due.
    Blackjack,
}

impl AgedGame {
    const fn name(self) -> &'static str {
        match self {
            Self::Roulette => "scotland-1970/roulette",
            Self::Dice => "scotland-1970/dice",
            Self::InBetween => "western-australia-1990/in-between",
            Self::Blackjack => "scotland-1970/blackjack",
        }
    }

    /// A bet that is always permitted, by its number.
    pub(crate) const fn wager(self, number: u64) -> &'static str {
        const ROULETTE: [&str; 4] = ["red", "straight 17", "odd", "numbers 1 2 3 4"];
        match self {
            Self::Roulette => ROULETTE[(number % 4) as usize],
            Self::Dice => "field",
            Self::InBetween => "hand",
            Self::Blackjack => ["box 1", "box 2"][(number % 2) as usize],
        }
    }
}

/// A table of the house.
#[derive(Clone, Copy, Debug)]
pub struct AgedTable {
    /// The name.
    pub name: &'static str,
    /// What is played.
    pub game: AgedGame,
    /// Who deals.
    pub mode: Mode,
}

const fn plan(name: &'static str, game: AgedGame, mode: Mode) -> AgedTable {
    AgedTable { name, game, mode }
}

/// The first table: the wheel of the regular player.
pub const REGULAR_TABLE: usize = 0;
/// The first table that a dealer attends.
pub const ATTENDED_TABLE: usize = 5;
/// The last table: the learning table.
pub const LEARNING_TABLE: usize = 15;

/// The tables. An automatic table deals from a chain of seeds.
pub const TABLES: [AgedTable; 16] = [
    plan("Machine 1", AgedGame::Roulette, Mode::Automatic),
    plan("Machine 2", AgedGame::Roulette, Mode::Automatic),
    plan("Machine 3", AgedGame::Dice, Mode::Automatic),
    plan("Machine 4", AgedGame::InBetween, Mode::Automatic),
    plan("Machine 5", AgedGame::InBetween, Mode::Automatic),
    plan("Wheel 1", AgedGame::Roulette, Mode::Attended),
    plan("Wheel 2", AgedGame::Roulette, Mode::Attended),
    plan("Wheel 3", AgedGame::Roulette, Mode::Attended),
    plan("Wheel 4", AgedGame::Roulette, Mode::Attended),
    plan("Wheel 5", AgedGame::Roulette, Mode::Attended),
    plan("Wheel 6", AgedGame::Roulette, Mode::Attended),
    plan("Wheel 7", AgedGame::Roulette, Mode::Attended),
    plan("Dice 1", AgedGame::Dice, Mode::Attended),
    plan("Dice 2", AgedGame::Dice, Mode::Attended),
    plan("Dice 3", AgedGame::Dice, Mode::Attended),
    plan("Learn Blackjack", AgedGame::Blackjack, Mode::Automatic),
];

const HEAD: &str = r#"licence_holder = "The Growing House"
premises = "1 Example Street, Glasgow"
currency = "GBP"
time_zone = "UTC"

[disputes]
heard_by = "Morag Bell"
escalated_to = "the Board"

[[licence]]
reference = "GROWTH 1"
rulebook = "scotland-1970"
holder = "The Growing House"
premises = "1 Example Street, Glasgow"
from = 2000-01-01

[[bank]]
name = "main"
held_by = "The Growing House"
shares = ["The Growing House"]
"#;

/// The house file.
pub(crate) fn charter() -> String {
    let staff = STAFF.iter().map(|(_, role, name)| {
        let post = format!("{role:?}").to_lowercase();
        format!("\n[[staff]]\nname = \"{name}\"\npost = \"{post}\"\nemployer = \"The Growing House\"\n")
    });
    let table = |AgedTable { name, game, .. }: &AgedTable| {
        let more = match game {
            AgedGame::Roulette | AgedGame::Dice => "max = 100\nbank = \"main\"\n",
            AgedGame::InBetween => "max = 20\n",
            AgedGame::Blackjack => {
                "max = 100\nbank = \"main\"\npurpose = \"learning\"\nsettings = { decks = 4, boxes = 7 }\n"
            }
        };
        format!(
            "\n[[table]]\nname = \"{name}\"\ngame = \"{}\"\nmin = 1\ndealer = \"Duncan Hay\"\ninspector = \"Isla Reid\"\n{more}",
            game.name()
        )
    };
    let (staff, tables): (String, String) = (staff.collect(), TABLES.iter().map(table).collect());
    format!("{HEAD}{staff}{tables}")
}
