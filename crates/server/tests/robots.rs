//! The example clients of docs/api.md, as anybody would run them.

mod common;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{PASSWORD, Server, config, folder};
use croupier_house::command::{AtTable, Order};
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
            let command = croupier_house::command::Command::At(wheel, AtTable::Tick);
            drop(common::give(&desk, Order { key: None, by: Actor::House, command }));
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

/// Needs the tools of the pages, which `make pages` installs, and says so where they are not there.
#[test]
fn the_robot_in_typescript_plays_and_cashes_out() {
    let esbuild = format!("{ROOT}/web/node_modules/.bin/esbuild");
    if !std::path::Path::new(&esbuild).exists() {
        eprintln!("not run: {esbuild} is not there; `npm ci` in web/ installs it");
        return;
    }
    while_it_turns("typescript", |server| {
        let plain = Command::new(&esbuild).arg(format!("{ROOT}/examples/robot.ts")).output().unwrap();
        assert!(plain.status.success(), "{}", String::from_utf8_lossy(&plain.stderr));
        let script = folder("script").with_extension("mjs");
        std::fs::write(&script, plain.stdout).unwrap();
        let mut node = Command::new("node");
        node.arg("--experimental-websocket").arg(script);
        check(&told(node, server));
    });
}
