//! Rounds from whole shoes: one machine that receives the cards as they are drawn.

use super::BoxKernel;
use super::lanes::EndCounts;
use super::state::{BoxTable, by_rules};
use crate::play::Source;
use crate::random::{RandomWords, ShuffledShoe};
use crate::totals::Totals;

impl BoxKernel {
    /// Plays `rounds` rounds, each from a whole shoe.
    pub(super) fn whole_shoes(&self, table: &BoxTable, words: RandomWords, rounds: u64) -> Option<Totals> {
        let mut found = Totals::nothing(self.wagers);
        let mut counts = EndCounts::<1>::NONE;
        // Shuffled here, never by the code that plays a round.
        let mut source =
            Source::Shoe { cards: ShuffledShoe::new(&self.plan, words), shuffled_at: usize::MAX };
        for _ in 0..rounds {
            let Source::Shoe { cards, .. } = &mut source else { return None };
            cards.shuffle();
            let last = self.to_end_or_split(cards)?;
            if !last.is_split() {
                counts.times[0][last.end()] += 1;
            } else if let Some(round) = self.machine.splits.play(last.next(), || cards.card()) {
                counts.note_split(&round);
            } else {
                cards.rewind();
                by_rules(table, &mut source, 1, &mut found.tallies)?;
            }
            let Source::Shoe { cards, .. } = &source else { return None };
            found.fallen += cards.out() as u64;
        }
        counts.add_to(&self.machine, table, &mut found.tallies);
        Some(found)
    }

    #[inline(always)]
    fn to_end_or_split(&self, cards: &mut ShuffledShoe<'_>) -> Option<super::machine::Transition> {
        let mut last = self.machine.start();
        loop {
            last = self.machine.step(last, cards.card()?);
            if last.end() != 0 || last.is_split() {
                return Some(last);
            }
        }
    }
}
