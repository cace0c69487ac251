//! The commands of one house at its owner: a bounded queue, and one group that is decided and written at a time.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use crate::ids::{ChainHead, CommandKey, KeyedCommand, LinkedEntry, RunId};
use crate::message::CommandAnswer;
use crate::settings::NodeSettings;

/// Who waits for the answer to a command: a node, and its number for the attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ticket {
    /// The node.
    pub from: RunId,
    /// Its number for the attempt.
    pub attempt: u64,
}

/// What the house decided on one command. An answer without entries holds at once; with entries, after their commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedCommand {
    /// The entries it leads to.
    pub entries: Vec<LinkedEntry>,
    /// The answer.
    pub answer: CommandAnswer,
}

/// Answers with those who wait for them.
pub(crate) type TicketAnswers = Vec<(Ticket, CommandAnswer)>;

/// Whether a desk decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DeskGate {
    /// The node is about to own the house: commands wait.
    Holding,
    /// The node owns the house.
    Open,
    /// The node is about to give the house away: commands wait for its next owner.
    Closing,
}

#[derive(Clone, Debug)]
struct WaitingCommand {
    command: KeyedCommand,
    tickets: Vec<Ticket>,
    since: Duration,
}

#[derive(Clone, Debug)]
struct WriteGroup {
    before: ChainHead,
    entries: Vec<LinkedEntry>,
    commands: Vec<(WaitingCommand, CommandAnswer)>,
}

#[derive(Clone, Debug)]
enum InFlight {
    Nothing,
    Deciding(Vec<WaitingCommand>),
    Writing(WriteGroup),
    /// What became of the write is unknown.
    Finding(WriteGroup),
}

/// What a desk has to write.
#[derive(Clone, Debug)]
pub(crate) struct GroupToWrite {
    /// The head that it continues.
    pub before: ChainHead,
    /// The entries.
    pub entries: Vec<LinkedEntry>,
    /// The keys of the commands.
    pub keys: Vec<CommandKey>,
}

/// The commands of one house at its owner.
#[derive(Clone, Debug)]
pub(crate) struct OwnerDesk {
    gate: DeskGate,
    queue: VecDeque<WaitingCommand>,
    /// The keys of the commands in the queue.
    keys: BTreeSet<CommandKey>,
    flight: InFlight,
}

impl OwnerDesk {
    /// A desk whose commands wait until the node owns the house.
    pub(crate) const fn holding() -> Self {
        Self {
            gate: DeskGate::Holding,
            queue: VecDeque::new(),
            keys: BTreeSet::new(),
            flight: InFlight::Nothing,
        }
    }

    /// The node owns the house.
    pub(crate) const fn open(&mut self) {
        self.gate = DeskGate::Open;
    }

    /// The node gives the house away: no further group is decided.
    pub(crate) const fn close(&mut self) {
        self.gate = DeskGate::Closing;
    }

    /// Whether no group is under way.
    pub(crate) const fn is_idle(&self) -> bool {
        matches!(self.flight, InFlight::Nothing)
    }

    /// Accepts a command, or answers that there are too many.
    pub(crate) fn submit(
        &mut self,
        command: KeyedCommand,
        ticket: Ticket,
        now: Duration,
        settings: &NodeSettings,
    ) -> Option<CommandAnswer> {
        if let Some(same) = self.same_key(command.key) {
            same.command.again |= command.again;
            same.tickets.push(ticket);
            return None;
        }
        if self.queue.len() >= settings.queue_max {
            return Some(CommandAnswer::Busy);
        }
        self.keys.insert(command.key);
        self.queue.push_back(WaitingCommand { command, tickets: vec![ticket], since: now });
        None
    }

    /// The command with this key that waits or is being written. One that is being decided was looked at without this copy:
    /// the copy is decided after it.
    fn same_key(&mut self, key: CommandKey) -> Option<&mut WaitingCommand> {
        // Most keys are new: they are not looked for in the whole queue.
        let is_queued = self.keys.contains(&key);
        let queued = self.queue.iter_mut().filter(|_| is_queued).find(|waiting| waiting.command.key == key);
        let written = match &mut self.flight {
            InFlight::Writing(group) | InFlight::Finding(group) => {
                group.commands.iter_mut().map(|(waiting, _)| waiting).find(|w| w.command.key == key)
            }
            InFlight::Nothing | InFlight::Deciding(_) => None,
        };
        queued.or(written)
    }

