//! The boxes of blackjack, with their doubles, splits and insurance.

use croupier_kit::{Odds, Rank};
use croupier_maths::blackjack::{Chart, ChartHand, Situation};
use croupier_rules::contract::{Game, Payout, Seat, Seated};
use croupier_rules::games::blackjack::{Blackjack, Deal, HANDS_MAX, Hand, Life, Move, Pairs, Wager};

use super::{DecisionRule, Sink, TableStakes};
use crate::policy::{ByCards, DecisionBits, TrackedHand};
use crate::tally::profit;

/// The stakes on the boxes of a table. The boxes are counted together as one result, so that the variance includes
/// their correlation.
#[derive(Clone, Debug)]
pub(crate) struct Boxes<const BOXES: usize> {
    /// The index of the wager under which boxes are counted.
    counted: Option<usize>,
    /// The index of the wager under which insurance is counted.
    insured: Option<usize>,
    parts: i64,
    insurance_parts: i64,
    /// Whether a blackjack against an Ace is settled at evens where that is offered.
    even_money: bool,
    hands: [[HandStake; HANDS_MAX]; BOXES],
    /// The profit of the boxes so far, and the amount staked.
    sum: (i64, u64),
    insurance: Option<()>,
}

/// The state of a stake on a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct HandStake {
    doubled: bool,
    decided: bool,
}

impl<const BOXES: usize> Boxes<BOXES> {
    pub(crate) fn new(
        counted: Option<(usize, i64)>,
        insured: Option<(usize, i64)>,
        even_money: bool,
    ) -> Self {
        Self {
            counted: counted.map(|(wager, _)| wager),
            insured: insured.map(|(wager, _)| wager),
            parts: counted.map_or(1, |(_, parts)| parts),
            insurance_parts: insured.map_or(1, |(_, parts)| parts),
            even_money,
            hands: [[HandStake::default(); HANDS_MAX]; BOXES],
            sum: (0, 0),
            insurance: None,
        }
    }

    /// The number of counted wagers.
    pub(crate) fn wagers(&self) -> usize {
        usize::from(self.counted.is_some()) + usize::from(self.insured.is_some())
    }

    /// The index of the wager under which boxes are counted.
    pub(crate) const fn counted(&self) -> Option<usize> {
        self.counted
    }

    /// Whether there is an insurance bet.
    pub(crate) const fn is_insured(&self) -> bool {
        self.insurance.is_some()
    }

    /// The part of the stakes that the rest of a round depends on, for one box without a split.
    pub(crate) fn summary(&self) -> (bool, bool, i64, u64) {
        let first = self.hands[0][0];
        (first.doubled, first.decided, self.sum.0, self.sum.1 * 2 + u64::from(self.insurance.is_some()))
    }

    /// Takes insurance on the first box whenever it is offered.
    fn insure(&mut self, game: &Seated<Blackjack, BOXES>, deal: &mut Deal<BOXES>) {
        // Simulated boxes insure before their first decision only.
        let open = deal.is_untouched() && game.insurance_is_open(deal, 0);
        if self.insured.is_some() && open && self.insurance.is_none() {
            game.open_insurance(deal);
            self.insurance = Some(());
        }
    }

    /// The wager and the profit of an insurance bet on the first box, once it is settled.
    pub(crate) fn insurance_worth(
        &self,
        game: &Seated<Blackjack, BOXES>,
        deal: &Deal<BOXES>,
    ) -> Option<(usize, i64)> {
        let settled = game.advance(Wager::Insurance(0), &mut Life::default(), deal)?;
        Some((self.insured?, profit(settled.payout, 1, self.insurance_parts)))
    }

    fn settle_insurance(
        &mut self,
        game: &Seated<Blackjack, BOXES>,
        deal: &Deal<BOXES>,
        sink: &mut impl Sink,
    ) {
        let Some(()) = self.insurance else { return };
        if let Some((wager, profit)) = self.insurance_worth(game, deal) {
            sink.note(wager, profit, 1);
            self.insurance = None;
        }
    }

    /// Takes even money for the blackjack of a box, where it is offered and gains.
    fn settle_at_evens(&mut self, game: &Seated<Blackjack, BOXES>, deal: &mut Deal<BOXES>, seat: Seat) {
        let first = &mut self.hands[usize::from(seat)][0];
        if self.even_money && !first.decided && game.take_even_money(deal, seat) {
            first.decided = true;
            if self.counted.is_some() {
                self.sum.0 += profit(Payout::Win(Odds::EVENS), 1, self.parts);
                self.sum.1 += 1;
            }
        }
    }

    fn settle_box(&mut self, game: &Seated<Blackjack, BOXES>, deal: &Deal<BOXES>, seat: Seat) {
        for place in 0..deal.at(seat).hands().len() {
            let held = self.hands[usize::from(seat)][place];
            let at = (seat, u8::try_from(place).expect("a box has few hands"));
            if !held.decided
                && let Some((won, staked)) = self.worth(game, deal, at, held.doubled)
            {
                self.hands[usize::from(seat)][place].decided = true;
                self.sum.0 += won;
                self.sum.1 += staked;
            }
        }
    }

    /// The profit of the hand at a place of a box, and the amount staked on it, once the hand is settled.
    pub(crate) fn worth(
        &self,
        game: &Seated<Blackjack, BOXES>,
        deal: &Deal<BOXES>,
        (seat, place): (Seat, u8),
        doubled: bool,
    ) -> Option<(i64, u64)> {
        let life = Life::of_hand(place);
        let mut life = if doubled { life.doubled() } else { life };
        let settled = game.advance(Wager::Box(seat), &mut life, deal)?;
        // If only insurance is counted, the parts of a box are unknown.
        if self.counted.is_none() {
            return Some((0, 0));
        }
        let staked = 1 + i64::from(doubled);
        Some((profit(settled.payout, staked, self.parts), staked.unsigned_abs()))
    }
}

