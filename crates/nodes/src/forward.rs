//! Sending commands on to the owner of their house, again and again under the same key until there is an answer.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use smallvec::SmallVec;

use crate::ids::{HouseNumber, KeyedCommand, RunId};
use crate::message::{CommandAnswer, OwnerHint};
use crate::rows::SuspensionReason;
use crate::settings::NodeSettings;

/// What a client gets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClientAnswer {
    /// `Done` or `Refused`: the house has answered.
    House(CommandAnswer),
    /// Too many commands wait. It was not executed.
    Busy,
    /// No owner answered in time. It may have been executed: send it again with the same key.
    Unavailable,
    /// The house is suspended.
    Suspended(SuspensionReason),
    /// This node is no member: ask another. It was not executed.
    NotServing,
}

#[derive(Clone, Debug)]
struct Forwarding {
    client: u64,
    house: HouseNumber,
    command: KeyedCommand,
    until: Duration,
    /// Where it was sent last, with the number of the attempt.
    sent: Option<(RunId, u64)>,
    /// The numbers of all attempts: how often it was sent.
    attempts: SmallVec<[u64; 1]>,
    send_at: Duration,
}

/// A command that is to be sent now.
#[derive(Clone, Debug)]
pub(crate) struct DueForward {
    /// The command among those that wait.
    pub place: u64,
    /// The house.
    pub house: HouseNumber,
}

/// What an answer to an attempt leads to.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForwardResult {
    /// The client that is answered, if the answer is certain.
    pub(crate) client: Option<(u64, ClientAnswer)>,
    /// Where the owner is said to be.
    pub(crate) owner: Option<(HouseNumber, OwnerHint)>,
}

/// What became of the commands that came to one node.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forwarder {
    waiting: BTreeMap<u64, Forwarding>,
    /// The commands by when they are to be sent: those that are due are found without looking at all that wait.
    schedule: BTreeSet<(Duration, u64)>,
    /// The commands by the numbers of their attempts.
    attempts: BTreeMap<u64, u64>,
    next: u64,
}

impl Forwarder {
    /// Accepts a command of a client; `false` if too many wait.
    pub(crate) fn accept(
        &mut self,
        client: u64,
        house: HouseNumber,
        command: KeyedCommand,
        now: Duration,
        settings: &NodeSettings,
    ) -> bool {
        if self.waiting.len() >= settings.forwards_max {
            return false;
        }
        let until = now + settings.forward_total;
        self.next += 1;
        let attempts = SmallVec::new();
        let new = Forwarding { client, house, command, until, sent: None, attempts, send_at: now };
        self.waiting.insert(self.next, new);
        self.schedule.insert((now, self.next));
        true
    }

    /// Sets when a command is to be sent next.
    fn send_at(&mut self, place: u64, at: Duration) {
        if let Some(waiting) = self.waiting.get_mut(&place) {
            self.schedule.remove(&(waiting.send_at, place));
            waiting.send_at = at;
            self.schedule.insert((at, place));
        }
    }

    /// How many commands wait for an answer.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The commands that are to be sent now.
    pub(crate) fn due(&self, now: Duration) -> Vec<DueForward> {
        let due = self.schedule.range(..=(now, u64::MAX)).map(|(_, place)| *place);
        // The oldest first, whenever they became due.
        let mut due: Vec<u64> = due.collect();
        due.sort_unstable();
        let forward =
            |place: u64| self.waiting.get(&place).map(|waiting| DueForward { place, house: waiting.house });
        due.into_iter().filter_map(forward).collect()
    }

    /// Notes that a command is sent to a node. Returns the number of the attempt and the command as it is sent.
    pub(crate) fn send(
        &mut self,
        place: u64,
        to: RunId,
        now: Duration,
        settings: &NodeSettings,
    ) -> Option<(u64, KeyedCommand)> {
        let waiting = self.waiting.get_mut(&place)?;
        self.next += 1;
        let attempt = self.next;
        self.attempts.insert(attempt, place);
        let mut command = waiting.command.clone();
        command.again |= !waiting.attempts.is_empty();
        waiting.attempts.push(attempt);
        waiting.sent = Some((to, attempt));
        self.send_at(place, now + settings.forward_retry);
        Some((attempt, command))
    }

