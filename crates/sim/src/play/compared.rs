//! The ante against a dealer's hand, with the raise that may follow it.

use croupier_rules::contract::{Game, Payout, Seat, Seated};
use croupier_rules::games::dealer_poker::{DealerPoker, HandKind, Life, Move, View, Wager, value_of};
use croupier_rules::side::SideBet;

use super::{DecisionRule, Sink, TableStakes};
use crate::policy::{DecisionBits, HandRaises};
use crate::tally::profit;

type Table = Seated<DealerPoker, 1>;

/// One ante with its raise, counted together, and side wagers on the same hand.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    /// The parts of the ante; `None` if only side wagers are counted.
    pub(crate) ante: Option<i64>,
    /// Each side wager with the parts of its stake.
    pub(crate) sides: Vec<(SideBet, i64)>,
}

impl Compared {
    /// The profit of an ante and of its raise, in parts, and how many antes were staked.
    pub(crate) fn round(game: &DealerPoker, parts: i64, ante: Payout, raise: Option<Payout>) -> (i64, u64) {
        let multiple = i64::from(game.multiple);
        let raised = raise.map_or(0, |raise| profit(raise, multiple, parts));
        let staked = 1 + raise.map_or(0, |_| u64::from(game.multiple));
        (profit(ante, 1, parts) + raised, staked)
    }

    /// The profit of each side wager with a hand of this kind, in its parts.
    pub(crate) fn sides(&self, game: &DealerPoker, kind: HandKind) -> impl Iterator<Item = i64> {
        self.sides.iter().map(move |(bet, parts)| {
            let settled = game.sides.get(*bet).settle(true, |_| Some(value_of(kind)));
            profit(settled.expect("a round that is over shows its facts").payout, 1, *parts)
        })
    }
}

impl TableStakes<Table> for Compared {
    fn open(&mut self, _: bool) {}

    fn moves(&mut self, _: &Table, _: &<Table as Game>::Deal, _: Seat, _: Move) {}

    fn settle(&mut self, _: &Table, _: &mut <Table as Game>::Deal, _: &mut impl Sink) {}

    fn close(&mut self, game: &Table, deal: &<Table as Game>::Deal, sink: &mut impl Sink) {
        let settled = |wager| game.advance(wager, &mut Life::default(), deal).map(|settled| settled.payout);
        if let Some(parts) = self.ante {
            let ante = settled(Wager::Ante).expect("every ante is settled when a round is over");
            let raise = if deal.raised(0) { settled(Wager::Raise) } else { None };
            let (profit, staked) = Self::round(game, parts, ante, raise);
            sink.note(0, profit, staked);
        }
        if !self.sides.is_empty() {
            let kind = game.kind_at(deal, 0);
            for (place, profit) in (usize::from(self.ante.is_some())..).zip(self.sides(game, kind)) {
                sink.note(place, profit, 1);
            }
        }
    }

    fn stands(&self) -> bool {
        false
    }
}

impl DecisionRule<Table> for HandRaises {
    type Memory = ();

    fn decide(&self, game: &Table, view: &View, _: Seat, _: DecisionBits, (): &()) -> Move {
        Self::decide(self, game, view)
    }
}
