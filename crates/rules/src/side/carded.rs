//! A game whose deal remembers its cards, so that side wagers are settled by the game contract like all others: for
//! enumeration and simulation.

use std::fmt::Debug;
use std::hash::Hash;

use croupier_kit::{Card, Shoe};

use super::fact::RoundCards;
use super::wager::SideBet;
use crate::contract::{CardStock, Fallen, Game, Payout, Positions, Seat, Settled, Turn};
use crate::law::{Refusal, Rule};
use crate::table::{CardSource, TableGame};

/// A card game in which every card counts on its own; at most `CARDS` cards fall in a round. It has no decisions that
/// change stakes.
#[derive(Clone, Debug)]
pub struct Carded<G, const CARDS: usize>(pub G);

/// A deal with its cards as they fell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardedDeal<D, const CARDS: usize> {
    deal: D,
    fell: [(Seat, Card); CARDS],
    dealt: usize,
}

/// A wager of the game, or a side wager.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CardedWager<W> {
    /// A wager of the game.
    Main(W),
    /// A side wager.
    Side(SideBet),
}

impl<G: TableGame, const CARDS: usize> Carded<G, CARDS> {
    /// A card as far as the game distinguishes it.
    fn chance(&self, card: Card) -> Result<G::Chance, Refusal> {
        self.0.read_fall(Fallen::Card(card))
    }
}

impl<G: TableGame, const CARDS: usize> Game for Carded<G, CARDS> {
    type Deal = CardedDeal<G::Deal, CARDS>;
    type Chance = Card;
    type Move = G::Move;
    type Wager = CardedWager<G::Wager>;
    type Life = G::Life;
    type View = G::View;
    type Stock = CardStock;

    fn open(&self, in_play: Positions) -> Self::Deal {
        let no_card = (0, Card::at(0).expect("a pack has a first card"));
        CardedDeal { deal: self.0.open(in_play), fell: [no_card; CARDS], dealt: 0 }
    }

    fn turn(&self, deal: &Self::Deal) -> Turn {
        self.0.turn(&deal.deal)
    }

    fn check(&self, deal: &Self::Deal, seat: Seat, mv: G::Move) -> Result<(), Refusal> {
        self.0.check(&deal.deal, seat, mv)
    }

    fn check_fall(&self, deal: &Self::Deal, card: Card) -> Result<(), Refusal> {
        self.0.check_fall(&deal.deal, self.chance(card)?)
    }

    fn play_unchecked(&self, deal: &mut Self::Deal, seat: Seat, mv: G::Move) {
        self.0.play_unchecked(&mut deal.deal, seat, mv);
    }

    fn fall_unchecked(&self, deal: &mut Self::Deal, card: Card) {
        let Turn::Chance(fall) = self.0.turn(&deal.deal) else { return };
        let chance = self.chance(card).expect("a card game reads every card");
        self.0.fall_unchecked(&mut deal.deal, chance);
        deal.fell[deal.dealt] = (fall.to, card);
        deal.dealt += 1;
    }

    fn view(&self, deal: &Self::Deal, seat: Seat) -> G::View {
        self.0.view(&deal.deal, seat)
    }

    fn moves(&self, deal: &Self::Deal, seat: Seat, each: impl FnMut(G::Move)) {
        self.0.moves(&deal.deal, seat, each);
    }

    fn stock(&self) -> CardStock {
        let packs = match self.0.packs() {
            CardSource::None => 0,
            CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
        };
        CardStock::new(Shoe::new(packs))
    }

    fn advance(&self, wager: Self::Wager, life: &mut G::Life, deal: &Self::Deal) -> Option<Settled> {
        match wager {
            CardedWager::Main(wager) => self.0.advance(wager, life, &deal.deal),
            CardedWager::Side(bet) => {
                let (game, fell) = (&self.0, &deal.fell[..deal.dealt]);
                let over = game.turn(&deal.deal) == Turn::Over;
                let round = RoundCards { game, deal: &deal.deal, fell, place: bet.place };
                game.sides().get(bet).settle(over, |fact| round.value(&G::FACTS[usize::from(fact)]))
            }
        }
    }

    fn wagers(&self, mut each: impl FnMut(Self::Wager, G::Life)) {
        self.0.wagers(|wager, life| each(CardedWager::Main(wager), life));
        for (wager, _) in (0..).zip(&self.0.sides().0) {
            each(CardedWager::Side(SideBet { wager, place: None }), G::Life::default());
        }
    }

    fn results(&self, wager: Self::Wager, each: impl FnMut(Payout, Option<Rule>)) {
        match wager {
            CardedWager::Main(wager) => self.0.results(wager, each),
            CardedWager::Side(bet) => self.0.sides().get(bet).results(each),
        }
    }
}
