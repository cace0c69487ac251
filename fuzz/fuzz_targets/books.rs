//! Books made from the declarations of the families, valid or one step off, go the whole way from the reader to a live
//! table: judge, play, prices, simulation, sign and house agree, and nothing panics.
#![no_main]

use std::sync::LazyLock;

use croupier_conformance::{BookMaker, Choices, take_through};
use croupier_rules::book::Shelf;
use libfuzzer_sys::fuzz_target;

static MAKER: LazyLock<BookMaker> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let built_in = Shelf::built_in_files().map(|(_, text)| text);
    BookMaker::new(built_in.chain(texts.iter().map(String::as_str)))
});

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Choices::from_bytes(bytes);
    let made = MAKER.make(&mut choices);
    // Best play takes seconds with a sanitizer's counters: games with decisions are priced in the tests.
    if let Err(why) = take_through(&made.text, 0, &mut choices) {
        panic!("{}: {why}\n{}", made.steps.join(", "), made.text);
    }
});
