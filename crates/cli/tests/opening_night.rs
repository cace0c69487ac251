//! `docs/opening-night.md` opens a house: its commands are run as they stand there, one after another.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The address that the document uses.
const ADDRESS: &str = "127.0.0.1:8080";

/// The commands of the document, in order.
fn commands() -> String {
    let text = std::fs::read_to_string(Path::new(ROOT).join("docs/opening-night.md")).unwrap();
    let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.collect()
}

/// A folder with the examples, as the document has them.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("croupier-night-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(
        Path::new(ROOT).canonicalize().unwrap().join("examples"),
        folder.join("examples"),
    )
    .unwrap();
    folder
}

/// Runs commands at another port than that of the document, and ends the server that they start. The first command that fails
/// ends them.
fn run(name: &str, commands: &str) -> Output {
    let folder = folder(name);
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let commands = commands.replace(ADDRESS, &format!("127.0.0.1:{port}"));
    let script = format!("set -euo pipefail\ntrap 'kill $(jobs -p)' EXIT\n{commands}");
    let program = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let done =
        Command::new("bash").args(["-c", &script]).env("PATH", path).current_dir(&folder).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    done
}

fn text(done: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

#[test]
fn the_commands_of_the_document_open_a_house_play_and_close_it() {
    let commands = commands();
    let steps = commands.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(steps >= 40, "only {steps} commands were found");
    let done = run("right", &commands);
    let said = text(&done);
    assert!(done.status.success(), "{said}");
    assert!(said.contains("1 table, no breach"), "{said}");
    // The last answer is the papers of the closed table.
    for figure in [
        r#""opening":"3500.00""#,
        r#""closing":"3410.00""#,
        r#""drop":"100.00""#,
        r#""win_by_drop":"10.00""#,
        r#""true_win":"10.00""#,
        r#""difference":"0.00""#,
    ] {
        assert!(said.contains(figure), "{figure} in {said}");
    }
}

#[test]
fn a_wrong_command_in_the_document_is_found() {
    let wrong = commands().replace(r#""do": "issue""#, r#""do": "mint""#);
    let done = run("wrong", &wrong);
    assert!(!done.status.success(), "{}", text(&done));
}
