//! Every baccarat table of every book has prices.

use croupier_kit::Ratio;
use croupier_maths::Price;
use croupier_maths::baccarat::{PipCounts, best_play, prices};

use super::table;

fn all(name: &str, settings: &[(&str, &str)]) -> Vec<Price> {
    let game = table(name, settings);
    prices(&game, &PipCounts::whole(game.packs)).unwrap()
}

fn names(prices: &[Price]) -> Vec<&str> {
    prices.iter().map(|price| price.wager.as_str()).collect()
}

#[test]
fn every_wager_is_priced_and_its_chances_make_one() {
    let tables = [
        ("scotland-1970/punto-banco", vec!["punto", "banco"]),
        ("mpumalanga/punto-banco", vec!["punto", "banco", "egalite"]),
        ("scotland-1970/chemin-de-fer", vec!["player", "banker"]),
        ("scotland-1970/baccarat-banque", vec!["right", "left", "both"]),
    ];
    for (name, wagers) in tables {
        let prices = all(name, &[]);
        assert_eq!(names(&prices), wagers, "{name}");
        for price in &prices {
            let chances =
                [&price.win, &price.lose, &price.void].map(|figure| figure.exact().unwrap().clone());
            assert_eq!(chances.into_iter().sum::<Ratio>(), Ratio::one());
            assert!(!price.cites.is_empty() && !price.method.is_empty());
            let decided = price.edge_decided.as_ref().map(|edge| edge.exact().unwrap().clone());
            let void = price.void.exact().unwrap();
            let edge = price.edge.exact().unwrap();
            assert_eq!(decided, (!void.is_zero()).then(|| edge / &(Ratio::one() - void.clone())));
        }
    }
}

/// What the bank gains, the players lose: ties are returned, and nobody else takes part.
#[test]
fn the_two_sides_of_chemin_de_fer_mirror_one_another() {
    let prices = all("scotland-1970/chemin-de-fer", &[]);
    let edge = |place: usize| prices[place].edge.exact().unwrap().clone();
    assert_eq!(edge(0) + edge(1), Ratio::zero());
    assert_eq!((&prices[0].win, &prices[0].lose), (&prices[1].lose, &prices[1].win));
    assert_eq!(prices[0].edge.to_decimal(6), "0.012841");
}

/// A bank held by the house is not a wager of a player.
#[test]
fn the_house_bank_has_no_price_of_its_own() {
    assert_eq!(names(&all("scotland-1970/chemin-de-fer", &[("bank", "house")])), ["player"]);
}

#[test]
fn only_where_somebody_chooses_there_is_best_play() {
    let has = |name: &str, settings: &[(&str, &str)]| {
        let game = table(name, settings);
        best_play(&game, &PipCounts::whole(game.packs)).unwrap().is_some()
    };
    assert!(!has("mpumalanga/punto-banco", &[]));
    assert!(has("scotland-1970/chemin-de-fer", &[("banker", "tableau")]));
    assert!(has("scotland-1970/baccarat-banque", &[("banker", "tableau")]));
}
