//! A coup as a machine of states, found by following every course of play under the rules and the policy.

use std::collections::HashMap;

use croupier_rules::contract::{Game, Positions, Seat, Turn};
use croupier_rules::games::baccarat::{BANKER, Baccarat, Deal, LEFT, Move, PLAYER};

use crate::machine::{CardMachine, End, EndList, LotRow, RowList, StepKind, StepWord};
use crate::play::{Plain, SupplyKind};
use crate::policy::{DrawChoice, Probability, Thirds};
use crate::tally::profit;

/// What the machine is built from.
#[derive(Clone)]
pub(super) struct CoupRules {
    pub(super) game: Baccarat,
    pub(super) stakes: Plain<Baccarat>,
    pub(super) thirds: Option<Box<Thirds>>,
    pub(super) supply: SupplyKind,
}

impl CoupRules {
    /// The machine; `None` if it would be too large.
    pub(super) fn machine(&self, cut: usize, wagers: usize) -> Option<CardMachine> {
        let SupplyKind::Shoe { plan, .. } = &self.supply else { return None };
        let mut builder = Builder {
            rules: self,
            known: HashMap::new(),
            rows: RowList::new(),
            ends: EndList::new(),
            lots: Vec::new(),
        };
        // The next coup begins in the row that is found last.
        let start = builder.state(&self.game.open(Positions::NONE))?;
        let Builder { mut rows, ends, mut lots, .. } = builder;
        let begun = |word: StepWord| if word.is_over() { StepWord(word.0 | start) } else { word };
        rows.steps.iter_mut().for_each(|word| *word = begun(StepWord(*word)).0);
        for lot in &mut lots {
            (lot.below, lot.above) = (begun(lot.below), begun(lot.above));
        }
        Some(CardMachine {
            places: plan.places.clone(),
            kinds: PIPS,
            cut,
            start,
            steps: rows.steps,
            situations: Vec::new(),
            worths: Vec::new(),
            lots,
            on_splits: None,
            ends,
            wagers,
        })
    }
}

/// The number of values of a card.
const PIPS: usize = 10;

/// What the rest of a coup depends on: of each hand its number of cards, the score of the first two, the third, and what it
/// said.
type Key = [(u8, u8, Option<u8>, Option<Move>); 3];

struct Builder<'r> {
    rules: &'r CoupRules,
    known: HashMap<Key, u32>,
    rows: RowList,
    ends: EndList,
    lots: Vec<LotRow>,
}

fn key(deal: &Deal) -> Key {
    [PLAYER, LEFT, BANKER].map(|seat| {
        let hand = deal.hand(seat);
        (hand.cards(), hand.score_of_two(), hand.third(), hand.said())
    })
}

impl Builder<'_> {
    /// The row of a deal that waits for a card.
    fn state(&mut self, deal: &Deal) -> Option<u32> {
        let key = key(deal);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let mut row = Vec::with_capacity(PIPS);
        for pip in 0..PIPS {
            let mut next = *deal;
            self.rules.game.fall_unchecked(&mut next, pip as u8);
            row.push(self.after(&next)?);
        }
        let number = self.rows.number(row)?;
        self.known.insert(key, number);
        Some(number)
    }

    /// What follows a card or a decision.
    fn after(&mut self, deal: &Deal) -> Option<StepWord> {
        let game = &self.rules.game;
        match game.turn(deal) {
            Turn::Chance(_) => self.state(deal).map(StepWord::on),
            Turn::Seat(seat) => {
                let thirds = self.rules.thirds.as_ref()?;
                match thirds.choice(game, &game.view(deal, seat), seat) {
                    DrawChoice::Alone(chance) => self.decided(deal, seat, chance),
                    DrawChoice::ByPlan { first, draws: [under_first, under_second] } => {
                        let below = self.decided(deal, seat, under_first)?;
                        let above = self.decided(deal, seat, under_second)?;
                        self.lot(PLAYER, first, below, above)
                    }
                }
            }
            Turn::Over | Turn::Bets => Some(StepWord::over(self.end(deal)?, 0)),
        }
    }

    /// What follows the decision of a seat that draws with this probability.
    fn decided(&mut self, deal: &Deal, seat: Seat, chance: Probability) -> Option<StepWord> {
        let mut said = |mv: Move| {
            let mut next = *deal;
            self.rules.game.play_unchecked(&mut next, seat, mv);
            self.after(&next)
        };
        match chance {
            Probability::ALWAYS => said(Move::Draw),
            Probability::NEVER => said(Move::Stand),
            _ => {
                let (below, above) = (said(Move::Draw)?, said(Move::Stand)?);
                self.lot(seat, chance, below, above)
            }
        }
    }

    fn lot(&mut self, seat: Seat, chance: Probability, below: StepWord, above: StepWord) -> Option<StepWord> {
        let row = LotRow { seat: seat.into(), bound: chance.parts(), below, above };
        let place = self.lots.iter().position(|known| *known == row).unwrap_or(self.lots.len());
        if place == self.lots.len() {
            self.lots.push(row);
        }
        Some(StepWord::special(StepKind::Lot, u32::from(u16::try_from(place).ok()?)))
    }

    /// The number of the end of a coup.
    fn end(&mut self, deal: &Deal) -> Option<u32> {
        let mut end: End = Vec::new();
        for stake in &self.rules.stakes.stakes {
            let (wager, parts) = stake.counted?;
            let settled = self.rules.game.advance(stake.wager, &mut (), deal)?;
            let won = profit(settled.payout, 1, parts);
            end.push((wager, won, 1));
            end.extend(stake.mirrored.map(|mirror| (mirror, -won, 1)));
        }
        self.ends.number(end)
    }
}
