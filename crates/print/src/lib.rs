//! Printed matter as PDF: a small model of a document, set on pages.
//!
//! The crate turns text into bytes: no file, no clock, no network. The pages have real text with its structure, for
//! archives and for screen readers; letters that no font here has are printed as their codes.
//!
//! ```
//! use croupier_print::{Passage, PrintDate, Printout, Sheet};
//! let slip = Printout {
//!     house: "The Club".to_owned(),
//!     title: "Fill slip".to_owned(),
//!     number: "Roulette 1 · fill 12".to_owned(),
//!     date: PrintDate { year: 2026, month: 11, day: 17, hour: 20, minute: 0, second: 0 },
//!     sheet: Sheet::A5,
//!     stamp: None,
//!     passages: vec![Passage::Paragraph("Chips to the table: £ 500.00".to_owned())],
//! };
//! assert!(slip.pdf().starts_with(b"%PDF-1.7"));
//! assert_eq!(slip.pdf(), slip.pdf());
//! ```

#![allow(clippy::cast_precision_loss, reason = "lines and columns are few")]

mod columns;
mod faces;
mod grid;
mod lines;
mod marks;
mod model;
mod pdf;
mod setter;

pub use model::{Align, Grid, Passage, PrintDate, Printout, Sheet, Signature};
