//! A simulation of many nodes, houses and clients on one database, with failures: deterministic, from one seed.
//!
//! The nodes are those that a server runs; clocks, network, database, houses and clients are models.

mod clients;
mod defect;
mod driving;
mod faults;
mod houses;
mod model_database;
mod planting;
mod random;
mod reference;
mod replica;
mod report;
mod scenario;
mod shrink;
mod tables;
mod world;

pub use defect::Defect;
pub use houses::{DecideTerms, SimCommand, SimHouse, SimHouses, SimLine};
pub use model_database::HungCommit;
pub use random::SimRandom;
pub use reference::ReferenceDatabase;
pub use report::{SimMeasures, SimReport, SpanSample};
pub use scenario::{Scenario, SimFault};
pub use shrink::shrunk;

use crate::checker::check;
use crate::history::{FinalJournal, FinalLine};
use crate::ids::HouseNumber;
use replica::ModelHouses;
use world::{SimEvent, World};

/// When clients begin, in microseconds: houses have owners by then.
const FIRST_REQUEST: u64 = 2_000_000;
/// How long after the end open requests may take.
const LAST_ANSWER: u64 = 30_000_000;

/// Runs a scenario of model houses to its end, and has its history checked.
pub fn simulate(scenario: Scenario) -> SimReport {
    simulate_houses(scenario, &mut ModelHouses)
}

/// Runs a scenario of such houses to its end, and has its history checked.
pub fn simulate_houses(scenario: Scenario, houses: &mut dyn SimHouses) -> SimReport {
    let expected = scenario.expectations();
    let mut world = World::new(scenario, houses);
    world.show_entries();
    for node in 0..world.scenario.nodes {
        if !world.scenario.absent.contains(&node) {
            world.start(node);
        }
    }
    world.add_clients(FIRST_REQUEST);
    for (at, fault) in world.scenario.faults.clone() {
        world.after(at, SimEvent::Fault(fault));
    }
    world.after(world.scenario.span, SimEvent::Repair);
    let last = world.scenario.span + LAST_ANSWER;
    while let Some(event) = world.next() {
        happen(&mut world, event);
        let is_done = world.is_over && world.clients.iter().all(|client| client.operation.is_none());
        if world.time > last || is_done {
            break;
        }
    }
    let mut history = std::mem::take(&mut world.history);
    history.journals = (0..world.scenario.houses).map(|house| journal(&world, HouseNumber(house))).collect();
    let mut violations = check(&history, &expected);
    violations.append(&mut world.measures.unsound);
    let nodes = world.machines.iter().filter_map(|machine| machine.node.as_ref());
    let owned = nodes.map(|node| node.owned().count()).collect();
    SimReport { history, violations, measures: world.measures, owned, span: world.time }
}

fn happen(world: &mut World<'_>, event: SimEvent) {
    match event {
        SimEvent::Tick { node, run } => world.tick(node, run),
        SimEvent::Peer { to, from, message } => world.peer(to, from, message),
        SimEvent::ToDatabase(request) => world.database_asked(request),
        SimEvent::FromDatabase { node, run, call, answer } => {
            world.database_answered(node, run, call, answer);
        }
        SimEvent::Commit { house, transaction } => world.database_commits(house, transaction),
        SimEvent::Opened { node, run, house } => world.opened(node, run, house),
        SimEvent::Decide { node, run, request } => world.decides(node, run, request),
        SimEvent::Decided { node, run, house, number, decisions } => {
            world.has_decided(node, run, house, number, decisions);
        }
        SimEvent::ClientNext(client) => world.client_next(client),
        SimEvent::ClientArrives { node, request, asked } => world.client_arrives(node, request, asked),
        SimEvent::ClientHears { client, attempt, heard } => world.client_hears(client, attempt, heard),
        SimEvent::ClientLate { client, attempt } => world.client_late(client, attempt),
        SimEvent::Fault(fault) => world.fault(fault),
        SimEvent::Resume { node } => world.resume(node),
        SimEvent::Promoted { gone_since, loses } => world.promoted(gone_since, loses),
        SimEvent::Restart { node, upgrade } => world.restart(node, upgrade),
        SimEvent::Repair => world.repair(),
        SimEvent::GivesUp { node, request } => world.planted_refusal(node, request),
    }
}

/// The journal of a house as it is at the end.
fn journal(world: &World<'_>, house: HouseNumber) -> FinalJournal {
    let tables = &world.database.tables;
    let lines = tables.journal(house).iter().filter_map(|line| {
        let SimLine { key, amount, is_refusal } = world.houses.line(house, &line.entry)?;
        Some(FinalLine { key: key.map(|key| key.0), amount, is_refusal, fence: line.fence })
    });
    FinalJournal { lines: lines.collect(), is_suspended: tables.lease(house).suspended.is_some() }
}
