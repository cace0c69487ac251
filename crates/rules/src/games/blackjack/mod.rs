//! Blackjack: boxes against a dealer (reg. 6; Mpumalanga sections 4 and 7).

mod behind;
mod deal;
mod decide;
mod draft;
mod hand;
mod moves;
mod offer;
mod options;
mod settle;
mod side;
mod table;
mod values;

use croupier_kit::Rank;

pub use deal::{BoxOnTable, Deal, HANDS_MAX};
pub(crate) use draft::BlackjackBook;
pub use hand::{Hand, Waits};
pub use options::{
    AcesAgain, BetsOnABox, Boxes, BoxesAPerson, Caller, DealerBeforePlay, DealerOn17, DoubleAfterSplit,
    EvenMoney, Insurance, InsuranceAfterSplit, InsuranceRight, LostToBlackjack, NaturalsPaid, NaturalsShown,
    OnEqual, Paid, Pairs, Shuffler, SplitAces, SplitRules, SplitTwoCard21, Surrender, WayToWin, WinClause,
};
pub use table::Series;
pub use values::{AceCounts, CardValues};

use crate::contract::{
    Face, Game, OwnStake, OwnStakes, Payout, Positions, Seat, Seated, Settled, Stock, Turn,
};
use crate::law::{Refusal, Rule};

/// The most boxes any book permits at a table.
pub const BOXES_MAX: usize = 14;

/// The rules of a blackjack table.
#[derive(Clone, Debug)]
pub struct Blackjack {
    /// How many packs.
    pub packs: u8,
    /// Whether a machine puts every card back.
    pub shuffler: Shuffler,
    /// How many boxes the table has, and how many must be in play.
    pub boxes: Boxes,
    /// Whether others may bet on a box.
    pub bets_on_a_box: BetsOnABox,
    /// Whether one person may play several boxes.
    pub boxes_a_person: BoxesAPerson,
    /// What the cards count.
    pub values: CardValues,
    /// Which way the cards of the boxes lie.
    pub faces: Face,
    /// What the dealer has before anyone decides.
    pub before_play: DealerBeforePlay,
    /// What the dealer does on soft 17.
    pub dealer_on_17: DealerOn17,
    /// When a blackjack is paid.
    pub naturals: NaturalsPaid,
    /// When a blackjack that lies face down is turned.
    pub naturals_shown: NaturalsShown,
    /// How a hand of 21 or less wins; the first that holds is cited.
    pub wins: Vec<WinClause>,
    /// What an equal score comes to.
    pub on_equal: OnEqual,
    /// What an ordinary win is paid.
    pub ordinary: Paid,
    /// What a blackjack is paid.
    pub natural: Paid,
    /// The scores that may be doubled; any where none is named.
    pub double_scores: Vec<u8>,
    /// What may be split.
    pub split: SplitRules,
    /// Whether a hand may be given up for half.
    pub surrender: Surrender,
    /// Who may insure against the dealer's blackjack.
    pub insurance: Insurance,
    /// Whether a blackjack may be settled at evens against an Ace.
    pub even_money: EvenMoney,
    /// What is lost to a dealer's blackjack.
    pub lost_to_blackjack: LostToBlackjack,
    /// Whether the players of a box may agree who calls it.
    pub caller: Caller,
    /// The provisions.
    pub cites: BlackjackCites,
}

/// The provisions that blackjack's refusals and results rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlackjackCites {
    /// A wager that is lost.
    pub lost: Rule,
    /// A wager on an equal score.
    pub void: Rule,
    /// The number of boxes.
    pub boxes: Rule,
    /// A second bet on a box.
    pub second_bet: Option<Rule>,
    /// What the dealer draws.
    pub dealer: Rule,
    /// Drawing.
    pub draw: Rule,
    /// Standing.
    pub stand: Rule,
    /// Doubling.
    pub double: Rule,
    /// Splitting.
    pub split: Rule,
    /// Splitting again.
    pub split_again: Rule,
    /// Surrender.
    pub surrender: Rule,
    /// Who calls a box.
    pub caller: Rule,
}

/// What a box can decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the moves are their own names")]
pub enum Move {
    Draw,
    Stand,
    Double,
    Split,
    Surrender,
}

impl Move {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Draw, Self::Stand, Self::Double, Self::Split, Self::Surrender];
}

/// What a stake at blackjack is on; the box by its seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wager {
    /// A hand of this box.
    Box(Seat),
    /// The dealer's blackjack, by the player of a bet on this box.
    Insurance(Seat),
}

/// Which hand of its box a stake follows, and what has been added to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Life {
    /// The place of the hand in the box.
    pub(super) place: u8,
    /// It was doubled.
    pub(super) doubled: bool,
    /// It was laid for a split.
    pub(super) further: bool,
    /// It is settled at evens.
    pub(super) even_money: bool,
}

impl Life {
    /// The life of a stake on the hand at this place of its box: the first hand's stake was laid before the first card, every other for a
    /// split.
    pub fn of_hand(place: u8) -> Self {
        Self { place, further: place > 0, ..Self::default() }
    }

    /// The same stake, doubled.
    #[must_use]
    pub fn doubled(self) -> Self {
        Self { doubled: true, ..self }
    }
}

/// How many cards of each rank are left; the ranks that the rules cannot tell apart are counted together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranks([u16; 13]);

impl Stock for Ranks {
    type Chance = Rank;

    fn each(&self, mut fall: impl FnMut(Rank, u32)) {
        for (rank, &count) in Rank::ALL.into_iter().zip(&self.0) {
            if count > 0 {
                fall(rank, u32::from(count));
            }
        }
    }

    fn take(&mut self, rank: Rank) {
        self.0[rank as usize] -= 1;
    }
}

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

    fn check_fall(&self, deal: &Deal<BOXES>, _: Rank) -> Result<(), Refusal> {
        match self.turn_of(deal) {
            Turn::Chance(_) => Ok(()),
            Turn::Seat(seat) => {
                let allowed = format!("box {} has a decision to take", seat + 1);
                Err(Refusal::new(self.cites.draw, "a card", allowed))
            }
            Turn::Bets | Turn::Over => {
                Err(Refusal::new(self.cites.dealer, "a card", "the dealer takes no more"))
            }
        }
    }

    fn play_unchecked(&self, deal: &mut Deal<BOXES>, _: Seat, mv: Move) {
        self.make_move(deal, mv);
    }

    fn fall_unchecked(&self, deal: &mut Deal<BOXES>, rank: Rank) {
        self.deal_card(deal, rank);
    }

    /// A dealer's card that lies face down is hidden from all. Cards that lie face down are known to their own box until they are turned: a blackjack when the book says so, a
    /// hand over 21 when it is, the rest when the dealer has finished (reading M23).
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

    /// A double doubles the stake on the hand that decides; a split lays as much again on the new one.
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
                let place = u8::try_from(deal.at(seat).hands().len()).unwrap_or(u8::MAX);
                let life = Life { place, further: true, ..Life::default() };
                let further = OwnStake { life, ..*own };
                stakes.push(further);
            }
            Move::Draw | Move::Stand | Move::Surrender => {}
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

    /// The rank as far as the rules can tell it apart: where pairs go by value, pictures that count as a Ten are one.
    pub(super) fn lump(&self, rank: Rank) -> Rank {
        let as_ten = self.values.of(rank) == self.values.of(Rank::Ten);
        match (self.split.pairs, rank) {
            (Pairs::Value, Rank::Jack | Rank::Queen | Rank::King) if as_ten => Rank::Ten,
            _ => rank,
        }
    }
}
