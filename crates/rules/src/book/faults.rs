//! The faults of a rulebook file: all of them at once, each with its position.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

/// One fault of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// The position, in bytes of the file.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What would be correct.
    pub help: Option<String>,
}

/// The faults found so far. Reading continues after a fault, so that all faults of a file can be corrected in one
/// pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    list: Vec<Fault>,
    /// Where values begin that the parser could not read. What is found there later follows from that.
    unread: HashSet<usize>,
}

impl Faults {
    /// Adds a fault.
    pub fn add(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.push(Fault { at, message: message.into(), help: None });
    }

    fn push(&mut self, fault: Fault) {
        if !self.unread.contains(&fault.at.start) {
            self.list.push(fault);
        }
    }

    /// Adds a fault with a hint at what would be correct.
    pub fn add_with_help(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.push(Fault { at, message: message.into(), help: Some(help.into()) });
    }

    /// Adds a fault that the parser found.
    pub(crate) fn add_toml(&mut self, error: &toml::de::Error) {
        self.add(error.span().unwrap_or(0..0), error.message());
        self.unread.extend(error.span().map(|at| at.start));
    }

    /// Adds the faults that were found elsewhere.
    pub(crate) fn append(&mut self, found: Self) {
        found.list.into_iter().for_each(|fault| self.push(fault));
    }

    /// Takes back those faults after the first `before` that others explain.
    pub(crate) fn retain_since(&mut self, before: usize, mut keep: impl FnMut(&Fault) -> bool) {
        let mut place = 0;
        self.list.retain(|fault| {
            place += 1;
            place <= before || keep(fault)
        });
    }

    /// Takes back a fault that another one explains.
    pub(crate) fn retract(&mut self, at: &Range<usize>, message: &str) {
        self.list.retain(|fault| fault.at != *at || fault.message != message);
    }

    /// Whether one of the faults after the first `before` lies here.
    pub(crate) fn any_since(&self, before: usize, at: &Range<usize>) -> bool {
        self.list[before..].iter().any(|fault| fault.at == *at)
    }

    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether there are so few faults that the nearest word is worth a search among all words of a book. A file that
    /// is wrong throughout is reported in linear time.
    pub(crate) fn are_few(&self) -> bool {
        self.list.len() < SEARCHED_MAX
    }

    /// What is wrong, without the positions, each once.
    pub(crate) fn messages(mut self) -> Vec<String> {
        self.sort();
        let mut seen = HashSet::new();
        let messages = self.list.into_iter().map(|fault| fault.message);
        messages.filter(|message| seen.insert(message.clone())).collect()
    }

    fn sort(&mut self) {
        let mut seen = HashSet::new();
        self.list.retain(|fault| seen.insert(fault.clone()));
        self.list.sort_by_key(|fault| (fault.at.start, fault.at.end));
    }

    /// The report on an invalid file, with its faults in the order of their positions, each once.
    pub fn report(mut self, what: &'static str, file: &str, text: &str) -> BookError {
        self.sort();
        BookError { what, file: file.to_owned(), text: text.into(), faults: self.list }
    }
}

/// The number of faults up to which the nearest word is searched among all words of a book.
const SEARCHED_MAX: usize = 200;

/// Lines and columns of positions in a text, from 1. Positions that ascend are found in linear time.
#[derive(Clone, Debug)]
pub struct TextPlaces<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> TextPlaces<'t> {
    /// The positions of a text.
    pub const fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1, column: 1 }
    }

    /// The line and the column of a position. A position that is not in the text is its end.
    pub fn of(&mut self, at: usize) -> (usize, usize) {
        let at = if self.text.is_char_boundary(at) { at } else { self.text.len() };
        if at < self.at {
            *self = Self::new(self.text);
        }
        let passed = &self.text[self.at..at];
        match passed.rsplit_once('\n') {
            Some((lines, tail)) => {
                self.line += lines.matches('\n').count() + 1;
                self.column = tail.chars().count() + 1;
            }
            None => self.column += passed.chars().count(),
        }
        self.at = at;
        (self.line, self.column)
    }
}

/// A file that is not a valid rulebook or house file, with all its faults.
#[derive(Clone, Debug)]
pub struct BookError {
    what: &'static str,
    file: String,
    text: Arc<str>,
    faults: Vec<Fault>,
}

impl BookError {
    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// One line: what kind of file it should be, and the number of its faults.
    pub fn summary(&self) -> String {
        let faults = if self.faults.len() == 1 {
            "1 fault".to_owned()
        } else {
            format!("{} faults", self.faults.len())
        };
        format!("{} is not a {}: {faults}", self.file, self.what)
    }

    /// Each fault with its line and column, from 1.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize, &Fault)> {
        let mut places = TextPlaces::new(&self.text);
        self.faults.iter().map(move |fault| {
            let (line, column) = places.of(fault.at.start);
            (line, column, fault)
        })
    }
}

impl std::fmt::Display for BookError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.summary())?;
        for (line, column, fault) in self.places() {
            write!(f, "\n  {}:{line}:{column}: {}", self.file, fault.message)?;
            if let Some(help) = &fault.help {
                write!(f, "; {help}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for BookError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_in_any_order() {
        let text = "ab\ncé\n\nd";
        let mut places = TextPlaces::new(text);
        let cases = [
            (0, (1, 1)),
            (2, (1, 3)),
            (3, (2, 1)),
            (4, (2, 2)),
            (6, (2, 3)),
            (7, (3, 1)),
            (8, (4, 1)),
            (9, (4, 2)),
        ];
        for (at, place) in cases {
            assert_eq!(places.of(at), place, "{at}");
            assert_eq!(TextPlaces::new(text).of(at), place, "{at}");
        }
        assert_eq!(places.of(1), (1, 2));
        // Beyond the end, and within a letter.
        assert_eq!((places.of(99), places.of(5)), ((4, 2), (4, 2)));
    }

    #[test]
    fn each_fault_is_reported_once_and_in_the_order_of_the_file() {
        let mut faults = Faults::default();
        faults.add(3..4, "later");
        faults.add(0..1, "first");
        faults.add(3..4, "later");
        faults.add(3..4, "another");
        let report = faults.report("rulebook", "f", "abcd").to_string();
        assert_eq!(report, "f is not a rulebook: 3 faults\n  f:1:1: first\n  f:1:4: later\n  f:1:4: another");
    }
}
