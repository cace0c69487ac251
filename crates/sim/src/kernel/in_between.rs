//! In-Between: every hand of three ranks by table lookup.

use croupier_rules::contract::{Game, Positions, Seated, Turn};
use croupier_rules::games::in_between::{InBetween, Life, Wager};
use croupier_rules::table::ExactBet;
use multiversion::multiversion;

use super::PlayKernel;
use super::deck::{Fresh, ROUNDS};
use crate::machine::{CardMachine, EndList, GameMachine, RowList, StepWord};
use crate::play::SupplyKind;
use crate::random::{RandomStream, RandomWords, ShufflePlan, StreamPurpose};
use crate::table::PlainTable;
use crate::tally::profit;
use crate::totals::Totals;

/// The number of results of a hand: twice the number of its end, plus one if a third card was dealt.
const ENDS: usize = 16;

pub(crate) struct InBetweenKernel {
    plan: ShufflePlan,
    /// By the three ranks, four bits each: twice the number of the end, plus one if a third card is dealt. At end
    /// zero the stake stands.
    hands: Box<[u8; 4096]>,
    profits: Vec<i64>,
}

impl InBetweenKernel {
    pub(crate) fn new(table: &PlainTable<Seated<InBetween, 1>>, fresh: bool) -> Option<Self> {
        let SupplyKind::Shoe { plan, .. } = &table.supply.from else { return None };
        let ([stake], true) = (table.stakes.stakes.as_slice(), fresh) else { return None };
        let (_, parts) = stake.counted?;
        if table.supply.chances.len() > 16 || plan.drawn_at_shuffle < 3 {
            return None;
        }
        let mut kernel = Self { plan: plan.clone(), hands: Box::new([0; 4096]), profits: vec![0] };
        let ranks = table.supply.chances.len();
        for place in 0..4096 {
            let hand = [place & 15, place >> 4 & 15, place >> 8];
            if hand.iter().all(|rank| *rank < ranks) {
                kernel.hands[place] = kernel.hand(table, hand, parts)?;
            }
        }
        (kernel.profits.len() <= ENDS / 2).then_some(kernel)
    }

    /// Plays one hand through the rules.
    fn hand(
        &mut self,
        table: &PlainTable<Seated<InBetween, 1>>,
        ranks: [usize; 3],
        parts: ExactBet,
    ) -> Option<u8> {
        let game = &table.game;
        let mut deal = game.open(Positions::first(1));
        let mut dealt = 0;
        while game.turn(&deal) != Turn::Over {
            game.fall_unchecked(&mut deal, table.supply.chances[*ranks.get(dealt)?]);
            dealt += 1;
        }
        let settled = game.advance(Wager, &mut Life::default(), &deal);
        let end = settled.map_or(0, |settled| {
            let won = profit(settled.payout, 1, parts);
            let known = self.profits.iter().skip(1).position(|profit| *profit == won);
            known.map_or_else(
                || {
                    self.profits.push(won);
                    self.profits.len() - 1
                },
                |place| place + 1,
            )
        });
        u8::try_from(2 * end + dealt.checked_sub(2)?).ok()
    }
}

impl PlayKernel for InBetweenKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        let mut counts = [0; ENDS];
        play_rounds(self, &mut words, rounds, &mut counts)?;
        let mut found = Totals::nothing(1);
        let tally = &mut found.tallies[0];
        for (end, profit) in self.profits.iter().enumerate().skip(1) {
            let times = counts[2 * end] + counts[2 * end + 1];
            tally.add_times(*profit, times);
            tally.stake(times);
        }
        let hands: u64 = counts.iter().sum();
        found.fallen = 2 * hands + counts.iter().skip(1).step_by(2).sum::<u64>();
        Some(found)
    }

    fn machine(&self) -> Option<GameMachine> {
        self.as_machine().map(GameMachine::Cards)
    }
}

/// The kinds of cards that the table of hands has room for.
const KINDS: usize = 16;

impl InBetweenKernel {
    /// The same hands, card by card: rows after two cards, after one, and at the beginning.
    fn as_machine(&self) -> Option<CardMachine> {
        let kinds = 1 + usize::from(self.plan.sorted[..self.plan.cards].iter().copied().max()?);
        let (mut rows, mut ends) = (RowList::new(), EndList::new());
        // The first row is that of a new hand, but it is known last.
        let first = rows.number(vec![StepWord::default(); kinds])?;
        let mut ending = |hand: u8| {
            let standing = StepWord::over(0, first).standing();
            match usize::from(hand / 2) {
                0 => Some(standing),
                end => Some(StepWord::over(ends.number(vec![(0, self.profits[end], 1)])?, first)),
            }
        };
        let mut after_one = Vec::with_capacity(kinds);
        for one in 0..kinds {
            let mut after_two = Vec::with_capacity(kinds);
            for two in 0..kinds {
                let hand = |three: usize| self.hands[one + KINDS * (two + KINDS * three)];
                let row: Vec<StepWord> =
                    (0..kinds).map(|three| ending(hand(three))).collect::<Option<_>>()?;
                // A hand whose third card is not dealt has ended with the second.
                let third_is_dealt = (0..kinds).any(|three| hand(three) % 2 == 1);
                after_two.push(if third_is_dealt { StepWord::on(rows.number(row)?) } else { row[0] });
            }
            after_one.push(StepWord::on(rows.number(after_two)?));
        }
        for (word, step) in rows.steps.iter_mut().zip(after_one) {
            *word = step.0;
        }
        Some(CardMachine {
            places: self.plan.places.clone(),
            kinds,
            cut: 1,
            start: first,
            steps: rows.steps,
            situations: Vec::new(),
            worths: Vec::new(),
            lots: Vec::new(),
            on_splits: None,
            ends,
            wagers: 1,
        })
    }
}

/// Plays the hands of a block, and more while the stake stands.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn play_rounds(
    kernel: &InBetweenKernel,
    words: &mut RandomWords,
    rounds: u64,
    counts: &mut [u64; ENDS],
) -> Option<()> {
    let packs = Fresh::new(&kernel.plan)?;
    let mut sides = [[0_u32; ENDS]; 4];
    let mut left = rounds;
    let mut last = 0;
    loop {
        let dealt = packs.deal(words);
        let mut places = [0_u16; ROUNDS];
        for round in 0..ROUNDS {
            let [one, two, three] = [0, 1, 2].map(|card: usize| u16::from(dealt[card][round]));
            places[round] = one | two << 4 | three << 8;
        }
        if left >= ROUNDS as u64 {
            left -= ROUNDS as u64;
            for round in 0..ROUNDS {
                last = kernel.hands[usize::from(places[round]) % 4096];
                sides[round % 4][usize::from(last) % ENDS] += 1;
            }
            continue;
        }
        for round in 0..ROUNDS {
            // A stake that stands is played on beyond the requested rounds.
            if left == 0 && (last >= 2 || rounds == 0) {
                for (place, count) in counts.iter_mut().enumerate() {
                    *count += sides.iter().map(|side| u64::from(side[place])).sum::<u64>();
                }
                return Some(());
            }
            left = left.saturating_sub(1);
            last = kernel.hands[usize::from(places[round]) % 4096];
            sides[round % 4][usize::from(last) % ENDS] += 1;
        }
    }
}
