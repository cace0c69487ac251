//! What the Game contract promises.

use croupier_rules::contract::{Game, Positions, Stock, Turn};

use crate::choice::Choices;

/// No round of any game takes more steps than this: fourteen boxes of eight hands and a dealer, with room to spare.
const STEPS_MAX: usize = 4000;

/// One step of a round, to play it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step<C, M> {
    Fell(C),
    Moved(u8, M),
}

/// Plays rounds of a game and complains of the first promise that is broken.
///
/// # Errors
/// What was promised and not kept.
pub fn check_game<G: Game>(game: &G, places: Positions, rounds: u32, seed: u64) -> Result<(), String> {
    check_stock(game)?;
    let mut choices = Choices::seeded(seed);
    (0..rounds).try_for_each(|_| play_round(game, places, &mut choices).map(|_| ()))
}

/// Every fall of a whole stock has a weight, and taking one makes it one less likely or leaves all as it was.
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

/// What all that can fall weighs together.
pub(crate) fn weight(stock: &impl Stock) -> u32 {
    let mut total = 0;
    stock.each(|_, weight| total += weight);
    total
}

/// Plays one round at random and checks each step: what may fall is accepted, a seat to move has a move, what it may
/// not do is refused, the same steps give the same deal again, and every stake is decided or stands.
///
/// # Errors
/// What was promised and not kept.
pub fn play_round<G: Game>(game: &G, places: Positions, choices: &mut Choices<'_>) -> Result<u32, String> {
    let mut deal = game.open(places);
    let mut stock = game.stock();
    let mut stakes = Vec::new();
    game.wagers(|wager, life| stakes.push((wager, life, false)));
    let mut steps = Vec::new();
    loop {
        let step = match game.turn(&deal) {
            Turn::Over => break,
            Turn::Bets if !steps.is_empty() => break,
            Turn::Bets | Turn::Chance(_) => fall(game, &mut deal, &mut stock, choices)?,
            Turn::Seat(seat) => play(game, &mut deal, seat, choices)?,
        };
        steps.push(step);
        settle(game, &deal, &mut stakes);
        if steps.len() > STEPS_MAX {
            return Err(format!("the round does not end: {deal:?}"));
        }
    }
    replay(game, places, &steps, &deal)?;
    Ok(u32::try_from(steps.len()).unwrap_or(u32::MAX))
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
        if game.check(deal, seat.wrapping_add(1), *mv).is_ok() {
            return Err(format!("seat {} may {mv:?} in the turn of seat {seat}", seat.wrapping_add(1)));
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

fn settle<G: Game>(game: &G, deal: &G::Deal, stakes: &mut [(G::Wager, G::Life, bool)]) {
    for (wager, life, decided) in stakes.iter_mut().filter(|(_, _, decided)| !*decided) {
        *decided = game.advance(*wager, life, deal).is_some();
    }
}

/// The same steps give the same deal.
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
