//! The game contract: one definition of each game, by which it is played, judged, priced and simulated.
//!
//! There are three layers, because many stakes share a deal and some state outlives a round:
//!
//! - a **deal** is what lies on the table: `Copy`, without money and without heap memory. It knows whose turn it is,
//!   which moves and which cards, balls or throws are lawful, and the result of each wager;
//! - a **stake** is one wager with its amount, its owner and its own state (a point, the hand it follows); see
//!   [`crate::table`];
//! - a **series** is the state that outlives a round: the shoe, the direction of the spin, the bank, carried stakes;
//!   see [`crate::table`].

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
use croupier_kit::{Card, Money, Odds, Shoe, lcm};

use crate::law::{Cites, Refusal, Rule};

/// A place at the table that makes decisions or has cards: a box, a player's hand, the banker.
pub type Seat = u8;

/// The places that are in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Positions(u32);

impl Positions {
    /// No places: the game has none.
    pub const NONE: Self = Self(0);

    /// The first `count` places.
    pub const fn first(count: u8) -> Self {
        Self(if count >= 32 { u32::MAX } else { (1 << count) - 1 })
    }

    /// The same set with one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// The same set without one seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat))
    }

    /// Whether the set contains this seat.
    pub const fn contains(self, seat: Seat) -> bool {
        seat < 32 && self.0 >> seat & 1 == 1
    }

    /// The number of seats in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// All seats in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..32).filter(move |&seat| self.contains(seat))
    }
}

/// What a deal waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Bets may be made, and the wheel may be spun or the dice thrown.
    Bets,
    /// A card, ball or throw is due.
    Chance(Fall),
    /// This seat decides.
    Seat(Seat),
    /// Nothing: the round is over.
    Over,
}

/// The destination of the next card, and who sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fall {
    /// The seat that receives it.
    pub to: Seat,
    /// Whether everybody sees it.
    pub face: Face,
}

/// Whether a card lies face up or face down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "up and down are their own names")]
pub enum Face {
    Up,
    Down,
}

/// How a stake is settled, without amounts: the table computes those.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payout {
    /// Paid at these odds.
    Win(Odds),
    /// A bet of several chips: the net number of parts won (negative if lost) out of the parts staked.
    Net {
        /// Parts won, net.
        won: i32,
        /// Parts staked.
        staked: u32,
        /// Whether any chip won.
        any: bool,
    },
    /// Lost.
    Lose,
    /// Lost, but the half that was added later is returned: a doubled stake when only original bets are lost.
    LoseOriginal,
    /// Half is lost: the stake is shared equally with the bank.
    LoseHalf,
    /// Surrendered for half the stake.
    Surrender,
    /// Returned.
    Void,
    /// Settled as `main`, and paid a bonus on the hand besides, whatever `main` is.
    Bonus {
        /// How the stake itself is settled.
        main: MainPayout,
        /// The odds of the bonus.
        bonus: Odds,
    },
}

/// How a stake is settled beside its bonus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MainPayout {
    /// Paid at these odds.
    Win(Odds),
    /// Lost.
    Lose,
    /// Returned.
    Void,
}

impl From<MainPayout> for Payout {
    fn from(main: MainPayout) -> Self {
        match main {
            MainPayout::Win(odds) => Self::Win(odds),
            MainPayout::Lose => Self::Lose,
            MainPayout::Void => Self::Void,
        }
    }
}

/// A payout with the provisions that it is based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The payout.
    pub payout: Payout,
    /// The provisions, the deciding one first.
    pub cites: Cites,
}

impl Settled {
    /// A payout under these provisions.
    pub fn new(payout: Payout, cites: impl Into<Cites>) -> Self {
        Self { payout, cites: cites.into() }
    }
}

/// A ball, throw or card, as the table passes it to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallen<'a> {
    /// The pocket of the ball, as written in the record.
    Ball(&'a str),
    /// The numbers of the dice, as written in the record.
    Dice(&'a [u32]),
    /// A card.
    Card(Card),
}

impl Fallen<'_> {
    /// The name of the kind: ball, dice or card.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ball(_) => "a ball",
            Self::Dice(_) => "dice",
            Self::Card(_) => "a card",
        }
    }
}

