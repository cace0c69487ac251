//! Documents, read back from their PDF by another library.

mod attack;
mod pages;

use croupier_print::{Passage, PrintDate, Printout, Sheet};

/// A document of the given passages.
fn document(passages: Vec<Passage>) -> Printout {
    Printout {
        house: "The Club".to_owned(),
        title: "Fill slip".to_owned(),
        number: "Roulette 1 · fill 12".to_owned(),
        date: PrintDate { year: 2026, month: 11, day: 17, hour: 20, minute: 30, second: 5 },
        sheet: Sheet::A5,
        stamp: None,
        passages,
    }
}

/// A PDF as another library reads it.
struct Reading {
    document: lopdf::Document,
    /// The text of each page.
    pages: Vec<String>,
}

impl Reading {
    fn of(pdf: &[u8]) -> Self {
        let document = lopdf::Document::load_mem(pdf).expect("it is a PDF");
        let pages = document.get_pages().into_keys();
        let pages = pages.map(|page| document.extract_text(&[page]).expect("the text can be read")).collect();
        Self { document, pages }
    }

    /// All text on one line, words apart by one space.
    fn text(&self) -> String {
        self.pages.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// All text without spaces: a word that is broken at the end of a line is whole in it.
    fn letters(&self) -> String {
        self.pages.concat().split_whitespace().collect()
    }

    fn holds(&self, text: &str) {
        assert!(self.text().contains(text), "no `{text}` in: {}", self.text());
    }
}
