//! The acts of a record.

use std::borrow::Cow;
use std::sync::Arc;

use croupier_kit::{Card, Money};
use jiff::civil::Date;

/// The name of a person at the table.
pub type Name = Box<str>;

/// One act of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// `rules RULEBOOK/GAME`
    Rules(Box<str>),
    /// `date 1971-03-02`
    Date(Date),
    /// `house decks=6 min=1`
    House(Vec<SettingChoice>),
    /// `place your bets`
    PlaceYourBets,
    /// `final bets`
    FinalBets,
    /// `no more bets`
    NoMoreBets,
    /// `ann bets 100 on red`, `ann bets 10 behind 1`, `dealer bets 50 for ann on red`
    Bets(Bid),
    /// `cancel 3 by consent`
    Cancel(u32),
    /// `ann takes back 3`
    TakesBack(Name, u32),
    /// `ann takes half of 3`
    TakesHalf(Name, u32),
    /// `refuse ben`
    Refuse(Name),
    /// `spin left`
    Spin(Direction),
    /// `void spin`
    VoidSpin,
    /// `ball 17`; the word is checked by the wheel
    Ball(Box<str>),
    /// `dice 3 4`; the figures are checked by the game
    Dice(Vec<u32>),
    /// `cards 8S TH`
    Cards(Vec<Card>),
    /// `shuffle`
    Shuffle,
    /// `dealer looks`
    DealerLooks,
    /// `cutting card`
    CuttingCard,
    /// `ann cuts`
    Cuts(Name),
    /// `misdeal`
    Misdeal,
    /// `next hand`
    NextHand,
    /// `bank ann 500`
    PlayersBank(Name, Money),
    /// `bank house`, with or without an amount: the bank of the licence holder
    HouseBank(Option<Money>),
    /// `ben calls box 1`
    Calls(Name, u32),
    /// `ann draws on 3.2`, `banker stands`
    Decides(Decision),
    /// `ann insures 50 on 1`
    Insures(Name, Money, u32),
    /// `ann takes even money on 1`
    EvenMoney(Name, u32),
    /// `ben follows 1.2`
    Follows(Name, BoxHand),
    /// `ann carries 10 on win point 4`, `ann carries 5 behind 1`, `ann carries 10 on red held 1`
    Carries(CarriedStake),
    /// `ann calls 3 on`, `ann calls 3 off`
    CallsStake(Name, u32, Call),
}

/// Whether a player wants a stake to take part in the throws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Call {
    /// It takes part.
    On,
    /// It takes no part.
    Off,
}

impl Call {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// A stake that stood when the record began: it was made in the record before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedStake {
    /// The player.
    pub player: Name,
    /// The amount.
    pub amount: Money,
    /// The wager, or the stake of this record that it is behind.
    pub on: On,
    /// The point it has, at dice.
    pub point: Option<u32>,
    /// What its player called it, at dice.
    pub called: Option<Call>,
    /// The level at which it is held, at roulette.
    pub held: Option<u32>,
}

/// A setting of the house: key and value.
pub type SettingChoice = (Box<str>, Box<str>);

/// A stake that a player offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bid {
    /// The player.
    pub player: Name,
    /// The amount.
    pub amount: Money,
    /// The wager, or the stake it is behind.
    pub on: On,
    /// The betting area of the chips, if the record names it.
    pub at: Option<Area>,
    /// Whether the dealer placed it at the player's request.
    pub by_dealer: bool,
}

/// The subject of a stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum On {
    /// A wager in words, with one space between them, which the game reads. Shared with the stake that is made of it.
    Wager(Arc<str>),
    /// Behind the stake with this number.
    Behind(u32),
}

impl On {
    /// The words of the record.
    pub fn words(&self) -> Cow<'_, str> {
        match self {
            Self::Wager(words) => Cow::Borrowed(words),
            Self::Behind(number) => Cow::Owned(format!("behind {number}")),
        }
    }

    /// The words of the record, for a stake.
    pub(crate) fn shared_words(&self) -> Arc<str> {
        match self {
            Self::Wager(words) => Arc::clone(words),
            Self::Behind(_) => self.words().into(),
        }
    }
}

/// A betting area of a baccarat table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Area {
    /// A numbered area.
    Numbered(u32),
    /// The area for standing players.
    Standing,
    /// A word that is not an area of any table.
    Unknown(Box<str>),
}

/// The direction in which a wheel is spun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the directions are their own names")]
pub enum Direction {
    Left,
    Right,
}

impl Direction {
    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The name of the direction.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// A decision about a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who decides.
    pub who: Who,
    /// The decision.
    pub verb: Verb,
    /// The box or hand it is for, if the record names it.
    pub on: Option<BoxHand>,
}

/// Who makes a decision: a person, or the hand of a baccarat table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person, by name.
    Person(Name),
    /// A hand of baccarat.
    Side(Side),
}

/// A hand of a baccarat table that makes decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sides are their own names")]
pub enum Side {
    Player,
    Banker,
    Right,
    Left,
}

impl Side {
    /// All hands, with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Player, "player"), (Self::Banker, "banker"), (Self::Right, "right"), (Self::Left, "left")];

    /// The name of the hand.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(side, _)| *side == self).map_or("", |(_, word)| word)
    }
}

/// A decision, as a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the verbs are their own names")]
pub enum Verb {
    Draws,
    Stands,
    Doubles,
    Splits,
    Surrenders,
    Raises,
    Checks,
    Folds,
}

impl Verb {
    /// All verbs, with their words.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Draws, "draws"),
        (Self::Stands, "stands"),
        (Self::Doubles, "doubles"),
        (Self::Splits, "splits"),
        (Self::Surrenders, "surrenders"),
        (Self::Raises, "raises"),
        (Self::Checks, "checks"),
        (Self::Folds, "folds"),
    ];

    /// The word for the verb.
    pub fn name(self) -> &'static str {
        let (_, word) = Self::ALL.iter().find(|(verb, _)| *verb == self).expect("every verb has its word");
        word
    }
}

/// A box, or one hand of a box that has been split.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoxHand {
    /// The number of the box.
    pub number: u32,
    /// The number of the hand in it.
    pub hand: Option<u32>,
}
