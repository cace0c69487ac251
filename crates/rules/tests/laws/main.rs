//! The laws: one test or more for every provision that the engines enforce, named for it.
//!
//! `cargo test -p croupier-rules --test laws "reg. 3(6)"` runs the laws of one provision. With `CROUPIER_MUTANTS=1`
//! every change that a book lists as its `mutation` is made in turn, and the laws of that provision must notice it.

mod books;
mod boxes;
#[path = "../drawing_table.rs"]
mod drawing_table;
#[path = "../example_books.rs"]
mod example_books;
mod examples;
mod law;
#[path = "../house/minimal.rs"]
mod minimal;
mod mpumalanga;
mod mutants;
mod scotland;
mod struck;
mod tableau;
mod western_australia;

use std::process::ExitCode;
use std::sync::LazyLock;

use croupier_rules::book::Shelf;
use libtest_mimic::{Arguments, Trial};

use law::{Law, Registered};

/// The books that are built in, and the example books.
static SHELF: LazyLock<Shelf> = LazyLock::new(example_books::shelf);

/// Every law of every book.
fn laws() -> impl Iterator<Item = &'static Registered> {
    let books = [scotland::LAWS, western_australia::LAWS, mpumalanga::LAWS].into_iter();
    books.chain(examples::BOOKS.iter().copied()).flatten().copied().flatten()
}

fn main() -> ExitCode {
    if std::env::var_os("CROUPIER_MUTANTS").is_some_and(|set| set == "1") {
        return mutants::run();
    }
    let of_laws = laws().map(|registered| {
        let trial = || {
            (registered.test)(&Law::new(&SHELF, registered.rules));
            Ok(())
        };
        Trial::test(registered.title(), trial)
    });
    let trials = of_laws.chain(books::trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
