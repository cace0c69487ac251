//! The clauses in which blackjack tables differ.

use croupier_rules::contract::Seated;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, EvenMoney};

use crate::clauses::{RuleSwap, Taking};

type Rules = Seated<Blackjack, BOXES_MAX>;

/// The table with one clause of another table, for every clause in which they differ.
pub(super) fn swaps(at: &Rules, from: &Rules) -> Vec<RuleSwap<Rules>> {
    let mut taking = Taking::new(at, from);
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
    taking.take("surrender before or after the look", |rules| &mut rules.surrender_when);
    taking.take("insurance", |rules| &mut rules.insurance.right);
    taking.take("insurance odds", |rules| &mut rules.insurance.odds);
    taking.take("lost to a dealer's blackjack", |rules| &mut rules.lost_to_blackjack);
    if matches!(at.even_money, EvenMoney::Offered(_)) != matches!(from.even_money, EvenMoney::Offered(_)) {
        taking.take("even money", |rules| &mut rules.even_money);
    }
    taking.found
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};

    use crate::swaps;

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
        assert_eq!(crate::swaps(&scotland, &surrender.game).len(), 1);
    }
}
