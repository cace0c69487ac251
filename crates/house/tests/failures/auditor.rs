//! The auditor: it sees only what is stored, keeps books of its own, and checks them after every change of a journal.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::{IdempotencyKey, StreamId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Location, Unit};
use croupier_nodes::LinkedEntry;
use croupier_nodes::simulation::SimLine;

use crate::common::Rig;

/// The number of entries after which the records of all tables are judged again, and the books compared.
const JUDGE_EVERY: u64 = 64;

/// What the auditor knows of one house.
pub(crate) struct Auditor {
    /// A house that only applies what is stored, with the checks of the tests of houses.
    pub(crate) rig: Rig,
    entries: Vec<LinkedEntry>,
    versions: BTreeMap<StreamId, u64>,
    balances: BTreeMap<Account, i64>,
    lines: Vec<SimLine>,
    /// The last entry of the command with each key.
    ends: BTreeMap<IdempotencyKey, u64>,
    at: i64,
}

impl Auditor {
    /// The auditor of a house without entries.
    pub(crate) fn new() -> Self {
        Self {
            rig: Rig::empty(),
            entries: Vec::new(),
            versions: BTreeMap::new(),
            balances: BTreeMap::new(),
            lines: Vec::new(),
            ends: BTreeMap::new(),
            at: 0,
        }
    }

    /// The house as it is stored.
    pub(crate) const fn house(&self) -> &House<'static> {
        &self.rig.house
    }

    /// What an entry says. Its key counts for the last entry of its command.
    pub(crate) fn line(&self, sequence: u64) -> Option<SimLine> {
        let line = *self.lines.get(usize::try_from(sequence).ok()?.checked_sub(1)?)?;
        let ends = line.key.is_some_and(|key| self.ends.get(&IdempotencyKey(key.0)) == Some(&sequence));
        Some(SimLine { key: line.key.filter(|_| ends), ..line })
    }

    /// Follows a journal of which the first `still` entries are there, and these new ones.
    pub(crate) fn follow(&mut self, still: usize, new: &[LinkedEntry]) -> Result<(), String> {
        if still < self.entries.len() {
            let before = std::mem::replace(self, Self::new()).entries;
            before.iter().take(still).try_for_each(|entry| self.add(entry))?;
        }
        new.iter().try_for_each(|entry| self.add(entry))
    }

    fn add(&mut self, linked: &LinkedEntry) -> Result<(), String> {
        let sequence = linked.sequence;
        let wrong = |what: String| format!("entry {sequence}: {what}");
        self.add_entry(linked).map_err(wrong)?;
        if sequence.is_multiple_of(JUDGE_EVERY) {
            self.compare().map_err(wrong)?;
        }
        Ok(())
    }

    fn add_entry(&mut self, linked: &LinkedEntry) -> Result<(), String> {
        let entry = Entry::read_alone(&*linked.bytes).map_err(|error| error.to_string())?;
        self.check_chain(linked, &entry)?;
        self.check_key(&entry)?;
        let amount = self.post(&entry)?;
        self.rig.house.apply(&entry).map_err(|error| error.to_string())?;
        let is_refusal = matches!(entry.body.event, Event::CommandRefused(_));
        let key = entry.body.key.map(|(key, _)| croupier_nodes::CommandKey(key.0));
        self.lines.push(SimLine { key, amount, is_refusal });
        self.entries.push(linked.clone());
        Ok(())
    }

    /// The place of an entry in the house, in its journal, in the chain and in time.
    fn check_chain(&mut self, linked: &LinkedEntry, entry: &Entry) -> Result<(), String> {
        let (last, body) = (self.entries.last(), &entry.body);
        let before = last.map_or([0; 32], |last| last.hash);
        let hash = *blake3::hash(&linked.bytes).as_bytes();
        if (linked.hash, linked.before, body.prev) != (hash, before, before) {
            return Err("it is not linked to the one before it".to_owned());
        }
        let due = last.map_or(0, |last| last.sequence) + 1;
        if (linked.sequence, body.sequence) != (due, due) {
            return Err(format!("it should be entry {due}"));
        }
        let version = self.versions.entry(entry.stream).or_default();
        if body.version != *version + 1 {
            return Err(format!("version {} after {version}", body.version));
        }
        *version = body.version;
        if body.at < self.at {
            return Err(format!("its time is {} ms before that of an earlier one", self.at - body.at));
        }
        self.at = body.at;
        Ok(())
    }

    /// A key belongs to one command, whose entries follow one another.
    fn check_key(&mut self, entry: &Entry) -> Result<(), String> {
        let Some((key, _)) = entry.body.key else { return Ok(()) };
        let sequence = entry.body.sequence;
        match self.ends.insert(key, sequence) {
            Some(end) if end + 1 != sequence => Err(format!("its key was used at entry {end}")),
            _ => Ok(()),
        }
    }

    /// Posts the transactions, and returns what they change the chips of players by.
    fn post(&mut self, entry: &Entry) -> Result<i64, String> {
        let mut changed = 0;
        for transaction in &entry.body.ledger {
            for leg in &transaction.legs {
                for (location, by) in [(leg.from, -leg.amount.minor()), (leg.to, leg.amount.minor())] {
                    let account = Account { house: entry.stream.house, unit: leg.unit, location };
                    *self.balances.entry(account).or_default() += by;
                    let is_players = matches!((leg.unit, location), (Unit::Chips, Location::Player(_)));
                    changed += if is_players { by } else { 0 };
                }
            }
        }
        let short = self.balances.iter().find(|(account, balance)| **balance < 0 && !may_owe(**account));
        match short {
            Some((account, balance)) => Err(format!("{account:?} has {balance}")),
            None => Ok(changed),
        }
    }

    /// The books of the house are those of the auditor, and judging the records again gives the money that was moved.
    fn compare(&self) -> Result<(), String> {
        let found = self.house().ledger.accounts();
        let mut found: Vec<(Account, i64)> =
            found.into_iter().map(|(account, balance)| (account, balance.minor())).collect();
        found.retain(|(_, balance)| *balance != 0);
        found.sort_unstable();
        let own = self.balances.iter().filter(|(_, balance)| **balance != 0);
        if !found.iter().map(|(account, balance)| (account, balance)).eq(own) {
            return Err("the house has other balances than follow from its entries".to_owned());
        }
        catch_unwind(AssertUnwindSafe(|| self.rig.audit())).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            text.unwrap_or_else(|| "its records are not those of the money that was moved".to_owned())
        })
    }
}

/// Whether an account may be negative: what is outside the house, wheel chips at their table, and a float that has paid.
const fn may_owe(account: Account) -> bool {
    matches!(
        (account.unit, account.location),
        (_, Location::Issued | Location::Bank | Location::Wallet(_) | Location::Float(_))
    )
}
