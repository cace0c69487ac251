//! Punto banco, where nobody has a choice: how often each side wins, exactly, from any shoe.

use std::cmp::Ordering;

use croupier_kit::Ratio;
use croupier_rules::games::baccarat::{Baccarat, Drawing, Opposing, Pip, Third};

use super::firsts::{Firsts, Left, firsts, less};
use super::pricing::{Results, accepted_prices};
use super::shoe::{Composition, ShoeError};
use super::{BaccaratError, Effect};
use crate::Price;

/// The cards that one deal can take.
const CARDS: u32 = 6;

/// In how many ways a deal can end, the six cards it can take being dealt in order whether it takes them or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The player's hand wins.
    pub player: u128,
    /// The banker's hand wins.
    pub banker: u128,
    /// Their scores are equal.
    pub tie: u128,
}

impl Counts {
    /// In how many ways in all.
    pub const fn all(&self) -> u128 {
        self.player + self.banker + self.tie
    }

    fn add(&mut self, player: usize, banker: usize, ways: u128) {
        match player.cmp(&banker) {
            Ordering::Greater => self.player += ways,
            Ordering::Less => self.banker += ways,
            Ordering::Equal => self.tie += ways,
        }
    }
}

/// What the rules make of two scores before any third card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opening {
    /// A natural ends the deal.
    Ended,
    /// The player's hand stands.
    Stands,
    /// The player's hand draws.
    Draws,
}

fn opening(drawing: &Drawing, player: Pip, banker: Pip) -> Opening {
    if drawing.naturals.contains(player) || drawing.naturals.contains(banker) {
        Opening::Ended
    } else if drawing.opposing[usize::from(player)] == Third::Draws {
        Opening::Draws
    } else {
        Opening::Stands
    }
}

/// Every two scores with what the rules make of them.
fn scores(drawing: &Drawing) -> impl Iterator<Item = (usize, usize, Opening)> {
    let pairs = (0..10).flat_map(|player: Pip| (0..10).map(move |banker: Pip| (player, banker)));
    pairs.map(|(player, banker)| (player.into(), banker.into(), opening(drawing, player, banker)))
}

/// How often each side wins from this shoe.
///
/// # Errors
/// When the shoe has too few cards, or the table is not one where one hand opposes the banker's and nobody has a choice.
pub fn counts(game: &Baccarat, shoe: &Composition) -> Result<Counts, BaccaratError> {
    if game.hands != Opposing::One || !game.drawing.leaves_no_choice() {
        return Err(BaccaratError::Choices);
    }
    shoe.holds(CARDS)?;
    Ok(count(&game.drawing, &shoe.signed()))
}

/// Third cards outside, first cards inside: for given third cards the first ones are counted in closed form.
fn count(drawing: &Drawing, left: &Left) -> Counts {
    let cards: i64 = left.iter().sum();
    let mut counts = Counts::default();
    let undrawn = ways((cards - 4) * (cards - 5));
    no_thirds(drawing, &firsts(left), undrawn, &mut counts);
    for third in (0..10).filter(|third| left[*third] > 0) {
        let once = less(left, third);
        let undrawn = ways(left[third] * (cards - 5));
        one_third(drawing, &firsts(&once), third, undrawn, &mut counts);
        for other in (third..10).filter(|other| once[*other] > 0) {
            let drawn = ways(left[third] * once[other]);
            let first = firsts(&less(&once, other));
            two_thirds(drawing, &first, [third, other], drawn, &mut counts);
            if other != third {
                two_thirds(drawing, &first, [other, third], drawn, &mut counts);
            }
        }
    }
    counts
}

/// Counts of cards that there are: never less than nought.
fn ways(count: i64) -> u128 {
    u128::from(count.unsigned_abs())
}

fn no_thirds(drawing: &Drawing, first: &Firsts, undrawn: u128, counts: &mut Counts) {
    for (player, banker, opening) in scores(drawing) {
        let stood = opening == Opening::Stands && !drawing.tableau.stood.contains(small(banker));
        if opening == Opening::Ended || stood {
            counts.add(player, banker, ways(first[player][banker]) * undrawn);
        }
    }
}

/// The third card goes to the player's hand, or to the banker's when the player's has stood.
fn one_third(drawing: &Drawing, first: &Firsts, third: usize, undrawn: u128, counts: &mut Counts) {
    for (player, banker, opening) in scores(drawing) {
        let count = ways(first[player][banker]) * undrawn;
        let given = drawing.tableau.giving[banker].contains(small(third));
        match opening {
            Opening::Draws if !given => counts.add((player + third) % 10, banker, count),
            Opening::Stands if drawing.tableau.stood.contains(small(banker)) => {
                counts.add(player, (banker + third) % 10, count);
            }
            _ => {}
        }
    }
}

/// The player's third card, then the banker's.
fn two_thirds(drawing: &Drawing, first: &Firsts, thirds: [usize; 2], drawn: u128, counts: &mut Counts) {
    let [to_player, to_banker] = thirds;
    // Few enough four-card ways for a machine word, so that there is one wide product for each end and not for each
    // pair of scores.
    let mut sums = [0_i64; 3];
    for (player, banker, opening) in scores(drawing) {
        if opening == Opening::Draws && drawing.tableau.giving[banker].contains(small(to_player)) {
            let end = ((player + to_player) % 10).cmp(&((banker + to_banker) % 10));
            sums[usize::from(end != Ordering::Less) + usize::from(end == Ordering::Greater)] +=
                first[player][banker];
        }
    }
    counts.banker += ways(sums[0]) * drawn;
    counts.tie += ways(sums[1]) * drawn;
    counts.player += ways(sums[2]) * drawn;
}

/// Scores and values are single figures.
fn small(figure: usize) -> Pip {
    u8::try_from(figure).unwrap_or(u8::MAX)
}

/// The price of every wager of a punto banco table from this shoe.
///
/// # Errors
/// As [`counts`].
pub fn punto(game: &Baccarat, shoe: &Composition) -> Result<Vec<Price>, BaccaratError> {
    let counts = counts(game, shoe)?;
    let method = "exact: every deal of six cards from the shoe counted, the first four in closed form";
    Ok(accepted_prices(game, &Results::of_counts(&counts), method))
}

/// What a player gains by one card of each value gone from the shoe, per unit of each wager.
///
/// # Errors
/// As [`counts`]; one card more must be left.
pub fn removals(game: &Baccarat, shoe: &Composition) -> Result<Vec<Effect>, BaccaratError> {
    shoe.holds(CARDS + 1).map_err(|error: ShoeError| BaccaratError::Shoe(error))?;
    let edges = |shoe: &Composition| {
        punto(game, shoe)
            .map(|prices| prices.into_iter().map(|price| (price.wager, price.edge)).collect::<Vec<_>>())
    };
    let before = edges(shoe)?;
    let mut effects = Vec::new();
    for value in 0..10 {
        let Some(less) = shoe.without(value) else { continue };
        for ((wager, was), (_, is)) in before.iter().zip(edges(&less)?) {
            let gain = was.exact().cloned().unwrap_or_default() - is.exact().cloned().unwrap_or_default();
            effects.push(Effect { value, wager: wager.clone(), gain });
        }
    }
    Ok(effects)
}

impl Results {
    /// Of a deal where one hand opposes the banker's.
    pub(crate) fn of_counts(counts: &Counts) -> Self {
        let all = counts.all();
        let chance = |ways: u128| Ratio::new(ways, all);
        Self::of_one([chance(counts.banker), chance(counts.tie), chance(counts.player)])
    }
}
