//! Best play of every game of every book comes to its exact price.

use crate::common::games;
use croupier_rules::book::{Chosen, Shelf};
use croupier_sim::policy::{BEST, COMPOSITION, DEALER, Policy};
use croupier_sim::stats::Stats;
use croupier_sim::{PlayMethod, SetupOptions, set_up};

/// Rounds a game: ten million in a release build.
const ROUNDS: u64 = if cfg!(debug_assertions) { 100_000 } else { 10_000_000 };

fn check(name: &str, by: &str) -> usize {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game(name).unwrap();
    let game = book.table(&Chosen::default());
    let policy = Policy::parse(by, &game).unwrap_or_else(|error| panic!("{name}: {error}"));
    let prices = policy.prices(by, &game);
    let table = set_up(&game, book.conduct(), &policy, &SetupOptions::default()).unwrap();
    let found = table.play(PlayMethod::Kernel, 11, 0, ROUNDS).unwrap();
    let mut priced = 0;
    for (counted, tally) in table.counted().iter().zip(&found.tallies) {
        let price = prices.iter().find(|price| price.wager == counted.wager);
        let price = price.unwrap_or_else(|| panic!("{name}: {} has no price", counted.wager));
        let z = Stats::of(tally, counted.whole()).z(&price.edge);
        assert!(z.abs() < 4.0, "{name} {by}: {} is {z:.2} standard errors off", counted.wager);
        priced += 1;
    }
    priced
}

#[test]
fn best_play_of_every_game_comes_to_its_exact_price() {
    let games = games();
    assert_eq!(games.len(), 12);
    let priced: usize = games.iter().map(|name| check(name, BEST)).sum();
    assert!(priced > 100, "{priced}");
}

#[test]
fn play_by_the_cards_of_the_hand_comes_to_its_exact_price() {
    for name in games().iter().filter(|name| name.ends_with("blackjack") || name.ends_with("21")) {
        assert!(check(name, COMPOSITION) > 0);
    }
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game("scotland-1970/dice").unwrap();
    assert!(Policy::parse(COMPOSITION, &book.table(&Chosen::default())).is_err());
}

/// Between the two the policies differ in what they do, not by what it comes to.
#[test]
fn the_cards_of_a_hand_decide_otherwise_than_its_score() {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game("mpumalanga/blackjack").unwrap();
    let game = book.table(&Chosen::default());
    let found = [BEST, COMPOSITION].map(|name| {
        let policy = Policy::parse(name, &game).unwrap();
        let table = set_up(&game, book.conduct(), &policy, &SetupOptions::default()).unwrap();
        assert_eq!(table.has_kernel(), name == BEST);
        table.play(PlayMethod::Kernel, 3, 0, 200_000).unwrap()
    });
    assert_ne!(found[0], found[1]);
}

#[test]
fn several_boxes_play_by_their_own_cards() {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game("mpumalanga/blackjack").unwrap();
    let game = book.table(&Chosen::default());
    let policy = Policy::parse(COMPOSITION, &game).unwrap();
    let options = SetupOptions { boxes: 3, wagers: vec!["box".to_owned()], ..SetupOptions::default() };
    let table = set_up(&game, book.conduct(), &policy, &options).unwrap();
    let found = table.play(PlayMethod::Rules, 4, 0, ROUNDS / 10).unwrap();
    let price = policy.prices(COMPOSITION, &game).into_iter().find(|price| price.wager == "box").unwrap();
    let counted = &table.counted()[0];
    let z = Stats::of(&found.tallies[0], counted.whole()).z(&price.edge);
    assert!(z.abs() < 4.0, "{z:.2}");
}

