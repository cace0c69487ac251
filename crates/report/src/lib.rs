//! Reports on tables: prices, risk, best play, game mathematics (PAR) and comparisons of rulebooks.
//!
//! The model of a report is computed once and written as JSON, text, a page or a PDF. The command and the server make
//! the same reports from here. Texts are set to a width that the caller passes, and colours are the caller's.

mod compare;
mod error;
mod figure;
pub mod layout;
mod par;
mod price_json;
mod price_text;
mod program;
mod progress;
mod report_table;
mod risk;
mod settings;
mod strategy;
mod text_table;

pub use compare::Comparison;
pub use error::ReportError;
pub use figure::{favours_text, figure_text, percent};
pub use par::{ParReport, REPORT_STYLE};
pub use price_json::{price_json, prices_json, prices_with_risk_json};
pub use price_text::{edge_lines, odds_words, prices_text};
pub use program::{print_date, program_digest};
pub use progress::{ReportProgress, Unwatched};
pub use report_table::{ReportTable, table_prices};
pub use risk::{BettingPlan, RiskOf, risk_json, risk_text, risks};
pub use settings::{EdgeChange, SettingWorth, in_force, in_force_json, signed_percent, worths};
pub use strategy::{Painter, no_decisions, plain, strategy_json, strategy_text};
pub use text_table::TextTable;
