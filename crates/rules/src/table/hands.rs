//! What hands are called, what they come to and how a round came out, in a word: so that no page reckons with cards.

use croupier_kit::{Card, PokerHand};

use super::AnyTable;
use crate::contract::Seat;
use crate::games::baccarat::{BANKER, Baccarat, Backs, LEFT, Opposing, PLAYER, pip};
use crate::games::blackjack::{BOXES_MAX, Blackjack, Deal};
use crate::games::poker::PLAYERS_MAX;
use crate::notation::BoxHand;

impl AnyTable<'_> {
    /// Where cards lie: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, `hand`, or whose they are.
    pub fn place_of(&self, seat: Seat, spot: Option<BoxHand>) -> String {
        match (self, spot) {
            (Self::Blackjack(_), Some(spot)) => format!("box {}", spot.number),
            (Self::Blackjack(_), None) if seat == Deal::<BOXES_MAX>::DEALER => "dealer".to_owned(),
            (Self::Blackjack(_), None) => format!("box {}", seat + 1),
            (Self::Baccarat(table), _) => side_of(&table.game, seat).to_owned(),
            (Self::Poker(_), _) if seat == crate::games::poker::Deal::<PLAYERS_MAX>::COMMON => {
                "common".to_owned()
            }
            _ => self.owner(seat).unwrap_or("hand").to_owned(),
        }
    }

    /// Whose hand lies at a seat: who speaks for it, and once the round is over who did.
    fn owner(&self, seat: Seat) -> Option<&str> {
        self.speaker(seat).or_else(|| {
            let Self::Poker(table) = self else { return None };
            let mut bets = table.bets_of_hand();
            bets.find(|(_, bet)| bet.life.seat == seat).map(|(_, bet)| table.people.name(bet.player))
        })
    }

    /// What cards that all lie open come to: `17`, `soft 17`, `blackjack`, `bust`; nothing where they have no score.
    pub fn score_of(&self, cards: &[Card], is_split: bool) -> Option<String> {
        match self {
            _ if cards.is_empty() => None,
            Self::Blackjack(table) => Some(blackjack_score(&table.game, cards, is_split)),
            Self::Baccarat(_) => {
                let sum: u32 = cards.iter().map(|card| u32::from(pip(card.rank()))).sum();
                Some((sum % 10).to_string())
            }
            Self::Poker(_) => {
                let five: Option<[Card; 5]> = cards.try_into().ok();
                five.map(|five| PokerHand::of(five).name().replace('-', " "))
            }
            _ => None,
        }
    }

    /// How the round came out, in a word or two: the pocket, the dice, the side that won, what the dealer had.
    pub fn result(&self) -> String {
        match self {
            Self::Roulette(table) => {
                let ball = table.last_deal().and_then(crate::games::roulette::Deal::ball);
                ball.map(|ball| ball.to_string()).unwrap_or_default()
            }
            Self::Dice(table) => {
                let throw = table.last_deal().and_then(crate::games::dice::Deal::throw);
                throw.map(|throw| throw.to_string()).unwrap_or_default()
            }
            Self::Baccarat(table) => {
                let scores = |deal: &crate::games::baccarat::Deal, seat| deal.hand(seat).score();
                let fares =
                    |seat| table.last_deal().map(|deal| scores(deal, seat).cmp(&scores(deal, BANKER)));
                baccarat_result(&table.game, fares)
            }
            Self::Blackjack(table) => {
                let dealer = table.last_deal().map(Deal::dealer);
                dealer.map(|hand| format!("dealer {}", told(hand))).unwrap_or_default()
            }
            _ => self.describe(),
        }
    }

    /// What a stake has come to on its way: its point, at dice.
    pub fn life_of(&self, number: u32) -> Option<String> {
        let Self::Dice(table) = self else { return None };
        let point = table.stakes.get(number)?.life.point()?;
        Some(format!("point {point}"))
    }
}

fn side_of(game: &Baccarat, seat: Seat) -> &'static str {
    match (seat, game.hands == Opposing::Two) {
        (BANKER, _) => "banker",
        (LEFT, _) => "left",
        (_, true) => "right",
        _ => "player",
    }
}

fn told(hand: crate::games::blackjack::Hand) -> String {
    if hand.is_bust() {
        return "bust".to_owned();
    }
    if hand.is_two_card_21() { "blackjack".to_owned() } else { hand.score().to_string() }
}

/// The score of a hand; two cards of 21 are a blackjack unless they come from a split.
fn blackjack_score(game: &Blackjack, cards: &[Card], is_split: bool) -> String {
    let hand = game.hand_of(cards.iter().map(|card| card.rank()));
    if hand.is_bust() {
        return format!("bust with {}", hand.score());
    }
    match (hand.is_two_card_21(), hand.is_soft()) {
        (true, _) if !is_split => "blackjack".to_owned(),
        (_, true) => format!("soft {}", hand.score()),
        _ => hand.score().to_string(),
    }
}

/// The side that won, by the name the book gives the bet on it.
fn baccarat_result(game: &Baccarat, fares: impl Fn(Seat) -> Option<std::cmp::Ordering>) -> String {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let named = |backs: Backs, else_: &str| {
        let clause = game.clauses.iter().find(|clause| clause.backs == backs);
        clause.map_or_else(|| else_.to_owned(), |clause| clause.name.to_string())
    };
    let one = |fares: std::cmp::Ordering| match fares {
        Greater => named(Backs::Hand(PLAYER), "player"),
        Less => named(Backs::Banker, "banker"),
        Equal => named(Backs::Tie, "tie"),
    };
    let word = |fares| match fares {
        Greater => "wins",
        Less => "loses",
        Equal => "draws",
    };
    match (fares(PLAYER), (game.hands == Opposing::Two).then(|| fares(LEFT)).flatten()) {
        (Some(right), Some(left)) => format!("right {}, left {}", word(right), word(left)),
        (Some(player), None) => one(player),
        _ => String::new(),
    }
}