/// A blackjack takes even money where that gains, in the simulation as in the price. With most cards worth ten a
/// dealer's Ace is most often a blackjack.
#[test]
fn even_money_is_taken_where_it_gains() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/atlantic-city.toml");
    let book = std::fs::read_to_string(path).unwrap();
    let book = book.replace("[2, 3, 4, 5, 6, 7, 8, 9, 10]", "[2, 3, 10, 10, 10, 10, 10, 10, 10]");
    for (natural, gains) in [("7 to 5", true), ("40 to 1", false)] {
        let mut shelf = Shelf::built_in();
        let text =
            book.replace("blackjack = { odds = \"3 to 2\"", &format!("blackjack = {{ odds = \"{natural}\""));
        shelf.add("tens.toml", &text).unwrap();
        let (_, book) = shelf.game("atlantic-city/blackjack").unwrap();
        let [offered, refused] = ["true", "false"].map(|offered| {
            let mut chosen = Chosen::default();
            chosen.choose("even-money", offered, &book.envelope()).unwrap();
            let game = book.table(&chosen);
            let policy = Policy::parse(BEST, &game).unwrap();
            let price = policy.prices(BEST, &game).into_iter().find(|price| price.wager == "box").unwrap();
            let play = |boxes: u8, method: PlayMethod| {
                let options =
                    SetupOptions { boxes, wagers: vec!["box".to_owned()], ..SetupOptions::default() };
                let table = set_up(&game, book.conduct(), &policy, &options).unwrap();
                let found = table.play(method, 12, 0, ROUNDS / u64::from(boxes)).unwrap();
                let z = Stats::of(&found.tallies[0], table.counted()[0].whole()).z(&price.edge);
                assert!(z.abs() < 4.0, "{natural}, even money {offered}, {boxes} boxes: {z:.2}");
                found
            };
            assert_eq!(play(1, PlayMethod::Kernel), play(1, PlayMethod::Rules));
            play(3, PlayMethod::Rules);
            price.edge
        });
        assert_eq!(offered != refused, gains, "{natural}");
    }
}

#[test]
fn a_poor_chart_comes_to_its_own_price() {
    assert!(check("mpumalanga/blackjack", DEALER) > 0);
}

#[test]
fn a_chart_is_for_blackjack() {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game("scotland-1970/dice").unwrap();
    assert!(Policy::parse(DEALER, &book.table(&Chosen::default())).is_err());
}

/// The exact price beside a simulation of chemin de fer is that of the model that was played, and says so.
/// The figures are those of Ethier and Gámez for six packs: by totals, and by cards.
#[test]
fn chemin_de_fer_is_priced_as_it_is_played() {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game("scotland-1970/chemin-de-fer").unwrap();
    let game = book.table(&Chosen::default());
    let played = Policy::parse(BEST, &game).unwrap().prices(BEST, &game);
    assert_eq!(played[0].edge.to_decimal(6), "0.012916");
    assert!(played[0].method.contains("each side knows only its own score"), "{}", played[0].method);
    let known = |known| croupier_maths::PriceQuery { known, ..Default::default() };
    let priced = |query| croupier_maths::odds(&game, &query).unwrap().prices.remove(0);
    assert_eq!(priced(known(Some(croupier_maths::Known::Totals))).edge, played[0].edge);
    let default = priced(known(None));
    assert_eq!(default.edge.to_decimal(6), "0.012841");
    assert!(default.method.contains("each side knows its own cards"), "{}", default.method);
    let replaced = priced(known(Some(croupier_maths::Known::Replaced)));
    assert!(replaced.method.contains("with every card replaced"), "{}", replaced.method);
    assert_eq!(replaced.edge.exact().unwrap().to_string(), "679568/53094899");
}

/// Two hands against a banker play the plans of the equilibrium: the hands come to their exact prices, and so does the wager
/// on both, which depends on how the plans of the two hands hang together.
#[test]
fn two_hands_play_the_plans_of_the_equilibrium() {
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game("scotland-1970/baccarat-banque").unwrap();
    let game = book.table(&Chosen::default());
    let policy = Policy::parse(BEST, &game).unwrap();
    let Policy::Thirds(thirds) = &policy else { panic!("{policy:?}") };
    assert!(thirds.agreed.is_some());
    let query =
        croupier_maths::PriceQuery { known: Some(croupier_maths::Known::Totals), ..Default::default() };
    let prices = croupier_maths::odds(&game, &query).unwrap().prices;
    assert_eq!(policy.prices(BEST, &game), prices);
}