    /// The next group to decide.
    pub(crate) fn next_group(&mut self, settings: &NodeSettings) -> Option<Vec<KeyedCommand>> {
        if self.gate != DeskGate::Open || !self.is_idle() || self.queue.is_empty() {
            return None;
        }
        let group: Vec<_> = self.queue.drain(..self.queue.len().min(settings.group_max)).collect();
        for waiting in &group {
            self.keys.remove(&waiting.command.key);
        }
        let commands = group.iter().map(|waiting| waiting.command.clone()).collect();
        self.flight = InFlight::Deciding(group);
        Some(commands)
    }

    /// What was decided on the commands of the group, in their order. Returns the answers that hold at once, and what has to be
    /// written.
    pub(crate) fn decided(
        &mut self,
        before: ChainHead,
        decisions: Vec<DecidedCommand>,
    ) -> (TicketAnswers, Option<GroupToWrite>) {
        let InFlight::Deciding(commands) = std::mem::replace(&mut self.flight, InFlight::Nothing) else {
            return (Vec::new(), None);
        };
        let mut answers = Vec::new();
        let mut group = WriteGroup { before, entries: Vec::new(), commands: Vec::new() };
        for (waiting, decision) in commands.into_iter().zip(decisions) {
            if decision.entries.is_empty() {
                answer_all(&waiting, &decision.answer, &mut answers);
            } else {
                group.entries.extend(decision.entries);
                group.commands.push((waiting, decision.answer));
            }
        }
        if group.entries.is_empty() {
            return (answers, None);
        }
        let keys = group.commands.iter().map(|(waiting, _)| waiting.command.key).collect();
        let write = GroupToWrite { before, entries: group.entries.clone(), keys };
        self.flight = InFlight::Writing(group);
        (answers, Some(write))
    }

    /// The group is committed. Returns its entries and the answers.
    pub(crate) fn committed(&mut self) -> (Vec<LinkedEntry>, TicketAnswers) {
        let flight = std::mem::replace(&mut self.flight, InFlight::Nothing);
        let (InFlight::Writing(group) | InFlight::Finding(group)) = flight else {
            return (Vec::new(), Vec::new());
        };
        let mut answers = Vec::new();
        for (waiting, answer) in &group.commands {
            answer_all(waiting, answer, &mut answers);
        }
        (group.entries, answers)
    }

    /// What became of the group is unknown.
    pub(crate) fn unknown(&mut self) {
        let flight = std::mem::replace(&mut self.flight, InFlight::Nothing);
        self.flight = match flight {
            InFlight::Writing(group) => InFlight::Finding(group),
            other => other,
        };
    }

    /// The head that the group continues, and the head that it leads to, while what became of it is unknown.
    pub(crate) fn in_doubt(&self) -> Option<(ChainHead, ChainHead)> {
        let InFlight::Finding(group) = &self.flight else { return None };
        group.entries.last().map(|last| (group.before, last.head()))
    }

    /// The group is known not to be committed: its commands are decided again, before those that came later.
    pub(crate) fn not_committed(&mut self) {
        let flight = std::mem::replace(&mut self.flight, InFlight::Nothing);
        if let InFlight::Writing(group) | InFlight::Finding(group) = flight {
            for (waiting, _) in group.commands.into_iter().rev() {
                self.keys.insert(waiting.command.key);
                self.queue.push_front(waiting);
            }
        }
    }

    /// The node does not own the house: everybody who waits gets this answer, or, where a write is under way, that the outcome
    /// is unknown.
    pub(crate) fn abandon(&mut self, answer: &CommandAnswer) -> TicketAnswers {
        let mut answers = Vec::new();
        match std::mem::replace(&mut self.flight, InFlight::Nothing) {
            InFlight::Nothing => {}
            InFlight::Deciding(commands) => {
                commands.iter().for_each(|waiting| answer_all(waiting, answer, &mut answers));
            }
            InFlight::Writing(group) | InFlight::Finding(group) => {
                let unknown = CommandAnswer::Unknown;
                group.commands.iter().for_each(|(waiting, _)| answer_all(waiting, &unknown, &mut answers));
            }
        }
        self.keys.clear();
        self.queue.drain(..).for_each(|waiting| answer_all(&waiting, answer, &mut answers));
        answers
    }

