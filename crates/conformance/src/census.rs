//! The census of a game: every course of a round, counted, with the result of each wager.
//!
//! A seat that decides takes the second move it is offered, which is to stand or to check. This makes a census short
//! enough to count by other means: it is a text that an engine in another language can reproduce.

use std::collections::BTreeMap;
use std::fmt::Write;

use croupier_kit::{Card, Ratio};
use croupier_rules::contract::{Game, Positions, Stock, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::table::TableGame;

use crate::contract::weight;

/// How often each wager reaches each end, by the number of outcomes drawn before.
struct Count<G: Game> {
    stakes: Vec<(G::Wager, G::Life)>,
    /// By depth: the total weight of the paths that end each stake in each way.
    ends: Vec<BTreeMap<(usize, String), u128>>,
}

/// The census of a game as text: wager, end and probability, one per line.
pub fn census(game: &AnyGame) -> String {
    match game {
        AnyGame::Roulette(game) => by_falls(game),
        AnyGame::Dice(game) => by_falls(game),
        AnyGame::Baccarat(game) => by_falls(game),
        AnyGame::Blackjack(game) => by_falls(game),
        AnyGame::InBetween(game) => by_falls(game),
        // Ordered sequences of five cards from fifty-two are too many; their order does not matter at the end.
        AnyGame::Poker(game) => by_hands(game),
    }
}

fn by_falls<G: TableGame>(game: &G) -> String {
    let mut count = Count::<G> { stakes: Vec::new(), ends: Vec::new() };
    let mut seen = Vec::new();
    game.wagers(|wager, life| {
        // A name stands for all its sets, and one of them is enough.
        let name = game.wager_name(wager);
        if !seen.contains(&name) {
            seen.push(name);
            count.stakes.push((wager, life));
        }
    });
    let open: Vec<usize> = (0..count.stakes.len()).collect();
    let lives: Vec<G::Life> = count.stakes.iter().map(|(_, life)| *life).collect();
    let stock = game.stock();
    walk(
        game,
        &mut count,
        &Place { deal: game.open(Positions::first(1)), stock: &stock, depth: 0, weight: 1 },
        &open,
        &lives,
    );
    write(game, &count, total(&stock))
}

/// The current position of the walk.
struct Place<'a, G: Game> {
    deal: G::Deal,
    stock: &'a G::Stock,
    depth: usize,
    weight: u128,
}

/// Follows every possible outcome from here, and records the stakes that are settled.
fn walk<G: Game>(game: &G, count: &mut Count<G>, place: &Place<'_, G>, open: &[usize], lives: &[G::Life]) {
    let mut deal = place.deal;
    while let Turn::Seat(seat) = game.turn(&deal) {
        let mut moves = Vec::new();
        game.moves(&deal, seat, |mv| moves.push(mv));
        let Some(mv) = moves.get(1).or(moves.first()) else { return };
        game.play_unchecked(&mut deal, seat, *mv);
    }
    let mut lives = lives.to_vec();
    let mut still_open = Vec::new();
    let over = game.turn(&deal) == Turn::Over || place.depth > 0 && game.turn(&deal) == Turn::Bets;
    for &stake in open {
        let settled = game.advance(count.stakes[stake].0, &mut lives[stake], &deal);
        match settled {
            Some(settled) => note(count, place, stake, settled.payout.words()),
            None if over => note(count, place, stake, "standing".to_owned()),
            None => still_open.push(stake),
        }
    }
    if over || still_open.is_empty() {
        return;
    }
    place.stock.each(|chance, weight| {
        let mut next = deal;
        game.fall_unchecked(&mut next, chance);
        let mut stock = place.stock.clone();
        stock.take(chance);
        let weight = place.weight * u128::from(weight);
        walk(
            game,
            count,
            &Place { deal: next, stock: &stock, depth: place.depth + 1, weight },
            &still_open,
            &lives,
        );
    });
}

fn note<G: Game>(count: &mut Count<G>, place: &Place<'_, G>, stake: usize, end: String) {
    if count.ends.len() <= place.depth {
        count.ends.resize_with(place.depth + 1, BTreeMap::new);
    }
    *count.ends[place.depth].entry((stake, end)).or_default() += place.weight;
}

/// The weight of a whole stock, and whether drawing an outcome changes it.
fn total(stock: &impl Stock) -> (u32, bool) {
    let whole = weight(stock);
    let mut less = stock.clone();
    let mut first = None;
    stock.each(|chance, _| first = first.or(Some(chance)));
    if let Some(chance) = first {
        less.take(chance);
    }
    (whole, weight(&less) < whole)
}

/// Sums over depths. The weight of a path is divided by the number of all paths of that length.
fn write<G: TableGame>(game: &G, count: &Count<G>, (whole, depletes): (u32, bool)) -> String {
    let mut sums: BTreeMap<(usize, &str), Ratio> = BTreeMap::new();
    let mut paths = Ratio::one();
    for (depth, ends) in (0..).zip(&count.ends) {
        for ((stake, end), weight) in ends {
            let part = Ratio::new(*weight, 1) / paths.clone();
            let sum = sums.entry((*stake, end)).or_default();
            *sum = sum.clone() + part;
        }
        paths = paths * Ratio::whole(if depletes { whole - depth } else { whole });
    }
    let mut text = String::new();
    for ((stake, end), probability) in sums {
        let _ = writeln!(text, "{}\t{end}\t{probability}", game.wager_name(count.stakes[stake].0));
    }
    text
}

/// Every hand of five cards once, for a game that five cards decide.
fn by_hands<G: TableGame>(game: &G) -> String {
    let mut stakes = Vec::new();
    game.wagers(|wager, life| stakes.push((wager, life)));
    let pack: Vec<Card> = Card::pack().collect();
    let mut ends: BTreeMap<(usize, String), u64> = BTreeMap::new();
    let mut hands = 0_u64;
    each_five(&pack, |cards| {
        hands += 1;
        let mut deal = game.open(Positions::first(1));
        for card in cards {
            if let Ok(chance) = game.read_fall(croupier_rules::contract::Fallen::Card(card)) {
                game.fall_unchecked(&mut deal, chance);
            }
        }
        while let Turn::Seat(seat) = game.turn(&deal) {
            let mut moves = Vec::new();
            game.moves(&deal, seat, |mv| moves.push(mv));
            let Some(mv) = moves.get(1) else { break };
            game.play_unchecked(&mut deal, seat, *mv);
        }
        for (place, (wager, life)) in stakes.iter().enumerate() {
            let settled = game.advance(*wager, &mut life.clone(), &deal);
            let end = settled.map_or_else(|| "standing".to_owned(), |settled| settled.payout.words());
            *ends.entry((place, end)).or_default() += 1;
        }
    });
    let mut text = String::new();
    for ((place, end), times) in ends {
        let _ = writeln!(text, "{}\t{end}\t{}", game.wager_name(stakes[place].0), Ratio::new(times, hands));
    }
    text
}

fn each_five(pack: &[Card], mut each: impl FnMut([Card; 5])) {
    let n = pack.len();
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in c + 1..n {
                    for e in d + 1..n {
                        each([pack[a], pack[b], pack[c], pack[d], pack[e]]);
                    }
                }
            }
        }
    }
}
