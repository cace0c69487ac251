//! The text report on sessions: ruin, drawdown, and the final bankroll.

use croupier_sim::session_report::{QUANTILES, SessionReport, large, money};
use croupier_sim::staking::Histogram;
use croupier_sim::stats::Agreement;

/// The report as text; its verdicts are some of `among` verdicts of the run.
pub(super) fn text(outcome: &SessionReport<'_>, among: usize) -> String {
    let SessionReport { staking, sessions, .. } = outcome;
    let has = staking
        .bankroll
        .map_or_else(|| "on credit".to_owned(), |bankroll| format!("a bankroll of {}", money(bankroll)));
    let head = format!(
        "stakes {}: {} sessions of at most {} bets, a unit of {}, {has}",
        staking.progression.name(),
        sessions.played,
        staking.rounds,
        money(staking.unit)
    );
    format!("{head}\n{}\n{}\n{}", turnover(outcome, among), ruin(outcome, among), spreads(outcome))
}

fn turnover(outcome: &SessionReport<'_>, among: usize) -> String {
    let sessions = outcome.sessions;
    let expected = outcome.expected.map(|(expected, z)| {
        let lost = expected / 100.0;
        match z {
            Some(z) => {
                format!("; expected from the edge {lost:.2}, z {z:+.2} {}", Agreement::of(z, among).name())
            }
            None => format!(
                "; expected from the edge {lost:.2}; too few sessions for a verdict: some have most of the turnover"
            ),
        }
    });
    format!(
        "{} bets, turnover {}, result {}{}",
        sessions.bets,
        large(sessions.turnover),
        large(sessions.won),
        expected.unwrap_or_default()
    )
}

fn ruin(outcome: &SessionReport<'_>, among: usize) -> String {
    let (share, error) = outcome.ruin();
    let exact = outcome.exact_ruin.as_ref().zip(outcome.ruin_z()).map(|(exact, z)| {
        let (exact, verdict) = (exact.value() * 100.0, Agreement::of(z, among).name());
        format!("; exactly {exact:.4} %, z {z:+.2} {verdict}")
    });
    format!(
        "ruined: {} sessions, {:.4} % ± {:.4} %{}",
        outcome.sessions.ruined(),
        share * 100.0,
        1.96 * error * 100.0,
        exact.unwrap_or_default()
    )
}

/// One row per figure, one column per quantile.
fn spreads(outcome: &SessionReport<'_>) -> String {
    let shares = QUANTILES.map(|permille| format!("{} %", permille / 10));
    let heads = std::iter::once("share of sessions").chain(shares.iter().map(String::as_str));
    let mut table = crate::output::table(heads);
    let sessions = outcome.sessions;
    if let Some(last) = sessions.last() {
        table.add_row(row("bankroll at the end, at most", last, money));
    }
    table.add_row(row("drawdown, at most", &sessions.drawdown, money));
    if sessions.ruined() > 0 {
        table.add_row(row("bets until ruin, at most", &sessions.to_ruin, |bets| bets.to_string()));
    }
    table.to_string()
}

fn row(name: &str, spread: &Histogram, write: impl Fn(i64) -> String) -> Vec<String> {
    let of = |permille: &u16| spread.quantile(*permille).map_or_else(|| "–".to_owned(), &write);
    std::iter::once(name.to_owned()).chain(QUANTILES.iter().map(of)).collect()
}
