//! The report on counting systems as text.

use croupier_report::signed_percent;
use croupier_sim::counts::{
    CountBasis, CountFigures, CountRounding, CountRow, CountSystem, Estimated, IndexPlay, card_name,
};
use croupier_sim::job::Shoes;

use super::args::CountsArgs;
use super::found::{Counted, CountsReport, Played};
use crate::count::rate;
use crate::layout::paragraph;
use crate::output::table;

pub(super) fn report(command: &CountsArgs, report: &CountsReport<'_>) -> String {
    let mut parts = vec![head(command, report), comparison(report)];
    if command.names_systems() {
        parts.extend(report.found.iter().map(|found| of_system(report, found)));
    }
    parts.join("\n")
}

fn head(command: &CountsArgs, report: &CountsReport<'_>) -> String {
    let cut = match report.options.shoes {
        Shoes::Fresh => "a whole shoe for every round".to_owned(),
        Shoes::Cut(percent) => format!("cut after {percent} %"),
    };
    let boxes = match report.options.boxes {
        1 => "1 box".to_owned(),
        boxes => format!("{boxes} boxes"),
    };
    let head = format!("{}: {} packs, {cut}, {boxes}", report.table.name(), report.packs);
    let played: Vec<&Played> = report.found.iter().filter_map(|found| found.played.as_ref()).collect();
    let rounds: u64 = played.iter().map(|played| played.dealt).sum();
    if rounds == 0 {
        return head;
    }
    let seconds: f64 = played.iter().map(|played| played.took.as_secs_f64()).sum();
    #[allow(clippy::cast_precision_loss, reason = "a rate is shown with three digits")]
    let speed = rate(rounds as f64 / seconds.max(1e-9));
    let several = if report.threads == 1 { "" } else { "s" };
    let took = match command.untimed {
        true => String::new(),
        false => format!(", {seconds:.2} s with {} thread{several}, {speed} rounds/s", report.threads),
    };
    format!("{head}; {rounds} rounds, seed {}{took}", command.seed)
}

fn comparison(report: &CountsReport<'_>) -> String {
    let mut rows = table([
        "system",
        "betting correlation",
        "playing efficiency",
        "insurance correlation",
        "one unit always",
        "100 rounds win, in units",
        "deviation",
        "N0, in rounds",
        "SCORE",
    ]);
    rows.align_right(&[1, 2, 3, 4, 5, 6, 7, 8]);
    for found in &report.found {
        let known = found.correlation;
        let figures =
            |figure: &dyn Fn(&Played) -> String| found.played.as_ref().map_or_else(|| "–".to_owned(), figure);
        rows.add_row([
            found.system.name().to_owned(),
            format!("{:.3}", known.betting),
            format!("{:.3}", known.playing),
            format!("{:.3}", known.insurance),
            figures(&|played| played.flat.edge().map_or_else(dash, percent)),
            figures(&|played| estimated(played.figures.win_of_100(), 3)),
            figures(&|played| format!("{:.1}", played.figures.deviation_of_100())),
            figures(&|played| played.figures.n0().map_or_else(dash, |n0| estimated(n0, 0))),
            figures(&|played| played.figures.score().map_or_else(dash, |score| estimated(score, 2))),
        ]);
    }
    rows.to_string()
}

fn dash() -> String {
    "–".to_owned()
}

fn estimated(figure: Estimated, places: usize) -> String {
    format!("{:.places$} ± {:.places$}", figure.value, figure.error)
}

fn percent(share: Estimated) -> String {
    format!("{} ± {:.4} %", signed_percent(share.value), 100.0 * share.error)
}

/// What was found of one system.
fn of_system(report: &CountsReport<'_>, found: &Counted) -> String {
    let mut parts = vec![String::new(), paragraph(&goes_by(report, &found.system))];
    if let Some(played) = &found.played {
        parts.push(by_count(played));
        parts.push(worth(report, played));
    }
    parts.push(indices(found));
    parts.join("\n")
}

/// How a system counts.
fn goes_by(report: &CountsReport<'_>, system: &CountSystem) -> String {
    let points = system.points();
    let tags: Vec<String> =
        (1..points.len()).chain([0]).map(|kind| format!("{}={}", card_name(kind), points[kind])).collect();
    let basis = match system.basis() {
        CountBasis::Running => {
            format!("the running count, which starts from {}", system.start_in_points(report.packs))
        }
        CountBasis::True(CountRounding::Down) => "the true count, rounded down".to_owned(),
        CountBasis::True(CountRounding::Nearest) => "the true count, rounded to the nearest".to_owned(),
        CountBasis::True(CountRounding::TowardsZero) => "the true count without its fraction".to_owned(),
    };
    format!("{}: {}; goes by {basis}", system.name(), tags.join(" "))
}

