//! The timers of automatic tables and the robots of demo houses: one task that waits for the next job that is due.

use std::sync::Arc;
use std::time::Duration;

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, HouseId, PersonId, TableId};
use croupier_house::robot::{RobotPlan, plan};
use rustc_hash::FxHashMap;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::agenda::{Agenda, Task};
use crate::actor::TableChange;
use crate::advice::best_play;
use crate::game_cache::GameCache;
use crate::houses::{HouseKind, HouseList, OpenHouse};

/// The delay before robots act.
const ROBOT_DELAY: Duration = Duration::from_millis(700);
/// The longest time that a robot waits for best play to be computed.
const ROBOT_THINKS: Duration = Duration::from_secs(8);
/// The minimum time after the start before any timer fires, so that disconnected players can come back. Where several nodes serve a
/// house there is none: the phases of a house that is taken over begin again, and a node that has just started must not let a
/// table wait.
pub(crate) const GRACE: Duration = Duration::from_secs(3);
/// The time after which a tick is repeated that neither changed its table nor was refused: its answer may never come.
const TICK_AGAIN: Duration = Duration::from_secs(5);
/// The first and the longest delay before a refused tick is retried; it doubles each time.
const BACKOFF: [Duration; 2] = [Duration::from_millis(500), Duration::from_mins(1)];

/// The feedback of a job.
enum Feedback {
    /// A tick was refused.
    TickRefused(HouseId, TableId),
    /// The robots should act again after this many milliseconds.
    RobotsAgain(HouseId, TableId, u64),
}

/// Runs the automatic tables of all houses.
pub struct Scheduler {
    houses: Arc<HouseList>,
    /// Best play, by which robots decide.
    games: Arc<GameCache>,
    agenda: Agenda,
    /// Before this no timer fires.
    not_before: Instant,
    /// The delay after the next refusal, for each table.
    backoff: FxHashMap<(HouseId, TableId), Duration>,
    feedback: (mpsc::UnboundedSender<Feedback>, mpsc::UnboundedReceiver<Feedback>),
}

impl Scheduler {
    /// A scheduler for these houses, whose timers do not fire for so long.
    pub(crate) fn new(houses: Arc<HouseList>, games: Arc<GameCache>, grace: Duration) -> Self {
        Self {
            houses,
            games,
            agenda: Agenda::default(),
            not_before: Instant::now() + grace,
            backoff: FxHashMap::default(),
            feedback: mpsc::unbounded_channel(),
        }
    }

