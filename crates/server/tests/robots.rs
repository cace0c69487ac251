//! The examples of docs/api.md, run as the document says, against a demo.

use std::net::SocketAddr;
use std::process::{Command, Output};

use crate::common::{Server, config, folder, shelf};
use croupier_house::table::Pace;
use croupier_server::config::{Config, Timers};
use croupier_server::demo;
use croupier_server::installation::Installation;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const GUIDE: &str = include_str!("../../../docs/api.md");

/// `croupier serve --demo`, with short phases.
fn demo_server(name: &str) -> Server {
    let phase = 700;
    let pace = Pace {
        bets: phase,
        finals: phase,
        closed: 50,
        insurance: phase,
        decision: phase,
        payment: phase,
        ..Pace::NONE
    };
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        pace,
        timers: Timers::Run,
        ..config(&folder(name))
    };
    let mut installation = Installation::open(config, shelf()).unwrap();
    demo::set_up(&mut installation).unwrap();
    Server::run(installation)
}

/// A command of the document, by its beginning.
fn documented(beginning: &str) -> &'static str {
    let found = GUIDE.lines().find(|line| line.starts_with(beginning));
    found.unwrap_or_else(|| panic!("docs/api.md has no command `{beginning} …`"))
}

/// Runs a command of the document from the root of the repository.
fn run(beginning: &str, server: Option<&Server>, house: u8) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", documented(beginning)]).current_dir(ROOT).env("CROUPIER_HOUSE_ID", house.to_string());
    if let Some(server) = server {
        shell.env("CROUPIER_URL", &server.base);
    }
    shell.output().unwrap()
}

/// The robot plays three rounds, shows a refusal in words, and cashes out.
fn check(beginning: &str, server: &Server, house: u8) {
    let output = run(beginning, Some(server), house);
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    assert_eq!(text.lines().filter(|line| line.starts_with("round ")).count(), 3, "{text}");
    assert!(text.contains("a bet of 0.01 is refused: "), "{text}");
    assert!(text.contains("cashed out"), "{text}");
}

#[test]
fn the_robot_in_python_plays_and_cashes_out_in_both_demo_houses() {
    let server = demo_server("python");
    std::thread::scope(|scope| {
        for house in [1, 2] {
            let server = &server;
            scope.spawn(move || check("python3 examples/robot.py", server, house));
        }
    });
}

/// Needs the compiler of the pages, which `make web` installs.
#[test]
fn the_robot_in_typescript_plays_over_its_websocket_and_cashes_out() {
    let compiled = run("web/node_modules/.bin/tsc ", None, 1);
    assert!(compiled.status.success(), "run `make web` first: {compiled:?}");
    let server = demo_server("typescript");
    check("node ", &server, 1);
}

#[test]
fn a_robot_without_a_server_says_so_in_words() {
    let mut python = Command::new("python3");
    python.arg("examples/robot.py").current_dir(ROOT).env("CROUPIER_URL", "http://127.0.0.1:9");
    let output = python.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.starts_with("cannot reach "), "{errors}");
    assert!(!errors.contains("Traceback"), "{errors}");
}
