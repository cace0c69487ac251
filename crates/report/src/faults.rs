//! The faults of a file as JSON.

use croupier_rules::book::BookError;
use serde_json::{Value, json};

/// The faults of a rulebook or house file as JSON, each with its place.
pub fn faults_json(file: &str, error: &BookError) -> Value {
    let faults: Vec<Value> = error
        .places()
        .map(|(line, column, fault)| {
            json!({ "line": line, "column": column, "message": fault.message, "help": fault.help })
        })
        .collect();
    json!({ "error": { "file": file, "faults": faults } })
}
