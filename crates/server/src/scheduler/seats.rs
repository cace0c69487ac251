//! Seats at automatic tables: who is gone is not waited for, and gives the seat back after a while.

use std::sync::Arc;
use std::time::{Duration, Instant};

use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::robot::is_robot;
use croupier_house::table::{Mode, TableState};
use tokio::sync::watch;

use crate::actor::HouseReader;
use crate::houses::OpenHouse;
use crate::presence::Presence;

/// How often the seats are looked at.
const EVERY: Duration = Duration::from_secs(3);

/// Looks after the seats of a house until the server stops.
pub async fn run_seats(house: Arc<OpenHouse>, presence: Arc<Presence>, mut stop: watch::Receiver<bool>) {
    // After a start nobody has a socket yet.
    let mut wait = presence.away_after;
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            () = tokio::time::sleep(wait) => wait = EVERY.min(presence.away_after),
        }
        if !house.actor.shared().is_owned() {
            // The node that owns the house looks after its seats; it needs as long as after a start to know who is here.
            wait = presence.away_after;
            continue;
        }
        let known = Arc::clone(&presence);
        let planned = house.actor.read(move |state| plan(state, &known, Instant::now())).await;
        for (table, command) in planned.unwrap_or_default() {
            if let Err(problem) = house.submit(Actor::House, Command::Table(table, command)).await {
                tracing::debug!(table = table.0, problem = problem.message, "a seat was not changed");
            }
        }
        presence.sweep(Instant::now());
    }
}

/// The changes that are due.
fn plan(state: &HouseReader<'_>, presence: &Presence, now: Instant) -> Vec<(TableId, TableCommand)> {
    let house = state.house;
    let is_automatic =
        |table: &&TableState<'_>| table.live.as_ref().is_some_and(|live| live.mode == Mode::Automatic);
    let mut due = Vec::new();
    for table in house.tables().iter().filter(is_automatic) {
        let people = table.seated.iter().copied().filter(|person| !is_robot(house.name_of(*person)));
        for person in people {
            let is_here = presence.is_here((house.id, table.id, person), now);
            match (is_here, table.away.contains_key(&person)) {
                (true, true) => due.push((table.id, TableCommand::NoteBack { person })),
                (false, false) => due.push((table.id, TableCommand::NoteAway { person })),
                _ => {}
            }
        }
        if house.clearable(table, state.now.at).next().is_some() {
            due.push((table.id, TableCommand::ClearSeats));
        }
    }
    due
}
