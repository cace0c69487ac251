//! Every bet that a table takes has its spot on the cloth, and every spot makes a bet that the table takes.

use std::collections::BTreeSet;

use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::offer::{Laid, listings, quote};
use croupier_sign::{Cloth, Sign, Spot};

fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    for (name, text) in [
        ("atlantic-city.toml", include_str!("../../../examples/atlantic-city.toml")),
        ("caribbean-stud.toml", include_str!("../../../examples/caribbean-stud.toml")),
        ("double-zero.toml", include_str!("../../../examples/double-zero.toml")),
        ("france.toml", include_str!("../../../examples/france.toml")),
        ("great-britain.toml", include_str!("../../../examples/great-britain.toml")),
        ("macau.toml", include_str!("../../../examples/macau.toml")),
        ("nevada.toml", include_str!("../../../examples/nevada.toml")),
        ("three-card-poker.toml", include_str!("../../../examples/three-card-poker.toml")),
    ] {
        shelf.add(name, text).unwrap();
    }
    shelf
}

fn each_game(mut look: impl FnMut(&Book, &GameBook, &Chosen, &Sign)) {
    let shelf = shelf();
    for book in shelf.books() {
        for game in book.games() {
            let chosen = Chosen::default();
            look(book, game, &chosen, &Sign::new(book, game, &chosen));
        }
    }
}

fn all_spots(sign: &Sign) -> Vec<Spot> {
    let mut spots = sign.cloth().spots;
    spots.extend(sign.race().into_iter().flat_map(|race| race.spots));
    spots
}

#[test]
fn a_spot_makes_a_bet_that_the_table_takes() {
    each_game(|_, game, chosen, sign| {
        let rules = game.table(chosen);
        for spot in all_spots(sign) {
            let words: Vec<&str> = spot.wager.split(' ').collect();
            let found = quote(&rules, game.conduct(), &words);
            let quote = found.unwrap_or_else(|refusal| panic!("{}: {}: {refusal:?}", sign.name, spot.wager));
            if let Some(odds) = spot.odds {
                assert!(quote.endings.iter().any(|ending| ending.odds() == Some(odds)), "{}", spot.wager);
            }
        }
    });
}

#[test]
fn every_bet_that_a_layout_has_is_on_it() {
    each_game(|_, game, chosen, sign| {
        let spots: BTreeSet<String> = all_spots(sign).into_iter().map(|spot| spot.wager).collect();
        for listing in listings(&game.table(chosen)).iter().filter(|listing| listing.laid == Laid::Bet) {
            for words in &listing.words {
                assert!(spots.contains(words), "{}: `{words}` has no spot", sign.name);
            }
        }
    });
}

fn assert_within(cloth: &Cloth, name: &str) {
    let (width, height) = (cloth.drawing.width, cloth.drawing.height);
    for spot in &cloth.spots {
        let (x, y, half) = (spot.at.0, spot.at.1, (spot.size.0 / 2.0, spot.size.1 / 2.0));
        let inside = x - half.0 >= 0.0 && y - half.1 >= 0.0 && x + half.0 <= width && y + half.1 <= height;
        assert!(inside, "{name}: {} lies beside the cloth", spot.label);
        assert!(spot.size.0 > 10.0 && spot.size.1 > 10.0, "{name}: {} is too small", spot.label);
    }
    for place in &cloth.places {
        let (x, y) = place.at;
        assert!(x > 0.0 && y > 0.0 && x < width && y < height, "{name}: {}", place.what);
    }
}

#[test]
fn spots_lie_on_the_cloth_and_no_two_at_one_point() {
    each_game(|_, _, _, sign| {
        let cloth = sign.cloth();
        assert!(!cloth.spots.is_empty(), "{}", sign.name);
        assert_within(&cloth, &sign.name);
        if let Some(race) = sign.race() {
            assert_within(&race, &sign.name);
        }
        let points: BTreeSet<String> =
            cloth.spots.iter().map(|spot| format!("{:.0} {:.0}", spot.at.0, spot.at.1)).collect();
        assert_eq!(points.len(), cloth.spots.len(), "{}", sign.name);
    });
}
