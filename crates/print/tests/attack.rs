//! Documents that nobody means to print: nothing is lost, and nothing fails.

use croupier_print::{Align, Grid, Passage, Signature};

use crate::{Reading, document};

#[test]
fn letters_that_no_font_has_are_printed_as_their_codes() {
    let read =
        Reading::of(&document(vec![Passage::Paragraph("שלום 漢 \u{202e}evil\u{0}🎲".to_owned())]).pdf());
    for code in ["[U+05E9]", "[U+6F22]", "[U+202E]evil[U+0000]", "[U+1F3B2]"] {
        assert!(read.letters().contains(code), "{}", read.letters());
    }
}

#[test]
fn names_of_any_length_are_whole() {
    let name = "Wolfeschlegelsteinhausenbergerdorff".repeat(40);
    let mut long = document(vec![
        Passage::Facts(vec![(name.clone(), name.clone())]),
        Passage::Signatures(vec![Signature { what: name.clone(), who: name.clone(), at: name.clone() }]),
        Passage::Verbatim(vec![name.clone()]),
        Passage::Heading(name.clone()),
    ]);
    (long.house, long.title, long.number) = (name.clone(), name.clone(), name.clone());
    let read = Reading::of(&long.pdf());
    // The heads and feet of pages lie between the parts of a text that goes on: count the letters of all.
    let letters = read.letters();
    assert!(letters.matches("Wolfe").count() >= 40 * 9, "{}", letters.matches("Wolfe").count());
}

#[test]
fn forty_denominations_with_the_largest_amounts_are_not_broken() {
    let mut grid = Grid::new([("Value", Align::Right), ("Pieces", Align::Right), ("Amount", Align::Right)]);
    for row in 0..40 {
        grid.row([
            format!("92,233,720,368,547,7{row:02}.07"),
            "4,294,967,295".to_owned(),
            "92,233,720,368,547,758.07".to_owned(),
        ]);
    }
    let read = Reading::of(&document(vec![Passage::Grid(grid)]).pdf());
    for row in 0..40 {
        read.holds(&format!("92,233,720,368,547,7{row:02}.07 4,294,967,295 92,233,720,368,547,758.07"));
    }
}

#[test]
fn a_cell_that_is_longer_than_a_page_goes_on() {
    let words: Vec<String> = (0..4_000).map(|word| format!("w{word}")).collect();
    let mut grid = Grid::new([("What", Align::Left), ("Amount", Align::Right)]);
    grid.row([words.join(" "), "1.00".to_owned()]);
    grid.row(["last".to_owned(), "2.00".to_owned()]);
    let read = Reading::of(&document(vec![Passage::Grid(grid)]).pdf());
    assert!(read.pages.len() > 3);
    let text = read.text();
    let found: Vec<&str> = text.split(' ').collect();
    assert!(words.iter().all(|word| found.contains(&&**word)), "a word is lost");
    read.holds("last 2.00");
}

#[test]
fn more_columns_than_fit_are_narrow_and_whole() {
    let heads: Vec<String> = (0..60).map(|column| format!("column{column}")).collect();
    let mut grid = Grid::new(heads.iter().map(|head| (&**head, Align::Left)));
    grid.row(heads.clone());
    let read = Reading::of(&document(vec![Passage::Grid(grid)]).pdf());
    assert!(!read.pages.is_empty());
}

#[test]
fn empty_things_are_printed_empty() {
    let mut empty = document(vec![
        Passage::Heading(String::new()),
        Passage::Paragraph(String::new()),
        Passage::Facts(Vec::new()),
        Passage::Facts(vec![(String::new(), String::new())]),
        Passage::Points(Vec::new()),
        Passage::Grid(Grid::default()),
        Passage::Verbatim(Vec::new()),
        Passage::Signatures(Vec::new()),
    ]);
    (empty.house, empty.number) = (String::new(), String::new());
    assert_eq!(Reading::of(&empty.pdf()).pages.len(), 1);
    empty.title = String::new();
    assert_eq!(Reading::of(&empty.pdf()).pages.len(), 1, "also without a title");
}

#[test]
#[should_panic(expected = "one cell for each column")]
fn a_row_with_a_cell_too_many_is_an_error_of_the_program() {
    Grid::new([("What", Align::Left)]).row(["one", "two"]);
}
