//! One hand against one up-card: the value of each move, and the move that is made.
//!
//! The same computation is valid where the dealer checks for blackjack first. A dealer's blackjack then wins one
//! stake whatever the player decides, so it affects no decision, and the cards may be weighted as if the dealer had
//! not checked.

use croupier_rules::games::blackjack::Move;

use super::cell_uses::CellUses;
use super::chart::{Chart, ChartHand};
use super::dealer::Finals;
use super::hands::{HANDS, HandId, HandState, KINDS, KindCounts, OVER};
use super::pricing_rules::{BLACKJACK, FINALS, PricingRules, StakeRole};
use super::removed::Removed;
use crate::number::Number;

/// The profit of a hand of each score against each of the dealer's final results.
pub(super) struct Pays<N> {
    /// By the number of stakes (one or two), then by score.
    by_score: [Vec<[N; FINALS]>; 2],
    /// The profit of 21 in two cards after a split, where that is blackjack.
    natural: [N; FINALS],
}

impl<N: Number> Pays<N> {
    fn new(terms: &PricingRules, role: StakeRole, up: Option<usize>) -> Self {
        let row =
            |score, stakes| std::array::from_fn(|dealer| N::whole(terms.profit(score, stakes, role, dealer)));
        let natural = std::array::from_fn(|dealer| match dealer {
            BLACKJACK if terms.looks() => N::whole(terms.profit(21, 1, role, dealer)),
            _ => N::whole(terms.natural_profit(dealer, up)),
        });
        Self { by_score: [1, 2].map(|stakes| (0..=21).map(|score| row(score, stakes)).collect()), natural }
    }
}

/// The play against one up-card, from one shoe.
pub(super) struct Column<'a, N> {
    pub(super) terms: &'a PricingRules,
    removed: &'a Removed,
    finals: &'a Finals<N>,
    pub(super) up: Option<usize>,
    /// The cards left without the up-card.
    pub(super) shoe: [i32; KINDS],
    pays: [Pays<N>; 2],
}

impl<'a, N: Number> Column<'a, N> {
    pub(super) fn new(
        terms: &'a PricingRules,
        removed: &'a Removed,
        finals: &'a Finals<N>,
        up: Option<usize>,
        shoe: [i32; KINDS],
    ) -> Self {
        let pays = [StakeRole::Original, StakeRole::Further].map(|role| Pays::new(terms, role, up));
        Self { terms, removed, finals, up, shoe, pays }
    }

    /// The chances of the dealer's final results when the cards `out` are gone besides the dealer's own.
    pub(super) fn finals(&self, out: &KindCounts) -> &'a [N; FINALS] {
        self.finals.at(self.removed.find(out))
    }

    /// The chance that the dealer's next card makes blackjack, when the cards `left` are in the shoe.
    pub(super) fn blackjack_next(&self, left: &[i32; KINDS]) -> N {
        match self.terms.completes(self.up) {
            Some(kind) => share(left[kind], left.iter().sum()),
            None => N::zero(),
        }
    }
}

/// The fraction `part` ÷ `whole`.
pub(super) fn share<N: Number>(part: i32, whole: i32) -> N {
    N::whole(part.into()).over(&N::whole(whole.max(1).into()))
}

/// How moves are chosen.
#[derive(Clone, Copy)]
pub(super) enum MoveRule<'a> {
    /// The best move for the cards of the hand.
    Best,
    /// The move that a chart gives.
    Chart(&'a Chart),
}

/// The hands solved so far. An entry whose stamp is not `now` is out of date.
pub(super) struct Memo<N> {
    now: u32,
    chosen: Vec<(u32, Move, N)>,
}

impl<N: Number> Memo<N> {
    pub(super) fn new() -> Self {
        Self { now: 0, chosen: vec![(0, Move::Stand, N::zero()); HANDS.list.len()] }
    }
}

/// Solves a hand of a box, or a hand made by splitting a pair.
pub(super) struct HandSolver<'a, N> {
    pub(super) column: &'a Column<'a, N>,
    /// The cards left, with those of the hand itself still included.
    pub(super) shoe: [i32; KINDS],
    /// The kind of the pair that was split to make this hand.
    pub(super) split: Option<usize>,
    role: StakeRole,
    play: MoveRule<'a>,
    memo: &'a mut Memo<N>,
}

impl<'a, N: Number> HandSolver<'a, N> {
    pub(super) fn new(
        column: &'a Column<'a, N>,
        split: Option<usize>,
        role: StakeRole,
        play: MoveRule<'a>,
        memo: &'a mut Memo<N>,
    ) -> Self {
        let mut shoe = column.shoe;
        split.into_iter().for_each(|kind| shoe[kind] -= 1);
        memo.now += 1;
        Self { column, shoe, split, role, play, memo }
    }

    /// The cards left without those of this hand.
    pub(super) fn left(&self, hand: &HandState) -> [i32; KINDS] {
        std::array::from_fn(|kind| self.shoe[kind] - i32::from(hand.cards[kind]))
    }

