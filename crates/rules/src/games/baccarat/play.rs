//! A coup of baccarat: the first cards, the decisions and third cards, and the comparison of the hands.

use std::cmp::Ordering;

use super::deal::{BANKER, Deal, HandView, Move, Pip, Pips, View};
use super::drawing::{Banker, Third};
use super::rules::Baccarat;
use super::wager::Wager;
use crate::contract::{Face, Fall, Game, Payout, Positions, Seat, Settled, Turn};
use crate::law::{Refusal, Rule};

/// What a deal waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// A card for this seat, one of its first two.
    First(Seat),
    /// A third card for this seat.
    Third(Seat),
    /// A choice by this seat.
    Choice(Seat),
    /// Nothing.
    Over,
}

impl Game for Baccarat {
    type Deal = Deal;
    type Chance = Pip;
    type Move = Move;
    type Wager = Wager;
    type Life = ();
    type View = View;
    type Stock = Pips;

    /// Every hand of the game is dealt, whether or not anyone has bet on it.
    fn open(&self, _: Positions) -> Deal {
        Deal::default()
    }

    fn turn(&self, deal: &Deal) -> Turn {
        match self.stage(deal) {
            Stage::First(to) => Turn::Chance(Fall { to, face: self.first_cards }),
            Stage::Third(to) => Turn::Chance(Fall { to, face: Face::Up }),
            Stage::Choice(seat) => Turn::Seat(seat),
            Stage::Over => Turn::Over,
        }
    }

    fn check(&self, deal: &Deal, seat: Seat, mv: Move) -> Result<(), Refusal> {
        let found = match mv {
            Move::Draw => "a third card asked for",
            Move::Stand => "a third card declined",
        };
        let refusal = |allowed| Err(Refusal::new(self.drawing.rule, found, allowed));
        match (self.asked(deal, seat), mv) {
            (None, _) => refusal("it is not this hand's turn"),
            (Some(Third::Draws), Move::Stand) => refusal("this hand must draw"),
            (Some(Third::Stands), Move::Draw) => refusal("this hand must stand"),
            (Some(_), _) => Ok(()),
        }
    }

    fn check_fall(&self, deal: &Deal, _: Pip) -> Result<(), Refusal> {
        let allowed = match self.stage(deal) {
            Stage::First(_) | Stage::Third(_) => return Ok(()),
            Stage::Choice(_) => "a hand must first draw or stand",
            Stage::Over => "no hand takes another card",
        };
        Err(Refusal::new(self.drawing.rule, "a card", allowed))
    }

    fn play_unchecked(&self, deal: &mut Deal, seat: Seat, mv: Move) {
        deal.hand_mut(seat).say(mv);
    }

    fn fall_unchecked(&self, deal: &mut Deal, pip: Pip) {
        match self.stage(deal) {
            Stage::First(seat) | Stage::Third(seat) | Stage::Choice(seat) => deal.hand_mut(seat).take(pip),
            Stage::Over => {}
        }
    }

    /// If cards are dealt face down, a seat knows its own two cards, naturals (which are turned at once) and third
    /// cards. The rest is turned at the end.
    fn view(&self, deal: &Deal, seat: Seat) -> View {
        let over = self.first_cards == Face::Up || self.stage(deal) == Stage::Over;
        let dealt = matches!(self.stage(deal), Stage::Third(_) | Stage::Choice(_));
        let mut view = View::default();
        for &other in self.hands.order() {
            let hand = deal.hand(other);
            let turned = over || other == seat || (dealt && self.drawing.is_natural(hand));
            view.hands[usize::from(other)] = HandView::of(*hand, turned);
        }
        view
    }

    fn moves(&self, deal: &Deal, seat: Seat, each: impl FnMut(Move)) {
        Move::ALL.into_iter().filter(|mv| self.check(deal, seat, *mv).is_ok()).for_each(each);
    }

    fn stock(&self) -> Pips {
        Pips::of(self.packs)
    }

    fn advance(&self, wager: Wager, (): &mut (), deal: &Deal) -> Option<Settled> {
        self.settle(self.clause(wager)?, deal)
    }

    fn wagers(&self, mut each: impl FnMut(Wager, ())) {
        for (place, _) in (0..).zip(&self.clauses) {
            each(Wager(place), ());
        }
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        if let Some(clause) = self.clause(wager) {
            each(Payout::Win(clause.odds), Some(clause.odds_cite));
            for case in &clause.cases.0 {
                each(case.paid.payout(), Some(case.cite));
            }
        }
    }
}

