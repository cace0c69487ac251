//! The agenda: tasks by the time when they are due.

use std::collections::BTreeSet;

use croupier_house::ids::{HouseId, TableId};
use rustc_hash::FxHashMap;
use tokio::time::Instant;

/// A task at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Task {
    /// End the phase.
    Tick,
    /// End the phase, if the tick before has not.
    TickAgain,
    /// Let the robots act.
    Robots,
}

/// A task with its table.
pub(super) type Job = (HouseId, TableId, Task);

/// The agenda. Each job is in it at most once.
#[derive(Default)]
pub(super) struct Agenda {
    order: BTreeSet<(Instant, Job)>,
    at: FxHashMap<Job, Instant>,
}

impl Agenda {
    pub(super) fn put(&mut self, job: Job, due: Option<Instant>) {
        if let Some(known) = self.at.remove(&job) {
            self.order.remove(&(known, job));
        }
        if let Some(due) = due {
            self.at.insert(job, due);
            self.order.insert((due, job));
        }
    }

    pub(super) fn has(&self, job: Job) -> bool {
        self.at.contains_key(&job)
    }

    pub(super) fn first(&self) -> Option<Instant> {
        self.order.first().map(|(due, _)| *due)
    }

    /// Removes and returns the first job that is due.
    pub(super) fn take_due(&mut self, now: Instant) -> Option<Job> {
        let (_, job) = self.order.first().copied().filter(|(due, _)| *due <= now)?;
        self.put(job, None);
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const ONE: Job = (HouseId(1), TableId(1), Task::Tick);
    const OTHER: Job = (HouseId(1), TableId(2), Task::Robots);

    #[test]
    fn jobs_come_in_order_of_their_deadlines_and_once() {
        let (now, mut agenda) = (Instant::now(), Agenda::default());
        agenda.put(ONE, Some(now + Duration::from_secs(2)));
        agenda.put(OTHER, Some(now + Duration::from_secs(1)));
        assert_eq!(agenda.first(), Some(now + Duration::from_secs(1)));
        assert_eq!(agenda.take_due(now), None);
        let later = now + Duration::from_secs(3);
        assert_eq!(
            [agenda.take_due(later), agenda.take_due(later), agenda.take_due(later)],
            [Some(OTHER), Some(ONE), None]
        );
    }

    #[test]
    fn a_job_has_one_deadline_that_can_be_moved_or_removed() {
        let (now, mut agenda) = (Instant::now(), Agenda::default());
        agenda.put(ONE, Some(now));
        agenda.put(ONE, Some(now + Duration::from_secs(5)));
        assert_eq!(agenda.take_due(now), None, "its deadline was moved");
        assert!(agenda.has(ONE));
        agenda.put(ONE, None);
        assert_eq!((agenda.has(ONE), agenda.first()), (false, None));
    }
}
