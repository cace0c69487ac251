//! Arizona Hold-Em: three closed cards of one's own and two in common, paid by a table (6.2, 6.6).

mod draft;
mod offer;
mod pays;
mod table;

use croupier_kit::{Card, HandSum, Rank, Shoe, Suit};

pub(crate) use draft::HoldEmBook;
pub use pays::PayTable;

use crate::contract::{
    Face, Fall, Game, OwnStake, OwnStakes, Payout, Positions, Seat, Seated, Settled, Stock, Turn,
};
use crate::law::{Refusal, Rule};

/// One pack gives three cards each to no more players than this, and two in common: 3 × 16 + 2 = 50.
pub const PLAYERS_MAX: usize = 16;
/// The cards of a player's own.
const OWN: usize = 3;
/// The cards in common, each turned when a circle is decided.
const COMMUNITY: usize = 2;

const _: () = assert!(OWN * PLAYERS_MAX + COMMUNITY <= 52 && OWN * (PLAYERS_MAX + 1) + COMMUNITY > 52);
const _: () = assert!(PLAYERS_MAX <= u16::BITS as usize, "the raises of a circle fit a word");

/// The rules of an Arizona Hold-Em table.
#[derive(Clone, Debug)]
pub struct HoldEm {
    /// How many packs.
    pub packs: u8,
    /// When they are shuffled.
    pub shuffled: Shuffled,
    /// How many circles beside the ante's take a raise: none, one or two.
    pub raises: u8,
    /// The provision on the order of play.
    pub play: Rule,
    /// The provision on a hand that is dealt again.
    pub misdeal: Rule,
    /// What each hand is paid.
    pub pays: PayTable,
}

/// When the cards are shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffled {
    /// Before each hand.
    EveryHand,
    /// When the dealer says so.
    BetweenHands,
}

/// What lies on the table. The cards lie in the order of the deal, so their number tells which places are filled; the
/// others hold a blank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const PLAYERS: usize> {
    hands: [[Card; OWN]; PLAYERS],
    community: [Card; COMMUNITY],
    /// Who raised in each circle, one bit a player.
    raised: [u16; COMMUNITY],
    players: u8,
    dealt: u8,
    decided: u8,
}

const _: () = assert!(size_of::<Deal<1>>() == 12 && size_of::<Deal<PLAYERS_MAX>>() == 58);

/// What lies where no card has been dealt.
const BLANK: Card = Card::new(Rank::Two, Suit::Clubs);

/// Where a card of the deal goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// To a player, as the first, second or third card.
    Own(Seat, usize),
    /// To a box of the common cards.
    Community(usize),
}

/// What a player decides in a circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the moves are their own names")]
pub enum Move {
    Raise,
    Check,
}

/// What a stake is on: always one's own hand, from one of three circles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// The first stake, before the cards.
    Ante,
    /// A further one as large, in circle 1 or 2.
    Raise(u8),
}

/// Whose hand a stake is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) seat: Seat,
}

/// What a seat knows: its own cards once all are dealt, the common cards that have been turned, and what everyone has
/// decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// One's own cards.
    pub own: Option<[Card; OWN]>,
    /// The common cards.
    pub community: [Option<Card>; COMMUNITY],
    /// Who raised in each circle, one bit a player.
    pub raised: [u16; COMMUNITY],
    /// How many play.
    pub players: u8,
    /// How many cards have been dealt.
    pub dealt: u8,
    /// How many decisions have been taken.
    pub decided: u8,
}

/// The cards that are left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cards(Shoe);

impl Stock for Cards {
    type Chance = Card;

    fn each(&self, mut fall: impl FnMut(Card, u32)) {
        for card in Card::pack() {
            if self.0.count(card) > 0 {
                fall(card, u32::from(self.0.count(card)));
            }
        }
    }

    fn take(&mut self, card: Card) {
        let taken = self.0.take(card);
        debug_assert!(taken.is_ok(), "only a card that is left is taken");
    }
}

impl<const PLAYERS: usize> Deal<PLAYERS> {
    /// The place of the common cards, after those of the players.
    #[allow(clippy::cast_possible_truncation, reason = "there are few players")]
    pub const COMMON: Seat = {
        assert!(0 < PLAYERS && PLAYERS <= PLAYERS_MAX);
        PLAYERS as Seat
    };

