//! Reports on tables: prices, risk, best play, signs, game mathematics (PAR) and comparisons of rulebooks; and the
//! verdicts of the judge with their explanation.
//!
//! The model of a report is computed once and written as JSON, text, a page or a PDF. The command, the server and
//! the package for the web make the same reports from here. Texts are set to a width that the caller passes, and colours are the caller's.

mod compare;
mod edges;
mod error;
mod faults;
mod figure;
pub mod layout;
mod par;
mod price_json;
mod price_text;
mod program;
mod progress;
mod report_table;
mod risk;
mod rulebook;
mod select;
mod settings;
mod sign;
mod strategy;
mod text_table;
mod verdict;
mod why;

pub use compare::Comparison;
pub use edges::{edges_chart, settings_words};
pub use error::ReportError;
pub use faults::faults_json;
pub use figure::{favours_text, figure_text, percent};
pub use par::{ParReport, REPORT_STYLE};
pub use price_json::{price_json, prices_json, prices_with_risk_json};
pub use price_text::{edge_lines, odds_words, prices_text};
pub use program::{print_date, program_digest};
pub use progress::{ReportProgress, Unwatched};
pub use report_table::{ReportTable, table_prices};
pub use risk::{BettingPlan, RiskOf, risk_json, risk_text, risks};
pub use rulebook::rulebook_json;
pub use select::{choose, game_in_force, refused};
pub use settings::{EdgeChange, SettingWorth, in_force, in_force_json, signed_percent, worths};
pub use sign::sign_json;
pub use strategy::{Painter, best_play_json, no_decisions, plain, strategy_json, strategy_text};
pub use text_table::TextTable;
pub use verdict::{inadmissible_json, verdict_json, verdict_text};
pub use why::{argument_json, judged_json, why_text};
