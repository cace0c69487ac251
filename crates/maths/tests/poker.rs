//! Checks the analysis of Arizona Hold-Em by class against every deal card by card, and against the general
//! enumerator.

use std::collections::HashMap;

use croupier_kit::{Card, HandSum, Money, PokerHand, Ratio};
use croupier_maths::general::{Position, best, gain_distribution};
use croupier_maths::poker::{RaiseWhen, advice, analyse};
use croupier_maths::risk::{Bankroll, Formula, Risk};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Game, Payout, Positions, Seat, Seated, Stock};
use croupier_rules::games::AnyGame;
use croupier_rules::games::poker::{HoldEm, Life, Move, PLAYERS_MAX, View, Wager};

fn game(packs: &str) -> Seated<HoldEm, PLAYERS_MAX> {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("mpumalanga/arizona-hold-em").unwrap();
    let mut chosen = Chosen::default();
    chosen.choose("decks", packs, &game.envelope()).unwrap();
    let AnyGame::Poker(game) = game.table(&chosen) else { panic!("it is a game of poker") };
    game
}

fn gain(game: &HoldEm, cards: &[Card]) -> i64 {
    let five = cards.iter().fold(HandSum::EMPTY, |sum, card| sum.with(*card));
    match game.pays.settle(five).payout {
        Payout::Win(odds) => i64::from(odds.terms().0 / odds.terms().1),
        _ => -1,
    }
}

/// The value of best play with a list of cards, found by looking at every deal of three, one and one of them.
fn by_hand(game: &HoldEm, cards: &[Card]) -> Ratio {
    let n = cards.len();
    let (mut ante, mut first, mut second) = (0_i64, HashMap::<[usize; 3], i64>::new(), 0_i64);
    let mut deals = 0_i64;
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in (0..n).filter(|d| ![a, b, c].contains(d)) {
                    let rest = (0..n).filter(|e| ![a, b, c, d].contains(e));
                    let gains: Vec<i64> =
                        rest.map(|e| gain(game, &[a, b, c, d, e].map(|i| cards[i]))).collect();
                    let worth: i64 = gains.iter().sum();
                    deals += i64::try_from(gains.len()).unwrap();
                    ante += worth;
                    second += worth.max(0);
                    *first.entry([a, b, c]).or_default() += worth;
                }
            }
        }
    }
    let first: i64 = first.values().map(|worth| (*worth).max(0)).sum();
    Ratio::new(ante + first + second, deals)
}

#[test]
fn a_whole_pack_is_priced_as_every_deal_card_by_card() {
    let game = game("1");
    let cards: Vec<Card> = Card::pack().collect();
    let price = analyse(&game).price();
    assert_eq!(price.edge.exact(), Some(&-by_hand(&game, &cards)));
    assert_eq!(price.edge.to_decimal(4), "0.0296");
}

/// The enumerator sees only views: it must not use the common cards that lie face down.
#[test]
fn the_enumerator_finds_the_same_best_play_with_few_cards() {
    let game = game("1");
    let left = ["AS", "KS", "QS", "JS", "TH", "TD", "2C", "2D"].map(|text| text.parse::<Card>().unwrap());
    let mut stock = game.stock();
    Card::pack().filter(|card| !left.contains(card)).for_each(|card| stock.take(card));
    let from = || {
        let deal = game.open(Positions::first(1));
        Position::<Seated<HoldEm, PLAYERS_MAX>>::new(deal, stock.clone(), Wager::Ante, Life::default())
    };
    let found = best(&game, from(), 0, &mut |_: &View, _: Seat| Vec::new());
    assert_eq!(found.value, by_hand(&game, &left));

    let outcomes =
        gain_distribution(&game, from(), &mut |view: &View, _: Seat| vec![(found.moves[view], Ratio::one())]);
    assert_eq!(outcomes.mean(), found.value);
    let never = gain_distribution(&game, from(), &mut |_: &View, _: Seat| vec![(Move::Check, Ratio::one())]);
    assert!(never.mean() < found.value);
    assert_eq!(never.staked, Ratio::one());
}

/// Eight packs hold thirty-two cards of a rank: four of a kind is 13 × (C(32,4) × 384 + C(32,5)) of C(416,5) hands.
#[test]
fn more_packs_are_priced_too_and_five_of_a_rank_count_as_four() {
    let analysis = analyse(&game("8"));
    let four = analysis.chances().filter(|(hand, ..)| *hand == PokerHand::FourOfAKind);
    let four: Ratio = four.map(|(_, _, chance)| chance).sum();
    let choose = |n: i64, k: i64| (0..k).fold(1_i128, |ways, i| ways * i128::from(n - i) / i128::from(i + 1));
    assert_eq!(four, Ratio::new(13 * (choose(32, 4) * 384 + choose(32, 5)), choose(416, 5)));
    let sum: Ratio = analysis.chances().map(|(_, _, chance)| chance).sum();
    assert_eq!(sum, Ratio::one());
    // With eight packs so many hands are paid that the regulation permits a game in which the house loses.
    assert!(analysis.price().edge.value() < -0.5);
}

#[test]
fn the_advice_is_that_of_the_classes() {
    let analysis = analyse(&game("1"));
    let cards = |text: &str| -> Vec<Card> { text.split(' ').map(|card| card.parse().unwrap()).collect() };
    let three = |text: &str| analysis.raises_on_three(cards(text).try_into().unwrap());
    let four = |text: &str| analysis.raises_on_four(cards(text).try_into().unwrap());
    assert!(three("TS TH 2C") && !three("9S 9H 2C") && three("2S 2H 2C") && three("QS JH TC"));
    assert!(four("2S 5S 9S KS") && !four("2S 5S 9S KH") && four("QS JH TC 9D") && !four("7S JH TC 9D"));
    let first = advice(analysis.first_circle().iter());
    assert!(first.iter().any(|advice| advice.when == RaiseWhen::PairFrom(croupier_kit::Rank::Ten)));
}

/// The ante alone would be ahead in other sessions and ruined in fewer: a raised hand loses up to three antes.
#[test]
fn the_risk_is_that_of_the_whole_round_with_its_raises() {
    let price = analyse(&game("1")).price();
    let mean: Ratio = price.endings.iter().map(|end| &end.profit * end.probability.exact().unwrap()).sum();
    assert_eq!(price.edge.exact(), Some(&-mean), "the ends are those of the ante with its raises");
    let worst = price.endings.iter().map(|end| end.profit.clone()).min().unwrap();
    assert_eq!(worst, Ratio::whole(-3));
    // Recomputed card by card: `python3 oracle/risk.py --print`.
    let risk = Risk::of(&price);
    let after = risk.after(60);
    let level = after.level.unwrap();
    let bankroll = Bankroll::new(Money::from_minor(2000), Money::from_minor(100)).unwrap();
    let ruin = risk.ruin_within(bankroll, 60).unwrap();
    assert_eq!(ruin.formula, Formula::Walked);
    let figures = [
        (&after.ahead, 0.390_102_620_726_520),
        (&level, 0.019_478_653_652_446),
        (&after.behind, 0.590_418_725_621_034),
        (&ruin.chance, 0.286_373_882_264_107),
    ];
    for (figure, recomputed) in figures {
        let apart = (figure.value() - recomputed).abs();
        assert!(apart <= figure.within() + 1e-14, "{} and {recomputed}", figure.value());
    }
}
