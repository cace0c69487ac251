//! The writer: a group is one statement, and its commit travels with it. A lost connection leaves the outcome unknown. A node finds
//! it out itself; for other batches the writer does, before it answers.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use croupier_house::ids::{HOUSES_MAX, HouseId};
use croupier_house::store::{Batch, HouseHead, OnStored, StoreError, StoredEntry};
use croupier_store::Sums;
use tokio_postgres::Statement;
use tokio_postgres::types::ToSql;

use crate::address::Address;
use crate::chunk_read::{CHUNK_AT, in_order};
use crate::error::{Fault, fault, group_fault};
use crate::leases::Leases;
use crate::link::{Link, TERMINATE};
use crate::marks::{JournalMark, Marked};
use crate::rows::{GroupRows, STORE_GROUP, house_number};
use crate::writer_batch::{Fenced, WriterBatch};

/// The settings of the connection. Every statement looks up a few rows by their primary key, whatever the planner
/// knows about the tables. A commit is on disk before it is answered, also where that is not the default.
const SETTINGS: &str = "set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; \
     set jit = off; set plan_cache_mode = force_generic_plan; \
     select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/// Raises the fences of the houses that the store itself has claimed: what an earlier connection sent and the server has
/// not yet read is refused. Its own commit waits for the standby, and with it is there what was committed before. A node raises the
/// fences of its houses itself (`find_out`).
const RAISE_FENCES: &str = "update leases set fence = fence + 1, backend = $2, began = $3 \
     where incarnation = $1 and house = any($4) and suspended is null returning house, fence";
/// Before this connection holds the lock of a lease, the lease names it: whoever claims the house from a stopped node ends it.
const NAME_BACKEND: &str = "update leases l set backend = $1, began = $2 \
     from unnest($3::smallint[], $4::bigint[]) as u (house, fence) \
     where l.house = u.house and l.fence = u.fence and l.incarnation = $5 returning l.house";
/// How long the end of the earlier connection is waited for, in milliseconds.
const END_WAIT: i64 = 5_000;
const HEADS: &str = "select house, sequence from heads where house = any($1)";

/// The pause before the next try to connect.
const PAUSE: Duration = Duration::from_millis(100);

/// What became of each batch; `None` is not known.
type Answers = Vec<Option<Result<(), StoreError>>>;

/// Called after every commit, before anybody is answered, with the new heads and with what was stored.
pub(crate) type OnCommit = Box<dyn Fn(&[(HouseId, HouseHead)], Vec<Vec<StoredEntry>>) + Send + Sync>;

/// Writes groups.
pub(crate) struct Writer {
    address: Address,
    patience: Duration,
    leases: Arc<Leases>,
    committed: Arc<OnceLock<OnCommit>>,
    open: Option<Arc<OpenWriter>>,
    marked: Marked,
}

/// The connection of the writer.
pub(crate) struct OpenWriter {
    link: Link,
    store_group: Statement,
    chunk_at: Statement,
    name_backend: Statement,
}

/// The heads that a group leads to, if it is stored.
pub(crate) type SentHeads = Result<Vec<(HouseId, HouseHead)>, Fault>;

/// What a group needs to be sent while another one is being stored.
pub(crate) struct SendAhead {
    pub(crate) open: Arc<OpenWriter>,
    pub(crate) fences: BTreeMap<HouseId, i64>,
    pub(crate) marks: Vec<JournalMark>,
    pub(crate) patience: Duration,
}

impl Writer {
    /// A writer that is connected. The runtime that calls this drives the connection.
    ///
    /// # Errors
    /// When it cannot connect.
    pub(crate) async fn open(
        address: Address,
        patience: Duration,
        leases: Arc<Leases>,
        committed: Arc<OnceLock<OnCommit>>,
    ) -> Result<Self, StoreError> {
        let open = connect(&address, &leases).await.map_err(StoreError::from)?;
        let open = Some(Arc::new(open));
        Ok(Self { address, patience, leases, committed, open, marked: Marked::default() })
    }

