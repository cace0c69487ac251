//! Every operation of the OpenAPI document and every command, tried in every role: who is admitted is what the routes and the house
//! declare, and `docs/security.md` has the table. Sessions of another house are given what anybody is given.

mod commands;
mod people;
mod requests;
mod written;

use serde_json::Value;

use people::{COLUMNS, Column, World};

/// A row: who was admitted, in the order of the columns.
pub(crate) struct Row {
    name: String,
    admitted: Vec<bool>,
}

impl Row {
    /// Tries something in every role, and compares with the declaration.
    fn tried(
        name: &str,
        admits: impl Fn(Column) -> bool,
        status: impl Fn(Column) -> (u16, Value),
        wrong: &mut Vec<String>,
    ) -> Self {
        let admitted = COLUMNS.map(|column| {
            let (status, said) = status(column);
            let admitted = !matches!(status, 401 | 403);
            if admitted != admits(column) || status >= 500 && status != 503 {
                wrong.push(format!("{name}, {}: {status} {said}", column.name()));
            }
            admitted
        });
        Self { name: name.to_owned(), admitted: admitted.to_vec() }
    }
}

fn document() -> Value {
    serde_json::from_str(&croupier_server::openapi()).unwrap()
}

#[test]
fn every_operation_and_command_admits_whom_it_is_declared_for_and_nobody_else() {
    let world = World::new();
    let document = document();
    let mut wrong = Vec::new();
    let operations = requests::try_all(&world, &document, &mut wrong);
    let commands = commands::try_all(&world, &document, &mut wrong);
    assert!(wrong.is_empty(), "not as declared: {wrong:#?}");
    written::compare(&operations, &commands);
}

#[test]
fn a_session_of_another_house_is_given_what_anybody_is_given() {
    let world = World::new();
    let compared = requests::compare_with_anybody(&world, &document());
    assert!(compared > 15, "{compared} operations were compared");
}
