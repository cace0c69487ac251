//! A stake that a zero can hold: what every pocket does to it in each of its lives, asked of the rules once.

use croupier_rules::games::roulette::Life;

use crate::machine::{GroupEffects, RollEffect};
use crate::totals::Totals;

/// The size of the tables in which pockets are looked up.
const POCKETS: usize = 64;

/// What a pocket does to a stake: it stands in another life, or ends with one of the profits.
#[derive(Clone, Copy)]
enum Step {
    Stands(u8),
    Ends(u8),
}

/// A wager that a zero can hold.
pub(crate) struct HeldWager {
    wager: usize,
    profits: Vec<i64>,
    /// By life and pocket; life 0 is that of a new stake.
    steps: Vec<[Step; POCKETS]>,
}

impl HeldWager {
    /// Asks for every life what each pocket does: the profit, or the next life. `None` if there are too many.
    pub(crate) fn new(
        wager: usize,
        first: Life,
        after: impl Fn(Life) -> Vec<Result<i64, Life>>,
    ) -> Option<Self> {
        let (mut lives, mut profits, mut steps) = (vec![first], Vec::new(), Vec::new());
        while let Some(life) = lives.get(steps.len()).copied() {
            let mut row = [Step::Stands(0); POCKETS];
            for (step, end) in row.iter_mut().zip(after(life)) {
                *step = match end {
                    Ok(profit) => Step::Ends(place(&mut profits, profit)?),
                    Err(next) => Step::Stands(place(&mut lives, next)?),
                };
            }
            steps.push(row);
        }
        Some(Self { wager, profits, steps })
    }

    /// What each pocket does in each life.
    pub(crate) fn effects(&self, pockets: usize) -> GroupEffects {
        let effect = |step: &Step| match step {
            Step::Stands(life) => RollEffect::Stands(usize::from(*life)),
            Step::Ends(profit) => RollEffect::Ends(vec![(self.wager, self.profits[usize::from(*profit)])]),
        };
        self.steps.iter().map(|row| row[..pockets].iter().map(effect).collect()).collect()
    }

    /// Begins to play a block.
    pub(crate) fn begin(&self) -> HeldPlay<'_> {
        HeldPlay { of: self, life: 0, counts: vec![0; self.profits.len()] }
    }
}

/// The place of a value in a list, to which it is added if it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> Option<u8> {
    let known = list.iter().position(|known| *known == value).unwrap_or(list.len());
    if known == list.len() {
        list.push(value);
    }
    u8::try_from(known).ok()
}

/// A wager on which a stake always lies.
pub(crate) struct HeldPlay<'k> {
    of: &'k HeldWager,
    life: u8,
    counts: Vec<u64>,
}

impl HeldPlay<'_> {
    /// Plays spins. A stake that ends is made again for the next.
    pub(crate) fn play(&mut self, spins: &[u8]) {
        spins.iter().for_each(|pocket| self.spin(*pocket));
    }

    /// Plays one more spin if the stake is held.
    pub(crate) fn play_on(&mut self, pocket: u8) {
        if self.stands() {
            self.spin(pocket);
        }
    }

    #[inline]
    fn spin(&mut self, pocket: u8) {
        match self.of.steps[usize::from(self.life)][usize::from(pocket) % POCKETS] {
            Step::Stands(life) => self.life = life,
            Step::Ends(profit) => {
                self.counts[usize::from(profit)] += 1;
                self.life = 0;
            }
        }
    }

    /// Whether the stake is held.
    pub(crate) const fn stands(&self) -> bool {
        self.life != 0
    }

    /// Adds the stakes that ended to the totals.
    pub(crate) fn count(&self, totals: &mut Totals) {
        let tally = &mut totals.tallies[self.of.wager];
        for (profit, times) in self.of.profits.iter().zip(&self.counts) {
            tally.add_times(*profit, *times);
            tally.stake(*times);
        }
    }
}
