//! An audit from the first entry to the last: entries are read and decoded ahead, while the lanes follow those before.

use croupier_house::event::Event;
use croupier_house::ids::HouseId;
use croupier_house::journal::Entry;
use croupier_house::ledger::{Account, Unit};
use croupier_house::store::StoreError;
use croupier_house::table::Pace;
use croupier_house::{FarEntry, House};
use croupier_kit::Money;
use croupier_rules::book::Shelf;
use rayon::prelude::*;

use crate::chain::{ChainCheck, ReadEntry, hex};
use crate::finding::{AuditFinding, FindingKind};
use crate::report::{AuditReport, HouseAudit, Unjudged};
use crate::shard::{Lane, Shard};
use crate::source::{JournalSource, ReadSoFar};

/// The number of entries that are followed at once, about.
const WINDOW: usize = 16_384;

/// How an audit is made.
#[derive(Clone, Debug, Default)]
pub struct AuditOptions {
    /// The number of threads; 0 for as many as the machine has.
    pub threads: usize,
    /// What is audited, in words.
    pub subject: String,
    /// Entries up to this sequence were decided by earlier versions of the program, whose houses permitted other things.
    /// They are checked and played again, and their commands are not decided again.
    pub replayed_until: u64,
}

/// How far an audit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditProgress {
    /// The house.
    pub house: u16,
    /// The entries that were followed.
    pub entries: u64,
    /// The findings so far.
    pub findings: usize,
}

/// Audits every house of a source.
///
/// # Errors
/// When the entries cannot be read.
pub fn audit(
    source: &dyn JournalSource,
    shelf: &Shelf,
    options: &AuditOptions,
    progress: &(dyn Fn(AuditProgress) + Sync),
) -> Result<AuditReport, StoreError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| StoreError::Failed(format!("no threads can be started: {error}")))?;
    let houses = source.houses()?;
    let audited = houses.into_iter().map(|house| {
        pool.install(|| {
            audit_house(source, shelf, house, pool.current_num_threads(), options.replayed_until, progress)
        })
    });
    let houses = audited.collect::<Result<Vec<_>, _>>()?;
    Ok(AuditReport { subject: options.subject.clone(), houses, findings: Vec::new() })
}

/// Audits one house in so many lanes, with the threads of the pool it is called in.
///
/// # Errors
/// When its entries cannot be read.
pub fn audit_house(
    source: &dyn JournalSource,
    shelf: &Shelf,
    house: HouseId,
    lanes: usize,
    replayed_until: u64,
    progress: &(dyn Fn(AuditProgress) + Sync),
) -> Result<HouseAudit, StoreError> {
    let mut first = House::new(house, shelf, "audit", Pace::NONE);
    foresee_editions(&mut first, source)?;
    let of = lanes.max(1);
    let mut shards: Vec<Shard<'_>> =
        (0..of).map(|index| Shard::new(first.clone(), Lane { index, of }, replayed_until)).collect();
    let mut chain = ChainCheck::new(house);
    let mut reader =
        Reader { source, house, read: ReadSoFar::default(), rest: Vec::new(), spare: Window::default() };
    let mut window = reader.window()?;
    while !window.read.is_empty() {
        let mut next = Ok(Window::default());
        let (entries, far) = (window.entries(), &window.far);
        let (last, others) = shards.split_last_mut().expect("there is a lane");
        // A thread goes on with its own latest task, and takes the oldest of another: each begins with a lane, which cannot be
        // divided, and whoever has ended it decodes what comes next.
        rayon::scope(|scope| {
            others.iter_mut().for_each(|shard| scope.spawn(|_| shard.follow(&entries, far)));
            scope.spawn(|_| next = reader.window());
            scope.spawn(|_| chain.follow(&window.read));
            last.follow(&entries, far);
        });
        let findings = chain.findings.len() + shards.iter().map(|shard| shard.findings.len()).sum::<usize>();
        progress(AuditProgress { house: house.0, entries: chain.entries, findings });
        reader.spare = std::mem::replace(&mut window, next?).emptied();
    }
    let mut audited = of_lanes(house, &chain, &shards, replayed_until);
    let ends = || Ok(source.page(house, reader.read, 1)?.is_empty());
    compare_stored(source, &chain, &balances(&shards), &ends, &mut audited)?;
    Ok(audited)
}

