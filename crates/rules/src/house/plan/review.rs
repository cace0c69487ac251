//! What is missing in a plan, wrong with it, or in breach of the books, beside the field that it concerns.

use jiff::civil::Date;

use super::form::HousePlan;
use super::text::PlanText;
use crate::book::{Fault, Shelf};
use crate::house::check::{Breach, check};
use crate::house::file::HouseFile;

/// Something that keeps a plan from being a house file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanFault {
    /// The field, as in `tables.0.hours`; empty if it concerns the plan as a whole.
    pub field: String,
    /// What is wrong.
    pub message: String,
    /// What would be correct.
    pub help: Option<String>,
}

/// A breach of a book by a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanBreach {
    /// The fields it concerns: where it was found, and where it can be mended.
    pub fields: Vec<String>,
    /// The breach.
    pub breach: Breach,
}

/// A plan against its books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanReview {
    /// The house file as far as it is filled in.
    pub text: String,
    /// What keeps it from being a house file.
    pub faults: Vec<PlanFault>,
    /// What is in breach; tables in breach do not open.
    pub breaches: Vec<PlanBreach>,
}

impl HousePlan {
    /// Compares the plan with the books that its tables name.
    pub fn check(&self, shelf: &Shelf, today: Date) -> PlanReview {
        let placed = self.placed();
        let mut faults = self.missing();
        let mut breaches = Vec::new();
        match HouseFile::read("house file", &placed.text, shelf) {
            Ok(file) => {
                let found = check(&file, shelf, today).into_iter();
                breaches.extend(found.map(|breach| self.place(breach, &placed)));
            }
            Err(error) => faults.extend(error.places().map(|(_, _, fault)| placed_fault(fault, &placed))),
        }
        // What is missing is said once, in the words of the plan.
        let mut said: Vec<String> = Vec::new();
        faults.retain(|fault| {
            let is_new = fault.field.is_empty() || !said.contains(&fault.field);
            said.push(fault.field.clone());
            is_new
        });
        PlanReview { text: placed.text, faults, breaches }
    }

    /// A breach with the fields it concerns: a licence or an approval that is not there yet mends it.
    fn place(&self, breach: Breach, placed: &PlanText) -> PlanBreach {
        let found = placed.field_at(breach.at.start).map(ToOwned::to_owned);
        let is_asked = |rulebook: &str, cites: &[String]| {
            rulebook == breach.rulebook && cites.iter().any(|cite| breach.cites.contains(cite))
        };
        let game = self.tables.iter().find(|table| table.name == breach.table).map(|table| &table.game);
        let approvals = self.approvals.iter().enumerate().filter(|(_, approval)| {
            let covers = |name: &String| *name == breach.table || Some(name) == game;
            let is_covered = approval.covers.is_empty() || approval.covers.iter().any(covers);
            approval.reference.is_empty() && is_asked(&approval.rulebook, &approval.cites) && is_covered
        });
        let approvals = approvals.map(|(place, _)| format!("approvals.{place}.reference"));
        let licences = self.licences.iter().enumerate().filter(|(_, licence)| {
            licence.reference.is_empty() && is_asked(&licence.rulebook, &licence.cites)
        });
        let licences = licences.map(|(place, _)| format!("licences.{place}.reference"));
        let fields = licences.chain(approvals).chain(found).collect();
        PlanBreach { fields, breach }
    }

    /// The fields without which there is no house.
    fn missing(&self) -> Vec<PlanFault> {
        let mut faults = Vec::new();
        let mut need = |field: String, text: &str, message: &str| {
            if text.trim().is_empty() {
                faults.push(PlanFault { field, message: message.to_owned(), help: None });
            }
        };
        need("licence_holder".to_owned(), &self.licence_holder, "say who holds the licence");
        need("premises".to_owned(), &self.premises, "say where the house is");
        need("currency".to_owned(), &self.currency, "name the currency by its three letters, such as GBP");
        need("time_zone".to_owned(), &self.time_zone, "name the time zone, such as Europe/London");
        for (place, person) in self.staff.iter().enumerate() {
            need(format!("staff.{place}.name"), &person.name, "name the person");
        }
        for (place, table) in self.tables.iter().enumerate() {
            need(format!("tables.{place}.name"), &table.name, "name the table");
        }
        for (place, licence) in self.licences.iter().enumerate() {
            if !licence.reference.is_empty() || !licence.from.is_empty() {
                need(format!("licences.{place}.reference"), &licence.reference, "write the reference too");
                need(
                    format!("licences.{place}.from"),
                    &licence.from,
                    "write the first day of the licence too",
                );
            }
        }
        for (place, approval) in self.approvals.iter().enumerate() {
            if !approval.reference.is_empty() || !approval.date.is_empty() {
                need(format!("approvals.{place}.reference"), &approval.reference, "write the reference too");
                need(format!("approvals.{place}.date"), &approval.date, "write the day of the approval too");
            }
        }
        faults
    }
}

/// A fault of the file, with the field that stands there.
fn placed_fault(fault: &Fault, placed: &PlanText) -> PlanFault {
    PlanFault {
        field: placed.field_at(fault.at.start).unwrap_or_default().to_owned(),
        message: fault.message.clone(),
        help: fault.help.clone(),
    }
}
