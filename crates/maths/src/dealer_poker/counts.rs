//! How many of the dealer's hands settle a player's hand in each way.

use std::collections::HashMap;

use croupier_rules::games::dealer_poker::{Clause, DealerPoker, DealerShows, Strength};

use super::class::{Class, RANKS, RankSet};

/// The ways in which a hand that was not folded is settled: the dealer does not qualify, or the hand is higher than the
/// dealer's, equal or lower.
pub(super) const ENDS: usize = 4;
/// The number of the dealer's hands for each way.
pub(super) type Ends = [i64; ENDS];

/// The number of ways to choose `times` of `held` cards of one rank.
const CHOOSE: [[i64; 5]; 5] =
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];

/// The way in which a hand is settled, as a number below [`ENDS`].
fn end_of(game: &DealerPoker, player: Strength, dealer: Strength) -> usize {
    if game.qualifies.as_ref().is_some_and(|qualifies| dealer < qualifies.least) {
        return 0;
    }
    match player.cmp(&dealer) {
        std::cmp::Ordering::Greater => 1,
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Less => 3,
    }
}

/// The clauses of the ways, in the same order. A table at which every hand qualifies has no clause for the first.
pub(super) fn clauses(game: &DealerPoker) -> [Option<Clause>; ENDS] {
    let unqualified = game.qualifies.as_ref().map(|qualifies| qualifies.otherwise);
    [unqualified, Some(game.results.higher), Some(game.results.equal), Some(game.results.lower)]
}

/// The dealer's hands against one player's ranks and strength.
pub(super) struct DealerCounts<'s> {
    game: &'s DealerPoker,
    sets: &'s [RankSet],
    player: Strength,
    /// By the rank of the card that the dealer shows, or all at 0 if the dealer shows none: hands as if none were of one
    /// suit.
    plain: [Ends; RANKS],
    /// What suited hands change, by the player's cards in the suit.
    suited: HashMap<u16, [Ends; RANKS]>,
}

impl<'s> DealerCounts<'s> {
    /// Counts the dealer's hands against a player's ranks.
    pub(super) fn new(game: &'s DealerPoker, sets: &'s [RankSet], own: &RankSet, player: Strength) -> Self {
        let mut plain = [[0; ENDS]; RANKS];
        for dealer in sets {
            let ways = ways(dealer, own);
            if ways == 0 {
                continue;
            }
            let end = end_of(game, player, dealer.plain);
            if game.shows == DealerShows::Nothing {
                plain[0][end] += ways;
                continue;
            }
            for_each_rank(dealer.mask, |rank| {
                // Each card of the rank that is left is in as many of these hands.
                let left = 4 - i64::from(own.counts[rank]);
                plain[rank][end] += ways * i64::from(dealer.counts[rank]) / left;
            });
        }
        Self { game, sets, player, plain, suited: HashMap::new() }
    }

    /// The dealer's hands if the dealer shows no card.
    pub(super) fn all(&mut self, class: Class) -> Ends {
        class.masks.into_iter().fold(self.plain[0], |ends, mask| sum(ends, self.of_suit(mask)[0]))
    }

    /// The dealer's hands with this card, which the dealer shows.
    pub(super) fn with(&mut self, class: Class, suit: usize, rank: usize) -> Ends {
        sum(self.plain[rank], self.of_suit(class.masks[suit])[rank])
    }

    /// What the hands of one suit change, of which the player has these ranks.
    fn of_suit(&mut self, held: u16) -> [Ends; RANKS] {
        let Self { game, sets, player, suited, .. } = self;
        *suited.entry(held).or_insert_with(|| {
            let mut changes = [[0; ENDS]; RANKS];
            for dealer in sets.iter().filter(|set| set.mask & held == 0) {
                let Some(strength) = dealer.suited else { continue };
                let (from, to) = (end_of(game, *player, dealer.plain), end_of(game, *player, strength));
                let mut change = |rank: usize| {
                    changes[rank][from] -= 1;
                    changes[rank][to] += 1;
                };
                if game.shows == DealerShows::Nothing {
                    change(0);
                } else {
                    for_each_rank(dealer.mask, change);
                }
            }
            changes
        })
    }
}

/// The number of the dealer's hands with some ranks, if the player has others.
fn ways(dealer: &RankSet, own: &RankSet) -> i64 {
    let mut ways = 1;
    for_each_rank(dealer.mask, |rank| {
        let left = 4 - usize::from(own.counts[rank]);
        ways *= CHOOSE[left][usize::from(dealer.counts[rank])];
    });
    ways
}

fn for_each_rank(mask: u16, mut each: impl FnMut(usize)) {
    let mut left = mask;
    while left != 0 {
        each(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

fn sum(one: Ends, other: Ends) -> Ends {
    std::array::from_fn(|end| one[end] + other[end])
}