impl Baccarat {
    /// The order of the cards: one to each hand, a second to each, then the third cards in the same order.
    fn stage(&self, deal: &Deal) -> Stage {
        let order = self.hands.order();
        if let Some(seat) = first_cards_due(deal, order) {
            return Stage::First(seat);
        }
        if self.ended_by_naturals(deal) {
            return Stage::Over;
        }
        order.iter().find_map(|seat| self.waits(deal, *seat)).unwrap_or(Stage::Over)
    }

    /// Whether naturals end the deal: the banker's natural does, and so do naturals of all opposing hands (reading
    /// S5).
    fn ended_by_naturals(&self, deal: &Deal) -> bool {
        let natural = |seat: &Seat| self.drawing.is_natural(deal.hand(*seat));
        natural(&BANKER) || self.hands.seats().iter().all(natural)
    }

    /// What this hand waits for after the first cards; `None` when it is done. The hands before it must be done.
    fn waits(&self, deal: &Deal, seat: Seat) -> Option<Stage> {
        let hand = deal.hand(seat);
        if hand.cards() != 2 || self.drawing.is_natural(hand) {
            return None;
        }
        match hand.said() {
            Some(Move::Draw) => Some(Stage::Third(seat)),
            Some(Move::Stand) => None,
            None => match self.third(deal, seat) {
                Third::Draws => Some(Stage::Third(seat)),
                Third::Stands => None,
                Third::Chooses => Some(Stage::Choice(seat)),
            },
        }
    }

    /// What the rules prescribe for this hand about a third card.
    fn third(&self, deal: &Deal, seat: Seat) -> Third {
        let hand = deal.hand(seat);
        match (seat, self.drawing.banker) {
            (BANKER, Banker::Free) => Third::Chooses,
            (BANKER, Banker::Tableau) => self.drawing.tableau.third(hand, self.given(deal)),
            _ => self.drawing.opposing[usize::from(hand.score_of_two())],
        }
    }

    /// The third card that a banker bound to the drawing table plays by: that of the first opposing hand that drew
    /// one.
    fn given(&self, deal: &Deal) -> Option<Pip> {
        self.hands.seats().iter().find_map(|seat| deal.hand(*seat).third())
    }

    /// What the drawing table prescribes for the banker, whether or not the banker is bound to it.
    pub fn by_tableau(&self, deal: &Deal) -> Third {
        self.drawing.tableau.third(deal.hand(BANKER), self.given(deal))
    }

    /// What the rules prescribe for a hand that may decide now. A forced stand may be announced as long as no hand
    /// after it has decided or drawn.
    fn asked(&self, deal: &Deal, seat: Seat) -> Option<Third> {
        let order = self.hands.order();
        let place = order.iter().position(|other| *other == seat)?;
        let silent = |seat: &Seat| deal.hand(*seat).cards() == 2 && deal.hand(*seat).said().is_none();
        let dealt = first_cards_due(deal, order).is_none() && !self.ended_by_naturals(deal);
        let own = dealt && silent(&seat) && !self.drawing.is_natural(deal.hand(seat));
        let in_turn = own
            && order[..place].iter().all(|before| self.waits(deal, *before).is_none())
            && order[place..].iter().all(silent);
        in_turn.then(|| self.third(deal, seat))
    }

    /// The comparison of an opposing hand's score with the banker's, once that is known. A natural is settled at once
    /// against the banker's two cards, whatever the banker draws against the other hand (reading S5).
    pub(super) fn against_banker(&self, deal: &Deal, seat: Seat) -> Option<Ordering> {
        if first_cards_due(deal, self.hands.order()).is_some() {
            return None;
        }
        let (hand, banker) = (deal.hand(seat), deal.hand(BANKER));
        if self.drawing.is_natural(hand) {
            return Some(hand.score_of_two().cmp(&banker.score_of_two()));
        }
        (self.stage(deal) == Stage::Over).then(|| hand.score().cmp(&banker.score()))
    }
}

/// The seat that receives the next of the first two cards.
fn first_cards_due(deal: &Deal, order: &[Seat]) -> Option<Seat> {
    (0..2).find_map(|dealt| order.iter().find(|seat| deal.hand(**seat).cards() <= dealt)).copied()
}
