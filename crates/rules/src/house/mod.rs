//! House files: the licence holder, the banks, the tables, and the staff.
//!
//! [`HouseFile::read`] turns a file into a house or reports all its faults at once. [`check`] compares the house with
//! the books that its tables name, and finds every breach at once. The requirements for a house come from the books:
//! nothing here depends on a particular jurisdiction.

mod bank;
mod case;
mod check;
mod draft;
mod envelope;
mod file;
mod hours;
mod plan;
mod requirements;
mod schema;
mod staff;
mod table;

pub use check::{Breach, check, check_table};
pub use envelope::{EnvelopeItem, Freedom, envelope};
pub use file::{Approval, Disputes, HouseBank, HouseFile, Licence, StaffMember};
pub use hours::{Hours, HoursError};
pub use plan::{
    ApprovalPlan, BankPlan, HousePlan, LicencePlan, PlanBreach, PlanFault, PlanReview, StaffPlan, TablePlan,
};
pub use schema::schema;
pub use table::{HouseTable, Shuffle, TablePurpose};
