//! Checks of what the `Game` contract guarantees.

use std::collections::BTreeMap;

use croupier_rules::contract::{Game, Payout, Positions, Stock, Turn};
use croupier_rules::table::TableGame;

use crate::choice::Choices;

/// The largest number of steps in a round of any game: fourteen boxes of eight hands and a dealer, with a margin.
const STEPS_MAX: usize = 4000;

/// One step of a round, recorded for a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step<C, M> {
    Fell(C),
    Moved(u8, M),
}

/// Plays rounds of a game and reports the first violation of the contract.
///
/// # Errors
/// The guarantee that was violated.
pub fn check_game<G: TableGame>(game: &G, places: Positions, rounds: u32, seed: u64) -> Result<(), String> {
    check_stock(game)?;
    let mut choices = Choices::seeded(seed);
    let mut closed = BTreeMap::new();
    for _ in 0..rounds {
        play_counted(game, places, &mut choices, &mut closed)?;
    }
    // A stake on a place that is not in play is never closed. Each place in play then has one stake that always is.
    let always = closed.values().filter(|closed| **closed).count();
    if always == closed.len() || always == places.count() as usize {
        return Ok(());
    }
    let open: Vec<_> = closed.iter().filter(|(_, closed)| !**closed).map(|(wager, _)| wager).collect();
    Err(format!("never settled and never carried: {open:?}"))
}

/// Checks that every outcome of a whole stock has a weight, and that drawing it reduces the total by one or leaves it
/// unchanged.
fn check_stock<G: Game>(game: &G) -> Result<(), String> {
    let stock = game.stock();
    let total = weight(&stock);
    let mut falls = Vec::new();
    stock.each(|chance, weight| falls.push((chance, weight)));
    for (chance, weight_before) in &falls {
        if *weight_before == 0 {
            return Err(format!("{chance:?} can fall with no weight"));
        }
        let mut less = stock.clone();
        less.take(*chance);
        let after = weight(&less);
        if after != total && after + 1 != total {
            return Err(format!("after {chance:?} the stock weighs {after} of {total}"));
        }
    }
    if falls.is_empty() { Err("nothing can fall".to_owned()) } else { Ok(()) }
}

/// The total weight of all outcomes.
pub(crate) fn weight(stock: &impl Stock) -> u32 {
    let mut total = 0;
    stock.each(|_, weight| total += weight);
    total
}

/// Plays one random round and checks each step: a possible outcome is accepted, a seat to move has a move, a
/// forbidden move is refused, a replay gives the same deal, and every stake is settled or stands.
///
/// # Errors
/// The guarantee that was violated.
pub fn play_round<G: TableGame>(
    game: &G,
    places: Positions,
    choices: &mut Choices<'_>,
) -> Result<u32, String> {
    play_counted(game, places, choices, &mut BTreeMap::new())
}

/// Like [`play_round`], and records which wagers were settled or carried over when the round ended.
fn play_counted<G: TableGame>(
    game: &G,
    places: Positions,
    choices: &mut Choices<'_>,
    closed: &mut BTreeMap<G::Wager, bool>,
) -> Result<u32, String> {
    let mut deal = game.open(places);
    let mut stock = game.stock();
    let mut stakes = Vec::new();
    game.wagers(|wager, life| stakes.push(Stake { wager, life, settled: None }));
    let mut steps = Vec::new();
    loop {
        let step = match game.turn(&deal) {
            Turn::Over => break,
            Turn::Bets if !steps.is_empty() => break,
            Turn::Bets | Turn::Chance(_) => fall(game, &mut deal, &mut stock, choices)?,
            Turn::Seat(seat) => play(game, &mut deal, seat, choices)?,
        };
        steps.push(step);
        settle(game, &deal, &mut stakes)?;
        if steps.len() > STEPS_MAX {
            return Err(format!("the round does not end: {deal:?}"));
        }
    }
    note_closed(game, &deal, &stakes, closed)?;
    replay(game, places, &steps, &deal)?;
    Ok(u32::try_from(steps.len()).expect("a round has few steps"))
}

