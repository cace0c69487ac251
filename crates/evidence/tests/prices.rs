//! What the clauses say about returns, held against the prices.

use croupier_evidence::{chapters, priced_wagers};
use croupier_report::Unwatched;
use croupier_rules::book::Shelf;

/// The least that a wager against the house has to return (GLI-19, 4.7.1).
const LEAST: f64 = 0.75;

/// The wagers that return less, as their regulation has them. The sentence of the clause names the game of each.
const BELOW: [(&str, &str); 1] = [("western-australia-1990/in-between", "hand")];

#[test]
fn the_wagers_that_return_less_than_three_quarters_are_those_that_the_clause_names() {
    let wagers = priced_wagers(&Shelf::built_in(), None, &Unwatched).unwrap();
    assert!(wagers.len() > 100, "{}", wagers.len());
    let below = wagers.iter().filter(|wager| wager.returned() < LEAST);
    let below: Vec<(&str, &str)> = below.map(|wager| (wager.game.as_str(), wager.wager.as_str())).collect();
    assert_eq!(below, BELOW);
    let all = chapters();
    let mut clauses = all.iter().flat_map(|chapter| &chapter.clauses);
    let clause = clauses.find(|clause| clause.number == "4.7.1").expect("there is such a clause");
    assert!(BELOW.iter().all(|(game, _)| clause.says.contains(game)), "{}", clause.says);
}