fn by_count(played: &Played) -> String {
    let mut rows = table(["count", "of 1000 rounds", "one unit gains", "deviation", "units bet"]);
    rows.align_right(&[1, 2, 3, 4]);
    for (row, bet) in played.rows.rows.iter().zip(&played.ramp.bets) {
        rows.add_row([
            counts(row),
            format!("{:.1}", 1000.0 * row.share),
            percent(row.mean),
            format!("{:.3}", row.variance().sqrt()),
            bet.to_string(),
        ]);
    }
    rows.to_string()
}

/// The counts of a row.
fn counts(row: &CountRow) -> String {
    match (row.from, row.to) {
        (None, None) => "all".to_owned(),
        (None, Some(to)) => format!("{to} and below"),
        (Some(from), None) => format!("{from} and above"),
        (Some(from), Some(to)) if from == to => from.to_string(),
        (Some(from), Some(to)) => format!("{from} to {to}"),
    }
}

/// What the bets are worth.
fn worth(report: &CountsReport<'_>, played: &Played) -> String {
    let figures = &played.figures;
    let mut rows = table(["with these bets", ""]);
    rows.align_right(&[1]);
    let money = |units: Estimated| {
        #[allow(clippy::cast_precision_loss, reason = "a unit has few digits")]
        let unit = report.money.unit.minor() as f64 / 100.0;
        estimated(Estimated { value: units.value * unit, error: units.error * unit }, 2)
    };
    let mut add = |name: &str, value: String| rows.add_row([name.to_owned(), value]);
    add("rounds with a bet", format!("{:.1} %", 100.0 * figures.played));
    add("mean bet on a box in such a round, in units", format!("{:.2}", mean_bet(report, figures)));
    add("gain as a share of what is bet", figures.edge().map_or_else(dash, percent));
    add("100 rounds win", money(figures.win_of_100()));
    add(
        "deviation of 100 rounds",
        money(Estimated { value: figures.deviation_of_100(), error: 0.0 })
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_owned(),
    );
    add("N0, in rounds", figures.n0().map_or_else(dash, |n0| estimated(n0, 0)));
    add("SCORE", figures.score().map_or_else(dash, |score| estimated(score, 2)));
    add("desirability index", estimated(figures.desirability(), 3));
    add("bank for a risk of ruin of 13.53 %", figures.kelly_bank().map_or_else(dash, money));
    if let Some(bank) = report.money.bank {
        let certain = figures.certainty_equivalent(bank, report.money.kelly);
        let certain = Estimated { value: 100.0 * certain.value, error: 100.0 * certain.error };
        add("certainty equivalent of 100 rounds", money(certain));
        add("risk of ruin", percent_of(figures.ruin(bank)));
        add(
            "chance to double the bank before it is lost",
            percent_of(complement(figures.ruin_before(bank, bank))),
        );
        if let Some(goal) = report.money.goal {
            add("risk of ruin before the goal is won", percent_of(figures.ruin_before(bank, goal)));
        }
    }
    if let Some(covariance) = played.rows.covariance {
        add("covariance of two boxes of a round, a unit on each", format!("{covariance:.3}"));
    }
    rows.to_string()
}

fn mean_bet(report: &CountsReport<'_>, figures: &CountFigures) -> f64 {
    if figures.played > 0.0 { figures.bet / figures.played / f64::from(report.options.boxes) } else { 0.0 }
}

fn complement(chance: Estimated) -> Estimated {
    Estimated { value: 1.0 - chance.value, error: chance.error }
}

fn percent_of(chance: Estimated) -> String {
    format!("{:.3} ± {:.3} %", 100.0 * chance.value, 100.0 * chance.error)
}

/// The counts at which another move is better, as far as such counts occur.
fn indices(found: &Counted) -> String {
    let occurs = |index: &&IndexPlay| {
        let Some(rows) = found.played.as_ref().map(|played| &played.rows.rows) else { return true };
        let (low, high) = (rows.first().and_then(|row| row.to), rows.last().and_then(|row| row.from));
        low.is_none_or(|low| index.from > low) && high.is_none_or(|high| index.from <= high)
    };
    let mut rows = table(["hand", "against", "below", "from the count", "on"]);
    rows.align_right(&[3]);
    if let Some(count) = found.play.insurance {
        rows.add_row(["insurance", "A", "no", &count.to_string(), "yes"]);
    }
    for index in found.play.indices.iter().filter(occurs) {
        let [below, then] = index.moves();
        let up = index.up.map(card_name).unwrap_or_default();
        rows.add_row([index.hand().as_str(), up.as_str(), below, &index.from.to_string(), then]);
    }
    if rows.is_empty() {
        "every hand is played by the chart at every count".to_owned()
    } else {
        rows.to_string()
    }
}