    /// What a group needs to be sent at once; `None` if it has to be stored by itself: nobody else finds out what became of one
    /// of its batches, there is no connection, or a lease does not name it yet.
    pub(crate) fn send_ahead(&mut self, group: &[WriterBatch]) -> Option<SendAhead> {
        let open = self.open.as_ref().filter(|open| !open.link.client.is_closed())?;
        let is_named = |fenced: Fenced| self.leases.names(fenced.house, fenced.fence, open.link.backend);
        let is_simple = |one: &WriterBatch| at_once(one).is_none() && one.fenced.is_some_and(is_named);
        if !group.iter().all(is_simple) {
            return None;
        }
        let batches: Vec<&WriterBatch> = group.iter().collect();
        let fences = fences(&batches, &self.leases).ok()?;
        let marks = self.marked.missing(&batches);
        self.marked.stored(&marks);
        Some(SendAhead { open: Arc::clone(open), fences, marks, patience: self.patience })
    }

    /// What became of the batches of a group that was sent ahead.
    pub(crate) async fn settle(
        &mut self,
        group: &[WriterBatch],
        over: &OpenWriter,
        sent: SentHeads,
    ) -> Vec<Result<(), StoreError>> {
        match sent {
            Ok(_) => vec![Ok(()); group.len()],
            Err(Fault::Lost(why)) => {
                self.lose(over);
                group
                    .iter()
                    .filter_map(|one| one.fenced)
                    .for_each(|fenced| self.leases.doubts(fenced.house, over.link.backend));
                vec![Err(StoreError::Unknown(why)); group.len()]
            }
            Err(Fault::Refused(error)) => {
                self.marked = Marked::default();
                match (&error, group.len()) {
                    (StoreError::Full | StoreError::Locked | StoreError::Damaged(_), _) | (_, 1) => {
                        vec![Err(error); group.len()]
                    }
                    // One of them cannot be stored: the others are, each by itself.
                    _ => self.store(group).await,
                }
            }
        }
    }

    /// Nothing is sent over a connection any more.
    fn lose(&mut self, over: &OpenWriter) {
        self.marked = Marked::default();
        self.open.take_if(|open| open.link.backend == over.link.backend);
    }

    /// Stores a group, and returns what became of each batch.
    pub(crate) async fn store(&mut self, group: &[WriterBatch]) -> Vec<Result<(), StoreError>> {
        let Self { address, patience, leases, open, marked, .. } = self;
        Work { address, patience: *patience, leases, open, marked }.store(group).await
    }

    /// Answers what became of a group, after what follows the store has it.
    pub(crate) fn finish(
        &self,
        group: Vec<WriterBatch>,
        waiting: Vec<OnStored>,
        answers: Vec<Result<(), StoreError>>,
    ) {
        if let Some(committed) = self.committed.get() {
            let stored = group.into_iter().zip(&answers).filter(|(_, answer)| answer.is_ok());
            let stored: Vec<Vec<StoredEntry>> = stored.map(|(one, _)| one.batch.into_entries()).collect();
            committed(&heads_of(&stored), stored);
        }
        waiting.into_iter().zip(answers).for_each(|(done, answer)| done(answer));
    }
}

/// The last entry of each house.
fn heads_of(stored: &[Vec<StoredEntry>]) -> Vec<(HouseId, HouseHead)> {
    let mut heads: Vec<(HouseId, HouseHead)> = Vec::new();
    for entry in stored.iter().flatten() {
        let (house, head) = (entry.stream.house, HouseHead { sequence: entry.sequence, hash: entry.hash });
        match heads.iter_mut().find(|(known, _)| *known == house) {
            Some((_, known)) => *known = head,
            None => heads.push((house, head)),
        }
    }
    heads
}