impl<const BOXES: usize> TableStakes<Seated<Blackjack, BOXES>> for Boxes<BOXES> {
    fn open(&mut self, _: bool) {
        self.hands = [[HandStake::default(); HANDS_MAX]; BOXES];
        self.sum = (0, 0);
        self.insurance = None;
    }

    fn moves(&mut self, game: &Seated<Blackjack, BOXES>, deal: &Deal<BOXES>, seat: Seat, mv: Move) {
        if let (Move::Double, Some(place)) = (mv, game.to_decide(deal, seat)) {
            self.hands[usize::from(seat)][usize::from(place)].doubled = true;
        }
    }

    fn settle(&mut self, game: &Seated<Blackjack, BOXES>, deal: &mut Deal<BOXES>, sink: &mut impl Sink) {
        self.insure(game, deal);
        self.settle_insurance(game, deal, sink);
        for seat in 0..Deal::<BOXES>::DEALER {
            self.settle_at_evens(game, deal, seat);
            self.settle_box(game, deal, seat);
        }
    }

    fn close(&mut self, _: &Seated<Blackjack, BOXES>, _: &Deal<BOXES>, sink: &mut impl Sink) {
        if let Some(wager) = self.counted {
            sink.note(wager, self.sum.0, self.sum.1);
        }
    }

    fn stands(&self) -> bool {
        false
    }
}

impl<const BOXES: usize> DecisionRule<Seated<Blackjack, BOXES>> for Chart {
    type Memory = ();

    fn decide(
        &self,
        game: &Seated<Blackjack, BOXES>,
        view: &Deal<BOXES>,
        seat: Seat,
        _: DecisionBits,
        (): &(),
    ) -> Move {
        let Some(place) = game.to_decide(view, seat) else { return Move::Look };
        let hand = chart_hand(game, view.at(seat).hands()[usize::from(place)], view.dealer());
        if game.check(view, seat, Move::PlayOn).is_ok() {
            return before_look(Chart::decide(self, hand, |mv| may_mean(game, view, seat, mv)));
        }
        Chart::decide(self, hand, |mv| game.check(view, seat, mv).is_ok())
    }
}

/// A hand as a chart sees it.
pub(crate) fn chart_hand(game: &Blackjack, hand: Hand, dealer: Hand) -> ChartHand {
    let value = |rank: Rank| game.values.of(rank);
    let alike = |(one, two): &(Rank, Rank)| match game.split.pairs {
        Pairs::Value => value(*one) == value(*two),
        Pairs::Rank => one == two,
    };
    ChartHand {
        score: hand.score(),
        soft: hand.is_soft(),
        pair: hand.pair().filter(alike).map(|(one, _)| value(one)),
        up: dealer.first_rank().map(|rank| usize::from(value(rank)) - 1),
    }
}

/// Before the dealer looks, a hand can only be given up: any other move that is planned is to play on.
fn before_look(planned: Move) -> Move {
    if planned == Move::Surrender { Move::Surrender } else { Move::PlayOn }
}

/// Whether a move can be planned before the dealer looks.
fn may_mean<const BOXES: usize>(
    game: &Seated<Blackjack, BOXES>,
    view: &Deal<BOXES>,
    seat: Seat,
    mv: Move,
) -> bool {
    matches!(mv, Move::Draw | Move::Stand) || game.check(view, seat, mv).is_ok()
}

/// The hands of all boxes, tracked by their cards.
pub(crate) struct TrackedHands<const BOXES: usize>([[TrackedHand; HANDS_MAX]; BOXES]);

impl<const BOXES: usize> Default for TrackedHands<BOXES> {
    fn default() -> Self {
        Self([[TrackedHand::default(); HANDS_MAX]; BOXES])
    }
}

impl<const BOXES: usize> DecisionRule<Seated<Blackjack, BOXES>> for ByCards {
    type Memory = TrackedHands<BOXES>;

    fn keep(
        &self,
        _: &Seated<Blackjack, BOXES>,
        deal: &Deal<BOXES>,
        fell: Option<Rank>,
        memory: &mut TrackedHands<BOXES>,
    ) {
        for (seat, held) in (0..).zip(&mut memory.0) {
            for (hand, held) in deal.at(seat).hands().iter().zip(held) {
                match (hand.cards(), hand.first_rank(), fell) {
                    // This also covers hands that a split has just created.
                    (1, Some(first), _) => *held = self.one(first),
                    (cards, _, Some(rank)) if cards == held.cards + 1 => *held = self.with(*held, rank),
                    _ => {}
                }
            }
        }
    }

    fn decide(
        &self,
        game: &Seated<Blackjack, BOXES>,
        view: &Deal<BOXES>,
        seat: Seat,
        _: DecisionBits,
        memory: &TrackedHands<BOXES>,
    ) -> Move {
        let Some(place) = game.to_decide(view, seat) else { return Move::Look };
        let (on_table, held) = (view.at(seat), memory.0[usize::from(seat)][usize::from(place)]);
        let may_split = game.check(view, seat, Move::Split).is_ok();
        let situation = match on_table.hands()[usize::from(place)].first_rank() {
            Some(rank) if on_table.is_split() => {
                Situation::AfterSplit { pair: self.kind(rank), further: place > 0, may_split }
            }
            _ if held.cards == 2 => Situation::First { pair: may_split },
            _ => Situation::Drawn,
        };
        let planned = ByCards::decide(self, held, view.dealer().first_rank(), situation);
        if game.check(view, seat, Move::PlayOn).is_ok() { before_look(planned) } else { planned }
    }
}
