//! The price of a clause: a table with one rule replaced by that of another table of its family, all else unchanged.

use croupier_rules::contract::Seated;
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::Baccarat;
use croupier_rules::games::blackjack::{Blackjack, EvenMoney};

/// A table with one clause taken from another table.
#[derive(Clone, Debug)]
pub struct Swap {
    /// The clause that was replaced: `soft 17`, `double`.
    pub key: String,
    /// The table with the replaced clause.
    pub game: AnyGame,
}

/// One swap for every clause in which two tables of one family differ.
///
/// There are none for families in which tables differ only in the odds of single wagers: there the edges can be
/// compared directly.
pub fn swaps(at: &AnyGame, from: &AnyGame) -> Vec<Swap> {
    match (at, from) {
        (AnyGame::Blackjack(at), AnyGame::Blackjack(from)) => blackjack(at, from),
        (AnyGame::Baccarat(at), AnyGame::Baccarat(from)) => baccarat(at, from),
        _ => Vec::new(),
    }
}

/// Replaces one rule where the two tables differ. Citations are not replaced, because they refer to another rulebook.
struct Taking<'g, G> {
    at: &'g G,
    from: &'g G,
    found: Vec<(String, G)>,
}

impl<G: Clone> Taking<'_, G> {
    fn take<T: PartialEq + Clone>(&mut self, key: &str, of: impl Fn(&mut G) -> &mut T) {
        let (mut with, mut from) = (self.at.clone(), self.from.clone());
        let theirs = of(&mut from).clone();
        let ours = of(&mut with);
        if *ours != theirs {
            *ours = theirs;
            self.found.push((key.to_owned(), with));
        }
    }
}

fn blackjack(at: &Blackjack, from: &Blackjack) -> Vec<Swap> {
    let mut taking = Taking { at, from, found: Vec::new() };
    taking.take("packs", |rules| &mut rules.packs);
    taking.take("dealer's cards before play", |rules| &mut rules.before_play);
    taking.take("soft 17", |rules| &mut rules.dealer_on_17);
    taking.take("equal scores", |rules| &mut rules.on_equal);
    taking.take("ordinary odds", |rules| &mut rules.ordinary.odds);
    taking.take("blackjack odds", |rules| &mut rules.natural.odds);
    taking.take("blackjack paid", |rules| &mut rules.naturals);
    taking.take("doubling", |rules| &mut rules.double_scores);
    taking.take("doubling after a split", |rules| &mut rules.split.double);
    taking.take("pairs", |rules| &mut rules.split.pairs);
    taking.take("pairs barred", |rules| &mut rules.split.barred);
    taking.take("hands of a box", |rules| &mut rules.split.hands_max);
    taking.take("split Aces", |rules| &mut rules.split.aces);
    taking.take("Aces again", |rules| &mut rules.split.aces_again);
    taking.take("21 in two cards after a split", |rules| &mut rules.split.two_card_21);
    taking.take("surrender", |rules| &mut rules.surrender);
    taking.take("insurance", |rules| &mut rules.insurance.right);
    taking.take("insurance odds", |rules| &mut rules.insurance.odds);
    taking.take("lost to a dealer's blackjack", |rules| &mut rules.lost_to_blackjack);
    if matches!(at.even_money, EvenMoney::Offered(_)) != matches!(from.even_money, EvenMoney::Offered(_)) {
        taking.take("even money", |rules| &mut rules.even_money);
    }
    taking
        .found
        .into_iter()
        .map(|(key, rules)| Swap { key, game: AnyGame::Blackjack(Seated(rules)) })
        .collect()
}

fn baccarat(at: &Baccarat, from: &Baccarat) -> Vec<Swap> {
    let mut taking = Taking { at, from, found: Vec::new() };
    taking.take("packs", |rules| &mut rules.packs);
    // Games with one and two opposing hands are comparable in nothing but their packs and the odds of their wagers.
    if at.hands == from.hands {
        taking.take("naturals", |rules| &mut rules.drawing.naturals);
        taking.take("when the opposing hand draws", |rules| &mut rules.drawing.opposing);
        taking.take("who decides for the banker", |rules| &mut rules.drawing.banker);
        taking.take("the banker's drawing table", |rules| &mut rules.drawing.tableau);
    }
    let mut found = taking.found;
    for (place, clause) in at.clauses.iter().enumerate() {
        let theirs =
            from.clauses.iter().find(|theirs| theirs.name == clause.name && theirs.odds != clause.odds);
        if let Some(theirs) = theirs {
            let mut with = at.clone();
            with.clauses[place].odds = theirs.odds;
            found.push((format!("odds of {}", clause.name), with));
        }
    }
    found.into_iter().map(|(key, rules)| Swap { key, game: AnyGame::Baccarat(rules) }).collect()
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};

    use super::*;

    #[test]
    fn each_swap_changes_one_thing_and_a_table_differs_in_nothing_from_itself() {
        let shelf = Shelf::built_in();
        let table = |name: &str| shelf.game(name).unwrap().1.table(&Chosen::default());
        let (scotland, mpumalanga) = (table("scotland-1970/blackjack"), table("mpumalanga/blackjack"));
        assert!(swaps(&scotland, &scotland).is_empty());
        let swaps = swaps(&scotland, &mpumalanga);
        let keys: Vec<&str> = swaps.iter().map(|swap| swap.key.as_str()).collect();
        for key in ["packs", "doubling", "pairs barred", "hands of a box", "surrender", "insurance"] {
            assert!(keys.contains(&key), "{keys:?} lacks {key}");
        }
        assert!(!keys.contains(&"soft 17") && !keys.contains(&"blackjack odds"), "{keys:?}");
        let surrender = swaps.iter().find(|swap| swap.key == "surrender").unwrap();
        assert_eq!(super::swaps(&scotland, &surrender.game).len(), 1);
    }
}
