//! A server in a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use croupier_house::table::Pace;
use croupier_rules::book::Shelf;
use croupier_server::config::Config;
use croupier_server::demo;
use croupier_server::installation::Installation;
use croupier_server::serve::serve;
use croupier_server::sessions::RateLimit;
use croupier_server::welcome::Welcome;

/// The variable that makes a test the server, on this data folder.
const DATA: &str = "CROUPIER_EVENING_DATA";

/// Serves the demo houses, where this process was started for that.
pub(crate) fn serve_if_asked() {
    let Some(data) = std::env::var_os(DATA) else { return };
    let pace = Pace {
        bets: 1500,
        finals: 100,
        closed: 900,
        insurance: 300,
        decision: 400,
        payment: 100,
        ..Pace::NONE
    };
    let rate = RateLimit { burst: 0, per_second: 0 };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { data: data.into(), listen, pace, rate, ..Config::default() };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let mut installation = Installation::open(config, Box::leak(Box::new(Shelf::built_in()))).unwrap();
    demo::set_up(&mut installation).unwrap();
    let welcome = Welcome::of(&installation);
    let served = runtime.block_on(async {
        let (sender, receiver) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            let mut ended =
                tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).unwrap();
            ended.recv().await;
            let _ = sender.send(true);
            std::future::pending::<()>().await;
        });
        serve(installation, receiver, None, |address| println!("{}", welcome.at(address))).await
    });
    served.unwrap();
}

/// The server as a person starts it.
pub(crate) struct Server {
    child: Child,
    /// Where it listens.
    pub(crate) base: String,
}

impl Server {
    /// Starts it on a data folder, and waits until it says what to open.
    pub(crate) fn start(data: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "evening::the_server", "--nocapture"])
            .env(DATA, data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let open = lines.find_map(|line| line.strip_prefix("Open ").map(ToOwned::to_owned));
        let base = open.unwrap().replace("localhost", "127.0.0.1");
        // What it prints later is nobody's concern, but it must be able to print it.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, base }
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends it as its owner would.
    pub(crate) fn stop(mut self) {
        let ended = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(ended.success());
        assert!(self.child.wait().unwrap().success(), "it stops in good order");
    }
}

/// A data folder of a test's own.
pub(crate) fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-evening-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    folder
}
