//! The example clients of docs/api.md, as anybody would run them.

mod common;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{PASSWORD, Server, config, folder};
use croupier_house::command::{Request, TableCommand};
use croupier_house::ids::{Actor, TableId};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A house whose wheel goes on by itself, quickly, while something is done.
fn while_it_turns(name: &str, run: impl FnOnce(&Server)) {
    let server = Server::start(config(&folder(name)));
    server.staff("demo_cashier");
    let (wheel, desk) = (TableId(server.table("roulette")), server.desk.clone());
    let over = Arc::new(AtomicBool::new(false));
    let until = Arc::clone(&over);
    let turning = std::thread::spawn(move || {
        while !until.load(Ordering::Relaxed) {
            let command = croupier_house::command::Command::Table(wheel, TableCommand::Tick);
            drop(common::give(&desk, Request { key: None, by: Actor::House, command }));
            std::thread::sleep(Duration::from_millis(400));
        }
    });
    run(&server);
    over.store(true, Ordering::Relaxed);
    turning.join().unwrap();
}

fn told(mut command: Command, server: &Server) -> String {
    let command = command.env("CROUPIER_URL", &server.base).env("CROUPIER_PASSWORD", PASSWORD);
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

fn check(text: &str) {
    assert_eq!(text.lines().filter(|line| line.starts_with("round ")).count(), 3, "{text}");
    assert!(text.contains("cashed out"), "{text}");
}

#[test]
fn the_robot_in_python_plays_and_cashes_out() {
    while_it_turns("python", |server| {
        let mut python = Command::new("python3");
        python.arg(format!("{ROOT}/examples/robot.py"));
        check(&told(python, server));
    });
}

/// Needs the compiler of the pages, which `make web` installs.
#[test]
fn the_robot_in_typescript_plays_and_cashes_out() {
    let tsc = format!("{ROOT}/web/node_modules/.bin/tsc");
    assert!(std::path::Path::new(&tsc).exists(), "{tsc} is not there: `make web` installs it");
    let out = folder("script");
    let mut compile = Command::new(&tsc);
    compile.args(["--strict", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"]);
    compile.args(["--lib", "es2022,dom", "--outDir"]).arg(&out).arg(format!("{ROOT}/examples/robot.ts"));
    let compiled = compile.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stdout));
    std::fs::rename(out.join("robot.js"), out.join("robot.mjs")).unwrap();
    while_it_turns("typescript", |server| {
        let mut node = Command::new("node");
        node.args(["--no-warnings", "--experimental-websocket"]).arg(out.join("robot.mjs"));
        check(&told(node, server));
    });
}
