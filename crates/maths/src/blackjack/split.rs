//! Splitting a pair, and splitting again.
//!
//! **Play after a split.** Every hand made by splitting is played by one rule that depends on the hand's own cards,
//! the pair and the up-card, but not on the cards of its sister hands. It is the rule that is best when the pair is
//! split once. A further card like the pair is split again as long as the table permits, or never, whichever is worth
//! more.
//!
//! Under such a rule the order in which the cards of the shoe are used does not matter, so the second cards of all
//! hands may be treated as dealt first. This makes the price exact. The number of hands depends on the second cards
//! alone. *b* sister hands known to hold no card like the pair are handled by inclusion and exclusion over shoes with
//! 0, 1, 2 … such cards fewer, called **lanes** here.

use super::flow::{FinishedHands, Flow};
use super::hand_solver::{Column, HandSolver, Memo, MoveRule, share};
use super::hands::{HANDS, KINDS};
use super::pricing_rules::StakeRole;
use crate::number::Number;

/// The weight of a hand in each lane: for hands whose second card is unlike the pair, and for hands whose second card
/// may be any.
#[derive(Clone, Debug)]
pub(super) struct Weights<N> {
    unlike: Vec<N>,
    any: Vec<N>,
}

impl<N: Number> Weights<N> {
    fn new(lanes: usize) -> Self {
        Self { unlike: vec![N::zero(); lanes], any: vec![N::zero(); lanes] }
    }

    fn plus(&self, other: &Self) -> Self {
        let add =
            |one: &[N], other: &[N]| one.iter().zip(other).map(|(one, other)| one.plus(other)).collect();
        Self { unlike: add(&self.unlike, &other.unlike), any: add(&self.any, &other.any) }
    }
}

/// How a pair becomes hands: the weights of the original stake's hand and of the others, and the chance of each
/// number of hands.
#[derive(Clone, Debug)]
pub(super) struct SplitDistribution<N> {
    pub(super) original: Weights<N>,
    pub(super) further: Weights<N>,
    /// The possible results of dealing the second cards.
    pub(super) made: Vec<Made<N>>,
}

/// A possible result: `hands` hands, made by `again` further cards like the pair and `unlike` cards unlike it.
#[derive(Clone, Debug)]
pub(super) struct Made<N> {
    pub(super) hands: usize,
    again: usize,
    unlike: usize,
    pub(super) chance: N,
}

/// The cards left when the pair is on the table: how many in all, and how many like the pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pack {
    cards: i64,
    alike: i64,
}

/// A number of cards or hands.
fn number(of: usize) -> i64 {
    i64::try_from(of).expect("a shoe has few cards, and a box few hands")
}

impl Pack {
    /// The chance that `alike` given cards are like the pair and `unlike` other given cards are not.
    fn chance<N: Number>(self, alike: usize, unlike: usize) -> N {
        let mut chance = N::one();
        let falls = |from: i64, gone: usize| N::whole((from - number(gone)).max(0));
        for gone in 0..alike {
            chance = chance.times(&falls(self.alike, gone)).over(&falls(self.cards, gone));
        }
        for gone in 0..unlike {
            chance =
                chance.times(&falls(self.cards - self.alike, gone)).over(&falls(self.cards, alike + gone));
        }
        chance
    }
}

impl<N: Number> SplitDistribution<N> {
    /// A pair that may become up to `most` hands.
    pub(super) fn new(most: usize, pack: Pack) -> Self {
        let held = usize::try_from(pack.alike).expect("a pack has no fewer cards than none");
        let lanes = (2 * most - 4).min(held) + 1;
        let mut spread =
            Self { original: Weights::new(lanes), further: Weights::new(lanes), made: Vec::new() };
        let ways = ways(most);
        for (again, row) in ways.iter().enumerate().take(most - 2) {
            // Every hand got a card unlike the pair before the table's limit was reached.
            let (hands, count) = (again + 2, row[again + 1]);
            spread.closed(pack, count, hands, again, hands);
            spread.makes(pack, count, hands, again, hands);
        }
        // A pair that may be split only once is at the limit before a second card is dealt.
        let at_limit = if most == 2 { &[1][..] } else { &ways[most - 3][..most - 1] };
        for (closed, &count) in at_limit.iter().enumerate() {
            spread.closed(pack, count, closed, most - 2, closed);
            spread.open(pack, count, closed, most);
            spread.makes(pack, count, most, most - 2, closed);
        }
        spread
    }

