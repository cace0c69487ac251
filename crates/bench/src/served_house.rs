//! A house with roulette tables that is served, in a data folder or in a database, and players who are logged in.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::{Exchange, OfficeAction, Role};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Pace};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_server::actor::HouseHandle;
use croupier_server::app::App;
use croupier_server::config::{Config, Timers};
use croupier_server::door::DoorLimits;
use croupier_server::error::ServeError;
use croupier_server::houses::HouseKind;
use croupier_server::installation::Installation;
use croupier_server::serve::{app, serve_app};
use croupier_server::sessions::{Carrier, RateLimit};
use croupier_server::wire::CommandResult;
use futures_util::{StreamExt, stream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

const DEMO: &str = include_str!("../../../examples/demo-sterling.toml");

/// How many people are enrolled at the same time.
const ENROLLED_AT_ONCE: usize = 64;

/// A running server with open tables.
pub struct ServedHouse {
    /// Where it is reached.
    pub address: SocketAddr,
    /// The house.
    pub actor: HouseHandle,
    tables: u16,
    app: Arc<App>,
    data: PathBuf,
    stop: watch::Sender<bool>,
    serving: JoinHandle<Result<(), ServeError>>,
}

/// A player who is logged in and has a table to play at.
#[derive(Clone, Debug)]
pub struct SeatedGuest {
    /// The token of the session.
    pub token: String,
    /// The person.
    pub person: PersonId,
    /// The table.
    pub table: u16,
}

/// The demo house with `tables` roulette tables and no others.
fn charter(tables: u16) -> String {
    let head = DEMO.split("[[table]]").next().unwrap_or_default();
    let wheel = |number: u16| {
        format!(
            "[[table]]\nname = \"Wheel {number}\"\ngame = \"scotland-1970/roulette\"\nmin = 1\nmax = 100\nbank = \"main\"\n"
        )
    };
    format!("{head}{}", (1..=tables).map(wheel).collect::<String>())
}

/// A server in a temporary folder that refuses nobody and whose tables wait for [`ServedHouse::tick_all`].
fn config(name: &str) -> Config {
    let data = std::env::temp_dir().join(format!("croupier-bench-{}-server-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&data));
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let rate = RateLimit { burst: 0, per_second: 0 };
    let (limits, timers) = (DoorLimits::uncapped(), Timers::Off);
    Config { data, listen, rate, limits, pace: Pace::NONE, timers, ..Config::default() }
}

impl ServedHouse {
    /// A house in a data folder.
    ///
    /// # Panics
    /// When it cannot be opened.
    pub async fn in_folder(name: &str, tables: u16) -> Self {
        Self::open(config(name), tables).await
    }

    /// A house in a database, which has one node: this one.
    ///
    /// # Panics
    /// When it cannot be opened.
    pub async fn in_database(name: &str, address: &str, tables: u16) -> Self {
        let store = Some(address.parse().expect("an address"));
        Self::open(Config { store, node: Some(name.to_owned()), ..config(name) }, tables).await
    }

    async fn open(config: Config, tables: u16) -> Self {
        let data = config.data.clone();
        let (stop, stopping) = watch::channel(false);
        let ending = stopping.clone();
        let opened = tokio::task::spawn_blocking(move || {
            let shelf: &'static Shelf = Box::leak(Box::new(Shelf::built_in()));
            let mut installation = Installation::open(config, shelf).expect("a data folder");
            let house = installation.found(&charter(tables), HouseKind::Real, Vec::new()).expect("a house");
            let app = app(&installation, ending, None).expect("an app");
            (installation, house, app)
        });
        let (installation, house, app) = opened.await.expect("a house");
        let (sender, receiver) = oneshot::channel();
        let serving = tokio::spawn(serve_app(installation, Arc::clone(&app), stopping, move |address| {
            let _ = sender.send(address);
        }));
        let address = receiver.await.expect("an address");
        let open = Self { address, actor: house.actor.clone(), tables, app, data, stop, serving };
        open.open_tables().await;
        open
    }

    /// Stops the server, and returns its data folder.
    ///
    /// # Panics
    /// When it does not end well.
    pub async fn stop(self) -> PathBuf {
        let _ = self.stop.send(true);
        self.serving.await.expect("a task").expect("a clean end");
        self.data
    }

    async fn give(&self, by: Actor, command: Command) -> CommandResult {
        self.actor.submit(Request { key: None, by, command }, None).await.expect("it is in order")
    }

    async fn open_tables(&self) {
        let [manager, inspector] =
            [("manager", Role::Manager, "Morag Bell"), ("inspector", Role::Inspector, "Isla Reid")];
        let mut posts = Vec::new();
        for (handle, role, staff) in [manager, inspector] {
            let enrol = Command::Enrol { handle: handle.to_owned(), role, staff: Some(staff.to_owned()) };
            posts.push(Actor::Person(PersonId(
                self.give(Actor::House, enrol).await.number.expect("a person"),
            )));
        }
        let amount = Money::from_minor(90_000_000_000_000);
        let issue = OfficeAction::Issue { unit: Unit::Chips, amount };
        let proposal = self.give(posts[0], Command::ProposeOffice(issue)).await.number.expect("a proposal");
        self.give(posts[1], Command::AuthoriseOffice { proposal }).await;
        for table in (1..=self.tables).map(TableId) {
            let matter = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
            let number =
                self.give(posts[0], Command::Table(table, TableCommand::Propose(matter))).await.number;
            let agree = TableCommand::Authorise { proposal: number.expect("a proposal") };
            self.give(posts[1], Command::Table(table, agree)).await;
        }
    }

    /// Players with chips, seated and logged in, distributed over the tables.
    ///
    /// # Panics
    /// When a command is refused.
    pub async fn guests(&self, count: usize) -> Vec<SeatedGuest> {
        let guests = (0..count).map(|number| self.guest(format!("p{count}_{number}"), number));
        stream::iter(guests).buffered(ENROLLED_AT_ONCE).collect().await
    }

    async fn guest(&self, handle: String, number: usize) -> SeatedGuest {
        let enrol = Command::Enrol { handle: handle.clone(), role: Role::Player, staff: None };
        let person = PersonId(self.give(Actor::House, enrol).await.number.expect("a person"));
        let exchange = Exchange::BuyIn { with: Unit::Cash, amount: Money::from_minor(5_000_000_000) };
        let laid = self.give(Actor::House, Command::RequestExchange { at: None, person, exchange }).await;
        let confirm = Command::ConfirmExchange { at: None, number: laid.number.expect("a number") };
        self.give(Actor::House, confirm).await;
        let table = u16::try_from(number % usize::from(self.tables)).expect("a table") + 1;
        self.give(Actor::House, Command::Table(TableId(table), TableCommand::Sit { person })).await;
        let begun =
            self.app.sessions.start(self.actor.id, person, &handle, Role::Player, Carrier::Bearer, false);
        SeatedGuest { token: begun.expect("a session").0, person, table }
    }

    /// Runs rounds at every table: bets are open for `every`, then the ball is spun and the next round begins at
    /// once. The tables take turns, as they would with their own timers.
    pub fn tick_all(&self, every: Duration) -> JoinHandle<()> {
        let (actor, tables) = (self.actor.clone(), self.tables);
        let tick = |table| Request {
            key: None,
            by: Actor::House,
            command: Command::Table(TableId(table), TableCommand::Tick),
        };
        tokio::spawn(async move {
            loop {
                let begun = tokio::time::Instant::now();
                for table in 1..=tables {
                    // The first tick ends the last round, if any. The others are final bets, no more bets and the
                    // ball; they are refused if nobody has bet.
                    (0..4).for_each(|_| actor.submit_and_forget(tick(table)));
                    tokio::time::sleep_until(begun + every * u32::from(table) / u32::from(tables)).await;
                }
            }
        })
    }

    /// Checks that all accounts together sum to zero.
    ///
    /// # Panics
    /// When they do not.
    pub fn check(&self) {
        let sums = self.actor.read_blocking(|state| Unit::ALL.map(|unit| state.house.ledger.sum(unit)));
        assert_eq!(sums.expect("a ledger"), [0; 4], "every account together sums to zero");
    }
}
