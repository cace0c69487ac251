//! The timers of automatic tables and the robots of demo houses: one task that waits for whatever is due first.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, HouseId, TableId};
use croupier_house::robot::{RobotPlan, plan};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

use super::Beat;
use crate::app::{HouseKind, OpenHouse};

/// How long robots think.
const THINKING: Duration = Duration::from_millis(700);
/// After a start nothing is decided for anybody sooner than this: whoever was cut off can come back.
const RETURN: Duration = Duration::from_secs(3);
/// A tick that was refused is tried again after so long, and longer each time up to the second.
const AGAIN: [Duration; 2] = [Duration::from_millis(500), Duration::from_mins(1)];

/// What is to be done at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum What {
    /// The time of the phase is up.
    Tick,
    /// Robots look at the table.
    Robots,
}

type Place = (HouseId, TableId, What);

/// What is due when, once for each place.
#[derive(Default)]
struct Agenda {
    order: BTreeSet<(Instant, Place)>,
    at: FxHashMap<Place, Instant>,
}

impl Agenda {
    fn put(&mut self, place: Place, due: Option<Instant>) {
        if let Some(known) = self.at.remove(&place) {
            self.order.remove(&(known, place));
        }
        if let Some(due) = due {
            self.at.insert(place, due);
            self.order.insert((due, place));
        }
    }

    fn has(&self, place: Place) -> bool {
        self.at.contains_key(&place)
    }

    fn first(&self) -> Option<Instant> {
        self.order.first().map(|(due, _)| *due)
    }

    /// Takes out what is due.
    fn take_due(&mut self, now: Instant) -> Option<Place> {
        let (_, place) = self.order.first().copied().filter(|(due, _)| *due <= now)?;
        self.put(place, None);
        Some(place)
    }
}

/// What became of something that was done.
enum News {
    /// A tick was refused.
    Refused(HouseId, TableId),
    /// Robots want to look again in so many milliseconds.
    LookAgain(HouseId, TableId, u64),
}

/// The floor of all houses.
pub struct Floor {
    houses: FxHashMap<HouseId, Arc<OpenHouse>>,
    agenda: Agenda,
    begun: Instant,
    /// How long to wait after the next refusal, by table.
    patience: FxHashMap<(HouseId, TableId), Duration>,
    news: (mpsc::UnboundedSender<News>, mpsc::UnboundedReceiver<News>),
}

impl Floor {
    /// The floor of these houses.
    pub fn new(houses: &[(HouseId, Arc<OpenHouse>)]) -> Self {
        Self {
            houses: houses.iter().cloned().collect(),
            agenda: Agenda::default(),
            begun: Instant::now(),
            patience: FxHashMap::default(),
            news: mpsc::unbounded_channel(),
        }
    }

    /// Runs until the server stops, or nobody tells it anything any more.
    pub async fn run(mut self, mut beats: mpsc::UnboundedReceiver<Beat>, mut stop: watch::Receiver<bool>) {
        loop {
            let due = self.agenda.first();
            let wait = async {
                match due {
                    Some(due) => sleep_until(due).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                beat = beats.recv() => match beat {
                    Some(beat) => self.hear(&beat),
                    None => return,
                },
                Some(news) = self.news.1.recv() => self.learn(&news),
                () = wait => self.act(),
            }
        }
    }

    /// A table has changed: its timer is set by what the house says is left, whatever clocks do.
    fn hear(&mut self, beat: &Beat) {
        let now = Instant::now();
        let left = beat.deadline.map(|deadline| deadline.saturating_sub(beat.now).max(0).unsigned_abs());
        self.patience.remove(&(beat.house, beat.table));
        let tick = (beat.house, beat.table, What::Tick);
        let due = left.map(|left| (now + Duration::from_millis(left)).max(self.begun + RETURN));
        self.agenda.put(tick, due);
        let demo = self.houses.get(&beat.house).is_some_and(|house| house.kind == HouseKind::Demo);
        let robots = (beat.house, beat.table, What::Robots);
        if demo && beat.seated > 0 && !self.agenda.has(robots) {
            self.agenda.put(robots, Some(now + THINKING));
        }
    }

    fn learn(&mut self, news: &News) {
        let now = Instant::now();
        match *news {
            News::Refused(house, table) => {
                let wait = self.patience.get(&(house, table)).copied().unwrap_or(AGAIN[0]);
                self.patience.insert((house, table), (wait * 2).min(AGAIN[1]));
                if !self.agenda.has((house, table, What::Tick)) {
                    self.agenda.put((house, table, What::Tick), Some(now + wait));
                }
            }
            News::LookAgain(house, table, after) => {
                if !self.agenda.has((house, table, What::Robots)) {
                    let due = now + Duration::from_millis(after);
                    self.agenda.put((house, table, What::Robots), Some(due));
                }
            }
        }
    }

    fn act(&mut self) {
        let now = Instant::now();
        while let Some((id, table, what)) = self.agenda.take_due(now) {
            let Some(house) = self.houses.get(&id).cloned() else { continue };
            match what {
                What::Tick => self.tick(&house, table),
                What::Robots => {
                    tokio::spawn(robots(house, table, self.news.0.clone()));
                }
            }
        }
    }

    fn tick(&self, house: &OpenHouse, table: TableId) {
        let order =
            Request { key: None, by: Actor::House, command: Command::Table(table, TableCommand::Tick) };
        let (id, tell) = (house.desk.id, self.news.0.clone());
        house.desk.give_then(order, move |answer| {
            if let Err(problem) = answer {
                tracing::debug!(house = id.0, table = table.0, problem = problem.message, "the table waits");
                drop(tell.send(News::Refused(id, table)));
            }
        });
    }
}

/// Lets the robots of a house do what they want at a table.
async fn robots(house: Arc<OpenHouse>, table: TableId, tell: mpsc::UnboundedSender<News>) {
    let planned = house.desk.look(move |room| (plan(room.house, table, room.now.at), room.now.at)).await;
    let Ok((RobotPlan { commands, recheck_at }, now)) = planned else { return };
    for (robot, command) in commands {
        if let Err(problem) = house.give(Actor::Person(robot), command).await {
            tracing::debug!(
                table = table.0,
                robot = robot.0,
                problem = problem.message,
                "a robot was refused"
            );
            break;
        }
    }
    if let Some(due) = recheck_at {
        let after = due.saturating_sub(now).max(0).unsigned_abs();
        drop(tell.send(News::LookAgain(house.desk.id, table, after)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Place = (HouseId(1), TableId(1), What::Tick);
    const OTHER: Place = (HouseId(1), TableId(2), What::Robots);

    #[test]
    fn what_is_due_first_is_done_first_and_once() {
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
    fn a_table_has_one_timer_which_is_set_anew_or_taken_away() {
        let (now, mut agenda) = (Instant::now(), Agenda::default());
        agenda.put(ONE, Some(now));
        agenda.put(ONE, Some(now + Duration::from_secs(5)));
        assert_eq!(agenda.take_due(now), None, "the table has changed, and so has its timer");
        assert!(agenda.has(ONE));
        agenda.put(ONE, None);
        assert_eq!((agenda.has(ONE), agenda.first()), (false, None));
    }
}
