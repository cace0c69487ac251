//! `croupier rules --coverage` and `--gaps`: the proof of each provision, and the points where a rulebook is silent
//! or unclear.

use croupier_maths::PriceQuery;
use croupier_report::{EdgeChange, SettingWorth, signed_percent, worths};
use croupier_rules::book::{Chosen, GameBook, Provision, ProvisionKind, Setting, Shelf};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json, table};
use crate::scope::Scope;
use crate::spinner::Spinner;

/// The kind of report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Account {
    /// The proof of each provision.
    Coverage,
    /// The points where a rulebook is silent or unclear.
    Gaps,
}

pub(crate) fn print_account(account: Account, scopes: &[Scope<'_>], json: bool) -> Result<(), Failure> {
    match (account, json) {
        (Account::Coverage, true) => print_json(&scopes.iter().map(coverage_json).collect()),
        (Account::Coverage, false) => scopes.iter().try_for_each(|scope| print(coverage_text(scope))),
        (Account::Gaps, true) => print_json(&scopes.iter().map(gaps_json).collect()),
        (Account::Gaps, false) => scopes.iter().try_for_each(|scope| print(gaps_text(scope))),
    }
}

/// Whether every enforced provision is proved or awaits what is not built; or whether no provision is unclear.
pub(crate) fn is_complete(account: Account, scopes: &[Scope<'_>]) -> bool {
    let open = [Standing::Claimed, Standing::Unaccounted];
    scopes.iter().all(|scope| match account {
        Account::Coverage => open.iter().all(|standing| count(scope, *standing) == 0),
        Account::Gaps => readings(scope).next().is_none(),
    })
}

/// How a provision is covered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Proved,
    /// The book names tests, and this program has none of them: they are of another book.
    Claimed,
    Recorded,
    Outside,
    Awaits,
    Unaccounted,
}

const STANDINGS: [(Standing, &str); 6] = [
    (Standing::Proved, "enforced and proved"),
    (Standing::Claimed, "enforced, not proved here"),
    (Standing::Recorded, "recorded"),
    (Standing::Outside, "outside"),
    (Standing::Awaits, "to be enforced, awaiting what is not built"),
    (Standing::Unaccounted, "unaccounted for"),
];

fn standing(scope: &Scope<'_>, provision: &Provision) -> Standing {
    let has_tests = !provision.enforced_by.is_empty() && provision.mutation.is_some();
    match provision.kind {
        // The law tests are those of the built-in books, and were run on their text.
        ProvisionKind::Enforced if has_tests && Shelf::is_built_in(scope.book) => Standing::Proved,
        ProvisionKind::Enforced if has_tests => Standing::Claimed,
        ProvisionKind::Enforced if provision.awaits.is_some() => Standing::Awaits,
        ProvisionKind::Enforced => Standing::Unaccounted,
        ProvisionKind::Recorded => Standing::Recorded,
        ProvisionKind::Outside => Standing::Outside,
    }
}

fn count(scope: &Scope<'_>, of: Standing) -> usize {
    scope.provisions().filter(|provision| standing(scope, provision) == of).count()
}

/// The proof of a provision, or why there cannot be one.
fn proof(scope: &Scope<'_>, provision: &Provision) -> (String, String) {
    let mutation = provision.mutation.as_ref().map(ToString::to_string).unwrap_or_default();
    let words = match standing(scope, provision) {
        Standing::Proved => provision.enforced_by.join(", "),
        Standing::Claimed => {
            format!("not proved here: this program has no {}", provision.enforced_by.join(", "))
        }
        Standing::Awaits => format!("awaits the {}", provision.awaits.as_deref().unwrap_or("house")),
        Standing::Recorded => {
            format!("recorded by {}", provision.recorded_by.as_deref().unwrap_or("an event"))
        }
        Standing::Outside => provision.because.clone().unwrap_or_default(),
        Standing::Unaccounted => "nothing: it names no law test and no mutation".to_owned(),
    };
    (words, mutation)
}

fn coverage_text(scope: &Scope<'_>) -> String {
    let total = scope.provisions().count();
    let mut lines =
        vec![format!("{}: {total} provisions", scope.book.id()), format!("blake3 {}", scope.book.digest())];
    lines.extend(STANDINGS.map(|(standing, words)| format!("  {:4}  {words}", count(scope, standing))));
    let mut proofs =
        table(["provision", "kind", "law test, event or reason", "mutation that the test kills"]);
    for provision in scope.provisions() {
        let (words, mutation) = proof(scope, provision);
        proofs.add_row([provision.id.clone(), provision.kind.name().to_owned(), words, mutation]);
    }
    lines.push(proofs.to_string());
    lines.join("\n")
}

fn coverage_json(scope: &Scope<'_>) -> Value {
    let row = |provision: &Provision| {
        let (words, mutation) = proof(scope, provision);
        json!({ "id": provision.id, "kind": provision.kind.name(), "proof": words, "mutation": mutation })
    };
    let counts: serde_json::Map<String, Value> = STANDINGS
        .iter()
        .map(|(standing, words)| ((*words).to_owned(), json!(count(scope, *standing))))
        .collect();
    json!({ "rulebook": scope.book.id(), "digest": scope.book.digest(), "counts": counts, "provisions": scope.provisions().map(row).collect::<Vec<_>>() })
}

/// The provisions that are unclear or silent, with their readings.
fn readings<'a>(scope: &'a Scope<'_>) -> impl Iterator<Item = (&'a Provision, &'a str)> {
    scope
        .provisions()
        .filter_map(|provision| provision.reading.as_deref().map(|reading| (provision, reading)))
}

