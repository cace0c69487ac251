//! The commands of one house at its owner: a bounded queue, from which the next commands are decided while earlier ones are
//! written.
//!
//! A command waits in the queue, is decided by the house, waits for the write before it, and is written. One group is decided and
//! one is written at a time; what is decided meanwhile is written together when that group is committed. It was decided on
//! what the group leads to: if the group is not committed, nothing after it is, and all of it is decided again. For the same reason
//! an answer without entries waits for the entries that were decided before it.

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

/// What the house decided on one command. Its answer holds when all entries up to here are committed.
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

/// A command with its answer, which holds when the group is committed.
#[derive(Clone, Debug)]
struct AnsweredCommand {
    waiting: WaitingCommand,
    answer: CommandAnswer,
    has_entries: bool,
}

/// What is written together. It has entries.
#[derive(Clone, Debug)]
struct WriteGroup {
    before: ChainHead,
    entries: Vec<LinkedEntry>,
    commands: Vec<AnsweredCommand>,
}

impl WriteGroup {
    const fn after(before: ChainHead) -> Self {
        Self { before, entries: Vec::new(), commands: Vec::new() }
    }

    /// The head that it leads to.
    fn head(&self) -> ChainHead {
        self.entries.last().map_or(self.before, LinkedEntry::head)
    }

    /// The command with this key, if it has entries: a refusal may have to be recorded for a later copy, so that is decided anew.
    fn same_key(&mut self, key: CommandKey) -> Option<&mut WaitingCommand> {
        let written = self.commands.iter_mut().filter(|command| command.has_entries);
        written.map(|command| &mut command.waiting).find(|waiting| waiting.command.key == key)
    }
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
    /// The keys of the commands in the queue, and of those that are written or will be.
    keys: BTreeSet<CommandKey>,
    deciding: Option<Vec<WaitingCommand>>,
    /// What was decided, and is written when the group before it is committed.
    decided: Option<WriteGroup>,
    writing: Option<WriteGroup>,
    /// Whether it is unknown what became of the write.
    is_in_doubt: bool,
    /// Whether the house has forgotten the group that is being written: nothing is decided before it is committed and applied.
    is_forgotten: bool,
}