    /// Runs until the server stops or all actors have ended.
    pub async fn run(
        mut self,
        mut changes: mpsc::UnboundedReceiver<TableChange>,
        mut stop: watch::Receiver<bool>,
    ) {
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
                change = changes.recv() => match change {
                    Some(change) => self.table_changed(&change),
                    None => return,
                },
                Some(feedback) = self.feedback.1.recv() => self.retry(&feedback),
                () = wait => self.run_due(),
            }
        }
    }

    /// Handles a change to a table: sets its timer to the time left in the phase.
    fn table_changed(&mut self, change: &TableChange) {
        let now = Instant::now();
        let left = change.deadline.map(|deadline| deadline.saturating_sub(change.now).max(0).unsigned_abs());
        self.backoff.remove(&(change.house, change.table));
        let tick = (change.house, change.table, Task::Tick);
        let due = left.map(|left| (now + Duration::from_millis(left)).max(self.not_before));
        self.agenda.put(tick, due);
        self.agenda.put((change.house, change.table, Task::TickAgain), None);
        let demo = self.houses.get(change.house).is_some_and(|house| house.kind == HouseKind::Demo);
        let robots = (change.house, change.table, Task::Robots);
        if demo && change.seated > 0 && !self.agenda.has(robots) {
            self.agenda.put(robots, Some(now + ROBOT_DELAY));
        }
    }

    fn retry(&mut self, feedback: &Feedback) {
        let now = Instant::now();
        match *feedback {
            Feedback::TickRefused(house, table) => {
                self.agenda.put((house, table, Task::TickAgain), None);
                let wait = self.backoff.get(&(house, table)).copied().unwrap_or(BACKOFF[0]);
                self.backoff.insert((house, table), (wait * 2).min(BACKOFF[1]));
                if !self.agenda.has((house, table, Task::Tick)) {
                    self.agenda.put((house, table, Task::Tick), Some(now + wait));
                }
            }
            Feedback::RobotsAgain(house, table, after) => {
                if !self.agenda.has((house, table, Task::Robots)) {
                    let due = now + Duration::from_millis(after);
                    self.agenda.put((house, table, Task::Robots), Some(due));
                }
            }
        }
    }

    fn run_due(&mut self) {
        let now = Instant::now();
        while let Some((id, table, task)) = self.agenda.take_due(now) {
            let Some(house) = self.houses.get(id) else { continue };
            match task {
                Task::Tick | Task::TickAgain => {
                    self.tick(&house, table);
                    self.agenda.put((id, table, Task::TickAgain), Some(now + TICK_AGAIN));
                }
                Task::Robots => {
                    tokio::spawn(run_robots(house, Arc::clone(&self.games), table, self.feedback.0.clone()));
                }
            }
        }
    }

    fn tick(&self, house: &OpenHouse, table: TableId) {
        let order =
            Request { key: None, by: Actor::House, command: Command::Table(table, TableCommand::Tick) };
        let (id, feedback) = (house.actor.id, self.feedback.0.clone());
        house.actor.submit_then(order, move |outcome| {
            if let Err(problem) = outcome {
                tracing::debug!(
                    house = id.0,
                    table = table.0,
                    problem = problem.message,
                    "a tick was refused"
                );
                drop(feedback.send(Feedback::TickRefused(id, table)));
            }
        });
    }
}

/// Executes the plan of the robots of a house at a table.
async fn run_robots(
    house: Arc<OpenHouse>,
    games: Arc<GameCache>,
    table: TableId,
    feedback: mpsc::UnboundedSender<Feedback>,
) {
    let planned = house.actor.read(move |state| (plan(state.house, table, state.now.at), state.now.at)).await;
    let Ok((RobotPlan { commands, recheck_at }, now)) = planned else { return };
    for (robot, command) in commands {
        let command = played_well(&house, &games, table, robot, command).await;
        if let Err(problem) = house.submit(Actor::Person(robot), command).await {
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
        drop(feedback.send(Feedback::RobotsAgain(house.actor.id, table, after)));
    }
}

/// The command of a robot, played well: a decision is the best one where best play is known in time, otherwise the default
/// that was planned.
async fn played_well(
    house: &OpenHouse,
    games: &GameCache,
    table: TableId,
    robot: PersonId,
    planned: Command,
) -> Command {
    let decides =
        |act: &TableCommand| matches!(act, TableCommand::Decide { .. } | TableCommand::Decline { .. });
    if !matches!(&planned, Command::Table(_, act) if decides(act)) {
        return planned;
    }
    match timeout(ROBOT_THINKS, best_play(house, games, table, robot)).await {
        Ok(Ok(Some(best))) => best,
        Ok(Ok(None)) => planned,
        Ok(Err(problem)) => {
            tracing::debug!(table = table.0, problem = problem.message, "a robot has no advice");
            planned
        }
        Err(_) => planned,
    }
}

#[cfg(test)]
mod tests {
    use croupier_house::table::{Mode, Phase};

    use super::*;

    #[test]
    fn timers_wait_after_a_start_unless_other_nodes_had_the_house_open() {
        let over = TableChange {
            house: HouseId(1),
            table: TableId(1),
            version: 9,
            mode: Some(Mode::Automatic),
            phase: Phase::PlaceYourBets,
            deadline: Some(1_000),
            seated: 0,
            now: 2_000,
        };
        let first_due = |grace| {
            let mut scheduler = Scheduler::new(Arc::default(), Arc::default(), grace);
            scheduler.table_changed(&over);
            scheduler.agenda.first().unwrap()
        };
        let before = Instant::now();
        assert!(first_due(GRACE) >= before + GRACE);
        assert!(first_due(Duration::ZERO) <= Instant::now());
    }
}
