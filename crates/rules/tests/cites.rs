//! The provisions that a settlement cites.

use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::law::Cites;

#[test]
fn a_provision_is_cited_once_and_the_first_stays_first() {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("scotland-1970/blackjack").unwrap();
    let AnyGame::Blackjack(rules) = game.table(&Chosen::default()) else { panic!("blackjack") };
    let (lost, boxes) = (rules.cites.lost, rules.cites.boxes);
    assert_ne!(lost, boxes);
    let cites = Cites::from(lost).and(boxes).and(lost).and(None);
    assert_eq!(cites.iter().collect::<Vec<_>>(), [lost, boxes]);
    assert_eq!(cites.first(), Some(lost));
    assert_eq!(Cites::NONE.first(), None);
}
