//! Patterns that an exact model finds unlikely, the most unlikely first.

use std::collections::BTreeMap;

use croupier_house::ids::PersonId;
use croupier_store::index::{AuthorisedRow, BetHour, DealtHour, FigureSeries, PlayedHour};

use super::pairs::{CountedPattern, corrections, late_bets, pairs};
use super::prices::TermPrices;
use super::results::results;
use super::tails::as_f64;
use crate::door::limits::PATTERNS_MAX;
use crate::wire::{PatternKind, PatternPerson, PatternView};

/// The chance below which something is shown.
const PATTERN_CHANCE: f64 = 0.01;

/// What patterns are sought in.
pub(crate) struct PatternData {
    pub(crate) series: Vec<FigureSeries>,
    pub(crate) played: Vec<PlayedHour>,
    pub(crate) dealt: Vec<DealtHour>,
    pub(crate) bets: Vec<BetHour>,
    pub(crate) authorised: Vec<AuthorisedRow>,
}

/// The people of a house who are in the data.
pub(crate) type People = BTreeMap<PersonId, PatternPerson>;

/// The patterns of an interval.
pub(crate) fn patterns(
    data: &PatternData,
    prices: &BTreeMap<i64, TermPrices>,
    people: &People,
    currency: &str,
) -> Vec<PatternView> {
    let mut found = Vec::new();
    found.extend(counted(PatternKind::Corrections, &corrections(&data.dealt), people));
    found.extend(counted(PatternKind::LateBets, &late_bets(&data.bets), people));
    found.extend(counted(PatternKind::Pairs, &pairs(&data.authorised), people));
    let series = data.series.iter().map(|series| (series.number, series)).collect();
    let results = results(&data.played, &series, prices);
    let examined = results.len();
    found.extend(results.into_iter().filter(|result| result.chance <= PATTERN_CHANCE).map(|result| {
        let z = (result.won - result.expected) / result.deviation;
        let if_alone = if result.is_inexact { " if no bet depends on another" } else { "" };
        PatternView {
            kind: PatternKind::Result,
            people: people.get(&result.person).cloned().into_iter().collect(),
            table: result.table,
            found: result.won,
            expected: result.expected,
            chance: result.chance,
            text: format!(
                "won {:.2} {currency} where {:.2} is the mean of these bets and {:.2} their standard deviation: {z:.1} \
                 standard deviations above. The chance of this or more is at most {:.2e}{if_alone}; {examined} players were \
                 examined",
                result.won, result.expected, result.deviation, result.chance
            ),
        }
    }));
    found.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    found.truncate(PATTERNS_MAX);
    found
}

fn counted<'p>(
    kind: PatternKind,
    rows: &'p [CountedPattern],
    people: &'p People,
) -> impl Iterator<Item = PatternView> + 'p {
    let examined = rows.len();
    rows.iter().filter(|row| row.chance <= PATTERN_CHANCE).map(move |row| {
        let (found, of, expected, chance) = (row.found, row.of, row.expected, row.chance);
        let text = match kind {
            PatternKind::Corrections => format!(
                "{found} of {of} rounds were corrected where the rate of the house lets expect {expected:.2}. The chance of \
                 this or more is {chance:.2e}; {examined} people with corrections were examined"
            ),
            PatternKind::LateBets => format!(
                "{found} of {of} bets were made after the last call where the rate of all players lets expect {expected:.2}. \
                 The chance of this or more is {chance:.2e}; {examined} players with such bets were examined"
            ),
            _ => format!(
                "authorised each other {found} times out of {of} proposals where their share in all authorisations lets \
                 expect {expected:.2}. The chance of this or more is {chance:.2e}; {examined} pairs were examined"
            ),
        };
        let people = row.people.iter().filter_map(|id| people.get(id).cloned()).collect();
        PatternView { kind, people, table: None, found: as_f64(found), expected, chance, text }
    })
}
