//! Prices: computed independently where that is short (from the odds, by counting every hand, or from published
//! figures); otherwise those of the mathematics.

use croupier_kit::{Card, HandSum, PokerHand, Ratio};
use croupier_maths::{Figure, Price};
use croupier_rules::contract::Payout;
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::Opposing;
use croupier_rules::games::in_between::{HandResult, InBetween};
use croupier_rules::games::poker::HoldEm;
use croupier_sim::policy::Raises;

/// The house's edge on a wager.
pub(crate) fn exact(game: &AnyGame, prices: &[Price], wager: &str) -> Figure {
    match game {
        AnyGame::Roulette(_) => Ratio::new(1, 37).into(),
        AnyGame::Dice(_) if wager == "win" => Ratio::new(7, 495).into(),
        AnyGame::Dice(_) if wager.starts_with("behind") => Ratio::zero().into(),
        AnyGame::InBetween(game) => in_between(game),
        AnyGame::Poker(game) => arizona(game),
        AnyGame::Baccarat(game) if game.hands == Opposing::One && game.drawing.leaves_no_choice() => {
            coups(wager).unwrap_or_else(|| panic!("nothing is published of {wager}"))
        }
        AnyGame::Baccarat(_) | AnyGame::Blackjack(_) | AnyGame::Dice(_) | AnyGame::DealerPoker(_) => {
            let price = prices.iter().find(|price| price.wager == wager);
            price.unwrap_or_else(|| panic!("{wager} has no price")).edge.clone()
        }
    }
}

/// The number of cards, balls or throws per round, as a lower and an upper bound of the average.
pub(crate) fn falls(game: &AnyGame) -> (f64, f64) {
    match game {
        AnyGame::Roulette(_) => (1.0, 1.0),
        AnyGame::Dice(_) => (1.0, 1.01),
        AnyGame::Poker(_) => (5.0, 5.0),
        // Two cards are consecutive in 2 · 12 · 16 of 52 · 51 orders.
        AnyGame::InBetween(_) => (3.0 - 384.0 / 2652.0 - 0.001, 3.0 - 384.0 / 2652.0 + 0.001),
        AnyGame::Baccarat(game) if game.hands == Opposing::Two => (7.3, 7.5),
        // 4.9384 in punto banco with eight packs.
        AnyGame::Baccarat(game) if game.drawing.leaves_no_choice() => (4.936, 4.941),
        AnyGame::Baccarat(_) => (4.85, 5.0),
        AnyGame::Blackjack(_) => (5.1, 5.5),
        AnyGame::DealerPoker(game) => {
            let cards = 2.0 * f64::from(game.size.cards());
            (cards, cards)
        }
    }
}

/// Eight packs, as published to seven decimal places.
fn coups(wager: &str) -> Option<Figure> {
    let edge = match wager {
        "punto" => 0.012_350_8,
        "banco" => 0.010_579_1,
        "egalite" => 0.143_596_3,
        _ => return None,
    };
    Some(Figure::near(edge, 1e-7))
}

/// Every ordered triple of cards; a hand that is carried over is worth the same as a new one.
fn in_between(game: &InBetween) -> Figure {
    let place = |card: usize| i32::from(game.order[card / 4]);
    let worth = |result: HandResult| match result {
        HandResult::Wins(odds) => Some(-odds.ratio().as_rational().to_f64().value()),
        HandResult::Loses => Some(1.0),
        HandResult::StandOff | HandResult::PlaysOn => None,
    };
    let (mut sum, mut hands) = (0.0, 0.0);
    let different = |one: usize, two: usize, three: usize| one != two && two != three && one != three;
    for one in 0..52 {
        for two in 0..52 {
            for three in (0..52).filter(|three| different(one, two, *three)) {
                let (low, high) = (place(one).min(place(two)), place(one).max(place(two)));
                let third = place(three);
                let result = match high - low {
                    1 => game.consecutive.result,
                    0 if third == low => game.three_equal.result,
                    0 => game.pair_only.result,
                    _ if low < third && third < high => game.between.result,
                    _ => game.outside.result,
                };
                if let Some(worth) = worth(result) {
                    sum += worth;
                    hands += 1.0;
                }
            }
        }
    }
    Figure::near(sum / hands, 1e-12)
}

/// Every hand with its two common cards in order, raised where that is best.
fn arizona(game: &HoldEm) -> Figure {
    let raises = Raises::best(game);
    let pays = PokerHand::ALL.map(|hand| match game.pays.of(hand).map(|pay| Payout::Win(pay.odds)) {
        Some(Payout::Win(odds)) => odds.ratio().as_rational().to_f64().value(),
        _ => -1.0,
    });
    let pack: Vec<Card> = Card::pack().collect();
    let (mut sum, mut hands) = (0.0, 0_u32);
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                let own = [pack[a], pack[b], pack[c]];
                let first = f64::from(u8::from(raises.raises(own, None)));
                let three = own.iter().fold(HandSum::EMPTY, |sum, card| sum.with(*card));
                for d in (0..52).filter(|d| ![a, b, c].contains(d)) {
                    let stakes = 1.0 + first + f64::from(u8::from(raises.raises(own, Some(pack[d]))));
                    let four = three.with(pack[d]);
                    for e in (0..52).filter(|e| ![a, b, c, d].contains(e)) {
                        sum += stakes * pays[four.with(pack[e]).index()];
                        hands += 1;
                    }
                }
            }
        }
    }
    Figure::near(-sum / f64::from(hands), 1e-9)
}
