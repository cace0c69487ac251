//! The machine of a box with its split hands in the form that every processor takes: one table of rows.

use super::machine::{Machine, Transition};
use super::split::{DONE, FINALS, Insured, SPLIT, SplitPlay, SplitPoint};
use super::state::{BoxTable, CARDS};
use crate::machine::{CardMachine, EndList, SplitSituation, StepKind, StepWord};
use crate::random::ShufflePlan;

/// The machine; `None` if some split hands can only be played by the rules.
pub(super) fn card_machine(
    machine: &Machine,
    table: &BoxTable,
    plan: &ShufflePlan,
    cut: usize,
) -> Option<CardMachine> {
    let kinds = table.supply.chances.len();
    let start = row_of(machine.start().next());
    let of_round = |step: &Transition| {
        if step.is_split() {
            StepWord::special(StepKind::Split, step.next().into())
        } else if step.end() != 0 {
            StepWord::over(step.end() as u32, start)
        } else {
            StepWord::on(row_of(step.next()))
        }
    };
    let mut steps: Vec<u32> = (0..machine.states)
        .flat_map(|state| &machine.row(state)[..kinds])
        .map(|step| of_round(step).0)
        .collect();
    let splits = SplitRows { first: machine.states as u32, insured: machine.splits.insured };
    steps.extend(
        machine.splits.steps.chunks(CARDS).flat_map(|row| &row[..kinds]).map(|step| splits.word(*step).0),
    );
    if steps.len() / kinds > usize::from(u16::MAX) {
        return None;
    }
    let mut ends = EndList::of(machine.ends.clone());
    let situation = |point: &SplitPoint| splits.situation(point, &mut ends);
    let situations = machine.splits.situations.iter().map(situation).collect::<Option<_>>()?;
    Some(CardMachine {
        places: plan.places.clone(),
        kinds,
        cut,
        start,
        steps,
        situations,
        worths: machine.splits.worths.clone(),
        lots: Vec::new(),
        on_splits: table.stakes.counted(),
        ends,
        wagers: table.stakes.wagers(),
    })
}

/// A state is numbered by the place of its first card.
const fn row_of(state: u16) -> u32 {
    state as u32 / CARDS as u32
}

/// The rows of split hands, which follow those of the round.
struct SplitRows {
    first: u32,
    insured: [Insured; FINALS],
}

impl SplitRows {
    fn row(&self, state: u16) -> u32 {
        self.first + row_of(state)
    }

    fn word(&self, step: u16) -> StepWord {
        match step {
            SPLIT => StepWord::special(StepKind::Again, 0),
            step if step & DONE != 0 => StepWord::special(StepKind::Done, (step & !DONE).into()),
            step => StepWord::on(self.row(step)),
        }
    }

    fn situation(&self, point: &SplitPoint, ends: &mut EndList) -> Option<SplitSituation> {
        let SplitPlay { starts, dealer, dealer_alone, worths } = point.play?;
        let mut insured_ends = [0; FINALS];
        for (end, settled) in insured_ends.iter_mut().zip(self.insured).filter(|_| point.insured) {
            *end = ends.number(settled.map(|(wager, profit)| (wager, profit, 1)).into_iter().collect())?;
        }
        Some(SplitSituation {
            starts: starts.map(|start| self.row(start)),
            dealer: [self.word(dealer_alone), self.word(dealer)],
            worths: u32::try_from(worths).ok()?,
            before: ends.number(point.before.clone())?,
            insured: insured_ends,
        })
    }
}