fn fall<G: Game>(
    game: &G,
    deal: &mut G::Deal,
    stock: &mut G::Stock,
    choices: &mut Choices<'_>,
) -> Result<Step<G::Chance, G::Move>, String> {
    let total = weight(stock);
    let mut place = choices.below(total);
    let mut chosen = None;
    stock.each(|chance, weight| match place.checked_sub(weight) {
        None if chosen.is_none() => chosen = Some(chance),
        Some(less) => place = less,
        None => {}
    });
    let chance = chosen.ok_or_else(|| format!("the stock is spent in {deal:?}"))?;
    game.check_fall(deal, chance)
        .map_err(|refusal| format!("{chance:?} is in the stock and refused: {refusal}"))?;
    game.fall_unchecked(deal, chance);
    stock.take(chance);
    Ok(Step::Fell(chance))
}

fn play<G: Game>(
    game: &G,
    deal: &mut G::Deal,
    seat: u8,
    choices: &mut Choices<'_>,
) -> Result<Step<G::Chance, G::Move>, String> {
    let mut moves = Vec::new();
    game.moves(deal, seat, |mv| moves.push(mv));
    for mv in &moves {
        game.check(deal, seat, *mv).map_err(|refusal| format!("{mv:?} is offered and refused: {refusal}"))?;
        // Another seat, which need not exist.
        let other = seat.wrapping_add(1);
        if game.check(deal, other, *mv).is_ok() {
            return Err(format!("seat {other} may {mv:?} in the turn of seat {seat}"));
        }
    }
    let mv = *choices
        .one_of(&moves)
        .ok_or_else(|| format!("seat {seat} is to move and has no move in {deal:?}"))?;
    let before = *deal;
    game.play_unchecked(deal, seat, mv);
    if *deal == before {
        return Err(format!("{mv:?} of seat {seat} changes nothing in {deal:?}"));
    }
    Ok(Step::Moved(seat, mv))
}

/// A stake on one wager during a round.
struct Stake<G: Game> {
    wager: G::Wager,
    life: G::Life,
    settled: Option<Payout>,
}

/// Asks the game about every stake that stands. The same question must have the same answer, and the payout must be
/// one of the results that the game lists for the wager.
fn settle<G: Game>(game: &G, deal: &G::Deal, stakes: &mut [Stake<G>]) -> Result<(), String> {
    for Stake { wager, life, settled } in stakes.iter_mut().filter(|stake| stake.settled.is_none()) {
        let mut again = *life;
        let found = game.advance(*wager, life, deal);
        if game.advance(*wager, &mut again, deal) != found || again != *life {
            return Err(format!("{wager:?}: asked twice, the game answers twice in {deal:?}"));
        }
        let Some(found) = found else { continue };
        // The list has odds and shares, which cannot be paid exactly on every amount. Bets of several chips have
        // their own test.
        let shared = matches!(
            found.payout,
            Payout::Win(_) | Payout::LoseHalf | Payout::Surrender | Payout::Bonus { .. }
        );
        let mut listed = !shared;
        game.results(*wager, |payout, _| listed |= payout == found.payout);
        if !listed {
            return Err(format!(
                "{wager:?} came to {:?}, which is not among its results: {deal:?}",
                found.payout
            ));
        }
        *settled = Some(found.payout);
    }
    Ok(())
}

/// Checks that no stake is left open: when a round is over, it is settled, or the game says why it is carried over.
/// This must hold for a wager in every round or, if its place is not in play, in none.
fn note_closed<G: TableGame>(
    game: &G,
    deal: &G::Deal,
    stakes: &[Stake<G>],
    closed: &mut BTreeMap<G::Wager, bool>,
) -> Result<(), String> {
    if game.turn(deal) != Turn::Over {
        return Ok(());
    }
    for Stake { wager, life, settled } in stakes {
        let now = settled.is_some() || game.carried(*wager, *life).iter().next().is_some();
        if closed.insert(*wager, now).is_some_and(|before| before != now) {
            return Err(format!("{wager:?} is settled in one round and left open in another: {deal:?}"));
        }
    }
    Ok(())
}

/// Checks that the same steps give the same deal.
fn replay<G: Game>(
    game: &G,
    places: Positions,
    steps: &[Step<G::Chance, G::Move>],
    end: &G::Deal,
) -> Result<(), String> {
    let mut deal = game.open(places);
    for step in steps {
        match *step {
            Step::Fell(chance) => game.fall_unchecked(&mut deal, chance),
            Step::Moved(seat, mv) => game.play_unchecked(&mut deal, seat, mv),
        }
    }
    if deal == *end { Ok(()) } else { Err(format!("played again, {end:?} became {deal:?}")) }
}
