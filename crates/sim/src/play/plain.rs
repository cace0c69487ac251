//! Stakes that stand until the rules settle them, as at roulette, dice, baccarat and In-Between.

use croupier_rules::contract::{Game, Seat};
use croupier_rules::games::baccarat::{self, Baccarat};
use croupier_rules::table::ExactBet;

use super::{DecisionRule, Sink, TableStakes};
use crate::policy::{DecisionBits, Thirds};
use crate::tally::profit;

/// One stake that is placed again whenever it is settled.
#[derive(Clone, Debug)]
pub(crate) struct PlainStake<G: Game> {
    pub(crate) wager: G::Wager,
    pub(crate) first: G::Life,
    /// The wager it is counted under, and the bet in whose minor units its profit is counted; `None` if it exists only for a bet behind it.
    pub(crate) counted: Option<(usize, ExactBet)>,
    /// The wager that counts the opposite side of it.
    pub(crate) mirrored: Option<usize>,
    /// For a bet behind another stake: the index of that stake, and the point it must have.
    pub(crate) behind: Option<(usize, u8)>,
    life: G::Life,
    stands: bool,
}

impl<G: Game> PlainStake<G> {
    pub(crate) fn new(wager: G::Wager, first: G::Life) -> Self {
        Self { wager, first, counted: None, mirrored: None, behind: None, life: first, stands: false }
    }
}

/// The stakes of a table; `point` returns the point of a stake, for games with points.
#[derive(Clone, Debug)]
pub(crate) struct Plain<G: Game> {
    pub(crate) stakes: Vec<PlainStake<G>>,
    pub(crate) point: fn(G::Life) -> Option<u8>,
}

impl<G: Game + Clone> TableStakes<G> for Plain<G> {
    fn open(&mut self, laying: bool) {
        for stake in self.stakes.iter_mut().filter(|stake| laying && !stake.stands && stake.behind.is_none())
        {
            stake.life = stake.first;
            stake.stands = true;
        }
    }

    fn moves(&mut self, _: &G, _: &G::Deal, _: Seat, _: G::Move) {}

    fn settle(&mut self, game: &G, deal: &mut G::Deal, sink: &mut impl Sink) {
        for stake in self.stakes.iter_mut().filter(|stake| stake.stands) {
            let Some(settled) = game.advance(stake.wager, &mut stake.life, deal) else { continue };
            stake.stands = false;
            let Some((wager, parts)) = stake.counted else { continue };
            let won = profit(settled.payout, 1, parts);
            sink.note(wager, won, 1);
            if let Some(mirror) = stake.mirrored {
                sink.note(mirror, -won, 1);
            }
        }
        self.lay_behind();
    }

    fn close(&mut self, _: &G, _: &G::Deal, _: &mut impl Sink) {}

    fn stands(&self) -> bool {
        self.stakes.iter().any(|stake| stake.stands)
    }
}

impl<G: Game> Plain<G> {
    fn lay_behind(&mut self) {
        for place in 0..self.stakes.len() {
            let Some((line, point)) = self.stakes[place].behind else { continue };
            let line = &self.stakes[line];
            let due = line.stands && (self.point)(line.life) == Some(point);
            let stake = &mut self.stakes[place];
            if due && !stake.stands {
                stake.life = stake.first;
                stake.stands = true;
            }
        }
    }
}

/// The rule for games without decisions.
impl<G: Game> DecisionRule<G> for () {
    type Memory = ();

    fn decide(&self, _: &G, _: &G::View, _: u8, _: DecisionBits, (): &()) -> G::Move {
        unreachable!("the moves of these games have no value")
    }
}

impl DecisionRule<Baccarat> for Option<Box<Thirds>> {
    type Memory = ();

    fn decide(
        &self,
        game: &Baccarat,
        view: &baccarat::View,
        seat: u8,
        bits: DecisionBits,
        (): &(),
    ) -> baccarat::Move {
        self.as_ref().map_or(baccarat::Move::Stand, |thirds| thirds.decide(game, view, seat, bits))
    }
}
