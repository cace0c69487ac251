//! Rounds from whole shoes: one machine, which is given the cards as they are drawn.

use super::lanes::Counts;
use super::{BoxKernel, BoxTable, by_rules};
use crate::play::Source;
use crate::random::{Cards, Words};
use crate::table::Found;

impl BoxKernel {
    /// Plays so many rounds, each from a whole shoe.
    pub(super) fn whole_shoes(&self, table: &BoxTable, words: Words, rounds: u64) -> Option<Found> {
        let mut found = Found::nothing(self.wagers);
        let mut counts = Counts::<1>::NONE;
        // Shuffled here, and never by whoever plays a round.
        let mut source = Source::Shoe { cards: Cards::new(&self.plan, words), shuffled_at: usize::MAX };
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
        counts.tell(&self.machine, table, &mut found.tallies);
        Some(found)
    }

    #[inline(always)]
    fn to_end_or_split(&self, cards: &mut Cards<'_>) -> Option<super::machine::Step> {
        let mut last = self.machine.start();
        loop {
            last = self.machine.step(last, cards.card()?);
            if last.end() != 0 || last.is_split() {
                return Some(last);
            }
        }
    }
}