impl OwnerDesk {
    /// A desk whose commands wait until the node owns the house.
    pub(crate) const fn holding() -> Self {
        Self {
            gate: DeskGate::Holding,
            queue: VecDeque::new(),
            keys: BTreeSet::new(),
            deciding: None,
            decided: None,
            writing: None,
            is_in_doubt: false,
            is_forgotten: false,
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
        self.deciding.is_none() && self.decided.is_none() && self.writing.is_none()
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
        // Most keys are new: they are not looked for everywhere.
        if !self.keys.contains(&key) {
            return None;
        }
        let queued = self.queue.iter_mut().find(|waiting| waiting.command.key == key);
        let groups = [&mut self.decided, &mut self.writing];
        queued.or_else(|| groups.into_iter().flatten().find_map(|group| group.same_key(key)))
    }

    /// The next group to decide. None is begun while it is unknown on what.
    pub(crate) fn next_group(&mut self, settings: &NodeSettings) -> Option<Vec<KeyedCommand>> {
        let decided = self.decided.as_ref().map_or(0, |group| group.commands.len());
        let most = self.queue.len().min(settings.group_max.saturating_sub(decided));
        let is_known = !self.is_in_doubt && !self.is_forgotten;
        if self.gate != DeskGate::Open || self.deciding.is_some() || !is_known || most == 0 {
            return None;
        }
        let group: Vec<_> = self.queue.drain(..most).collect();
        for waiting in &group {
            self.keys.remove(&waiting.command.key);
        }
        let commands = group.iter().map(|waiting| waiting.command.clone()).collect();
        self.deciding = Some(group);
        Some(commands)
    }

    /// What was decided on the commands of the group, in their order; `applied` is the head of what is committed. Returns the
    /// answers that hold at once, or `None` if nothing can be done with the decisions: then the house must forget them.
    pub(crate) fn decided(
        &mut self,
        applied: ChainHead,
        decisions: Vec<DecidedCommand>,
    ) -> Option<TicketAnswers> {
        let commands = self.deciding.take()?;
        if commands.len() != decisions.len() {
            // It is another one than decided the groups before.
            self.is_forgotten = self.writing.is_some();
            self.deciding = Some(commands);
            self.decide_again(None);
            return None;
        }
        let mut answers = Vec::new();
        for (waiting, DecidedCommand { entries, answer }) in commands.into_iter().zip(decisions) {
            let has_entries = !entries.is_empty();
            if has_entries && self.decided.is_none() {
                let before = self.writing.as_ref().map_or(applied, WriteGroup::head);
                self.decided = Some(WriteGroup::after(before));
            }
            // What it was decided on.
            match self.decided.as_mut().or(self.writing.as_mut()) {
                Some(group) => {
                    if has_entries {
                        self.keys.insert(waiting.command.key);
                    }
                    group.entries.extend(entries);
                    group.commands.push(AnsweredCommand { waiting, answer, has_entries });
                }
                None => answer_all(&waiting, &answer, &mut answers),
            }
        }
        Some(answers)
    }

    /// The group that is to be written now, if there is one and no other is being written.
    pub(crate) fn next_write(&mut self) -> Option<GroupToWrite> {
        if self.writing.is_some() {
            return None;
        }
        let group = self.decided.take()?;
        let written = group.commands.iter().filter(|command| command.has_entries);
        let keys = written.map(|command| command.waiting.command.key).collect();
        let write = GroupToWrite { before: group.before, entries: group.entries.clone(), keys };
        self.writing = Some(group);
        Some(write)
    }

    /// The group is committed, under this fence. Returns its entries and the answers.
    pub(crate) fn committed(&mut self, fence: u64) -> (Vec<LinkedEntry>, TicketAnswers) {
        (self.is_in_doubt, self.is_forgotten) = (false, false);
        let Some(group) = self.writing.take() else { return (Vec::new(), Vec::new()) };
        let mut answers = Vec::new();
        for AnsweredCommand { waiting, mut answer, .. } in group.commands {
            self.keys.remove(&waiting.command.key);
            // The fence may have been raised since it was decided.
            if let CommandAnswer::Done { fence: decided_under, .. } = &mut answer {
                *decided_under = fence;
            }
            answer_all(&waiting, &answer, &mut answers);
        }
        (group.entries, answers)
    }

    /// What became of the group is unknown.
    pub(crate) const fn unknown(&mut self) {
        self.is_in_doubt = self.writing.is_some();
    }

    /// The head that the group continues, and the head that it leads to, while what became of it is unknown.
    pub(crate) fn in_doubt(&self) -> Option<(ChainHead, ChainHead)> {
        let group = self.writing.as_ref().filter(|_| self.is_in_doubt)?;
        Some((group.before, group.head()))
    }

    /// The group is known not to be committed: its commands and those that were decided after it are decided again, before those
    /// that came later. The house must forget what it decided.
    pub(crate) fn not_committed(&mut self) {
        (self.is_in_doubt, self.is_forgotten) = (false, false);
        let written = self.writing.take();
        self.decide_again(written);
    }

    /// Puts the commands of a group back into the queue, with all that were decided after it or are being decided.
    fn decide_again(&mut self, written: Option<WriteGroup>) {
        let groups = [written, self.decided.take()].into_iter().flatten();
        let answered = groups.flat_map(|group| group.commands).map(|command| command.waiting);
        let again: Vec<_> = answered.chain(self.deciding.take().into_iter().flatten()).collect();
        for waiting in again.into_iter().rev() {
            self.keys.insert(waiting.command.key);
            self.queue.push_front(waiting);
        }
    }

    /// The node does not own the house: everybody who waits gets this answer, or, where a write is under way, that the outcome
    /// is unknown. What was decided after it is not written.
    pub(crate) fn abandon(&mut self, answer: &CommandAnswer) -> TicketAnswers {
        let mut answers = Vec::new();
        for command in self.writing.take().into_iter().flat_map(|group| group.commands) {
            let outcome = if command.has_entries { &CommandAnswer::Unknown } else { answer };
            answer_all(&command.waiting, outcome, &mut answers);
        }
        self.not_committed();
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

    fn refused() -> CommandAnswer {
        CommandAnswer::Refused { recorded: false, body: Vec::new().into() }
    }

    fn entry(sequence: u64) -> LinkedEntry {
        LinkedEntry { sequence, before: [0; 32], hash: [1; 32], format: 1, bytes: Vec::new().into() }
    }

    fn writes(sequence: u64) -> DecidedCommand {
        DecidedCommand { entries: vec![entry(sequence)], answer: done(sequence) }
    }

    fn refuses() -> DecidedCommand {
        DecidedCommand { entries: Vec::new(), answer: refused() }
    }

    /// Submits commands with these keys, the attempts numbered like them, and has them decided.
    fn decide(
        desk: &mut OwnerDesk,
        settings: &NodeSettings,
        commands: &[(u128, DecidedCommand)],
    ) -> TicketAnswers {
        for (key, _) in commands {
            let attempt = u64::try_from(*key).unwrap();
            assert_eq!(desk.submit(command(*key), ticket(attempt), NOW, settings), None);
        }
        let keys: Vec<_> = commands.iter().map(|(key, _)| command(*key)).collect();
        assert_eq!(desk.next_group(settings).unwrap(), keys);
        let decisions = commands.iter().map(|(_, decision)| decision.clone()).collect();
        desk.decided(ChainHead::EMPTY, decisions).unwrap()
    }

    /// A desk with one command whose entry is being written.
    fn writing(settings: &NodeSettings) -> OwnerDesk {
        let mut desk = OwnerDesk::holding();
        desk.open();
        assert!(decide(&mut desk, settings, &[(7, writes(1))]).is_empty());
        assert_eq!(desk.next_write().unwrap().before, ChainHead::EMPTY);
        desk
    }

    #[test]
    fn nothing_is_decided_before_the_node_owns_the_house() {
        let settings = NodeSettings::default();
        let mut desk = OwnerDesk::holding();
        desk.submit(command(7), ticket(1), NOW, &settings);
        assert!(desk.next_group(&settings).is_none());
        desk.open();
        assert!(desk.next_group(&settings).is_some());
    }

    #[test]
    fn answers_follow_the_commit_and_go_to_every_copy() {
        let settings = NodeSettings::default();
        let mut desk = writing(&settings);
        assert_eq!(desk.submit(command(7), ticket(2), NOW, &settings), None);
        assert!(desk.next_group(&settings).is_none());
        let (entries, answers) = desk.committed(1);
        assert_eq!(entries, [entry(1)]);
        assert_eq!(answers, [(ticket(7), done(1)), (ticket(2), done(1))]);
    }

    #[test]
    fn what_is_decided_while_a_group_is_written_is_written_together_after_it() {
        let settings = NodeSettings::default();
        let mut desk = writing(&settings);
        assert!(decide(&mut desk, &settings, &[(8, writes(2))]).is_empty());
        assert!(decide(&mut desk, &settings, &[(9, writes(3)), (10, refuses())]).is_empty());
        assert!(desk.next_write().is_none(), "one group is written at a time");
        assert_eq!(desk.committed(1).1, [(ticket(7), done(1))]);
        let next = desk.next_write().unwrap();
        assert_eq!((next.before, next.entries), (entry(1).head(), vec![entry(2), entry(3)]));
        assert_eq!(next.keys, [CommandKey(8), CommandKey(9)]);
        assert_eq!(
            desk.committed(1).1,
            [(ticket(8), done(2)), (ticket(9), done(3)), (ticket(10), refused())]
        );
        assert!(desk.is_idle());
    }

    #[test]
    fn a_refusal_waits_for_the_entries_it_was_decided_on() {
        let settings = NodeSettings::default();
        let mut desk = OwnerDesk::holding();
        desk.open();
        assert_eq!(decide(&mut desk, &settings, &[(6, refuses())]), [(ticket(6), refused())]);
        let mut desk = writing(&settings);
        assert!(decide(&mut desk, &settings, &[(8, refuses())]).is_empty());
        // A copy may have to be recorded: it is decided by itself.
        desk.submit(KeyedCommand { again: true, ..command(8) }, ticket(20), NOW, &settings);
        assert_eq!(desk.committed(1).1, [(ticket(7), done(1)), (ticket(8), refused())]);
        assert!(desk.next_group(&settings).unwrap()[0].again);
    }

    #[test]
    fn what_is_not_committed_is_decided_again_with_all_that_followed_before_later_commands() {
        let settings = NodeSettings::default();
        let mut desk = writing(&settings);
        decide(&mut desk, &settings, &[(8, writes(2)), (9, refuses())]);
        desk.submit(command(10), ticket(10), NOW, &settings);
        assert!(desk.next_group(&settings).is_some());
        desk.submit(command(11), ticket(11), NOW, &settings);
        desk.unknown();
        assert_eq!(desk.in_doubt(), Some((ChainHead::EMPTY, entry(1).head())));
        desk.not_committed();
        assert!(
            desk.decided(ChainHead::EMPTY, vec![writes(3)]).is_none(),
            "it was decided on what is not there"
        );
        let again = [7, 8, 9, 10, 11].map(command);
        assert_eq!((desk.next_group(&settings).unwrap(), desk.in_doubt()), (again.to_vec(), None));
    }

    #[test]
    fn nothing_is_decided_on_a_write_in_doubt_and_no_group_grows_past_its_bound() {
        let settings = NodeSettings { group_max: 2, ..NodeSettings::default() };
        let mut desk = writing(&settings);
        decide(&mut desk, &settings, &[(8, writes(2)), (9, writes(3))]);
        desk.submit(command(10), ticket(10), NOW, &settings);
        assert!(desk.next_group(&settings).is_none(), "two are decided and wait for their write");
        desk.committed(1);
        assert_eq!(desk.next_write().unwrap().entries.len(), 2);
        desk.unknown();
        assert!(desk.next_group(&settings).is_none(), "it is unknown on what it would be decided");
        desk.committed(1);
        assert_eq!(desk.next_group(&settings).unwrap(), [command(10)]);
    }

    #[test]
    fn a_house_that_answers_for_other_commands_decides_again() {
        let settings = NodeSettings::default();
        let mut desk = writing(&settings);
        desk.submit(command(8), ticket(8), NOW, &settings);
        assert!(desk.next_group(&settings).is_some());
        assert!(desk.decided(ChainHead::EMPTY, Vec::new()).is_none());
        assert!(desk.next_group(&settings).is_none(), "it does not know what is being written");
        desk.committed(1);
        assert_eq!(desk.next_group(&settings).unwrap(), [command(8)]);
    }

    #[test]
    fn who_loses_the_house_answers_that_a_write_under_way_is_unknown() {
        let settings = NodeSettings { queue_max: 1, ..NodeSettings::default() };
        let mut desk = writing(&settings);
        decide(&mut desk, &settings, &[(8, writes(2))]);
        desk.submit(command(9), ticket(9), NOW, &settings);
        assert_eq!(desk.submit(command(10), ticket(10), NOW, &settings), Some(CommandAnswer::Busy));
        let elsewhere = CommandAnswer::NotOwner(None);
        let answers = desk.abandon(&elsewhere);
        let (unknown, later) =
            ((ticket(7), CommandAnswer::Unknown), [8, 9].map(|at| (ticket(at), elsewhere.clone())));
        assert_eq!((answers[0].clone(), &answers[1..]), (unknown, &later[..]));
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
