//! The cashier of a demo house: lays out what visitors ask for, so that they can try the whole way.

use std::sync::Arc;
use std::time::Duration;

use croupier_house::command::Command;
use croupier_house::ids::Actor;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::houses::OpenHouse;

/// How often requests are looked for.
const EVERY: Duration = Duration::from_secs(2);
/// The number of requests that are answered each time.
const AT_ONCE: usize = 64;

/// Answers the requests of a demo house until the server stops.
pub async fn run_cashier(house: Arc<OpenHouse>, mut stop: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            () = sleep(EVERY) => {}
        }
        // Another node does it.
        if !house.actor.shared().is_owned() {
            continue;
        }
        let waiting = house.actor.read(|state| {
            let open = state.house.office.chip_requests.open.iter();
            let waiting = open.filter(|(_, request)| request.laid_out.is_none());
            waiting.map(|(number, _)| *number).take(AT_ONCE).collect::<Vec<_>>()
        });
        for number in waiting.await.unwrap_or_default() {
            let command = Command::LayOutChips { number, table: None };
            if let Err(problem) = house.submit(Actor::House, command).await {
                tracing::debug!(number, problem = problem.message, "a chip request was not answered");
            }
        }
    }
}
