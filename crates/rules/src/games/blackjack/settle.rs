//! The settlement of stakes on boxes and of insurance.

use croupier_kit::{Odds, Rank};

use super::deal::{At, Deal};
use super::hand::{Hand, Waits};
use super::{Blackjack, EvenMoney, Life, LostToBlackjack, NaturalsPaid, OnEqual, Paid, WayToWin};
use crate::contract::{Payout, Seat, Settled, Turn};
use crate::law::Cites;

impl Blackjack {
    pub(super) fn settle_box<const BOXES: usize>(
        &self,
        seat: Seat,
        life: Life,
        deal: &Deal<BOXES>,
    ) -> Option<Settled> {
        if usize::from(seat) >= BOXES || deal.at(seat).hands().is_empty() {
            return None;
        }
        if life.even_money {
            let rule = if let EvenMoney::Offered(rule) = self.even_money { Some(rule) } else { None };
            return Some(Settled::new(Payout::Win(Odds::EVENS), rule));
        }
        let hand = deal.hand(At { seat, place: life.place });
        if hand.waits == Waits::Surrendered {
            return Some(Settled::new(Payout::Surrender, self.cites.surrender));
        }
        if self.has_looked_at_blackjack(deal) && hand.waits != Waits::Settled {
            return Some(self.compare(hand, self.is_natural(deal.at(seat), hand), life, deal.dealer()));
        }
        match hand.waits {
            Waits::Bust => Some(self.doubled(life, Settled::new(Payout::Lose, self.cites.lost))),
            Waits::Dealer if self.is_natural(deal.at(seat), hand) => self.settle_natural(hand, life, deal),
            Waits::Dealer if self.turn_of(deal) == Turn::Over => {
                Some(self.doubled(life, self.compare(hand, false, life, deal.dealer())))
            }
            _ => None,
        }
    }

    /// Adds the citation on doubling, always last, whatever the result.
    fn doubled(&self, life: Life, settled: Settled) -> Settled {
        if life.doubled {
            Settled { cites: settled.cites.and(self.cites.double), ..settled }
        } else {
            settled
        }
    }

    /// Settles a blackjack as soon as the book permits it.
    fn settle_natural<const BOXES: usize>(
        &self,
        hand: Hand,
        life: Life,
        deal: &Deal<BOXES>,
    ) -> Option<Settled> {
        let dealer = deal.dealer();
        let known = match self.naturals {
            NaturalsPaid::AtOnce if self.dealer_may_have_blackjack(dealer) => self.second_card_is_known(deal),
            NaturalsPaid::AtOnce => self.first_cards_are_out(deal),
            NaturalsPaid::AtEnd => self.turn_of(deal) == Turn::Over,
        };
        known.then(|| self.compare(hand, true, life, dealer))
    }

    /// Settles a hand of 21 or less. It wins by the first clause that applies. Otherwise equal scores are a tie if
    /// both hands or neither are blackjack. In all other cases the hand loses.
    fn compare(&self, hand: Hand, natural: bool, life: Life, dealer: Hand) -> Settled {
        let clause = self.wins.iter().find(|clause| clause.way.holds(hand, natural, dealer));
        if let Some(clause) = clause {
            let paid: Paid = if natural { self.natural } else { self.ordinary };
            let why = paid.clause.unwrap_or(clause.cite);
            return Settled::new(Payout::Win(paid.odds), Cites::from(why).and(paid.cite));
        }
        match dealer.is_two_card_21() {
            true if !natural => self.lost_to_blackjack(life),
            his if his == natural && hand.score() == dealer.score() => self.settle_equal(),
            _ => Settled::new(Payout::Lose, self.cites.lost),
        }
    }

    fn settle_equal(&self) -> Settled {
        let payout = if self.on_equal == OnEqual::Void { Payout::Void } else { Payout::Lose };
        Settled::new(payout, self.cites.void)
    }

    /// A dealer's blackjack wins all stakes, or only those made before the first card (reading M8).
    fn lost_to_blackjack(&self, life: Life) -> Settled {
        let payout = match self.lost_to_blackjack {
            LostToBlackjack::OriginalBets if life.further => Payout::Void,
            LostToBlackjack::OriginalBets if life.doubled => Payout::LoseOriginal,
            _ => Payout::Lose,
        };
        Settled::new(payout, if payout == Payout::Void { self.cites.void } else { self.cites.lost })
    }

    /// Whether it is known if the dealer's second card makes blackjack: where it lies face down, by his look.
    fn second_card_is_known<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> bool {
        if self.has_hole_card() { deal.looked } else { deal.dealer().cards() >= 2 }
    }

    /// Insurance is won when the dealer's second card is worth ten (reg. 6(7), reading M10).
    pub(super) fn settle_insurance<const BOXES: usize>(&self, deal: &Deal<BOXES>) -> Option<Settled> {
        let dealer = deal.dealer();
        if !self.second_card_is_known(deal) {
            return None;
        }
        let ten = dealer.first_rank() == Some(Rank::Ace)
            && dealer.second_rank().is_some_and(|rank| self.values.of(rank) == 10);
        let payout = if ten { Payout::Win(self.insurance.odds) } else { Payout::Lose };
        Some(Settled::new(payout, self.insurance.cites))
    }
}

impl WayToWin {
    /// Whether a hand of 21 or less, blackjack or not, wins by this clause.
    fn holds(self, hand: Hand, natural: bool, dealer: Hand) -> bool {
        match self {
            Self::DealerOver => dealer.is_bust(),
            Self::Higher => !dealer.is_bust() && hand.score() > dealer.score(),
            Self::TwoCards => natural && dealer.score() == 21 && !dealer.is_two_card_21(),
        }
    }
}
