//! In-Between: two cards, and a third between them (r. 14(3) and r. 15(3)).

mod draft;
mod offer;
mod table;

use croupier_kit::{Odds, PACKS_MAX};

pub(crate) use draft::InBetweenBook;

use crate::contract::{Face, Fall, Game, Payout, Positions, Seat, Seated, Settled, Stock, Turn};
use crate::law::{Cites, Refusal, Rule};

/// One pack gives two cards to no more players than this; a third card is for fewer still.
pub const PLAYERS_MAX: usize = 26;

/// The rules of an In-Between table.
#[derive(Clone, Debug)]
pub struct InBetween {
    /// How many packs.
    pub packs: u8,
    /// The place of each rank, by the order of [`croupier_kit::Rank`], 1 being the lowest.
    pub order: [u8; 13],
    /// What two consecutive cards do.
    pub consecutive: Clause,
    /// What a third card between the two does.
    pub between: Clause,
    /// What a third card equal to one of them or outside them does.
    pub outside: Clause,
    /// What three equal cards do.
    pub three_equal: Clause,
    /// What a third card does that differs from two equal ones.
    pub pair_only: Clause,
}

/// What becomes of a hand, and under which provisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What becomes of it.
    pub result: HandResult,
    /// The provisions: what decides, then the odds.
    pub cites: Cites,
}

/// What becomes of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandResult {
    /// It wins at these odds.
    Wins(Odds),
    /// It loses.
    Loses,
    /// The stake is carried to the next hand, and no third card is dealt.
    StandOff,
    /// Nothing special: the hand goes on.
    PlaysOn,
}

/// The cards of one player as places in the order of ranks; 0 is no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand([u8; 3]);

/// The hands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal<const PLAYERS: usize> {
    hands: [Hand; PLAYERS],
    players: u8,
}

const _: () = assert!(size_of::<Deal<1>>() == 4 && size_of::<Deal<PLAYERS_MAX>>() == 79);

/// Nobody decides anything at In-Between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {}

/// The one wager: one's own hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OwnHand;

/// Which hand a stake is on, and whether it is carried over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    pub(crate) seat: Seat,
    pub(crate) carried: bool,
}

/// How many cards of each place in the order are left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks([u8; 14]);

impl Stock for Ranks {
    type Chance = u8;

    fn each(&self, mut fall: impl FnMut(u8, u32)) {
        for (place, &count) in (0..).zip(&self.0) {
            if count > 0 {
                fall(place, u32::from(count));
            }
        }
    }

    fn take(&mut self, place: u8) {
        self.0[usize::from(place)] -= 1;
    }
}

impl<const PLAYERS: usize> Game for Seated<InBetween, PLAYERS> {
    type Deal = Deal<PLAYERS>;
    type Chance = u8;
    type Move = Move;
    type Wager = OwnHand;
    type Life = Life;
    type View = Deal<PLAYERS>;
    type Stock = Ranks;

    fn open(&self, in_play: Positions) -> Deal<PLAYERS> {
        let players =
            u8::try_from(in_play.count().min(u32::try_from(PLAYERS).unwrap_or(u32::MAX))).unwrap_or(u8::MAX);
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
            None => Err(Refusal::new(Cites::NONE, "a card", "no hand takes another")),
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

    fn advance(&self, _: OwnHand, life: &mut Life, deal: &Deal<PLAYERS>) -> Option<Settled> {
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

    fn wagers(&self, mut each: impl FnMut(OwnHand, Life)) {
        each(OwnHand, Life::default());
    }

    fn results(&self, _: OwnHand, mut each: impl FnMut(Payout, Option<Rule>)) {
        for clause in self.clauses() {
            if let HandResult::Wins(odds) = clause.result {
                each(Payout::Win(odds), clause.cites.iter().last());
            }
        }
    }
}

impl InBetween {
    /// Every clause, the ordinary win last.
    fn clauses(&self) -> [&Clause; 5] {
        [&self.consecutive, &self.outside, &self.pair_only, &self.three_equal, &self.between]
    }

    /// The next card goes to this hand, as its first, second or third: one to each, a second to each, then a third to
    /// each that is not at a stand-off.
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

    /// What the cards of a hand come to, as far as they have been dealt.
    fn outcome(&self, hand: Hand) -> Option<&Clause> {
        let [first, second, third] = hand.0;
        let (low, high) = (first.min(second), first.max(second));
        if low == 0 {
            return None;
        }
        let apart = high - low;
        match third {
            // Two consecutive cards decide the hand, unless the book lets it play on.
            _ if apart == 1 && (third == 0 || self.consecutive.result != HandResult::PlaysOn) => {
                Some(&self.consecutive)
            }
            0 => None,
            third if apart == 0 && third == low => Some(&self.three_equal),
            _ if apart == 0 => Some(&self.pair_only),
            third if low < third && third < high => Some(&self.between),
            _ => Some(&self.outside),
        }
    }
}

const _: () = assert!(4 * PACKS_MAX as u32 <= u8::MAX as u32, "a rank's count fits a byte");
