//! The rules of a blackjack table.

use super::options::{
    BetsOnABox, Boxes, BoxesAPerson, Caller, DealerBeforePlay, DealerOn17, EvenMoney, Insurance,
    LostToBlackjack, NaturalsPaid, NaturalsShown, OnEqual, Paid, Shuffler, SplitRules, Surrender,
    SurrenderWhen, WinClause,
};
use super::values::CardValues;
use crate::contract::Face;
use crate::law::Rule;
use crate::side::SideWagers;

/// The rules of a blackjack table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blackjack {
    /// The number of packs.
    pub packs: u8,
    /// Whether a machine returns every card to the shoe.
    pub shuffler: Shuffler,
    /// How many boxes the table has, and how many must be in play.
    pub boxes: Boxes,
    /// Whether other players may bet on a box.
    pub bets_on_a_box: BetsOnABox,
    /// Whether one person may play several boxes.
    pub boxes_a_person: BoxesAPerson,
    /// The values of the cards.
    pub values: CardValues,
    /// Whether the cards of the boxes lie face up or face down.
    pub faces: Face,
    /// The cards the dealer has before anyone decides.
    pub before_play: DealerBeforePlay,
    /// What the dealer does on soft 17.
    pub dealer_on_17: DealerOn17,
    /// When a blackjack is paid.
    pub naturals: NaturalsPaid,
    /// When a blackjack that lies face down is turned.
    pub naturals_shown: NaturalsShown,
    /// The ways in which a hand of 21 or less wins; the first that applies is cited.
    pub wins: Vec<WinClause>,
    /// How a stake is settled when the scores are equal.
    pub on_equal: OnEqual,
    /// The odds of an ordinary win.
    pub ordinary: Paid,
    /// The odds of a blackjack.
    pub natural: Paid,
    /// The scores that may be doubled; any score if the list is empty.
    pub double_scores: Vec<u8>,
    /// Which pairs may be split, and how often.
    pub split: SplitRules,
    /// Whether a hand may be surrendered for half the stake.
    pub surrender: Surrender,
    /// When, if the dealer looks under a card; after the look where he does not look.
    pub surrender_when: SurrenderWhen,
    /// Who may insure against the dealer's blackjack.
    pub insurance: Insurance,
    /// Whether a blackjack may be settled at evens against an Ace.
    pub even_money: EvenMoney,
    /// Which stakes are lost to a dealer's blackjack.
    pub lost_to_blackjack: LostToBlackjack,
    /// Whether the players of a box may agree on its caller.
    pub caller: Caller,
    /// The side wagers.
    pub sides: SideWagers,
    /// The provisions.
    pub cites: BlackjackCites,
}

/// The provisions that the refusals and results of blackjack cite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlackjackCites {
    /// A wager that is lost.
    pub lost: Rule,
    /// A wager with equal scores.
    pub void: Rule,
    /// The number of boxes.
    pub boxes: Rule,
    /// A second bet on a box.
    pub second_bet: Option<Rule>,
    /// When the dealer draws.
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
