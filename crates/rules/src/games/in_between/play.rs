//! A hand of In-Between: two cards to each player, a third, and the settlement.

use super::deal::{Deal, Hand, Move, Ranks};
use super::rules::{HandResult, InBetween};
use super::wager::{Life, Wager};
use crate::contract::{Face, Fall, Game, Payout, Positions, Seat, Seated, Settled, Turn};
use crate::law::{Cites, Refusal, Rule};

impl<const PLAYERS: usize> Game for Seated<InBetween, PLAYERS> {
    type Deal = Deal<PLAYERS>;
    type Chance = u8;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = Deal<PLAYERS>;
    type Stock = Ranks;

    fn open(&self, in_play: Positions) -> Deal<PLAYERS> {
        let players = u8::try_from(in_play.count()).expect("a set has at most 32 seats");
        assert!(usize::from(players) <= PLAYERS, "a table takes no more players than it deals to");
        Deal { hands: [Hand::default(); PLAYERS], players }
    }

    fn turn(&self, deal: &Deal<PLAYERS>) -> Turn {
        self.next_card(deal).map_or(Turn::Over, |(to, _)| Turn::Chance(Fall { to, face: Face::Up }))
    }

    fn check(&self, _: &Deal<PLAYERS>, _: Seat, mv: Move) -> Result<(), Refusal> {
        match mv {}
    }

    fn check_fall(&self, deal: &Deal<PLAYERS>, _: u8) -> Result<(), Refusal> {
        match self.next_card(deal) {
            Some(_) => Ok(()),
            None => Err(Refusal::new(Cites::NONE, "a card", "no hand takes another card")),
        }
    }

    fn play_unchecked(&self, _: &mut Deal<PLAYERS>, _: Seat, mv: Move) {
        match mv {}
    }

    fn fall_unchecked(&self, deal: &mut Deal<PLAYERS>, place: u8) {
        if let Some((seat, card)) = self.next_card(deal) {
            deal.hands[usize::from(seat)].0[card] = place;
        }
    }

    fn view(&self, deal: &Deal<PLAYERS>, _: Seat) -> Deal<PLAYERS> {
        *deal
    }

    fn moves(&self, _: &Deal<PLAYERS>, _: Seat, _: impl FnMut(Move)) {}

    fn stock(&self) -> Ranks {
        let mut left = [0; 14];
        for place in self.order {
            left[usize::from(place)] += 4 * self.packs;
        }
        Ranks(left)
    }

    fn advance(&self, _: Wager, life: &mut Life, deal: &Deal<PLAYERS>) -> Option<Settled> {
        if life.seat >= deal.players {
            return None;
        }
        let clause = self.outcome(deal.hands[usize::from(life.seat)])?;
        match clause.result {
            HandResult::Wins(odds) => Some(Settled::new(Payout::Win(odds), clause.cites)),
            HandResult::Loses => Some(Settled::new(Payout::Lose, clause.cites)),
            HandResult::StandOff => {
                life.carried = true;
                None
            }
            HandResult::PlaysOn => None,
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        each(Wager, Life::default());
    }

    fn results(&self, _: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        for clause in self.clauses() {
            if let HandResult::Wins(odds) = clause.result {
                each(Payout::Win(odds), clause.cites.iter().last());
            }
        }
    }
}

impl InBetween {
    /// The hand that receives the next card, and whether it is its first, second or third card. Each hand receives
    /// one card, then a second, and then a third unless it is at a stand-off.
    fn next_card<const PLAYERS: usize>(&self, deal: &Deal<PLAYERS>) -> Option<(Seat, usize)> {
        let hands = &deal.hands[..usize::from(deal.players)];
        (0..3).find_map(|card| {
            let waits = |hand: &Hand| hand.0[card] == 0 && (card < 2 || !self.stands_off(*hand));
            (0..).zip(hands).find(|(_, hand)| waits(hand)).map(|(seat, _)| (seat, card))
        })
    }

    fn stands_off(&self, hand: Hand) -> bool {
        self.outcome(hand).is_some_and(|clause| clause.result == HandResult::StandOff)
    }
}
