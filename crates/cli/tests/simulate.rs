//! `croupier simulate` and `croupier merge` as people and scripts use them, and what they refuse.

use std::path::{Path, PathBuf};

use crate::common::croupier;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn said(args: &[&str]) -> String {
    let output = croupier(args, "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs what must be refused: status 2, nothing on standard output, one line that says this.
fn refused(line: &str, says: &str) {
    let args: Vec<&str> = std::iter::once("simulate").chain(line.split_whitespace()).collect();
    assert_refused(&args, says);
}

fn assert_refused(args: &[&str], says: &str) {
    let output = croupier(args, "");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {printed}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(printed.contains(says), "{args:?}: {printed}");
}

fn files(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_cannot_be_simulated_is_refused() {
    refused("scotland-1970/roulette --rounds 0", "at least one round");
    refused("scotland-1970/roulette --rounds many", "1e6");
    refused("scotland-1970/roulette --rounds 9 --shard 1/2", "more than the blocks");
    refused("scotland-1970/roulette --rounds 9 --shard 3/2", "no part 3 of 2");
    refused("scotland-1970/roulette --rounds 9 --shard half", "I/N");
    refused("scotland-1970/roulette --rounds 9 --until-error 0", "more than 0");
    refused("scotland-1970/roulette --rounds 9 --wager nonsense", "the wagers here are numbers, straight");
    refused("mpumalanga/blackjack --rounds 9 --policy wisely", "a chart file");
    refused("mpumalanga/blackjack --rounds 9 --cut 99", "1 to 95");
    refused("mpumalanga/blackjack --rounds 9 --boxes 0", "0 boxes");
    refused("scotland-1970/roulette --rounds 9 --plot x.svg", "one wager");
}

#[test]
fn the_second_edition_is_another_one_and_merges_with_itself_alone() {
    let folder = folder("editions");
    let part = |name: &str, line: &str| {
        let path = folder.join(name).display().to_string();
        let line =
            format!("simulate scotland-1970/roulette --wager red --rounds 3e6 --untimed {line} -o {path}");
        said(&line.split_whitespace().collect::<Vec<_>>());
        path
    };
    let (one, other) =
        (part("1", "--edition 2 --shard 1/2"), part("2", "--edition 2 --shard 2/2 --threads 1"));
    let whole = said(&[
        "simulate",
        "scotland-1970/roulette",
        "--wager",
        "red",
        "--rounds",
        "3e6",
        "--untimed",
        "--edition",
        "2",
    ]);
    assert!(whole.contains("3000000 rounds, seed 1, edition 2"), "{whole}");
    assert_eq!(said(&["merge", &one, &other]), whole);
    let first = part("3", "--shard 2/2");
    assert_refused(&["merge", &one, &first], "another job");
}

/// With a graphics card the figures are those of the processor; without one the message says what was looked for.
#[test]
fn a_graphics_card_plays_the_second_edition_or_is_not_there() {
    let line = ["simulate", "mpumalanga/punto-banco", "--rounds", "3000000", "--untimed", "--json"];
    let with = |more: &[&'static str]| [&line[..], more].concat();
    let output = croupier(&with(&["--device", "gpu"]), "");
    if output.status.success() {
        assert_eq!(String::from_utf8_lossy(&output.stdout), said(&with(&["--edition", "2"])));
    } else {
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{printed}");
        assert!(printed.contains("graphics card") && printed.contains("leave out --device gpu"), "{printed}");
    }
    refused("scotland-1970/dice --rounds 9 --device gpu --edition 1", "leave it out");
    refused("scotland-1970/dice --rounds 9 --device gpu --by-rules", "leave out --device gpu");
    refused("scotland-1970/dice --rounds 9 --device gpu --threads 2", "--gpus");
    refused("scotland-1970/dice --rounds 9 --gpus 2", "--device gpu");
    refused("scotland-1970/dice --rounds 9 --wager win --stakes flat --edition 2", "edition 1");
}

#[test]
fn verdicts_on_many_wagers_are_corrected_for_their_number_and_say_so() {
    let all = said(&["simulate", "scotland-1970/dice", "--rounds", "2000", "--seed", "7", "--untimed"]);
    assert!(all.contains("corrected for that number"), "{all}");
    let one = said(&["simulate", "scotland-1970/dice", "--rounds", "2000", "--wager", "win", "--untimed"]);
    assert!(!one.contains("corrected"), "{one}");
    let json = said(&["simulate", "scotland-1970/dice", "--rounds", "2000", "--json", "--untimed"]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let wagers = report["wagers"].as_array().unwrap();
    let judged = wagers.iter().filter(|wager| wager["verdict"].is_string()).count();
    assert!(judged > 1);
    assert_eq!(report["verdicts"], judged);
}

#[test]
fn stakes_that_all_ended_alike_have_no_verdict_yet() {
    let json = said(&[
        "simulate",
        "scotland-1970/roulette",
        "--rounds",
        "3",
        "--wager",
        "straight 17",
        "--seed",
        "1",
        "--json",
        "--untimed",
    ]);
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    let number = &report["wagers"][0];
    assert_eq!(number["histogram"].as_array().map(Vec::len), Some(1), "{json}");
    assert!(number["price_decimal"].is_number() && number["verdict"].is_null() && number["z"].is_null());
    assert_eq!(report["verdicts"], 0);
}

#[test]
fn a_side_wager_of_a_box_is_asked_for_in_the_words_of_a_record() {
    let asked = |command: &[&str], wager: &str| {
        let args =
            [&["--rulebook", "examples/atlantic-city.toml"], command, &["--wager", wager, "--json"]].concat();
        serde_json::from_str::<serde_json::Value>(&said(&args)).unwrap()
    };
    for words in ["perfect-pairs 1", "perfect-pairs"] {
        let odds = asked(&["odds", "atlantic-city/blackjack"], words);
        assert_eq!(odds["wagers"][0]["edge"], "17/415", "{odds}");
        let run = asked(&["simulate", "atlantic-city/blackjack", "--rounds", "20000", "--untimed"], words);
        assert_eq!(
            (&run["wagers"][0]["wager"], &run["wagers"][0]["verdict"]),
            (&words.into(), &"agrees".into())
        );
    }
    let book = ["--rulebook", "examples/atlantic-city.toml"];
    let beyond = ["simulate", "atlantic-city/blackjack", "--rounds", "9", "--wager", "three-cards 8"];
    assert_refused(&[&book[..], &beyond].concat(), "there are boxes 1 to 7");
}

#[test]
fn a_part_that_is_not_written_is_refused() {
    let part = "scotland-1970/roulette --rounds 200000 --wager red --shard 1/2";
    refused(part, "needs -o FILE");
    refused(&format!("{part} --json"), "needs -o FILE");
    let resumed = folder("resumed").join("part.json");
    let mut args: Vec<&str> = std::iter::once("simulate").chain(part.split_whitespace()).collect();
    args.extend(["--resume", resumed.to_str().unwrap()]);
    said(&args);
    assert!(resumed.exists(), "the file to resume from is written");
}

#[test]
fn stakes_that_nobody_can_lay_are_refused() {
    let red = "scotland-1970/roulette --rounds 9 --wager red";
    refused("scotland-1970/roulette --rounds 9 --stakes flat", "one wager");
    refused(&format!("{red} --stakes wildly"), "martingale");
    refused(&format!("{red} --bankroll 5"), "--stakes");
    refused(&format!("{red} --stakes flat --bankroll 0.50"), "less than the first bet");
    refused(&format!("{red} --stakes flat --sessions 0"), "at least one session");
    refused(&format!("{red} --stakes flat --unit 1 --house min=5"), "least bet");
    refused(&format!("{red} --stakes flat --unit 9 --house max=5"), "above");
    refused(&format!("{red} --stakes flat --unit 0.01"), "take a multiple of 0.02");
    refused(&format!("{red} --stakes count"), "--cut");
    refused(&format!("{red} --stakes flat --sessions 18446744073709551615"), "too many to count");
}

#[test]
fn a_progression_that_overflows_leaves_nothing_behind() {
    let folder = folder("overflow");
    let [part, plot] = ["part.json", "plot.svg"].map(|name| folder.join(name).display().to_string());
    let args = [
        "simulate",
        "scotland-1970/roulette",
        "--rounds",
        "2000",
        "--wager",
        "numbers 1",
        "--stakes",
        "martingale",
        "--sessions",
        "50",
        "-o",
        &part,
        "--plot",
        &plot,
    ];
    assert_refused(&args, "beyond what an amount can be");
    assert!(files(&folder).is_empty(), "{:?}", files(&folder));
}

#[test]
fn a_chart_with_holes_is_refused() {
    let folder = folder("holes");
    let chart = folder.join("chart.txt");
    std::fs::write(&chart, "hard 16: S S S S S H H H H H\n").unwrap();
    refused(&format!("mpumalanga/blackjack --rounds 9 --policy {}", chart.display()), "holes");
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is_played() {
    let folder = folder("unwritable");
    for option in ["-o", "--resume", "--plot"] {
        let path = folder.join("none").join("x").display().to_string();
        // More rounds than anybody waits for.
        refused(
            &format!("scotland-1970/roulette --rounds 1000000000000000 --wager red {option} {path}"),
            "cannot write",
        );
    }
    refused(
        &format!("scotland-1970/roulette --rounds 1000000000000000 -o {}", folder.display()),
        "cannot write",
    );
    assert!(files(&folder).is_empty());
}

#[test]
fn parts_of_different_jobs_are_not_put_together() {
    let folder = folder("jobs");
    let path = |name: &str| folder.join(name).display().to_string();
    let part = |shard: &str, seed: &str, name: &str| {
        let path = path(name);
        said(&[
            "simulate",
            "scotland-1970/roulette",
            "--rounds",
            "200000",
            "--shard",
            shard,
            "--seed",
            seed,
            "-o",
            &path,
        ]);
        path
    };
    let (one, other) = (part("1/2", "1", "1.json"), part("2/2", "2", "2.json"));
    let whole = path("whole.json");
    assert_refused(&["merge", &one, &other, "-o", &whole], "another job");
    assert_refused(&["merge", &one, "-o", &whole], "in no part");
    assert_refused(&["merge", &one, &one, "-o", &whole], "in two parts");
    std::fs::write(path("3.json"), "{").unwrap();
    assert_refused(&["merge", &one, &path("3.json"), "-o", &whole], "not a part of a simulation");
    assert_eq!(files(&folder), ["1.json", "2.json", "3.json"]);
}

#[test]
fn sessions_in_parts_come_to_the_same_bytes_and_are_drawn() {
    let folder = folder("sessions");
    let path = |name: &str| folder.join(name).display().to_string();
    let job = [
        "simulate",
        "scotland-1970/roulette",
        "--wager",
        "numbers 18",
        "--rounds",
        "100",
        "--sessions",
        "4000",
        "--stakes",
        "martingale",
        "--bankroll",
        "200",
        "--house",
        "max=50",
    ];
    let with = |more: &[&str]| said(&[&job[..], more].concat());
    let whole = with(&["--json", "--untimed", "--threads", "1", "-o", &path("whole.json")]);
    assert_eq!(whole, with(&["--json", "--untimed", "--threads", "2", "--plot", &path("whole.svg")]));
    for number in 1..=3 {
        with(&["--shard", &format!("{number}/3"), "-o", &path(&format!("{number}.json"))]);
    }
    let [one, two, three, all] = ["1.json", "2.json", "3.json", "all.json"].map(path);
    let merged = said(&["merge", &three, &one, &two, "--json", "-o", &all, "--plot", &path("all.svg")]);
    assert_eq!(merged, whole);
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("all.json"), bytes("whole.json"));
    let report: serde_json::Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(report["sessions"]["sessions"], 4000);
    assert!(report["sessions"]["z"].as_f64().unwrap().abs() < 4.0);
    let drawn = String::from_utf8(bytes("all.svg")).unwrap();
    assert!(["Convergence", "Distribution", "Bankroll"].iter().all(|title| drawn.contains(title)));
}
