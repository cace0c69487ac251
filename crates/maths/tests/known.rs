//! Published prices, as exact fractions.

use croupier_kit::Ratio;
use croupier_maths::Price;
use croupier_maths::{PriceQuery, odds};
use croupier_rules::book::{Chosen, Shelf};

fn prices(game: &str, settings: &[(&str, &str)]) -> Vec<Price> {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game(game).unwrap();
    let mut chosen = Chosen::default();
    for (key, value) in settings {
        chosen.choose(key, value, &game.envelope()).unwrap();
    }
    let report = odds(&game.table(&chosen), &PriceQuery::default()).unwrap();
    report.prices.into_iter().chain(report.combined).collect()
}

fn price<'p>(prices: &'p [Price], wager: &str) -> &'p Price {
    prices.iter().find(|price| price.wager == wager).unwrap_or_else(|| panic!("no price of {wager}"))
}

fn edge(prices: &[Price], wager: &str) -> String {
    price(prices, wager).edge.exact().unwrap().to_string()
}

#[test]
fn roulette_costs_a_thirty_seventh_and_half_of_it_where_zero_is_shared() {
    let scotland = prices("scotland-1970/roulette", &[]);
    assert_eq!(edge(&scotland, "numbers 1"), "1/37");
    assert_eq!(edge(&scotland, "numbers 24"), "1/37");
    assert_eq!(edge(&scotland, "numbers 18"), "1/74");
    let eighteen = price(&scotland, "numbers 18");
    assert_eq!(eighteen.halved.as_ref().unwrap().exact(), Some(&Ratio::new(1, 37)));
    assert_eq!(eighteen.lose.exact(), Some(&Ratio::new(18, 37)));
    let mpumalanga = prices("mpumalanga/american-roulette", &[]);
    assert!(mpumalanga.iter().all(|price| price.edge.exact() == Some(&Ratio::new(1, 37))));
    assert!(mpumalanga.len() > 50);
}

#[test]
fn dice_cost_what_the_books_on_craps_say() {
    let dice = prices("scotland-1970/dice", &[]);
    for (wager, edge_) in [
        ("win", "7/495"),
        ("come", "7/495"),
        // The don't bet, where the barred throw is thrown again: 3/220 per bet when 12 returns the stake, divided by
        // 35/36.
        ("dont-win", "27/1925"),
        ("behind-win 4", "0"),
        ("behind-dont 10", "0"),
        ("place-win 6", "1/66"),
        ("place-win 5", "1/25"),
        ("hard 4", "1/18"),
        ("hard 8", "1/22"),
        ("craps", "1/18"),
        ("win with full behind", "7/495"),
    ] {
        assert_eq!(edge(&dice, wager), edge_, "{wager}");
    }
    // With single odds the edge of the win bet is 0.848 % of all that is staked.
    let combined = price(&dice, "win with full behind");
    assert_eq!(combined.element_of_risk().unwrap().to_decimal(5), "0.00848");
}

#[test]
fn the_ends_of_every_wager_sum_to_one_and_to_its_edge() {
    for game in ["scotland-1970/dice", "scotland-1970/roulette", "western-australia-1990/in-between"] {
        for price in prices(game, &[]) {
            let exact = |figure: &croupier_maths::Figure| figure.exact().cloned().unwrap();
            let halved = price.halved.as_ref().map(exact).unwrap_or_default();
            assert_eq!(
                exact(&price.win) + exact(&price.lose) + exact(&price.void) + halved,
                Ratio::one(),
                "{}",
                price.wager
            );
            if !price.endings.is_empty() {
                let sum: Ratio = price.endings.iter().map(|ending| exact(&ending.probability)).sum();
                assert_eq!(sum, Ratio::one(), "{}", price.wager);
                let mean: Ratio =
                    price.endings.iter().map(|end| end.profit.clone() * exact(&end.probability)).sum();
                assert_eq!(-mean, exact(&price.edge), "{}", price.wager);
            }
        }
    }
}

/// Counts triples of ranks to find how often the third card lies between the first two.
#[test]
fn in_between_is_what_counting_triples_gives() {
    for packs in [1_i64, 2, 8] {
        let (mut outcomes, mut total, mut carried) = (Ratio::zero(), 0_i64, 0_i64);
        let held = 4 * packs;
        for a in 2..=14_i64 {
            for b in 2..=14_i64 {
                for c in 2..=14_i64 {
                    let left = |rank: i64, before: &[i64]| {
                        held - before.iter().map(|other| i64::from(*other == rank)).sum::<i64>()
                    };
                    let ways = left(a, &[]) * left(b, &[a]) * left(c, &[a, b]);
                    total += ways;
                    let gain = match ((a - b).abs(), a.min(b) < c && c < a.max(b)) {
                        (1, _) => {
                            carried += ways;
                            continue;
                        }
                        (0, _) if c == a => 3,
                        (_, true) => 1,
                        _ => -1,
                    };
                    outcomes = outcomes + Ratio::whole(gain * ways);
                }
            }
        }
        let by_hand = -(outcomes / Ratio::whole(total - carried));
        let ours = prices("western-australia-1990/in-between", &[("decks", &packs.to_string())]);
        assert_eq!(price(&ours, "hand").edge.exact(), Some(&by_hand), "{packs} packs");
    }
}

/// In-Between from what is left of a pack; a stand-off is carried to whole packs. `oracle/odds.py` counts the same hands in
/// another language.
#[test]
fn in_between_from_what_is_left() {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("western-australia-1990/in-between").unwrap();
    let table = game.table(&Chosen::default());
    for (gone, edge) in [("-A:2,-K", "66588743/195870150"), ("-2:4,-8:3", "105392131/301714875")] {
        let shoe = croupier_maths::parse_shoe(&table, gone).unwrap().shoe;
        let query = PriceQuery { shoe: Some(shoe), ..PriceQuery::default() };
        let prices = odds(&table, &query).unwrap().prices;
        assert_eq!(prices[0].edge.exact().unwrap().to_string(), edge, "{gone}");
    }
    let two = croupier_maths::parse_shoe(&table, "A:1,K:1").unwrap().shoe;
    assert!(odds(&table, &PriceQuery { shoe: Some(two), ..PriceQuery::default() }).is_err());
}

/// A question that a game does not depend on is refused, and not answered as if it had not been asked.
#[test]
fn what_a_game_does_not_depend_on_is_refused() {
    let shelf = Shelf::built_in();
    let table = |name: &str| shelf.game(name).unwrap().1.table(&Chosen::default());
    let known = PriceQuery { known: Some(croupier_maths::Known::Totals), ..PriceQuery::default() };
    let against =
        PriceQuery { against: vec![("right".to_owned(), "5".parse().unwrap())], ..PriceQuery::default() };
    for game in ["scotland-1970/roulette", "scotland-1970/blackjack", "scotland-1970/punto-banco"] {
        assert!(odds(&table(game), &known).is_err(), "{game} has not two sides that decide");
        assert!(croupier_maths::strategy(&table(game), &known).is_err(), "{game}");
        assert!(croupier_maths::strategy(&table(game), &against).is_err(), "{game}");
    }
    assert!(croupier_maths::strategy(&table("scotland-1970/chemin-de-fer"), &against).is_err());
    assert!(odds(&table("scotland-1970/chemin-de-fer"), &known).is_ok());
}