    /// Whether this player raised in this circle, 0 being the first.
    pub fn raised(&self, seat: Seat, circle: usize) -> bool {
        self.raised.get(circle).is_some_and(|raised| raised >> seat & 1 == 1)
    }

    /// How many stakes of the ante's size this player has down: the ante, and a raise in either circle.
    pub fn stakes(&self, seat: Seat) -> u8 {
        1 + (0..COMMUNITY).map(|circle| u8::from(self.raised(seat, circle))).sum::<u8>()
    }

    /// Where the next card goes: one to each player and one to a common box, again, and a third to each player.
    fn next_place(&self) -> Option<Place> {
        let (round, turn) = (self.dealt / (self.players + 1), self.dealt % (self.players + 1));
        match usize::from(round) {
            _ if self.players == 0 => None,
            round if turn < self.players && round < OWN => Some(Place::Own(turn, round)),
            round if round < COMMUNITY => Some(Place::Community(round)),
            _ => None,
        }
    }

    /// The circle in which the next decision falls.
    fn circle(&self) -> usize {
        self.decided.checked_div(self.players).map_or(COMMUNITY, usize::from)
    }

    /// The cards of a player with the common ones.
    fn five(&self, seat: Seat) -> HandSum {
        let cards = self.hands[usize::from(seat)].iter().chain(&self.community);
        cards.fold(HandSum::EMPTY, |sum, card| sum.with(*card))
    }
}

impl HoldEm {
    /// Whether a common card lies open: it is turned when its circle is decided by all, or the last circle is.
    fn is_turned<const PLAYERS: usize>(&self, deal: &Deal<PLAYERS>, card: usize) -> bool {
        let circles = usize::from(self.raises).min(card + 1);
        deal.players > 0 && deal.next_place().is_none() && deal.circle() >= circles
    }
}

impl<const PLAYERS: usize> Game for Seated<HoldEm, PLAYERS> {
    type Deal = Deal<PLAYERS>;
    type Chance = Card;
    type Move = Move;
    type Wager = Wager;
    type Life = Life;
    type View = View;
    type Stock = Cards;

    fn open(&self, in_play: Positions) -> Deal<PLAYERS> {
        let players = u8::try_from(in_play.count()).unwrap_or(u8::MAX).min(Deal::<PLAYERS>::COMMON);
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
            Turn::Over => "the circles are decided",
            Turn::Bets | Turn::Chance(_) => "players decide when all cards are dealt",
        };
        Err(Refusal::new(self.play, "a decision here", allowed))
    }

    fn check_fall(&self, deal: &Deal<PLAYERS>, _: Card) -> Result<(), Refusal> {
        match self.turn(deal) {
            Turn::Chance(_) => Ok(()),
            Turn::Over if deal.players == 0 => {
                Err(Refusal::new(self.play, "a card", "there is no ante to deal to"))
            }
            _ => Err(Refusal::new(self.play, "a card", "each player has three and two lie in common")),
        }
    }

    fn play_unchecked(&self, deal: &mut Deal<PLAYERS>, seat: Seat, mv: Move) {
        let circle = deal.circle();
        if let (Move::Raise, Some(raised)) = (mv, deal.raised.get_mut(circle)) {
            *raised |= 1 << seat;
        }
        deal.decided = deal.decided.saturating_add(1);
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
        // No card is picked up before all are dealt.
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

    fn stock(&self) -> Cards {
        Cards(Shoe::new(self.packs))
    }

    fn advance(&self, _: Wager, life: &mut Life, deal: &Deal<PLAYERS>) -> Option<Settled> {
        if life.seat >= deal.players || self.turn(deal) != Turn::Over {
            return None;
        }
        Some(self.pays.settle(deal.five(life.seat)))
    }

    /// A raise lays as much as the ante in the circle that is decided.
    fn follow(&self, deal: &Deal<PLAYERS>, seat: Seat, mv: Move, stakes: &mut OwnStakes<Self>) {
        let circle = u8::try_from(deal.circle() + 1).unwrap_or(u8::MAX);
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
