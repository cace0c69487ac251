//! How a table is conducted: what the general refusals of a game cite.

use serde::Deserialize;
use toml::Spanned;

use super::faults::Faults;
use super::section::Citations;
use crate::law::Cites;

/// The citations as the file has them, for a whole book or for one game.
#[derive(Deserialize, Default, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct ConductDraft {
    limits: Option<Spanned<String>>,
    late: Option<Spanned<String>>,
    service: Option<Spanned<String>>,
    no_such_wager: Option<Spanned<String>>,
    place_your_bets: Option<Spanned<String>>,
    final_bets: Option<Spanned<String>>,
    cancelled: Option<Spanned<String>>,
    cancel_too_late: Option<Spanned<String>>,
    cancel_until: Option<CancelUntil>,
    bank: Option<Spanned<String>>,
    packs: Option<Spanned<String>>,
    shuffle: Option<Spanned<String>>,
    cutting_card: Option<Spanned<String>>,
    hours: Option<Spanned<String>>,
    buy_in: Option<Spanned<String>>,
    cash_plays: Option<Spanned<String>>,
    cash_in: Option<Spanned<String>>,
    chip_change: Option<Spanned<String>>,
    disputes: Option<Spanned<String>>,
    dealer_bets: Option<DealerBets>,
}

/// Whether the dealer lays bets for players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum DealerBets {
    /// When a player asks for it and betting is open.
    #[default]
    AtRequest,
    /// Never: players lay their own.
    Never,
}

/// Until when both sides may agree to cancel a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum CancelUntil {
    /// As long as it stands.
    Decided,
    /// Until betting closes.
    #[default]
    BettingCloses,
}

/// What the general refusals at a table cite; nothing where the book is silent.
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
    /// `place your bets` out of place.
    pub place_your_bets: Cites,
    /// `final bets` out of place.
    pub final_bets: Cites,
    /// A cancelled stake.
    pub cancelled: Cites,
    /// A cancellation that is not in order.
    pub cancel_too_late: Cites,
    /// Until when a wager may be cancelled.
    pub cancel_until: CancelUntil,
    /// A bank held by someone who may not.
    pub bank: Cites,
    /// A card that cannot be in the shoe.
    pub packs: Cites,
    /// A shuffle out of place.
    pub shuffle: Cites,
    /// The cutting card and the cut.
    pub cutting_card: Cites,
    /// Play outside the approved hours.
    pub hours: Cites,
    /// Money and chips that change hands without being laid out and checked.
    pub buy_in: Cites,
    /// Cash that plays on bets.
    pub cash_plays: Cites,
    /// Wheel chips handed in out of time.
    pub cash_in: Cites,
    /// Wheel chips asked for in a way or at a time that is not permitted.
    pub chip_change: Cites,
    /// A dispute that is not in order.
    pub disputes: Cites,
    /// Whether the dealer lays bets for players.
    pub dealer_bets: DealerBets,
}

impl Conduct {
    /// What the game says, else what the book says for all its games.
    pub(super) fn read(
        game: &ConductDraft,
        book: &ConductDraft,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Self {
        let mut read = |of: fn(&ConductDraft) -> Option<&Spanned<String>>| -> Cites {
            cites.read_some(of(game).or_else(|| of(book)), faults).into()
        };
        Self {
            limits: read(|d| d.limits.as_ref()),
            late: read(|d| d.late.as_ref()),
            service: read(|d| d.service.as_ref()),
            no_such_wager: read(|d| d.no_such_wager.as_ref()),
            place_your_bets: read(|d| d.place_your_bets.as_ref()),
            final_bets: read(|d| d.final_bets.as_ref()),
            cancelled: read(|d| d.cancelled.as_ref()),
            cancel_too_late: read(|d| d.cancel_too_late.as_ref()),
            cancel_until: game.cancel_until.or(book.cancel_until).unwrap_or_default(),
            bank: read(|d| d.bank.as_ref()),
            packs: read(|d| d.packs.as_ref()),
            shuffle: read(|d| d.shuffle.as_ref()),
            cutting_card: read(|d| d.cutting_card.as_ref()),
            hours: read(|d| d.hours.as_ref()),
            buy_in: read(|d| d.buy_in.as_ref()),
            cash_plays: read(|d| d.cash_plays.as_ref()),
            cash_in: read(|d| d.cash_in.as_ref()),
            chip_change: read(|d| d.chip_change.as_ref()),
            disputes: read(|d| d.disputes.as_ref()),
            dealer_bets: game.dealer_bets.or(book.dealer_bets).unwrap_or_default(),
        }
    }
}
