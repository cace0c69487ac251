//! Reads the section of a rulebook on an Arizona Hold-Em table.

use croupier_kit::{Odds, PokerHand, Rank};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::limits::{CIRCLES, LIMITS};
use super::pays::{Pay, PayTable};
use super::rules::{HoldEm, Shuffled};
use super::settings::SETTINGS;
use crate::book::{
    Citation, Citations, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, Need, OddsText,
    Section, read_odds,
};
use crate::law::Rule;

/// The provisions of a rulebook on an Arizona Hold-Em table.
#[derive(Clone, Debug)]
pub(crate) struct HoldEmBook {
    rules: HoldEm,
}

/// A row of the pay table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PokerPay")]
struct PayDraft {
    /// The hand.
    name: HandDraft,
    /// The lowest rank of a pair that is paid, one of 23456789TJQKA; default: any pair.
    from: Option<Located<String>>,
    /// What it is paid.
    odds: Located<OddsText>,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// A hand of five cards.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PokerHand")]
enum HandDraft {
    RoyalFlush,
    StraightFlush,
    FourOfAKind,
    FullHouse,
    Flush,
    Straight,
    ThreeOfAKind,
    TwoPairs,
    Pair,
    HighCard,
}

/// When the cards are shuffled.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PokerShuffled")]
enum ShuffledDraft {
    /// For every hand.
    EveryHand,
    /// Between hands, when the dealer chooses.
    BetweenHands,
}

impl HoldEmBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let circles = section
            .need::<u8>(
                "circles",
                "how many circles a player has for bets: 1 to 3, the ante's included",
                faults,
            )
            .map(|circles| read_circles(&circles, faults));
        let shuffled = section
            .need::<ShuffledDraft>("shuffled", "when the cards are shuffled", faults)
            .map(Spanned::into_inner);
        let mut cite = |key: &str, meaning: &'static str| {
            section.need::<Citation>(key, meaning, faults).map(|text| cites.read(&text, faults))
        };
        let play = cite("play_cite", "the provision on the course of a hand");
        let misdeal = cite("misdeal_cite", "the provision on a mis-deal, which is dealt again");
        let lost = cite("lost_cite", "the provision under which a hand loses");
        let rows =
            section.rows::<PayDraft>("pay", "the pay table; the ordinary win comes last", Need::Must, faults);
        if rows.is_empty() {
            faults.add(section.at(), "a pay table has at least one `pay`");
        }
        let pays = read_pays(&rows, lost?, cites, faults);
        let shuffled = match shuffled? {
            ShuffledDraft::EveryHand => Shuffled::EveryHand,
            ShuffledDraft::BetweenHands => Shuffled::BetweenHands,
        };
        Some(Self {
            rules: HoldEm { packs: 1, shuffled, raises: circles? - 1, play: play?, misdeal: misdeal?, pays },
        })
    }
}

impl FamilyBook for HoldEmBook {
    type Rules = HoldEm;
    const SETTINGS: &'static [DeclaredSetting<HoldEm>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &HoldEm {
        &self.rules
    }
}

/// Reads the number of circles for bets: the ante's, and at most one for each common card.
fn read_circles(circles: &Spanned<u8>, faults: &mut Faults) -> u8 {
    if CIRCLES.permits(*circles.get_ref()) {
        return *circles.get_ref();
    }
    faults.add(circles.span(), format!("a player has {CIRCLES} circles for bets, the ante's included"));
    1
}

fn read_pays(rows: &[Spanned<PayDraft>], lost: Rule, cites: &mut Citations, faults: &mut Faults) -> PayTable {
    // The book lists the ordinary win last.
    let usual = rows.last().map_or(Odds::EVENS, |row| read_odds(&row.get_ref().odds, &mut Faults::default()));
    let mut pays = PayTable::new(usual, lost);
    for row in rows {
        let draft = row.get_ref();
        let pay = Pay { odds: read_odds(&draft.odds, faults), cite: cites.read(&draft.cite, faults) };
        let hands = read_hands(row, faults);
        let twice = hands.into_iter().filter(|hand| !pays.pay(*hand, pay)).count();
        if twice > 0 {
            faults.add(row.span(), "this hand is paid twice");
        }
    }
    pays
}

/// The hands that a row pays: one hand, or all pairs from a rank upwards.
fn read_hands(row: &Spanned<PayDraft>, faults: &mut Faults) -> Vec<PokerHand> {
    let draft = row.get_ref();
    let lowest = draft.from.as_ref().map(|from| {
        let rank = Rank::ALL.into_iter().find(|rank| from.get_ref().chars().eq([rank.symbol()]));
        if rank.is_none() || draft.name != HandDraft::Pair {
            faults.add(from.span(), "`from` is the lowest rank of a pair: one of 2 3 4 5 6 7 8 9 T J Q K A");
        }
        rank.unwrap_or(Rank::Two)
    });
    match draft.name {
        HandDraft::Pair => Rank::ALL
            .into_iter()
            .filter(|rank| *rank >= lowest.unwrap_or(Rank::Two))
            .map(PokerHand::Pair)
            .collect(),
        HandDraft::RoyalFlush => vec![PokerHand::RoyalFlush],
        HandDraft::StraightFlush => vec![PokerHand::StraightFlush],
        HandDraft::FourOfAKind => vec![PokerHand::FourOfAKind],
        HandDraft::FullHouse => vec![PokerHand::FullHouse],
        HandDraft::Flush => vec![PokerHand::Flush],
        HandDraft::Straight => vec![PokerHand::Straight],
        HandDraft::ThreeOfAKind => vec![PokerHand::ThreeOfAKind],
        HandDraft::TwoPairs => vec![PokerHand::TwoPairs],
        HandDraft::HighCard => vec![PokerHand::HighCard],
    }
}
