//! The house of the simulation: a total that must not become negative, with the keys that led to it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::desk::DecidedCommand;
use crate::ids::{ChainHead, CommandKey, EntryHash, HouseNumber, KeyedCommand, LinkedEntry, spread};
use crate::message::CommandAnswer;
use crate::simulation::houses::{DecideTerms, SimCommand, SimHouse, SimHouses, SimLine};
use crate::simulation::random::SimRandom;

/// What an entry says.
#[derive(Clone, Copy, Debug)]
struct ModelEvent {
    key: CommandKey,
    amount: i64,
    is_refusal: bool,
    /// The fence of the owner that decided it: decided again, the same command is another entry.
    salt: u64,
}

impl ModelEvent {
    fn bytes(self) -> Arc<[u8]> {
        let mut bytes = self.key.0.to_le_bytes().to_vec();
        bytes.extend(self.amount.to_le_bytes());
        bytes.extend(self.salt.to_le_bytes());
        bytes.push(u8::from(self.is_refusal));
        bytes.into()
    }

    fn of(entry: &LinkedEntry) -> Option<Self> {
        let (key, rest) = entry.bytes.split_first_chunk::<16>()?;
        let (amount, rest) = rest.split_first_chunk::<8>()?;
        let (salt, rest) = rest.split_first_chunk::<8>()?;
        let (key, salt) = (CommandKey(u128::from_le_bytes(*key)), u64::from_le_bytes(*salt));
        Some(Self { key, amount: i64::from_le_bytes(*amount), is_refusal: rest == [1], salt })
    }
}

/// What became of a key.
#[derive(Clone, Copy, Debug)]
struct KnownKey {
    sequence: u64,
    total: i64,
    is_refusal: bool,
}

/// A house as one node has it.
#[derive(Clone, Debug)]
struct Replica {
    head: ChainHead,
    total: i64,
    keys: BTreeMap<CommandKey, KnownKey>,
    ahead: Ahead,
}

/// What a house has decided, and has not seen committed.
#[derive(Clone, Debug, Default)]
struct Ahead {
    entries: VecDeque<LinkedEntry>,
    /// What the entries lead to, if there are any.
    total: i64,
    keys: BTreeMap<CommandKey, KnownKey>,
}

/// The houses of the simulation.
#[derive(Debug)]
pub(crate) struct ModelHouses;

impl SimHouses for ModelHouses {
    fn open(&self, _: HouseNumber) -> Box<dyn SimHouse> {
        Box::new(Replica::new())
    }

    fn founding(&self, _: HouseNumber) -> Vec<LinkedEntry> {
        Vec::new()
    }

    fn command(&mut self, _: HouseNumber, random: &mut SimRandom) -> SimCommand {
        let amount = i64::try_from(random.below(100)).expect("a small number") - 50;
        SimCommand { body: command_body(amount), amount: Some(amount) }
    }

    fn line(&self, _: HouseNumber, entry: &LinkedEntry) -> Option<SimLine> {
        let ModelEvent { key, amount, is_refusal, .. } = ModelEvent::of(entry)?;
        Some(SimLine { key: Some(key), amount, is_refusal })
    }

    fn stored(&mut self, _: HouseNumber, _: usize, _: &[LinkedEntry]) -> Result<(), String> {
        Ok(())
    }
}

/// The bytes of a command.
fn command_body(amount: i64) -> Arc<[u8]> {
    amount.to_le_bytes().to_vec().into()
}

/// The total in an answer.
pub(crate) fn total_in(body: &[u8]) -> i64 {
    body.first_chunk::<8>().map_or(0, |bytes| i64::from_le_bytes(*bytes))
}

impl SimHouse for Replica {
    fn head(&self) -> ChainHead {
        self.head
    }

    fn total(&self) -> i64 {
        self.total
    }

    fn apply(&mut self, entry: &LinkedEntry) -> bool {
        let Some(event) = ModelEvent::of(entry) else { return false };
        let follows = entry.sequence == self.head.sequence + 1 && entry.before == self.head.hash;
        if !follows || hash_of(&entry.before, entry.sequence, &entry.bytes) != entry.hash {
            return false;
        }
        if let Some(decided) = self.ahead.entries.pop_front() {
            if decided.head() != entry.head() {
                return false;
            }
            if self.ahead.entries.is_empty() {
                self.forget_decisions();
            }
        }
        self.change(event, entry.head());
        true
    }

