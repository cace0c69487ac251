//! Reads the section of a rulebook on poker against a dealer's hand.

use std::ops::Range;

use croupier_kit::Rank;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::hand::{HandKind, HandSize, KINDS};
use super::limits::{LIMITS, MULTIPLE};
use super::rules::{
    Clause, ClauseResult, DealOrder, DealerPoker, DealerShows, PLAYERS_MAX, Pay, Qualifies, RaisePays,
    Results,
};
use super::settings::{SEATS, SETTINGS};
use crate::book::{
    Bounds, Citation, Citations, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, Need, OddsText,
    Section, Setting, read_odds,
};
use crate::contract::Seated;
use crate::side::{CasesAt, FactRows, SideWagers, read_sides};
use crate::table::TableGame;

/// The provisions of a rulebook on poker against a dealer's hand.
#[derive(Clone, Debug)]
pub(crate) struct DealerPokerBook {
    rules: DealerPoker,
    /// Where the cases of the side wagers are in the file.
    sides_at: Vec<CasesAt>,
}

/// The dealer's lowest hand that qualifies.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DealerQualifies")]
struct QualifiesDraft {
    /// Its kind.
    hand: HandKind,
    /// Its highest ranks, as in `Q` or `AK`; of a pair or three of a kind, its rank. Default: any.
    ranks: Option<Located<String>>,
    /// The provision that says so.
    cite: Located<Citation>,
    /// The results if the dealer does not qualify.
    unqualified: ClauseDraft,
}

/// How the stakes on a hand that was not folded are settled.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DealerPokerResult")]
struct ClauseDraft {
    /// The ante.
    ante: ClauseResult,
    /// The raise.
    raise: ClauseResult,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// The odds of a hand.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DealerPokerPay")]
struct PayDraft {
    /// The hand.
    name: HandKind,
    /// What it is paid.
    odds: Located<OddsText>,
    /// The provision that says so.
    cite: Located<Citation>,
}

impl DealerPokerBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let size = section
            .need::<u8>("cards", "how many cards a hand has: 3 or 5", faults)
            .and_then(|cards| read_size(&cards, faults));
        let multiple = section
            .need::<u8>("raise", "the raise, as a multiple of the ante: 1 to 10", faults)
            .map(|multiple| read_multiple(&multiple, faults));
        let shows = section
            .need::<DealerShows>(
                "dealer_shows",
                "what players see of the dealer's hand while they decide",
                faults,
            )
            .map(Spanned::into_inner);
        let mut cite = |key: &str, meaning: &'static str| {
            section.need::<Citation>(key, meaning, faults).map(|text| cites.read(&text, faults))
        };
        let play = cite("play_cite", "the provision on the course of a hand");
        let misdeal = cite("misdeal_cite", "the provision on a mis-deal, which is dealt again");
        let fold = cite("fold_cite", "the provision on a hand that is folded, which loses its ante");
        let ante = read_pay(section, ("ante_odds", "ante_cite"), "the odds of the ante", cites, faults);
        let raise =
            read_pay(section, ("raise_odds", "raise_cite"), "the usual odds of the raise", cites, faults);
        let rows = section.rows::<PayDraft>(
            "raise_pay",
            "the raise's odds by hand; default: the usual",
            Need::May,
            faults,
        );
        let by_kind = read_rows(&rows, size, cites, faults);
        let rows = section.rows::<PayDraft>(
            "bonus",
            "a bonus on the ante by hand, paid on every hand that was not folded; default: none",
            Need::May,
            faults,
        );
        let bonus = read_rows(&rows, size, cites, faults);
        let qualifies = read_qualifies(section, size, cites, faults);
        let results = read_results(section, cites, faults);
        let (sides, sides_at) =
            read_sides::<Seated<DealerPoker, PLAYERS_MAX>>(section, &["ante"], &["raise"], cites, faults);
        check_sides(&sides, &sides_at, faults);
        let rules = DealerPoker {
            size: size?,
            order: DealOrder::OneByOne,
            seats: size?.seats(),
            shows: shows?,
            multiple: multiple?,
            qualifies,
            results: results?,
            ante: ante?,
            raise: RaisePays { usual: raise?, by_kind },
            bonus,
            sides,
            play: play?,
            misdeal: misdeal?,
            fold: fold?,
        };
        check_results(&rules, &section.at(), faults);
        Some(Self { rules, sides_at })
    }
}

