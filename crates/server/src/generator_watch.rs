//! The generator is tested again and again while a server runs. Where it fails, no automatic table deals any more.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::actor::HouseHandle;
use crate::app::App;
use crate::dealing::{ByteSource, OsBytes, SelfTest};

/// How often it is tested.
const EVERY: Duration = Duration::from_mins(1);

/// Tests the generator until it fails or the server stops.
pub(crate) async fn watch_generator(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut test = SelfTest::default();
    loop {
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        let houses = app.houses();
        let actors = houses.iter().map(|(_, house)| &house.actor);
        if !test_generator(&mut test, &mut OsBytes, actors) {
            return;
        }
    }
}

/// Tests a source of randomness. If it fails, the automatic tables of these houses stop dealing. Returns whether it passed.
pub fn test_generator<'h>(
    test: &mut SelfTest,
    source: &mut dyn ByteSource,
    houses: impl Iterator<Item = &'h HouseHandle>,
) -> bool {
    match test.again(source) {
        Ok(()) => true,
        Err(fault) => {
            houses.for_each(|house| house.hold(fault.to_string()));
            false
        }
    }
}
