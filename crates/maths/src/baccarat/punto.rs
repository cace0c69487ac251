//! Punto banco, where nobody has a choice: how often each side wins, exactly, from any shoe.

use croupier_kit::Ratio;
use croupier_rules::games::baccarat::{Baccarat, Drawing, Opposing, Pip, Third};

use super::firsts::{Firsts, Left, firsts, less};
use super::results::{Results, accepted_prices, comparison_index};
use super::shoe::{PipCounts, ShoeError};
use super::{BaccaratError, RemovalEffect};
use crate::Price;

/// The cards that one deal can take.
const CARDS: u32 = 6;

/// In how many ways a deal can end, the six cards it can take being dealt in order whether it takes them or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DealCounts {
    /// The player's hand wins.
    pub player: u128,
    /// The banker's hand wins.
    pub banker: u128,
    /// Their scores are equal.
    pub tie: u128,
}

impl DealCounts {
    /// In how many ways in all.
    pub const fn all(&self) -> u128 {
        self.player + self.banker + self.tie
    }
}

/// The rules on third cards, as sets of scores that need not be asked for again with every card.
struct Rules<'d> {
    drawing: &'d Drawing,
    /// The scores on which the player's hand stands or draws, and those the banker can have then.
    stands: Vec<usize>,
    draws: Vec<usize>,
    banker: Vec<usize>,
}

impl<'d> Rules<'d> {
    fn new(drawing: &'d Drawing) -> Self {
        let plain = || (0..10).filter(|score| !drawing.naturals.contains(small(*score)));
        let (draws, stands) = plain().partition(|score| drawing.opposing[*score] == Third::Draws);
        Self { drawing, stands, draws, banker: plain().collect() }
    }

    /// The banker's scores on which he draws, or does not, having given this card or none.
    fn banker(&self, given: Option<usize>, draws: bool) -> impl Iterator<Item = usize> {
        let tableau = &self.drawing.tableau;
        let does = move |score: usize| match given {
            Some(third) => tableau.giving[score].contains(small(third)),
            None => tableau.stood.contains(small(score)),
        };
        self.banker.iter().copied().filter(move |score| does(*score) == draws)
    }
}

/// How often each side wins from this shoe.
///
/// # Errors
/// When the shoe has too few cards, or the table is not one where one hand opposes the banker's and nobody has a choice.
pub fn counts(game: &Baccarat, shoe: &PipCounts) -> Result<DealCounts, BaccaratError> {
    if game.hands != Opposing::One || !game.drawing.leaves_no_choice() {
        return Err(BaccaratError::Choices);
    }
    shoe.holds(CARDS)?;
    Ok(count(&game.drawing, &shoe.signed()))
}

/// Third cards outside, first cards inside: for given third cards the first ones are counted in closed form.
fn count(drawing: &Drawing, left: &Left) -> DealCounts {
    let rules = Rules::new(drawing);
    let cards: i64 = left.iter().sum();
    let mut counts = DealCounts::default();
    counts.add(&rules.no_thirds(&firsts(left)), (cards - 4) * (cards - 5));
    for third in (0..10).filter(|third| left[*third] > 0) {
        let once = less(left, third);
        counts.add(&rules.one_third(&firsts(&once), third), left[third] * (cards - 5));
        for other in (third..10).filter(|other| once[*other] > 0) {
            let drawn = left[third] * once[other];
            let first = firsts(&less(&once, other));
            counts.add(&rules.two_thirds(&first, third, other), drawn);
            if other != third {
                counts.add(&rules.two_thirds(&first, other, third), drawn);
            }
        }
    }
    counts
}

/// In how many ways four first cards come to each result. Few enough for a machine word, so that there is one wide
/// product for each result and not for each pair of scores.
#[derive(Default)]
struct Sums([i64; 3]);

impl Sums {
    fn add(&mut self, player: usize, banker: usize, ways: i64) {
        self.0[comparison_index(player.cmp(&banker))] += ways;
    }
}

