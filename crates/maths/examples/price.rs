//! Prices every wager of a table exactly, asks what a setting is worth, and looks up best play.
//!
//! `cargo run -p croupier-maths --example price`

use croupier_maths::{PriceQuery, odds, parse_shoe, strategy};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;

type Done<T> = Result<T, Box<dyn std::error::Error>>;

/// The rules of a game with a setting of a house.
fn rules(shelf: &Shelf, game: &str, setting: Option<(&str, &str)>) -> Done<AnyGame> {
    let (_, game) = shelf.game(game)?;
    let mut chosen = Chosen::default();
    if let Some((key, value)) = setting {
        chosen.choose(key, value, &game.envelope()).map_err(|refusal| refusal.to_string())?;
    }
    Ok(game.table(&chosen))
}

pub(crate) fn main() -> Done<()> {
    let shelf = Shelf::built_in();

    let roulette = rules(&shelf, "scotland-1970/roulette", None)?;
    for price in odds(&roulette, &PriceQuery::default())?.prices {
        // A figure is a fraction where the game admits one, otherwise a decimal that says how far it can be off.
        let edge = price
            .edge
            .exact()
            .map_or_else(|| format!("within {:e}", price.edge.within()), ToString::to_string);
        println!("{:<12} {} % ({edge})", price.wager, (price.edge.value() * 100.0));
    }

    // What is left of the shoe changes the price.
    let coups = rules(&shelf, "scotland-1970/punto-banco", None)?;
    let without_fives = parse_shoe(&coups, "-5:32")?;
    let ask =
        PriceQuery { shoe: Some(without_fives.shoe), spread: without_fives.spread, ..PriceQuery::default() };
    let (usual, rare) = (odds(&coups, &PriceQuery::default())?, odds(&coups, &ask)?);
    assert!(usual.prices[0].edge.value() > 0.0);
    println!(
        "{}: {:.6} with all cards, {:.6} without fives",
        usual.prices[0].wager,
        usual.prices[0].edge.value(),
        rare.prices[0].edge.value()
    );

    let blackjack = rules(&shelf, "mpumalanga/blackjack", Some(("decks", "8")))?;
    let best = strategy(&blackjack, &PriceQuery::default())?.ok_or("there is something to decide")?;
    println!("{}: {} charts, {}", best.title, best.charts.len(), best.method);
    Ok(())
}
