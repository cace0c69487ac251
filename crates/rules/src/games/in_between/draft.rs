//! Reads the section of a rulebook on an In-Between table.

use std::ops::Range;

use croupier_kit::{Odds, Rank};
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::json;
use toml::Spanned;

use super::limits::{LIMITS, SEATS};
use super::rules::seats_served;
use super::settings::SETTINGS;
use super::{Clause, HandResult, InBetween};
use crate::book::{
    Bounds, Citation, Citations, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, OddsText,
    Section, Setting, read_odds,
};
use crate::law::Cites;

/// The provisions of a rulebook on an In-Between table.
#[derive(Clone, Debug)]
pub(crate) struct InBetweenBook {
    rules: InBetween,
}

/// How a hand is settled.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InBetweenResult", transform = odds_where_it_wins)]
struct ClauseDraft {
    /// How the stake is settled.
    result: ResultDraft,
    /// What it is paid, where it wins.
    odds: Option<Located<OddsText>>,
    /// The provision that says so.
    cite: Located<Citation>,
    /// The provision that sets the odds, where it is another.
    odds_cite: Option<Located<Citation>>,
}

/// States in the schema that a result has odds if and only if it wins.
fn odds_where_it_wins(schema: &mut Schema) {
    schema.insert("if".to_owned(), json!({ "properties": { "result": { "const": "wins" } } }));
    schema.insert("then".to_owned(), json!({ "required": ["odds"] }));
    schema.insert("else".to_owned(), json!({ "properties": { "odds": false } }));
}

/// How a stake at In-Between is settled.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "InBetweenOutcome")]
enum ResultDraft {
    /// It wins.
    Wins,
    /// It loses.
    Loses,
    /// There is no third card, and it stays for the next hand.
    StandOff,
    /// Nothing yet: the hand gets its third card.
    PlaysOn,
}

impl InBetweenBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let ranks = section
            .need::<String>("ranks", "the thirteen ranks from the lowest, as in 23456789TJQKA", faults)
            .map(|ranks| read_order(&ranks, faults));
        let mut clause = |key: &str, meaning: &'static str| {
            let draft = section.need::<ClauseDraft>(key, meaning, faults)?;
            Some(read_clause(&draft, cites, faults))
        };
        let consecutive = clause("consecutive", "the first two cards are neighbours in rank");
        let between = clause("between", "the third card ranks between the first two");
        let outside = clause("outside", "the third card ranks outside the first two, or equals one of them");
        let three_equal = clause("three_equal", "all three cards have one rank");
        let pair_only =
            clause("pair_only", "the first two cards are a pair, and the third is not of their rank");
        let rules = InBetween {
            packs: 1,
            chosen_seats: None,
            order: ranks?,
            consecutive: consecutive?,
            between: between?,
            outside: outside?,
            three_equal: three_equal?,
            pair_only: pair_only?,
        };
        Some(Self { rules })
    }
}

impl FamilyBook for InBetweenBook {
    type Rules = InBetween;
    const SETTINGS: &'static [DeclaredSetting<InBetween>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &InBetween {
        &self.rules
    }

    /// Every number of packs that the book permits must serve every number of seats that it permits.
    fn check(&self, settings: &[Setting], at: Range<usize>, faults: &mut Faults) {
        let bounds =
            |key: &str| settings.iter().find(|setting| *setting.key == *key).map(|setting| &setting.bounds);
        let (Some(Bounds::Whole { from: packs, .. }), Some(Bounds::Whole { to: seats, .. })) =
            (bounds("decks"), bounds("seats"))
        else {
            return;
        };
        let served = u8::try_from(*packs).map_or(SEATS.to, seats_served);
        if *seats > u32::from(served) {
            let packs =
                if *packs == 1 { "one pack serves".to_owned() } else { format!("{packs} packs serve") };
            let message = format!(
                "the game has up to {seats} `seats`, and {packs} {served} players with three cards each"
            );
            faults.add_with_help(
                at,
                message,
                format!("permit at most {served} seats, or ask for more packs"),
            );
        }
    }
}

/// Reads the order of ranks from the lowest, as in `23456789TJQKA` (r. 6(2)).
fn read_order(ranks: &Spanned<String>, faults: &mut Faults) -> [u8; 13] {
    let place = |rank: Rank| (1..=13).zip(ranks.get_ref().chars()).find(|(_, c)| *c == rank.symbol());
    let places = Rank::ALL.map(|rank| place(rank).map(|(number, _)| number));
    if ranks.get_ref().chars().count() != 13 || places.contains(&None) {
        faults.add(
            ranks.span(),
            "the thirteen ranks 2 3 4 5 6 7 8 9 T J Q K A each stand once, from the lowest",
        );
    }
    // A book in which one is missing is refused, but is read to its end.
    places.map(|place| place.unwrap_or(1))
}

fn read_clause(draft: &Spanned<ClauseDraft>, cites: &mut Citations, faults: &mut Faults) -> Clause {
    let row = draft.get_ref();
    let odds = row.odds.as_ref().map(|odds| read_odds(odds, faults));
    if odds.is_some() != (row.result == ResultDraft::Wins) {
        faults.add(draft.span(), "a result that wins has `odds`, and no other has");
    }
    let result = match row.result {
        ResultDraft::Wins => HandResult::Wins(odds.unwrap_or(Odds::EVENS)),
        ResultDraft::Loses => HandResult::Loses,
        ResultDraft::StandOff => HandResult::StandOff,
        ResultDraft::PlaysOn => HandResult::PlaysOn,
    };
    let cites_list =
        Cites::from(cites.read(&row.cite, faults)).and(cites.read_some(row.odds_cite.as_deref(), faults));
    Clause { result, cites: cites_list }
}
