//! What ARCHITECTURE.md says is absent, is absent.

use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, MetadataCommand};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Who may depend on whom.
const PERMITTED: &[(&str, &[&str])] = &[
    ("croupier-kit", &[]),
    ("croupier-pen", &[]),
    ("croupier-print", &[]),
    ("croupier-tidy", &[]),
    ("croupier-proof", &[]),
    ("croupier-nodes", &[PROOF]),
    ("croupier-transparency", &[]),
    ("croupier-peers", &[NODES]),
    ("croupier-rules", &[KIT]),
    ("croupier-conformance", &[KIT, RULES, MATHS, SIGN, FAIR, SIM, HOUSE, SERVER]),
    ("croupier-sign", &[KIT, RULES, PEN, PRINT]),
    ("croupier-maths", &[KIT, RULES]),
    ("croupier-chart", &[KIT, MATHS, PEN]),
    ("croupier-report", &[KIT, RULES, MATHS, CHART, PEN, PRINT]),
    ("croupier-fair", &[KIT, RULES]),
    ("croupier-sim", &[KIT, RULES, MATHS]),
    ("croupier-fleet", &[KIT, RULES, SIM]),
    // Its tests and benchmarks price what they play.
    ("croupier-gpu", &[RULES, MATHS, SIM]),
    // Its tests run houses behind simulated nodes.
    ("croupier-house", &[KIT, RULES, MATHS, FAIR, NODES, PROOF]),
    ("croupier-audit", &[KIT, RULES, FAIR, HOUSE]),
    ("croupier-lab", &[KIT, RULES, FAIR, HOUSE, AUDIT, PROOF]),
    ("croupier-evidence", &[KIT, RULES, MATHS, FAIR, PEN, REPORT]),
    ("croupier-store-suite", &[KIT, RULES, HOUSE]),
    ("croupier-evening", &[KIT, RULES, FAIR, HOUSE]),
    ("croupier-export", &[]),
    ("croupier-store", &[KIT, RULES, HOUSE, STORE_SUITE, TRANSPARENCY]),
    ("croupier-postgres", &[KIT, RULES, HOUSE, STORE, STORE_SUITE, NODES]),
    (
        "croupier-server",
        &[
            KIT,
            RULES,
            MATHS,
            FAIR,
            SIGN,
            PRINT,
            REPORT,
            HOUSE,
            STORE,
            POSTGRES,
            STORE_SUITE,
            NODES,
            PEERS,
            EVENING,
            EXPORT,
            TRANSPARENCY,
            PROOF,
        ],
    ),
    (DISK, &[]),
    (
        "croupier-cli",
        &[
            KIT,
            RULES,
            MATHS,
            CHART,
            SIGN,
            REPORT,
            FAIR,
            SIM,
            FLEET,
            GPU,
            HOUSE,
            AUDIT,
            LAB,
            EVIDENCE,
            STORE,
            SERVER,
            STORE_SUITE,
            POSTGRES,
            EVENING,
            EXPORT,
            TRANSPARENCY,
            DISK,
            PROOF,
        ],
    ),
    (
        "croupier-bench",
        &[
            KIT,
            RULES,
            MATHS,
            SIM,
            HOUSE,
            AUDIT,
            STORE,
            STORE_SUITE,
            POSTGRES,
            SERVER,
            "croupier-conformance",
            EVENING,
        ],
    ),
];
const KIT: &str = "croupier-kit";
const PEN: &str = "croupier-pen";
const PRINT: &str = "croupier-print";
const RULES: &str = "croupier-rules";
const SIGN: &str = "croupier-sign";
const MATHS: &str = "croupier-maths";
const CHART: &str = "croupier-chart";
const REPORT: &str = "croupier-report";
const FAIR: &str = "croupier-fair";
const SIM: &str = "croupier-sim";
const FLEET: &str = "croupier-fleet";
const GPU: &str = "croupier-gpu";
const HOUSE: &str = "croupier-house";
const AUDIT: &str = "croupier-audit";
const LAB: &str = "croupier-lab";
const EVIDENCE: &str = "croupier-evidence";
const STORE: &str = "croupier-store";
const POSTGRES: &str = "croupier-postgres";
const STORE_SUITE: &str = "croupier-store-suite";
const PROOF: &str = "croupier-proof";
const DISK: &str = "croupier-disk";
const EVENING: &str = "croupier-evening";
const EXPORT: &str = "croupier-export";
const NODES: &str = "croupier-nodes";
const PEERS: &str = "croupier-peers";
const TRANSPARENCY: &str = "croupier-transparency";
const SERVER: &str = "croupier-server";

