//! Rounds from whole shoes: their first cards are found in advance, and three of them are one step.

use super::BoxKernel;
use super::lanes::EndCounts;
use super::state::{BoxTable, CARDS, by_rules};
use super::whole::{FIRST, FreshMachine, STATES};
use crate::kernel::openings::{OPENING, OpenedShoe, Openings, STARTS};
use crate::play::Source;
use crate::random::{RandomWords, ShuffledShoe};
use crate::totals::Totals;

/// Rounds from whole shoes, one after another.
struct FreshPlay<'k> {
    kernel: &'k BoxKernel,
    table: &'k BoxTable,
    source: Source<'k>,
    /// The rounds of the machine for these rounds, by the state in which they ended.
    times: Box<[u32; STATES]>,
    counts: EndCounts<1>,
    found: Totals,
}

impl BoxKernel {
    /// Plays `rounds` rounds, each from a whole shoe.
    pub(super) fn whole_shoes(&self, table: &BoxTable, words: RandomWords, rounds: u64) -> Option<Totals> {
        // Shuffled here, never by the code that plays a round.
        let source = Source::Shoe { cards: ShuffledShoe::new(&self.plan, words), shuffled_at: usize::MAX };
        let mut play = FreshPlay {
            kernel: self,
            table,
            source,
            times: Box::new([0; STATES]),
            counts: EndCounts::NONE,
            found: Totals::nothing(self.wagers),
        };
        match self.from_whole.as_ref().zip(Openings::new(&self.plan)) {
            Some((machine, mut openings)) => play.by_openings(machine, &mut openings, rounds)?,
            None => (0..rounds).try_for_each(|_| play.card_by_card())?,
        }
        Some(play.found())
    }
}

impl<'k> FreshPlay<'k> {
    fn by_openings(
        &mut self,
        machine: &FreshMachine,
        openings: &mut Openings<'_>,
        rounds: u64,
    ) -> Option<()> {
        let mut left = rounds;
        while left > 0 {
            openings.look(self.cards()?.words());
            let (halves, played) = self.opened(machine, openings, left);
            self.cards()?.words().take(halves);
            left -= played;
            if halves < STARTS && left > 0 {
                self.card_by_card()?;
                left -= 1;
            }
        }
        for (times, at_end) in self.counts.times[0].iter_mut().zip(&self.times[machine.ends_from()..]) {
            *times += at_end;
        }
        Some(())
    }

    /// Plays rounds while their cards are found in advance, at most `most`. Returns the number of half words that they took
    /// and of rounds.
    fn opened(&mut self, machine: &FreshMachine, openings: &Openings<'_>, most: u64) -> (usize, u64) {
        let (mut start, mut left, mut fallen) = (0, most, 0);
        while start < STARTS && left > 0 {
            let (first, second) = (openings.first[start], openings.second[start]);
            if second > 0xFF {
                break;
            }
            let third = machine.first[usize::from(first) % FIRST];
            let fourth = machine.step(third, (first >> 12) as u8);
            let fifth = machine.step(fourth, second as u8);
            let sixth = machine.step(fifth, (second >> 4) as u8);
            if machine.is_end(sixth) {
                self.times[usize::from(sixth) / CARDS] += 1;
                fallen += 3 + [third, fourth, fifth]
                    .map(|state| u64::from(state < machine.ends))
                    .iter()
                    .sum::<u64>();
                start += OPENING / 2;
            } else {
                let mut cards = openings.cards_at(start);
                if self.longer(machine, &mut cards, sixth).is_none() {
                    break;
                }
                fallen += cards.out() as u64;
                start += cards.halves();
            }
            left -= 1;
        }
        self.found.fallen += fallen;
        (start, most - left)
    }

    /// Plays on a round that is not over after its first cards, or was split; `None` if it must be played card by card.
    fn longer(&mut self, machine: &FreshMachine, cards: &mut OpenedShoe<'_>, mut state: u16) -> Option<()> {
        while state < machine.ends {
            state = machine.step(state, cards.card()?);
        }
        if machine.is_end(state) {
            self.times[usize::from(state) / CARDS] += 1;
            return Some(());
        }
        let splits = &self.kernel.machine.splits;
        let situation = (state - machine.splits) / CARDS as u16;
        cards.go_back_to(splits.depth(situation));
        self.counts.note_split(&splits.play(situation, || cards.card())?);
        Some(())
    }

    /// Plays a round by the machine as its cards are drawn, or by the rules if it is split and they must play it.
    fn card_by_card(&mut self) -> Option<()> {
        let machine = &self.kernel.machine;
        let cards = self.cards()?;
        cards.shuffle();
        let mut last = machine.start();
        while last.end() == 0 && !last.is_split() {
            last = machine.step(last, cards.card()?);
        }
        if !last.is_split() {
            self.counts.times[0][last.end()] += 1;
        } else if let Some(round) = machine.splits.play(last.next(), || cards.card()) {
            self.counts.note_split(&round);
        } else {
            cards.rewind();
            by_rules(self.table, &mut self.source, 1, &mut self.found.tallies)?;
        }
        self.found.fallen += self.cards()?.out() as u64;
        Some(())
    }

    fn cards(&mut self) -> Option<&mut ShuffledShoe<'k>> {
        match &mut self.source {
            Source::Shoe { cards, .. } => Some(cards),
            _ => None,
        }
    }

    fn found(mut self) -> Totals {
        self.counts.add_to(&self.kernel.machine, self.table, &mut self.found.tallies);
        self.found
    }
}
