//! The rules of an Arizona Hold-Em table: its circles, its shuffle and its pay table.

use super::pays::PayTable;
use crate::law::Rule;

/// One pack gives three cards each to no more players than this, and two in common: 3 × 16 + 2 = 50.
pub const PLAYERS_MAX: usize = 16;
/// The cards of a player's own.
pub(super) const OWN: usize = 3;
/// The cards in common, each turned when a circle is decided.
pub(super) const COMMUNITY: usize = 2;

const _: () = assert!(OWN * PLAYERS_MAX + COMMUNITY <= 52 && OWN * (PLAYERS_MAX + 1) + COMMUNITY > 52);
const _: () = assert!(PLAYERS_MAX <= u16::BITS as usize, "the raises of a circle fit a word");

/// The rules of an Arizona Hold-Em table.
#[derive(Clone, Debug)]
pub struct HoldEm {
    /// How many packs.
    pub packs: u8,
    /// When they are shuffled.
    pub shuffled: Shuffled,
    /// How many circles beside the ante's take a raise: none, one or two.
    pub raises: u8,
    /// The provision on the order of play.
    pub play: Rule,
    /// The provision on a hand that is dealt again.
    pub misdeal: Rule,
    /// What each hand is paid.
    pub pays: PayTable,
}

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffled {
    /// Before each hand.
    EveryHand,
    /// When the dealer says so.
    BetweenHands,
}
