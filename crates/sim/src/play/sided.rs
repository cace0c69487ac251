//! The boxes of blackjack with side wagers on the first of them. Boxes are dealt by value; here every card counts on its
//! own, because side wagers tell suits and pictures apart.

use croupier_kit::{Card, Rank};
use croupier_rules::contract::{CardStock, Fallen, Game, Payout, Positions, Seat, Seated, Settled, Turn};
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack, Deal, Life, Move, SideRound, Wager};
use croupier_rules::law::{Refusal, Rule};
use croupier_rules::side::SideBet;
use croupier_rules::table::TableGame;

use super::{Boxes, DecisionRule, Sink, TableStakes};
use crate::policy::DecisionBits;
use crate::tally::profit;

/// A blackjack table at which the cards of the first box and of the dealer also decide side wagers.
#[derive(Clone, Debug)]
pub(crate) struct SidedBoxes<const BOXES: usize> {
    pub(crate) boxes: Seated<Blackjack, BOXES>,
    pub(crate) sides: SideRound,
}

/// The boxes, and the cards that side wagers are on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SidedDeal<const BOXES: usize> {
    boxes: Deal<BOXES>,
    sides: <SideRound as Game>::Deal,
}

impl<const BOXES: usize> SidedBoxes<BOXES> {
    /// A card as far as the boxes distinguish it.
    pub(crate) fn rank(&self, card: Card) -> Rank {
        self.sides.0.read_fall(Fallen::Card(card)).expect("blackjack reads every card")
    }
}

impl<const BOXES: usize> Game for SidedBoxes<BOXES> {
    type Deal = SidedDeal<BOXES>;
    type Chance = Card;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = Deal<BOXES>;
    type Stock = CardStock;

    fn open(&self, in_play: Positions) -> SidedDeal<BOXES> {
        SidedDeal { boxes: self.boxes.open(in_play), sides: self.sides.open(Positions::NONE) }
    }

    fn turn(&self, deal: &SidedDeal<BOXES>) -> Turn {
        self.boxes.turn(&deal.boxes)
    }

    fn check(&self, deal: &SidedDeal<BOXES>, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.boxes.check(&deal.boxes, seat, mv)
    }

    fn check_fall(&self, deal: &SidedDeal<BOXES>, card: Card) -> Result<(), Refusal> {
        self.boxes.check_fall(&deal.boxes, self.rank(card))
    }

    fn play_unchecked(&self, deal: &mut SidedDeal<BOXES>, seat: Seat, mv: Move) {
        self.boxes.play_unchecked(&mut deal.boxes, seat, mv);
    }

    fn fall_unchecked(&self, deal: &mut SidedDeal<BOXES>, card: Card) {
        if let (Turn::Chance(fall), Turn::Chance(due)) =
            (self.boxes.turn(&deal.boxes), self.sides.turn(&deal.sides))
        {
            let to_dealer = fall.to == Deal::<BOXES>::DEALER;
            // What other boxes get lies between.
            if due.to == if to_dealer { Deal::<BOXES_MAX>::DEALER } else { fall.to } {
                self.sides.fall_unchecked(&mut deal.sides, card);
            }
        }
        self.boxes.fall_unchecked(&mut deal.boxes, self.rank(card));
    }

    fn view(&self, deal: &SidedDeal<BOXES>, seat: Seat) -> Deal<BOXES> {
        self.boxes.view(&deal.boxes, seat)
    }

    fn moves(&self, deal: &SidedDeal<BOXES>, seat: Seat, each: impl FnMut(Move)) {
        self.boxes.moves(&deal.boxes, seat, each);
    }

    fn stock(&self) -> CardStock {
        self.sides.stock()
    }

    fn advance(&self, wager: Wager, life: &mut Life, deal: &SidedDeal<BOXES>) -> Option<Settled> {
        self.boxes.advance(wager, life, &deal.boxes)
    }

    fn wagers(&self, each: impl FnMut(Wager, Life)) {
        self.boxes.wagers(each);
    }

    fn results(&self, wager: Wager, each: impl FnMut(Payout, Option<Rule>)) {
        self.boxes.results(wager, each);
    }
}

/// The stakes on boxes, and on side wagers of the first box.
#[derive(Clone, Debug)]
pub(crate) struct SidedStakes<const BOXES: usize> {
    pub(crate) boxes: Boxes<BOXES>,
    /// Each side wager with the index under which it is counted, and the parts of its stake.
    pub(crate) sides: Vec<(SideBet, usize, i64)>,
}

impl<const BOXES: usize> TableStakes<SidedBoxes<BOXES>> for SidedStakes<BOXES> {
    fn open(&mut self, laying: bool) {
        self.boxes.open(laying);
    }

    fn moves(&mut self, game: &SidedBoxes<BOXES>, deal: &SidedDeal<BOXES>, seat: Seat, mv: Move) {
        self.boxes.moves(&game.boxes, &deal.boxes, seat, mv);
    }

    fn settle(&mut self, game: &SidedBoxes<BOXES>, deal: &mut SidedDeal<BOXES>, sink: &mut impl Sink) {
        self.boxes.settle(&game.boxes, &mut deal.boxes, sink);
    }

    fn close(&mut self, game: &SidedBoxes<BOXES>, deal: &SidedDeal<BOXES>, sink: &mut impl Sink) {
        self.boxes.close(&game.boxes, &deal.boxes, sink);
        for (bet, counted, parts) in &self.sides {
            let settled = game.sides.advance(*bet, &mut (), &deal.sides);
            let settled = settled.expect("every round has the cards that side wagers are on");
            sink.note(*counted, profit(settled.payout, 1, *parts), 1);
        }
    }

    fn stands(&self) -> bool {
        self.boxes.stands()
    }
}

/// Decides for the boxes of a table with side wagers as for boxes alone.
#[derive(Clone, Debug)]
pub(crate) struct BesideSides<D>(pub(crate) D);

impl<const BOXES: usize, D: DecisionRule<Seated<Blackjack, BOXES>>> DecisionRule<SidedBoxes<BOXES>>
    for BesideSides<D>
{
    type Memory = D::Memory;

    fn keep(
        &self,
        game: &SidedBoxes<BOXES>,
        deal: &SidedDeal<BOXES>,
        fell: Option<Card>,
        memory: &mut D::Memory,
    ) {
        self.0.keep(&game.boxes, &deal.boxes, fell.map(|card| game.rank(card)), memory);
    }

    fn decide(
        &self,
        game: &SidedBoxes<BOXES>,
        view: &Deal<BOXES>,
        seat: Seat,
        bits: DecisionBits,
        memory: &D::Memory,
    ) -> Move {
        self.0.decide(&game.boxes, view, seat, bits, memory)
    }
}