/// Entries that are followed at once, which end with a whole command.
#[derive(Default)]
struct Window {
    read: Vec<ReadEntry>,
    /// What each entry that could be read changes outside of its table: lanes look at this first, and at few of the entries.
    far: Vec<Option<FarEntry>>,
}

impl Window {
    /// Finds what the entries change outside of their tables.
    fn find_far(&mut self) {
        let readable = self.read.par_iter().with_min_len(256).filter_map(|read| read.entry.as_ref().ok());
        self.far.par_extend(readable.map(FarEntry::of));
    }

    /// The same memory without entries: they are many, and their memory is given back on all threads.
    fn emptied(mut self) -> Self {
        self.read.par_drain(..).with_min_len(256).for_each(drop);
        self.far.par_drain(..).with_min_len(1024).for_each(drop);
        self
    }

    /// The entries that could be read.
    fn entries(&self) -> Vec<&Entry> {
        let readable = self.read.par_iter().with_min_len(512).filter_map(|read| read.entry.as_ref().ok());
        readable.collect()
    }
}

/// Reads the entries of a house ahead.
struct Reader<'s> {
    source: &'s dyn JournalSource,
    house: HouseId,
    read: ReadSoFar,
    /// Entries that were read and belong to the next window.
    rest: Vec<ReadEntry>,
    /// The memory of the next window.
    spare: Window,
}

impl Reader<'_> {
    /// The next entries, which end with a whole command; none at the end.
    fn window(&mut self) -> Result<Window, StoreError> {
        let mut window = std::mem::take(&mut self.spare);
        window.read.append(&mut self.rest);
        loop {
            let page = self.source.page(self.house, self.read, WINDOW)?;
            self.read = self.read.and(&page);
            let is_last = page.is_empty();
            window.read.par_extend(page.into_par_iter().with_min_len(64).map(ReadEntry::of));
            // Entries of one command have one time and one key. If all of these may be of one, more are read.
            let end = if is_last { Some(window.read.len()) } else { last_boundary(&window.read) };
            if let Some(end) = end {
                self.rest.extend(window.read.drain(end..));
                window.find_far();
                return Ok(window);
            }
        }
    }
}

/// The last place, not at the end, at which another command begins for certain.
fn last_boundary(window: &[ReadEntry]) -> Option<usize> {
    let body = |read: &'_ ReadEntry| read.entry.as_ref().ok().map(|entry| (entry.body.at, entry.body.key));
    (1..window.len()).rev().find(|place| match (body(&window[place - 1]), body(&window[*place])) {
        (Some((before, first)), Some((after, second))) => {
            before != after || (first.is_some() && second.is_some() && first != second)
        }
        (before, after) => before != after,
    })
}

/// Notes the editions whose texts come after rounds that were played by them, as in journals that are older than adopted
/// editions.
fn foresee_editions(house: &mut House<'_>, source: &dyn JournalSource) -> Result<(), StoreError> {
    let mut read = ReadSoFar::default();
    let mut has_opened = false;
    loop {
        let page = source.page(house.id, read, WINDOW)?;
        if page.is_empty() {
            return Ok(());
        }
        read = read.and(&page);
        for stored in page {
            has_opened |= stored.stream.table.is_some();
            if stored.stream.table.is_some() {
                continue;
            }
            match Entry::read(stored.stream, stored.sequence, stored.bytes).map(|entry| entry.body.event) {
                // Texts that are there before the first table are those that the house plays by.
                Ok(Event::EditionStored { .. }) if !has_opened => return Ok(()),
                Ok(Event::EditionStored { rulebook, text, .. }) => house.foresee_edition(&rulebook, &text),
                _ => {}
            }
        }
    }
}

