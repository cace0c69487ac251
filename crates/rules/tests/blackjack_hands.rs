//! The score of a hand of blackjack, and what others see of one.

use croupier_kit::Rank;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Game, Positions, Seat, Seated, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal, Hand, Move};

fn rules(name: &str) -> Seated<Blackjack, BOXES_MAX> {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game(name).unwrap();
    let AnyGame::Blackjack(rules) = game.table(&Chosen::default()) else { panic!("{name}") };
    rules
}

/// A deal in which the first box draws until it has these cards, and every other hand gets a Nine.
fn dealt(name: &str, boxes: Seat, ranks: &[Rank]) -> (Seated<Blackjack, BOXES_MAX>, Deal<BOXES_MAX>) {
    let rules = rules(name);
    let mut deal = rules.open(Positions::first(boxes));
    let mut left = ranks.iter();
    while deal.at(0).hands()[0].cards() < u8::try_from(ranks.len()).unwrap()
        || (1..boxes).any(|seat| deal.at(seat).hands()[0].cards() < 2)
    {
        match rules.turn(&deal) {
            Turn::Chance(fall) if fall.to == 0 => rules.fall_unchecked(&mut deal, *left.next().unwrap()),
            Turn::Chance(_) => rules.fall_unchecked(&mut deal, Rank::Nine),
            Turn::Seat(seat) => rules.play_unchecked(&mut deal, seat, Move::Draw),
            other => panic!("{other:?} after {ranks:?}"),
        }
    }
    (rules, deal)
}

fn hand(ranks: &[Rank]) -> Hand {
    dealt("scotland-1970/blackjack", 1, ranks).1.at(0).hands()[0]
}

#[test]
fn the_first_ace_is_eleven_unless_that_is_too_much() {
    assert_eq!(hand(&[Rank::Ace, Rank::Eight]).score(), 19);
    assert_eq!(hand(&[Rank::Ace, Rank::Ace]).score(), 12);
    assert_eq!(hand(&[Rank::Ace, Rank::Ace, Rank::Nine]).score(), 21);
    assert_eq!(hand(&[Rank::Ace, Rank::Eight, Rank::Five]).score(), 14);
    assert!(hand(&[Rank::Ace, Rank::King]).is_two_card_21());
    assert!(!hand(&[Rank::Seven, Rank::Seven, Rank::Seven]).is_two_card_21());
    assert!(hand(&[Rank::King, Rank::Queen, Rank::Two]).is_bust());
}

#[test]
fn a_hidden_hand_shows_only_how_many_cards_it_has() {
    let seen = |ranks: &[Rank]| {
        let (rules, deal) = dealt("mpumalanga/touch-21", 2, ranks);
        (rules.view(&deal, 0), rules.view(&deal, 1))
    };
    let (own, others) = seen(&[Rank::Ten, Rank::Five]);
    let (other_own, same) = seen(&[Rank::Two, Rank::Three]);
    assert_ne!(own, other_own);
    assert_eq!(others, same);
    assert_eq!(others.at(0).hands()[0].cards(), 2);
}
