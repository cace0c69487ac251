//! Breaking every provision in turn: the laws that are to show it enforced must fail.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::ExitCode;

use croupier_rules::book::{Book, Mutation, Provision, Shelf, with_value, without_mutations};

use crate::law::{Law, Registered};
use crate::struck::Struck;
use crate::{example_books, laws};

/// What the laws made of a broken book.
enum Fate {
    /// The first law that noticed.
    Killed(&'static str),
    /// No law noticed.
    Survived,
    /// The book could not be broken in this way.
    Unmade(String),
}

/// Makes every mutation of every book, prints the result of each, and fails on a survivor.
pub(crate) fn run() -> ExitCode {
    let (mut passed, mut failed) = (0, 0);
    for (file, text) in example_books::files() {
        let book = Book::read(file, text).unwrap_or_else(|error| panic!("{error}"));
        check_rewritten(file, text, &book);
        for provision in book.provisions() {
            let Some(mutation) =
                provision.mutation.as_ref().map(|named| feasible(book.id(), provision, named))
            else {
                continue;
            };
            let fate = try_mutation(file, text, book.id(), provision, &mutation);
            print_fate(book.id(), provision, &mutation, &fate);
            *(if matches!(fate, Fate::Killed(_)) { &mut passed } else { &mut failed }) += 1;
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A mutation writes the whole file anew. That alone must change nothing, or every law would seem to notice.
fn check_rewritten(file: &str, text: &str, book: &Book) {
    let same = with_value(text, "title", &book.title().into()).unwrap_or_default();
    let rewritten = Book::read(file, &same).unwrap_or_else(|error| panic!("{error}"));
    let mut shelf = example_books::shelf();
    shelf.put(rewritten);
    for law in laws().filter(|law| law.book() == book.id()) {
        assert!(holds(law, &shelf, Struck::NONE), "`{}` fails by the book as it is", law.title());
    }
}

/// The mutation that is made. One of a built-in book asks for nine packs, which no engine understands any more, so that
/// the book could not be read; journals name the book by the digest of its text, which therefore stays.
fn feasible(book: &str, provision: &Provision, named: &Mutation) -> Mutation {
    match (book, provision.id.as_str()) {
        ("mpumalanga", "4.5") => {
            Mutation::Set { at: "game/blackjack/setting/decks/from".to_owned(), to: 3.into() }
        }
        _ => named.clone(),
    }
}

fn try_mutation(file: &str, text: &str, book: &str, provision: &Provision, mutation: &Mutation) -> Fate {
    let mut shelf = example_books::shelf();
    let struck = match mutation {
        Mutation::Strike(_) => Struck::provision(&provision.id),
        Mutation::Set { at, to } => {
            let changed = with_value(text, at, to).and_then(|text| without_mutations(&text));
            let Some(changed) = changed else {
                return Fate::Unmade(format!("there is nothing at `{at}`"));
            };
            match Book::read(file, &changed) {
                Ok(mutant) => shelf.put(mutant),
                Err(error) => return Fate::Unmade(error.to_string()),
            }
            Struck::NONE
        }
    };
    let named = |law: &&Registered| {
        law.book() == book
            && law.cite == provision.id
            && provision.enforced_by.iter().any(|name| name == law.name)
    };
    let killer = laws().filter(named).find(|law| !holds(law, &shelf, struck));
    killer.map_or(Fate::Survived, |law| Fate::Killed(law.name))
}

/// Whether the law holds by the books on this shelf; its panic is not shown.
fn holds(law: &Registered, shelf: &Shelf, struck: Struck<'_>) -> bool {
    let shown = take_hook();
    set_hook(Box::new(|_| {}));
    let held = catch_unwind(AssertUnwindSafe(|| (law.test)(&Law::without(shelf, law.rules, struck)))).is_ok();
    set_hook(shown);
    held
}

fn print_fate(book: &str, provision: &Provision, mutation: &Mutation, fate: &Fate) {
    let result = match fate {
        Fate::Killed(law) => format!("killed by {law}"),
        Fate::Survived => "SURVIVED".to_owned(),
        Fate::Unmade(error) => format!("CANNOT BE MADE: {error}"),
    };
    let place = format!("{book} {}", provision.id);
    println!("{place:<44} {:<72} {result}", shortened(&mutation.to_string()));
}

/// A mutation on one line of the table.
fn shortened(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 72 { line } else { line.chars().take(71).chain(['…']).collect() }
}
