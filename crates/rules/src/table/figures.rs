//! The stakes of a round as figures count them: each belongs to the bet that it was part of, and a wager that one ball or
//! one throw decides has its payout for every one of them.

use std::collections::BTreeMap;

use croupier_kit::Money;

use super::people::PlayerId;
use super::shoe::CardSource;
use super::stakes::Stake;
use super::table_game::{Table, TableGame};
use crate::commission::Charge;
use crate::contract::{Payout, Positions, Stock, Turn};
use crate::side::SideBet;

/// The stakes of a round as figures count them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CountedStakes {
    /// The weight of each ball or throw; empty if a round is not decided by one.
    pub weights: Vec<u32>,
    /// Whether the same cards decide all of them: what is staked on any two wagers has one covariance.
    pub together: bool,
    /// The wagers, each once.
    pub wagers: Vec<FigureWager>,
    /// The stakes.
    pub stakes: Vec<CountedStake>,
}

/// A wager as figures count it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureWager {
    /// The name of its kind, as prices have it.
    pub name: String,
    /// Its payout for each ball or throw, if one of them always decides it.
    pub draw: Option<Vec<Payout>>,
}

/// A stake as figures count it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedStake {
    /// Its number.
    pub number: u32,
    /// The player.
    pub player: PlayerId,
    /// What it is settled by.
    pub terms: CountedTerms,
    /// The amount of the bet that it was made with; zero if a decision added the whole of it to another.
    pub first: Money,
    /// The amount with everything that was added.
    pub amount: Money,
}

/// What stakes are settled by: those with the same terms win and lose the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CountedTerms {
    /// The place of the wager among those of the round: of the bet that a stake was added to, if a decision made it.
    pub wager: usize,
    charge: Charge,
    bet: Money,
}

impl CountedTerms {
    /// The profit of such a stake under a payout of its wager; `None` if it cannot be counted.
    pub fn profit(&self, payout: Payout) -> Option<Money> {
        self.charge.profit(payout, self.bet).ok().flatten()
    }
}

/// What the bets of a round have in common, for their variance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BetsOfRound {
    /// One ball or throw. A bet that one of them may leave standing is decided by several.
    Throws,
    /// The same cards decide all bets.
    Together,
    /// Every player or box has cards of its own.
    OwnCards,
}

impl BetsOfRound {
    /// What the bets of a round of this game have in common.
    pub fn of<G: TableGame>(game: &G) -> Self {
        match game.packs() {
            CardSource::None => Self::Throws,
            _ if game.decides_together() => Self::Together,
            _ => Self::OwnCards,
        }
    }
}

/// What a stake is counted under.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Counted<W> {
    Main(W),
    Side(SideBet),
}

impl<G: TableGame> Table<'_, G> {
    /// The stakes with these numbers as figures count them. Stakes that were refused are left out.
    pub fn counted(&self, numbers: impl Iterator<Item = u32>) -> CountedStakes {
        let mut counted =
            CountedStakes { together: self.game.decides_together(), ..CountedStakes::default() };
        let mut places = BTreeMap::new();
        for number in numbers {
            let Some(stake) = self.stakes.get(number) else { continue };
            let root = self.root_of(stake);
            let Some(under) = counted_under(root.unwrap_or(stake)) else { continue };
            let wager = *places.entry(under).or_insert_with(|| {
                counted.wagers.push(self.counted_wager(under));
                counted.wagers.len() - 1
            });
            let first = if root.is_some() {
                Money::ZERO
            } else {
                Money::from_minor(stake.amount.minor() - stake.added.minor())
            };
            let (player, amount) = (stake.player, stake.amount);
            let terms = CountedTerms { wager, charge: stake.charge, bet: stake.bet() };
            counted.stakes.push(CountedStake { number, player, terms, first, amount });
        }
        if counted.wagers.iter().any(|wager| wager.draw.is_some()) {
            self.game.stock().each(|_, weight| counted.weights.push(weight));
        }
        counted
    }

    /// The bet that a decision has added this stake to: a split hand, a raise.
    fn root_of(&self, stake: &Stake<G>) -> Option<&Stake<G>> {
        let (root, wager) = (self.stakes.get(stake.parent?)?, stake.wager?);
        let added = self.game.added_later(root.wager?);
        added.iter().any(|(later, _)| *later == wager).then_some(root)
    }

    fn counted_wager(&self, under: Counted<G::Wager>) -> FigureWager {
        match under {
            Counted::Main(wager) => {
                FigureWager { name: self.game.wager_name(wager), draw: draw_of(&*self.game, wager) }
            }
            Counted::Side(bet) => {
                FigureWager { name: self.game.sides().get(bet).name.to_string(), draw: None }
            }
        }
    }
}

fn counted_under<G: TableGame>(stake: &Stake<G>) -> Option<Counted<G::Wager>> {
    match (stake.side, stake.wager) {
        (Some(bet), _) => Some(Counted::Side(bet)),
        (None, wager) => wager.map(Counted::Main),
    }
}

/// The payout of a wager for each ball or throw, in the order of the stock; `None` if one of them leaves it standing, or
/// if cards decide it.
fn draw_of<G: TableGame>(game: &G, wager: G::Wager) -> Option<Vec<Payout>> {
    if game.packs() != CardSource::None {
        return None;
    }
    let opened = game.open(Positions::first(1));
    let mut payouts = Vec::new();
    let mut is_decided = true;
    game.stock().each(|chance, _| {
        let mut deal = opened;
        game.fall_unchecked(&mut deal, chance);
        let settled = game.advance(wager, &mut G::Life::default(), &deal);
        match settled.filter(|_| matches!(game.turn(&deal), Turn::Over | Turn::Bets)) {
            Some(settled) => payouts.push(settled.payout),
            None => is_decided = false,
        }
    });
    is_decided.then_some(payouts)
}
