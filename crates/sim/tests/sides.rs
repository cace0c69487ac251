//! Side wagers and wagers with cases come to their exact prices.

use std::collections::BTreeMap;

use croupier_maths::{PriceQuery, odds, price_of};
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::job::Job;
use croupier_sim::policy::{Policy, USUAL};
use croupier_sim::stats::Stats;
use croupier_sim::{PlayMethod, SetupOptions, Shoes, StreamEdition, prices, set_up, stake_and_wager};

const MACAU: &str = include_str!("../../../examples/macau.toml");

/// Rounds a game.
const ROUNDS: u64 = if cfg!(debug_assertions) { 100_000 } else { 5_000_000 };

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

/// Boxes and side wagers of blackjack in the same rounds: each comes to its exact price, with one box and with three, by a chart
/// and from a shoe that is dealt to the cutting card.
#[test]
fn boxes_and_side_wagers_are_counted_from_the_same_rounds() {
    let mut shelf = Shelf::default();
    shelf.add("atlantic-city", include_str!("../../../examples/atlantic-city.toml")).unwrap();
    let (_, book) = shelf.game("atlantic-city/blackjack").unwrap();
    let rules = book.table(&Chosen::default());
    let policy = Policy::parse(USUAL, &rules).unwrap();
    let prices = policy.prices(USUAL, &rules);
    let expected = ["box", "insurance", "perfect-pairs", "three-cards"];
    for (shoes, boxes) in [(Shoes::Fresh, 1), (Shoes::Fresh, 3), (Shoes::Cut(75), 1)] {
        let options = SetupOptions { shoes, boxes, ..SetupOptions::default() };
        let table = set_up(&rules, book.conduct(), &policy, &options).unwrap();
        let names: Vec<&str> = table.counted().iter().map(|counted| counted.wager.as_str()).collect();
        assert_eq!(names, expected);
        let totals = table.play(PlayMethod::Rules, 9, 0, ROUNDS / 5).unwrap();
        for (counted, tally) in table.counted().iter().zip(&totals.tallies) {
            let price = prices.iter().find(|price| price.wager == counted.wager).unwrap();
            let z = Stats::of(tally, counted.whole()).z(&price.edge);
            // The play of boxes from a shoe that is dealt on is not that of a whole shoe.
            let is_exact = shoes == Shoes::Fresh || price.wager.contains('-');
            assert!(!is_exact || z.abs() < 4.0, "{shoes:?}, {boxes} boxes: {} is {z:.2} off", counted.wager);
        }
    }
    let mixed = ["box".to_owned(), "perfect-pairs 1".to_owned()];
    let options = SetupOptions { wagers: mixed.to_vec(), ..SetupOptions::default() };
    let table = set_up(&rules, book.conduct(), &policy, &options).unwrap();
    assert!(table.counted().iter().map(|counted| &counted.wager).eq(&mixed));
}

/// A stake before the wager is what is played with: where a commission is rounded, it decides the result.
#[test]
fn a_wager_is_asked_for_with_its_stake() {
    let mut shelf = Shelf::default();
    let book = include_str!("../../../examples/nevada.toml");
    let rounded = "of = \"stake\", when = \"on-win\", breakage = \"down\", unit = \"1\"";
    let book = book.replacen("of = \"stake\", when = \"on-win\"", rounded, 1);
    shelf.add("nevada", &book).unwrap();
    let (of, book) = shelf.game("nevada/craps").unwrap();
    let rules = book.table(&Chosen::default());
    let asked = |words: &str| Job {
        rules: "nevada/craps".to_owned(),
        book: of.digest().to_owned(),
        on: "2026-01-01".to_owned(),
        house: BTreeMap::new(),
        policy: USUAL.to_owned(),
        policy_digest: Policy::Chance.digest(),
        shoes: Shoes::Fresh,
        boxes: 1,
        wagers: vec![words.to_owned()],
        rounds: ROUNDS,
        seed: 3,
        edition: StreamEdition::First,
        stakes: None,
    };
    let set_up_with = |words: &str| {
        let options = SetupOptions { wagers: vec![words.to_owned()], ..SetupOptions::default() };
        set_up(&rules, book.conduct(), &Policy::Chance, &options)
    };
    let mut edges = Vec::new();
    for words in ["buy 4", "20 on buy 4", "35 on buy 4"] {
        let table = set_up_with(words).unwrap();
        let (stake, wager) = stake_and_wager(words).unwrap();
        let query = PriceQuery { stake, ..PriceQuery::default() };
        let list = odds(&rules, &query).unwrap().prices;
        let price = price_of(&rules, book.conduct(), wager, &query, &list).unwrap();
        let shown = prices(&asked(words), &shelf);
        assert_eq!(shown.iter().find(|shown| shown.wager == words).unwrap().edge, price.edge, "{words}");
        let totals = table.play(PlayMethod::Rules, 3, 0, ROUNDS).unwrap();
        assert_eq!(table.play(PlayMethod::Kernel, 3, 0, ROUNDS).unwrap(), totals, "{words}");
        let counted = &table.counted()[0];
        assert_eq!(counted.wager, words);
        let z = Stats::of(&totals.tallies[0], counted.whole()).z(&price.edge);
        assert!(z.abs() < 4.0, "{words} is {z:.2} standard errors off");
        edges.push(price.edge);
    }
    // Of 35 the house takes 1, and not 1.75.
    assert!(edges[0] == edges[1] && edges[2].value() < edges[0].value(), "{edges:?}");
    let refused = |words: &str| set_up_with(words).err().unwrap().to_string();
    assert!(refused("0 on buy 4").contains("must be more than 0"), "{}", refused("0 on buy 4"));
    assert!(refused("5 on buyy 4").contains("did you mean `buy`?"), "{}", refused("5 on buyy 4"));
    assert!(refused("0.01 on place 6").contains("0.01"), "{}", refused("0.01 on place 6"));
}
