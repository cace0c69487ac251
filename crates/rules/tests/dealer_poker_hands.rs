//! Hands of three and five cards: how many there are of each kind, and how they compare.

use croupier_kit::Card;
use croupier_rules::book::Chosen;
use croupier_rules::games::AnyTable;
use croupier_rules::games::dealer_poker::{HandSize, KINDS, Strength};
use croupier_rules::notation::read_act;

use crate::example_books;

fn strength(size: HandSize, cards: &str) -> Strength {
    let cards: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    size.strength(&cards)
}

/// Counts every hand that begins with these cards and goes on with cards of the pack.
fn each(pack: &[Card], size: HandSize, hand: &mut Vec<Card>, counts: &mut [u32]) {
    if hand.len() == usize::from(size.cards()) {
        counts[size.strength(hand).kind() as usize] += 1;
        return;
    }
    for (place, card) in pack.iter().enumerate() {
        hand.push(*card);
        each(&pack[place + 1..], size, hand, counts);
        hand.pop();
    }
}

/// How many hands of a pack there are of each kind.
fn census(size: HandSize) -> Vec<u32> {
    let pack: Vec<Card> = Card::pack().collect();
    let mut counts = vec![0; KINDS];
    let mut hand = Vec::new();
    each(&pack, size, &mut hand, &mut counts);
    counts
}

#[test]
fn every_hand_of_three_cards_is_counted_as_published() {
    assert_eq!(census(HandSize::Three), [16_440, 3_744, 0, 52, 720, 1_096, 0, 0, 44, 4]);
}

#[test]
fn hands_of_three_cards_have_an_order_of_their_own() {
    let ascending = [
        "5S 3H 2D", "QS 6H 3D", "QS 6H 4D", "AS KH JD", "2S 2H 3D", "AS AH KD", "5S 3S 2S", "AS KS JS",
        "AS 2H 3D", "4S 2H 3D", "AS KH QD", "2S 2H 2D", "AS AH AD", "AS 2S 3S", "KS QS JS", "AS KS QS",
    ];
    for pair in ascending.windows(2) {
        let [low, high] = [0, 1].map(|at| strength(HandSize::Three, pair[at]));
        assert!(low < high, "{} is below {}", pair[0], pair[1]);
    }
    assert_eq!(strength(HandSize::Three, "QS 6H 4D"), strength(HandSize::Three, "4H QD 6C"));
}

#[test]
fn hands_of_five_cards_compare_down_to_the_last_card() {
    let ascending = [
        "7S 5H 4D 3C 2S",
        "AS KH 4D 3C 2S",
        "AS KH 5D 3C 2S",
        "2S 2H 5D 4C 3S",
        "2S 2H 6D 4C 3S",
        "3S 3H 2D 2C 4S",
        "3S 3H 2D 2C 5S",
        "2S 2H 2D 4C 3S",
        "AS 2H 3D 4C 5S",
        "6S 2H 3D 4C 5S",
        "TS JH QD KC AS",
        "7S 5S 4S 3S 2S",
        "2S 2H 2D 3C 3S",
        "2S 2H 2D 2C 3S",
        "2S 2H 2D 2C 4S",
        "AS 2S 3S 4S 5S",
        "TS JS QS KS AS",
    ];
    for pair in ascending.windows(2) {
        let [low, high] = [0, 1].map(|at| strength(HandSize::Five, pair[at]));
        assert!(low < high, "{} is below {}", pair[0], pair[1]);
    }
}

#[test]
fn one_pack_serves_sixteen_and_nine_players() {
    assert_eq!((HandSize::Three.seats(), HandSize::Five.seats()), (16, 9));
}

#[test]
fn a_robot_raises_with_what_would_qualify_and_a_silent_player_folds() {
    let shelf = example_books::shelf();
    for (name, cards, act) in [
        ("three-card-poker/three-card-poker", "QS 3D 2C", "ann raises"),
        ("three-card-poker/three-card-poker", "JS TD 8C", "ann folds"),
        ("three-card-poker/three-card-poker", "2S 2D 3C", "ann raises"),
        ("caribbean-stud/caribbean-stud", "AS KD 4C 3C 2H", "ann raises"),
        ("caribbean-stud/caribbean-stud", "AS QD JC 9C 8H", "ann folds"),
    ] {
        let (book, game) = shelf.game(name).unwrap();
        let mut chosen = Chosen::default();
        chosen.choose("deal", "hands", &game.envelope()).unwrap();
        let mut table = AnyTable::new(book, game, &chosen);
        let dealer = if cards.len() > 8 { "KH 9H 7D 5D 4H" } else { "KH 9H 7D" };
        for line in
            ["ann bets 10 on ante", "no more bets", &format!("cards {cards}"), &format!("cards {dealer}")]
        {
            table.try_act(&read_act(line).unwrap()).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
        }
        assert_eq!(table.robot_act().unwrap().to_string(), act, "{name}: {cards}");
        assert_eq!(table.default_act().unwrap().to_string(), "ann folds");
    }
}