    /// The chances of the dealer's final results. After a split, `more` cards like the pair are out besides the two
    /// that were split.
    pub(super) fn finals(&self, id: HandId, more: u8) -> &'a [N; FINALS] {
        let mut out = HANDS.get(id).cards;
        self.split.into_iter().for_each(|kind| out[kind] += 1 + more);
        self.column.finals(&out)
    }

    /// The profit of a hand that gets no more cards, against each final result.
    pub(super) fn pays(&self, id: HandId, stakes: usize) -> &[N; FINALS] {
        let hand = HANDS.get(id);
        let (score, _) = hand.score(self.column.terms.ace_eleven);
        let pays = &self.column.pays[usize::from(self.role == StakeRole::Further)];
        let natural = self.split.is_some() && hand.count == 2 && score == 21;
        match natural && self.column.terms.split_natural() {
            true => &pays.natural,
            false => &pays.by_score[stakes - 1][usize::from(score)],
        }
    }

    pub(super) fn stand(&mut self, id: HandId, stakes: usize) -> N {
        let finals = self.finals(id, 0);
        let pays = self.pays(id, stakes);
        finals.iter().zip(pays).fold(N::zero(), |sum, (chance, pay)| sum.plus(&chance.times(pay)))
    }

    pub(super) fn draw(&mut self, id: HandId) -> N {
        let over = N::whole(-self.column.terms.unit);
        self.over_each_card(id, |sitting, next, _| match next {
            OVER => over.clone(),
            next => sitting.value(next),
        })
    }

    pub(super) fn double(&mut self, id: HandId) -> N {
        self.over_each_card(id, |sitting, next, left| match next {
            OVER => sitting.doubled_over(left),
            next => sitting.stand(next, 2),
        })
    }

    /// The value of going over 21 after doubling: both stakes are lost. Where the dealer checks first, a blackjack
    /// would have won only one.
    fn doubled_over(&self, left: &[i32; KINDS]) -> N {
        let lost = N::whole(-2 * self.column.terms.unit);
        match self.column.terms.looks() {
            true => lost.plus(&N::whole(self.column.terms.unit).times(&self.column.blackjack_next(left))),
            false => lost,
        }
    }

    fn over_each_card(
        &mut self,
        id: HandId,
        mut worth: impl FnMut(&mut Self, HandId, &[i32; KINDS]) -> N,
    ) -> N {
        let hand = HANDS.get(id);
        let mut left = self.left(hand);
        let cards: i32 = left.iter().sum();
        let mut sum = N::zero();
        for kind in 0..KINDS {
            if left[kind] > 0 {
                let weight = N::whole(left[kind].into());
                left[kind] -= 1;
                sum.add_product(&weight, &worth(self, hand.next[kind], &left));
                left[kind] += 1;
            }
        }
        sum.over(&N::whole(cards.max(1).into()))
    }

    /// The value of a hand that needs a decision, or has 21.
    pub(super) fn value(&mut self, id: HandId) -> N {
        let at = usize::from(id);
        if self.memo.chosen[at].0 != self.memo.now {
            let (mv, worth) = self.decide(id);
            self.memo.chosen[at] = (self.memo.now, mv, worth);
        }
        self.memo.chosen[at].2.clone()
    }

    /// The move made on a hand.
    pub(super) fn chosen(&mut self, id: HandId) -> Move {
        self.value(id);
        self.memo.chosen[usize::from(id)].1
    }

    /// Records the values of the moves on a hand that is reached with these weights.
    pub(super) fn enter(&mut self, ledger: &mut CellUses<N>, id: HandId, weights: &[N]) {
        let hand = HANDS.get(id);
        let (score, soft) = hand.score(self.column.terms.ace_eleven);
        if score == 21 {
            return;
        }
        let mut moves = vec![(Move::Stand, self.stand(id, 1)), (Move::Draw, self.draw(id))];
        if hand.count == 2 && self.column.terms.may_double(score, self.split.is_some()) {
            moves.push((Move::Double, self.double(id)));
        }
        let weight = weights.iter().fold(N::zero(), |sum, weight| sum.plus(weight));
        ledger.note(score, soft, &weight, &moves);
    }

    fn decide(&mut self, id: HandId) -> (Move, N) {
        let hand = HANDS.get(id);
        let (score, soft) = hand.score(self.column.terms.ace_eleven);
        if score == 21 {
            return (Move::Stand, self.stand(id, 1));
        }
        let doubles = hand.count == 2 && self.column.terms.may_double(score, self.split.is_some());
        match self.play {
            MoveRule::Best => self.best(id, doubles),
            MoveRule::Chart(chart) => {
                let lawful = |mv| matches!(mv, Move::Draw | Move::Stand) || (mv == Move::Double && doubles);
                let mv = chart.decide(ChartHand { score, soft, pair: None, up: self.column.up }, lawful);
                let worth = match mv {
                    Move::Draw => self.draw(id),
                    Move::Double => self.double(id),
                    _ => self.stand(id, 1),
                };
                (mv, worth)
            }
        }
    }

    fn best(&mut self, id: HandId, doubles: bool) -> (Move, N) {
        let mut best = match self.column.terms.must_gain(HANDS.get(id)) {
            true => (Move::Draw, self.draw(id)),
            false => (Move::Stand, self.stand(id, 1)),
        };
        if doubles {
            let worth = self.double(id);
            best = if worth > best.1 { (Move::Double, worth) } else { best };
        }
        if best.0 != Move::Draw && !self.drawing_is_worse(id, &best.1) {
            let worth = self.draw(id);
            best = if worth > best.1 { (Move::Draw, worth) } else { best };
        }
        best
    }

    /// Whether drawing cannot beat the value `than`, because too many cards would take the hand over 21.
    fn drawing_is_worse(&self, id: HandId, than: &N) -> bool {
        let hand = HANDS.get(id);
        let left = self.left(hand);
        let (mut over, mut cards) = (0_i64, 0_i64);
        for (kind, next) in hand.next.iter().enumerate() {
            cards += i64::from(left[kind]);
            over += if *next == OVER { i64::from(left[kind]) } else { 0 };
        }
        let most = (cards - over) * self.column.terms.most() - over * self.column.terms.unit;
        than.times(&N::whole(cards)) >= N::whole(most)
    }
}
