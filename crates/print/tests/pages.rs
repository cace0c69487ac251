//! What is on the pages.

use croupier_print::{Align, Grid, Passage, Sheet, Signature};

use crate::{Reading, document};

fn denominations(count: u32) -> Grid {
    let mut grid = Grid::new([("Value", Align::Right), ("Pieces", Align::Right), ("Amount", Align::Right)]);
    for value in 1..=count {
        grid.row([format!("{value}.00"), "20".to_owned(), format!("{}.00", value * 20)]);
    }
    grid.total(["Total".to_owned(), String::new(), format!("{}.00", (1..=count).sum::<u32>() * 20)]);
    grid
}

fn signatures() -> Passage {
    let signature = |what: &str, who: &str, at: &str| Signature {
        what: what.to_owned(),
        who: who.to_owned(),
        at: at.to_owned(),
    };
    Passage::Signatures(vec![
        signature("Requested by", "maria (inspector)", "17 Nov 2026 20:31"),
        signature("Sent by", "carl (cashier)", "17 Nov 2026 20:33"),
        signature("Confirmed by", "", ""),
    ])
}

#[test]
fn every_kind_of_passage_is_text_that_can_be_read_back() {
    let read = Reading::of(
        &document(vec![
            Passage::Heading("Chips".to_owned()),
            Passage::Paragraph("One line.\nAnother line.".to_owned()),
            Passage::Large("GBP 5 to 500".to_owned()),
            Passage::Small("small print".to_owned()),
            Passage::Facts(vec![("Table".to_owned(), "Roulette 1".to_owned())]),
            Passage::Points(vec!["a point".to_owned()]),
            Passage::Grid(denominations(3)),
            Passage::Verbatim(vec!["cards  8S TH 6D".to_owned()]),
            signatures(),
        ])
        .pdf(),
    );
    assert_eq!(read.pages.len(), 1);
    for text in [
        "The Club",
        "Fill slip",
        "Roulette 1 · fill 12",
        "Chips",
        "One line.",
        "Another line.",
        "GBP 5 to 500",
        "small print",
        "Table",
        "a point",
        "Value",
        "60.00",
        "120.00",
        "cards 8S TH 6D",
        "Requested by",
        "maria (inspector) · 17 Nov 2026 20:31",
        "Confirmed by",
        "Page 1 of 1",
    ] {
        read.holds(text);
    }
}

#[test]
fn the_characters_of_the_trade_are_in_the_fonts() {
    let all = "£ € ½ ¼ ⅓ × − – — … · ± ≤ ≠ → ♠ ♥ ♦ ♣ § Māori Łódź Šárka Ødegård Ünal Ελένη Жанна ₹ № †";
    let passages = vec![
        Passage::Paragraph(all.to_owned()),
        Passage::Large(all.to_owned()),
        Passage::Verbatim(vec![all.to_owned()]),
    ];
    let read = Reading::of(&document(passages).pdf());
    // The font for notation has no sign for the rupee.
    assert_eq!(read.letters().matches("[U+").count(), 1, "{}", read.text());
    let letters: String = all.split_whitespace().collect();
    assert_eq!(read.letters().matches(&*letters).count(), 2, "{}", read.letters());
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    let made = document(vec![Passage::Grid(denominations(60)), signatures()]);
    assert_eq!(made.pdf(), made.pdf());
    let mut later = made.clone();
    later.date.minute += 1;
    assert_ne!(made.pdf(), later.pdf(), "the date of a document is in it");
}

#[test]
fn a_long_table_goes_on_with_its_head_on_every_page_and_loses_no_row() {
    let read = Reading::of(&document(vec![Passage::Grid(denominations(90)), signatures()]).pdf());
    let pages = read.pages.len();
    assert!(pages > 2, "{pages}");
    for (number, page) in (1..).zip(&read.pages) {
        assert!(page.contains("Pieces"), "page {number} has no head: {page}");
        assert!(page.contains(&format!("Page {number} of {pages}")), "{page}");
    }
    for value in 1..=90 {
        read.holds(&format!("{value}.00 20 {}.00", value * 20));
    }
    read.holds("Total 81900.00");
    let last = read.pages.last().expect("there are pages");
    for what in ["Requested by", "Sent by", "Confirmed by"] {
        assert!(last.contains(what), "the signatures stay together: {last}");
    }
}

#[test]
fn a_stamp_is_in_large_letters_on_every_page() {
    let mut void = document(vec![Passage::Grid(denominations(90))]);
    void.stamp = Some("VOID".to_owned());
    let read = Reading::of(&void.pdf());
    assert!(read.pages.len() > 1);
    assert!(read.pages.iter().all(|page| page.contains("VOID")), "{:?}", read.pages);
    assert_eq!(read.pages[0].matches("VOID").count(), 2, "at the head and across the page");
    assert!(!Reading::of(&document(Vec::new()).pdf()).text().contains("VOID"));
}

#[test]
fn the_pages_have_the_size_of_the_paper() {
    for (sheet, size) in [(Sheet::A4, (595.28, 841.89)), (Sheet::A5, (419.53, 595.28))] {
        let mut made = document(vec![signatures()]);
        made.sheet = sheet;
        let read = Reading::of(&made.pdf());
        let page = *read.document.get_pages().values().next().expect("there is a page");
        let page = read.document.get_dictionary(page).expect("a page is a dictionary");
        let sides = page.get(b"MediaBox").and_then(|sides| sides.as_array()).expect("a page has a size");
        let sides: Vec<f32> = sides.iter().map(|side| side.as_float().expect("a number")).collect();
        assert!((sides[2] - size.0).abs() < 0.01 && (sides[3] - size.1).abs() < 0.01, "{sides:?}");
    }
}

#[test]
fn the_structure_is_there_for_readers_who_do_not_see_the_page() {
    let read = Reading::of(
        &document(vec![Passage::Heading("Chips".to_owned()), Passage::Grid(denominations(2))]).pdf(),
    );
    let catalog = read.document.catalog().expect("it has a catalogue");
    assert!(catalog.has(b"StructTreeRoot") && catalog.has(b"Lang") && catalog.has(b"Outlines"));
    let kinds: Vec<String> = read
        .document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok()?.get(b"S").ok()?.as_name().ok())
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect();
    for kind in ["H1", "H2", "Table", "THead", "TR", "TH", "TD", "P"] {
        assert!(kinds.iter().any(|found| found == kind), "no {kind} in {kinds:?}");
    }
}
