//! Commands that the documents test does not run itself: why not, and which test runs them.

use std::path::Path;

use crate::markdown::ROOT;

/// A command that is run elsewhere.
pub(crate) struct Elsewhere {
    /// How the command begins; `…` in it stands for anything.
    pub(crate) command: &'static str,
    /// Why it is not run here.
    pub(crate) because: &'static str,
    /// The file that runs it.
    pub(crate) run_by: &'static str,
}

const fn elsewhere(command: &'static str, because: &'static str, run_by: &'static str) -> Elsewhere {
    Elsewhere { command, because, run_by }
}

const SERVES: &str = "it is a server, which runs until it is stopped";
const CLUSTER: &str = "it needs NATS servers";
const MAKE: &str = "it builds and tests everything, this test included";

/// Every such command.
pub(crate) const ELSEWHERE: &[Elsewhere] = &[
    elsewhere("croupier serve", SERVES, "crates/cli/tests/serve.rs"),
    elsewhere("croupier --rulebook … serve", SERVES, "crates/cli/tests/serve.rs"),
    elsewhere("croupier backup", "it needs the data of a house", "crates/cli/tests/serve.rs"),
    elsewhere("croupier restore", "it needs the data of a house", "crates/cli/tests/serve.rs"),
    elsewhere("croupier recover", "it needs the data of a house", "crates/server/tests/authority.rs"),
    elsewhere("croupier migrate", "it needs a database", "crates/server/tests/migration.rs"),
    elsewhere("croupier nodes", "it needs a database", "crates/cli/tests/postgres.rs"),
    elsewhere("croupier export", "it needs the data of a house", "crates/cli/tests/serve.rs"),
    elsewhere("croupier doctor", "it needs the data of a house", "crates/cli/tests/serve.rs"),
    elsewhere("croupier audit", "it needs the data of a house", "crates/cli/tests/audit.rs"),
    elsewhere(
        "croupier lab evidence",
        "it writes a folder that the next one would find",
        "crates/cli/tests/evidence.rs",
    ),
    elsewhere("croupier lab", "it needs the data of a house", "crates/cli/tests/lab.rs"),
    elsewhere("croupier witness", "it needs a server", "crates/cli/tests/witness.rs"),
    elsewhere("croupier worker", CLUSTER, "crates/cli/tests/fleet/main.rs"),
    elsewhere("croupier simulate … --cluster", CLUSTER, "crates/cli/tests/fleet/main.rs"),
    elsewhere("nats-server", CLUSTER, "crates/cli/tests/fleet/machines.rs"),
    elsewhere("curl", "it needs a server", "crates/cli/tests/opening_night.rs"),
    elsewhere("python3 examples/robot.py", "it needs a server", "crates/server/tests"),
    elsewhere(
        "python3 examples/simulated_wheel.py",
        "it runs until it is stopped",
        "web/tests/readers.test.ts",
    ),
    elsewhere(
        "CROUPIER_READER_KEY=... python3 examples/wheel_reader.py",
        "it needs a server and a serial port",
        "web/tests/readers.test.ts",
    ),
    elsewhere("python3 oracle/", "the second judge runs in `make oracle`", "Makefile"),
    elsewhere("deno run", "it needs a server and Deno", "crates/server/tests"),
    elsewhere("node", "it needs a server and Node.js", "crates/server/tests"),
    elsewhere("npm", "it needs the packages of the pages", "Makefile"),
    elsewhere("npx", "it needs the packages of the pages", "Makefile"),
    elsewhere("cd web", "it needs the packages of the pages", "Makefile"),
    elsewhere("make", MAKE, ".github/workflows/test.yml"),
    elsewhere("cargo", MAKE, "Makefile"),
    elsewhere("CROUPIER_NODES_SEEDS=250 cargo", "it takes minutes: `make soak` runs it", "Makefile"),
    elsewhere("CROUPIER_FAILURES_MINUTES=10 cargo", "it takes minutes: `make soak` runs it", "Makefile"),
    elsewhere("CROUPIER_KILLS=1000 cargo", "it takes an hour: `make soak` runs it", "Makefile"),
];

/// The entry for a command, if it is run elsewhere.
pub(crate) fn of(line: &str) -> Option<&'static Elsewhere> {
    ELSEWHERE.iter().find(|elsewhere| {
        let mut rest = line;
        elsewhere.command.split('…').enumerate().all(|(place, part)| {
            let part = part.trim();
            let at = if place == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
            at.inspect(|at| rest = &rest[at + part.len()..]).is_some()
        })
    })
}

/// Whether a make target or a cargo package, test or bench of a command exists.
pub(crate) fn check_target(line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["make", targets @ ..] => targets.iter().try_for_each(|target| check_make(target)),
        ["cargo", rest @ ..] => check_cargo(rest),
        _ => Ok(()),
    }
}

fn check_make(target: &str) -> Result<(), String> {
    let makefile = std::fs::read_to_string(Path::new(ROOT).join("Makefile")).unwrap();
    let known = target.contains('=') || makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
    if known { Ok(()) } else { Err(format!("the Makefile has no target `{target}`")) }
}

fn check_cargo(words: &[&str]) -> Result<(), String> {
    let after =
        |flag: &str| words.iter().position(|word| *word == flag).and_then(|place| words.get(place + 1));
    let package = after("-p").or(after("--package"));
    let folder = |package: &str| format!("crates/{}", package.trim_start_matches("croupier-"));
    if let Some(package) = package.filter(|package| !Path::new(ROOT).join(folder(package)).is_dir()) {
        return Err(format!("there is no package `{package}`"));
    }
    let Some(test) = after("--test") else { return Ok(()) };
    let is_test = |folder: &Path| {
        let tests = folder.join("tests");
        tests.join(format!("{test}.rs")).is_file() || tests.join(test).join("main.rs").is_file()
    };
    let crates =
        std::fs::read_dir(Path::new(ROOT).join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut candidates = crates.filter(|path| package.is_none_or(|package| path.ends_with(folder(package))));
    if candidates.any(|path| is_test(&path)) { Ok(()) } else { Err(format!("there is no test `{test}`")) }
}