    /// A house has another owner: what was sent elsewhere is sent again at once.
    pub(crate) fn redirect(&mut self, house: HouseNumber, owner: RunId, now: Duration) {
        let elsewhere = self.waiting.iter().filter(|(_, waiting)| {
            waiting.house == house && waiting.send_at > now && waiting.sent.is_none_or(|(to, _)| to != owner)
        });
        let elsewhere: Vec<u64> = elsewhere.map(|(place, _)| *place).collect();
        elsewhere.into_iter().for_each(|place| self.send_at(place, now));
    }

    /// There is no owner to send a command to now.
    pub(crate) fn postpone(&mut self, place: u64, until: Duration) {
        self.send_at(place, until);
    }

    /// The answer to an attempt.
    pub(crate) fn answered(
        &mut self,
        attempt: u64,
        answer: CommandAnswer,
        now: Duration,
        settings: &NodeSettings,
    ) -> ForwardResult {
        let Some(place) = self.attempts.get(&attempt).copied() else { return ForwardResult::default() };
        let Some(waiting) = self.waiting.get(&place) else { return ForwardResult::default() };
        let is_last = waiting.sent.is_some_and(|(_, last)| last == attempt);
        let was_sent_once = waiting.attempts.len() == 1;
        let house = waiting.house;
        let last_answer = match answer {
            CommandAnswer::Done { .. } => ClientAnswer::House(answer),
            // Another copy may still be executed, unless the refusal is recorded.
            CommandAnswer::Refused { recorded, .. } if recorded || was_sent_once => {
                ClientAnswer::House(answer)
            }
            CommandAnswer::Refused { .. } => return ForwardResult::default(),
            CommandAnswer::Suspended(reason) => ClientAnswer::Suspended(reason),
            CommandAnswer::Busy if was_sent_once => ClientAnswer::Busy,
            CommandAnswer::NotOwner(hint) => {
                if is_last {
                    let pause = if hint.is_some() { Duration::ZERO } else { settings.gap_wait };
                    self.send_at(place, now + pause);
                }
                return ForwardResult { client: None, owner: hint.map(|hint| (house, hint)) };
            }
            CommandAnswer::Unknown | CommandAnswer::Busy => {
                if is_last {
                    self.send_at(place, now + settings.gap_wait);
                }
                return ForwardResult::default();
            }
        };
        ForwardResult { client: self.finish(place).map(|client| (client, last_answer)), owner: None }
    }

    /// Ends the wait for commands that nobody has answered in time. All wait for the same time, so these are the oldest.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<(u64, ClientAnswer)> {
        let mut ended = Vec::new();
        while let Some((place, _)) =
            self.waiting.first_key_value().filter(|(_, waiting)| waiting.until <= now)
        {
            let client = self.finish(*place);
            ended.extend(client.map(|client| (client, ClientAnswer::Unavailable)));
        }
        ended
    }

    /// Ends the wait for a command. Returns the number of its client.
    pub(crate) fn finish(&mut self, place: u64) -> Option<u64> {
        let waiting = self.waiting.remove(&place)?;
        self.schedule.remove(&(waiting.send_at, place));
        for attempt in &waiting.attempts {
            self.attempts.remove(attempt);
        }
        Some(waiting.client)
    }
}

/// The attempts that have arrived from other nodes: one that arrives twice counts once.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenAttempts {
    by_sender: BTreeMap<RunId, BTreeSet<u64>>,
}

/// Attempts of a sender that are remembered. Numbers only grow: an attempt before the oldest of these is too late.
const REMEMBERED: usize = 1024;

impl SeenAttempts {
    /// Notes an attempt; `false` if it has arrived before, or is too late.
    pub(crate) fn is_new(&mut self, from: RunId, attempt: u64) -> bool {
        let seen = self.by_sender.entry(from).or_default();
        if seen.len() >= REMEMBERED && seen.first().is_some_and(|oldest| attempt < *oldest) {
            return false;
        }
        let is_new = seen.insert(attempt);
        if seen.len() > REMEMBERED {
            seen.pop_first();
        }
        is_new
    }