impl DealCounts {
    /// Counts of cards that there are are never negative.
    fn add(&mut self, sums: &Sums, times: i64) {
        let wide = |sum: i64| u128::from(sum.unsigned_abs()) * u128::from(times.unsigned_abs());
        self.banker += wide(sums.0[0]);
        self.tie += wide(sums.0[1]);
        self.player += wide(sums.0[2]);
    }
}

impl Rules<'_> {
    /// Naturals, and hands that both stand.
    fn no_thirds(&self, first: &Firsts) -> Sums {
        let mut sums = Sums::default();
        let natural = |score: usize| self.drawing.naturals.contains(small(score));
        for (player, row) in first.iter().enumerate() {
            let ended = row.iter().enumerate().filter(|(banker, _)| natural(player) || natural(*banker));
            ended.for_each(|(banker, ways)| sums.add(player, banker, *ways));
        }
        for &player in &self.stands {
            self.banker(None, false).for_each(|banker| sums.add(player, banker, first[player][banker]));
        }
        sums
    }

    /// The third card goes to the player's hand alone, or to the banker's when the player's has stood.
    fn one_third(&self, first: &Firsts, third: usize) -> Sums {
        let mut sums = Sums::default();
        for &player in &self.draws {
            let end = (player + third) % 10;
            self.banker(Some(third), false).for_each(|banker| sums.add(end, banker, first[player][banker]));
        }
        for &player in &self.stands {
            let ends = self.banker(None, true).map(|banker| (banker, (banker + third) % 10));
            ends.for_each(|(banker, end)| sums.add(player, end, first[player][banker]));
        }
        sums
    }

    /// The player's third card, then the banker's.
    fn two_thirds(&self, first: &Firsts, third: usize, other: usize) -> Sums {
        let mut sums = Sums::default();
        for banker in self.banker(Some(third), true) {
            let end = (banker + other) % 10;
            for &player in &self.draws {
                sums.add((player + third) % 10, end, first[player][banker]);
            }
        }
        sums
    }
}

/// Scores and values are single figures.
fn small(figure: usize) -> Pip {
    u8::try_from(figure).unwrap_or(u8::MAX)
}

/// The price of every wager of a punto banco table from this shoe.
///
/// # Errors
/// As [`counts`].
pub fn punto(game: &Baccarat, shoe: &PipCounts) -> Result<Vec<Price>, BaccaratError> {
    let counts = counts(game, shoe)?;
    let method = "exact: every deal of six cards from the shoe counted, the first four in closed form";
    Ok(accepted_prices(game, &Results::of_counts(&counts), method))
}

/// What a player gains by one card of each value gone from the shoe, per unit of each wager.
///
/// # Errors
/// As [`counts`]; one card more must be left.
pub fn removals(game: &Baccarat, shoe: &PipCounts) -> Result<Vec<RemovalEffect>, BaccaratError> {
    shoe.holds(CARDS + 1).map_err(|error: ShoeError| BaccaratError::Shoe(error))?;
    let edges = |shoe: &PipCounts| {
        punto(game, shoe)
            .map(|prices| prices.into_iter().map(|price| (price.wager, price.edge)).collect::<Vec<_>>())
    };
    let before = edges(shoe)?;
    let mut effects = Vec::new();
    for value in 0..10 {
        let Some(less) = shoe.without(value) else { continue };
        for ((wager, was), (_, is)) in before.iter().zip(edges(&less)?) {
            let gain = was.exact().cloned().unwrap_or_default() - is.exact().cloned().unwrap_or_default();
            effects.push(RemovalEffect { value, wager: wager.clone(), gain });
        }
    }
    Ok(effects)
}

impl Results {
    /// Of a deal where one hand opposes the banker's.
    pub(crate) fn of_counts(counts: &DealCounts) -> Self {
        let all = counts.all();
        let chance = |ways: u128| Ratio::new(ways, all);
        Self::of_one([chance(counts.banker), chance(counts.tie), chance(counts.player)])
    }
}
