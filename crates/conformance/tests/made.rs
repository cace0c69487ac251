//! Some hundred books that nobody wrote, taken the whole way from the reader to a live table. `scripts/fuzz` takes more.

use std::panic::{AssertUnwindSafe, catch_unwind};

use croupier_conformance::{BookMaker, Choices, Ended, MadeBook, take_through};
use croupier_rules::book::Shelf;

/// The built-in books and all examples.
fn maker() -> BookMaker {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let built_in = Shelf::built_in_files().map(|(_, text)| text);
    BookMaker::new(built_in.chain(texts.iter().map(String::as_str)))
}

/// How the way of a book ended; a panic is a complaint too.
fn ended(made: &MadeBook, choices: &mut Choices<'_>) -> Result<Ended, String> {
    let way = catch_unwind(AssertUnwindSafe(|| take_through(&made.text, 0, choices)));
    way.unwrap_or_else(|_| Err("it panics".to_owned()))
}

#[test]
fn made_books_go_the_whole_way() {
    let maker = maker();
    let (mut ends, mut wrong) = ([0; 3], Vec::new());
    let first = std::env::var("CROUPIER_MADE_FROM").map_or(0, |text| text.parse().unwrap());
    let count: u64 = std::env::var("CROUPIER_MADE").map_or(300, |text| text.parse().unwrap());
    for seed in first..first + count {
        let choices = &mut Choices::seeded(seed);
        let made = maker.make(choices);
        match ended(&made, choices) {
            Ok(end) => ends[end as usize] += 1,
            Err(why) => wrong.push(format!("{seed}: {}: {why}", made.steps.join(", "))),
        }
    }
    assert!(wrong.is_empty(), "{} of {count} made books:\n{}", wrong.len(), wrong.join("\n"));
    // Too many faults would mean that little is tried, none that nothing is.
    let [faults, played, priced] = ends;
    assert!(played + priced > count / 8 && priced > 0 && faults > count / 8, "{ends:?}");
}

#[test]
fn a_made_book_is_made_again_from_its_seed() {
    let maker = maker();
    let text = |seed| maker.make(&mut Choices::seeded(seed)).text;
    assert_eq!(text(5), text(5));
    assert_ne!(text(5), text(6));
}
