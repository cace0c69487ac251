//! Pays a few bets exactly, with the fewest chips, and counts what is left of a shoe.
//!
//! `cargo run -p croupier-kit --example pay`

use croupier_kit::{Card, Chips, Money, Odds, Ratio, Shoe};

type Done = Result<(), Box<dyn std::error::Error>>;

/// What a stake wins, or why it cannot be paid to the last unit.
fn pay(stake: &str, odds: &str) -> Done {
    let (stake, odds): (Money, Odds) = (stake.parse()?, odds.parse()?);
    match odds.profit(stake) {
        Ok(profit) => {
            let stacks = Chips::usual().make(stake.plus(profit)?)?;
            let chips = stacks.iter().map(|stack| format!("{} × {}", stack.count, stack.value));
            println!("{stake} at {odds} wins {profit}: hand out {}", chips.collect::<Vec<_>>().join(" + "));
        }
        // Nothing is rounded: the stake can be refused when it is placed.
        Err(unpayable) => println!("{stake} at {odds}: {unpayable}"),
    }
    Ok(())
}

/// The chance that the next card is an ace, as a fraction.
fn ace_next(shoe: &Shoe, aces: &[Card]) -> Ratio {
    let left: u32 = aces.iter().map(|ace| u32::from(shoe.count(*ace))).sum();
    Ratio::new(left, shoe.len())
}

pub(crate) fn main() -> Done {
    pay("10", "35 to 1")?;
    pay("10", "9½ to 5")?;
    pay("0.01", "3 to 2")?;

    let aces: Vec<Card> =
        ["AS", "AH", "AD", "AC"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
    let mut shoe = Shoe::new(6);
    assert_eq!(ace_next(&shoe, &aces).to_string(), "1/13");
    shoe.take(aces[0])?;
    println!("the next card is an ace with {} once one is out", ace_next(&shoe, &aces));
    Ok(())
}
