//! Tests against closed formulas and against counting by hand.

use croupier_kit::{Money, Odds, Ratio};
use croupier_rules::contract::Payout;

use super::*;
use crate::PayoutChance;

fn ending(payout: Payout, n: i64, d: i64) -> PayoutChance {
    PayoutChance::plain(payout, Ratio::new(n, d))
}

fn price(endings: Vec<PayoutChance>) -> Price {
    let mean: Ratio = endings.iter().map(|e| e.profit.clone() * e.probability.exact().unwrap().clone()).sum();
    let square: Ratio =
        endings.iter().map(|e| &e.profit.clone() * &e.profit * e.probability.exact().unwrap().clone()).sum();
    let zero = || Figure::from(Ratio::zero());
    Price {
        wager: "test".to_owned(),
        odds: None,
        endings,
        win: zero(),
        lose: zero(),
        void: zero(),
        halved: None,
        variance: (square - &mean * &mean).into(),
        edge: (-mean).into(),
        edge_decided: None,
        staked: None,
        method: String::new(),
        commission: None,
        cites: Vec::new(),
    }
}

fn even(win: i64, whole: i64) -> Risk {
    let odds = Odds::new(1, 1).unwrap();
    Risk::of(&price(vec![ending(Payout::Win(odds), win, whole), ending(Payout::Lose, whole - win, whole)]))
}

fn single_number() -> Risk {
    let odds = Odds::new(35, 1).unwrap();
    Risk::of(&price(vec![ending(Payout::Win(odds), 1, 37), ending(Payout::Lose, 36, 37)]))
}

fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n - i) / f64::from(i + 1))
}

fn bets(bets: i64) -> Bankroll {
    Bankroll::new(Money::from_minor(100 * bets), Money::from_minor(100)).unwrap()
}

fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() <= within, "{a} and {b} differ by more than {within}");
}

#[test]
fn ahead_at_even_money_is_the_binomial() {
    let after = even(18, 37).after(10);
    let p: f64 = 18.0 / 37.0;
    let ways = |k: u32| choose(10, k) * p.powi(k.cast_signed()) * (1.0 - p).powi((10 - k).cast_signed());
    assert_eq!(after.how, How::Fractions);
    close(after.ahead.value(), (6..=10).map(ways).sum(), 1e-14);
    close(after.level.unwrap().value(), ways(5), 1e-14);
    let one = even(1, 2).after(4);
    assert_eq!(one.level.unwrap().exact(), Some(&Ratio::new(6, 16)));
    assert_eq!(one.ahead.exact(), one.behind.exact());
}

#[test]
fn decimals_agree_with_fractions_within_the_bound_they_state() {
    for (risk, rounds) in [(even(18, 37), 60), (single_number(), 30)] {
        let outcomes = risk.outcomes().unwrap();
        let exact = outcomes.after(rounds).unwrap();
        assert_eq!(exact.how, How::Fractions);
        let spread = sums::SumDistribution::of(&outcomes.steps).power(rounds).unwrap();
        for (is, truth) in [(1, &exact.ahead), (-1, &exact.behind)] {
            let found = spread.chance(|sum| sum.signum() == is);
            assert!(found.within() < 1e-11, "{}", found.within());
            close(found.value(), truth.value(), found.within() + f64::EPSILON);
        }
    }
}

#[test]
fn a_single_number_is_ahead_after_35_spins_unless_it_never_came() {
    // One hit in 35 spins leaves 36 − 35 = 1, so the player is ahead unless every spin missed.
    let after = single_number().after(35);
    close(after.behind.value(), (36.0_f64 / 37.0).powi(35), 1e-12);
    // In 36 spins one hit leaves the player level.
    let after = single_number().after(36);
    close(after.level.unwrap().value(), 36.0 / 37.0 * (36.0_f64 / 37.0).powi(35), 1e-12);
}

#[test]
fn the_normal_curve_keeps_its_bound() {
    let risk = even(18, 37);
    for rounds in [100, 1000, 10_000] {
        let counted = risk.after(rounds);
        let curve = risk.after_by_the_curve(rounds);
        assert_eq!(curve.how, How::NormalBounded);
        close(curve.ahead.value(), counted.ahead.value(), curve.ahead.within());
        assert!(curve.ahead.within() > 1e-4 && curve.ahead.within() < 0.1);
    }
    close(normal(0.0), 0.5, 0.0);
    close(normal(1.959_963_984_540_054), 0.975, 1e-12);
}

