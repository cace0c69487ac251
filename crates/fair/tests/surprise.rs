//! How surprising boards are, against published values and against going through everything that can happen.

use croupier_fair::surprise::{BoardError, Method, Surprise, spins, surprise, throws};
use croupier_kit::{Pocket, Ratio, Throw, Wheel};

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, not {expected}");
}

fn chances(ways: &[i64]) -> Vec<Ratio> {
    let all: i64 = ways.iter().sum();
    ways.iter().map(|ways| Ratio::new(*ways, all)).collect()
}

/// Nine of ten one way: 22 of the 1024 ways are at least as uneven.
#[test]
fn ten_tosses_of_a_coin() {
    let found = surprise(&[9, 1], &chances(&[1, 1])).unwrap();
    assert_eq!(found.method, Method::Exact);
    near(found.p_value, 22.0 / 1024.0, 1e-12);
    near(surprise(&[5, 5], &chances(&[1, 1])).unwrap().p_value, 1.0, 1e-12);
}

/// Weldon's dice, fives and sixes among twelve, 10 to 12 taken together: chi-square 35.49, chance 0.0001.
#[test]
fn weldons_dice() {
    let seen = [185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 18];
    let ways = [4096, 24576, 67584, 112_640, 126_720, 101_376, 59_136, 25_344, 7920, 1760, 289];
    let found = surprise(&seen, &chances(&ways)).unwrap();
    assert_eq!(found.method, Method::ChiSquare { freedom: 10 });
    near(found.statistic, 35.49, 0.005);
    // Ten degrees of freedom: the chance is that of fewer than five of a Poisson figure of half the statistic.
    let half = found.statistic / 2.0;
    let fewer = (-half).exp() * (1.0 + half + half.powi(2) / 2.0 + half.powi(3) / 6.0 + half.powi(4) / 24.0);
    near(found.p_value, fewer, 1e-12);
    near(found.p_value, 0.0001, 0.000_005);
}

/// Knuth's example of 144 throws: chi-square 7 7/48, between the tabled figures for 75 and 50 in a hundred.
#[test]
fn knuths_throws() {
    let seen = [2, 4, 10, 12, 22, 29, 21, 15, 14, 9, 6];
    let found = surprise(&seen, &chances(&[1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])).unwrap();
    near(found.statistic, 7.0 + 7.0 / 48.0, 1e-9);
    assert!((0.5..0.75).contains(&found.p_value), "{found:?}");
}

/// Mendel's peas, 315, 108, 101 and 32 for 9 : 3 : 3 : 1: chi-square 0.470, chance 0.925.
#[test]
fn mendels_peas() {
    let found = surprise(&[315, 108, 101, 32], &chances(&[9, 3, 3, 1])).unwrap();
    near(found.statistic, 0.470, 0.0005);
    near(found.p_value, 0.925, 0.0015);
}

/// The chance by going through every sequence of results, each as often as it can come.
fn exhaustive(counts: &[u64], ways: &[i64]) -> f64 {
    let results: u64 = counts.iter().sum();
    let sides: Vec<usize> =
        ways.iter().enumerate().flat_map(|(kind, ways)| (0..*ways).map(move |_| kind)).collect();
    let scaled = |counts: &[u64]| -> Ratio {
        let part = |(count, ways): (&u64, &i64)| Ratio::new(count * count, *ways);
        counts.iter().zip(ways).map(part).sum()
    };
    let observed = scaled(counts);
    let all = (sides.len() as u64).pow(u32::try_from(results).unwrap());
    let uneven = (0..all).filter(|sequence| {
        let (mut rest, mut seen) = (*sequence, vec![0; ways.len()]);
        for _ in 0..results {
            seen[sides[usize::try_from(rest).unwrap() % sides.len()]] += 1;
            rest /= sides.len() as u64;
        }
        scaled(&seen) >= observed
    });
    Ratio::new(uneven.count(), all).to_decimal(15).parse().unwrap()
}

