//! Tables that documents have because tests have made them: who may do what, and what was proved.

use crate::artefact::Artefact;
use crate::document::document;
use crate::markdown::table_after;

/// Which role may use which operation and give which command, as a running server answered in each of them.
pub(crate) fn role_artefacts() -> Vec<Artefact> {
    let table = |of: &str, what: &str| {
        let rows =
            table_after(document("security.md"), &format!("### {of}")).expect("the document has the table");
        let said = |cell: String| if cell == "–" { "no".to_owned() } else { cell };
        let rows = rows.into_iter().map(|row| row.into_iter().map(said).collect());
        let path = format!("roles/{}.csv", of.to_lowercase());
        artefact(&path, what, rows.collect())
    };
    vec![
        table("Operations", "which role may use which operation of the API, as a running server answered"),
        table("Commands", "which role may give which command, as a running server answered"),
    ]
}

/// What was tried last, and what was counted.
pub(crate) fn proof_artefact() -> Artefact {
    let rows = table_after(document("proof.md"), "<!-- made: proof -->").expect("the document has the table");
    let what = match rows.len() {
        1 => "what `make proof` has counted: nothing yet for this version",
        _ => "what `make proof` has counted",
    };
    artefact("proof.csv", what, rows)
}

fn artefact(path: &str, what: &str, rows: Vec<Vec<String>>) -> Artefact {
    let mut rows = rows.into_iter();
    let heads = rows.next().expect("a table has heads");
    Artefact::table(path, what, &heads, rows)
}
