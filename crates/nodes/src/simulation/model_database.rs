//! A model of the database: transactions that lock the row of a lease, connections that are ended, a standby that is
//! promoted.

use std::collections::{BTreeMap, VecDeque};

use crate::database::{DatabaseAnswer, DatabaseCall};
use crate::ids::{HouseNumber, LinkedEntry, RunId};
use crate::rows::{JoinRefusal, MemberRow};
use crate::simulation::defect::Defect;
use crate::simulation::tables::{StoredLine, Tables};

/// A call on its way to the database and through it.
#[derive(Clone, Debug)]
pub(crate) struct ModelRequest {
    pub(crate) node: usize,
    pub(crate) run: RunId,
    pub(crate) call: u64,
    /// The connection that it came over: a node has one to write through, and opens another when that is lost.
    pub(crate) connection: u64,
    /// The server that it was sent to: promotion makes another.
    pub(crate) server: u64,
    pub(crate) what: DatabaseCall,
}

impl ModelRequest {
    fn answered(&self, answer: DatabaseAnswer) -> DatabaseEffect {
        DatabaseEffect::Answer { node: self.node, run: self.run, call: self.call, answer }
    }
}

/// What a hung commit waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HungCommit {
    /// The commit itself, which a stopped node has not sent: the transaction is rolled back when its connection ends.
    ForTheClient,
    /// The standby: the transaction is committed when its connection ends.
    ForTheStandby,
}

/// What the world has to do for the database.
#[derive(Debug)]
pub(crate) enum DatabaseEffect {
    Answer {
        node: usize,
        run: RunId,
        call: u64,
        answer: DatabaseAnswer,
    },
    /// A transaction of a house commits after a while, a long one if it hangs.
    Commit {
        house: HouseNumber,
        transaction: u64,
        hangs: bool,
    },
}

#[derive(Debug)]
struct OpenTransaction {
    id: u64,
    request: ModelRequest,
    hung: Option<HungCommit>,
}

#[derive(Debug, Default)]
struct RowLock {
    holder: Option<OpenTransaction>,
    waiting: VecDeque<ModelRequest>,
}

/// The database.
#[derive(Debug)]
pub(crate) struct ModelDatabase {
    pub(crate) tables: Tables,
    pub(crate) is_up: bool,
    pub(crate) server: u64,
    pub(crate) defect: Option<Defect>,
    /// Nodes whose next write hangs.
    pub(crate) hangs: BTreeMap<usize, HungCommit>,
    locks: Vec<RowLock>,
    /// The connections of a run up to this one are ended.
    ended: BTreeMap<RunId, u64>,
    next_transaction: u64,
    key_check: Option<u64>,
    /// For a defect only: when the lease of a house was last renewed, by the wall clock of its owner.
    pub(crate) renewed_at: BTreeMap<HouseNumber, i64>,
}

impl ModelDatabase {
    pub(crate) fn new(houses: u16, defect: Option<Defect>) -> Self {
        Self {
            tables: Tables::new(houses),
            is_up: true,
            server: 0,
            defect,
            hangs: BTreeMap::new(),
            locks: (0..houses).map(|_| RowLock::default()).collect(),
            ended: BTreeMap::new(),
            next_transaction: 0,
            key_check: None,
            renewed_at: BTreeMap::new(),
        }
    }

    /// A call arrives.
    pub(crate) fn arrive(&mut self, request: ModelRequest, now: u64, effects: &mut Vec<DatabaseEffect>) {
        let is_ended = self.ended.get(&request.run).is_some_and(|ended| request.connection <= *ended);
        let writes = matches!(request.what, DatabaseCall::Write { .. } | DatabaseCall::FindOut { .. });
        if !self.is_up || request.server != self.server || (writes && is_ended) {
            return effects.push(request.answered(DatabaseAnswer::Lost));
        }
        match row_of(&request.what) {
            None => {
                let answer = self.without_lock(&request, now);
                effects.push(request.answered(answer));
            }
            Some(house) => {
                self.end_owner(&request, now, effects);
                self.lock(house).waiting.push_back(request);
                self.proceed(house, now, effects);
            }
        }
    }

    /// A transaction that was written commits now, unless its connection was ended before.
    pub(crate) fn commit(
        &mut self,
        house: HouseNumber,
        transaction: u64,
        now: u64,
        effects: &mut Vec<DatabaseEffect>,
    ) {
        let holder = &mut self.lock(house).holder;
        if let Some(done) = holder.take_if(|open| open.id == transaction) {
            self.store(&done.request, now);
            effects.push(done.request.answered(DatabaseAnswer::Done));
            self.proceed(house, now, effects);
        }
    }