#[test]
fn small_boards_agree_with_everything_that_can_happen() {
    for (counts, ways) in [
        (vec![3, 1, 0, 1, 0, 1], vec![1; 6]),
        (vec![2, 1, 2], vec![1, 2, 3]),
        (vec![0, 4, 1], vec![3, 2, 1]),
        (vec![1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], vec![1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
    ] {
        let found = surprise(&counts, &chances(&ways)).unwrap();
        assert_eq!(found.method, Method::Exact);
        near(found.p_value, exhaustive(&counts, &ways), 1e-12);
    }
}

fn wheel() -> Wheel {
    Wheel::new((0..37).filter_map(Pocket::at)).unwrap()
}

/// Three spins: all the same in 37 of 37³ ways, none alike in 37·36·35 of them.
#[test]
fn three_spins() {
    let pocket = |number| Pocket::number(number).unwrap();
    let chance = |board: [u8; 3]| spins(&wheel(), &board.map(pocket)).unwrap().p_value;
    near(chance([7, 7, 7]), 1.0 / (37.0 * 37.0), 1e-12);
    near(chance([7, 7, 8]), 1.0 - 36.0 * 35.0 / (37.0 * 37.0), 1e-12);
    near(chance([7, 8, 9]), 1.0, 1e-12);
}

/// The birthday problem: some number repeats in eight spins with the chance 1 − 37·36·…·30 / 37⁸.
#[test]
fn a_repetition_in_eight_spins() {
    let mut board: Vec<Pocket> = (1..8).map(|number| Pocket::number(number).unwrap()).collect();
    board.push(board[0]);
    let none: f64 = (0..8).map(|spin| f64::from(37 - spin) / 37.0).product();
    let found = spins(&wheel(), &board).unwrap();
    assert_eq!(found.method, Method::Exact);
    near(found.p_value, 1.0 - none, 1e-12);
}

#[test]
fn a_board_of_a_hundred_spins_is_exact_and_a_long_one_chi_square() {
    let board = |spun: u16| -> Surprise {
        let pockets: Vec<Pocket> = (0..spun).filter_map(|n| Pocket::at(usize::from(n * 7 % 37))).collect();
        spins(&wheel(), &pockets).unwrap()
    };
    let (short, long) = (board(100), board(3700));
    assert_eq!(short.method, Method::Exact);
    assert_eq!(long.method, Method::ChiSquare { freedom: 36 });
    near(short.p_value, 1.0, 1e-9);
    near(long.p_value, 1.0, 1e-9);
    // Forty sevens in a hundred spins are no chance.
    let pockets = (0..100).filter_map(|n| Pocket::at(if n < 40 { 7 } else { n % 37 }));
    assert!(spins(&wheel(), &pockets.collect::<Vec<_>>()).unwrap().p_value < 1e-9);
}

#[test]
fn throws_are_counted_by_score() {
    let seven = Throw::new(3, 4).unwrap();
    // Six of 36 throws score seven; three in a row are less uneven than three of any other score.
    let found = throws(&[seven; 3]).unwrap();
    let twelve = throws(&[Throw::new(6, 6).unwrap(); 3]).unwrap();
    assert_eq!((found.method, twelve.method), (Method::Exact, Method::Exact));
    near(twelve.p_value, 2.0 / 46656.0, 1e-12);
    assert!(found.p_value > 0.005 && found.p_value < 1.0, "{found:?}");
}

/// The exact chances of punto banco from eight packs, as published: ways of banker, player and tie.
#[test]
fn a_shoe_of_baccarat() {
    let ways = [2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216];
    let usual = surprise(&[37, 36, 7], &chances(&ways)).unwrap();
    assert_eq!(usual.method, Method::Exact);
    assert!(usual.p_value > 0.9, "{usual:?}");
    let ties = surprise(&[30, 30, 20], &chances(&ways)).unwrap();
    assert!(ties.p_value < 1e-3, "{ties:?}");
}

/// Where both can be had, the exact chance and the chi-square one are near each other.
#[test]
fn chi_square_is_near_the_exact_chance() {
    let exact = surprise(&[130, 90, 80], &chances(&[1, 1, 1])).unwrap();
    assert_eq!(exact.method, Method::Exact);
    // Two degrees of freedom: the chance is e to the power of minus half the statistic.
    near(exact.p_value, (-exact.statistic / 2.0).exp(), 1e-4);
}

#[test]
fn what_is_no_board_is_refused() {
    assert_eq!(surprise(&[1], &chances(&[1])), Err(BoardError::Kinds { counts: 1, chances: 1 }));
    assert_eq!(surprise(&[1, 2], &chances(&[1; 3])), Err(BoardError::Kinds { counts: 2, chances: 3 }));
    assert_eq!(surprise(&[1, 2], &[Ratio::one(), Ratio::one()]), Err(BoardError::Chances));
    assert_eq!(surprise(&[1, 2], &[Ratio::one(), Ratio::zero()]), Err(BoardError::Chances));
    assert_eq!(surprise(&[u64::MAX, 1], &chances(&[1, 1])), Err(BoardError::Long));
    assert_eq!(spins(&wheel(), &[Pocket::DOUBLE_ZERO]), Err(BoardError::Pocket(Pocket::DOUBLE_ZERO)));
    near(spins(&wheel(), &[]).unwrap().p_value, 1.0, 0.0);
}