/// The remaining outcomes with their weights: a wheel, dice, or the cards left in a shoe.
pub trait Stock: Clone + Eq + Hash + Debug {
    /// One outcome.
    type Chance: Copy;
    /// Calls `fall` for every remaining outcome with its weight.
    fn each(&self, fall: impl FnMut(Self::Chance, u32));
    /// Records that the outcome has occurred: a card leaves the shoe; a wheel does not change.
    fn take(&mut self, chance: Self::Chance);
}

/// The cards left in a shoe, one by one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CardStock(Shoe);

impl CardStock {
    /// The cards of this shoe.
    pub const fn new(shoe: Shoe) -> Self {
        Self(shoe)
    }
}

impl Stock for CardStock {
    type Chance = Card;

    fn each(&self, mut fall: impl FnMut(Card, u32)) {
        for card in Card::pack() {
            let count = self.0.count(card);
            if count > 0 {
                fall(card, u32::from(count));
            }
        }
    }

    fn take(&mut self, card: Card) {
        self.0.take(card).expect("only cards that are left are taken");
    }
}

/// One stake of a player who makes decisions, in units of the first bet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnStake<W, L> {
    /// The wager.
    pub wager: W,
    /// Its state.
    pub life: L,
    /// Its amount, as a multiple of the first bet.
    pub units: u8,
}

/// The stakes that one bet has become through its player's decisions: at most one for each hand of a split box.
pub type OwnStakes<G> = ArrayVec<OwnStake<<G as Game>::Wager, <G as Game>::Life>, STAKES_MAX>;

/// The most stakes that one bet can become: eight hands of a box.
pub const STAKES_MAX: usize = 8;

/// The rules of a game with room for at most `PLACES` places in a deal.
///
/// The number belongs to the deal and not to the rules: prices and simulations deal to one box, a table to as many as
/// any book permits.
#[derive(Clone, Debug)]
pub struct Seated<G, const PLACES: usize>(pub G);

impl<G, const PLACES: usize> From<G> for Seated<G, PLACES> {
    fn from(rules: G) -> Self {
        Self(rules)
    }
}

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

/// The rules of one game in force: `self` is the book's parameters with the house's settings; a `Deal` is one round
/// played under them.
pub trait Game: Sized {
    /// What lies on the table.
    type Deal: Copy + Eq + Hash + Debug;
    /// An outcome of chance, distinguished only as far as the rules distinguish it.
    type Chance: Copy + Eq + Hash + Debug;
    /// A decision of a seat.
    type Move: Copy + Eq + Debug;
    /// A wager.
    type Wager: Copy + Ord + Hash + Debug;
    /// The state of a stake between outcomes.
    type Life: Copy + Ord + Hash + Default + Debug;
    /// What a seat knows of the deal.
    type View: Copy + Eq + Hash + Debug;
    /// The remaining outcomes.
    type Stock: Stock<Chance = Self::Chance>;

    /// A new deal with these places in play.
    fn open(&self, in_play: Positions) -> Self::Deal;
    /// What the deal waits for.
    fn turn(&self, deal: &Self::Deal) -> Turn;
    /// Checks whether the seat may make this move. This is the only definition of a legal move.
    fn check(&self, deal: &Self::Deal, seat: Seat, mv: Self::Move) -> Result<(), Refusal>;
    /// Checks whether this outcome is possible now.
    fn check_fall(&self, deal: &Self::Deal, chance: Self::Chance) -> Result<(), Refusal>;
    /// Makes a move that [`Game::check`] permits.
    fn play_unchecked(&self, deal: &mut Self::Deal, seat: Seat, mv: Self::Move);
    /// Applies an outcome that [`Game::check_fall`] permits.
    fn fall_unchecked(&self, deal: &mut Self::Deal, chance: Self::Chance);
    /// What the seat knows of the deal.
    fn view(&self, deal: &Self::Deal, seat: Seat) -> Self::View;
    /// Calls `each` for every move that [`Game::check`] permits to the seat.
    fn moves(&self, deal: &Self::Deal, seat: Seat, each: impl FnMut(Self::Move));
    /// All outcomes at the start: the whole shoe, the wheel, the dice.
    fn stock(&self) -> Self::Stock;
    /// How a stake is settled after the last outcome or move; `None` while it stands.
    fn advance(&self, wager: Self::Wager, life: &mut Self::Life, deal: &Self::Deal) -> Option<Settled>;
    /// Changes a seat's stakes as its move requires, before the move is made: doubles one, or adds one.
    fn follow(&self, _deal: &Self::Deal, _seat: Seat, _mv: Self::Move, _stakes: &mut OwnStakes<Self>) {}
    /// Calls `each` for every wager with the initial state of a stake on it, for enumeration and simulation.
    fn wagers(&self, each: impl FnMut(Self::Wager, Self::Life));
    /// Calls `each` for every payout that a stake on this wager can have, to find which stakes can be paid exactly.
    fn results(&self, wager: Self::Wager, each: impl FnMut(Payout, Option<Rule>));
}