    /// Answers commands that have waited too long.
    pub(crate) fn tick(&mut self, now: Duration, settings: &NodeSettings) -> TicketAnswers {
        let mut answers = Vec::new();
        while self.queue.front().is_some_and(|waiting| now >= waiting.since + settings.queue_wait) {
            if let Some(waiting) = self.queue.pop_front() {
                self.keys.remove(&waiting.command.key);
                answer_all(&waiting, &CommandAnswer::Busy, &mut answers);
            }
        }
        answers
    }
}

fn answer_all(waiting: &WaitingCommand, answer: &CommandAnswer, answers: &mut TicketAnswers) {
    answers.extend(waiting.tickets.iter().map(|ticket| (*ticket, answer.clone())));
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(5);

    fn command(key: u128) -> KeyedCommand {
        KeyedCommand { key: CommandKey(key), again: false, body: Vec::new().into() }
    }

    const fn ticket(attempt: u64) -> Ticket {
        Ticket { from: RunId(1), attempt }
    }

    fn done(sequence: u64) -> CommandAnswer {
        CommandAnswer::Done { fence: 1, sequence, body: Vec::new().into() }
    }

    fn entry(sequence: u64) -> LinkedEntry {
        LinkedEntry { sequence, before: [0; 32], hash: [1; 32], format: 1, bytes: Vec::new().into() }
    }

    /// A desk with one command whose entry is being written.
    fn writing(settings: &NodeSettings) -> OwnerDesk {
        let mut desk = OwnerDesk::holding();
        assert_eq!(desk.submit(command(7), ticket(1), NOW, settings), None);
        assert!(desk.next_group(settings).is_none(), "the node does not own the house");
        desk.open();
        assert_eq!(desk.next_group(settings).unwrap(), [command(7)]);
        let decision = DecidedCommand { entries: vec![entry(1)], answer: done(1) };
        let (answers, write) = desk.decided(ChainHead::EMPTY, vec![decision]);
        assert!(answers.is_empty() && write.is_some());
        desk
    }

    #[test]
    fn answers_follow_the_commit_and_go_to_every_copy() {
        let settings = NodeSettings::default();
        let mut desk = writing(&settings);
        assert_eq!(desk.submit(command(7), ticket(2), NOW, &settings), None);
        assert!(desk.next_group(&settings).is_none());
        let (entries, answers) = desk.committed();
        assert_eq!(entries, [entry(1)]);
        assert_eq!(answers, [(ticket(1), done(1)), (ticket(2), done(1))]);
    }

    #[test]
    fn what_is_not_committed_is_decided_again_before_later_commands() {
        let settings = NodeSettings::default();
        let mut desk = writing(&settings);
        desk.submit(command(8), ticket(2), NOW, &settings);
        desk.unknown();
        assert_eq!(desk.in_doubt(), Some((ChainHead::EMPTY, entry(1).head())));
        desk.not_committed();
        assert_eq!(desk.next_group(&settings).unwrap(), [command(7), command(8)]);
    }

    #[test]
    fn who_loses_the_house_answers_that_a_write_under_way_is_unknown() {
        let settings = NodeSettings { queue_max: 1, ..NodeSettings::default() };
        let mut desk = writing(&settings);
        desk.submit(command(8), ticket(2), NOW, &settings);
        assert_eq!(desk.submit(command(9), ticket(3), NOW, &settings), Some(CommandAnswer::Busy));
        let elsewhere = CommandAnswer::NotOwner(None);
        let answers = desk.abandon(&elsewhere);
        assert_eq!(answers, [(ticket(1), CommandAnswer::Unknown), (ticket(2), elsewhere)]);
    }

    #[test]
    fn a_command_waits_only_so_long() {
        let settings = NodeSettings::default();
        let mut desk = OwnerDesk::holding();
        desk.submit(command(7), ticket(1), NOW, &settings);
        assert!(desk.tick(NOW, &settings).is_empty());
        assert_eq!(desk.tick(NOW + settings.queue_wait, &settings), [(ticket(1), CommandAnswer::Busy)]);
    }
}
