//! The serving process: the benchmark runs itself as a server, so that its memory is that of a server alone.
//!
//! It writes where it listens and the tokens of two sessions to its output, and takes orders from its input: `round` begins
//! a new round at the table of the regular player. When its input ends, it stops as a server does.

use std::io::{BufRead, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use croupier_bench::aged::{MANAGER, REGULAR, REGULAR_NAME, REGULAR_TABLE, STAFF, table_id};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{Exchange, Role};
use croupier_house::table::{Pace, Phase};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_server::actor::HouseHandle;
use croupier_server::app::App;
use croupier_server::config::{ClockTrust, Config, Timers};
use croupier_server::door::DoorLimits;
use croupier_server::installation::Installation;
use croupier_server::serve::{app, serve_app};
use croupier_server::sessions::{Carrier, RateLimit};
use tokio::sync::{oneshot, watch};

/// Begins each line that the parent reads.
pub(crate) const MARK: &str = "growth-server:";

/// Serves a folder until the input ends.
pub(crate) fn serve(data: PathBuf) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let config = Config {
            data,
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            rate: RateLimit { burst: 0, per_second: 0 },
            limits: DoorLimits::uncapped(),
            pace: Pace::NONE,
            timers: Timers::Off,
            // A house that was made weeks ago is measured too.
            clock: ClockTrust::Accept,
            ..Config::default()
        };
        let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
        let installation = Installation::open(config, shelf).expect("a house");
        let (stop, stopping) = watch::channel(false);
        let app = app(&installation, stopping.clone(), None).expect("an app");
        let house = installation.houses[0].1.actor.clone();
        let (sender, receiver) = oneshot::channel();
        let serving = tokio::spawn(serve_app(installation, Arc::clone(&app), stopping, move |address| {
            let _ = sender.send(address);
        }));
        say(&format!("listens {}", receiver.await.expect("an address")));
        let orders = tokio::task::spawn_blocking(move || take_orders(&house, &app));
        orders.await.expect("orders");
        stop.send(true).expect("a server that runs");
        serving.await.expect("a server").expect("it has served");
    });
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{MARK} {line}").and_then(|()| out.flush()).expect("somebody reads");
}

fn take_orders(house: &HouseHandle, app: &App) {
    for line in std::io::stdin().lock().lines() {
        match line.expect("an order").as_str() {
            "sessions" => {
                let manager = session(app, house, MANAGER, STAFF[0].0, Role::Manager);
                let regular = session(app, house, REGULAR, REGULAR_NAME, Role::Player);
                top_up(house);
                say(&format!("sessions {manager} {regular}"));
            }
            "round" => {
                begin_round(house, table_id(REGULAR_TABLE));
                say("betting is open");
            }
            other => panic!("`{other}` is no order"),
        }
    }
}

fn session(app: &App, house: &HouseHandle, person: PersonId, handle: &str, role: Role) -> String {
    app.sessions.start(house.id, person, handle, role, Carrier::Bearer, false).expect("a session").0
}

fn submit(house: &HouseHandle, command: Command) -> Option<u32> {
    house.submit_blocking(Request { key: None, by: Actor::House, command }).expect("it is accepted").number
}

/// Gives the regular player chips if he has few left.
fn top_up(house: &HouseHandle) {
    let has = house.read_blocking(|state| state.house.ledger.balance(Unit::Chips, Location::Player(REGULAR)));
    if has.expect("a balance") < Money::from_minor(10_000_000) {
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount: Money::from_minor(100_000_000) };
        let request = Command::RequestExchange { at: None, person: REGULAR, exchange };
        let number = submit(house, request).expect("a number");
        submit(house, Command::ConfirmExchange { at: None, number });
    }
}

fn now(house: &HouseHandle, table: TableId) -> (Phase, u64) {
    let read = house.read_blocking(move |state| {
        state
            .house
            .table(table)
            .map(|table| (table.phase(), table.rounds))
            .map_err(|unknown| unknown.to_string())
    });
    read.expect("a house").expect("a table")
}

/// Ends the round of a table, if bets were made, and begins the next.
fn begin_round(house: &HouseHandle, table: TableId) {
    let tick = || Request { key: None, by: Actor::House, command: Command::Table(table, TableCommand::Tick) };
    let before = now(house, table).1;
    loop {
        // A round in which nobody has bet yet goes on.
        let refused = house.submit_blocking(tick()).is_err();
        let (phase, round) = now(house, table);
        if phase == Phase::PlaceYourBets && (refused || round > before) {
            return;
        }
        assert!(!refused, "the table goes on from {phase:?}");
    }
}