#[test]
fn ruin_at_even_money_is_the_gamblers() {
    let ruin = even(11, 20).ruin(bets(10)).unwrap();
    assert_eq!(ruin.formula, Formula::EvenMoney);
    assert_eq!(ruin.chance.exact(), Some(&(0..10).fold(Ratio::one(), |power, _| power * Ratio::new(9, 11))));
    let far = even(11, 20).ruin(bets(100)).unwrap();
    assert_eq!(far.formula, Formula::Root);
    close(far.chance.value() / (9.0_f64 / 11.0).powi(100), 1.0, 1e-9);
    assert_eq!(even(18, 37).ruin(bets(1000)).unwrap().formula, Formula::Certain);
    assert_eq!(even(1, 2).ruin(bets(1000)).unwrap().formula, Formula::Certain);
}

#[test]
fn ruin_by_the_root_solves_its_equation() {
    // Two to one with chance 2/5: the root of z = 2/5 z³ + 3/5 below one is (√7 − 1) / 2.
    let odds = Odds::new(2, 1).unwrap();
    let risk = Risk::of(&price(vec![ending(Payout::Win(odds), 2, 5), ending(Payout::Lose, 3, 5)]));
    let z = risk.ruin(bets(1)).unwrap();
    assert_eq!(z.formula, Formula::Root);
    let z = z.chance.value();
    close(z, 0.4 * z.powi(3) + 0.6, 1e-10);
    close(z, (7.0_f64.sqrt() - 1.0) / 2.0, 1e-10);
    close(risk.ruin(bets(7)).unwrap().chance.value(), z.powi(7), 1e-9);
}

#[test]
fn lundbergs_bounds_hold_the_walked_ruin() {
    // A bet that can lose half or all of the stake falls by one or two steps.
    let odds = Odds::new(1, 1).unwrap();
    let endings =
        vec![ending(Payout::Win(odds), 11, 20), ending(Payout::Lose, 8, 20), ending(Payout::LoseHalf, 1, 20)];
    let risk = Risk::of(&price(endings));
    let ever = risk.ruin(bets(8)).unwrap();
    assert_eq!(ever.formula, Formula::Lundberg);
    let walked = risk.ruin_within(bets(8), 4000).unwrap();
    assert_eq!(walked.formula, Formula::Walked);
    close(ever.chance.value(), walked.chance.value(), ever.chance.within() + 1e-9);
}

#[test]
fn walked_ruin_is_the_reflection_principle_in_a_fair_game() {
    // P(fall by a within n) = 2 P(S_n < −a) + P(S_n = −a) for a fair walk.
    let (n, a) = (50_u32, 6_i64);
    let ways = |sum: i64| {
        let up = i64::midpoint(i64::from(n), sum);
        let fits = (i64::from(n) + sum) % 2 == 0;
        if fits { choose(n, u32::try_from(up).unwrap()) / 2.0_f64.powi(50) } else { 0.0 }
    };
    let below: f64 = (-i64::from(n)..-a).map(ways).sum();
    let walked = even(1, 2).ruin_within(bets(6), n).unwrap();
    assert_eq!(walked.formula, Formula::Walked);
    close(walked.chance.value(), 2.0 * below + ways(-a), 1e-13 + walked.chance.within());
}

#[test]
fn a_bankroll_below_one_bet_is_ruined() {
    let half = Bankroll::new(Money::from_minor(1), Money::from_minor(2)).unwrap();
    close(even(11, 20).ruin(half).unwrap().chance.value(), 1.0, 0.0);
    close(even(11, 20).ruin_within(half, 3).unwrap().chance.value(), 1.0, 0.0);
}

#[test]
fn n_zero_is_where_the_mean_meets_the_deviation() {
    let risk = even(18, 37);
    let n = risk.n_zero().unwrap();
    close(risk.mean().abs() * n, risk.deviation() * n.sqrt(), 1e-9);
    assert_eq!(even(1, 2).n_zero(), None);
}

#[test]
fn without_endings_the_curve_says_that_it_is_not_bounded() {
    let mut price =
        price(vec![ending(Payout::Win(Odds::new(1, 1).unwrap()), 1, 2), ending(Payout::Lose, 1, 2)]);
    price.endings.clear();
    price.edge = Ratio::new(-1, 100).into();
    let risk = Risk::of(&price);
    assert_eq!(risk.after(100).how, How::Normal);
    let ruin = risk.ruin(bets(50)).unwrap();
    assert_eq!(ruin.formula, Formula::Diffusion);
    close(ruin.chance.value(), (-1.0_f64).exp(), 1e-12);
    // Over enough rounds, the probability within those rounds is the probability of ever being ruined.
    close(risk.ruin_within(bets(50), 4_000_000).unwrap().chance.value(), (-1.0_f64).exp(), 1e-6);
}