    /// The standby takes over. What was changed since `lost_since` is gone.
    pub(crate) fn promote(&mut self, lost_since: Option<u64>) -> usize {
        self.server += 1;
        self.is_up = true;
        self.locks.iter_mut().for_each(|lock| *lock = RowLock::default());
        lost_since.map_or(0, |since| self.tables.lose_since(since))
    }

    fn lock(&mut self, house: HouseNumber) -> &mut RowLock {
        &mut self.locks[usize::from(house.0)]
    }

    /// Serves those who wait for the row of a house, until one of them holds it.
    fn proceed(&mut self, house: HouseNumber, now: u64, effects: &mut Vec<DatabaseEffect>) {
        while self.lock(house).holder.is_none() {
            let Some(request) = self.lock(house).waiting.pop_front() else { return };
            if let Some(answer) = self.with_lock(&request, now) {
                effects.push(request.answered(answer));
                continue;
            }
            self.next_transaction += 1;
            let (id, hung) = (self.next_transaction, self.hangs.remove(&request.node));
            effects.push(DatabaseEffect::Commit { house, transaction: id, hangs: hung.is_some() });
            self.lock(house).holder = Some(OpenTransaction { id, request, hung });
        }
    }

    /// Ends the connection that may hold the lock: a claimant that of the owner whose lease stood still, and an owner that finds out
    /// what became of a write its own earlier one.
    fn end_owner(&mut self, request: &ModelRequest, now: u64, effects: &mut Vec<DatabaseEffect>) {
        let (house, owner, before) = match request.what {
            DatabaseCall::Claim { house, run, renewals } => {
                let row = self.tables.lease(house);
                let is_still = row.run == run && row.renewals == renewals;
                (house, row.run.filter(|_| is_still), u64::MAX)
            }
            DatabaseCall::FindOut { house } => (house, Some(request.run), request.connection),
            _ => return,
        };
        let Some(owner) = owner.filter(|_| self.defect != Some(Defect::LeavesLocks)) else { return };
        for place in 0..self.locks.len() {
            let lock = &mut self.locks[place];
            let Some(open) =
                lock.holder.take_if(|open| open.request.run == owner && open.request.connection < before)
            else {
                continue;
            };
            let connection = open.request.connection;
            let ended = self.ended.entry(owner).or_default();
            *ended = (*ended).max(connection);
            if open.hung == Some(HungCommit::ForTheStandby) {
                self.store(&open.request, now);
            }
            effects.push(open.request.answered(DatabaseAnswer::Lost));
            let other = self.tables.leases()[place].house;
            if other != house {
                self.proceed(other, now, effects);
            }
        }
    }

    /// What needs no row of a lease.
    fn without_lock(&mut self, request: &ModelRequest, now: u64) -> DatabaseAnswer {
        match &request.what {
            DatabaseCall::Announce(row) => self.announce(row, now),
            DatabaseCall::Beat { draining } => {
                let Some(row) = self.tables.members().get(&request.run) else {
                    return DatabaseAnswer::NoMember;
                };
                let row = MemberRow { beats: row.beats + 1, draining: *draining, ..row.clone() };
                self.tables.set_member(request.run, Some(row), now);
                DatabaseAnswer::Done
            }
            DatabaseCall::Leave => {
                self.tables.set_member(request.run, None, now);
                DatabaseAnswer::Done
            }
            DatabaseCall::Expel { run, beats } => {
                if self.tables.members().get(run).is_some_and(|row| row.beats == *beats) {
                    self.tables.set_member(*run, None, now);
                }
                DatabaseAnswer::Done
            }
            DatabaseCall::RaiseFormat(format) => {
                if self.tables.members().values().all(|row| row.format >= *format)
                    && self.tables.format() < *format
                {
                    self.tables.set_format(*format, now);
                }
                DatabaseAnswer::Done
            }
            DatabaseCall::Look => DatabaseAnswer::View(self.tables.view()),
            DatabaseCall::ReadTail { house, after, most } => {
                let lines = self.tables.journal(*house).iter().map(|line| &line.entry);
                let entries = lines.filter(|entry| entry.sequence > *after).take(*most).cloned().collect();
                let at = self.tables.hash_at(*house, *after);
                DatabaseAnswer::Tail { at, head: self.tables.head(*house), entries }
            }
            _ => DatabaseAnswer::Lost,
        }
    }

