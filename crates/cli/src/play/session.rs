//! A player's session at the table: its state, and queries about it.

use std::collections::BTreeMap;

use croupier_house::table::Phase;
use croupier_house::view::HandView;
use croupier_house::view::MoveView;
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use croupier_rules::offer::{self, Laid, Listing};
use croupier_rules::table::Outcome;

use super::advice::HandAdvice;
use super::cards::CardStyle;
use super::describe::ChanceResult;
use super::input::{self, TypedBet};
use super::keyword::Stage;
use super::message::{Message, unsigned};
use super::pricing::Pricing;
use super::private_house::{NextBank, PrivateHouse};
use crate::table::SelectedTable;

/// When best play is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Learn {
    WhenAsked,
    Always,
}

/// How an answer handles prices that are still being computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MissingPrices {
    /// It waits for them.
    Wait,
    /// It reports that they are not available yet.
    Report,
}

/// The output preferences of the player.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) cards: CardStyle,
    pub(super) learn: Learn,
    pub(super) missing_prices: MissingPrices,
}

/// A stake as last reported: its outcome, amount and point.
pub(super) type ReportedStake = (Outcome, Money, Option<String>);

/// Everything that has already been reported to the player.
#[derive(Default)]
pub(super) struct Reported {
    pub(super) record: u64,
    pub(super) stakes: BTreeMap<u32, ReportedStake>,
    pub(super) hands: Vec<HandView>,
    pub(super) net: Money,
}

/// A finished round.
pub(super) struct PastRound {
    pub(super) round: u32,
    /// The outcome of the wheel or the dice, or the final hands.
    pub(super) result: String,
    /// The player's net result, negative for a loss.
    pub(super) net: Money,
    pub(super) purse: Money,
}

/// Decisions that differ from best play.
#[derive(Clone, Copy, Default)]
pub(super) struct Mistakes {
    pub(super) count: u32,
    /// Their average cost, in money.
    pub(super) cost: f64,
}

/// A player's session at the table.
pub(super) struct PlaySession<'s> {
    pub(super) of: &'s SelectedTable<'s>,
    pub(super) shelf: &'s Shelf,
    pub(super) house: PrivateHouse<'s>,
    pub(super) pricing: Pricing,
    pub(super) listings: Vec<Listing>,
    /// All wagers of the table in the form in which they are typed.
    pub(super) wagers: Vec<String>,
    pub(super) log: Vec<Message>,
    pub(super) mistakes: Mistakes,
    /// The record of the last finished round.
    pub(super) last_round: Option<String>,
    /// The outcomes of the wheel or the dice, the latest last.
    pub(super) results: Vec<ChanceResult>,
    /// The finished rounds.
    pub(super) past: Vec<PastRound>,
    pub(super) style: Style,
    /// The bets of this round.
    pub(super) bets: Vec<TypedBet>,
    /// The bets of the last round in which there were any.
    pub(super) last_bets: Vec<TypedBet>,
    pub(super) reported: Reported,
}

impl<'s> PlaySession<'s> {
    pub(super) fn new(
        of: &'s SelectedTable<'s>,
        shelf: &'s Shelf,
        house: PrivateHouse<'s>,
        style: Style,
    ) -> Self {
        let listings = offer::listings(&of.rules);
        let bets = listings.iter().filter(|listing| listing.laid == Laid::Bet);
        let wagers = bets.flat_map(|listing| listing.words.iter().cloned()).collect();
        Self {
            of,
            shelf,
            house,
            pricing: Pricing::start(of),
            listings,
            wagers,
            log: Vec::new(),
            mistakes: Mistakes::default(),
            last_round: None,
            results: Vec::new(),
            past: Vec::new(),
            style,
            bets: Vec::new(),
            last_bets: Vec::new(),
            reported: Reported::default(),
        }
    }

    /// The complete lines that Tab offers for this one.
    pub(super) fn completions(&self, line: &str) -> Vec<String> {
        input::completions(line, &self.wagers, self.of.rules.family(), self.stage())
    }

    /// The number of finished rounds.
    pub(super) fn rounds(&self) -> usize {
        self.past.len()
    }

    /// Whether learning mode is on: best play is shown without asking.
    pub(super) fn is_learning(&self) -> bool {
        self.style.learn == Learn::Always
    }

    /// The limits of the table, if it has any.
    pub(super) fn limits(&self) -> Option<String> {
        let chosen = &self.house.live().in_force.chosen;
        match (chosen.stake_min, chosen.stake_max) {
            (Some(min), Some(max)) => Some(format!("Bets from {min} to {max}.")),
            (Some(min), None) => Some(format!("Bets from {min}.")),
            (None, Some(max)) => Some(format!("Bets up to {max}.")),
            (None, None) => None,
        }
    }

    /// The current stage, which determines the available commands.
    pub(super) fn stage(&self) -> Stage {
        match self.house.phase() {
            Phase::Insurance => Stage::Insuring,
            Phase::Decision if self.house.must_decide() => Stage::Deciding,
            _ => Stage::Betting,
        }
    }

    /// The hands on the table.
    pub(super) fn hands(&self) -> Vec<HandView> {
        self.house.seen().hands
    }

    /// The decisions that the rules permit now.
    pub(super) fn moves(&self) -> Vec<MoveView> {
        self.house.seen().moves
    }

    /// Whether the game has bets behind others.
    pub(super) fn has_behind(&self) -> bool {
        self.listings.iter().any(|listing| listing.laid == Laid::Behind)
    }

    /// Whether there is a stake or a bank to deal, spin or throw for.
    pub(super) fn can_deal(&self) -> bool {
        match self.house.own_bank() {
            Some((_, next)) => next == NextBank::Stays,
            None => self.house.on_table() > Money::ZERO,
        }
    }

    /// The player's net result since the start.
    pub(super) fn since_start(&self) -> String {
        let net = self.house.net();
        match net.minor() {
            0 => "even".to_owned(),
            1.. => format!("{net} ahead"),
            _ => format!("{} behind", unsigned(net)),
        }
    }

    /// Waits for prices and best play, if answers should wait for them.
    pub(super) fn wait_for_prices(&self) {
        if self.style.missing_prices == MissingPrices::Wait {
            self.pricing.wait();
        }
    }

    /// The advice for the decision that is due, if it is computed.
    pub(super) fn advice(&self) -> Option<HandAdvice> {
        if self.is_learning() {
            self.wait_for_prices();
        }
        HandAdvice::of(&self.house, self.pricing.advisor()?.ok()?)
    }
}