    fn makes(&mut self, pack: Pack, ways: i64, hands: usize, again: usize, unlike: usize) {
        if ways > 0 {
            let chance = N::whole(ways).times(&pack.chance(again, unlike));
            self.made.push(Made { hands, again, unlike, chance });
        }
    }

    /// Adds `hands` hands that are known to hold a second card unlike the pair, after `again` further cards like it.
    fn closed(&mut self, pack: Pack, ways: i64, hands: usize, again: usize, unlike: usize) {
        if hands == 0 || ways == 0 {
            return;
        }
        for (lane, weight) in signed(pack, ways, unlike - 1, again, self.lanes()) {
            self.original.unlike[lane].add(&weight);
            let others = N::whole(number(hands - 1));
            self.further.unlike[lane].add_product(&weight, &others);
        }
    }

    /// Adds the hands that get their second card when there are already as many hands as the table permits.
    fn open(&mut self, pack: Pack, ways: i64, closed: usize, most: usize) {
        let open = number(most - closed);
        let original = i64::from(closed == 0);
        for (lane, weight) in signed(pack, ways, closed, most - 2, self.lanes()) {
            self.original.any[lane].add_product(&weight, &N::whole(original));
            self.further.any[lane].add_product(&weight, &N::whole(open - original));
        }
    }

    fn lanes(&self) -> usize {
        self.original.any.len()
    }
}

/// The weight in each lane when `sisters` other hands hold no card like the pair, by inclusion and exclusion over the
/// number of them that do hold one.
fn signed<N: Number>(
    pack: Pack,
    ways: i64,
    sisters: usize,
    again: usize,
    lanes: usize,
) -> impl Iterator<Item = (usize, N)> {
    let mut choose = ways;
    (0..=sisters).filter_map(move |have| {
        let weight = N::whole(choose).times(&pack.chance(again + have, 0));
        choose = -choose * number(sisters - have) / number(have + 1);
        (again + have < lanes).then_some((again + have, weight))
    })
}

/// The number of orders in which cards like the pair and cards unlike it can be dealt while a hand still waits for
/// its second card, by the number of each.
fn ways(most: usize) -> Vec<Vec<i64>> {
    let mut ways = vec![vec![0; most + 1]; most];
    ways[0][0] = 1;
    for again in 0..most {
        for unlike in 0..(again + 2).min(most + 1) {
            let before = if again > 0 && unlike < again + 1 { ways[again - 1][unlike] } else { 0 };
            let other = if unlike > 0 { ways[again][unlike - 1] } else { 0 };
            ways[again][unlike] += before + other;
        }
    }
    ways
}

/// The value of splitting a pair, in parts of a stake.
#[derive(Clone, Debug)]
pub(super) struct SplitWorth<N> {
    pub(super) value: N,
    /// The value when the pair is split once and never again.
    once: N,
    /// Stakes placed beyond the first.
    pub(super) staked: N,
    /// The most hands that are made of the pair.
    pub(super) hands_most: usize,
    /// The possible results of dealing the second cards.
    pub(super) made: Vec<Made<N>>,
    /// The hand of the original stake, and the others; one tally for all where they are settled alike.
    pub(super) tallies: Vec<FinishedHands<N>>,
    /// The chances of the dealer's final results when the pair is on the table.
    pub(super) finals: [N; super::pricing_rules::FINALS],
}

/// Splits a pair of this kind, where `alike` of the cards left are like it.
pub(super) fn split<'a, N: Number>(
    column: &'a Column<'a, N>,
    kind: usize,
    alike: i32,
    play: MoveRule<'a>,
    memo: &'a mut Memo<N>,
    flow: &mut Flow<N>,
) -> SplitWorth<N> {
    let most = column.terms.hands_most(kind);
    let full = split_to(column, kind, alike, most, play, memo, flow);
    if most == 2 || !matches!(play, MoveRule::Best) || full.value >= full.once {
        return full;
    }
    split_to(column, kind, alike, 2, play, memo, flow)
}

