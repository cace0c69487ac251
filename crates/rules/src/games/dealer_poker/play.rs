//! A round of poker against a dealer's hand: the cards, the decisions, and the comparison.

use croupier_kit::{Card, Shoe};

use super::deal::{BLANK, Deal, Move, View};
use super::hand::{HandKind, Strength};
use super::rules::{CARDS_MAX, ClauseResult, DealOrder, DealerPoker, DealerShows};
use super::wager::{Life, Wager};
use crate::contract::{
    CardStock, Face, Fall, Game, MainPayout, OwnStake, OwnStakes, Payout, Positions, Seat, Seated, Settled,
    Turn,
};
use crate::law::{Refusal, Rule};

impl<const PLAYERS: usize> Game for Seated<DealerPoker, PLAYERS> {
    type Deal = Deal<PLAYERS>;
    type Chance = Card;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = View;
    type Stock = CardStock;

    fn open(&self, in_play: Positions) -> Deal<PLAYERS> {
        let players = u8::try_from(in_play.count()).expect("a table has few places");
        assert!(players <= Deal::<PLAYERS>::DEALER, "a table deals to no more players than it seats");
        Deal {
            hands: [[BLANK; CARDS_MAX]; PLAYERS],
            dealer: [BLANK; CARDS_MAX],
            raised: 0,
            players,
            dealt: 0,
            decided: 0,
        }
    }

    fn turn(&self, deal: &Deal<PLAYERS>) -> Turn {
        match self.next_place(deal) {
            Some((to, _)) => Turn::Chance(Fall { to, face: self.face_of_next(deal) }),
            None if deal.decided < deal.players => Turn::Seat(deal.decided),
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
            Turn::Bets | Turn::Seat(_) | Turn::Over => {
                Err(Refusal::new(self.play, "a card", "all cards are dealt"))
            }
        }
    }

    fn play_unchecked(&self, deal: &mut Deal<PLAYERS>, seat: Seat, mv: Move) {
        if mv == Move::Raise {
            deal.raised |= 1 << seat;
        }
        deal.decided += 1;
    }

    fn fall_unchecked(&self, deal: &mut Deal<PLAYERS>, card: Card) {
        let (seat, nth) = self.next_place(deal).expect("a card that falls has a place");
        if seat == Deal::<PLAYERS>::DEALER {
            deal.dealer[nth] = card;
        } else {
            deal.hands[usize::from(seat)][nth] = card;
        }
        deal.dealt += 1;
    }

    fn view(&self, deal: &Deal<PLAYERS>, seat: Seat) -> View {
        // Players see no card before all have been dealt.
        let complete = deal.players > 0 && self.next_place(deal).is_none();
        let last = usize::from(self.size.cards()) - 1;
        View {
            own: (complete && seat < deal.players).then(|| deal.hands[usize::from(seat)]),
            shown: (complete && self.shows == DealerShows::LastCard).then(|| deal.dealer[last]),
            raised: deal.raised,
            players: deal.players,
            dealt: deal.dealt,
            decided: deal.decided,
        }
    }

    fn moves(&self, deal: &Deal<PLAYERS>, seat: Seat, mut each: impl FnMut(Move)) {
        for mv in [Move::Raise, Move::Fold] {
            if self.check(deal, seat, mv).is_ok() {
                each(mv);
            }
        }
    }

    fn stock(&self) -> CardStock {
        CardStock::new(Shoe::new(1))
    }

    fn advance(&self, wager: Wager, life: &mut Life, deal: &Deal<PLAYERS>) -> Option<Settled> {
        if life.seat >= deal.players {
            return None;
        }
        if deal.folded(life.seat) {
            return Some(Settled::new(Payout::Lose, self.fold));
        }
        if self.turn(deal) != Turn::Over {
            return None;
        }
        let player = self.strength_of(deal.hands[usize::from(life.seat)]);
        Some(self.settle(wager, player, self.strength_of(deal.dealer)))
    }

