//! The faults of a rulebook file: all of them at once, each with its position.

use std::ops::Range;
use std::sync::Arc;

/// One fault of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

impl Faults {
    /// Adds a fault.
    pub fn add(&mut self, at: Range<usize>, message: impl Into<String>) {
        self.list.push(Fault { at, message: message.into(), help: None });
    }

    /// Adds a fault with a hint at what would be correct.
    pub fn add_with_help(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.list.push(Fault { at, message: message.into(), help: Some(help.into()) });
    }

    /// Adds a fault that the parser found.
    pub(crate) fn add_toml(&mut self, error: &toml::de::Error) {
        self.add(error.span().unwrap_or(0..0), error.message());
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The report on an invalid file, with its faults in the order of their positions.
    pub fn report(mut self, what: &'static str, file: &str, text: &str) -> BookError {
        self.list.sort_by_key(|fault| (fault.at.start, fault.at.end));
        BookError { what, file: file.to_owned(), text: text.into(), faults: self.list }
    }
}

/// The line and column of a position in a text, from 1.
pub fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1)
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
        let text = &self.text;
        self.faults.iter().map(move |fault| {
            let (line, column) = line_and_column(text, fault.at.start);
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
