//! Where houses belong: claims up to a share, and who gives to whom.

use std::time::Duration;

use crate::ids::{HouseNumber, RunId, spread};

/// A node that takes houses, with how many it owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Taker {
    /// The node.
    pub run: RunId,
    /// The houses that it owns.
    pub owned: usize,
}

/// The houses that each of `takers` nodes owns if all own about as many.
pub(crate) fn share(houses: usize, takers: usize) -> usize {
    houses.div_ceil(takers.max(1))
}

/// How long a node waits before it claims a house that may be claimed. A node that follows it comes first, then one that owns
/// less than its share; but no house waits for long because nobody is suited. Nodes of a kind come one after the other, and
/// between two kinds is time to see that somebody has claimed it.
pub(crate) fn claim_delay(house: HouseNumber, run: RunId, follows: bool, below_share: bool) -> Duration {
    let kind = match (follows, below_share) {
        (true, true) => 0,
        (false, true) => 300,
        (true, false) => 500,
        (false, false) => 700,
    };
    Duration::from_millis(kind + spread(u64::from(house.0), run.low()) % 100)
}

/// Whom a node with `owned` houses gives one to: the taker with the fewest, if that makes them more equal, or in any case where
/// the node drains. Takers of equal number are chosen by the house, so that not all nodes choose the same.
pub(crate) fn receiver(
    house: HouseNumber,
    owned: usize,
    drains: bool,
    takers: impl Iterator<Item = Taker>,
) -> Option<RunId> {
    let rank = |taker: &Taker| (taker.owned, spread(taker.run.low(), u64::from(house.0)));
    takers.filter(|taker| drains || taker.owned + 2 <= owned).min_by_key(rank).map(|taker| taker.run)
}

/// Whether a node accepts a house that is offered.
pub(crate) fn accepts(owned: usize, promised: usize, share: usize) -> bool {
    owned + promised < share
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taker(run: u128, owned: usize) -> Taker {
        Taker { run: RunId(run), owned }
    }

    #[test]
    fn the_shares_of_all_nodes_hold_all_houses() {
        for (houses, takers) in [(1000, 100), (1000, 99), (7, 3), (0, 5), (5, 0)] {
            assert!(share(houses, takers) * takers.max(1) >= houses);
        }
        assert_eq!((share(1000, 99), share(7, 3)), (11, 3));
    }

    #[test]
    fn a_house_goes_to_the_node_with_the_fewest_only_where_that_evens_out() {
        let house = HouseNumber(4);
        let others = [taker(1, 5), taker(2, 3), taker(3, 4)];
        assert_eq!(receiver(house, 5, false, others.into_iter()), Some(RunId(2)));
        assert_eq!(receiver(house, 4, false, others.into_iter()), None);
        assert_eq!(receiver(house, 1, true, others.into_iter()), Some(RunId(2)));
        assert_eq!(receiver(house, 9, true, std::iter::empty()), None);
    }

    #[test]
    fn followers_below_their_share_claim_first() {
        let delay = |follows, below| claim_delay(HouseNumber(7), RunId(9), follows, below);
        assert!(delay(true, true) < delay(false, true) && delay(false, true) < delay(true, false));
        assert!(delay(false, false) < Duration::from_millis(800));
        assert!(accepts(2, 0, 3) && !accepts(2, 1, 3));
    }
}