impl FamilyBook for DealerPokerBook {
    type Rules = DealerPoker;
    const SETTINGS: &'static [DeclaredSetting<DealerPoker>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &DealerPoker {
        &self.rules
    }

    /// One pack serves only so many hands.
    fn check(&self, settings: &[Setting], _: Range<usize>, faults: &mut Faults) {
        let game: Seated<DealerPoker, PLAYERS_MAX> = Seated(self.rules.clone());
        let mut rows = FactRows::default();
        game.kinds_of_rounds(&mut |round| rows.add(round, Seated::<DealerPoker, PLAYERS_MAX>::FACTS));
        for (wager, at) in game.sides.0.iter().zip(&self.sides_at) {
            at.check_side(&wager.cases, &rows, faults);
        }
        let size = self.rules.size;
        for setting in settings.iter().filter(|setting| *setting.key == *SEATS) {
            if let Bounds::Whole { to, .. } = setting.bounds
                && to > u32::from(size.seats())
            {
                let message = format!(
                    "one pack cannot serve {to} players and a dealer with {} cards each",
                    size.cards()
                );
                let help = format!("it serves {} and the dealer", size.seats());
                faults.add_with_help(setting.at.clone(), message, help);
            }
        }
    }
}

fn read_size(cards: &Spanned<u8>, faults: &mut Faults) -> Option<HandSize> {
    let size = HandSize::of(*cards.get_ref());
    if size.is_none() {
        faults.add(cards.span(), "a hand has 3 or 5 cards");
    }
    size
}

fn read_multiple(multiple: &Spanned<u8>, faults: &mut Faults) -> u8 {
    if !MULTIPLE.permits(*multiple.get_ref()) {
        faults.add(multiple.span(), format!("the raise is {MULTIPLE} times the ante"));
        return 1;
    }
    *multiple.get_ref()
}

fn read_pay(
    section: &mut Section<'_>,
    (odds, cite): (&str, &str),
    meaning: &'static str,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<Pay> {
    let odds = section.need::<OddsText>(odds, meaning, faults).map(|odds| read_odds(&odds, faults));
    let cite = section.need::<Citation>(cite, "the provision that sets them", faults);
    Some(Pay { odds: odds?, cite: cites.read(&cite?, faults) })
}

fn read_rows(
    rows: &[Spanned<PayDraft>],
    size: Option<HandSize>,
    cites: &mut Citations,
    faults: &mut Faults,
) -> [Option<Pay>; KINDS] {
    let mut pays = [None; KINDS];
    for row in rows {
        let draft = row.get_ref();
        check_kind(draft.name, size, row.span(), faults);
        let pay = Pay { odds: read_odds(&draft.odds, faults), cite: cites.read(&draft.cite, faults) };
        if pays[draft.name as usize].replace(pay).is_some() {
            faults.add(row.span(), "this hand is paid twice");
        }
    }
    pays
}

fn check_kind(kind: HandKind, size: Option<HandSize>, at: Range<usize>, faults: &mut Faults) {
    if let Some(size) = size.filter(|size| !size.order().contains(&kind)) {
        faults.add(at, format!("no hand of {} cards is a {}", size.cards(), kind.words()));
    }
}