#[test]
fn dependencies_run_one_way() {
    let metadata =
        MetadataCommand::new().manifest_path(format!("{ROOT}/Cargo.toml")).no_deps().exec().unwrap();
    assert!(!metadata.packages.is_empty());
    for package in &metadata.packages {
        let permitted = PERMITTED.iter().find(|(name, _)| *name == package.name.as_str());
        let (_, permitted) =
            permitted.unwrap_or_else(|| panic!("{} is in no list of permitted dependencies", package.name));
        for dependency in package.dependencies.iter().filter(|d| d.name.starts_with("croupier-")) {
            assert!(
                permitted.contains(&dependency.name.as_str()),
                "{} depends on {}",
                package.name,
                dependency.name
            );
        }
    }
}

/// The fuzz targets are a workspace of their own, whose lock file nothing else updates.
#[test]
fn the_lock_file_of_the_fuzz_targets_has_every_dependency() {
    let metadata =
        MetadataCommand::new().no_deps().manifest_path(format!("{ROOT}/Cargo.toml")).exec().unwrap();
    let lock = std::fs::read_to_string(format!("{ROOT}/fuzz/Cargo.lock")).unwrap();
    let mut compared = 0;
    for package in &metadata.packages {
        let head = format!("name = \"{}\"\n", package.name);
        let Some(locked) = lock.split("[[package]]\n").find(|locked| locked.starts_with(&head)) else {
            continue;
        };
        let own = package
            .dependencies
            .iter()
            .filter(|needs| needs.kind == DependencyKind::Normal && !needs.optional);
        for needs in own {
            let is_there = locked.contains(&format!(" \"{}\"", needs.name))
                || locked.contains(&format!(" \"{} ", needs.name));
            assert!(
                is_there,
                "fuzz/Cargo.lock: {} lacks {}; run `cargo metadata --manifest-path fuzz/Cargo.toml`",
                package.name, needs.name
            );
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Every source file below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The lines of code of a file: without comments, and without what follows the tests' mark.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn complain(folders: &[&str], forbidden: &[&str], except: &[&str]) {
    let mut seen = 0;
    for folder in folders {
        let before = seen;
        for path in sources(&Path::new(ROOT).join(folder)) {
            seen += 1;
            if except.iter().any(|file| path.ends_with(file)) {
                continue;
            }
            let code = code(&path);
            for word in forbidden {
                assert!(!code.contains(word), "{} has `{word}`", path.display());
            }
        }
        assert!(seen > before, "{folder} has no source file");
    }
}

/// What the outside world comes in through: time, chance, files, network, environment.
const OUTSIDE: &[&str] = &[
    "std::time",
    "Instant",
    "SystemTime",
    "Zoned::now",
    "rand::",
    "getrandom",
    "std::fs",
    "std::net",
    "std::env",
    "println!",
];

#[test]
fn rules_and_house_have_no_floats() {
    complain(&["crates/kit/src", "crates/rules/src", "crates/house/src"], &["f32", "f64"], &[]);
}

#[test]
fn rules_house_and_fair_dealing_take_time_and_chance_as_arguments() {
    let crates = ["kit", "rules", "house", "fair", "transparency"].map(|name| format!("crates/{name}/src"));
    complain(&crates.each_ref().map(String::as_str), OUTSIDE, &[]);
}

/// Durations are numbers; what reads a clock, starts a thread or waits is not there.
#[test]
fn nodes_take_time_as_an_argument_and_do_nothing_by_themselves() {
    let mut outside: Vec<&str> = OUTSIDE.iter().copied().filter(|word| *word != "std::time").collect();
    outside.extend(["std::thread", "std::sync::Mutex", "async ", "tokio", "HashMap", "HashSet"]);
    complain(&["crates/nodes/src"], &outside, &[]);
}

/// Files that may use the nearest number instead of one that does not fit, and why that is the right answer there.
const NEAREST_NUMBER: &[(&str, &str)] = &[
    (
        "kit/src/chips.rs",
        "the chips that are missing: none, if the smaller ones suffice; of the largest there is no limit",
    ),
    ("maths/src/risk/ruin.rs", "one part of the distribution always stays"),
    ("maths/src/blackjack/removed.rs", "of no cards that are out, none is beyond the first"),
    ("maths/src/poker/class.rs", "where all cards of a kind are held there are no ways to draw another"),
    ("sim/src/kernel/in_between.rs", "hands that stand off are played on after the last round"),
    ("sim/src/kernel/blackjack/lanes.rs", "no card is taken before the cut where the cut has passed"),
    ("sim/src/kernel/deck.rs", "the first group of cards begins at the first place"),
];

/// A number that does not fit is made impossible, refused where it comes in, or is an error of the program.
#[test]
fn numbers_that_do_not_fit_are_not_replaced() {
    let limits =
        ["8", "16", "32", "64", "128", "size"].map(|bits| ["u", "i"].map(|sign| format!("{sign}{bits}::")));
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    let replaces = |text: &str| {
        let after = |word: &str| text.split(word).skip(1).map(str::to_owned).collect::<Vec<_>>();
        let to_a_limit =
            after(".unwrap_or(").iter().any(|value| limits.iter().any(|limit| value.starts_with(limit)));
        // A conversion ends before the next statement.
        let converted = after("::try_from(").iter().any(|rest| {
            let statement = rest.split([';', '{', '}']).next().expect("there is a first part");
            statement.contains(").unwrap_or(") || statement.contains(").unwrap_or_default(")
        });
        text.contains(".saturating_") || to_a_limit || converted
    };
    let folders = ["kit", "rules", "maths", "sim", "conformance"]
        .map(|name| Path::new(ROOT).join(format!("crates/{name}/src")));
    let mut found: Vec<String> = Vec::new();
    for path in folders.iter().flat_map(|folder| sources(folder)) {
        let text: String = code(&path).split_whitespace().collect();
        if replaces(&text) {
            found.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    for path in &found {
        assert!(
            NEAREST_NUMBER.iter().any(|(file, _)| path.ends_with(file)),
            "{path} uses another number where one does not fit: widen it, refuse it, or expect it with a reason"
        );
    }
    for (file, _) in NEAREST_NUMBER {
        assert!(found.iter().any(|path| path.ends_with(file)), "{file} need not be excused any more");
    }
}

#[test]
fn no_rulebook_is_special() {
    let ids = ["scotland-1970", "western-australia-1990", "mpumalanga"];
    complain(
        &[
            "crates/kit/src",
            "crates/rules/src",
            "crates/maths/src",
            "crates/sim/src",
            "crates/fleet/src",
            "crates/fair/src",
            "crates/house/src",
            "crates/store/src",
            "crates/postgres/src",
            "crates/chart/src",
            "crates/report/src",
            "crates/sign/src",
            "crates/cli/src",
        ],
        &ids,
        &["book/shelf.rs"],
    );
}

/// The families, as the list of the rules has them: the first word of each row.
fn families() -> Vec<String> {
    let list = std::fs::read_to_string(format!("{ROOT}/crates/rules/src/games/list.rs")).unwrap();
    let rows = list.split("\nfamilies! {\n").nth(1).unwrap().split("\n}").next().unwrap();
    rows.lines().filter_map(|row| row.split_whitespace().next()).map(ToOwned::to_owned).collect()
}

#[test]
fn no_family_is_named_outside_its_folder_and_the_lists() {
    let families = families();
    assert!(families.len() >= 7 && families.contains(&"DealerPoker".to_owned()), "{families:?}");
    let forbidden: Vec<String> = families
        .iter()
        .flat_map(|family| ["AnyGame", "AnyTable", "Family"].map(|of| format!("{of}::{family}")))
        .collect();
    let forbidden: Vec<&str> = forbidden.iter().map(String::as_str).collect();
    let crates = [
        "rules", "maths", "sim", "fleet", "fair", "house", "store", "postgres", "chart", "report", "sign",
        "server", "cli",
    ];
    let folders: Vec<String> = crates.iter().map(|name| format!("crates/{name}/src")).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    // A game's own folder may name the game.
    complain(&folders, &forbidden, &["games/list.rs", "blackjack/effects.rs"]);
}

/// Kernels cannot be launched without it, and nothing else needs it.
#[test]
fn one_file_may_do_what_rust_cannot_check() {
    let permits = ["unsafe", "_code"].concat();
    complain(&["crates"], &[&permits], &["gpu/src/launch.rs", "tidy/tests/architecture.rs"]);
    let manifests = std::fs::read_dir(format!("{ROOT}/crates")).unwrap();
    for folder in manifests.map(|entry| entry.unwrap().path()) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let own = manifest.contains(&format!("{permits} = \"deny\""));
        assert_eq!(own, folder.ends_with("gpu"), "{}", folder.display());
        assert!(own || manifest.contains("[lints]\nworkspace = true"), "{}", folder.display());
    }
}

#[test]
fn files_stay_small() {
    for path in sources(&Path::new(ROOT).join("crates")) {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 600, "{} has {lines} lines", path.display());
    }
}
