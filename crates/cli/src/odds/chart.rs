//! Charts of prices.

use clap::ValueEnum;
use croupier_chart::{Bar, Bars};
use croupier_maths::risk::ProfitDistribution;
use croupier_maths::{Figure, Price};
use croupier_report::{edges_chart, percent, settings_words, signed_percent, worths};

use crate::failure::Failure;
use crate::spinner::Spinner;
use crate::table::SelectedTable;

/// What a chart shows.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ChartKind {
    /// The edge of every wager
    Edges,
    /// The possible results of one wager
    Outcomes,
    /// How the edge changes with each setting
    Settings,
}

pub(super) fn draw(chart: ChartKind, table: &SelectedTable<'_>, prices: &[Price]) -> Result<String, Failure> {
    match chart {
        ChartKind::Edges => Ok(edges_chart(table, prices).svg()),
        ChartKind::Outcomes => outcomes(table, prices),
        ChartKind::Settings => settings(table, prices),
    }
}

/// The possible results of one wager.
fn outcomes(table: &SelectedTable<'_>, prices: &[Price]) -> Result<String, Failure> {
    let [price] = prices else {
        return Err(Failure::usage("a chart of outcomes shows one wager: name it with --wager"));
    };
    let outcomes = ProfitDistribution::of(&price.endings).ok_or_else(|| {
        Failure::usage(format!(
            "the results of `{}` depend on decisions: it has no chart of outcomes",
            price.wager
        ))
    })?;
    let bar = |(profit, probability): (croupier_kit::Ratio, &Figure)| Bar {
        name: result_words(&profit),
        value: probability.value(),
        text: percent(probability),
    };
    let bars = Bars {
        title: format!("{}: the results of {}", table.game.title(), price.wager),
        measure: "Probability of each result of one bet, in percent".to_owned(),
        bars: outcomes.profits().collect::<Vec<_>>().into_iter().rev().map(bar).collect(),
        notes: vec![format!("House edge {} per bet made.", percent(&price.edge)), settings_words(table)],
    };
    Ok(bars.svg())
}

fn result_words(profit: &croupier_kit::Ratio) -> String {
    match profit.cmp(&croupier_kit::Ratio::zero()) {
        std::cmp::Ordering::Greater => format!("wins {profit}"),
        std::cmp::Ordering::Equal => "stake back".to_owned(),
        std::cmp::Ordering::Less => format!("loses {}", -profit.clone()),
    }
}

/// How the edge changes with each setting.
fn settings(table: &SelectedTable<'_>, prices: &[Price]) -> Result<String, Failure> {
    let spinner = Spinner::start(format!("pricing {} by setting", table.name()));
    let worths = worths(table.book, table.game, &table.chosen, prices, &spinner, &|_| true)?;
    let [first, ..] = prices else { return Err(Failure::usage("there is no wager to draw")) };
    let several = worths.iter().any(|worth| worth.edges.iter().filter(|edge| edge.matters()).count() > 1);
    let bars = worths.iter().flat_map(|worth| {
        let shown = worth.edges.iter().filter(|edge| edge.matters());
        shown.map(move |edge| Bar {
            name: if several {
                format!("{} {}: {}", worth.key, worth.value, edge.wager)
            } else {
                format!("{} {}", worth.key, worth.value)
            },
            value: edge.more,
            text: signed_percent(edge.more),
        })
    });
    let bars: Vec<Bar> = bars.collect();
    if bars.is_empty() {
        return Err(Failure::usage(format!("no setting of {} changes a price", table.name())));
    }
    let base =
        if several { String::new() } else { format!(" ({} now: {})", first.wager, percent(&first.edge)) };
    let chart = Bars {
        title: format!("{}: what each setting is worth", table.game.title()),
        measure: format!("Change of the house edge per bet made, one setting changed at a time{base}"),
        bars,
        notes: vec![settings_words(table)],
    };
    Ok(chart.svg())
}
