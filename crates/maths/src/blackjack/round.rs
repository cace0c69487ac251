//! A whole round against one up-card: the first two cards, the decision on them, and its result.

use std::collections::BTreeMap;

use croupier_rules::games::blackjack::Move;

use super::cell_uses::CellUses;
use super::chart::ChartHand;
use super::flow::{FinishedHands, Flow};
use super::hand_solver::{Column, HandSolver, Memo, MoveRule};
use super::hands::{HANDS, HandId, KINDS};
use super::pricing_rules::{FINALS, PricingRules, StakeRole};
use super::profit_chances::{self, ProfitChances};
use super::split::{SplitWorth, split};
use crate::number::Number;

/// The first two cards of a box.
#[derive(Clone, Debug)]
pub(super) struct FirstCards<N> {
    pub(super) kinds: [usize; 2],
    /// If they are a pair: the number of cards left that pair with them.
    pub(super) alike: Option<i32>,
    /// The chance of these cards, given the up-card.
    pub(super) chance: N,
}

/// The value of the first two cards.
#[derive(Clone, Debug)]
pub(super) struct FirstWorth<N> {
    pub(super) first: FirstCards<N>,
    /// The value of each lawful move, in parts of a stake; empty for a blackjack.
    pub(super) moves: Vec<(Move, N)>,
    /// The move that is made; `None` for a blackjack.
    pub(super) made: Option<Move>,
    pub(super) value: N,
    /// The chance that the dealer has blackjack.
    pub(super) blackjack: N,
    /// Whether it is a blackjack that takes even money.
    pub(super) even_money: bool,
    /// The most hands that splitting the pair makes; 1 where it cannot be split.
    pub(super) hands_most: usize,
}

/// A round against one up-card.
pub(super) struct RoundWorth<N> {
    pub(super) decided: Vec<FirstWorth<N>>,
    /// The player's mean gain, in parts of a stake.
    pub(super) value: N,
    /// The mean amount staked, in stakes.
    pub(super) staked: N,
    pub(super) outcomes: ProfitChances,
}

/// Every combination of two first cards. `ranks` is the whole shoe by rank; `shoe` is the shoe by kind, without the
/// up-card.
pub(super) fn first_cards<N: Number>(
    terms: &PricingRules,
    ranks: &[i64; 13],
    shoe: &[i32; KINDS],
    up: Option<usize>,
) -> Vec<FirstCards<N>> {
    let cards: i64 = shoe.iter().map(|&count| i64::from(count)).sum();
    let chance = |ways: i64, of: i64| N::whole(ways).over(&N::whole(of * cards * (cards - 1)));
    let mut list = Vec::new();
    for one in 0..KINDS {
        for other in one + 1..KINDS {
            let ways = 2 * i64::from(shoe[one]) * i64::from(shoe[other]);
            list.push(FirstCards { kinds: [one, other], alike: None, chance: chance(ways, 1) });
        }
        let both = i64::from(shoe[one]) * i64::from(shoe[one] - 1);
        let (alike, of) = pairs(terms, ranks, one, up);
        let unlike = both * of - alike.values().sum::<i64>();
        list.push(FirstCards { kinds: [one, one], alike: None, chance: chance(unlike, of) });
        for (left, ways) in alike {
            list.push(FirstCards { kinds: [one, one], alike: Some(left), chance: chance(ways, of) });
        }
    }
    list.retain(|first| !first.chance.is_zero());
    list
}

/// The number of ways to be dealt a pair of a kind, by the number of cards left that pair with it, and the divisor of
/// these numbers. The divisor is needed because an up-card of the same kind may be of the same rank or of another
/// rank with the same value.
fn pairs(
    terms: &PricingRules,
    ranks: &[i64; 13],
    kind: usize,
    up: Option<usize>,
) -> (BTreeMap<i32, i64>, i64) {
    let classes = terms.classes(kind);
    let held = |class: &[croupier_kit::Rank]| class.iter().map(|rank| ranks[*rank as usize]).sum::<i64>();
    let of = if up == Some(kind) { classes.iter().map(|class| held(class)).sum() } else { 1 };
    let mut found = BTreeMap::new();
    let mut add = |left: i64, times: i64| {
        if left >= 2 && times > 0 {
            *found.entry(i32::try_from(left - 2).expect("a shoe has few cards")).or_insert(0) +=
                times * left * (left - 1);
        }
    };
    for (place, class) in classes.iter().enumerate() {
        if up != Some(kind) {
            add(held(class), 1);
            continue;
        }
        for (shown, other) in classes.iter().enumerate() {
            add(held(class) - i64::from(shown == place), held(other));
        }
    }
    (found, of)
}

/// Buffers that are reused for each column.
pub(super) struct Scratch<N> {
    pub(super) memo: Memo<N>,
    pub(super) split_memo: Memo<N>,
    flow: Flow<N>,
    split_flow: Flow<N>,
}

impl<N: Number> Scratch<N> {
    pub(super) fn new() -> Self {
        Self { memo: Memo::new(), split_memo: Memo::new(), flow: Flow::new(), split_flow: Flow::new() }
    }