/// Opens a connection, ends the earlier one, which may hold the lock of a lease, and raises the fences.
async fn connect(address: &Address, leases: &Leases) -> Result<OpenWriter, Fault> {
    let link = Link::open(address, SETTINGS).await.map_err(Fault::Refused)?;
    let failed = |error: tokio_postgres::Error| fault(&error);
    let store_group = link.client.prepare(STORE_GROUP).await.map_err(failed)?;
    let chunk_at = link.client.prepare(CHUNK_AT).await.map_err(failed)?;
    let name_backend = link.client.prepare(NAME_BACKEND).await.map_err(failed)?;
    if let Some(earlier) = leases.backend() {
        let ended = link.client.query(TERMINATE, &[&earlier.process, &earlier.began, &END_WAIT]).await;
        ended.map_err(failed)?;
    }
    let before = leases.all();
    let own: Vec<i16> =
        before.keys().map(|house| house_number(*house)).collect::<Result<_, _>>().map_err(Fault::Refused)?;
    let (process, began) = (link.backend.process, link.backend.began);
    let raised = link.client.query(RAISE_FENCES, &[&leases.incarnation, &process, &began, &own]).await;
    let raised: Vec<(i16, i64)> =
        raised.map_err(failed)?.iter().map(|row| (row.get(0), row.get(1))).collect();
    let houses: Vec<i16> = raised.iter().map(|(house, _)| *house).collect();
    let heads = link.client.query(HEADS, &[&houses]).await.map_err(failed)?;
    let heads: Vec<(i16, i64)> = heads.iter().map(|row| (row.get(0), row.get(1))).collect();
    link.sure()?;
    let now: Vec<(HouseId, i64, u64)> = raised
        .into_iter()
        .map(|(house, fence)| {
            let found = heads.iter().find(|(other, _)| *other == house).map_or(0, |(_, sequence)| *sequence);
            (HouseId(house.cast_unsigned()), fence, found.cast_unsigned())
        })
        .collect();
    leases.raised(link.backend, &before, &now);
    Ok(OpenWriter { link, store_group, chunk_at, name_backend })
}

/// The writer at work, inside its runtime.
struct Work<'w> {
    address: &'w Address,
    patience: Duration,
    leases: &'w Leases,
    open: &'w mut Option<Arc<OpenWriter>>,
    marked: &'w mut Marked,
}

