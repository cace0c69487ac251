//! What a round adds to each series of its table: what the index sums, and an export for each period.

use std::borrow::Cow;

use croupier_house::ids::TableId;
use croupier_house::journal::EntryBody;
use croupier_house::ledger::Location;
use croupier_house::store::StoreError;
use croupier_house::table::{FigureSums, PairFigures, RoundFigures};

use super::figure_series::{FigureSubject, pair_name};

/// What a round adds to a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesPart<'f> {
    /// What the series is about.
    pub subject: FigureSubject,
    /// The kind of wager, as the series has it.
    pub wager: Cow<'f, str>,
    /// The weight of all outcomes of a draw; 0 if it is not drawn.
    pub weight: u32,
    /// The sums.
    pub sums: FigureSums,
}

/// What a round adds to the series of its table: to that of the table, then to one for each kind of wager, then to one for each
/// pair of them, in the order that the figures have. Nothing if no bet was decided.
///
/// # Errors
/// When a pair names a wager that the round does not have.
pub fn series_parts(figures: &RoundFigures) -> Result<Vec<SeriesPart<'_>>, StoreError> {
    if figures.wagers.is_empty() {
        return Ok(Vec::new());
    }
    let mut parts = Vec::with_capacity(1 + figures.wagers.len() + figures.pairs.len());
    let (wager, weight) = (Cow::Borrowed(""), figures.weight);
    parts.push(SeriesPart { subject: FigureSubject::Table, wager, weight, sums: figures.total });
    parts.extend(figures.wagers.iter().map(|wager| SeriesPart {
        subject: FigureSubject::Wager,
        wager: Cow::Borrowed(&*wager.wager),
        weight: wager.weight,
        sums: wager.sums,
    }));
    for pair in &figures.pairs {
        let wager = Cow::Owned(named(figures, pair)?);
        parts.push(SeriesPart { subject: FigureSubject::Pair, wager, weight: 0, sums: sums_of_pair(pair) });
    }
    Ok(parts)
}

/// The cash that an entry puts into the drop boxes of tables, as their series of the drop count it.
pub fn cash_dropped(body: &EntryBody) -> impl Iterator<Item = (TableId, FigureSums)> {
    let legs = body.ledger.iter().flat_map(|transaction| &transaction.legs);
    legs.filter_map(|leg| match leg.to {
        Location::Drop(table) => {
            Some((table, FigureSums { staked: leg.amount.minor().into(), ..FigureSums::default() }))
        }
        _ => None,
    })
}

/// The sums of a pair: only its products are counted, the rest is in the series of its wagers.
pub(super) fn sums_of_pair(pair: &PairFigures) -> FigureSums {
    FigureSums { rounds: 1, squares: pair.product, ..FigureSums::default() }
}

/// The name of a pair by those of its wagers.
fn named(figures: &RoundFigures, pair: &PairFigures) -> Result<String, StoreError> {
    let name = |place: u16| figures.wagers.get(usize::from(place)).map(|wager| &*wager.wager);
    let names = name(pair.wagers.0).zip(name(pair.wagers.1)).ok_or_else(not_of_round)?;
    Ok(pair_name(names.0, names.1))
}

pub(super) fn not_of_round() -> StoreError {
    StoreError::Damaged("the figures of a round name a wager that it does not have".to_owned())
}
