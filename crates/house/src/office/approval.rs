//! Approvals as they are entered, before they are checked.

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
    /// The day it was given, as 2001-02-05.
    pub date: Box<str>,
    /// `hours`, `layout`, `packs` or `shuffler`.
    pub of: Box<str>,
    /// The games and tables it covers; all of them when empty.
    pub covers: Vec<Box<str>>,
    /// The hours that are approved, as 14:00-04:00.
    pub hours: Option<Box<str>>,
    /// The numbers of packs that are approved.
    pub packs: Vec<u32>,
}

impl ApprovalDraft {
    /// The checked approval.
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
