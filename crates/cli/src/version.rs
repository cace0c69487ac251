//! `croupier version`: the version, the digests, and a self-test.

use std::process::ExitCode;

use croupier_report::program_digest;
use croupier_rules::book::{Book, Shelf};
use croupier_rules::judge;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json};

/// Short records whose last line is the result of the bank. They detect a change of any rule that they use.
const SELF_TEST: [&str; 6] = [
    include_str!("../self-test/roulette.round"),
    include_str!("../self-test/american-roulette.round"),
    include_str!("../self-test/dice.round"),
    include_str!("../self-test/in-between.round"),
    include_str!("../self-test/blackjack.round"),
    include_str!("../self-test/punto-banco.round"),
];

pub(crate) fn run(verify: bool, json: bool, shelf: &Shelf) -> Result<ExitCode, Failure> {
    let program = program_digest();
    let failed = if verify { self_test(shelf) } else { Vec::new() };
    if json {
        print_json(&describe(&program, verify, &failed, shelf))?;
    } else {
        print_version(&program, verify, &failed, shelf)?;
    }
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The version, the digests and the self-test, for programs.
pub(crate) fn verified(shelf: &Shelf) -> Value {
    describe(&program_digest(), true, &self_test(shelf), shelf)
}

/// The records whose verdict is wrong.
fn self_test(shelf: &Shelf) -> Vec<&'static str> {
    let today = jiff::Zoned::now().date();
    let right = |record: &str| {
        let bank = record.lines().last().and_then(|line| line.strip_prefix("# bank "));
        judge(shelf, record.as_bytes(), today)
            .is_ok_and(|verdict| Some(verdict.bank.to_string().as_str()) == bank)
    };
    SELF_TEST.into_iter().filter(|record| !right(record)).collect()
}

fn describe(program: &str, verify: bool, failed: &[&str], shelf: &Shelf) -> Value {
    let book = |book: &Book| json!({ "rulebook": book.id(), "digest": book.digest() });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "digest": program,
        "rulebooks": shelf.books().iter().map(book).collect::<Vec<_>>(),
        "self_test": verify.then(|| json!({ "records": SELF_TEST.len(), "failed": failed })),
    })
}

fn print_version(program: &str, verify: bool, failed: &[&str], shelf: &Shelf) -> Result<(), Failure> {
    print(format!("croupier {}", env!("CARGO_PKG_VERSION")))?;
    print(format!("program  blake3 {program}"))?;
    for book in shelf.books() {
        print(format!("book     blake3 {}  {}", book.digest(), book.id()))?;
    }
    if verify {
        let right = SELF_TEST.len() - failed.len();
        print(format!("self-test: {right} of {} records judged correctly", SELF_TEST.len()))?;
        for record in failed {
            print(format!("judged wrongly:\n{record}"))?;
        }
    }
    Ok(())
}
