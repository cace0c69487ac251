//! The commands of one house at its owner: a bounded queue, from which the next commands are decided while earlier ones are
//! written.
//!
//! A command waits in the queue, is decided by the house, waits for earlier writes, and is written. One group is decided at a time,
//! and a few are being written, so that the database has the next when it is done with one; what is decided meanwhile is
//! written together when there is room again, and half of those who send commands have sent one: a write costs the database as much
//! again as some dozens of commands, so that two halves are cheaper than many small groups. Each group continues the one before it and was decided on what that leads to: if one is
//! not committed, nothing after it is, and all of it is decided again. For the same reason an answer without entries waits
//! for the entries that were decided before it.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use crate::ids::{ChainHead, CommandKey, KeyedCommand, LinkedEntry, RunId};
use crate::message::CommandAnswer;
use crate::settings::NodeSettings;

/// The maximum number of groups that are being written: one that the database stores, and one that it has already received.
const WRITES_MAX: usize = 2;

/// With each write, a sixteenth of the commands that have been here at once is forgotten.
const FORGET_SHARE: usize = 16;

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
    /// What was decided, and is written when there is room for another write.
    decided: Option<WriteGroup>,
    /// The groups that are being written, the oldest first.
    writing: VecDeque<WriteGroup>,
    /// Whether it is unknown what became of the writes.
    is_in_doubt: bool,
    /// Whether the house has forgotten the groups that are being written: nothing is decided before they are committed and applied.
    is_forgotten: bool,
    /// How many commands have been here at once lately.
    at_once: usize,
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
            writing: VecDeque::new(),
            is_in_doubt: false,
            is_forgotten: false,
            at_once: 0,
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
    pub(crate) fn is_idle(&self) -> bool {
        self.deciding.is_none() && self.decided.is_none() && self.writing.is_empty()
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
        self.at_once = self.at_once.max(self.commands_here());
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
        let mut groups = self.writing.iter_mut().chain(&mut self.decided);
        queued.or_else(|| groups.find_map(|group| group.same_key(key)))
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
            self.is_forgotten = !self.writing.is_empty();
            self.deciding = Some(commands);
            self.decide_again(VecDeque::new());
            return None;
        }
        let mut answers = Vec::new();
        for (waiting, DecidedCommand { entries, answer }) in commands.into_iter().zip(decisions) {
            let has_entries = !entries.is_empty();
            if has_entries && self.decided.is_none() {
                let before = self.writing.back().map_or(applied, WriteGroup::head);
                self.decided = Some(WriteGroup::after(before));
            }
            // What it was decided on.
            match self.decided.as_mut().or(self.writing.back_mut()) {
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

    /// The group that is to be written now, if there is one and room for it. None is sent after one of which it is unknown what
    /// became of it.
    pub(crate) fn next_write(&mut self) -> Option<GroupToWrite> {
        if self.writing.len() >= WRITES_MAX || self.is_in_doubt || !self.is_worth_a_write() {
            return None;
        }
        let group = self.decided.take()?;
        // Who has gone is forgotten in some dozens of writes.
        self.at_once -= self.at_once.div_ceil(FORGET_SHARE);
        let written = group.commands.iter().filter(|command| command.has_entries);
        let keys = written.map(|command| command.waiting.command.key).collect();
        let write = GroupToWrite { before: group.before, entries: group.entries.clone(), keys };
        self.writing.push_back(group);
        Some(write)
    }

    /// The commands that wait, are being decided or are being written.
    fn commands_here(&self) -> usize {
        let groups = self.writing.iter().chain(&self.decided).map(|group| group.commands.len());
        self.queue.len() + self.deciding.as_ref().map_or(0, Vec::len) + groups.sum::<usize>()
    }

    /// Whether what is decided is to be written now: at once while the database has nothing to do, otherwise when it is half of
    /// what is usually here.
    fn is_worth_a_write(&self) -> bool {
        let decided = self.decided.as_ref().map_or(0, |group| group.commands.len());
        self.writing.is_empty() || decided >= self.at_once / 2
    }

    /// The oldest group is committed, under this fence. Returns its entries and the answers.
    pub(crate) fn committed(&mut self, fence: u64) -> (Vec<LinkedEntry>, TicketAnswers) {
        let Some(group) = self.writing.pop_front() else { return (Vec::new(), Vec::new()) };
        self.is_in_doubt &= !self.writing.is_empty();
        self.is_forgotten &= !self.writing.is_empty();
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

    /// What became of the groups that are being written is unknown.
    pub(crate) fn unknown(&mut self) {
        self.is_in_doubt = !self.writing.is_empty();
    }

    /// Whether it is unknown what became of the groups that are being written.
    pub(crate) const fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    /// How many of the groups that are being written are committed, if this is the head of the journal; `None` if they cannot have led
    /// to it.
    pub(crate) fn committed_up_to(&self, head: ChainHead) -> Option<usize> {
        let before = self.writing.front().map(|group| group.before);
        let heads = before.into_iter().chain(self.writing.iter().map(WriteGroup::head));
        heads.enumerate().find_map(|(groups, reached)| (reached == head).then_some(groups))
    }

    /// The last sequence that is being written.
    pub(crate) fn last_sequence(&self) -> Option<u64> {
        self.writing.back().map(|group| group.head().sequence)
    }

    /// The groups are known not to be committed: their commands and those that were decided after them are decided again, before those
    /// that came later. The house must forget what it decided.
    pub(crate) fn not_committed(&mut self) {
        (self.is_in_doubt, self.is_forgotten) = (false, false);
        let written = std::mem::take(&mut self.writing);
        self.decide_again(written);
    }

    /// Puts the commands of groups back into the queue, with all that were decided after them or are being decided.
    fn decide_again(&mut self, written: VecDeque<WriteGroup>) {
        let groups = written.into_iter().chain(self.decided.take());
        let answered = groups.flat_map(|group| group.commands).map(|command| command.waiting);
        let again: Vec<_> = answered.chain(self.deciding.take().into_iter().flatten()).collect();
        for waiting in again.into_iter().rev() {
            self.keys.insert(waiting.command.key);
            self.queue.push_front(waiting);
        }
    }

    /// The node does not own the house: everybody who waits gets this answer, or, where a write is under way, that the outcome
    /// is unknown. What was decided after that is not written.
    pub(crate) fn abandon(&mut self, answer: &CommandAnswer) -> TicketAnswers {
        let mut answers = Vec::new();
        for command in std::mem::take(&mut self.writing).into_iter().flat_map(|group| group.commands) {
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
mod tests;