impl<N: Number> HandSolver<'_, N> {
    /// The value of a hand that has one card of a split pair, averaged over its second card.
    fn second_cards(&mut self, kind: usize) -> N {
        let one_card = self.column.terms.one_card(kind);
        let single = HANDS.get(HANDS.single(kind));
        let left = self.left(single);
        let mut sum = N::zero();
        for (second, &count) in left.iter().enumerate().filter(|(_, count)| **count > 0) {
            let id = single.next[second];
            let worth = if one_card { self.stand(id, 1) } else { self.value(id) };
            sum.add_product(&N::whole(count.into()), &worth);
        }
        sum.over(&N::whole(left.iter().sum::<i32>().max(1).into()))
    }

    /// Follows the hands of the pair from their second cards to the end.
    fn flow_from_pair(
        &mut self,
        kind: usize,
        alike: i32,
        weights: &Weights<N>,
        flow: &mut Flow<N>,
    ) -> FinishedHands<N> {
        let single = HANDS.get(HANDS.single(kind));
        let left = self.left(single);
        let cards: i32 = left.iter().sum();
        flow.open(weights.any.len(), Some(kind));
        for (second, &count) in left.iter().enumerate().filter(|(_, count)| **count > 0) {
            let lanes =
                (0_i32..).zip(weights.unlike.iter().zip(&weights.any)).map(|(fewer, (unlike, any))| {
                    let both = unlike.plus(any);
                    if second != kind {
                        return both.times(&share(count, cards - fewer));
                    }
                    let others = both.times(&share(count - alike, cards - fewer));
                    others.plus(&any.times(&share((alike - fewer).max(0), cards - fewer)))
                });
            let lanes: Vec<N> = lanes.collect();
            match self.column.terms.one_card(kind) {
                true => flow.rests(single.next[second], &lanes),
                false => flow.arrives(single.next[second], &lanes),
            }
        }
        let mut tally = FinishedHands::new();
        flow.run(self, &mut tally);
        tally
    }
}

fn split_to<'a, N: Number>(
    column: &'a Column<'a, N>,
    kind: usize,
    alike: i32,
    most: usize,
    play: MoveRule<'a>,
    memo: &'a mut Memo<N>,
    flow: &mut Flow<N>,
) -> SplitWorth<N> {
    let terms = column.terms;
    let mut left = column.shoe;
    left[kind] -= 2;
    let pack = Pack { cards: left.iter().sum::<i32>().into(), alike: alike.into() };
    let spread = SplitDistribution::new(most, pack);
    let mut out = [0; KINDS];
    out[kind] = 2;
    let finals = column.finals(&out).clone();
    let runs: Vec<(StakeRole, Weights<N>)> = match terms.roles_differ(column.up) {
        true => {
            vec![(StakeRole::Original, spread.original.clone()), (StakeRole::Further, spread.further.clone())]
        }
        false => vec![(StakeRole::Original, spread.original.plus(&spread.further))],
    };
    let mut tallies = Vec::new();
    let (mut value, mut once) = (N::zero(), N::zero());
    let hands = N::whole(if runs.len() == 1 { 2 } else { 1 });
    for (role, weights) in runs {
        let mut sitting = HandSolver::new(column, Some(kind), role, play, memo);
        once.add_product(&hands, &sitting.second_cards(kind));
        let tally = sitting.flow_from_pair(kind, alike, &weights, flow);
        value.add(&tally.value());
        tallies.push(tally);
    }
    if terms.looks() {
        // A dealer's blackjack wins one stake of the round: `value` does not include it yet, and `once` includes it
        // for each of the two hands.
        let stake = N::whole(terms.unit).times(&column.blackjack_next(&left));
        value = value.minus(&stake);
        once.add(&stake);
    }
    let mut staked = further_stakes(column, &left, kind, pack, &spread.made);
    tallies.iter().for_each(|tally| staked.add(&tally.doubled));
    SplitWorth { value, once, staked, hands_most: most, made: spread.made, tallies, finals }
}

/// The stakes placed on further hands. None are placed where the dealer checks first and has blackjack.
fn further_stakes<N: Number>(
    column: &Column<'_, N>,
    left: &[i32; KINDS],
    kind: usize,
    pack: Pack,
    made: &[Made<N>],
) -> N {
    made.iter().fold(N::zero(), |sum, made| {
        let more = made.chance.times(&N::whole(number(made.hands) - 1));
        let Some(second) = column.terms.completes(column.up).filter(|_| column.terms.looks()) else {
            return sum.plus(&more);
        };
        let (again, unlike) = (number(made.again), number(made.unlike));
        let cards = N::whole(pack.cards - again - unlike);
        let others = pack.cards - pack.alike;
        // Of the dealt cards unlike the pair, only the number is known.
        let among = i64::from(left[second]) - if second == kind { pack.alike } else { 0 };
        let unlike = N::whole((others - unlike) * among).over(&N::whole(others.max(1)));
        let like = N::whole(if second == kind { (pack.alike - again).max(0) } else { 0 });
        sum.plus(&more.times(&N::one().minus(&unlike.plus(&like).over(&cards))))
    })
}
