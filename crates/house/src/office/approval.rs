//! Approvals as they are entered, before validation.

use croupier_rules::book;
use croupier_rules::house::{Approval, Hours};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::rejection::{Rejection, RejectionCode};

/// Something that an authority has approved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ApprovalDraft {
    /// Its reference.
    pub reference: Box<str>,
    /// The date it was given, as 2001-02-05.
    pub date: Box<str>,
    /// The subject: `hours`, `layout`, `packs` or `shuffler`.
    pub of: Box<str>,
    /// The games and tables it covers; all if empty.
    pub covers: Vec<Box<str>>,
    /// The approved hours, as 14:00-04:00.
    pub hours: Option<Box<str>>,
    /// The approved numbers of packs.
    pub packs: Vec<u32>,
}

impl ApprovalDraft {
    /// Validates the approval.
    pub(crate) fn checked(&self) -> Result<Approval, Rejection> {
        let malformed = |what: &str| {
            Rejection::new(RejectionCode::Malformed, "the approval is incomplete", format!("it needs {what}"))
        };
        let of = match &*self.of {
            "hours" => book::ApprovalSubject::Hours,
            "layout" => book::ApprovalSubject::Layout,
            "packs" => book::ApprovalSubject::Packs,
            "shuffler" => book::ApprovalSubject::Shuffler,
            _ => return Err(malformed("a subject: hours, layout, packs or shuffler")),
        };
        let date: Date = self.date.parse().map_err(|_| malformed("a date such as 2001-02-05"))?;
        let hours = self.hours.as_ref().map(|hours| hours.parse::<Hours>()).transpose();
        let hours = hours.map_err(|_| malformed("hours such as 14:00-04:00"))?;
        let covers = self.covers.iter().map(|name| Spanned::new(0..0, name.to_string())).collect();
        let (reference, packs) = (self.reference.to_string(), self.packs.clone());
        Ok(Approval { reference, date, of, covers, hours, packs })
    }
}
