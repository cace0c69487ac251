//! The tables that can be simulated, by family: rules, source of outcomes, stakes and policy.

use croupier_maths::blackjack::Chart;
use croupier_rules::contract::{Game, Positions, Seated};
use croupier_rules::games::baccarat::Baccarat;
use croupier_rules::games::blackjack::{self, Blackjack};
use croupier_rules::games::dice::Dice;
use croupier_rules::games::in_between::InBetween;
use croupier_rules::games::poker::HoldEm;
use croupier_rules::games::roulette::Roulette;

use crate::play::{Boxes, Plain, Raised, Supply};
use crate::policy::{ByCards, Raises, Thirds};

/// A game without decisions, with stakes that stand until they are settled.
pub(crate) struct PlainTable<G: Game> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: Plain<G>,
}

/// A game in which seats decide, with its policy.
pub(crate) struct DecidedTable<G: Game, S, D> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: S,
    pub(crate) policy: D,
    pub(crate) places: Positions,
}

/// The largest number of boxes in a simulation of several boxes.
const MANY: usize = blackjack::BOXES_MAX;

/// A table of baccarat; without a policy, nobody has a choice.
pub(crate) type CoupTable = DecidedTable<Baccarat, Plain<Baccarat>, Option<Box<Thirds>>>;

pub(crate) enum TableKind {
    Roulette(PlainTable<Roulette>),
    Dice(PlainTable<Dice>),
    InBetween(PlainTable<Seated<InBetween, 1>>),
    Baccarat(CoupTable),
    Poker(DecidedTable<Seated<HoldEm, 1>, Raised, Raises>),
    OneBox(Box<DecidedTable<Seated<Blackjack, 1>, Boxes<1>, Chart>>),
    Boxes(Box<DecidedTable<Seated<Blackjack, MANY>, Boxes<MANY>, Chart>>),
    OneBoxByCards(Box<DecidedTable<Seated<Blackjack, 1>, Boxes<1>, ByCards>>),
    BoxesByCards(Box<DecidedTable<Seated<Blackjack, MANY>, Boxes<MANY>, ByCards>>),
}
