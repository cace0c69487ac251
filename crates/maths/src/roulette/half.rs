//! Whether to take half of a stake that a zero holds.

use croupier_kit::Ratio;
use croupier_rules::contract::Game;
use croupier_rules::games::roulette::{EnPrison, OnZero, Roulette, Wager, ZeroRule};
use croupier_rules::law::Rule;

use crate::general::stake_outcomes;
use crate::price::profit;

/// The same table as it is played by people who take half of a held stake where that is better for them: half is then
/// what a zero leaves. Where both are worth the same, they leave it held.
pub fn best_halves(game: &Roulette) -> Roulette {
    let mut best = game.clone();
    for place in 0..game.clauses.len() {
        let Some((zero, rule)) = choice(game, place) else { continue };
        let Some(wager) = wager_under(game, place) else { continue };
        let mut halved = game.clone();
        halved.clauses[place].on_zero = Some(ZeroRule { does: OnZero::Shared(rule), ..zero });
        if mean(&halved, wager) > mean(game, wager) {
            best.clauses[place].on_zero = halved.clauses[place].on_zero;
        }
    }
    best
}

/// The zeros that hold a stake under a clause, and the provision by which half of it may be taken.
fn choice(game: &Roulette, place: usize) -> Option<(ZeroRule, Rule)> {
    let zero = game.clauses[place].on_zero?;
    let OnZero::Held(EnPrison { half: Some(rule), .. }) = zero.does else { return None };
    Some((zero, rule))
}

fn wager_under(game: &Roulette, place: usize) -> Option<Wager> {
    let mut found = None;
    game.wagers(|wager, _| {
        if matches!(wager, Wager::Numbers { clause, .. } if usize::from(clause) == place) {
            found = found.or(Some(wager));
        }
    });
    found
}

/// The expected profit of a stake of one.
fn mean(game: &Roulette, wager: Wager) -> Ratio {
    let outcomes =
        stake_outcomes(game, &game.stock(), wager, croupier_rules::games::roulette::Life::default());
    outcomes.ends.iter().map(|end| profit(end.payout) * end.chance.clone()).sum()
}
