//! Simulations: played by all cores or by graphics cards, without the interpreter's lock, with progress and a way to stop.

use std::ops::ControlFlow;

use croupier_maths::Price;
use croupier_sim::policy::Policy;
use croupier_sim::report::{as_json, lines};
use croupier_sim::run::Progress;
use croupier_sim::session_report::session_report;
use croupier_sim::staking::{Progression, Staking};
use croupier_sim::{SetupOptions, Shoes, TableOfJob, chart_from_file, prepare, prices};
use pyo3::prelude::*;

use crate::device::{DeviceRequest, NotPlayed};
use crate::errors;
use crate::table::{NativeTable, money};

/// What is to be simulated.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SimulationRequest {
    rounds: u64,
    seed: u64,
    wagers: Vec<String>,
    policy: String,
    chart: Option<String>,
    cut: Option<u8>,
    boxes: u8,
    until_error: Option<f64>,
    stakes: Option<String>,
    unit: Option<String>,
    bankroll: Option<String>,
    sessions: u64,
    spread: u32,
}

impl SimulationRequest {
    fn progression(&self, py: Python<'_>) -> PyResult<Option<Progression>> {
        let Some(name) = self.stakes.as_deref() else { return Ok(None) };
        let known = [
            Progression::Flat,
            Progression::Martingale,
            Progression::Dalembert,
            Progression::Fibonacci,
            Progression::Labouchere,
            Progression::Count(self.spread),
        ];
        let names = known.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
        let found = known.into_iter().find(|one| one.name() == name);
        found.map(Some).ok_or_else(|| errors::usage(py, format!("stakes=`{name}`: there are {names}")))
    }
}

/// The profits of a wager in parts of the stake, with their counts.
pub(crate) type Profits = (i64, Vec<i64>, Vec<u64>);

pub(crate) fn simulate(
    py: Python<'_>,
    of: &NativeTable,
    request: SimulationRequest,
    device: DeviceRequest,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<Profits>)> {
    let usage = |error: &dyn std::fmt::Display| errors::usage(py, error);
    if request.rounds == 0 {
        return Err(usage(&"rounds=0: simulate at least one round"));
    }
    let (device, edition) = device.read(py, request.stakes.is_some())?;
    let table = of.table();
    let (text, policy) = policy(py, &request, &table.rules)?;
    let shoes = request.cut.map_or(Shoes::Fresh, Shoes::Cut);
    let options = SetupOptions { shoes, boxes: request.boxes, wagers: request.wagers.clone() };
    let from = TableOfJob {
        book: table.book,
        game: table.game,
        chosen: &table.chosen,
        rules: &table.rules,
        on: of.day.to_string(),
    };
    let (simulated, mut job) = prepare(&from, (text, &policy), &options, request.rounds, request.seed)
        .map_err(|error| usage(&error))?;
    job.edition = edition;
    if let Some(progression) = request.progression(py)? {
        let limits = (table.chosen.stake_min, table.chosen.stake_max);
        let unit = request.unit.as_deref().map(|unit| money(py, unit)).transpose()?;
        let unit = unit.or(limits.0).map_or_else(|| money(py, "1"), Ok)?;
        let bankroll = request.bankroll.as_deref().map(|amount| money(py, amount)).transpose()?;
        let staking = Staking::new(progression, unit, bankroll, limits, request.rounds);
        let staking = staking.map_err(|error| usage(&error))?;
        simulated.check_staking(&staking, shoes).map_err(|error| usage(&error))?;
        let rounds = request.sessions.checked_mul(request.rounds).filter(|rounds| *rounds > 0);
        job.rounds =
            rounds.ok_or_else(|| usage(&"sessions times rounds must be from 1 to what can be counted"))?;
        job.stakes = Some(staking);
    }
    let mut answer = Ok(true);
    let part = py.detach(|| {
        // Blocks that are being played when it is stopped end too; nobody is asked about them.
        let mut each = |now: &Progress<'_>| {
            if matches!(answer, Ok(true)) {
                answer = Python::attach(|py| call(py, progress.as_ref(), now, job.rounds));
            }
            if matches!(answer, Ok(true)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        device.play(&simulated, &job, request.until_error, &mut each)
    });
    answer?;
    let part = part.map_err(|error: NotPlayed| error.into_exception(py))?;
    let report = py.detach(|| {
        let prices: Vec<Price> = prices(&part.job, of.shelf);
        let price = |wager: &str| prices.iter().find(|price| price.wager == wager);
        let lines = lines(&part, |wager| price(wager).map(|price| &price.edge));
        let first = part.counted.first().and_then(|counted| price(&counted.wager));
        as_json(&part, &lines, session_report(&part, first).as_ref(), None).to_string()
    });
    let tallies = part.counted.iter().zip(&part.found.tallies);
    let profits = tallies.map(|(counted, tally)| {
        let (profits, times): (Vec<i64>, Vec<u64>) = tally.counts().iter().copied().unzip();
        (counted.whole(), profits, times)
    });
    Ok((report, profits.collect()))
}

/// Tells the caller how far the simulation is: whether to go on. Python's signals stop it.
fn call(py: Python<'_>, progress: Option<&Py<PyAny>>, now: &Progress<'_>, of: u64) -> PyResult<bool> {
    py.check_signals()?;
    let Some(progress) = progress else { return Ok(true) };
    let answer = progress.call1(py, (now.rounds, of, now.error))?;
    Ok(answer.is_none(py) || answer.is_truthy(py)?)
}

/// The policy, as text and parsed.
fn policy(
    py: Python<'_>,
    request: &SimulationRequest,
    game: &croupier_rules::games::AnyGame,
) -> PyResult<(String, Policy)> {
    let text = match &request.chart {
        None => request.policy.clone(),
        Some(chart) => {
            let chart = chart_from_file(chart, game).map_err(|error| errors::usage(py, error))?;
            format!("{}\n{chart}", request.policy)
        }
    };
    let policy = py.detach(|| Policy::parse(&text, game));
    Ok((text, policy.map_err(|error| errors::usage(py, format!("policy={}: {error}", request.policy)))?))
}