    /// Forgets the runs that are no members any more.
    pub(crate) fn retain(&mut self, is_member: impl Fn(RunId) -> bool) {
        self.by_sender.retain(|run, _| is_member(*run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::CommandKey;

    const HOUSE: HouseNumber = HouseNumber(3);
    const CLIENT: u64 = 77;
    const NOW: Duration = Duration::from_secs(5);

    fn refused(recorded: bool) -> CommandAnswer {
        CommandAnswer::Refused { recorded, body: Vec::new().into() }
    }

    fn accepted(settings: &NodeSettings) -> Forwarder {
        let mut forwarder = Forwarder::default();
        let command = KeyedCommand { key: CommandKey(9), again: false, body: Vec::new().into() };
        assert!(forwarder.accept(CLIENT, HOUSE, command, NOW, settings));
        forwarder
    }

    fn send(forwarder: &mut Forwarder, to: u128, now: Duration) -> (u64, KeyedCommand) {
        let place = forwarder.due(now)[0].place;
        forwarder.send(place, RunId(to), now, &NodeSettings::default()).unwrap()
    }

    #[test]
    fn a_command_is_sent_again_under_its_key_and_says_so() {
        let settings = NodeSettings::default();
        let mut forwarder = accepted(&settings);
        let (first, command) = send(&mut forwarder, 1, NOW);
        assert!(!command.again && forwarder.due(NOW).is_empty());
        let late = NOW + settings.forward_retry;
        let (second, command) = send(&mut forwarder, 1, late);
        assert_eq!((command.key, command.again), (CommandKey(9), true));
        // A refusal that is not recorded is no answer while another copy is on its way.
        assert!(forwarder.answered(first, refused(false), late, &settings).client.is_none());
        let result = forwarder.answered(second, refused(true), late, &settings);
        assert_eq!(result.client, Some((CLIENT, ClientAnswer::House(refused(true)))));
        assert_eq!(forwarder.len(), 0);
    }

    #[test]
    fn another_owner_gets_it_at_once_and_nobody_waits_for_ever() {
        let settings = NodeSettings::default();
        let mut forwarder = accepted(&settings);
        let (attempt, _) = send(&mut forwarder, 1, NOW);
        let hint = OwnerHint { run: RunId(2), fence: 8 };
        let result = forwarder.answered(attempt, CommandAnswer::NotOwner(Some(hint)), NOW, &settings);
        assert_eq!((result.client, result.owner), (None, Some((HOUSE, hint))));
        send(&mut forwarder, 2, NOW);
        forwarder.redirect(HOUSE, RunId(2), NOW);
        assert!(forwarder.due(NOW).is_empty(), "it was sent there");
        forwarder.redirect(HOUSE, RunId(4), NOW);
        assert_eq!(forwarder.due(NOW).len(), 1);
        assert!(forwarder.tick(NOW).is_empty());
        assert_eq!(forwarder.tick(NOW + settings.forward_total), [(CLIENT, ClientAnswer::Unavailable)]);
    }

    /// A node whose owner is gone ends the wait of thousands at once, and must not lose its own houses over that.
    #[test]
    fn the_wait_of_many_commands_that_were_sent_often_ends_at_once() {
        let settings = NodeSettings::default();
        let commands = settings.forwards_max as u64;
        let mut forwarder = Forwarder::default();
        for client in 0..commands {
            let command =
                KeyedCommand { key: CommandKey(client.into()), again: false, body: Vec::new().into() };
            assert!(forwarder.accept(client, HOUSE, command, NOW, &settings));
        }
        let end = NOW + settings.forward_total;
        let mut now = NOW;
        while now < end {
            for DueForward { place, .. } in forwarder.due(now) {
                forwarder.send(place, RunId(1), now, &settings).unwrap();
            }
            now += settings.forward_retry;
        }
        assert!(forwarder.attempts.len() as u64 >= 10 * commands);
        let begun = std::time::Instant::now();
        let ended = forwarder.tick(end);
        let took = begun.elapsed();
        assert_eq!(ended.len() as u64, commands);
        assert!(took < settings.margin, "it took {took:?}, and a lease is renewed in the same thread");
        assert!(
            forwarder.waiting.is_empty() && forwarder.schedule.is_empty() && forwarder.attempts.is_empty()
        );
    }

    #[test]
    fn what_is_beyond_the_bound_is_not_accepted() {
        let settings = NodeSettings { forwards_max: 1, ..NodeSettings::default() };
        let mut forwarder = accepted(&settings);
        let command = KeyedCommand { key: CommandKey(10), again: false, body: Vec::new().into() };
        assert!(!forwarder.accept(CLIENT, HOUSE, command, NOW, &settings));
    }

    #[test]
    fn an_attempt_counts_once_and_one_that_is_too_old_not_at_all() {
        let mut seen = SeenAttempts::default();
        assert!(seen.is_new(RunId(1), 5) && !seen.is_new(RunId(1), 5) && seen.is_new(RunId(2), 5));
        assert!((6..6 + REMEMBERED as u64).all(|attempt| seen.is_new(RunId(1), attempt)));
        assert!(!seen.is_new(RunId(1), 5));
    }
}
