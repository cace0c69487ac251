//! How hands end: the chances of hands, followed from the first decisions through fixed play to the dealer.

use croupier_rules::games::blackjack::Move;

use super::cell_uses::CellUses;
use super::hand_solver::{HandSolver, share};
use super::hands::{HANDS, HandId, KINDS, OVER};
use super::pricing_rules::{BLACKJACK, FINALS};
use crate::number::Number;

/// The number of scores that hands can finish with. The last is 21 in two cards after a split, where that is
/// blackjack.
pub(super) const SCORES: usize = 23;

/// The finished hands, with their chances.
#[derive(Clone, Debug)]
pub(super) struct FinishedHands<N> {
    /// By the number of stakes (one or two), the score and the dealer's final result.
    rested: Vec<N>,
    /// Over 21, with one stake and with two.
    pub(super) over: [N; 2],
    /// Stakes added by doubling.
    pub(super) doubled: N,
    value: N,
}

impl<N: Number> FinishedHands<N> {
    pub(super) fn new() -> Self {
        let over = [N::zero(), N::zero()];
        let rested = vec![N::zero(); 2 * SCORES * FINALS];
        Self { rested, over, doubled: N::zero(), value: N::zero() }
    }

    /// The total gain of these hands, in parts of a stake.
    pub(super) fn value(&self) -> N {
        self.value.clone()
    }

    /// How often a hand finished with this score against this final result.
    pub(super) fn rested(&self, stakes: usize, score: usize, dealer: usize) -> &N {
        &self.rested[((stakes - 1) * SCORES + score) * FINALS + dealer]
    }
}

/// The chances of hands that are not settled yet, by lane.
pub(super) struct Flow<N> {
    lanes: usize,
    pair: Option<usize>,
    /// Hands that need a decision, finished hands with one stake, and finished hands with two.
    ways: [Vec<N>; 3],
    live: Vec<bool>,
    /// The uses of a chart's cells, where they are recorded.
    pub(super) ledger: Option<CellUses<N>>,
}

const DECIDES: usize = 0;
const RESTS: usize = 1;
const DOUBLED: usize = 2;

impl<N: Number> Flow<N> {
    pub(super) fn new() -> Self {
        Self {
            lanes: 1,
            pair: None,
            ways: [Vec::new(), Vec::new(), Vec::new()],
            live: vec![false; HANDS.list.len()],
            ledger: None,
        }
    }

    /// Starts a new flow with `lanes` lanes, for shoes that have 0, 1, 2 … cards of the pair's kind fewer.
    pub(super) fn open(&mut self, lanes: usize, pair: Option<usize>) {
        let room = HANDS.list.len() * lanes;
        self.ways.iter_mut().filter(|way| way.len() < room).for_each(|way| way.resize(room, N::zero()));
        (self.lanes, self.pair) = (lanes, pair);
    }

    fn add(&mut self, way: usize, id: HandId, weights: &[N]) {
        let at = usize::from(id) * self.lanes;
        self.live[usize::from(id)] = true;
        for (sum, weight) in self.ways[way][at..at + self.lanes].iter_mut().zip(weights) {
            sum.add(weight);
        }
    }

    /// Adds hands that need a decision.
    pub(super) fn arrives(&mut self, id: HandId, weights: &[N]) {
        self.add(DECIDES, id, weights);
    }

    /// Adds hands that get no more cards.
    pub(super) fn rests(&mut self, id: HandId, weights: &[N]) {
        self.add(RESTS, id, weights);
    }

    fn take(&mut self, way: usize, at: usize) -> Option<Vec<N>> {
        let lanes = &mut self.ways[way][at * self.lanes..(at + 1) * self.lanes];
        let any = lanes.iter().any(|weight| !weight.is_zero());
        any.then(|| lanes.iter_mut().map(|weight| std::mem::replace(weight, N::zero())).collect())
    }

    /// Follows every hand until it is finished.
    pub(super) fn run(&mut self, sitting: &mut HandSolver<'_, N>, tally: &mut FinishedHands<N>) {
        for at in 0..self.live.len() {
            if std::mem::take(&mut self.live[at]) {
                let id = HandId::try_from(at).expect("the list has fewer hands");
                if let Some(weights) = self.take(DECIDES, at) {
                    if let Some(ledger) = &mut self.ledger {
                        sitting.enter(ledger, id, &weights);
                    }
                    match sitting.chosen(id) {
                        Move::Draw => self.draw(sitting, id, &weights, tally),
                        Move::Double => self.double(sitting, id, &weights, tally),
                        _ => self.rests(id, &weights),
                    }
                }
                let (single, doubled) = (self.take(RESTS, at), self.take(DOUBLED, at));
                if single.is_some() || doubled.is_some() {
                    self.land(sitting, id, [single, doubled], tally);
                }
                self.live[at] = false;
            }
        }
    }