    /// Starts recording which hands use each cell of a chart.
    pub(super) fn begin_ledger(&mut self) {
        self.flow.ledger = Some(CellUses::new());
    }

    /// Returns what was recorded, and stops recording.
    pub(super) fn take_ledger(&mut self) -> CellUses<N> {
        self.flow.ledger.take().unwrap_or_else(CellUses::new)
    }
}

/// Plays every combination of two first cards against the up-card of the column.
pub(super) fn play_round<'a, N: Number>(
    column: &'a Column<'a, N>,
    firsts: Vec<FirstCards<N>>,
    play: MoveRule<'a>,
    desk: &'a mut Scratch<N>,
) -> RoundWorth<N> {
    let Scratch { memo, split_memo, flow, split_flow } = desk;
    let mut round = Round {
        sitting: HandSolver::new(column, None, StakeRole::Original, play, memo),
        tally: FinishedHands::new(),
        worth: RoundWorth {
            decided: Vec::new(),
            value: N::zero(),
            staked: N::zero(),
            outcomes: ProfitChances::new(),
        },
        play,
    };
    flow.open(1, None);
    let mut splits = Splits { found: BTreeMap::new(), memo: split_memo, flow: split_flow };
    for first in firsts {
        round.first(first, flow, &mut splits);
    }
    flow.run(&mut round.sitting, &mut round.tally);
    profit_chances::add_tally(&mut round.worth.outcomes, column.terms, &round.tally);
    round.worth.staked.add(&round.tally.doubled);
    round.worth
}

/// The splits of a column, each computed once.
struct Splits<'m, N> {
    found: BTreeMap<(usize, i32), SplitWorth<N>>,
    memo: &'m mut Memo<N>,
    flow: &'m mut Flow<N>,
}

struct Round<'a, N> {
    sitting: HandSolver<'a, N>,
    tally: FinishedHands<N>,
    worth: RoundWorth<N>,
    play: MoveRule<'a>,
}

