//! Rounds that are played with what a generator gives, and counted as the census counts them, so that what came out can be compared with what
//! must come out.

use std::collections::BTreeMap;

use croupier_rules::contract::{Fallen, Payout, Positions, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::table::{CardSource, TableGame};

use crate::census::{Ends, stakes_by_name};
use crate::falls::Falls;

/// How often each wager of a game came to each end, by its name and the words of the census.
pub fn outcomes(game: &AnyGame, rounds: u64, falls: &mut dyn Falls) -> BTreeMap<(String, String), u64> {
    match game {
        AnyGame::Roulette(game) => counted(game, rounds, falls),
        AnyGame::Dice(game) => counted(game, rounds, falls),
        AnyGame::Baccarat(game) => counted(game, rounds, falls),
        AnyGame::Blackjack(game) => counted(game, rounds, falls),
        AnyGame::InBetween(game) => counted(game, rounds, falls),
        AnyGame::DealerPoker(game) => counted(game, rounds, falls),
        AnyGame::Poker(game) => counted(game, rounds, falls),
    }
}

fn counted<G: TableGame>(game: &G, rounds: u64, falls: &mut dyn Falls) -> BTreeMap<(String, String), u64> {
    let stakes = stakes_by_name(game);
    let mut ends = vec![Ends::<u64>::default(); stakes.len()];
    for _ in 0..rounds {
        let settled = round(game, &stakes, &mut *next_fall(game, falls));
        settled.into_iter().zip(&mut ends).for_each(|(end, ends)| ends.add(end, 1));
    }
    let mut counted = BTreeMap::new();
    for ((wager, _), ends) in stakes.iter().zip(&ends) {
        for (end, times) in ends.in_words() {
            *counted.entry((game.wager_name(*wager), end)).or_default() += times;
        }
    }
    counted
}

/// What falls in a round, one after another: balls, throws, or the cards of a shuffle.
fn next_fall<'f, G: TableGame>(game: &'f G, falls: &'f mut dyn Falls) -> Box<dyn FnMut() -> G::Chance + 'f> {
    let read = |fallen: Fallen<'_>| game.read_fall(fallen).expect("the game knows what falls in it");
    match (game.packs(), game.wheel()) {
        (CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs), _) => {
            let mut cards = falls.shuffled(packs).into_iter();
            Box::new(move || read(Fallen::Card(cards.next().expect("a round needs fewer cards"))))
        }
        (CardSource::None, Some(wheel)) => {
            Box::new(move || read(Fallen::Ball(&falls.spin(wheel).to_string())))
        }
        (CardSource::None, None) => Box::new(move || read(Fallen::Dice(&falls.throw()))),
    }
}

/// Plays one round. Who decides takes the second move that is offered, as in the census.
fn round<G: TableGame>(
    game: &G,
    stakes: &[(G::Wager, G::Life)],
    fall: &mut dyn FnMut() -> G::Chance,
) -> Vec<Option<Payout>> {
    let mut ends: Vec<Option<Payout>> = vec![None; stakes.len()];
    let mut lives: Vec<G::Life> = stakes.iter().map(|(_, life)| *life).collect();
    let mut deal = game.open(Positions::first(1));
    let mut fallen = 0;
    loop {
        while let Turn::Seat(seat) = game.turn(&deal) {
            let mut moves = Vec::new();
            game.moves(&deal, seat, |mv| moves.push(mv));
            let Some(mv) = moves.get(1).or(moves.first()) else { return ends };
            game.play_unchecked(&mut deal, seat, *mv);
        }
        for (place, (wager, _)) in stakes.iter().enumerate() {
            if ends[place].is_none() {
                let settled = game.advance(*wager, &mut lives[place], &deal);
                ends[place] = settled.map(|settled| settled.payout);
            }
        }
        let over = game.turn(&deal) == Turn::Over || fallen > 0 && game.turn(&deal) == Turn::Bets;
        if over || ends.iter().all(Option::is_some) {
            return ends;
        }
        game.fall_unchecked(&mut deal, fall());
        fallen += 1;
    }
}
