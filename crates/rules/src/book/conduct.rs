//! The conduct of a table: the provisions that the general refusals of a game cite.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::citations::Citations;
use super::faults::Faults;
use super::located::{Citation, Located};
use crate::law::Cites;

/// What the general refusals cite, and two ways of conducting a table. Where the book is silent a key is left out, and the
/// refusal cites nothing.
#[derive(Deserialize, JsonSchema, Default, Clone)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Conduct")]
pub(super) struct ConductDraft {
    /// A stake outside the limits.
    limits: Option<Located<Citation>>,
    /// A bet after betting has closed.
    late: Option<Located<Citation>>,
    /// A bet by someone who is refused service.
    service: Option<Located<Citation>>,
    /// A wager that the game does not have.
    no_such_wager: Option<Located<Citation>>,
    /// `place your bets` out of place.
    place_your_bets: Option<Located<Citation>>,
    /// `final bets` out of place.
    final_bets: Option<Located<Citation>>,
    /// A cancelled stake.
    cancelled: Option<Located<Citation>>,
    /// A cancellation that is not permitted.
    cancel_too_late: Option<Located<Citation>>,
    /// Until when both sides may agree to cancel a wager; default: until betting closes.
    cancel_until: Option<CancelUntil>,
    /// A bank held by someone who may not.
    bank: Option<Located<Citation>>,
    /// A card that cannot be in the shoe.
    packs: Option<Located<Citation>>,
    /// A shuffle out of place.
    shuffle: Option<Located<Citation>>,
    /// The cutting card and the cut.
    cutting_card: Option<Located<Citation>>,
    /// A bet outside the opening hours.
    hours: Option<Located<Citation>>,
    /// A buy-in out of order.
    buy_in: Option<Located<Citation>>,
    /// Cash that is bet and then changed.
    cash_plays: Option<Located<Citation>>,
    /// Chips cashed in out of order.
    cash_in: Option<Located<Citation>>,
    /// Chips changed out of order.
    chip_change: Option<Located<Citation>>,
    /// A dispute out of order.
    disputes: Option<Located<Citation>>,
    /// Whether the dealer lays bets for players; default: when a player asks for it.
    dealer_bets: Option<DealerBets>,
}

impl ConductDraft {
    /// The keys that only a game with cards can use, with their positions.
    pub(super) fn on_cards(&self) -> impl Iterator<Item = (&'static str, Range<usize>)> {
        let keys = [("packs", &self.packs), ("shuffle", &self.shuffle), ("cutting_card", &self.cutting_card)];
        keys.into_iter().filter_map(|(key, cite)| Some((key, cite.as_ref()?.span())))
    }
}

/// Whether the dealer lays bets for players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "kebab-case")]
pub enum DealerBets {
    /// When a player asks for it and betting is open.
    #[default]
    AtRequest,
    /// Never: players lay their own.
    Never,
}

/// Until when both sides may agree to cancel a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema, Default)]
#[serde(rename_all = "kebab-case")]
pub enum CancelUntil {
    /// As long as it stands.
    Decided,
    /// Until betting closes.
    #[default]
    BettingCloses,
}

/// The provisions that the general refusals at a table cite; none if the book is silent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// A stake outside the limits.
    pub limits: Cites,
    /// A bet after betting has closed.
    pub late: Cites,
    /// A bet by someone who is refused service.
    pub service: Cites,
    /// A wager that the game does not have.
    pub no_such_wager: Cites,
    /// An announcement `place your bets` at the wrong time.
    pub place_your_bets: Cites,
    /// An announcement `final bets` at the wrong time.
    pub final_bets: Cites,
    /// A cancelled stake.
    pub cancelled: Cites,
    /// A cancellation that is not permitted.
    pub cancel_too_late: Cites,
    /// Until when a wager may be cancelled.
    pub cancel_until: CancelUntil,
    /// A bank held by someone who may not hold it.
    pub bank: Cites,
    /// A card that cannot be in the shoe.
    pub packs: Cites,
    /// A shuffle at the wrong time.
    pub shuffle: Cites,
    /// The cutting card and the cut.
    pub cutting_card: Cites,
    /// Play outside the approved hours.
    pub hours: Cites,
    /// Money and chips exchanged without being laid out and checked.
    pub buy_in: Cites,
    /// Cash used for bets.
    pub cash_plays: Cites,
    /// Wheel chips handed in at the wrong time.
    pub cash_in: Cites,
    /// Wheel chips requested in a way or at a time that is not permitted.
    pub chip_change: Cites,
    /// A dispute that is not permitted.
    pub disputes: Cites,
    /// Whether the dealer places bets for players.
    pub dealer_bets: DealerBets,
}

impl Conduct {
    /// Reads the provisions of the game or, where it has none, those of the book for all its games.
    pub(super) fn read(
        game: &ConductDraft,
        book: &ConductDraft,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Self {
        let mut read = |of: fn(&ConductDraft) -> Option<&Spanned<Citation>>| -> Cites {
            cites.read_some(of(game).or_else(|| of(book)), faults).into()
        };
        Self {
            limits: read(|d| d.limits.as_deref()),
            late: read(|d| d.late.as_deref()),
            service: read(|d| d.service.as_deref()),
            no_such_wager: read(|d| d.no_such_wager.as_deref()),
            place_your_bets: read(|d| d.place_your_bets.as_deref()),
            final_bets: read(|d| d.final_bets.as_deref()),
            cancelled: read(|d| d.cancelled.as_deref()),
            cancel_too_late: read(|d| d.cancel_too_late.as_deref()),
            cancel_until: game.cancel_until.or(book.cancel_until).unwrap_or_default(),
            bank: read(|d| d.bank.as_deref()),
            packs: read(|d| d.packs.as_deref()),
            shuffle: read(|d| d.shuffle.as_deref()),
            cutting_card: read(|d| d.cutting_card.as_deref()),
            hours: read(|d| d.hours.as_deref()),
            buy_in: read(|d| d.buy_in.as_deref()),
            cash_plays: read(|d| d.cash_plays.as_deref()),
            cash_in: read(|d| d.cash_in.as_deref()),
            chip_change: read(|d| d.chip_change.as_deref()),
            disputes: read(|d| d.disputes.as_deref()),
            dealer_bets: game.dealer_bets.or(book.dealer_bets).unwrap_or_default(),
        }
    }
}
