//! The dealer of a demo house: a robot deals its attended tables until a person does.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_house::command::Command;
use croupier_house::ids::Actor;
use croupier_house::robot_dealer::next_step;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::dealing::OsChance;
use crate::houses::OpenHouse;

/// How often the tables are looked at.
const EVERY: Duration = Duration::from_millis(500);

/// Deals the attended tables of a demo house until the server stops. Outcomes come from the source of tables without a seed chain.
pub async fn run_dealer(house: Arc<OpenHouse>, mut stop: watch::Receiver<bool>) {
    let chance = match OsChance::new() {
        Ok(chance) => Arc::new(Mutex::new(chance)),
        Err(error) => {
            tracing::warn!(%error, "no robot deals: the operating system provides no randomness");
            return;
        }
    };
    house.actor.shared().let_robot_deal();
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            () = sleep(EVERY) => {}
        }
        // Another node does it.
        if !house.actor.shared().is_owned() {
            continue;
        }
        if house.actor.shared().held().is_some() {
            continue;
        }
        let chance = Arc::clone(&chance);
        let steps = house.actor.read(move |state| {
            let mut chance = chance.lock().unwrap_or_else(PoisonError::into_inner);
            let ids = state.house.tables().iter().map(|table| table.id);
            let step = |id| next_step(state.house, id, state.now.at, &mut *chance).map(|step| (id, step));
            ids.filter_map(step).collect::<Vec<_>>()
        });
        for (table, step) in steps.await.unwrap_or_default() {
            if let Err(problem) = house.submit(Actor::House, Command::Table(table, step)).await {
                tracing::debug!(
                    table = table.0,
                    problem = problem.message,
                    "the robot that deals was refused"
                );
            }
        }
    }
}