impl Payout {
    /// The payout in words: `won at 35 to 1`, `lost`.
    pub fn words(self) -> String {
        match self {
            Self::Win(odds) => format!("won at {odds}"),
            Self::Net { won, staked, any: true } => format!("won {won} parts on {staked}"),
            Self::Net { any: false, .. } | Self::Lose => "lost".to_owned(),
            Self::LoseOriginal => "lost but for what was added".to_owned(),
            Self::LoseHalf => "halved".to_owned(),
            Self::Surrender => "surrendered".to_owned(),
            Self::Void => "void".to_owned(),
            Self::Bonus { main, bonus } => format!("{} with a bonus of {bonus}", Self::from(main).words()),
        }
    }

    /// The bonus in it; `None` if it has none, or it is not a whole number of minor units.
    ///
    /// # Errors
    /// If the amount overflows.
    pub fn bonus(self, stake: Money) -> Result<Option<Money>, croupier_kit::Overflow> {
        match self {
            Self::Bonus { bonus, .. } => Self::Win(bonus).profit(stake),
            Self::Win(_)
            | Self::Net { .. }
            | Self::Lose
            | Self::LoseOriginal
            | Self::LoseHalf
            | Self::Surrender
            | Self::Void => Ok(None),
        }
    }

    /// The profit or loss of a stake; `None` if it is not a whole number of minor units.
    ///
    /// # Errors
    /// If the amount overflows.
    pub fn profit(self, stake: Money) -> Result<Option<Money>, croupier_kit::Overflow> {
        match self {
            // Each part is paid on its own, and must be a whole number by itself.
            Self::Bonus { main, .. } => match (Self::from(main).profit(stake)?, self.bonus(stake)?) {
                (Some(profit), Some(bonus)) => profit.plus(bonus).map(Some),
                _ => Ok(None),
            },
            other => {
                let (won, staked) = other.share();
                stake.fraction(won, staked)
            }
        }
    }

    /// The profit or loss as a share of the stake: a numerator, and a denominator that is not 0.
    pub fn share(self) -> (i64, i64) {
        match self {
            Self::Win(odds) => {
                let (won, staked) = odds.terms();
                (won.into(), staked.into())
            }
            Self::Net { won, staked, .. } => (won.into(), staked.into()),
            Self::Lose => (-1, 1),
            Self::LoseHalf | Self::Surrender | Self::LoseOriginal => (-1, 2),
            Self::Void => (0, 1),
            // The terms of odds have at most 17 bits, so that their products have at most 34.
            Self::Bonus { main, bonus } => {
                let ((won, staked), (more, per)) = (Self::from(main).share(), Self::Win(bonus).share());
                (won * per + more * staked, staked * per)
            }
        }
    }

    /// The smallest stake in minor units for which the profit is exact. Every other such stake is a multiple of it.
    pub fn unit(self) -> u64 {
        match self {
            Self::Win(odds) => odds.unit().into(),
            // Every chip must be a whole number of minor units.
            Self::Net { staked, .. } => staked.into(),
            Self::LoseHalf | Self::Surrender => 2,
            Self::Lose | Self::LoseOriginal | Self::Void => 1,
            Self::Bonus { main, bonus } => {
                lcm(Self::from(main).unit(), bonus.unit().into()).expect("the terms of odds have 17 bits")
            }
        }
    }
}
