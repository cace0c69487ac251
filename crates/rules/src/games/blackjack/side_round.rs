//! The first cards of one box and the dealer as a game of their own, for simulating side wagers: every card counts on its
//! own there, and nobody decides.

use croupier_kit::{Card, Shoe};

use super::deal::{BOXES_MAX, Deal, Move};
use super::rules::Blackjack;
use crate::contract::{CardStock, Face, Fall, Game, Payout, Positions, Seat, Seated, Settled, Turn};
use crate::law::{Refusal, Rule};
use crate::side::{RoundCards, SideBet};
use crate::table::TableGame;

/// The rules of a table, of which only the side wagers are played.
#[derive(Clone, Debug)]
pub struct SideRound(pub Seated<Blackjack, BOXES_MAX>);

/// The cards so far: of the box, of the dealer, of the box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SideDeal {
    fell: [(Seat, Card); 3],
    dealt: usize,
}

/// Where the cards go.
const ORDER: [Seat; 3] = [BOX, Deal::<BOXES_MAX>::DEALER, BOX];
const BOX: Seat = 0;

impl Game for SideRound {
    type Deal = SideDeal;
    type Chance = Card;
    type Move = Move;
    type Wager = SideBet;
    type Life = ();
    type View = ();
    type Stock = CardStock;

    fn open(&self, _: Positions) -> SideDeal {
        let no_card = Card::at(0).expect("a pack has a first card");
        SideDeal { fell: ORDER.map(|seat| (seat, no_card)), dealt: 0 }
    }

    fn turn(&self, deal: &SideDeal) -> Turn {
        ORDER.get(deal.dealt).map_or(Turn::Over, |to| Turn::Chance(Fall { to: *to, face: Face::Up }))
    }

    fn check(&self, _: &SideDeal, _: Seat, _: Move) -> Result<(), Refusal> {
        Err(Refusal::new(None, "a decision", "nobody decides about side wagers"))
    }

    fn check_fall(&self, deal: &SideDeal, _: Card) -> Result<(), Refusal> {
        match self.turn(deal) {
            Turn::Chance(_) => Ok(()),
            _ => Err(Refusal::new(None, "a card", "the first cards are out")),
        }
    }

    fn play_unchecked(&self, _: &mut SideDeal, _: Seat, _: Move) {}

    fn fall_unchecked(&self, deal: &mut SideDeal, card: Card) {
        deal.fell[deal.dealt].1 = card;
        deal.dealt += 1;
    }

    fn view(&self, _: &SideDeal, _: Seat) {}

    fn moves(&self, _: &SideDeal, _: Seat, _: impl FnMut(Move)) {}

    fn stock(&self) -> CardStock {
        CardStock::new(Shoe::new(self.0.packs))
    }

    fn advance(&self, bet: SideBet, (): &mut (), deal: &SideDeal) -> Option<Settled> {
        let (game, table) = (&self.0, self.0.open(Positions::NONE));
        let round = RoundCards { game, deal: &table, fell: &deal.fell[..deal.dealt], place: Some(BOX) };
        let value = |fact| round.value(&Seated::<Blackjack, BOXES_MAX>::FACTS[usize::from(fact)]);
        game.sides.get(bet).settle(self.turn(deal) == Turn::Over, value)
    }

    fn wagers(&self, mut each: impl FnMut(SideBet, ())) {
        for (wager, _) in (0..).zip(&self.0.sides.0) {
            each(SideBet { wager, place: Some(BOX) }, ());
        }
    }

    fn results(&self, bet: SideBet, each: impl FnMut(Payout, Option<Rule>)) {
        self.0.sides.get(bet).results(each);
    }
}
