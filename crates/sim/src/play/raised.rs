//! The ante of Arizona Hold-Em with the raises that follow it.

use croupier_rules::contract::{Game, Seat, Seated};
use croupier_rules::games::poker::{HoldEm, Life, Move, View, Wager};

use super::{DecisionRule, Sink, TableStakes};
use crate::policy::{DecisionBits, Raises};
use crate::tally::profit;

/// One ante with its raises, counted together.
#[derive(Clone, Debug)]
pub(crate) struct Raised {
    pub(crate) parts: i64,
}

impl TableStakes<Seated<HoldEm, 1>> for Raised {
    fn open(&mut self, _: bool) {}

    fn moves(&mut self, _: &Seated<HoldEm, 1>, _: &<Seated<HoldEm, 1> as Game>::Deal, _: Seat, _: Move) {}

    fn settle(
        &mut self,
        _: &Seated<HoldEm, 1>,
        _: &mut <Seated<HoldEm, 1> as Game>::Deal,
        _: &mut impl Sink,
    ) {
    }

    fn close(
        &mut self,
        game: &Seated<HoldEm, 1>,
        deal: &<Seated<HoldEm, 1> as Game>::Deal,
        sink: &mut impl Sink,
    ) {
        if let Some(settled) = game.advance(Wager::Ante, &mut Life::default(), deal) {
            let stakes = deal.stakes(0);
            sink.note(0, profit(settled.payout, i64::from(stakes), self.parts), u64::from(stakes));
        }
    }

    fn stands(&self) -> bool {
        false
    }
}

impl DecisionRule<Seated<HoldEm, 1>> for Raises {
    type Memory = ();

    fn decide(&self, _: &Seated<HoldEm, 1>, view: &View, _: Seat, _: DecisionBits, (): &()) -> Move {
        Raises::decide(self, view)
    }
}
