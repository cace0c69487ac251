//! Made houses, and where they are: in the build folder, so that a second run need not make them again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use croupier_bench::aged::{AgedHouse, TABLES, table_id};
use croupier_rules::book::Shelf;
use serde_json::{Value, json};

/// Changes with the way in which houses are made. A house that was made in another way is made again.
const EDITION: u64 = 4;
/// The least number of checkpoints of a house that is not very small, so that pages of them are full.
const CHECKPOINTS_MIN: u64 = 120;
/// What is known about a made house. It is written last: a house without it is not complete.
const FACTS_FILE: &str = "growth.json";
const PROGRESS_EVERY: Duration = Duration::from_secs(10);

/// A made house.
#[derive(Clone, Debug)]
pub(crate) struct MadeHouse {
    pub(crate) folder: PathBuf,
    /// The rounds of all tables.
    pub(crate) rounds: u64,
    /// The rounds of each table.
    pub(crate) rounds_of: Vec<u64>,
    /// The entries of the journal of each table.
    pub(crate) versions_of: Vec<u64>,
    /// The entries of the house's own journal.
    pub(crate) own_version: u64,
    /// The checkpoints.
    pub(crate) checkpoints: u64,
    /// All entries.
    entries: u64,
}

impl MadeHouse {
    /// The house with so many rounds; it is made if it is not there.
    pub(crate) fn of(rounds: u64, shelf: &'static Shelf) -> Self {
        let folder = growth_folder().join(rounds.to_string());
        if let Some(made) = Self::read(&folder, rounds) {
            println!("growth: the house of {} rounds is there: {}", grouped(rounds), folder.display());
            return made;
        }
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).expect("a folder");
        let start = Instant::now();
        let facts = make(&folder, rounds, shelf);
        fs::write(folder.join(FACTS_FILE), facts.to_string()).expect("the facts");
        let made = Self::read(&folder, rounds).expect("the facts of the house that was made");
        made.report(start.elapsed());
        made
    }

    fn read(folder: &Path, rounds: u64) -> Option<Self> {
        let facts: Value = serde_json::from_str(&fs::read_to_string(folder.join(FACTS_FILE)).ok()?).ok()?;
        let number = |name: &str| facts[name].as_u64();
        let numbers =
            |name: &str| -> Option<Vec<u64>> { facts[name].as_array()?.iter().map(Value::as_u64).collect() };
        (number("edition")? == EDITION && number("rounds")? == rounds).then_some(())?;
        (number("checkpoints")? >= CHECKPOINTS_MIN.min(rounds / 25)).then_some(())?;
        Some(Self {
            folder: folder.to_owned(),
            rounds,
            rounds_of: numbers("rounds_of")?,
            versions_of: numbers("versions_of")?,
            own_version: number("own_version")?,
            checkpoints: number("checkpoints")?,
            entries: number("entries")?,
        })
    }

    fn report(&self, took: Duration) {
        let size = |name: &str| fs::metadata(self.folder.join(name)).map_or(0, |file| file.len());
        let [journal, index] = ["journal.db", "index.db"].map(size);
        #[allow(clippy::cast_precision_loss, reason = "figures for people")]
        let per_round = |amount: u64| amount as f64 / self.rounds as f64;
        println!(
            "growth: made {} rounds in {took:.1?}: {:.1} entries, {:.0} bytes of journal and {:.0} of index a round, \
             {:.1} s for 100,000 rounds",
            grouped(self.rounds),
            per_round(self.entries),
            per_round(journal),
            per_round(index),
            took.as_secs_f64() / per_round(1).recip() * 100_000.0
        );
    }
}

/// The folder of the made houses. `cargo clean` removes it.
fn growth_folder() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().unwrap_or(scratch).join("growth")
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let places = digits.len();
    let group = |(place, digit): (usize, char)| {
        let comma = place > 0 && (places - place).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}

/// Makes a house that has played until now.
fn make(folder: &Path, rounds: u64, shelf: &'static Shelf) -> Value {
    let mut aged = AgedHouse::found(folder, shelf, rounds);
    let (start, mut reported) = (Instant::now(), Instant::now());
    for round in 1..=rounds {
        aged.play();
        if reported.elapsed() > PROGRESS_EVERY {
            reported = Instant::now();
            let took = start.elapsed();
            println!("growth: {} of {} rounds made in {took:.0?}", grouped(round), grouped(rounds));
        }
    }
    aged.finish();
    let house = aged.house();
    let tables =
        || (0..TABLES.len()).map(|place| house.table(table_id(place)).expect("a table of the house"));
    let heads = house.heads();
    json!({
        "edition": EDITION,
        "rounds": rounds,
        "rounds_of": tables().map(|table| table.rounds).collect::<Vec<_>>(),
        "versions_of": heads.iter().skip(1).map(|head| head.version).collect::<Vec<_>>(),
        "own_version": heads[0].version,
        "checkpoints": aged.checkpoints(),
        "entries": house.last().sequence,
    })
}
