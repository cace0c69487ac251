//! The price of a single stake from its possible ends.

use std::cmp::Ordering;

use croupier_kit::Ratio;
use croupier_rules::contract::Payout;
use croupier_rules::law::Rule;

use crate::{Figure, PayoutChance, Price};

/// The price of a single stake with these possible ends; `profit` is the profit of each per unit staked.
pub(crate) fn price(
    wager: &str,
    ends: Vec<(Payout, Ratio)>,
    cites: Vec<Rule>,
    method: &str,
    profit: impl Fn(Payout) -> Ratio,
) -> Price {
    let ending = |(payout, chance): (Payout, Ratio)| PayoutChance {
        payout,
        profit: profit(payout),
        probability: chance.into(),
    };
    let endings: Vec<PayoutChance> = ends.into_iter().map(ending).collect();
    let mean = expect(&endings, |profit| profit);
    let square = expect(&endings, |profit| &profit * &profit);
    let chance_of = |sign: Ordering| -> Ratio {
        let of_sign = endings.iter().filter(|ending| ending.profit.cmp(&Ratio::zero()) == sign);
        of_sign.map(|ending| exact(&ending.probability)).sum()
    };
    let void = chance_of(Ordering::Equal);
    let edge = -mean.clone();
    let decided = Ratio::one() - void.clone();
    let edge_decided = (!void.is_zero() && !decided.is_zero()).then(|| Figure::from(&edge / &decided));
    let mut unlike: Vec<Rule> = Vec::new();
    for rule in cites {
        if !unlike.contains(&rule) {
            unlike.push(rule);
        }
    }
    Price {
        wager: wager.to_owned(),
        odds: None,
        win: chance_of(Ordering::Greater).into(),
        lose: chance_of(Ordering::Less).into(),
        void: void.into(),
        halved: None,
        variance: (square - &mean * &mean).into(),
        edge: edge.into(),
        edge_decided,
        staked: None,
        method: method.to_owned(),
        commission: None,
        cites: unlike,
        endings,
    }
}

fn expect(endings: &[PayoutChance], of: impl Fn(Ratio) -> Ratio) -> Ratio {
    endings.iter().map(|ending| exact(&ending.probability) * of(ending.profit.clone())).sum()
}

/// The exact value of a figure. Every probability here is exact.
fn exact(figure: &Figure) -> Ratio {
    figure.exact().expect("every chance of a single stake is exact").clone()
}
