//! The table of bounds in `docs/serve.md` names every bound of the code with its value.

use croupier_server::bounds::bounds;

const SERVE: &str = include_str!("../../../docs/serve.md");

/// The names and values of the table, in order.
fn documented() -> Vec<(String, String)> {
    let (_, section) = SERVE.split_once("\n## Bounds\n").expect("a section on bounds");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned());
        let (name, value) = (cells.next().unwrap(), cells.next().unwrap());
        assert!(cells.next().is_some_and(|then| then.len() > 2), "{name}: what happens at the bound?");
        (name, value)
    })
    .collect()
}

#[test]
fn the_documents_name_every_bound_with_its_value() {
    let known: Vec<(String, String)> =
        bounds().into_iter().map(|bound| (bound.name.to_owned(), bound.value)).collect();
    assert_eq!(documented(), known);
}
