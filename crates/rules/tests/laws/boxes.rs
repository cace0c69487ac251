//! Hands at blackjack, for the laws of every book that has it.

use croupier_kit::Rank;
use croupier_rules::contract::{Game, Positions, Seated};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal};

use crate::law::Law;

/// What a hand has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    /// 21 in two cards.
    TwoCards,
    /// 21 in more.
    More,
    /// Less than 21.
    Lower(u8),
    /// More than 21.
    Over,
}

/// What a hand comes to against the dealer's, and by which way it wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Came {
    /// Won: the dealer is over 21.
    DealerOver,
    /// Won: the higher score.
    Higher,
    /// Won: 21 in two cards against 21 in more.
    TwoCards,
    /// Returned.
    Void,
    /// Lost.
    Lost,
}

/// Hands of a box: every score in two cards, every way to 21, and beyond.
const OWN: [&str; 32] = [
    "AT",
    "TA",
    "AK",
    "QA",
    "JA",
    "777",
    "A28",
    "T65",
    "993",
    "AAAAAAA77",
    "KQA",
    "A5T5",
    "22",
    "32",
    "42",
    "52",
    "62",
    "72",
    "82",
    "83",
    "93",
    "T3",
    "T4",
    "T5",
    "T6",
    "T7",
    "A7",
    "T9",
    "KQ",
    "T6T",
    "999",
    "T2T",
];

/// Hands of a dealer who draws to 16; none has a soft 17 on the way.
const DEALERS: [&str; 14] =
    ["AT", "TA", "KA", "777", "T47", "5A5", "A28", "T7", "98", "T8", "T9", "KQ", "T6T", "949"];

/// The cards of a hand, one a letter.
fn ranks(hand: &str) -> Vec<char> {
    hand.chars().collect()
}

/// The score of a hand: the first Ace is 11 unless that is too much.
pub(crate) fn score(hand: &str) -> u8 {
    let with_ace_as_one: u8 = hand.chars().map(points).sum();
    if hand.contains('A') && with_ace_as_one <= 11 { with_ace_as_one + 10 } else { with_ace_as_one }
}

fn points(rank: char) -> u8 {
    match rank {
        'A' => 1,
        'T' | 'J' | 'Q' | 'K' => 10,
        figure => u8::try_from(figure.to_digit(10).unwrap()).unwrap(),
    }
}

fn made(hand: &str) -> Made {
    match score(hand) {
        21 if ranks(hand).len() == 2 => Made::TwoCards,
        21 => Made::More,
        22.. => Made::Over,
        lower => Made::Lower(lower),
    }
}

/// What two hands come to.
#[allow(clippy::match_same_arms, reason = "one line for each combination that the rules tell apart")]
fn came(own: Made, dealer: Made) -> Came {
    match (own, dealer) {
        (Made::Over, _) => Came::Lost,
        (_, Made::Over) => Came::DealerOver,
        (Made::TwoCards, Made::TwoCards) | (Made::More, Made::More) => Came::Void,
        (Made::TwoCards, Made::More) => Came::TwoCards,
        (Made::TwoCards | Made::More, Made::Lower(_)) => Came::Higher,
        (Made::More | Made::Lower(_), Made::TwoCards) | (Made::Lower(_), Made::More) => Came::Lost,
        (Made::Lower(own), Made::Lower(his)) => match own.cmp(&his) {
            std::cmp::Ordering::Greater => Came::Higher,
            std::cmp::Ordering::Equal => Came::Void,
            std::cmp::Ordering::Less => Came::Lost,
        },
    }
}

/// Every hand of a box against every hand of a dealer, with what it comes to.
pub(crate) fn every_hand(mut each: impl FnMut(&str, Made, &str, Came)) {
    for own in OWN {
        for dealer in DEALERS {
            each(own, made(own), dealer, came(made(own), made(dealer)));
        }
    }
}

/// A round in which box 1, with 100 on it, gets these cards against the dealer's, and box 2 stands on 18, so that the
/// dealer plays out his hand.
pub(crate) fn against(own: &str, dealer: &str) -> String {
    let (cards, his) = (ranks(own), ranks(dealer));
    let mut acts = vec![
        "ann bets 100 on box 1; ben bets 100 on box 2".to_owned(),
        format!("cards {} T {} {} 8", cards[0], his[0], cards[1]),
    ];
    acts.extend(cards[2..].iter().map(|card| format!("ann draws; cards {card}")));
    if score(own) < 21 {
        acts.push("ann stands".to_owned());
    }
    acts.push("ben stands".to_owned());
    acts.extend(his[1..].iter().map(|card| format!("cards {card}")));
    acts.join("; ")
}

/// The rules of a blackjack table.
pub(crate) fn rules(law: &Law<'_>) -> Seated<Blackjack, BOXES_MAX> {
    match law.game() {
        AnyGame::Blackjack(rules) => rules,
        other => panic!("{other:?} is not blackjack"),
    }
}

/// Two boxes and the dealer, with these as the first cards.
pub(crate) fn dealt(rules: &Seated<Blackjack, BOXES_MAX>, first_cards: [Rank; 5]) -> Deal<BOXES_MAX> {
    let mut deal = rules.open(Positions::first(2));
    for rank in first_cards {
        rules.fall_unchecked(&mut deal, rank);
    }
    deal
}
