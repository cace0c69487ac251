//! The tables of the model database, with what is needed to lose their tail.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::ids::{ChainHead, CommandKey, EntryHash, HouseNumber, LinkedEntry, RunId};
use crate::rows::{ClusterView, LeaseRow, MemberRow};

/// An entry as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredLine {
    pub(crate) entry: LinkedEntry,
    /// The keys of the commands of its group, if it is the last entry of the group.
    pub(crate) keys: Vec<CommandKey>,
    pub(crate) fence: u64,
    /// When it was committed.
    pub(crate) at: u64,
}

/// What was there before a change.
#[derive(Clone, Debug)]
enum Undo {
    Lease(LeaseRow),
    Journal { house: HouseNumber, length: usize },
    Member(RunId, Option<MemberRow>),
    Format(u16),
}

/// How long changes can be undone, in microseconds.
const UNDO_SPAN: u64 = 2_000_000;

/// The tables. Rows that are handed out can be changed only through methods that note what was there before.
#[derive(Debug)]
pub(crate) struct Tables {
    leases: Vec<LeaseRow>,
    journals: Vec<Vec<StoredLine>>,
    keys: Vec<BTreeSet<CommandKey>>,
    members: BTreeMap<RunId, MemberRow>,
    format: u16,
    undo: VecDeque<(u64, Undo)>,
}

impl Tables {
    pub(crate) fn new(houses: u16) -> Self {
        let lease =
            |house| LeaseRow { house: HouseNumber(house), run: None, fence: 0, renewals: 0, suspended: None };
        Self {
            leases: (0..houses).map(lease).collect(),
            journals: vec![Vec::new(); usize::from(houses)],
            keys: vec![BTreeSet::new(); usize::from(houses)],
            members: BTreeMap::new(),
            format: 1,
            undo: VecDeque::new(),
        }
    }

    pub(crate) fn lease(&self, house: HouseNumber) -> &LeaseRow {
        &self.leases[usize::from(house.0)]
    }

    pub(crate) fn leases(&self) -> &[LeaseRow] {
        &self.leases
    }

    pub(crate) fn journal(&self, house: HouseNumber) -> &[StoredLine] {
        &self.journals[usize::from(house.0)]
    }

    pub(crate) fn head(&self, house: HouseNumber) -> ChainHead {
        self.journal(house).last().map_or(ChainHead::EMPTY, |line| line.entry.head())
    }

    /// The hash of the entry with a sequence.
    pub(crate) fn hash_at(&self, house: HouseNumber, sequence: u64) -> Option<EntryHash> {
        match usize::try_from(sequence).ok()? {
            0 => Some(ChainHead::EMPTY.hash),
            sequence => self.journal(house).get(sequence - 1).map(|line| line.entry.hash),
        }
    }

    pub(crate) fn has_key(&self, house: HouseNumber, key: CommandKey) -> bool {
        self.keys[usize::from(house.0)].contains(&key)
    }

    pub(crate) const fn format(&self) -> u16 {
        self.format
    }

    pub(crate) fn members(&self) -> &BTreeMap<RunId, MemberRow> {
        &self.members
    }

    pub(crate) fn view(&self) -> Arc<ClusterView> {
        let members = self.members.values().cloned().collect();
        Arc::new(ClusterView { format: self.format, members, leases: self.leases.clone() })
    }

    pub(crate) fn change_lease(&mut self, house: HouseNumber, now: u64, change: impl FnOnce(&mut LeaseRow)) {
        let row = self.leases[usize::from(house.0)].clone();
        self.note(now, Undo::Lease(row));
        change(&mut self.leases[usize::from(house.0)]);
    }

    pub(crate) fn append(&mut self, house: HouseNumber, lines: Vec<StoredLine>, now: u64) {
        let place = usize::from(house.0);
        self.note(now, Undo::Journal { house, length: self.journals[place].len() });
        self.keys[place].extend(lines.iter().flat_map(|line| line.keys.iter().copied()));
        self.journals[place].extend(lines);
    }

    /// Founds a house: it has these entries before anybody owns it.
    pub(crate) fn found(&mut self, house: HouseNumber, entries: Vec<LinkedEntry>) {
        let line = |entry| StoredLine { entry, keys: Vec::new(), fence: 0, at: 0 };
        self.journals[usize::from(house.0)].extend(entries.into_iter().map(line));
    }

    pub(crate) fn set_member(&mut self, run: RunId, row: Option<MemberRow>, now: u64) {
        let before = match row {
            Some(row) => self.members.insert(run, row),
            None => self.members.remove(&run),
        };
        self.note(now, Undo::Member(run, before));
    }

    pub(crate) fn set_format(&mut self, format: u16, now: u64) {
        self.note(now, Undo::Format(self.format));
        self.format = format;
    }

    /// Loses every change since a time. Returns how many entries are gone.
    pub(crate) fn lose_since(&mut self, since: u64) -> usize {
        let mut lost = 0;
        while let Some((_, undo)) = self.undo.pop_back_if(|(at, _)| *at >= since) {
            match undo {
                Undo::Lease(row) => {
                    let place = usize::from(row.house.0);
                    self.leases[place] = row;
                }
                Undo::Journal { house, length } => {
                    let place = usize::from(house.0);
                    let gone: Vec<StoredLine> = self.journals[place].drain(length..).collect();
                    lost += gone.len();
                    for key in gone.into_iter().flat_map(|line| line.keys) {
                        self.keys[place].remove(&key);
                    }
                }
                Undo::Member(run, Some(row)) => {
                    self.members.insert(run, row);
                }
                Undo::Member(run, None) => {
                    self.members.remove(&run);
                }
                Undo::Format(format) => self.format = format,
            }
        }
        lost
    }

    fn note(&mut self, now: u64, undo: Undo) {
        self.undo.push_back((now, undo));
        while self.undo.pop_front_if(|(at, _)| *at + UNDO_SPAN < now).is_some() {}
    }
}
