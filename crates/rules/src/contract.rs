//! The Game contract: one definition of a game that is played, judged, priced and simulated.
//!
//! Three layers, because a deal is shared by many stakes and some things outlive a round:
//!
//! - a **deal** is what lies on the table: `Copy`, no money, no heap. It knows whose turn it is, which moves and which
//!   falls are lawful, and what each outcome is for each wager;
//! - a **stake** is one wager with its amount, owner and its own life (a point, the hand it follows); see [`crate::table`];
//! - a **series** is what outlives a round: the shoe, the spin's direction, the bank, carried stakes; see [`crate::table`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
use croupier_kit::{Card, Money, Odds};

use crate::law::{Cites, Refusal, Rule};

/// A place at the table that takes decisions or has cards: a box, a player's hand, the banker.
pub type Seat = u8;

/// The places that are in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Positions(u32);

impl Positions {
    /// None: the game has no places of its own.
    pub const NONE: Self = Self(0);

    /// The first so many.
    pub const fn first(count: u8) -> Self {
        Self(if count >= 32 { u32::MAX } else { (1 << count) - 1 })
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat))
    }

    /// Whether this one is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        seat < 32 && self.0 >> seat & 1 == 1
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Each of them, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..32).filter(move |&seat| self.contains(seat))
    }
}

/// What a deal waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Bets may be made, and the ball or the dice may fall.
    Bets,
    /// Something must fall.
    Chance(Fall),
    /// This seat decides.
    Seat(Seat),
    /// Nothing: the round is over.
    Over,
}

/// Where the next card goes and who sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fall {
    /// The place that gets it.
    pub to: Seat,
    /// Whether all see it.
    pub face: Face,
}

/// Which way a card lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "up and down are their own names")]
pub enum Face {
    Up,
    Down,
}

/// How a stake is settled. Never money: the table works that out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payout {
    /// Paid at these odds.
    Win(Odds),
    /// A bet of several chips: so many parts won net (negative: lost) on so many parts staked.
    Net {
        /// Won net, in parts.
        won: i32,
        /// Staked, in parts.
        staked: u32,
        /// Whether any chip won.
        any: bool,
    },
    /// Lost.
    Lose,
    /// Lost, but the half that was added later comes back: a doubled stake where only original bets are taken.
    LoseOriginal,
    /// Shared equally with the bank.
    LoseHalf,
    /// Given up for half.
    Surrender,
    /// Returned.
    Void,
}

/// A payout with the provisions it rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The payout.
    pub payout: Payout,
    /// Why.
    pub cites: Cites,
}

impl Settled {
    /// Decided so, under these provisions.
    pub fn new(payout: Payout, cites: impl Into<Cites>) -> Self {
        Self { payout, cites: cites.into() }
    }
}

/// What has fallen, as the table passes it to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallen<'a> {
    /// The ball, by the word of the record.
    Ball(&'a str),
    /// The dice, by the figures of the record.
    Dice(&'a [u32]),
    /// A card.
    Card(Card),
}

impl Fallen<'_> {
    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ball(_) => "a ball",
            Self::Dice(_) => "dice",
            Self::Card(_) => "a card",
        }
    }
}

/// What can still fall, with its weight: a wheel, dice, or what is left in a shoe.
pub trait Stock: Clone + Eq + Hash + Debug {
    /// What falls.
    type Chance: Copy;
    /// Every fall that is left with how often it is there.
    fn each(&self, fall: impl FnMut(Self::Chance, u32));
    /// It has fallen: a card leaves the shoe, a wheel stays as it is.
    fn take(&mut self, chance: Self::Chance);
}

/// One stake of a player who decides, in units of the first bet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnStake<W, L> {
    /// What it is on.
    pub wager: W,
    /// What it remembers.
    pub life: L,
    /// How many times the first bet.
    pub units: u8,
}

/// What one bet has become by its player's decisions: at most one stake a hand of a box that was split.
pub type OwnStakes<G> = ArrayVec<OwnStake<<G as Game>::Wager, <G as Game>::Life>, STAKES_MAX>;

/// No bet becomes more stakes than this: eight hands of a box.
pub const STAKES_MAX: usize = 8;

/// The rules of a game, dealt to at most so many places.
///
/// The size belongs to the deal and not to the rules: prices and simulations deal to one box, a table to as many as any
/// book permits.
#[derive(Clone, Debug)]
pub struct Seated<G, const PLACES: usize>(pub G);

impl<G, const PLACES: usize> Deref for Seated<G, PLACES> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.0
    }
}

impl<G, const PLACES: usize> DerefMut for Seated<G, PLACES> {
    fn deref_mut(&mut self) -> &mut G {
        &mut self.0
    }
}

