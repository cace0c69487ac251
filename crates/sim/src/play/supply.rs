//! The outcomes at a simulated table: the chances of its stock, from rolls or from a shoe.

use croupier_rules::contract::{Game, Stock};

use crate::job::Shoes;
use crate::random::counter::{CounterRolls, CounterShoe, TableStream};
use crate::random::{RandomStream, RandomWords, Rolls, ShufflePlan, ShuffledShoe};

/// All possible outcomes at a table, each with a number.
#[derive(Clone, Debug)]
pub(crate) struct Supply<C> {
    pub(crate) chances: Vec<C>,
    pub(crate) from: SupplyKind,
}

/// The kind of source that outcomes come from.
#[derive(Clone, Debug)]
pub(crate) enum SupplyKind {
    /// A wheel or dice, with this number of equally likely outcomes.
    Rolls(u32),
    /// A shoe that is shuffled once `shuffled_at` cards are out.
    Shoe { plan: ShufflePlan, shuffled_at: usize },
}

impl<C: Copy> Supply<C> {
    /// The supply of a game whose rounds take about `a_round` cards; `None` if the game has more outcomes or cards
    /// than can be dealt.
    pub(crate) fn new<G: Game<Chance = C>>(game: &G, shoes: Shoes, a_round: usize) -> Option<Self> {
        let stock = game.stock();
        let (mut chances, mut sorted) = (Vec::new(), Vec::new());
        stock.each(|chance, weight| {
            sorted.extend(std::iter::repeat_n(u8::try_from(chances.len()).ok(), weight as usize));
            chances.push(chance);
        });
        if chances.len() > usize::from(u8::MAX) {
            return None;
        }
        let sorted: Vec<u8> = sorted.into_iter().collect::<Option<_>>()?;
        let from = if depletes(&stock, chances[0]) {
            let (shuffled_at, wanted) = match shoes {
                Shoes::Fresh => (1, a_round),
                Shoes::Cut(percent) => {
                    let cut = sorted.len() * usize::from(percent) / 100;
                    (cut.max(1), cut + RESERVE)
                }
            };
            SupplyKind::Shoe { plan: ShufflePlan::new(&sorted, wanted)?, shuffled_at }
        } else {
            SupplyKind::Rolls(u32::try_from(sorted.len()).ok().filter(|n| *n <= Rolls::CHANCES_MAX)?)
        };
        Some(Self { chances, from })
    }

    /// The source of outcomes at one table of a block of the second edition.
    pub(crate) fn counted(&self, stream: TableStream) -> Source<'_> {
        match &self.from {
            SupplyKind::Rolls(chances) => {
                CounterRolls::new(*chances, stream).map_or(Source::Nothing, Source::CountedRolls)
            }
            SupplyKind::Shoe { plan, shuffled_at } => {
                CounterShoe::new(&plan.places, stream).map_or(Source::Nothing, |cards| Source::CountedShoe {
                    cards: cards.into(),
                    shuffled_at: *shuffled_at,
                })
            }
        }
    }

    /// The source of outcomes for one block.
    pub(crate) fn source(&self, stream: RandomStream) -> Source<'_> {
        match &self.from {
            // A supply has at least one outcome, and no more than rolls can distinguish.
            SupplyKind::Rolls(chances) => Rolls::new(stream, *chances).map_or(Source::Nothing, Source::Rolls),
            SupplyKind::Shoe { plan, shuffled_at } => Source::Shoe {
                cards: ShuffledShoe::new(plan, RandomWords::new(stream)),
                shuffled_at: *shuffled_at,
            },
        }
    }
}

/// Cards drawn at the shuffle beyond the cutting card, for the round in which it comes out.
const RESERVE: usize = 24;

/// Whether the stock changes when an outcome is drawn from it.
fn depletes<S: Stock>(stock: &S, first: S::Chance) -> bool {
    let mut less = stock.clone();
    less.take(first);
    less != *stock
}

/// The outcomes of one block, in order.
pub(crate) enum Source<'p> {
    /// No outcomes.
    Nothing,
    /// A wheel or dice.
    Rolls(Rolls),
    /// A shoe.
    Shoe { cards: ShuffledShoe<'p>, shuffled_at: usize },
    /// A wheel or dice, in the second edition.
    CountedRolls(CounterRolls),
    /// A shoe, in the second edition.
    CountedShoe { cards: Box<CounterShoe<'p>>, shuffled_at: usize },
    /// Cards in a given order, for one round.
    Laid(std::slice::Iter<'p, u8>),
}

impl Source<'_> {
    /// Starts a round: shuffles the shoe if that is due, and returns whether it did.
    #[inline]
    pub(crate) fn next_round(&mut self) -> bool {
        match self {
            Self::Shoe { cards, shuffled_at } if cards.out() >= *shuffled_at => cards.shuffle(),
            Self::CountedShoe { cards, shuffled_at } if cards.out() >= *shuffled_at => cards.shuffle(),
            _ => return false,
        }
        true
    }

    /// Starts a session: shuffles the shoe, unless it is shuffled for every round anyway.
    pub(crate) fn renew(&mut self) {
        if let Self::Shoe { cards, shuffled_at } = self
            && *shuffled_at > 1
        {
            cards.shuffle();
        }
    }

    /// The number of the next outcome.
    #[inline]
    pub(crate) fn fall(&mut self) -> Option<u8> {
        match self {
            Self::Nothing => None,
            Self::Rolls(rolls) => Some(rolls.roll()),
            Self::Shoe { cards, .. } => cards.card(),
            Self::CountedRolls(rolls) => Some(rolls.roll()),
            Self::CountedShoe { cards, .. } => cards.card(),
            Self::Laid(cards) => cards.next().copied(),
        }
    }
}
