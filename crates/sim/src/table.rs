//! The tables that are simulated, by family: rules, what falls, stakes and policy.

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

/// A game with stakes that stand until decided.
pub(crate) struct PlainTable<G: Game> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: Plain<G>,
}

/// A game of one seat that decides, with its policy.
pub(crate) struct DecidedTable<G: Game, S, D> {
    pub(crate) game: G,
    pub(crate) supply: Supply<G::Chance>,
    pub(crate) stakes: S,
    pub(crate) policy: D,
    pub(crate) places: Positions,
}

/// The most boxes that are simulated beyond one.
const MANY: usize = blackjack::BOXES_MAX;

/// A table of baccarat; without a policy nobody has a choice.
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