/// The rules of one game in force: `self` is the book's parameters with the house's settings, a `Deal` one play under
/// them.
pub trait Game: Sized {
    /// What lies on the table.
    type Deal: Copy + Eq + Hash + Debug;
    /// What falls, distinguished only as far as the rules distinguish it.
    type Chance: Copy + Eq + Hash + Debug;
    /// What a seat can decide.
    type Move: Copy + Eq + Debug;
    /// What can be bet on.
    type Wager: Copy + Ord + Hash + Debug;
    /// What a stake remembers between falls.
    type Life: Copy + Ord + Hash + Default + Debug;
    /// What a seat knows.
    type View: Copy + Eq + Hash + Debug;
    /// What can still fall.
    type Stock: Stock<Chance = Self::Chance>;

    /// A new deal with these places in play.
    fn open(&self, in_play: Positions) -> Self::Deal;
    /// What the deal waits for.
    fn turn(&self, deal: &Self::Deal) -> Turn;
    /// Whether the seat may make this move. Nothing else decides what is legal.
    fn check(&self, deal: &Self::Deal, seat: Seat, mv: Self::Move) -> Result<(), Refusal>;
    /// Whether this may fall now.
    fn check_fall(&self, deal: &Self::Deal, chance: Self::Chance) -> Result<(), Refusal>;
    /// Makes a move that [`Game::check`] permits.
    fn play_unchecked(&self, deal: &mut Self::Deal, seat: Seat, mv: Self::Move);
    /// Lets fall what [`Game::check_fall`] permits.
    fn fall_unchecked(&self, deal: &mut Self::Deal, chance: Self::Chance);
    /// What the seat knows of the deal.
    fn view(&self, deal: &Self::Deal, seat: Seat) -> Self::View;
    /// Every move that [`Game::check`] permits the seat.
    fn moves(&self, deal: &Self::Deal, seat: Seat, each: impl FnMut(Self::Move));
    /// The whole shoe, the wheel, the dice.
    fn stock(&self) -> Self::Stock;
    /// How a stake is settled after the last fall or move; `None` while it stands.
    fn advance(&self, wager: Self::Wager, life: &mut Self::Life, deal: &Self::Deal) -> Option<Settled>;
    /// Changes a seat's stakes as its move does, before the move is made: doubles one, or lays one more beside them.
    fn follow(&self, _deal: &Self::Deal, _seat: Seat, _mv: Self::Move, _stakes: &mut OwnStakes<Self>) {}
    /// Every wager with the life a stake on it begins with, for enumeration and simulation.
    fn wagers(&self, each: impl FnMut(Self::Wager, Self::Life));
    /// Every payout a stake on this wager can have, to find which stakes can be paid exactly.
    fn results(&self, wager: Self::Wager, each: impl FnMut(Payout, Option<Rule>));
}

impl Payout {
    /// What it is, in words: `won at 35 to 1`, `lost`.
    pub fn words(self) -> String {
        match self {
            Self::Win(odds) => format!("won at {odds}"),
            Self::Net { won, staked, any: true } => format!("won {won} parts on {staked}"),
            Self::Net { any: false, .. } | Self::Lose => "lost".to_owned(),
            Self::LoseOriginal => "lost but for what was added".to_owned(),
            Self::LoseHalf => "halved".to_owned(),
            Self::Surrender => "surrendered".to_owned(),
            Self::Void => "void".to_owned(),
        }
    }

    /// What the stake wins or loses; `None` where that is no whole number of minor units.
    ///
    /// # Errors
    /// When the amount cannot be counted.
    pub fn profit(self, stake: Money) -> Result<Option<Money>, croupier_kit::Overflow> {
        match self {
            Self::Win(odds) => {
                let (won, staked) = odds.terms();
                stake.fraction(i64::from(won), i64::from(staked))
            }
            Self::Net { won, staked, .. } => stake.fraction(i64::from(won), i64::from(staked)),
            Self::Lose => stake.negated().map(Some),
            Self::LoseHalf | Self::Surrender | Self::LoseOriginal => stake.fraction(-1, 2),
            Self::Void => Ok(Some(Money::ZERO)),
        }
    }

    /// The smallest stake in minor units for which the profit is exact: every other is a multiple of it.
    pub fn unit(self) -> u32 {
        match self {
            Self::Win(odds) => odds.unit(),
            // Every chip is a whole number of minor units.
            Self::Net { staked, .. } => staked,
            Self::LoseHalf | Self::Surrender => 2,
            Self::Lose | Self::LoseOriginal | Self::Void => 1,
        }
    }
}
