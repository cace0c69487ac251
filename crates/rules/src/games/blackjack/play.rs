//! A round of blackjack: the first cards, the decisions of the boxes, the dealer's play, and the settlement of the
//! stakes.

use croupier_kit::Rank;

use super::deal::{BoxOnTable, Deal, Move, Ranks};
use super::hand::Waits;
use super::options::{NaturalsShown, Pairs, Surrender};
use super::rules::Blackjack;
use super::wager::{Life, Wager};
use crate::contract::{Face, Game, OwnStake, OwnStakes, Payout, Positions, Seat, Seated, Settled, Turn};
use crate::law::{Refusal, Rule};

impl<const BOXES: usize> Game for Seated<Blackjack, BOXES> {
    type Deal = Deal<BOXES>;
    type Chance = Rank;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = Deal<BOXES>;
    type Stock = Ranks;

    fn open(&self, in_play: Positions) -> Deal<BOXES> {
        Deal::new(in_play)
    }

    fn turn(&self, deal: &Deal<BOXES>) -> Turn {
        self.turn_of(deal)
    }

    fn check(&self, deal: &Deal<BOXES>, seat: Seat, mv: Move) -> Result<(), Refusal> {
        self.check_move(deal, seat, mv)
    }

    fn check_fall(&self, deal: &Deal<BOXES>, rank: Rank) -> Result<(), Refusal> {
        match self.turn_of(deal) {
            Turn::Chance(_) if self.contradicts(deal, rank) => {
                let allowed = "the dealer looked and had no blackjack";
                Err(Refusal::new(self.cites.dealer, "a second card that makes blackjack", allowed))
            }
            Turn::Chance(_) => Ok(()),
            Turn::Seat(seat) if seat == Deal::<BOXES>::DEALER => {
                Err(Refusal::new(self.cites.dealer, "a card", "the dealer looks first"))
            }
            Turn::Seat(seat) => {
                let allowed = format!("box {} must decide first", seat + 1);
                Err(Refusal::new(self.cites.draw, "a card", allowed))
            }
            Turn::Bets | Turn::Over => {
                Err(Refusal::new(self.cites.dealer, "a card", "the dealer takes no more cards"))
            }
        }
    }

    fn play_unchecked(&self, deal: &mut Deal<BOXES>, _: Seat, mv: Move) {
        self.make_move(deal, mv);
    }

    fn fall_unchecked(&self, deal: &mut Deal<BOXES>, rank: Rank) {
        self.deal_card(deal, rank);
    }

    /// A dealer's card that is face down is hidden from everybody. Cards of a box that are face down are known to
    /// that box only, until they are turned: a blackjack when the book says so, a hand over 21 at once, and the rest
    /// when the dealer has finished (reading M23).
    fn view(&self, deal: &Deal<BOXES>, seat: Seat) -> Deal<BOXES> {
        let over = self.turn_of(deal) == Turn::Over;
        let shown = |b: &BoxOnTable| b.has_blackjack() && self.naturals_shown == NaturalsShown::AtOnce;
        let deal = deal.with_dealer(self.dealer_shows(deal));
        match self.faces {
            Face::Up => deal,
            Face::Down => deal.seen_from(seat, |b, hand| over || shown(b) || hand.waits == Waits::Bust),
        }
    }

    fn moves(&self, deal: &Deal<BOXES>, seat: Seat, each: impl FnMut(Move)) {
        Move::ALL.into_iter().filter(|mv| self.check_move(deal, seat, *mv).is_ok()).for_each(each);
    }

    fn stock(&self) -> Ranks {
        self.whole_shoe()
    }

    fn advance(&self, wager: Wager, life: &mut Life, deal: &Deal<BOXES>) -> Option<Settled> {
        match wager {
            Wager::Box(seat) => self.settle_box(seat, *life, deal),
            Wager::Insurance(_) => self.settle_insurance(deal),
        }
    }

    /// A double doubles the stake on the hand in play; a split adds an equal stake on the new hand.
    fn follow(&self, deal: &Deal<BOXES>, seat: Seat, mv: Move, stakes: &mut OwnStakes<Self>) {
        let Some(at) = self.deciding(deal, seat) else { return };
        let on_hand =
            |stake: &OwnStake<Wager, Life>| stake.wager == Wager::Box(seat) && stake.life.place == at.place;
        let Some(own) = stakes.iter_mut().find(|stake| on_hand(stake)) else { return };
        match mv {
            Move::Double => {
                own.units *= 2;
                own.life.doubled = true;
            }
            Move::Split => {
                let place = u8::try_from(deal.at(seat).hands().len()).expect("a box has few hands");
                let life = Life { place, further: true, ..Life::default() };
                let further = OwnStake { life, ..*own };
                stakes.push(further);
            }
            Move::Draw | Move::Stand | Move::Surrender | Move::PlayOn | Move::Look => {}
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        for seat in 0..self.boxes.most {
            each(Wager::Box(seat), Life::default());
        }
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        match wager {
            Wager::Box(_) => {
                each(Payout::Win(self.natural.odds), Some(self.natural.cite));
                each(Payout::Win(self.ordinary.odds), Some(self.ordinary.cite));
                if self.surrender != Surrender::Never {
                    each(Payout::Surrender, Some(self.cites.surrender));
                }
            }
            Wager::Insurance(_) => each(Payout::Win(self.insurance.odds), self.insurance.cites.first()),
        }
    }
}

impl Blackjack {
    /// All the cards of the shoe.
    pub fn whole_shoe(&self) -> Ranks {
        let mut left = [0; 13];
        for rank in Rank::ALL {
            left[self.lump(rank) as usize] += 4 * u16::from(self.packs);
        }
        Ranks(left)
    }

    /// The rank as far as the rules distinguish it: if pairs are compared by value, pictures that count as a Ten are
    /// one rank.
    pub(super) fn lump(&self, rank: Rank) -> Rank {
        let as_ten = self.values.of(rank) == self.values.of(Rank::Ten);
        match (self.split.pairs, rank) {
            (Pairs::Value, Rank::Jack | Rank::Queen | Rank::King) if as_ten => Rank::Ten,
            _ => rank,
        }
    }
}
