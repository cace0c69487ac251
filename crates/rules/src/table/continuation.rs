//! What a table carries over from one record to the next.
//!
//! The acts of a record say everything that happens in it, but a live table does not begin empty: the direction of the
//! spin, a passing bank and the like come from the record before. A table that is played again from its record begins
//! with its [`Continuation`].

use croupier_kit::Money;

use crate::notation::{Direction, Name};

/// What a table carries over from the record before; the default for a table that has just opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Continuation {
    /// The people who are refused service, in the order of their names.
    pub refused: Vec<Name>,
    /// The last round, in words.
    pub last_round: Option<LastRound>,
    /// Who may cut the cards that were shuffled.
    pub may_cut: MayCut,
    /// The state that only this game has.
    pub series: SeriesContinuation,
}

/// Who may cut the cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum MayCut {
    /// Nobody: they have not been shuffled, or have been cut.
    #[default]
    Nobody,
    /// Whoever wants to.
    Anyone,
    /// The person who was dealt the cutting card.
    Person(Name),
}

/// A round that is over, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastRound {
    /// What lay on the table.
    pub description: Box<str>,
    /// The result.
    pub result: Box<str>,
}

/// The state of a game that continues in the next record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SeriesContinuation {
    /// Nothing continues.
    #[default]
    None,
    /// The spins of a wheel.
    Spins {
        /// The direction of the last spin, if known.
        last: Option<Direction>,
        /// Whether the wheel is turning.
        turning: bool,
        /// Whether the last spin did not count and must be repeated.
        again: bool,
    },
    /// The bank of a baccarat table.
    Bank {
        /// The player who holds it, or held it last.
        banker: Option<Name>,
        /// The amount in it, if known.
        amount: Option<Money>,
        /// Whether an opposing hand has won, so that it must pass.
        passes: bool,
        /// Whether its holder has given it up.
        given_up: bool,
    },
}
