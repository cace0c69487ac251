//! What figures know of a wager that one ball or throw decides, against its price: the same mean and the same variance.

use croupier_kit::{Money, Ratio};
use croupier_maths::{PriceQuery, odds};
use croupier_rules::book::{Book, Chosen, GameBook, Shelf};
use croupier_rules::games::AnyTable;
use croupier_rules::notation::read_act;
use croupier_rules::offer::{Laid, listings};

/// The mean and the variance of the profit of a unit over all outcomes; `None` if the wager is not drawn.
fn drawn(book: &Book, game: &GameBook, words: &str, step: Money) -> Option<(Ratio, Ratio)> {
    let chosen = Chosen::default();
    let mut table = AnyTable::new(book, game, &chosen);
    table.try_act(&read_act("place your bets").unwrap()).ok();
    let amount = Money::from_minor(step.minor() * 10);
    table.try_act(&read_act(&format!("ann bets {amount} on {words}")).unwrap()).unwrap();
    let counted = table.counted(std::iter::once(1));
    let stake = &counted.stakes[0];
    assert_eq!(stake.first, stake.amount, "nothing was added to {words}");
    let draw = counted.wagers[stake.terms.wager].draw.as_ref()?;
    let whole: u32 = counted.weights.iter().sum();
    let mean_of = |power: usize| -> Ratio {
        let term = |(weight, payout): (&u32, _)| {
            let unit = Ratio::new(stake.terms.profit(payout).unwrap().minor(), stake.amount.minor());
            (0..power).fold(Ratio::new(*weight, whole), |product, _| product * unit.clone())
        };
        counted.weights.iter().zip(draw.iter().copied()).map(term).sum()
    };
    let mean = mean_of(1);
    Some((mean.clone(), mean_of(2) - &mean * &mean))
}

#[test]
fn a_draw_has_the_mean_and_the_variance_of_the_price() {
    let shelf = Shelf::built_in();
    let mut found = 0;
    for name in ["scotland-1970/roulette", "scotland-1970/dice", "mpumalanga/american-roulette"] {
        let (book, game) = shelf.game(name).unwrap();
        let rules = game.table(&Chosen::default());
        let prices = odds(&rules, &PriceQuery::default()).unwrap().prices;
        for listing in listings(&rules).iter().filter(|listing| listing.laid == Laid::Bet) {
            for words in &listing.words {
                let Some((mean, variance)) = drawn(book, game, words, listing.step) else {
                    assert!(name.ends_with("dice"), "{name} {words}: every ball decides it");
                    continue;
                };
                let price = prices.iter().find(|price| price.wager == listing.name);
                let price = price.unwrap_or_else(|| panic!("{name} has no price of {}", listing.name));
                assert_eq!(price.edge.exact(), Some(&-mean), "{name} {words}");
                assert_eq!(price.variance.exact(), Some(&variance), "{name} {words}");
                found += 1;
            }
        }
    }
    assert!(found > 300, "only {found} wagers are drawn");
}

#[test]
fn bets_that_stand_over_several_throws_are_not_drawn() {
    let shelf = Shelf::built_in();
    let (book, game) = shelf.game("scotland-1970/dice").unwrap();
    let rules = game.table(&Chosen::default());
    let of = |words: &str| {
        let listings = listings(&rules);
        let listing = listings.iter().find(|listing| listing.words.iter().any(|known| known == words));
        drawn(book, game, words, listing.unwrap().step)
    };
    assert_eq!(of("win"), None);
    assert_eq!(of("place-win 4"), None);
}
