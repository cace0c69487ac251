//! Side wagers and wagers with cases come to their exact prices.

use croupier_maths::{PriceQuery, odds};
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::policy::Policy;
use croupier_sim::stats::Stats;
use croupier_sim::{PlayMethod, SetupOptions, Shoes, set_up};

const MACAU: &str = include_str!("../../../examples/macau.toml");

/// Rounds a game.
const ROUNDS: u64 = if cfg!(debug_assertions) { 300_000 } else { 5_000_000 };

fn found(game: &str, wagers: &[&str]) -> Vec<(String, f64)> {
    let mut shelf = Shelf::default();
    shelf.add("macau", MACAU).unwrap();
    let (_, book) = shelf.game(game).unwrap();
    let rules = book.table(&Chosen::default());
    let prices = odds(&rules, &PriceQuery::default()).unwrap().prices;
    let wagers = wagers.iter().map(ToString::to_string).collect();
    let options = SetupOptions { wagers, ..SetupOptions::default() };
    let table = set_up(&rules, book.conduct(), &Policy::Chance, &options).unwrap();
    let totals = table.play(PlayMethod::Rules, 7, 0, ROUNDS).unwrap();
    let z = |(counted, tally): (&croupier_sim::CountedWager, &croupier_sim::Tally)| {
        let price = prices.iter().find(|price| price.wager == counted.wager).unwrap();
        (counted.wager.clone(), Stats::of(tally, counted.whole()).z(&price.edge))
    };
    table.counted().iter().zip(&totals.tallies).map(z).collect()
}

#[test]
fn every_wager_of_macau_comes_to_its_exact_price() {
    let all = [found("macau/baccarat", &[]), found("macau/ez-baccarat", &[])].concat();
    assert_eq!(all.len(), 13);
    for (wager, z) in all {
        assert!(z.abs() < 4.0, "{wager} is {z:.2} standard errors off");
    }
}

/// The kernel settles every round as the rules do, from whole shoes and to the cutting card.
#[test]
fn the_kernel_settles_as_the_rules_do() {
    let mut shelf = Shelf::default();
    shelf.add("macau", MACAU).unwrap();
    for game in ["macau/baccarat", "macau/ez-baccarat"] {
        let (_, book) = shelf.game(game).unwrap();
        for (shoes, decks) in
            [(Shoes::Fresh, "6"), (Shoes::Fresh, "8"), (Shoes::Cut(20), "8"), (Shoes::Cut(85), "6")]
        {
            let mut chosen = Chosen::default();
            chosen.choose("decks", decks, &book.envelope()).unwrap();
            let rules = book.table(&chosen);
            let options = SetupOptions { shoes, ..SetupOptions::default() };
            let table = set_up(&rules, book.conduct(), &Policy::Chance, &options).unwrap();
            assert!(table.has_kernel(), "{game} {shoes:?}");
            for (block, rounds) in (1..40).map(|rounds| (0, rounds)).chain([(1, 4_000), (2, 4_099)]) {
                let kernel = table.play(PlayMethod::Kernel, 5, block, rounds).unwrap();
                let played = table.play(PlayMethod::Rules, 5, block, rounds).unwrap();
                assert_eq!(kernel, played, "{game} {shoes:?}: {rounds} rounds of {block}");
            }
        }
    }
}

#[test]
fn wagers_are_asked_for_by_name() {
    let names = |wagers: &[&str]| -> Vec<String> {
        found("macau/baccarat", wagers).into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names(&["dragon-player"]), ["dragon-player"]);
    assert_eq!(names(&["dragon-player", "banker"]), ["banker", "dragon-player"]);
}
