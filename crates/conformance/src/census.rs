//! The census of a game: every course of a round, counted, with the result of each wager.
//!
//! A seat that decides takes the second move it is offered, which is to stand or to check. This makes a census short
//! enough to count by other means: it is a text that an engine in another language can reproduce.

use std::collections::BTreeMap;
use std::fmt::Write;

use croupier_kit::{Card, Ratio};
use croupier_rules::contract::{Game, Payout, Positions, Stock, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::table::TableGame;

use crate::contract::weight;

/// How often each wager reaches each end, by the number of outcomes drawn before.
struct Count<G: Game> {
    stakes: Vec<(G::Wager, G::Life)>,
    /// By depth and stake: the total weight of the paths that end it in each way.
    ends: Vec<Vec<Ends<u128>>>,
}

/// The few ways in which a stake ends, each with its weight; without a payout it is left standing.
///
/// There are millions of paths, so their words are found when all have been counted.
#[derive(Clone, Default)]
pub(crate) struct Ends<W>(Vec<(Option<Payout>, W)>);

impl<W: Copy + std::ops::AddAssign> Ends<W> {
    pub(crate) fn add(&mut self, end: Option<Payout>, weight: W) {
        match self.0.iter_mut().find(|(known, _)| *known == end) {
            Some((_, sum)) => *sum += weight,
            None => self.0.push((end, weight)),
        }
    }

    pub(crate) fn in_words(&self) -> impl Iterator<Item = (String, W)> {
        let words = |end: Option<Payout>| end.map_or_else(|| "standing".to_owned(), Payout::words);
        self.0.iter().map(move |(end, weight)| (words(*end), *weight))
    }
}

/// The census of a game as text: wager, end and probability, one per line.
pub fn census(game: &AnyGame) -> String {
    match game {
        AnyGame::Roulette(game) => by_falls(game),
        AnyGame::Dice(game) => by_falls(game),
        AnyGame::Baccarat(game) => by_falls(game),
        AnyGame::Blackjack(game) => by_falls(game),
        AnyGame::InBetween(game) => by_falls(game),
        AnyGame::DealerPoker(game) => by_falls(game),
        // Ordered sequences of five cards from fifty-two are too many; their order does not matter at the end.
        AnyGame::Poker(game) => by_hands(game),
    }
}

/// The wagers of a game, one for each name: a name stands for all its sets, and one of them is enough.
pub(crate) fn stakes_by_name<G: TableGame>(game: &G) -> Vec<(G::Wager, G::Life)> {
    let (mut stakes, mut seen) = (Vec::new(), Vec::new());
    game.wagers(|wager, life| {
        let name = game.wager_name(wager);
        if !seen.contains(&name) {
            seen.push(name);
            stakes.push((wager, life));
        }
    });
    stakes
}

fn by_falls<G: TableGame>(game: &G) -> String {
    let mut count = Count::<G> { stakes: stakes_by_name(game), ends: Vec::new() };
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
            Some(settled) => note(count, place, stake, Some(settled.payout)),
            None if over => note(count, place, stake, None),
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

fn note<G: Game>(count: &mut Count<G>, place: &Place<'_, G>, stake: usize, end: Option<Payout>) {
    if count.ends.len() <= place.depth {
        count.ends.resize(place.depth + 1, vec![Ends::default(); count.stakes.len()]);
    }
    count.ends[place.depth][stake].add(end, place.weight);
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
    let mut sums: BTreeMap<(usize, String), Ratio> = BTreeMap::new();
    let mut paths = Ratio::one();
    for (depth, ends) in (0..).zip(&count.ends) {
        for (stake, ends) in ends.iter().enumerate() {
            for (end, weight) in ends.in_words() {
                let sum = sums.entry((stake, end)).or_default();
                *sum = sum.clone() + Ratio::new(weight, 1) / paths.clone();
            }
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
    let mut ends = vec![Ends::<u64>::default(); stakes.len()];
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
        for ((wager, life), ends) in stakes.iter().zip(&mut ends) {
            let settled = game.advance(*wager, &mut life.clone(), &deal);
            ends.add(settled.map(|settled| settled.payout), 1);
        }
    });
    let mut text = String::new();
    for ((wager, _), ends) in stakes.iter().zip(&ends) {
        let mut times: BTreeMap<String, u64> = BTreeMap::new();
        ends.in_words().for_each(|(end, weight)| *times.entry(end).or_default() += weight);
        for (end, times) in times {
            let _ = writeln!(text, "{}\t{end}\t{}", game.wager_name(*wager), Ratio::new(times, hands));
        }
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
