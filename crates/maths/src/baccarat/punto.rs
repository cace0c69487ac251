//! Punto banco, where nobody has a choice: the exact number of ways each side wins, from any shoe.

use croupier_kit::{Money, Ratio};
use croupier_rules::contract::{Game, Payout};
use croupier_rules::games::baccarat::{Baccarat, Clause, Drawing, Opposing, Pip, Third, Wager};
use croupier_rules::law::Rule;
use croupier_rules::table::ExactBet;

use super::firsts::{Firsts, Left, firsts, less};
use super::results::{Results, comparison_index, price, with_drawing};
use super::shoe::{PipCounts, ShoeError};
use super::sides::FactCounts;
use super::{BaccaratError, RemovalEffect};
use crate::simple::{exact_bet, method_for};
use crate::{Figure, Price};

/// The largest number of cards in one deal.
const CARDS: u32 = 6;

/// The number of ways a deal can end. Six cards are always counted in order, whether or not the deal uses them all.
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
    /// The total number of ways.
    pub const fn all(&self) -> u128 {
        self.player + self.banker + self.tie
    }
}

/// The rules on third cards as sets of scores, computed once instead of for every card.
struct Rules<'d> {
    drawing: &'d Drawing,
    /// The scores, except naturals, on which the player's hand stands, those on which it draws, and the banker's
    /// scores.
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

    /// The scores on which the banker draws (or stands, as `draws` says) after giving the card `given`, or none.
    fn banker(&self, given: Option<usize>, draws: bool) -> impl Iterator<Item = usize> {
        let tableau = &self.drawing.tableau;
        let does = move |score: usize| match given {
            Some(third) => tableau.giving[score].contains(small(third)),
            None => tableau.stood.contains(small(score)),
        };
        self.banker.iter().copied().filter(move |score| does(*score) == draws)
    }
}

/// The number of ways each side wins from this shoe.
///
/// # Errors
/// When the shoe has too few cards, two hands oppose the banker's, or somebody has a choice.
pub fn counts(game: &Baccarat, shoe: &PipCounts) -> Result<DealCounts, BaccaratError> {
    if game.hands != Opposing::One || !game.drawing.leaves_no_choice() {
        return Err(BaccaratError::Choices);
    }
    shoe.holds(CARDS)?;
    Ok(count(&game.drawing, &shoe.signed()))
}

/// Enumerates third cards in the outer loops. For given third cards the first cards are counted in closed form.
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

/// The number of ways four first cards lead to each result.
///
/// These counts fit a machine word, so only one wide product is needed per result, not one per pair of scores.
#[derive(Default)]
struct Sums([i64; 3]);

impl Sums {
    fn add(&mut self, player: usize, banker: usize, ways: i64) {
        self.0[comparison_index(player.cmp(&banker))] += ways;
    }
}

impl DealCounts {
    /// Adds `sums` multiplied by `times`. Neither is ever negative.
    fn add(&mut self, sums: &Sums, times: i64) {
        let wide = |sum: i64| u128::from(sum.unsigned_abs()) * u128::from(times.unsigned_abs());
        self.banker += wide(sums.0[0]);
        self.tie += wide(sums.0[1]);
        self.player += wide(sums.0[2]);
    }
}

impl Rules<'_> {
    /// Deals that end by naturals, or in which both hands stand.
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

    /// Deals in which only the player's hand draws, or only the banker's after the player's stood.
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

    /// Deals in which the player's hand draws, then the banker's.
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

/// The exact value of an edge: every edge of this game is exact.
fn exact(edge: &Figure) -> Ratio {
    edge.exact().expect("every price of this game is exact").clone()
}

/// Scores and values are single digits.
fn small(figure: usize) -> Pip {
    u8::try_from(figure).expect("a single digit")
}

/// The price of every wager of a punto banco table from this shoe.
///
/// # Errors
/// As [`counts`].
pub fn punto(game: &Baccarat, shoe: &PipCounts) -> Result<Vec<Price>, BaccaratError> {
    punto_for(game, shoe, None)
}

/// The same for a bet of `stake`, where a commission is rounded.
///
/// # Errors
/// As [`counts`]; when a commission is rounded and there is no stake, or one that cannot be paid.
pub fn punto_for(
    game: &Baccarat,
    shoe: &PipCounts,
    stake: Option<Money>,
) -> Result<Vec<Price>, BaccaratError> {
    let results = Results::of_counts(&counts(game, shoe)?);
    let facts = game.clauses.iter().any(|clause| !clause.cases.0.is_empty());
    let facts = if facts { Some(FactCounts::of_values(game, shoe)?) } else { None };
    let mut prices = Vec::new();
    let mut failed = None;
    game.wagers(|wager, ()| {
        let Some(clause) = game.clause(wager).filter(|clause| game.accepts(clause)) else { return };
        let (endings, cites) = match &facts {
            Some(facts) if !clause.cases.0.is_empty() => facts.clause_endings(clause),
            _ => results.endings(clause),
        };
        match exact_bet(game, wager, stake) {
            Ok(bet) => prices.push(clause_price(game, (wager, clause), bet, endings, cites)),
            Err(error) => failed = Some(error),
        }
    });
    failed.map_or(Ok(prices), |error| Err(BaccaratError::Bet(error)))
}

fn clause_price(
    game: &Baccarat,
    (wager, clause): (Wager, &Clause),
    bet: ExactBet,
    endings: Vec<(Payout, Ratio)>,
    cites: Vec<Rule>,
) -> Price {
    let method = "exact: every deal of six cards from the shoe counted, the first four in closed form";
    let mut cites = with_drawing(game, cites);
    cites.extend(clause.commission.map(|commission| commission.cite));
    let profit = |payout| Ratio::new(bet.profit(payout).minor(), bet.staked().minor());
    let method = method_for(game, wager, bet, method);
    Price {
        odds: Some(clause.odds),
        commission: clause.commission,
        ..price(&clause.name, endings, cites, &method, profit)
    }
}

/// The player's gain from the removal of one card of each value from the shoe, per unit of each wager.
///
/// # Errors
/// As [`counts`]; the shoe needs one more card.
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
            let gain = exact(was) - exact(&is);
            effects.push(RemovalEffect { value, wager: wager.clone(), gain });
        }
    }
    Ok(effects)
}

impl Results {
    /// The results of a deal in which one hand opposes the banker's.
    pub(crate) fn of_counts(counts: &DealCounts) -> Self {
        let all = counts.all();
        let chance = |ways: u128| Ratio::new(ways, all);
        Self::of_one([chance(counts.banker), chance(counts.tie), chance(counts.player)])
    }
}