/// What a reading is worth: how the edges of a game change with another value of one of its settings.
fn worth_of<'w>(
    worths: &'w [GameWorths<'_>],
    provision: &'w Provision,
) -> impl Iterator<Item = (&'w str, &'w SettingWorth)> {
    let concerns = |game: &str| provision.games.is_empty() || provision.games.iter().any(|id| id == game);
    let here = worths.iter().filter(move |(game, _)| concerns(game));
    here.flat_map(|(game, worths)| worths.iter().map(move |worth| (*game, worth)))
        .filter(|(_, worth)| provision.settings.contains(&worth.key))
}

/// What the settings of one game are worth.
type GameWorths<'s> = (&'s str, Vec<SettingWorth>);

/// What the settings named by readings are worth, by game. Games that cannot be priced have none.
fn reading_worths<'s>(scope: &'s Scope<'_>) -> Vec<GameWorths<'s>> {
    let spinner = Spinner::start(format!("pricing the readings of {}", scope.book.id()));
    let keys: Vec<&String> = readings(scope).flat_map(|(provision, _)| &provision.settings).collect();
    let chosen = Chosen::default();
    let of = |game: &'s GameBook| {
        let named = |setting: &Setting| keys.iter().any(|key| **key == *setting.key);
        let base = croupier_maths::odds(&game.table(&chosen), &PriceQuery::default()).ok()?;
        let worths = worths(scope.book, game, &chosen, &base.prices, &spinner, &named).ok()?;
        Some((game.id(), worths))
    };
    let priced =
        |game: &&GameBook| game.settings().iter().any(|setting| keys.iter().any(|key| **key == *setting.key));
    scope.games().filter(priced).filter_map(of).collect()
}

fn gaps_text(scope: &Scope<'_>) -> String {
    let worths = reading_worths(scope);
    let mut gaps = table([
        "provision",
        "what it says",
        "how it is read",
        "what another reading is worth (edge per bet made)",
    ]);
    for (provision, reading) in readings(scope) {
        let worth = worth_of(&worths, provision).map(|(game, worth)| {
            let edges: Vec<String> = worth
                .edges
                .iter()
                .filter(|edge| edge.matters())
                .map(|edge| format!("{} {}", edge.wager, signed_percent(edge.more)))
                .collect();
            format!("{game}, {}={}: {}", worth.key, worth.value, edges.join(", "))
        });
        let worth = worth.collect::<Vec<_>>().join("\n");
        gaps.add_row([provision.id.as_str(), provision.gist.as_str(), reading, &worth]);
    }
    let count = readings(scope).count();
    format!(
        "{}: {count} provisions are silent, misprinted or unclear; this is how they are read\n{gaps}",
        scope.book.id()
    )
}

fn gaps_json(scope: &Scope<'_>) -> Value {
    let worths = reading_worths(scope);
    let worth = |(game, worth): (&str, &SettingWorth)| {
        let edges: Vec<Value> = worth.edges.iter().map(EdgeChange::json).collect();
        json!({ "game": game, "setting": worth.key, "default": worth.now, "value": worth.value, "cites": worth.cites, "wagers": edges })
    };
    let rows = readings(scope).map(|(provision, reading)| {
        let worth: Vec<Value> = worth_of(&worths, provision).map(worth).collect();
        json!({ "id": provision.id, "gist": provision.gist, "reading": reading, "settings": provision.settings, "worth": worth })
    });
    json!({ "rulebook": scope.book.id(), "readings": rows.collect::<Vec<_>>() })
}
