//! The facts of a coup that wagers can be on: who wins and how, and pairs among the first cards.

use std::cmp::Ordering;

use croupier_kit::{Card, Rank, Suit};

use super::deal::{BANKER, Deal, PLAYER, Pip, pip};
use super::rules::Baccarat;
use crate::contract::{Face, Game, Positions, Seat, Turn};
use crate::side::{DeclaredFact, FactReader, FactValue, FactValues, RoundCards};

/// The words for the winner, in the order of the values of that fact.
const WINNERS: &[&str] = &["player", "banker", "tie"];

/// The facts. Those of the deal decide main wagers as well.
pub(super) const FACTS: &[DeclaredFact<Baccarat>] = &[
    of_deal("winner", "who wins the coup", FactValues::Words(WINNERS), |game, deal| {
        scores(game, deal).map(|(player, banker)| winner(player, banker))
    }),
    of_deal("margin", "the difference of the scores", FactValues::Number(0..=9), |game, deal| {
        scores(game, deal).map(|(player, banker)| player.abs_diff(banker))
    }),
    of_deal("player-score", "the player's score at the end", FactValues::Number(0..=9), |game, deal| {
        scores(game, deal).map(|(player, _)| player)
    }),
    of_deal("banker-score", "the banker's score at the end", FactValues::Number(0..=9), |game, deal| {
        scores(game, deal).map(|(_, banker)| banker)
    }),
    of_deal(
        "player-cards",
        "how many cards the player has at the end",
        FactValues::Number(2..=3),
        |game, deal| cards(game, deal).map(|(player, _)| player),
    ),
    of_deal(
        "banker-cards",
        "how many cards the banker has at the end",
        FactValues::Number(2..=3),
        |game, deal| cards(game, deal).map(|(_, banker)| banker),
    ),
    of_deal("cards", "how many cards both have at the end", FactValues::Number(4..=6), |game, deal| {
        cards(game, deal).map(|(player, banker)| player + banker)
    }),
    of_deal("player-natural", "whether the player has a natural", FactValues::Whether, |game, deal| {
        natural(game, deal, PLAYER)
    }),
    of_deal("banker-natural", "whether the banker has a natural", FactValues::Whether, |game, deal| {
        natural(game, deal, BANKER)
    }),
    of_cards("player-pair", "whether the player's first two cards have the same rank", |round| {
        first_two(round, PLAYER).map(|[one, other]| one.rank() == other.rank())
    }),
    of_cards("banker-pair", "whether the banker's first two cards have the same rank", |round| {
        first_two(round, BANKER).map(|[one, other]| one.rank() == other.rank())
    }),
    of_cards(
        "player-suited-pair",
        "whether the player's first two cards have the same rank and suit",
        |round| first_two(round, PLAYER).map(|[one, other]| one == other),
    ),
    of_cards(
        "banker-suited-pair",
        "whether the banker's first two cards have the same rank and suit",
        |round| first_two(round, BANKER).map(|[one, other]| one == other),
    ),
];

/// The index of the winner among the facts.
pub(super) const WINNER: u8 = 0;

const fn of_deal(
    key: &'static str,
    meaning: &'static str,
    values: FactValues,
    read: fn(&Baccarat, &Deal) -> Option<FactValue>,
) -> DeclaredFact<Baccarat> {
    DeclaredFact { key, meaning, values, reader: FactReader::Deal(read) }
}

