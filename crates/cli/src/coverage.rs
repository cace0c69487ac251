//! `croupier rules --coverage` and `--gaps`: what is proved of each book, and what each leaves unsaid.

use std::process::ExitCode;

use croupier_rules::book::{Kind, Provision, Shelf};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json, table};
use crate::rules::{Rules, Scope, scopes};

pub(crate) fn run(command: &Rules, shelf: &Shelf) -> Result<ExitCode, Failure> {
    let scopes = scopes(command.name.as_deref(), shelf, None)?;
    match (command.gaps, command.json) {
        (false, true) => print_json(&scopes.iter().map(coverage_json).collect())?,
        (false, false) => scopes.iter().try_for_each(|scope| print(coverage_text(scope)))?,
        (true, true) => print_json(&scopes.iter().map(gaps_json).collect())?,
        (true, false) => scopes.iter().try_for_each(|scope| print(gaps_text(scope)))?,
    }
    let unaccounted = scopes
        .iter()
        .any(|scope| scope.provisions().any(|provision| standing(provision) == Standing::Unaccounted));
    Ok(if unaccounted { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// How far a provision is accounted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Proved,
    Recorded,
    Outside,
    Awaits,
    Unaccounted,
}

const STANDINGS: [(Standing, &str); 5] = [
    (Standing::Proved, "enforced and proved"),
    (Standing::Recorded, "recorded"),
    (Standing::Outside, "outside"),
    (Standing::Awaits, "enforced once the house is built"),
    (Standing::Unaccounted, "unaccounted for"),
];

fn standing(provision: &Provision) -> Standing {
    let proved = !provision.enforced_by.is_empty() && provision.mutation.is_some();
    match provision.kind {
        Kind::Enforced if proved => Standing::Proved,
        Kind::Enforced if provision.awaits.is_some() => Standing::Awaits,
        Kind::Enforced => Standing::Unaccounted,
        Kind::Recorded => Standing::Recorded,
        Kind::Outside => Standing::Outside,
    }
}

fn count(scope: &Scope<'_>, of: Standing) -> usize {
    scope.provisions().filter(|provision| standing(provision) == of).count()
}

/// What proves a provision, or why nothing can.
fn proof(provision: &Provision) -> (String, String) {
    let mutation = provision.mutation.as_ref().map(ToString::to_string).unwrap_or_default();
    let words = match standing(provision) {
        Standing::Proved => provision.enforced_by.join(", "),
        Standing::Awaits => format!("awaits the {}", provision.awaits.as_deref().unwrap_or("house")),
        Standing::Recorded => {
            format!("recorded by {}", provision.recorded_by.as_deref().unwrap_or("an event"))
        }
        Standing::Outside => provision.because.clone().unwrap_or_default(),
        Standing::Unaccounted => "NOTHING".to_owned(),
    };
    (words, mutation)
}

fn coverage_text(scope: &Scope<'_>) -> String {
    let total = scope.provisions().count();
    let mut lines = vec![format!("{}: {total} provisions", scope.book.id())];
    lines.extend(STANDINGS.map(|(standing, words)| format!("  {:4}  {words}", count(scope, standing))));
    let mut proofs =
        table(["provision", "kind", "law test, event or reason", "mutation that the test kills"]);
    for provision in scope.provisions() {
        let (words, mutation) = proof(provision);
        proofs.add_row([provision.id.clone(), provision.kind.name().to_owned(), words, mutation]);
    }
    lines.push(proofs.to_string());
    lines.join("\n")
}

fn coverage_json(scope: &Scope<'_>) -> Value {
    let row = |provision: &Provision| {
        let (words, mutation) = proof(provision);
        json!({ "id": provision.id, "kind": provision.kind.name(), "proof": words, "mutation": mutation })
    };
    let counts: serde_json::Map<String, Value> = STANDINGS
        .iter()
        .map(|(standing, words)| ((*words).to_owned(), json!(count(scope, *standing))))
        .collect();
    json!({ "rulebook": scope.book.id(), "counts": counts, "provisions": scope.provisions().map(row).collect::<Vec<_>>() })
}

/// The provisions that are unclear or silent, with how they are read.
fn readings<'a>(scope: &'a Scope<'_>) -> impl Iterator<Item = (&'a Provision, &'a str)> {
    scope
        .provisions()
        .filter_map(|provision| provision.reading.as_deref().map(|reading| (provision, reading)))
}

fn gaps_text(scope: &Scope<'_>) -> String {
    let mut gaps = table(["provision", "what it says", "how it is read"]);
    for (provision, reading) in readings(scope) {
        gaps.add_row([provision.id.as_str(), provision.gist.as_str(), reading]);
    }
    let count = readings(scope).count();
    format!(
        "{}: {count} provisions are silent, misprinted or unclear, and read as follows\n{gaps}",
        scope.book.id()
    )
}

fn gaps_json(scope: &Scope<'_>) -> Value {
    let rows = readings(scope).map(
        |(provision, reading)| json!({ "id": provision.id, "gist": provision.gist, "reading": reading }),
    );
    json!({ "rulebook": scope.book.id(), "readings": rows.collect::<Vec<_>>() })
}
