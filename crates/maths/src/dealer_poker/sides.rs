//! The prices of side wagers: every hand of a player is counted by its kind.

use croupier_kit::Ratio;
use croupier_rules::contract::Payout;
use croupier_rules::games::dealer_poker::{DealerPoker, HandKind, KINDS, value_of};
use croupier_rules::law::Rule;
use croupier_rules::side::SideWager;

use super::class::every_rank_set;
use crate::price::{PayoutChance, Price, profit};

const METHOD: &str = "every hand of a player by class, in exact fractions";

/// The price of every side wager of a table.
pub(super) fn prices(game: &DealerPoker) -> Vec<Price> {
    if game.sides.0.is_empty() {
        return Vec::new();
    }
    let hands = hands_by_kind(game);
    game.sides.0.iter().map(|wager| price(wager, &hands)).collect()
}

/// How many hands of a pack there are of each kind.
fn hands_by_kind(game: &DealerPoker) -> [u64; KINDS] {
    let mut hands = [0; KINDS];
    for set in every_rank_set(game.size) {
        for (class, ways) in set.classes() {
            let strength = set.suited.filter(|_| class.is_suited()).unwrap_or(set.plain);
            hands[strength.kind() as usize] += ways;
        }
    }
    hands
}

fn price(wager: &SideWager, hands: &[u64; KINDS]) -> Price {
    let total = Ratio::whole(hands.iter().sum::<u64>());
    let mut endings: Vec<(Payout, Ratio)> = Vec::new();
    let mut cites: Vec<Rule> = Vec::new();
    for (kind, count) in HandKind::ALL.into_iter().zip(hands).filter(|(_, count)| **count > 0) {
        let settled =
            wager.settle(true, |_| Some(value_of(kind))).expect("a round that is over shows its facts");
        let chance = Ratio::whole(*count) / total.clone();
        match endings.iter_mut().find(|(known, _)| *known == settled.payout) {
            Some((_, sum)) => *sum = &*sum + &chance,
            None => endings.push((settled.payout, chance)),
        }
        let new: Vec<Rule> = settled.cites.iter().filter(|cite| !cites.contains(cite)).collect();
        cites.extend(new);
    }
    endings.sort_by_key(|(payout, _)| std::cmp::Reverse(profit(*payout)));
    let gains: Vec<(Ratio, Ratio)> =
        endings.iter().map(|(payout, chance)| (profit(*payout), chance.clone())).collect();
    Price {
        odds: wager.usual_odds(),
        endings: endings.into_iter().map(|(payout, chance)| PayoutChance::plain(payout, chance)).collect(),
        cites,
        ..Price::exact(&*wager.name, &gains, METHOD)
    }
}
