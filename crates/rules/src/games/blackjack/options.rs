//! The options that a book or a house may choose at a blackjack table.

use croupier_kit::Odds;

use crate::law::{Cites, Rule};

/// Where the cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffler {
    /// A shoe that is used for several hands.
    Shoe,
    /// A shuffling machine, which makes the shoe complete for every round.
    Machine,
}

/// The number of boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boxes {
    /// How many the table has.
    pub most: u8,
    /// How many must be in play for a round.
    pub least: u8,
}

/// How many bets may lie on a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BetsOnABox {
    /// One.
    One,
    /// Several: the first one's player calls, the others are behind.
    Several,
}

/// How many boxes a person may play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BoxesAPerson {
    /// One.
    One,
    /// Several, as a player of his own at each.
    Several,
}

/// What the dealer has before anyone decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealerBeforePlay {
    /// Nothing: he takes his first card when the boxes have played.
    NoCard,
    /// One card, after the first of every box.
    OneCard,
    /// A second too, face down, after the second of every box. He looks at it when the first is an Ace or worth ten,
    /// after insurance has closed, and blackjack ends the round there and then.
    HoleCard,
}

/// What the dealer does on soft 17.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealerOn17 {
    /// Stands.
    Stands,
    /// Draws.
    Draws,
}

/// When a blackjack is paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NaturalsPaid {
    /// When the first cards are out, unless the dealer may have one too; then by his second card.
    AtOnce,
    /// When the dealer has finished.
    AtEnd,
}

/// When a blackjack that lies face down is turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NaturalsShown {
    /// As soon as it is dealt.
    AtOnce,
    /// With the other hands, when the round is over.
    AtEnd,
}

/// One way in which a hand of 21 or less wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinClause {
    /// How the hand wins.
    pub way: WayToWin,
    /// The provision that says so.
    pub cite: Rule,
}

/// The ways in which a hand of 21 or less can win.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WayToWin {
    /// The dealer is over 21.
    DealerOver,
    /// Its score is the higher.
    Higher,
    /// It is blackjack, and the dealer has 21 in more cards.
    TwoCards,
}

/// How an equal score is settled: both or neither blackjack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnEqual {
    /// The stake is returned.
    Void,
    /// The dealer takes it.
    Lost,
}

/// Odds, with the provisions that they are based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paid {
    /// The odds.
    pub odds: Odds,
    /// The provision that sets them.
    pub cite: Rule,
    /// The clause that says the wager is won, if that is always the same.
    pub clause: Option<Rule>,
}

/// What may be split, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitRules {
    /// Which cards make a pair.
    pub pairs: Pairs,
    /// Card values that may not be split.
    pub barred: Vec<u8>,
    /// The most hands in a box.
    pub hands_max: u8,
    /// The cards that split Aces may receive.
    pub aces: SplitAces,
    /// Whether Aces may be split again.
    pub aces_again: AcesAgain,
    /// How 21 in two cards counts on a hand that was split.
    pub two_card_21: SplitTwoCard21,
    /// Whether a hand that was split may be doubled.
    pub double: DoubleAfterSplit,
    /// Whether a box that was split may still insure.
    pub insurance: InsuranceAfterSplit,
}

/// What 21 in two cards is on a hand that was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SplitTwoCard21 {
    /// 21 like any other.
    Ordinary,
    /// Blackjack.
    Blackjack,
}

/// Whether a hand that was split may be doubled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DoubleAfterSplit {
    /// As any other.
    AsOthers,
    /// Never.
    Never,
}

/// Whether a box that was split may still insure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InsuranceAfterSplit {
    /// The right ends with the split.
    Ends,
    /// It goes on until the dealer draws.
    GoesOn,
}

/// Which cards make a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairs {
    /// Two cards of equal value.
    Value,
    /// Two cards of equal rank.
    Rank,
}

/// The cards that split Aces may receive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitAces {
    /// One card each.
    OneCard,
    /// Cards like any other hand.
    PlayOn,
}

/// Whether Aces may be split again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AcesAgain {
    /// Once only.
    Never,
    /// As any other pair: an Ace that gets another Ace as its one card may be split again.
    AsOthers,
}

/// Whether a hand may be given up for half.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Surrender {
    /// Never.
    Never,
    /// As the first decision, unless the dealer shows an Ace.
    UnlessAce,
    /// As the first decision, whatever the dealer shows.
    AnyCard,
}

/// When a hand may be given up where the dealer looks under a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurrenderWhen {
    /// Before he looks: half comes back even if he has blackjack.
    BeforeLook,
    /// After he has looked and has no blackjack.
    AfterLook,
}

/// Who may insure against the dealer's blackjack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Insurance {
    /// Who has the right to it.
    pub right: InsuranceRight,
    /// The odds it is paid at.
    pub odds: Odds,
    /// The provisions: first on the right, then on the odds.
    pub cites: Cites,
}

/// Who has the right to insure when the dealer shows an Ace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InsuranceRight {
    /// Only a hand of 21 in two cards.
    OwnBlackjack,
    /// Any hand.
    AnyHand,
}

/// Whether a blackjack may be settled at evens against an Ace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvenMoney {
    /// The game does not have even money.
    None,
    /// The house does not offer it.
    NotOffered(Rule),
    /// The house offers it, under this provision.
    Offered(Rule),
}

/// Which stakes are lost to a dealer's blackjack after doubling and splitting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LostToBlackjack {
    /// All stakes.
    Everything,
    /// Only the stakes made before the first card.
    OriginalBets,
}

/// Who calls a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Caller {
    /// The player of the first bet on it.
    FirstBet,
    /// Whom the players of the box agree on, else the player of the first bet.
    Agreed,
}