    fn is_ahead(&self) -> bool {
        !self.ahead.entries.is_empty()
    }

    fn forget_decisions(&mut self) {
        self.ahead = Ahead::default();
    }

    fn decide(&mut self, commands: &[KeyedCommand], terms: DecideTerms) -> Vec<DecidedCommand> {
        commands.iter().map(|command| self.decide_one(command, terms)).collect()
    }

    fn force(&mut self, entry: &LinkedEntry) {
        if let Some(event) = ModelEvent::of(entry) {
            self.change(event, entry.head());
        }
    }

    fn repeat(&mut self, entry: &LinkedEntry) {
        self.total += ModelEvent::of(entry).map_or(0, |event| event.amount);
    }

    fn forget_keys(&mut self) {
        self.keys.clear();
    }
}

impl Replica {
    const fn new() -> Self {
        let ahead = Ahead { entries: VecDeque::new(), total: 0, keys: BTreeMap::new() };
        Self { head: ChainHead::EMPTY, total: 0, keys: BTreeMap::new(), ahead }
    }

    /// What an entry does, whatever is in it.
    fn change(&mut self, event: ModelEvent, head: ChainHead) {
        self.total += event.amount;
        self.head = head;
        let known = KnownKey { sequence: head.sequence, total: self.total, is_refusal: event.is_refusal };
        self.keys.insert(event.key, known);
    }

    fn decide_one(&mut self, command: &KeyedCommand, terms: DecideTerms) -> DecidedCommand {
        let DecideTerms { fence, format, records_refusals, .. } = terms;
        let without = |answer| DecidedCommand { entries: Vec::new(), answer };
        let known = self.keys.get(&command.key).or_else(|| self.ahead.keys.get(&command.key));
        if let Some(known) = known {
            return without(answer_to(*known, fence));
        }
        let (head, total) = match self.ahead.entries.back() {
            Some(last) => (last.head(), self.ahead.total),
            None => (self.head, self.total),
        };
        let amount = total_in(&command.body);
        let is_refusal = total + amount < 0;
        if is_refusal && !(command.again && records_refusals) {
            return without(CommandAnswer::Refused { recorded: command.again, body: Arc::new([]) });
        }
        let amount = if is_refusal { 0 } else { amount };
        let event = ModelEvent { key: command.key, amount, is_refusal, salt: fence };
        let entry = linked(head, event, format);
        let known = KnownKey { sequence: entry.sequence, total: total + amount, is_refusal };
        self.ahead.total = known.total;
        self.ahead.keys.insert(command.key, known);
        self.ahead.entries.push_back(entry.clone());
        DecidedCommand { entries: vec![entry], answer: answer_to(known, fence) }
    }
}

fn answer_to(known: KnownKey, fence: u64) -> CommandAnswer {
    match known.is_refusal {
        true => CommandAnswer::Refused { recorded: true, body: Arc::new([]) },
        false => CommandAnswer::Done { fence, sequence: known.sequence, body: command_body(known.total) },
    }
}

fn linked(head: ChainHead, event: ModelEvent, format: u16) -> LinkedEntry {
    let (sequence, bytes) = (head.sequence + 1, event.bytes());
    let hash = hash_of(&head.hash, sequence, &bytes);
    LinkedEntry { sequence, before: head.hash, hash, format, bytes }
}

/// A hash that is good enough for a model.
fn hash_of(before: &EntryHash, sequence: u64, bytes: &[u8]) -> EntryHash {
    let mut state = sequence;
    for chunk in before.chunks(8).chain(bytes.chunks(8)) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = spread(state, u64::from_le_bytes(word));
    }
    let mut hash = [0; 32];
    for (place, part) in hash.chunks_mut(8).enumerate() {
        part.copy_from_slice(&spread(state, place as u64).to_le_bytes());
    }
    hash
}