const fn of_cards(
    key: &'static str,
    meaning: &'static str,
    read: fn(&RoundCards<'_, Baccarat>) -> Option<bool>,
) -> DeclaredFact<Baccarat> {
    DeclaredFact { key, meaning, values: FactValues::Whether, reader: FactReader::Whether(read) }
}

/// The value of the winner for these scores.
pub(super) const fn winner(player: u8, banker: u8) -> FactValue {
    if player > banker {
        0
    } else if player < banker {
        1
    } else {
        2
    }
}

/// The comparison of the player's hand with the banker's for a value of the winner.
pub(super) fn compared(value: FactValue) -> Ordering {
    [Ordering::Greater, Ordering::Less, Ordering::Equal][usize::from(value)]
}

fn is_over(game: &Baccarat, deal: &Deal) -> bool {
    game.turn(deal) == Turn::Over
}

/// The scores of the player and the banker, once no card is due.
fn scores(game: &Baccarat, deal: &Deal) -> Option<(u8, u8)> {
    is_over(game, deal).then(|| (deal.hand(PLAYER).score(), deal.hand(BANKER).score()))
}

/// The numbers of cards of the player and the banker, once no card is due.
fn cards(game: &Baccarat, deal: &Deal) -> Option<(u8, u8)> {
    is_over(game, deal).then(|| (deal.hand(PLAYER).cards(), deal.hand(BANKER).cards()))
}

/// Whether a hand is a natural, once the first cards are dealt: naturals are turned at once.
fn natural(game: &Baccarat, deal: &Deal, seat: Seat) -> Option<FactValue> {
    let dealt = [PLAYER, BANKER].iter().all(|seat| deal.hand(*seat).cards() >= 2);
    dealt.then(|| game.drawing.is_natural(deal.hand(seat)).into())
}

/// The first two cards of a hand, once they can be seen.
fn first_two(round: &RoundCards<'_, Baccarat>, seat: Seat) -> Option<[Card; 2]> {
    let seen = round.game.first_cards == Face::Up || is_over(round.game, round.deal);
    if seen { round.first(seat) } else { None }
}

/// Calls `each` for a coup of every kind: every score of the first two cards with and without pairs, and every third card.
pub(super) fn kinds_of_rounds(game: &Baccarat, each: &mut dyn FnMut(&RoundCards<'_, Baccarat>)) {
    let hands: Vec<[Card; 2]> = first_hands(game.packs > 1);
    for player in &hands {
        for banker in &hands {
            let mut deal = game.open(Positions::NONE);
            let mut fell = Vec::new();
            for place in 0..2 {
                for (seat, hand) in [(PLAYER, player), (BANKER, banker)] {
                    game.fall_unchecked(&mut deal, pip(hand[place].rank()));
                    fell.push((seat, hand[place]));
                }
            }
            play_out(game, deal, &mut fell, each);
        }
    }
}

/// Plays a coup to its end with every third card, and every decision where there is a choice.
fn play_out(
    game: &Baccarat,
    deal: Deal,
    fell: &mut Vec<(Seat, Card)>,
    each: &mut dyn FnMut(&RoundCards<'_, Baccarat>),
) {
    match game.turn(&deal) {
        Turn::Chance(fall) => {
            for rank in Rank::ALL.iter().filter(|rank| !matches!(rank, Rank::Jack | Rank::Queen | Rank::King))
            {
                let mut next = deal;
                game.fall_unchecked(&mut next, pip(*rank));
                fell.push((fall.to, Card::new(*rank, Suit::Spades)));
                play_out(game, next, fell, each);
                fell.pop();
            }
        }
        Turn::Seat(seat) => game.moves(&deal, seat, |mv| {
            let mut next = deal;
            game.play_unchecked(&mut next, seat, mv);
            play_out(game, next, fell, each);
        }),
        Turn::Over | Turn::Bets => each(&RoundCards { game, deal: &deal, fell, place: None }),
    }
}

/// Two cards of every score: unequal, a pair, and a pair of one suit if there are several packs.
fn first_hands(suited: bool) -> Vec<[Card; 2]> {
    let ranks = &Rank::ALL;
    let mut hands: Vec<[Card; 2]> = Vec::new();
    let mut known: Vec<(Pip, bool, bool)> = Vec::new();
    for one in ranks {
        for other in ranks {
            for suit in [Suit::Clubs, Suit::Spades] {
                let cards = [Card::new(*one, Suit::Spades), Card::new(*other, suit)];
                let kind = ((pip(*one) + pip(*other)) % 10, one == other, cards[0] == cards[1]);
                if (suited || !kind.2) && !known.contains(&kind) {
                    known.push(kind);
                    hands.push(cards);
                }
            }
        }
    }
    hands
}