    fn announce(&mut self, row: &MemberRow, now: u64) -> DatabaseAnswer {
        if *self.key_check.get_or_insert(row.key_check) != row.key_check {
            return DatabaseAnswer::JoinRefused(JoinRefusal::OtherKey);
        }
        let needed = self.tables.format();
        if row.format < needed {
            return DatabaseAnswer::JoinRefused(JoinRefusal::OldFormat { needed });
        }
        self.tables.set_member(row.run, Some(row.clone()), now);
        DatabaseAnswer::Done
    }

    /// What locks the row of a lease. `None` is a write that is in order and has to commit.
    fn with_lock(&mut self, request: &ModelRequest, now: u64) -> Option<DatabaseAnswer> {
        let me = request.run;
        match &request.what {
            DatabaseCall::Claim { house, run, renewals } => {
                let row = self.tables.lease(*house);
                if row.run != *run || row.renewals != *renewals || row.suspended.is_some() {
                    return Some(DatabaseAnswer::NotOwner);
                }
                Some(self.give(*house, Some(me), now))
            }
            DatabaseCall::Release { house, to } => Some(match self.is_owner(*house, me) {
                true => self.give(*house, *to, now),
                false => DatabaseAnswer::NotOwner,
            }),
            DatabaseCall::Renew { house } => {
                if !self.is_owner(*house, me) {
                    return Some(DatabaseAnswer::NotOwner);
                }
                self.tables.change_lease(*house, now, |row| row.renewals += 1);
                Some(DatabaseAnswer::Owned { fence: self.tables.lease(*house).fence })
            }
            DatabaseCall::Suspend { house, reason } => {
                self.tables.change_lease(*house, now, |row| {
                    row.fence += 1;
                    row.suspended.get_or_insert(*reason);
                });
                Some(DatabaseAnswer::Done)
            }
            DatabaseCall::FindOut { house } => {
                if !self.is_owner(*house, me) {
                    return Some(DatabaseAnswer::NotOwner);
                }
                self.tables.change_lease(*house, now, |row| row.fence += 1);
                let fence = self.tables.lease(*house).fence;
                Some(DatabaseAnswer::Found { fence, head: self.tables.head(*house) })
            }
            DatabaseCall::Write { house, fence, before, keys, .. } => {
                if self.defect == Some(Defect::UnfencedWrites) {
                    return None;
                }
                if self.tables.lease(*house).fence != *fence {
                    return Some(DatabaseAnswer::NotOwner);
                }
                let checks_keys = self.defect != Some(Defect::ForgetsKeysOfOthers);
                let is_used = checks_keys && keys.iter().any(|key| self.tables.has_key(*house, *key));
                (self.tables.head(*house) != *before || is_used).then_some(DatabaseAnswer::OtherHead)
            }
            _ => Some(DatabaseAnswer::Lost),
        }
    }

    fn is_owner(&self, house: HouseNumber, run: RunId) -> bool {
        let row = self.tables.lease(house);
        row.run == Some(run) && row.suspended.is_none()
    }

    fn give(&mut self, house: HouseNumber, to: Option<RunId>, now: u64) -> DatabaseAnswer {
        self.tables.change_lease(house, now, |row| {
            row.run = to;
            row.fence += 1;
            row.renewals += 1;
        });
        DatabaseAnswer::Owned { fence: self.tables.lease(house).fence }
    }

    fn store(&mut self, request: &ModelRequest, now: u64) {
        let DatabaseCall::Write { house, fence, entries, keys, .. } = &request.what else { return };
        let line = |entry: &LinkedEntry| StoredLine {
            entry: entry.clone(),
            keys: Vec::new(),
            fence: *fence,
            at: now,
        };
        let mut lines: Vec<StoredLine> = entries.iter().map(line).collect();
        lines.last_mut().into_iter().for_each(|last| last.keys.clone_from(keys));
        self.tables.append(*house, lines, now);
    }
}

/// The house whose lease a call locks.
const fn row_of(call: &DatabaseCall) -> Option<HouseNumber> {
    match call {
        DatabaseCall::Claim { house, .. }
        | DatabaseCall::Release { house, .. }
        | DatabaseCall::Renew { house }
        | DatabaseCall::Suspend { house, .. }
        | DatabaseCall::FindOut { house }
        | DatabaseCall::Write { house, .. } => Some(*house),
        _ => None,
    }
}
