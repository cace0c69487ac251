//! The section of a rulebook on an In-Between table.

use croupier_kit::Rank;
use serde::Deserialize;
use toml::Spanned;

use super::{Clause, HandResult, InBetween, PLAYERS_MAX};
use crate::book::{Citations, EVENS, Faults, Section, Values, read_odds};
use crate::law::Cites;

/// What a rulebook says of an In-Between table.
#[derive(Clone, Debug)]
pub(crate) struct InBetweenBook {
    rules: InBetween<PLAYERS_MAX>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClauseDraft {
    result: ResultDraft,
    odds: Option<Spanned<String>>,
    cite: Spanned<String>,
    odds_cite: Option<Spanned<String>>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum ResultDraft {
    Wins,
    Loses,
    StandOff,
    PlaysOn,
}

impl InBetweenBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let ranks = section.need::<String>("ranks", faults).map(|ranks| read_order(&ranks, faults));
        let mut clause = |key: &str| {
            let draft = section.need::<ClauseDraft>(key, faults)?;
            Some(read_clause(&draft, cites, faults))
        };
        let (consecutive, between, outside) = (clause("consecutive"), clause("between"), clause("outside"));
        let (three_equal, pair_only) = (clause("three_equal"), clause("pair_only"));
        let rules = InBetween {
            packs: 1,
            order: ranks?,
            consecutive: consecutive?,
            between: between?,
            outside: outside?,
            three_equal: three_equal?,
            pair_only: pair_only?,
        };
        Some(Self { rules })
    }

    /// The rules of a table with these settings.
    pub(crate) fn table(&self, values: &Values<'_>) -> InBetween<PLAYERS_MAX> {
        InBetween { packs: values.whole("decks").unwrap_or(1), ..self.rules.clone() }
    }
}

/// The ranks from the lowest, as in `23456789TJQKA` (r. 6(2)).
fn read_order(ranks: &Spanned<String>, faults: &mut Faults) -> [u8; 13] {
    let places: Vec<Option<usize>> =
        Rank::ALL.iter().map(|rank| ranks.get_ref().chars().position(|c| c == rank.symbol())).collect();
    if ranks.get_ref().chars().count() != 13 || places.contains(&None) {
        faults.add(
            ranks.span(),
            "the thirteen ranks 2 3 4 5 6 7 8 9 T J Q K A each stand once, from the lowest",
        );
    }
    let mut order = [1; 13];
    for (place, found) in order.iter_mut().zip(places) {
        *place = found.and_then(|found| u8::try_from(found + 1).ok()).unwrap_or(1);
    }
    order
}

fn read_clause(draft: &Spanned<ClauseDraft>, cites: &mut Citations, faults: &mut Faults) -> Clause {
    let row = draft.get_ref();
    let odds = row.odds.as_ref().map(|odds| read_odds(odds, faults));
    if odds.is_some() != (row.result == ResultDraft::Wins) {
        faults.add(draft.span(), "a result that wins has `odds`, and no other has");
    }
    let result = match row.result {
        ResultDraft::Wins => HandResult::Wins(odds.unwrap_or(EVENS)),
        ResultDraft::Loses => HandResult::Loses,
        ResultDraft::StandOff => HandResult::StandOff,
        ResultDraft::PlaysOn => HandResult::PlaysOn,
    };
    let cites_list =
        Cites::from(cites.read(&row.cite, faults)).and(cites.read_some(row.odds_cite.as_ref(), faults));
    Clause { result, cites: cites_list }
}
