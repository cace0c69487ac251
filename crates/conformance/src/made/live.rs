//! A made table in a house: opened by two people, and played by robots as in a demo.

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::demo::Demo;
use croupier_house::ids::{Actor, HouseId, Now, TableId};
use croupier_house::robot::plan;
use croupier_house::table::{OutcomeSource, Pace};
use croupier_house::{CommitError, House};
use croupier_kit::{Card, Pocket, Shoe, Wheel};
use croupier_rules::book::{Chosen, Shelf};
use jiff::civil::Date;

use crate::choice::Choices;

/// How often robots and timers act.
const TURNS: u32 = 80;
/// No house needs more commands to open.
const FOUNDING_MAX: u32 = 200;

/// Outcomes from choices.
struct Chance<'c, 'b>(&'c mut Choices<'b>);

impl OutcomeSource for Chance<'_, '_> {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        *self.0.one_of(wheel.order()).expect("a wheel has pockets")
    }

    fn dice(&mut self) -> [u32; 2] {
        [self.0.below(6) + 1, self.0.below(6) + 1]
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        let cards: Vec<Card> = Card::pack().filter(|card| left.count(*card) > 0).collect();
        *self.0.one_of(&cards).expect("a card is dealt from a shoe that has one")
    }

    fn salt(&mut self) -> [u8; 16] {
        [7; 16]
    }
}

struct LiveHouse<'s, 'c, 'b> {
    house: House<'s>,
    /// Its only table.
    table: TableId,
    now: Now,
    chance: Chance<'c, 'b>,
}

impl LiveHouse<'_, '_, '_> {
    fn commit(&mut self, request: &Request) -> Result<(), String> {
        match self.house.commit(request, self.now, &mut self.chance) {
            Ok(_) => Ok(()),
            Err(CommitError::Rejected(rejection)) => {
                Err(format!("the house rejects {:?}: {rejection}", request.command))
            }
            Err(CommitError::Fault(fault)) => Err(format!("the house halts: {fault}")),
        }
    }

    fn at_table(&mut self, by: Actor, command: TableCommand) -> Result<(), String> {
        self.commit(&Request { key: None, by, command: Command::Table(self.table, command) })
    }

    /// Lets the robots act, or else the next timer. Returns whether anything was left to do.
    fn turn(&mut self) -> Result<bool, String> {
        let robots = plan(&self.house, self.table, self.now.at);
        if !robots.commands.is_empty() {
            for (robot, command) in robots.commands {
                self.commit(&Request { key: None, by: Actor::Person(robot), command })?;
            }
            return Ok(true);
        }
        let table = self.house.table(self.table).map_err(|rejection| rejection.to_string())?;
        let deadline = table.deadline(&Pace::default());
        let Some(due) = deadline.into_iter().chain(robots.recheck_at).min() else { return Ok(false) };
        self.now.at = self.now.at.max(due);
        if deadline == Some(due) {
            self.at_table(Actor::House, TableCommand::Tick)?;
        }
        Ok(true)
    }
}

/// Plays a game at a live table with robots.
///
/// # Errors
/// When the house rejects what the rules permit, or halts.
pub(super) fn play(
    shelf: &Shelf,
    name: &str,
    chosen: &Chosen,
    choices: &mut Choices<'_>,
) -> Result<(), String> {
    // A demo is part of a program; the few bytes of a made one stay until the test ends.
    let demo = Demo { file: Box::leak(house_file(name, chosen).into_boxed_str()), attended: &[] };
    let house = House::new(HouseId(1), shelf, "made", Pace::default());
    let now = Now { at: 1_800_000_000_000, date: Date::constant(2027, 1, 15), minute: 600 };
    let mut live = LiveHouse { house, table: TableId(0), now, chance: Chance(choices) };
    for _ in 0..FOUNDING_MAX {
        let Some(request) = demo.next(&live.house) else { break };
        live.commit(&request)?;
    }
    live.table = live.house.tables().first().ok_or("the house has no table")?.id;
    let player = live.house.office.person_named("demo_player").ok_or("nobody plays")?;
    live.at_table(Actor::Person(player), TableCommand::Sit { person: player })?;
    for _ in 0..TURNS {
        if !live.turn()? {
            break;
        }
    }
    Ok(())
}

/// A house with one table of the game.
fn house_file(name: &str, chosen: &Chosen) -> String {
    let staff: String = ["manager", "inspector", "dealer", "cashier"]
        .map(|post| format!("[[staff]]\nname = \"The {post}\"\npost = \"{post}\"\nemployer = \"Made\"\n"))
        .concat();
    let settings: Vec<String> = chosen.iter().map(|(key, value)| format!("{key} = {value:?}")).collect();
    format!(
        "licence_holder = \"Made\"\npremises = \"1 Made Street\"\ncurrency = \"EUR\"\ntime_zone = \"UTC\"\n{staff}\
         [[table]]\nname = \"Made\"\ngame = \"{name}\"\nmin = 1\nmax = 100000\ninspector = \"The inspector\"\n\
         settings = {{ {} }}\n",
        settings.join(", ")
    )
}
