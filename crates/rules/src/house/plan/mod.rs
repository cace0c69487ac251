//! House plans: a house as somebody fills it in, before it is a house file.
//!
//! [`HousePlan::of_games`] makes a plan from the books: a table for each game, with everything that the books ask for.
//! [`HousePlan::write`] makes the house file of a plan, and [`HousePlan::check`] says what is missing, wrong or in breach,
//! beside the field that it concerns.

mod form;
mod review;
mod template;
mod text;

pub use form::{ApprovalPlan, BankPlan, HousePlan, LicencePlan, StaffPlan, TablePlan};
pub use review::{PlanBreach, PlanFault, PlanReview};
