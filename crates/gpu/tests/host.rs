use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use croupier_gpu::{KernelProgram, SOURCE};
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::policy::{Policy, USUAL};
use croupier_sim::{SetupOptions, Shoes, Simulation, set_up};

/// A table of a built-in or example book with these settings, `key=value` parted by spaces.
fn table(name: &str, house: &str, shoes: Shoes, wagers: &[&str]) -> Simulation {
    let mut shelf = Shelf::built_in();
    if shelf.game(name).is_err() {
        let (book, _) = name.split_once('/').unwrap();
        let path = format!("{}/../../examples/{book}.toml", env!("CARGO_MANIFEST_DIR"));
        shelf.add(&path, &fs::read_to_string(&path).unwrap()).unwrap();
    }
    let (_, book) = shelf.game(name).unwrap();
    let mut chosen = Chosen::default();
    for setting in house.split_whitespace() {
        let (key, value) = setting.split_once('=').unwrap();
        chosen.choose(key, value, &book.envelope()).unwrap();
    }
    let game = book.table(&chosen);
    let policy = Policy::parse(USUAL, &game).unwrap();
    let wagers = wagers.iter().map(ToString::to_string).collect();
    set_up(&game, book.conduct(), &policy, &SetupOptions { shoes, boxes: 1, wagers }).unwrap()
}

/// The source of a program that launches the kernel here and writes its counts.
fn host_source(program: &KernelProgram, seed: u64, first: u64, rounds: [u64; 2]) -> String {
    let tables: String = (0..)
        .zip(&program.tables)
        .map(|(number, words)| {
            let words: Vec<String> = words.iter().chain(&[0]).map(|word| format!("{word}u")).collect();
            format!("static const unsigned table{number}[] = {{{}}};\n", words.join(","))
        })
        .collect();
    let arguments: String = (0..program.tables.len()).map(|number| format!("table{number}, ")).collect();
    let (low, high) = (first & 0xFFFF_FFFF, first >> 32);
    format!(
        "#include \"{header}\"\n{defines}{SOURCE}\n{tables}#include <cstdio>\nint main() {{\n\
         static unsigned counts[2 * {cells}];\n\
         launch(2, {shared}, [&] {{ {entry}({seed}u, 0u, {low}u, {high}u, 2u, {all}u, {last}u, {arguments}counts); }});\n\
         for (unsigned count : counts) printf(\"%u\\n\", count);\n}}\n",
        header = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/machines_host.h"),
        defines = program.defines(),
        cells = program.cells,
        shared = program.shared,
        entry = program.entry,
        all = rounds[0],
        last = rounds[1],
    )
}

/// Compiles the program and returns what it counts, block by block.
fn run(folder: &Path, source: &str, cells: usize) -> [Vec<u64>; 2] {
    let (code, binary) = (folder.join("host.cpp"), folder.join("host"));
    fs::write(&code, source).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let built = Command::new(&compiler)
        .args(["-std=c++20", "-O1", "-pthread", "-o"])
        .arg(&binary)
        .arg(&code)
        .output();
    let built = built.unwrap_or_else(|error| panic!("{compiler}: {error}"));
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(&binary).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let counts: Vec<u64> =
        String::from_utf8(ran.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(counts.len(), 2 * cells);
    [counts[..cells].to_vec(), counts[cells..].to_vec()]
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gpu-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Two blocks, of which the last has fewer rounds, far behind the first block of all.
fn counts_alike(name: &str, table: &Simulation) {
    let machine = table.machine().unwrap_or_else(|| panic!("{name} has no machine"));
    let program = KernelProgram::of(machine);
    let (seed, first, rounds) = (77, (5 << 32) - 1, [60_000, 20_011]);
    let folder = folder(&name.replace(['/', ' ', '='], "-"));
    let found = run(&folder, &host_source(&program, seed, first, rounds), program.cells);
    fs::remove_dir_all(&folder).unwrap();
    for ((block, rounds), mut found) in (first..).zip(rounds).zip(found) {
        if let Some(spent) = program.spent {
            assert_eq!(found.remove(spent), 0, "{name}: no shoe runs out");
        }
        assert_eq!(found, machine.play(seed, block, rounds).unwrap(), "{name}: block {block}");
    }
}

#[test]
fn blackjack() {
    counts_alike("blackjack whole", &table("mpumalanga/blackjack", "", Shoes::Fresh, &[]));
    counts_alike("blackjack shoe", &table("mpumalanga/blackjack", "", Shoes::Cut(75), &["box"]));
    counts_alike("touch", &table("mpumalanga/touch-21", "decks=2 split-tens=rank", Shoes::Cut(45), &[]));
}

#[test]
fn baccarat() {
    counts_alike("punto banco", &table("mpumalanga/punto-banco", "", Shoes::Fresh, &[]));
    counts_alike("punto banco shoe", &table("mpumalanga/punto-banco", "", Shoes::Cut(75), &[]));
    counts_alike("chemin de fer", &table("scotland-1970/chemin-de-fer", "", Shoes::Cut(60), &[]));
    counts_alike("banque", &table("scotland-1970/baccarat-banque", "", Shoes::Fresh, &[]));
}

#[test]
fn wheels_dice_and_in_between() {
    counts_alike("roulette", &table("scotland-1970/roulette", "", Shoes::Fresh, &[]));
    counts_alike(
        "held",
        &table("france/roulette", "second-zero=deeper", Shoes::Fresh, &["red", "even", "dozen 1"]),
    );
    counts_alike("dice", &table("scotland-1970/dice", "", Shoes::Fresh, &[]));
    counts_alike("line", &table("scotland-1970/dice", "", Shoes::Fresh, &["win", "behind-win 4"]));
    counts_alike("in between", &table("western-australia-1990/in-between", "", Shoes::Fresh, &[]));
}

#[test]
fn a_shoe_that_runs_out_is_noticed() {
    let table = table("scotland-1970/chemin-de-fer", "decks=1", Shoes::Cut(95), &[]);
    let machine = table.machine().unwrap();
    let (program, rounds) = (KernelProgram::of(machine), [20_000, 20_000]);
    assert!(machine.play(1, 0, rounds[0]).is_err());
    let folder = folder("spent");
    let found = run(&folder, &host_source(&program, 1, 0, rounds), program.cells);
    fs::remove_dir_all(&folder).unwrap();
    assert!(found[0][program.spent.unwrap()] > 0);
}
