//! The report on counting systems as JSON.

use croupier_report::in_force_json;
use croupier_sim::counts::{CountBasis, CountRounding, CountRow, CountSystem, Estimated, card_name};
use croupier_sim::job::Shoes;
use serde_json::{Map, Value, json};

use super::args::{CountsArgs, PlayerMoney};
use super::found::{Counted, CountsReport, Played};

pub(super) fn report(command: &CountsArgs, report: &CountsReport<'_>) -> Value {
    let systems: Vec<Value> = report.found.iter().map(|found| of_system(command, report, found)).collect();
    let cut = match report.options.shoes {
        Shoes::Fresh => None,
        Shoes::Cut(percent) => Some(percent),
    };
    json!({
        "rules": report.table.name(),
        "house": in_force_json(report.table.game, &report.table.chosen),
        "packs": report.packs,
        "cut_percent": cut,
        "boxes": report.options.boxes,
        "back_count": report.options.presence.enters,
        "wong": report.options.presence.leaves,
        "seed": command.seed,
        "unit": report.money.unit.to_string(),
        "systems": systems,
    })
}

fn of_system(command: &CountsArgs, report: &CountsReport<'_>, found: &Counted) -> Value {
    let known = found.correlation;
    let mut object = Map::new();
    object.insert("system".to_owned(), json!(found.system.name()));
    object.insert("tags".to_owned(), tags(&found.system));
    object.insert("goes_by".to_owned(), json!(basis(&found.system)));
    object.insert("betting_correlation".to_owned(), json!(known.betting));
    object.insert("playing_efficiency".to_owned(), json!(known.playing));
    object.insert("insurance_correlation".to_owned(), json!(known.insurance));
    object.insert("insurance_from".to_owned(), json!(found.play.insurance));
    object.insert("indices".to_owned(), indices(found));
    if let Some(played) = &found.played {
        object.extend(of_rounds(command, report, played));
    }
    Value::Object(object)
}

fn tags(system: &CountSystem) -> Value {
    let points = system.points();
    (0..points.len()).map(|kind| (card_name(kind), json!(points[kind]))).collect::<Map<_, _>>().into()
}

fn basis(system: &CountSystem) -> &'static str {
    match system.basis() {
        CountBasis::Running => "running",
        CountBasis::True(CountRounding::Down) => "true, rounded down",
        CountBasis::True(CountRounding::Nearest) => "true, rounded to the nearest",
        CountBasis::True(CountRounding::TowardsZero) => "true, without its fraction",
    }
}

fn indices(found: &Counted) -> Value {
    let index = |index: &croupier_sim::counts::IndexPlay| {
        let [below, then] = index.moves();
        json!({
            "hand": index.hand(),
            "against": index.up.map(card_name),
            "below": below,
            "from": index.from,
            "then": then,
        })
    };
    found.play.indices.iter().map(index).collect()
}

fn of_rounds(command: &CountsArgs, report: &CountsReport<'_>, played: &Played) -> Map<String, Value> {
    let mut object = Map::new();
    let figures = &played.figures;
    object.insert("rounds".to_owned(), json!(played.dealt));
    if !command.untimed {
        object.insert("threads".to_owned(), json!(report.threads));
        object.insert("seconds".to_owned(), json!(played.took.as_secs_f64()));
    }
    let rows = played.rows.rows.iter().zip(&played.ramp.bets);
    object.insert("counts".to_owned(), rows.map(|(row, bet)| of_count(row, *bet)).collect());
    object.insert("one_unit_always".to_owned(), json!(played.flat.edge().map(of)));
    object.insert("rounds_with_a_bet".to_owned(), json!(figures.played));
    object.insert("bet".to_owned(), json!(figures.bet));
    object.insert("edge".to_owned(), json!(figures.edge().map(of)));
    object.insert("win_of_100".to_owned(), of(figures.win_of_100()));
    object.insert("deviation_of_100".to_owned(), json!(figures.deviation_of_100()));
    object.insert("n0".to_owned(), json!(figures.n0().map(of)));
    object.insert("score".to_owned(), json!(figures.score().map(of)));
    object.insert("desirability".to_owned(), of(figures.desirability()));
    object.insert("kelly_bank".to_owned(), json!(figures.kelly_bank().map(of)));
    object.insert("covariance_of_boxes".to_owned(), json!(played.rows.covariance));
    object.extend(with_bank(&report.money, played));
    object
}

/// What depends on the bank, in units.
fn with_bank(money: &PlayerMoney, played: &Played) -> Map<String, Value> {
    let mut object = Map::new();
    let Some(bank) = money.bank else { return object };
    let figures = &played.figures;
    object.insert("bank".to_owned(), json!(bank));
    object.insert("kelly".to_owned(), json!(money.kelly));
    object.insert("certainty_equivalent".to_owned(), of(figures.certainty_equivalent(bank, money.kelly)));
    object.insert("ruin".to_owned(), of(figures.ruin(bank)));
    object.insert("ruin_before_doubling".to_owned(), of(figures.ruin_before(bank, bank)));
    if let Some(goal) = money.goal {
        object.insert("goal".to_owned(), json!(goal));
        object.insert("ruin_before_goal".to_owned(), of(figures.ruin_before(bank, goal)));
    }
    object
}

fn of_count(row: &CountRow, bet: u32) -> Value {
    json!({
        "from": row.from,
        "to": row.to,
        "rounds": row.rounds,
        "share": row.share,
        "gain": of(row.mean),
        "variance": row.variance(),
        "units": bet,
    })
}

/// A figure with its standard error.
fn of(figure: Estimated) -> Value {
    json!({ "value": figure.value, "standard_error": figure.error })
}
