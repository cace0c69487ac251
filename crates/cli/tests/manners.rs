//! How the command behaves in pipes, narrow windows and shells.

use std::io::Read;
use std::process::{Command, Output, Stdio};

use crate::common::croupier;

fn command(args: &[&str], columns: Option<&str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    command
}

fn printed(args: &[&str], columns: Option<&str>) -> String {
    let output = command(args, columns).output().unwrap();
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

const ODDS: [&str; 2] = ["odds", "scotland-1970/roulette"];

#[test]
fn no_width_breaks_a_figure() {
    for columns in ["20", "40", "60", "80", "100", "120"] {
        let text = printed(&ODDS, Some(columns));
        for figure in ["48.6486 %", "2.7027 %", "35 to 1", "1.3514 %", "1/74", "0.9897"] {
            assert!(text.contains(figure), "{figure} at {columns}\n{text}");
        }
    }
}

#[test]
fn every_output_is_as_wide_as_columns_says() {
    let commands: [&[&str]; 9] = [
        &ODDS,
        &["odds", "scotland-1970/dice", "--risk", "--wager", "win"],
        &["rules", "western-australia-1990"],
        &["rules", "western-australia-1990", "--coverage"],
        &["compare", "dice", "--quick"],
        &["adjudicate", "examples/table.round"],
        &["adjudicate", "examples/table.round", "--why"],
        &["--help"],
        &["simulate", "--help"],
    ];
    for args in commands {
        let text = printed(args, Some("80"));
        assert!(widest(&text) <= 80, "{args:?}: {}\n{text}", widest(&text));
    }
}

#[test]
fn a_width_of_zero_is_unknown() {
    assert_eq!(printed(&ODDS, Some("0")), printed(&ODDS, None));
    assert_eq!(printed(&["--help"], Some("0")), printed(&["--help"], None));
}

#[test]
fn a_pipe_gets_every_row_of_figures_in_one_line() {
    let text = printed(&ODDS, None);
    let row = text.lines().find(|line| line.starts_with(" numbers 18 ")).unwrap();
    assert!(row.contains("48.6486 %") && row.contains("1/74") && row.contains("reg. 3("), "{text}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for args in [&["rules", "mpumalanga"][..], &["rules", "--json"], &["completions", "bash"], &["man"]] {
        let mut child = command(args, None).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert!(child.wait().unwrap().success(), "{args:?}: {complaints}");
        assert_eq!(complaints, "", "{args:?}");
    }
}

#[test]
fn counts_can_be_written_as_people_write_them() {
    let json = |rounds: &str| {
        let args = [
            "simulate",
            "scotland-1970/roulette",
            "--wager",
            "red",
            "--rounds",
            rounds,
            "--untimed",
            "--json",
        ];
        let Output { stdout, stderr, .. } = croupier(&args, "");
        assert!(stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        stdout
    };
    let plain = json("20000");
    for rounds in ["2e4", "20_000", "20k", "0.02M"] {
        assert_eq!(json(rounds), plain, "{rounds}");
    }
    let refused = printed(&["simulate", "scotland-1970/roulette", "--rounds", "lots"], None);
    assert!(refused.contains("1e6"), "{refused}");
}

#[test]
fn rates_have_three_digits() {
    let text = printed(&["simulate", "scotland-1970/roulette", "--rounds", "1e5", "--wager", "red"], None);
    let (before, _) = text.split_once(" rounds/s").unwrap();
    let rate = before.rsplit(", ").next().unwrap();
    let digits = rate.chars().filter(char::is_ascii_digit).count();
    assert_eq!(digits, 3, "{rate}\n{text}");
}

#[cfg(unix)]
#[test]
fn bash_completes_games_rulebooks_and_families() {
    let offered = |words: &str, last: &str| {
        let script = format!(
            "source <(\"$0\" completions bash); COMP_WORDS=(croupier {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _croupier croupier '{last}' ''; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let output =
            Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_croupier")]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let games = offered("play scot", "scot");
    assert!(games.contains("scotland-1970/roulette") && !games.contains("mpumalanga"), "{games}");
    let books = offered("rules mpu", "mpu");
    assert!(
        books.lines().any(|line| line == "mpumalanga") && books.contains("mpumalanga/touch-21"),
        "{books}"
    );
    assert!(offered("compare b", "b").contains("blackjack"));
}

#[test]
fn every_shell_gets_the_names() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell], None);
        assert!(
            script.contains("scotland-1970/chemin-de-fer") || shell == "elvish" || shell == "powershell",
            "{shell}"
        );
    }
    let own = printed(&["--rulebook", "examples/nevada.toml", "completions", "fish"], None);
    assert!(own.contains("nevada/craps"));
}

#[test]
fn wrong_usage_is_answered_in_a_few_lines_with_status_2() {
    let cases: [&[&str]; 16] = [
        &["adjudicate", "no-such-file"],
        &["adjudicate", "examples"],
        &["fmt", "examples"],
        &["check", "no-such-file"],
        &["check", "Cargo.toml"],
        &["compare", "bingo"],
        &["compare", "dice", "atlantis"],
        &["odds", "roulette"],
        &["odds", "scotland-1970/dice", "--wager", "nothing"],
        &["strategy", "no/game"],
        &["par", "scotland-1970/dice", "-o", "no-such-folder/x.html"],
        &["sign", "scotland-1970/dice", "--house", "min=ten"],
        &["pay", "scotland-1970/dice", "win", "ten"],
        &["verify", "Cargo.toml"],
        &["merge", "Cargo.toml"],
        &["man", "Cargo.toml"],
    ];
    for args in cases {
        let output = croupier(args, "");
        let complaints = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {complaints}");
        assert!(!complaints.is_empty() && !complaints.contains("panicked"), "{args:?}: {complaints}");
    }
    for args in [&["adjudicate", "-"][..], &["fmt", "-"], &["check", "-"], &["verify", "-"]] {
        let output = croupier(args, "");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{args:?}");
    }
}