fn read_qualifies(
    section: &mut Section<'_>,
    size: Option<HandSize>,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<Qualifies> {
    let meaning = "the dealer's lowest hand that qualifies; default: every hand does";
    let draft = section.table::<QualifiesDraft>("qualifies", meaning, faults)?;
    let row = draft.get_ref();
    check_kind(row.hand, size, draft.span(), faults);
    let ranks = row.ranks.as_ref().map_or_else(Vec::new, |ranks| read_ranks(row.hand, ranks, size, faults));
    let cite = cites.read(&row.cite, faults);
    let otherwise = read_clause(&row.unqualified, cites, faults);
    let size = size.filter(|size| size.order().contains(&row.hand))?;
    let words: Box<str> = words_of(row.hand, &ranks).into();
    let least = size.lowest(row.hand, &ranks);
    if least <= size.lowest_of_all() {
        let at = row.ranks.as_ref().map_or_else(|| draft.span(), |ranks| ranks.span());
        let message = format!("every hand qualifies with {words}: `unqualified` never applies");
        faults.add_with_help(at, message, "leave `qualifies` out, or ask for a higher hand");
    }
    Some(Qualifies { least, words, cite, otherwise })
}

/// Reads the highest ranks of a hand: several for a high card, from the highest; one for a pair or three of a kind.
fn read_ranks(
    kind: HandKind,
    text: &Located<String>,
    size: Option<HandSize>,
    faults: &mut Faults,
) -> Vec<Rank> {
    let rank_of = |symbol: char| Rank::ALL.into_iter().find(|rank| rank.symbol() == symbol);
    let ranks: Option<Vec<Rank>> = text.get_ref().chars().map(rank_of).collect();
    let most = match kind {
        HandKind::HighCard => size.map_or(1, |size| usize::from(size.cards()) - 1),
        HandKind::Pair | HandKind::ThreeOfAKind => 1,
        _ => 0,
    };
    match ranks {
        Some(ranks) if (1..=most).contains(&ranks.len()) && ranks.windows(2).all(|two| two[0] > two[1]) => {
            ranks
        }
        _ if most == 0 => {
            faults.add(text.span(), format!("a {} has no `ranks` here: every one qualifies", kind.words()));
            Vec::new()
        }
        _ => {
            let form =
                if most == 1 { "one rank".to_owned() } else { format!("1 to {most} ranks from the highest") };
            faults.add(text.span(), format!("`ranks` has {form}, of 2 3 4 5 6 7 8 9 T J Q K A"));
            Vec::new()
        }
    }
}

/// A lowest hand in words: `Queen high`, `Ace and King high`, `a pair of tens`, `a straight`.
fn words_of(kind: HandKind, ranks: &[Rank]) -> String {
    let symbols = ranks.iter().map(|rank| rank.symbol().to_string()).collect::<Vec<_>>().join("-");
    match (kind, ranks) {
        (_, []) => format!("a {}", kind.words()),
        (HandKind::HighCard, _) => format!("{symbols} high"),
        (kind, _) => format!("a {} of {symbols}", kind.words().replace(" of a kind", "")),
    }
}

fn read_results(section: &mut Section<'_>, cites: &mut Citations, faults: &mut Faults) -> Option<Results> {
    let mut clause = |key: &str, meaning: &'static str| {
        let draft = section.need::<ClauseDraft>(key, meaning, faults)?;
        Some(read_clause(draft.get_ref(), cites, faults))
    };
    let higher = clause("higher", "the player's hand is higher than the dealer's");
    let equal = clause("equal", "the two hands are equal to the last card");
    let lower = clause("lower", "the dealer's hand is higher than the player's");
    Some(Results { higher: higher?, equal: equal?, lower: lower? })
}

fn read_clause(draft: &ClauseDraft, cites: &mut Citations, faults: &mut Faults) -> Clause {
    Clause { ante: draft.ante, raise: draft.raise, cite: cites.read(&draft.cite, faults) }
}

/// A side wager is on a player's own hand, and only a player with an ante has one.
fn check_sides(sides: &SideWagers, places: &[CasesAt], faults: &mut Faults) {
    for (wager, at) in sides.0.iter().zip(places).filter(|(wager, _)| wager.of.is_empty()) {
        let message = format!("`{}` is on a hand, and only a player with an ante has one", wager.name);
        faults.add_with_help(at.name.1.clone(), message, "write `of = [\"ante\"]`");
    }
}

/// A stake that can never win is no wager.
fn check_results(rules: &DealerPoker, at: &Range<usize>, faults: &mut Faults) {
    let wins = |of: fn(&Clause) -> ClauseResult| {
        rules.clauses().iter().any(|(_, _, clause)| of(clause) == ClauseResult::Wins)
    };
    for (name, can_win) in [("ante", wins(|clause| clause.ante)), ("raise", wins(|clause| clause.raise))] {
        if !can_win {
            faults.add(at.clone(), format!("no result pays the {name}: one of them must say `wins`"));
        }
    }
}
