//! A round of Arizona Hold-Em: the cards, the circles, and the settlement of the hands.

use croupier_kit::{Card, Shoe};

use super::deal::{BLANK, Deal, Move, Place, View};
use super::rules::{COMMUNITY, HoldEm, OWN};
use super::wager::{Life, Wager};
use crate::contract::{
    CardStock, Face, Fall, Game, OwnStake, OwnStakes, Payout, Positions, Seat, Seated, Settled, Turn,
};
use crate::law::{Refusal, Rule};

impl<const PLAYERS: usize> Game for Seated<HoldEm, PLAYERS> {
    type Deal = Deal<PLAYERS>;
    type Chance = Card;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = View;
    type Stock = CardStock;

    fn open(&self, in_play: Positions) -> Deal<PLAYERS> {
        let players =
            u8::try_from(in_play.count()).expect("a table has few places").min(Deal::<PLAYERS>::COMMON);
        Deal {
            hands: [[BLANK; OWN]; PLAYERS],
            community: [BLANK; COMMUNITY],
            raised: [0; COMMUNITY],
            players,
            dealt: 0,
            decided: 0,
        }
    }

    fn turn(&self, deal: &Deal<PLAYERS>) -> Turn {
        match deal.next_place() {
            Some(Place::Own(to, _)) => Turn::Chance(Fall { to, face: Face::Down }),
            Some(Place::Community(_)) => Turn::Chance(Fall { to: Deal::<PLAYERS>::COMMON, face: Face::Down }),
            None if deal.circle() < usize::from(self.raises) => Turn::Seat(deal.decided % deal.players),
            None => Turn::Over,
        }
    }

    fn check(&self, deal: &Deal<PLAYERS>, seat: Seat, _: Move) -> Result<(), Refusal> {
        let allowed = match self.turn(deal) {
            Turn::Seat(due) if due == seat => return Ok(()),
            Turn::Seat(_) => "it is another player's turn",
            Turn::Over => "all decisions are made",
            Turn::Bets | Turn::Chance(_) => "players decide when all cards are dealt",
        };
        Err(Refusal::new(self.play, "a decision here", allowed))
    }

    fn check_fall(&self, deal: &Deal<PLAYERS>, _: Card) -> Result<(), Refusal> {
        match self.turn(deal) {
            Turn::Chance(_) => Ok(()),
            Turn::Over if deal.players == 0 => Err(Refusal::new(self.play, "a card", "nobody has an ante")),
            _ => Err(Refusal::new(self.play, "a card", "all cards are dealt")),
        }
    }

    fn play_unchecked(&self, deal: &mut Deal<PLAYERS>, seat: Seat, mv: Move) {
        let circle = deal.circle();
        if let (Move::Raise, Some(raised)) = (mv, deal.raised.get_mut(circle)) {
            *raised |= 1 << seat;
        }
        deal.decided += 1;
    }

    fn fall_unchecked(&self, deal: &mut Deal<PLAYERS>, card: Card) {
        match deal.next_place() {
            Some(Place::Own(seat, nth)) => deal.hands[usize::from(seat)][nth] = card,
            Some(Place::Community(nth)) => deal.community[nth] = card,
            None => return,
        }
        deal.dealt += 1;
    }

    fn view(&self, deal: &Deal<PLAYERS>, seat: Seat) -> View {
        let mut community = [None; COMMUNITY];
        for (nth, card) in community.iter_mut().enumerate() {
            *card = self.is_turned(deal, nth).then_some(deal.community[nth]);
        }
        // Players see no card before all have been dealt.
        let seen = deal.next_place().is_none() && seat < deal.players;
        View {
            own: seen.then(|| deal.hands[usize::from(seat)]),
            community,
            raised: deal.raised,
            players: deal.players,
            dealt: deal.dealt,
            decided: deal.decided,
        }
    }

    fn moves(&self, deal: &Deal<PLAYERS>, seat: Seat, mut each: impl FnMut(Move)) {
        for mv in [Move::Raise, Move::Check] {
            if self.check(deal, seat, mv).is_ok() {
                each(mv);
            }
        }
    }

    fn stock(&self) -> CardStock {
        CardStock::new(Shoe::new(self.packs))
    }

    fn advance(&self, _: Wager, life: &mut Life, deal: &Deal<PLAYERS>) -> Option<Settled> {
        if life.seat >= deal.players || self.turn(deal) != Turn::Over {
            return None;
        }
        Some(self.pays.settle(deal.five(life.seat)))
    }

    /// A raise adds a stake of the ante's size in the current circle.
    fn follow(&self, deal: &Deal<PLAYERS>, seat: Seat, mv: Move, stakes: &mut OwnStakes<Self>) {
        let circle = u8::try_from(deal.circle() + 1).expect("a player has few circles");
        if let (Move::Raise, Some(ante)) = (mv, stakes.first().copied()) {
            let wager = Wager::Raise(circle);
            stakes.push(OwnStake { wager, life: Life { seat }, ..ante });
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        each(Wager::Ante, Life::default());
    }

    fn results(&self, _: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        for pay in self.pays.iter() {
            each(Payout::Win(pay.odds), Some(pay.cite));
        }
    }
}

impl HoldEm {
    /// Whether a common card is face up: it is turned when all players have decided its circle or, if it has none,
    /// the last circle.
    fn is_turned<const PLAYERS: usize>(&self, deal: &Deal<PLAYERS>, card: usize) -> bool {
        let circles = usize::from(self.raises).min(card + 1);
        deal.players > 0 && deal.next_place().is_none() && deal.circle() >= circles
    }
}
