//! What the machine and the split hands are built from: the table of one box, and the part of a hand that determines
//! its future.

use croupier_kit::Rank;
use croupier_maths::blackjack::Chart;
use croupier_rules::contract::{Positions, Seated};
use croupier_rules::games::blackjack::{Blackjack, Hand};

use crate::play::{Boxes, Reference, Source};
use crate::random::LotSource;
use crate::table::DecidedTable;
use crate::tally::Tally;

/// A table with one box, played by a chart.
pub(crate) type BoxTable = BoxOf<Chart>;

/// A table with one box, however it is played.
pub(crate) type BoxOf<D> = DecidedTable<Seated<Blackjack, 1>, Boxes<1>, D>;

/// Space for the cards of a state.
pub(crate) const CARDS: usize = 16;

/// The part of a hand that determines its future: its score, whether an Ace counts 11, its number of cards up to
/// three, and the first two cards where they matter.
pub(crate) type HandKey = (u8, bool, u8, Option<Rank>, Option<Rank>);

/// The key of a hand; `matter` says whether its first cards matter.
pub(super) fn hand_key(hand: Hand, matter: bool) -> HandKey {
    let (first, second) = if matter { (hand.first_rank(), hand.second_rank()) } else { (None, None) };
    (hand.score(), hand.is_soft(), hand.cards().min(3), first, second)
}

/// Plays rounds through the rules and returns the number of cards dealt; `None` if there are too few cards.
pub(super) fn by_rules(
    table: &BoxTable,
    source: &mut Source<'_>,
    rounds: u64,
    tallies: &mut Vec<Tally>,
) -> Option<u64> {
    let DecidedTable { game, supply, stakes, policy, .. } = table;
    let reference = Reference { game, places: Positions::first(1), decides: policy, supply };
    reference.play(rounds, source, &mut LotSource::None, stakes.clone(), tallies).ok()
}
