//! Every hand of five cards, evaluated by our evaluator and by a published one in the same run.

use std::process::ExitCode;
use std::time::Duration;

use croupier_bench::{Aims, BenchRow, best_of, in_words};
use croupier_kit::{Card, HandSum, PokerHand, Rank};

/// Sums the values of all hands of five cards, sharing the partial sums of the first cards.
fn every_hand<H: Copy>(start: H, add: impl Fn(H, usize) -> H, value: impl Fn(H) -> u32) -> u64 {
    let mut sum = 0_u64;
    for a in 0..52 {
        let one = add(start, a);
        for b in a + 1..52 {
            let two = add(one, b);
            for c in b + 1..52 {
                let three = add(two, c);
                for d in c + 1..52 {
                    let four = add(three, d);
                    let hands: u32 = (d + 1..52).map(|e| value(add(four, e))).sum();
                    sum += u64::from(hands);
                }
            }
        }
    }
    sum
}

/// The best public evaluator in C++ needs so long on another machine.
const MOST: Duration = Duration::from_micros(3_600);

fn main() -> ExitCode {
    let pack: Vec<Card> = Card::pack().collect();
    let pays: Vec<u32> =
        (0..=PokerHand::RoyalFlush.index()).map(|place| u32::from(place >= paid_from())).collect();
    let ours = || every_hand(HandSum::EMPTY, |sum, card| sum.with(pack[card]), |sum| pays[sum.index()]);
    let (own_time, paid) = best_of(9, ours);

    let cards: Vec<aya_poker::base::Card> = pack.iter().copied().map(peer_card).collect();
    let category = |hand: aya_poker::base::Hand| aya_poker::poker_rank(&hand).rank_category() as u32;
    let theirs = || {
        let add = |mut hand: aya_poker::base::Hand, card: usize| {
            hand.insert_unchecked(&cards[card]);
            hand
        };
        every_hand(aya_poker::base::Hand::new(), add, category)
    };
    let (peer_time, _) = best_of(9, theirs);

    // A pair of tens or better: 40 % of the pairs are too low, and no high card is paid.
    let pairs_paid = 1_098_240 / 13 * 5;
    assert_eq!(paid, Some(123_552 + 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40 + pairs_paid));
    let ratio = peer_time.as_secs_f64() / own_time.as_secs_f64();
    println!(
        "poker: all 2,598,960 hands with a pay table {own_time:.2?}; aya_poker by category {peer_time:.2?}; ratio {ratio:.1}"
    );
    let mut aims = Aims::of("poker");
    let row = BenchRow {
        peer: format!("aya_poker {}", in_words(peer_time)),
        ratio: format!("{ratio:.1}"),
        ..BenchRow::of("poker: all hands of five cards", in_words(own_time))
    };
    aims.row(row.aim(format!("at most {MOST:?}"), own_time <= MOST));
    aims.verdict()
}

/// The index of the lowest hand that is paid.
fn paid_from() -> usize {
    PokerHand::Pair(Rank::Ten).index()
}

fn peer_card(card: Card) -> aya_poker::base::Card {
    let text = format!("{}{}", card.rank().symbol(), card.suit().symbol().to_ascii_lowercase());
    text.parse().unwrap_or_else(|_| panic!("the peer cannot read {text}"))
}