    /// A raise adds a stake of the declared multiple of the ante.
    fn follow(&self, _: &Deal<PLAYERS>, seat: Seat, mv: Move, stakes: &mut OwnStakes<Self>) {
        if let (Move::Raise, Some(ante)) = (mv, stakes.first().copied()) {
            let units = ante.units * self.multiple;
            stakes.push(OwnStake { wager: Wager::Raise, life: Life { seat }, units });
        }
    }

    fn wagers(&self, mut each: impl FnMut(Wager, Life)) {
        each(Wager::Ante, Life::default());
    }

    fn results(&self, wager: Wager, mut each: impl FnMut(Payout, Option<Rule>)) {
        match wager {
            Wager::Ante => {
                each(Payout::Win(self.ante.odds), Some(self.ante.cite));
                for bonus in self.bonus.iter().flatten() {
                    for (_, _, clause) in self.clauses() {
                        let main = main_payout(clause.ante, self.ante.odds);
                        each(Payout::Bonus { main, bonus: bonus.odds }, Some(bonus.cite));
                    }
                }
            }
            Wager::Raise => {
                for pay in self.raise.iter() {
                    each(Payout::Win(pay.odds), Some(pay.cite));
                }
            }
        }
    }
}

impl DealerPoker {
    /// The strength of a hand whose cards are all dealt.
    pub(super) fn strength_of(&self, cards: [Card; CARDS_MAX]) -> Strength {
        self.size.strength(&cards[..usize::from(self.size.cards())])
    }

    /// The kind of a player's hand, whose cards are all dealt.
    pub fn kind_at<const PLAYERS: usize>(&self, deal: &Deal<PLAYERS>, seat: Seat) -> HandKind {
        self.strength_of(deal.hands[usize::from(seat)]).kind()
    }

    /// How a stake on a hand that was not folded is settled.
    pub fn settle(&self, wager: Wager, player: Strength, dealer: Strength) -> Settled {
        let clause = self.clause(player, dealer);
        match wager {
            Wager::Ante => {
                let main = main_payout(clause.ante, self.ante.odds);
                let cites = Self::cites(clause, clause.ante, self.ante);
                match self.bonus_of(player.kind()) {
                    Some(pay) => Settled::new(Payout::Bonus { main, bonus: pay.odds }, cites.and(pay.cite)),
                    None => Settled::new(main.into(), cites),
                }
            }
            Wager::Raise => {
                let pay = self.raise.of(player.kind());
                let main = main_payout(clause.raise, pay.odds);
                Settled::new(main.into(), Self::cites(clause, clause.raise, pay))
            }
        }
    }

    /// The seat of the next card, and its place in the hand.
    pub(super) fn next_place<const PLAYERS: usize>(&self, deal: &Deal<PLAYERS>) -> Option<(Seat, usize)> {
        let (hands, cards) = (deal.players + 1, self.size.cards());
        if deal.players == 0 || deal.dealt >= hands * cards {
            return None;
        }
        let (hand, nth) = match self.order {
            DealOrder::OneByOne => (deal.dealt % hands, deal.dealt / hands),
            DealOrder::Hands => (deal.dealt / cards, deal.dealt % cards),
        };
        let seat = if hand == deal.players { Deal::<PLAYERS>::DEALER } else { hand };
        Some((seat, usize::from(nth)))
    }

    /// How the next card lies: only the dealer's last one is face up, where the book says so.
    fn face_of_next<const PLAYERS: usize>(&self, deal: &Deal<PLAYERS>) -> Face {
        let is_last = deal.dealt + 1 == (deal.players + 1) * self.size.cards();
        if is_last && self.shows == DealerShows::LastCard { Face::Up } else { Face::Down }
    }
}

/// The payout of a stake that a clause settles.
pub(super) const fn main_payout(result: ClauseResult, odds: croupier_kit::Odds) -> MainPayout {
    match result {
        ClauseResult::Wins => MainPayout::Win(odds),
        ClauseResult::Void => MainPayout::Void,
        ClauseResult::Loses => MainPayout::Lose,
    }
}
