//! `croupier version`: what this program and its books are, and whether they still judge as they should.

use std::process::ExitCode;

use croupier_rules::book::{Book, Shelf};
use croupier_rules::judge;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json};

/// Small records with the bank's result: a change of any rule they touch shows here.
const SELF_TEST: [(&str, &str); 3] = [
    ("rules scotland-1970/roulette\nann bets 10 on red\nann bets 1 on straight 0\nball 0\n", "-30.00"),
    ("rules scotland-1970/dice\nann bets 10 on win\ndice 2 2\nann bets 10 behind 1\ndice 3 1\n", "-30.00"),
    (
        "rules western-australia-1990/in-between\nann bets 10 on hand\ncards JH TD\nnext hand\ncards 3H 9D 5C\n",
        "-10.00",
    ),
];

pub(crate) fn run(verify: bool, json: bool, shelf: &Shelf) -> Result<ExitCode, Failure> {
    let program = program_digest();
    let failed = if verify { self_test(shelf) } else { Vec::new() };
    if json {
        print_json(&describe(&program, verify, &failed, shelf))?;
    } else {
        tell(&program, verify, &failed, shelf)?;
    }
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The digest of the running program.
fn program_digest() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    bytes.map_or_else(|_| "unknown".to_owned(), |bytes| blake3::hash(&bytes).to_hex().to_string())
}

/// The records whose verdict is not what it should be.
fn self_test(shelf: &Shelf) -> Vec<&'static str> {
    let today = jiff::Zoned::now().date();
    let right = |record: &str, bank: &str| {
        judge(shelf, record.as_bytes(), today).is_ok_and(|verdict| verdict.bank.to_string() == bank)
    };
    SELF_TEST.iter().filter(|(record, bank)| !right(record, bank)).map(|(record, _)| *record).collect()
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

fn tell(program: &str, verify: bool, failed: &[&str], shelf: &Shelf) -> Result<(), Failure> {
    print(format!("croupier {}", env!("CARGO_PKG_VERSION")))?;
    print(format!("program  blake3 {program}"))?;
    for book in shelf.books() {
        print(format!("book     blake3 {}  {}", book.digest(), book.id()))?;
    }
    if verify {
        print(format!(
            "self-test: {} of {} records judged as they should be",
            SELF_TEST.len() - failed.len(),
            SELF_TEST.len()
        ))?;
        for record in failed {
            print(format!("judged otherwise:\n{record}"))?;
        }
    }
    Ok(())
}