impl<N: Number> Round<'_, N> {
    fn first(&mut self, first: FirstCards<N>, flow: &mut Flow<N>, splits: &mut Splits<'_, N>) {
        let id = HANDS.pair(first.kinds[0], first.kinds[1]);
        let (score, _) = HANDS.get(id).score(self.sitting.column.terms.ace_eleven);
        self.worth.staked.add(&first.chance);
        let decided =
            if score == 21 { self.natural(first, id) } else { self.decision(first, id, flow, splits) };
        self.worth.value.add_product(&decided.first.chance, &decided.value);
        self.worth.decided.push(decided);
    }

    /// A blackjack: the only decision is whether to accept even money.
    fn natural(&mut self, first: FirstCards<N>, id: HandId) -> FirstWorth<N> {
        let terms = self.sitting.column.terms;
        let up = self.sitting.column.up;
        let finals = self.sitting.finals(id, 0);
        let left = self.sitting.left(HANDS.get(id));
        let profits: [i64; FINALS] = std::array::from_fn(|dealer| terms.natural_profit(dealer, up));
        let mut value = N::zero();
        finals.iter().zip(profits).for_each(|(chance, profit)| value.add_product(chance, &N::whole(profit)));
        let chance = first.chance.value();
        let even_money = terms.even_money(up) && value < N::whole(terms.unit);
        if even_money {
            value = N::whole(terms.unit);
            profit_chances::add(&mut self.worth.outcomes, terms.unit, chance);
        } else {
            for (final_chance, profit) in finals.iter().zip(profits) {
                profit_chances::add(&mut self.worth.outcomes, profit, chance * final_chance.value());
            }
        }
        let blackjack = self.sitting.column.blackjack_next(&left);
        FirstWorth { first, moves: Vec::new(), made: None, value, blackjack, even_money, hands_most: 1 }
    }

    fn decision(
        &mut self,
        first: FirstCards<N>,
        id: HandId,
        flow: &mut Flow<N>,
        splits: &mut Splits<'_, N>,
    ) -> FirstWorth<N> {
        let column = self.sitting.column;
        let left = self.sitting.left(HANDS.get(id));
        let blackjack = column.blackjack_next(&left);
        let pair = first.alike.filter(|_| column.terms.hands_most(first.kinds[0]) > 1);
        let mut moves = self.plain_moves(id, &blackjack);
        let split_worth = pair.map(|alike| splits.worth(column, first.kinds[0], alike, self.play));
        moves.extend(split_worth.map(|worth| (Move::Split, worth.value.clone())));
        let made = self.choose(id, first.alike.map(|_| first.kinds[0]), &moves);
        if let Some(ledger) = &mut flow.ledger {
            self.enter_first(ledger, &first, id, &moves);
        }
        let value = moves.iter().find(|(mv, _)| *mv == made).map_or_else(N::zero, |(_, worth)| worth.clone());
        let hands_most = split_worth.map_or(1, |worth| worth.hands_most);
        if let (Move::Split, Some(worth)) = (made, split_worth) {
            self.worth.staked.add_product(&first.chance, &worth.staked);
            let chance = first.chance.value();
            profit_chances::add_split(&mut self.worth.outcomes, column, worth, &blackjack, chance);
            if let (Some(ledger), Some(alike)) = (&mut flow.ledger, pair) {
                ledger.add(splits.ledger(column, first.kinds[0], alike, self.play), &first.chance);
            }
        } else {
            self.make(made, id, &first.chance, &blackjack, flow);
        }
        FirstWorth { first, moves, made: Some(made), value, blackjack, even_money: false, hands_most }
    }

    /// Records the values of the moves on the first two cards.
    fn enter_first(&self, ledger: &mut CellUses<N>, first: &FirstCards<N>, id: HandId, moves: &[(Move, N)]) {
        let (score, soft) = HANDS.get(id).score(self.sitting.column.terms.ace_eleven);
        let MoveRule::Chart(chart) = self.play else { return };
        let up = self.sitting.column.up;
        let worth = |wanted| moves.iter().find(|(mv, _)| *mv == wanted).map(|(_, worth)| worth.clone());
        let lawful = |mv| moves.iter().any(|(listed, _)| *listed == mv);
        let split = worth(Move::Split);
        if let (Some(_), Some(split)) = (first.alike, split) {
            let as_total = worth(chart.decide(ChartHand { score, soft, pair: None, up }, lawful));
            let surrender = worth(Move::Surrender);
            let value = u8::try_from(first.kinds[0] + 1).expect("a card counts at most 10");
            ledger.note_pair(value, &first.chance, [as_total, Some(split), surrender]);
            if self.choose(id, Some(first.kinds[0]), moves) == Move::Split {
                return;
            }
        }
        ledger.note(score, soft, &first.chance, moves);
    }

    /// The value of every move other than a split.
    fn plain_moves(&mut self, id: HandId, blackjack: &N) -> Vec<(Move, N)> {
        let column = self.sitting.column;
        let (score, _) = HANDS.get(id).score(column.terms.ace_eleven);
        let mut moves = vec![(Move::Stand, self.sitting.stand(id, 1)), (Move::Draw, self.sitting.draw(id))];
        if column.terms.may_double(score, false) {
            moves.push((Move::Double, self.sitting.double(id)));
        }
        if column.terms.may_surrender(column.up) {
            let half = N::whole(-column.terms.unit / 2);
            let early = column.terms.surrenders_early();
            let lost = if early { N::zero() } else { half.times(blackjack) };
            moves.push((Move::Surrender, half.plus(&lost)));
        }
        moves
    }

    fn choose(&self, id: HandId, pair: Option<usize>, moves: &[(Move, N)]) -> Move {
        match self.play {
            MoveRule::Best => {
                let mut best = &moves[0];
                moves.iter().for_each(|other| {
                    if other.1 > best.1 {
                        best = other;
                    }
                });
                best.0
            }
            MoveRule::Chart(chart) => {
                let (score, soft) = HANDS.get(id).score(self.sitting.column.terms.ace_eleven);
                let lawful = |mv| moves.iter().any(|(listed, _)| *listed == mv);
                let pair = pair.and_then(|kind| u8::try_from(kind + 1).ok());
                chart.decide(ChartHand { score, soft, pair, up: self.sitting.column.up }, lawful)
            }
        }
    }

    /// Adds the chance of a hand to the flow or to the outcomes, according to its move.
    fn make(&mut self, mv: Move, id: HandId, chance: &N, blackjack: &N, flow: &mut Flow<N>) {
        let column = self.sitting.column;
        let weights = [chance.clone()];
        let early = mv == Move::Surrender && column.terms.surrenders_early();
        let looks = column.terms.looks() && !early;
        let looked = if looks { chance.value() * blackjack.value() } else { 0.0 };
        profit_chances::add(&mut self.worth.outcomes, -column.terms.unit, looked);
        match mv {
            Move::Draw => flow.draw(&self.sitting, id, &weights, &mut self.tally),
            Move::Double => flow.double(&self.sitting, id, &weights, &mut self.tally),
            Move::Surrender => {
                profit_chances::add(
                    &mut self.worth.outcomes,
                    -column.terms.unit / 2,
                    chance.value() - looked,
                );
            }
            _ => flow.rests(id, &weights),
        }
    }
}

impl<N: Number> Splits<'_, N> {
    /// How the hands of a split pair use the cells of a chart.
    fn ledger<'c>(
        &mut self,
        column: &'c Column<'c, N>,
        kind: usize,
        alike: i32,
        play: MoveRule<'c>,
    ) -> CellUses<N> {
        self.flow.ledger = Some(CellUses::new());
        split(column, kind, alike, play, self.memo, self.flow);
        self.flow.ledger.take().unwrap_or_else(CellUses::new)
    }

    fn worth<'c>(
        &mut self,
        column: &'c Column<'c, N>,
        kind: usize,
        alike: i32,
        play: MoveRule<'c>,
    ) -> &SplitWorth<N> {
        let (memo, flow) = (&mut *self.memo, &mut *self.flow);
        self.found.entry((kind, alike)).or_insert_with(|| split(column, kind, alike, play, memo, flow))
    }
}