/// Puts what the lanes have found together. Entries of the office are followed by all of them.
fn of_lanes(house: HouseId, chain: &ChainCheck, shards: &[Shard<'_>], replayed_until: u64) -> HouseAudit {
    let mut findings = chain.findings.clone();
    findings.extend(shards.iter().flat_map(|shard| shard.findings.iter().cloned()));
    let own = AuditFinding::of_house(Some(house.0), FindingKind::Unbalanced, "", "0");
    let balances = balances(shards);
    for unit in Unit::ALL {
        let of_unit = balances.iter().filter(|(account, _)| account.unit == unit);
        let sum: i128 = of_unit.map(|(_, money)| i128::from(money.minor())).sum();
        if sum != 0 {
            findings
                .push(AuditFinding { found: format!("{unit:?} sum to {sum} minor units"), ..own.clone() });
        }
    }
    findings.sort();
    findings.dedup_by(|one, other| {
        (one.sequence, one.kind) == (other.sequence, other.kind) && one.sequence.is_some()
    });
    let sum = |of: fn(&Shard<'_>) -> u64| shards.iter().map(of).sum::<u64>();
    HouseAudit {
        house: house.0,
        entries: chain.entries,
        sequence: chain.sequence,
        hash: hex(&chain.hash),
        commands: sum(|shard| shard.counts.commands),
        rounds: sum(|shard| shard.counts.rounds),
        seeds: sum(|shard| shard.counts.seeds),
        unjudged: Unjudged {
            entries: sum(|shard| shard.counts.unjudged),
            replayed_until: replayed_until.min(chain.sequence),
        },
        compared_with_store: false,
        findings,
    }
}

/// The balances that the lanes have come to: those of a table in the lane that plays it, all others in every lane.
fn balances(shards: &[Shard<'_>]) -> Vec<(Account, Money)> {
    let own = |shard: &Shard<'_>, account: &Account| shard.lane.has(account.location.table());
    let all = shards.iter().flat_map(|shard| {
        shard.house.ledger.accounts().into_iter().filter(move |(account, _)| own(shard, account))
    });
    all.collect()
}

/// Compares the head and the balances of the store with the journal, if nobody has written meanwhile.
fn compare_stored(
    source: &dyn JournalSource,
    chain: &ChainCheck,
    balances: &[(Account, Money)],
    ends: &dyn Fn() -> Result<bool, StoreError>,
    audited: &mut HouseAudit,
) -> Result<(), StoreError> {
    let Some(sums) = source.sums(chain.house)? else { return Ok(()) };
    let head = sums.head.unwrap_or_default();
    // Somebody has written meanwhile, unless no entry follows: then the end of the journal is missing.
    if head.sequence > chain.sequence && !ends()? {
        return Ok(());
    }
    audited.compared_with_store = true;
    let number = Some(chain.house.0);
    if (head.sequence, head.hash) != (chain.sequence, chain.hash) {
        let found = format!("entry {} with hash {}", head.sequence, hex(&head.hash));
        let expected = format!("entry {} with hash {}", chain.sequence, hex(&chain.hash));
        audited.findings.push(AuditFinding::of_house(number, FindingKind::StoredHead, found, expected));
    }
    let due: Vec<(i64, i64)> = balances
        .iter()
        .map(|(account, money)| (account.number(), money.minor()))
        .filter(|(_, minor)| *minor != 0)
        .collect();
    for (account, found, expected) in differences(sums.balances, due) {
        let [found, expected] = [found, expected].map(|minor| Money::from_minor(minor).to_string());
        let found = format!("account {account} has {found}");
        audited.findings.push(AuditFinding::of_house(number, FindingKind::StoredBalance, found, expected));
    }
    Ok(())
}

/// The accounts whose two balances differ.
fn differences(stored: Vec<(i64, i64)>, due: Vec<(i64, i64)>) -> Vec<(i64, i64, i64)> {
    let mut both: std::collections::BTreeMap<i64, (i64, i64)> = std::collections::BTreeMap::new();
    stored.into_iter().for_each(|(account, minor)| both.entry(account).or_default().0 = minor);
    due.into_iter().for_each(|(account, minor)| both.entry(account).or_default().1 = minor);
    let unequal = both.into_iter().filter(|(_, (stored, due))| stored != due);
    unequal.map(|(account, (stored, due))| (account, stored, due)).collect()
}
