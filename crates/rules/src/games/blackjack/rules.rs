//! The rules of a blackjack table.

use super::options::{
    BetsOnABox, Boxes, BoxesAPerson, Caller, DealerBeforePlay, DealerOn17, EvenMoney, Insurance,
    LostToBlackjack, NaturalsPaid, NaturalsShown, OnEqual, Paid, Shuffler, SplitRules, Surrender, WinClause,
};
use super::values::CardValues;
use crate::contract::Face;
use crate::law::Rule;

/// The rules of a blackjack table.
#[derive(Clone, Debug)]
pub struct Blackjack {
    /// How many packs.
    pub packs: u8,
    /// Whether a machine puts every card back.
    pub shuffler: Shuffler,
    /// How many boxes the table has, and how many must be in play.
    pub boxes: Boxes,
    /// Whether others may bet on a box.
    pub bets_on_a_box: BetsOnABox,
    /// Whether one person may play several boxes.
    pub boxes_a_person: BoxesAPerson,
    /// What the cards count.
    pub values: CardValues,
    /// Which way the cards of the boxes lie.
    pub faces: Face,
    /// What the dealer has before anyone decides.
    pub before_play: DealerBeforePlay,
    /// What the dealer does on soft 17.
    pub dealer_on_17: DealerOn17,
    /// When a blackjack is paid.
    pub naturals: NaturalsPaid,
    /// When a blackjack that lies face down is turned.
    pub naturals_shown: NaturalsShown,
    /// How a hand of 21 or less wins; the first that holds is cited.
    pub wins: Vec<WinClause>,
    /// What an equal score comes to.
    pub on_equal: OnEqual,
    /// What an ordinary win is paid.
    pub ordinary: Paid,
    /// What a blackjack is paid.
    pub natural: Paid,
    /// The scores that may be doubled; any where none is named.
    pub double_scores: Vec<u8>,
    /// What may be split.
    pub split: SplitRules,
    /// Whether a hand may be given up for half.
    pub surrender: Surrender,
    /// Who may insure against the dealer's blackjack.
    pub insurance: Insurance,
    /// Whether a blackjack may be settled at evens against an Ace.
    pub even_money: EvenMoney,
    /// What is lost to a dealer's blackjack.
    pub lost_to_blackjack: LostToBlackjack,
    /// Whether the players of a box may agree who calls it.
    pub caller: Caller,
    /// The provisions.
    pub cites: BlackjackCites,
}

/// The provisions that blackjack's refusals and results rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlackjackCites {
    /// A wager that is lost.
    pub lost: Rule,
    /// A wager on an equal score.
    pub void: Rule,
    /// The number of boxes.
    pub boxes: Rule,
    /// A second bet on a box.
    pub second_bet: Option<Rule>,
    /// What the dealer draws.
    pub dealer: Rule,
    /// Drawing.
    pub draw: Rule,
    /// Standing.
    pub stand: Rule,
    /// Doubling.
    pub double: Rule,
    /// Splitting.
    pub split: Rule,
    /// Splitting again.
    pub split_again: Rule,
    /// Surrender.
    pub surrender: Rule,
    /// Who calls a box.
    pub caller: Rule,
}
