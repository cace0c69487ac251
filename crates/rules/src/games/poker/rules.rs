//! The rules of an Arizona Hold-Em table: its circles, its shuffle and its pay table.

use super::pays::PayTable;
use crate::law::Rule;

/// The most players that one pack suffices for, with three cards each and two common cards: 3 × 16 + 2 = 50.
pub const PLAYERS_MAX: usize = 16;
/// The number of cards of each player.
pub(super) const OWN: usize = 3;
/// The number of common cards; each is turned when a circle is decided.
pub(super) const COMMUNITY: usize = 2;

const _: () = assert!(OWN * PLAYERS_MAX + COMMUNITY <= 52 && OWN * (PLAYERS_MAX + 1) + COMMUNITY > 52);
const _: () = assert!(PLAYERS_MAX <= u16::BITS as usize, "the raises of a circle fit a word");

/// The rules of an Arizona Hold-Em table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoldEm {
    /// The number of packs.
    pub packs: u8,
    /// When they are shuffled.
    pub shuffled: Shuffled,
    /// The number of circles for raises, besides the ante's: none, one or two.
    pub raises: u8,
    /// The provision on the order of play.
    pub play: Rule,
    /// The provision on a hand that is dealt again.
    pub misdeal: Rule,
    /// The odds of each hand.
    pub pays: PayTable,
}

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffled {
    /// Before each hand.
    EveryHand,
    /// Between hands, when the dealer decides to.
    BetweenHands,
}