    pub(super) fn draw(
        &mut self,
        sitting: &HandSolver<'_, N>,
        id: HandId,
        weights: &[N],
        tally: &mut FinishedHands<N>,
    ) {
        self.next_card(sitting, id, weights, DECIDES, tally);
    }

    pub(super) fn double(
        &mut self,
        sitting: &HandSolver<'_, N>,
        id: HandId,
        weights: &[N],
        tally: &mut FinishedHands<N>,
    ) {
        let left = sitting.left(HANDS.get(id));
        let laid = self.goes_on(sitting, &left, weights);
        tally.doubled.add(&laid);
        self.next_card(sitting, id, weights, DOUBLED, tally);
    }

    /// Deals a card to the hand; a hand that goes over 21 is lost at once.
    fn next_card(
        &mut self,
        sitting: &HandSolver<'_, N>,
        id: HandId,
        weights: &[N],
        way: usize,
        tally: &mut FinishedHands<N>,
    ) {
        let hand = HANDS.get(id);
        let mut left = sitting.left(hand);
        let cards: i32 = left.iter().sum();
        let stakes = usize::from(way == DOUBLED);
        for kind in 0..KINDS {
            if left[kind] <= 0 {
                continue;
            }
            let of_pair = self.pair == Some(kind);
            let falls = (0_i32..).zip(weights).map(|(fewer, weight)| {
                let count = if of_pair { (left[kind] - fewer).max(0) } else { left[kind] };
                weight.times(&share(count, cards - fewer))
            });
            let falls: Vec<N> = falls.collect();
            if hand.next[kind] == OVER {
                left[kind] -= 1;
                let lost = self.goes_on(sitting, &left, &falls);
                left[kind] += 1;
                tally.over[stakes].add(&lost);
                let unit = sitting.column.terms.unit * if stakes == 0 { -1 } else { -2 };
                tally.value.add_product(&N::whole(unit), &lost);
            } else {
                self.add(way, hand.next[kind], &falls);
            }
        }
    }

    /// The sum of the weights over the lanes. Where the dealer checks first, rounds with a dealer's blackjack are
    /// excluded.
    fn goes_on(&self, sitting: &HandSolver<'_, N>, left: &[i32; KINDS], weights: &[N]) -> N {
        let second = sitting.column.terms.completes(sitting.column.up);
        let Some(second) = second.filter(|_| sitting.column.terms.looks()) else {
            return weights.iter().fold(N::zero(), |sum, weight| sum.plus(weight));
        };
        let cards: i32 = left.iter().sum();
        (0_i32..).zip(weights).fold(N::zero(), |sum, (fewer, weight)| {
            let gone = if self.pair == Some(second) { fewer } else { 0 };
            let other = cards - fewer - (left[second] - gone).max(0);
            sum.plus(&weight.times(&share(other, cards - fewer)))
        })
    }

    /// Settles finished hands against the dealer's final results.
    fn land(
        &self,
        sitting: &HandSolver<'_, N>,
        id: HandId,
        ways: [Option<Vec<N>>; 2],
        tally: &mut FinishedHands<N>,
    ) {
        let finals: Vec<&[N; FINALS]> = (0..).take(self.lanes).map(|more| sitting.finals(id, more)).collect();
        let hand = HANDS.get(id);
        let (score, _) = hand.score(sitting.column.terms.ace_eleven);
        let natural = sitting.split.is_some() && hand.count == 2 && score == 21;
        let natural = natural && sitting.column.terms.split_natural();
        let row = if natural { SCORES - 1 } else { usize::from(score) };
        let looks = sitting.column.terms.looks();
        for (stakes, weights) in (1..).zip(ways) {
            let Some(weights) = weights else { continue };
            for dealer in (0..FINALS).filter(|dealer| !(looks && *dealer == BLACKJACK)) {
                let mut chance = N::zero();
                for (weight, finals) in weights.iter().zip(&finals) {
                    chance.add_product(weight, &finals[dealer]);
                }
                tally.value.add_product(&chance, &sitting.pays(id, stakes)[dealer]);
                tally.rested[((stakes - 1) * SCORES + row) * FINALS + dealer].add(&chance);
            }
        }
    }
}