impl Work<'_> {
    /// Stores a group, and returns what became of each batch.
    async fn store(&mut self, group: &[WriterBatch]) -> Vec<Result<(), StoreError>> {
        let until = Instant::now() + self.patience;
        let mut answers: Answers = group.iter().map(at_once).collect();
        loop {
            let unanswered: Vec<usize> = (0..group.len()).filter(|place| answers[*place].is_none()).collect();
            if unanswered.is_empty() {
                return answers.into_iter().flatten().collect();
            }
            let batches: Vec<&WriterBatch> = unanswered.iter().map(|place| &group[*place]).collect();
            let found = self.attempt(&batches, until).await;
            unanswered.into_iter().zip(found).for_each(|(place, answer)| answers[place] = answer);
        }
    }

    /// Sends batches. What is not known after that is found out; what is then known not to be stored is not answered,
    /// so that it is sent again. What a node has written it finds out itself.
    async fn attempt(&mut self, batches: &[&WriterBatch], until: Instant) -> Answers {
        if let Err(error) = self.connected(self.patience).await {
            // Nothing was sent. A connection that was lost while it was set up is opened again.
            if matches!(error, Fault::Lost(_)) && Instant::now() < until {
                tokio::time::sleep(PAUSE).await;
                return vec![None; batches.len()];
            }
            return vec![Some(Err(error.into())); batches.len()];
        }
        let (mut answers, lost) = self.send(batches).await;
        let Some(why) = lost else { return answers };
        // Whatever the connection still carries is not waited for.
        let lost = self.open.take().map(|open| open.link.backend);
        for (one, answer) in batches.iter().zip(&mut answers).filter(|(_, answer)| answer.is_none()) {
            if let Some(fenced) = one.fenced {
                lost.iter().for_each(|lost| self.leases.doubts(fenced.house, *lost));
                *answer = Some(Err(StoreError::Unknown(why.clone())));
            }
        }
        let unknown = batches.iter().zip(&answers).filter(|(_, answer)| answer.is_none());
        let unknown: Vec<&Batch> = unknown.map(|(one, _)| &one.batch).collect();
        if unknown.is_empty() {
            return answers;
        }
        let found = self.find_out(&unknown, until, why).await;
        answers.iter_mut().filter(|answer| answer.is_none()).zip(found).for_each(|(gap, found)| *gap = found);
        answers
    }

    async fn connected(&mut self, within: Duration) -> Result<&Arc<OpenWriter>, Fault> {
        if self.open.as_ref().is_none_or(|open| open.link.client.is_closed()) {
            let late = |_| Fault::Lost(format!("the server does not answer in {within:?}"));
            let opened = tokio::time::timeout(within, connect(self.address, self.leases)).await;
            *self.open = Some(Arc::new(opened.map_err(late)??));
        }
        self.open.as_ref().ok_or_else(|| Fault::Lost("there is no connection".to_owned()))
    }

    /// Sends a group as one statement; where one of its batches cannot be stored, each as a statement of its own. Returns
    /// what is known, and why not everything is.
    async fn send(&mut self, batches: &[&WriterBatch]) -> (Answers, Option<String>) {
        match self.send_group(batches).await {
            Ok(()) => (vec![Some(Ok(())); batches.len()], None),
            Err(Fault::Lost(why)) => (vec![None; batches.len()], Some(why)),
            Err(Fault::Refused(error @ (StoreError::Full | StoreError::Locked | StoreError::Damaged(_)))) => {
                (vec![Some(Err(error)); batches.len()], None)
            }
            Err(Fault::Refused(error)) if batches.len() == 1 => (vec![Some(Err(error))], None),
            Err(Fault::Refused(_)) => self.send_each(batches).await,
        }
    }

    async fn send_each(&mut self, batches: &[&WriterBatch]) -> (Answers, Option<String>) {
        let mut answers = vec![None; batches.len()];
        for (batch, answer) in batches.iter().zip(&mut answers) {
            match self.send_group(&[*batch]).await {
                Ok(()) => *answer = Some(Ok(())),
                Err(Fault::Refused(error)) => *answer = Some(Err(error)),
                Err(Fault::Lost(why)) => return (answers, Some(why)),
            }
        }
        (answers, None)
    }

    async fn send_group(&mut self, batches: &[&WriterBatch]) -> Result<(), Fault> {
        let fences = fences(batches, self.leases).map_err(Fault::Refused)?;
        let Some(open) = &self.open else { return Err(Fault::Lost("there is no connection".to_owned())) };
        let named = tokio::time::timeout(self.patience, open.name_in(batches, self.leases)).await;
        named.map_err(|_| no_answer(self.patience))??;
        let marks = self.marked.missing(batches);
        let heads = send_group(open, batches, &fences, &marks, self.patience).await?;
        self.marked.stored(&marks);
        self.leases.acknowledged(heads.into_iter());
        Ok(())
    }

    /// Finds out on a new connection, under raised fences, which batches are stored. Those that are not are left without
    /// an answer as long as there is time to send them again.
    async fn find_out(&mut self, batches: &[&Batch], until: Instant, why: String) -> Answers {
        loop {
            let again = match self.look_up(batches, until).await {
                Ok(answers) => return answers,
                Err(again) => StoreError::from(again),
            };
            *self.open = None;
            if Instant::now() >= until {
                let unknown = StoreError::Unknown(format!("{why}; and then: {again}"));
                return vec![Some(Err(unknown)); batches.len()];
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn look_up(&mut self, batches: &[&Batch], until: Instant) -> Result<Answers, Fault> {
        let left = until.saturating_duration_since(Instant::now()).max(PAUSE);
        let open = self.connected(left).await?;
        let mut answers = Vec::with_capacity(batches.len());
        let mut heads = Vec::new();
        for batch in batches {
            let is_stored = open.has(batch).await?;
            if is_stored {
                let sums = Sums::of(std::iter::once(*batch)).map_err(Fault::Refused)?;
                heads.extend(sums.heads().map(|update| (update.house, update.head)));
            }
            let too_late =
                || Err(StoreError::Failed("the connection was lost before it was stored".to_owned()));
            answers.push(match is_stored {
                true => Some(Ok(())),
                false => (Instant::now() >= until).then(too_late),
            });
        }
        self.leases.acknowledged(heads.into_iter());
        Ok(answers)
    }
}

/// Sends a group as one statement, and waits until it is stored. Returns the heads that it leads to.
pub(crate) async fn send_group(
    open: &OpenWriter,
    batches: &[&WriterBatch],
    fences: &BTreeMap<HouseId, i64>,
    marks: &[JournalMark],
    patience: Duration,
) -> SentHeads {
    let sums = Sums::of(batches.iter().map(|one| &one.batch)).map_err(Fault::Refused)?;
    let rows = GroupRows::of(batches, &sums, fences, marks).map_err(Fault::Refused)?;
    let arrays = rows.arrays();
    let sent = tokio::time::timeout(patience, open.link.client.execute(&open.store_group, &arrays));
    match sent.await {
        Err(_) => Err(no_answer(patience)),
        Ok(Err(error)) => Err(group_fault(&error, &rows)),
        Ok(Ok(_)) => {
            open.link.always_sure()?;
            Ok(sums.heads().map(|update| (update.house, update.head)).collect())
        }
    }
}

impl OpenWriter {
    /// Names this connection in the leases under which a node writes batches, where it is not.
    async fn name_in(&self, batches: &[&WriterBatch], leases: &Leases) -> Result<(), Fault> {
        let backend = self.link.backend;
        let fenced = batches.iter().filter_map(|one| one.fenced);
        let missing: Vec<Fenced> =
            fenced.filter(|fenced| !leases.names(fenced.house, fenced.fence, backend)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let houses: Result<Vec<i16>, StoreError> =
            missing.iter().map(|one| house_number(one.house)).collect();
        let (houses, fences) = (houses.map_err(Fault::Refused)?, missing.iter().map(|one| one.fence));
        let fences: Vec<i64> = fences.collect();
        let (process, began) = (backend.process, backend.began);
        let values: [&(dyn ToSql + Sync); 5] = [&process, &began, &houses, &fences, &leases.incarnation];
        let named = self.link.client.query(&self.name_backend, &values).await;
        let named: Vec<i16> = named.map_err(|error| fault(&error))?.iter().map(|row| row.get(0)).collect();
        for one in missing.iter().zip(&houses).filter(|(_, house)| named.contains(house)).map(|(one, _)| one)
        {
            leases.named(one.house, one.fence, backend);
        }
        Ok(())
    }

    /// Whether a batch is stored: all of it is if its last entry is, with its hash.
    async fn has(&self, batch: &Batch) -> Result<bool, Fault> {
        let Some(last) = batch.entries.last() else { return Ok(false) };
        let house = house_number(last.stream.house).map_err(Fault::Refused)?;
        let rows = self.link.client.query(&self.chunk_at, &[&house, &last.sequence.cast_signed()]).await;
        let rows = rows.map_err(|error| fault(&error))?;
        let entries = in_order(last.stream.house, &rows).map_err(Fault::Refused)?;
        let head = HouseHead { sequence: last.sequence, hash: last.hash };
        Ok(entries.into_iter().flatten().any(|entry| entry.head() == head))
    }
}

fn no_answer(patience: Duration) -> Fault {
    Fault::Lost(format!("no answer in {patience:?}"))
}

/// The fences of the houses of some batches.
///
/// # Errors
/// When this store does not own one of them, or two batches have different fences.
fn fences(batches: &[&WriterBatch], leases: &Leases) -> Result<BTreeMap<HouseId, i64>, StoreError> {
    let own = batches.iter().filter(|one| one.fenced.is_none());
    let mut fences = leases.fences(own.flat_map(|one| one.houses()))?;
    for Fenced { house, fence, .. } in batches.iter().filter_map(|one| one.fenced) {
        if *fences.entry(house).or_insert(fence) != fence {
            return Err(StoreError::NotOwner { house });
        }
    }
    Ok(fences)
}

/// The answer to a batch that needs no server. Whether a batch is stored is known by its entries: one that has none
/// must be empty.
fn at_once(one: &WriterBatch) -> Option<Result<(), StoreError>> {
    let batch = &one.batch;
    if let Some(house) = one.houses().find(|house| house.0 >= HOUSES_MAX) {
        return Some(Err(StoreError::Failed(format!("there is no house {}", house.0))));
    }
    match (batch.is_empty(), batch.changes.is_empty() && batch.keys.is_empty()) {
        (false, _) => None,
        (true, true) => Some(Ok(())),
        (true, false) => {
            Some(Err(StoreError::Failed("a batch without entries changes something".to_owned())))
        }
    }
}
