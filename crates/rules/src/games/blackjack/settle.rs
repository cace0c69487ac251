//! What becomes of a stake on a box, and of insurance.

use croupier_kit::Rank;

use super::deal::{At, Deal, dealer_may_have_blackjack};
use super::hand::{Hand, Waits, value};
use super::{Blackjack, EvenMoney, Life, LostToBlackjack, NaturalsPaid, Paid};
use crate::book::EVENS;
use crate::contract::{Payout, Seat, Settled, Turn};
use crate::law::{Cites, Rule};

impl<const BOXES: usize> Blackjack<BOXES> {
    pub(super) fn settle_box(&self, seat: Seat, life: Life, deal: &Deal<BOXES>) -> Option<Settled> {
        if usize::from(seat) >= BOXES || deal.at(seat).hands().is_empty() {
            return None;
        }
        if life.even_money {
            let rule = if let EvenMoney::Offered(rule) = self.even_money { Some(rule) } else { None };
            return Some(Settled::new(Payout::Win(EVENS), rule));
        }
        let hand = deal.hand(At { seat, place: life.place });
        match hand.waits {
            Waits::Surrendered => Some(Settled::new(Payout::Surrender, self.cites.surrender)),
            Waits::Bust => Some(self.doubled(life, Settled::new(Payout::Lose, self.cites.lost))),
            Waits::Dealer if deal.at(seat).has_blackjack() => self.settle_natural(deal),
            Waits::Dealer if self.turn_of(deal) == Turn::Over => {
                Some(self.doubled(life, self.compare(hand, life, deal.dealer())))
            }
            _ => None,
        }
    }

    /// The clause on doubling is cited last, whatever came of it.
    fn doubled(&self, life: Life, settled: Settled) -> Settled {
        if life.doubled {
            Settled { cites: settled.cites.and(self.cites.double), ..settled }
        } else {
            settled
        }
    }

    /// A blackjack is void against another and beats all else.
    fn settle_natural(&self, deal: &Deal<BOXES>) -> Option<Settled> {
        let dealer = deal.dealer();
        let known = match self.naturals {
            NaturalsPaid::AtOnce if dealer_may_have_blackjack(dealer) => dealer.cards() >= 2,
            NaturalsPaid::AtOnce => deal.first_cards_are_out(),
            NaturalsPaid::AtEnd => self.turn_of(deal) == Turn::Over,
        };
        if !known {
            return None;
        }
        if dealer.is_two_card_21() {
            return Some(Settled::new(Payout::Void, self.cites.void));
        }
        Some(self.win(self.natural, self.why_won(21, dealer, self.cites.two_cards)))
    }

    /// A hand of 21 or less against a dealer who has finished.
    fn compare(&self, hand: Hand, life: Life, dealer: Hand) -> Settled {
        let (own, his) = (hand.score(), dealer.score());
        if dealer.is_two_card_21() {
            return self.lost_to_blackjack(life);
        }
        if dealer.is_bust() || own > his {
            return self.win(self.ordinary, self.why_won(own, dealer, self.cites.higher));
        }
        let payout = if own == his { Payout::Void } else { Payout::Lose };
        Settled::new(payout, if own == his { self.cites.void } else { self.cites.lost })
    }

    /// The first clause that makes it won: the dealer over 21, the higher score, else this one.
    fn why_won(&self, own: u8, dealer: Hand, otherwise: Rule) -> Rule {
        match () {
            () if dealer.is_bust() => self.cites.dealer_over,
            () if own > dealer.score() => self.cites.higher,
            () => otherwise,
        }
    }

    fn win(&self, paid: Paid, why: Rule) -> Settled {
        let clause = paid.clause.unwrap_or(why);
        Settled::new(Payout::Win(paid.odds), Cites::from(clause).and(paid.cite))
    }

    /// A dealer's blackjack takes everything, or only what was staked before the first card (reading M8).
    fn lost_to_blackjack(&self, life: Life) -> Settled {
        let payout = match self.lost_to_blackjack {
            LostToBlackjack::OriginalBets if life.further => Payout::Void,
            LostToBlackjack::OriginalBets if life.doubled => Payout::LoseOriginal,
            _ => Payout::Lose,
        };
        Settled::new(payout, if payout == Payout::Void { self.cites.void } else { self.cites.lost })
    }

    /// Insurance is won when the dealer's second card is worth ten (reg. 6(7), reading M10).
    pub(super) fn settle_insurance(&self, deal: &Deal<BOXES>) -> Option<Settled> {
        let dealer = deal.dealer();
        if dealer.cards() < 2 {
            return None;
        }
        let ten = dealer.first_rank() == Some(Rank::Ace)
            && dealer.second_rank().is_some_and(|rank| value(rank) == 10);
        let payout = if ten { Payout::Win(self.insurance.odds) } else { Payout::Lose };
        Some(Settled::new(payout, self.insurance.cites))
    }
}
