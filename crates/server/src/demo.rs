//! `serve --demo`: houses with people who can log in, and robots. They are those of the configuration, or two with a table of
//! every game.

use croupier_house::command::Command;
use croupier_house::demo::{self, Demo, PEOPLE};
use croupier_house::office::Role;
use croupier_house::robot::is_robot;

use crate::error::ServeError;
use crate::houses::{HouseKind, OpenHouse};
use crate::installation::{Installation, submit};
use crate::sessions::hash_blocking;

/// The password of all people in a demo house.
pub const PASSWORD: &str = "croupier-demo";

/// The demo houses.
const HOUSES: [Demo; 2] = [
    Demo {
        file: include_str!("../../../examples/demo-rand.toml"),
        attended: &["Roulette with a dealer", "Blackjack with a dealer"],
    },
    Demo {
        file: include_str!("../../../examples/demo-sterling.toml"),
        attended: &["Roulette with a dealer"],
    },
];

/// A house of the configuration: it has adopted its file, and all its tables are automatic.
const CONFIGURED: Demo = Demo { file: "", attended: &[] };

/// Completes the configured houses; without any, founds two and completes them. Steps that were done before are not
/// repeated.
///
/// # Errors
/// When the data folder contains other houses, a house file lacks a post, or data cannot be stored.
pub fn set_up(installation: &mut Installation) -> Result<(), ServeError> {
    if installation.houses.iter().any(|(_, house)| house.kind == HouseKind::Real) {
        return Err(ServeError(
            "this data folder has a house that is not a demo: name another folder with --data".to_owned(),
        ));
    }
    if !installation.config.houses.is_empty() {
        let mut houses = installation.houses.iter();
        return houses.try_for_each(|(_, house)| complete(installation, house, CONFIGURED));
    }
    for (place, demo) in HOUSES.iter().enumerate() {
        let house = match installation.houses.get(place) {
            Some((_, house)) => std::sync::Arc::clone(house),
            None => installation.found(demo.file, HouseKind::Demo, Vec::new())?,
        };
        complete(installation, &house, *demo)?;
    }
    Ok(())
}

/// The post of the house file that a person of a demo house would need.
fn lacking(house: &OpenHouse) -> Result<Option<ServeError>, ServeError> {
    let found = house.actor.read_blocking(|state| demo::lacking(state.house));
    let role = found.map_err(|problem| ServeError(problem.message))?;
    let message = |role: Role| {
        let (name, role) = (&house.name, role.name());
        format!("the house file of {name} names no {role}: add one under [[staff]], with post = \"{role}\"")
    };
    Ok(role.map(|role| ServeError(message(role))))
}

fn complete(installation: &Installation, house: &OpenHouse, demo: Demo) -> Result<(), ServeError> {
    let next = move || house.actor.read_blocking(move |state| demo.next(state.house));
    while let Some(order) = next().map_err(|problem| ServeError(problem.message))? {
        let at_table = matches!(order.command, Command::Table(..));
        match submit(&house.actor, order) {
            Ok(()) => {}
            // What people have left at a table must not stop the demo: they can open the table themselves.
            Err(error) if at_table => {
                let house = house.actor.id.0;
                tracing::warn!(house, %error, "a table is not open: open it as demo_manager and demo_inspector");
                break;
            }
            Err(error) => return Err(lacking(house)?.unwrap_or(error)),
        }
    }
    for (handle, _) in PEOPLE {
        if !installation.has_account(house.actor.id, handle)? {
            installation.put_account(
                house.actor.id,
                handle,
                &hash_blocking(PASSWORD).map_err(|p| ServeError(p.message))?,
            )?;
        }
    }
    let robots = house.actor.read_blocking(|state| {
        let people = state.house.office.people().filter(|(_, person)| is_robot(&person.handle));
        people.map(|(id, _)| id).collect::<Vec<_>>()
    });
    for robot in robots.map_err(|problem| ServeError(problem.message))? {
        house.actor.mark_robot(robot);
    }
    Ok(())
}
