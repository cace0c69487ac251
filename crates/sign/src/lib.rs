//! The sign of a table: its limits, its wagers and their odds, and its wheel or layout drawn.
//!
//! The crate turns strings into strings, and into documents to print: no file, no clock, no network. Everything on a sign comes from the rules
//! themselves through [`croupier_rules::offer`], and the output makes no requests.
//!
//! ```
//! use croupier_rules::book::{Chosen, Shelf};
//! use croupier_sign::Sign;
//! let shelf = Shelf::built_in();
//! let (book, game) = shelf.game("scotland-1970/roulette").unwrap();
//! let sign = Sign::new(book, game, &Chosen::default());
//! assert!(sign.text().contains("35 to 1"));
//! assert!(sign.svg().starts_with("<svg"));
//! assert!(sign.html().starts_with("<!DOCTYPE html>"));
//! ```

mod content;
mod family;
mod html;
mod layout;
mod page;
mod plain;
mod printed;
mod text;
mod words;

pub use content::{Limits, NoteRow, PayLine, Sign, WagerRow};
pub use layout::spots::{CardPlace, Cloth, Outline, Spot};

/// The paper of a sign; both sizes have the same proportions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 148 by 210 millimetres.
    A5,
}

impl Paper {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::A5 => "A5",
        }
    }

    /// Width and height in millimetres.
    pub const fn size(self) -> (u16, u16) {
        match self {
            Self::A4 => (210, 297),
            Self::A5 => (148, 210),
        }
    }
}
