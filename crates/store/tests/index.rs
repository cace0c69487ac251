//! The index: derived from the entries, complete to a stated sequence, and the same when it is made again.

use std::time::{Duration, Instant};

use crate::common::{PlayedHouse, batch_at, played_store, scratch};
use croupier_house::event::{ActReason, Event};
use croupier_house::ids::{Actor, HouseId, PersonId, StreamId, TableId};
use croupier_house::journal::{Entry, EntryBody};
use croupier_house::ledger::{Leg, Location, Transaction, TransactionKind, Unit};
use croupier_house::store::{Batch, Store, StoreError, StoredEntry};
use croupier_kit::{Money, MoneySum};
use croupier_store::index::{
    CarriedBank, EndedRound, MARK_SPAN, MovementRow, PAGE_MAX, PaperKind, PaperState, PapersWanted,
    PlayedRow, RoundRow, RoundState, is_significant,
};
use croupier_store::{Repair, SqliteStore, StoreOptions};

const HOUSE: HouseId = HouseId(1);
const TABLE: TableId = TableId(1);
const ANN: PersonId = PersonId(3);
/// How long the index may take on a busy machine.
const SOON: Duration = Duration::from_mins(2);

fn wait(store: &SqliteStore, house: HouseId) {
    let head = store.head(house).unwrap().unwrap().sequence;
    store.index().wait_for(house, head, SOON).unwrap();
    assert_eq!(store.index().indexed_to(house), head);
}

/// Everything that the index says about the house that was played.
type Contents = (Vec<RoundRow>, Vec<PlayedRow>, Vec<MovementRow>, Vec<u64>);

fn contents(store: &SqliteStore) -> Contents {
    let index = store.index();
    (
        index.rounds_before(HOUSE, TABLE, u64::MAX, 500).unwrap(),
        index.played_before(HOUSE, ANN, u64::MAX, 500).unwrap(),
        index.movements_before(HOUSE, ANN, (u64::MAX, u32::MAX), 500).unwrap(),
        index.postings_after(HOUSE, 0, 500).unwrap(),
    )
}

#[test]
fn rounds_stakes_and_movements_are_those_of_the_journal() {
    let (_, store, PlayedHouse { house, .. }) = played_store("index", 12);
    wait(&store, HOUSE);
    let (rounds, played, movements, postings) = contents(&store);
    assert!(rounds.iter().map(|row| row.round).eq((1..=12).rev()));
    let entries = store.entries(HOUSE, 1, usize::MAX).unwrap();
    for row in &rounds {
        let [first, last] = [row.first, row.last].map(|sequence| {
            let stored = entries[usize::try_from(sequence).unwrap() - 1].clone();
            Entry::read(stored.stream, stored.sequence, stored.bytes).unwrap()
        });
        let Event::RoundBegan { round, record, .. } = first.body.event else { panic!("{first:?}") };
        assert_eq!((round, record, first.body.version), (row.round, row.record, row.first_version));
        assert!(last.stream == first.stream && last.body.version == row.last_version && row.last > row.first);
        assert!(row.record_version <= row.first_version && row.opening < row.first);
        assert!(row.result.is_some(), "the ball has fallen");
    }
    assert!(rounds[1..].iter().all(|row| row.state == RoundState::Over && row.is_over()));
    assert!(played.iter().map(|row| row.round).eq((1..=12).rev()));
    assert!(played.iter().all(|row| row.staked == Money::from_minor(2000) && row.table == TABLE));
    let totals = store.index().player_totals(HOUSE, ANN).unwrap();
    let returned: MoneySum = played.iter().map(|row| row.returned).sum();
    assert_eq!((totals.rounds, totals.staked.minor(), totals.returned), (12, 24_000, returned));
    // The latest movement has the balance of the ledger, and each follows from the one before.
    assert_eq!(movements[0].balance, house.ledger.balance(Unit::Chips, Location::Player(ANN)));
    for pair in movements.windows(2) {
        assert_eq!(pair[0].balance, pair[1].balance.plus(pair[0].amount).unwrap());
    }
    assert_eq!(movements.last().unwrap().kind, TransactionKind::BuyIn);
    let read = |stored: &StoredEntry| {
        Entry::read(stored.stream, stored.sequence, stored.bytes.clone()).unwrap().body
    };
    let with_money = entries.iter().filter(|stored| !read(stored).ledger.is_empty());
    assert!(with_money.map(|stored| stored.sequence).eq(postings));
    let mut files =
        entries.iter().filter(|stored| matches!(read(stored).event, Event::HouseFileAdopted { .. }));
    assert_eq!(store.index().house_file(HOUSE, 1).unwrap(), files.next().map(|stored| stored.sequence));
    let wanted = PapersWanted { table: Some(TABLE), kind: Some(PaperKind::Open) };
    let papers = store.index().papers_before(HOUSE, wanted, u64::MAX, 9).unwrap();
    assert_eq!(papers[0].state, PaperState::Authorised);
    let steps = store.index().paper_steps(HOUSE, papers[0].opened).unwrap();
    let taken = steps.iter().map(|step| (step.state, step.person.is_some()));
    assert!(taken.eq([(PaperState::Proposed, true), (PaperState::Authorised, true)]));
    let stepped = |state, between| {
        store.index().papers_stepped(HOUSE, (TABLE, PaperKind::Open), state, between, 9).unwrap()
    };
    let at = steps[1].sequence;
    assert_eq!(stepped(PaperState::Authorised, (at - 1, at + 1)), [(papers[0], steps[1])]);
    assert_eq!(stepped(PaperState::Authorised, (at, u64::MAX)), [], "it is not after itself");
    assert_eq!(stepped(PaperState::Authorised, (0, at)), [], "it is not before itself");
    assert_eq!(stepped(PaperState::Withdrawn, (0, u64::MAX)), []);
    let significant = store.index().significant_before(HOUSE, u64::MAX, PAGE_MAX).unwrap();
    let due = entries.iter().rev().filter(|stored| is_significant(&stored.content().unwrap()));
    assert!(due.map(|stored| stored.sequence).eq(significant));
    let sittings = store.index().sittings_before(HOUSE, TABLE, u64::MAX, 9).unwrap();
    assert_eq!((sittings.len(), sittings[0].closing, sittings[0].opening), (1, None, rounds[0].opening));
}

#[test]
fn pages_continue_where_the_last_one_ended_and_are_bounded() {
    let (_, store, _) = played_store("pages", 20);
    wait(&store, HOUSE);
    let index = store.index();
    let (rounds, played, movements, postings) = contents(&store);
    let mut paged: Contents = Default::default();
    while let page =
        index.rounds_before(HOUSE, TABLE, paged.0.last().map_or(u64::MAX, |row| row.round), 3).unwrap()
        && !page.is_empty()
    {
        paged.0.extend(page);
    }
    while let page =
        index.played_before(HOUSE, ANN, paged.1.last().map_or(u64::MAX, |row| row.first), 3).unwrap()
        && !page.is_empty()
    {
        paged.1.extend(page);
    }
    let before =
        |rows: &[MovementRow]| rows.last().map_or((u64::MAX, u32::MAX), |row| (row.sequence, row.part));
    while let page = index.movements_before(HOUSE, ANN, before(&paged.2), 3).unwrap()
        && !page.is_empty()
    {
        paged.2.extend(page);
    }
    while let page = index.postings_after(HOUSE, paged.3.last().copied().unwrap_or(0), 3).unwrap()
        && !page.is_empty()
    {
        paged.3.extend(page);
    }
    assert_eq!(paged, (rounds, played, movements, postings));
    let mut forward = index.rounds_after(HOUSE, TABLE, 0, usize::MAX).unwrap();
    forward.reverse();
    assert_eq!(forward, paged.0);
    assert!(index.postings_after(HOUSE, 0, usize::MAX).unwrap().len() <= PAGE_MAX);
    assert_eq!(index.rounds_before(HouseId(2), TABLE, u64::MAX, 9).unwrap(), []);
    assert_eq!(index.played_round(HOUSE, ANN, TABLE, 21).unwrap(), None);
    assert_eq!(index.round(HOUSE, TABLE, 7).unwrap().unwrap().round, 7);
}

#[test]
fn an_index_that_is_made_again_or_stopped_anywhere_is_the_same() {
    let (folder, store, played) = played_store("again", 8);
    wait(&store, HOUSE);
    let due = contents(&store);
    drop(store);
    Repair::open(&folder, StoreOptions::default()).unwrap().remove_index().unwrap();
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    wait(&store, HOUSE);
    assert_eq!(contents(&store), due);
    drop(store);
    // Entry by entry, with a restart after each few.
    let piecewise = scratch("piecewise");
    for group in played.batches.chunks(5) {
        let store = SqliteStore::open(&piecewise, StoreOptions::default()).unwrap();
        for batch in group {
            store.append(batch.clone()).unwrap();
            wait(&store, HOUSE);
        }
    }
    let store = SqliteStore::open(&piecewise, StoreOptions::default()).unwrap();
    assert_eq!(contents(&store), due);
}

/// A store that is being closed may still write its index when the next one of the folder is opened.
#[test]
fn two_stores_of_one_folder_index_no_entry_twice() {
    let (folder, one, _) = played_store("two-stores", 40);
    let other = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    wait(&one, HOUSE);
    wait(&other, HOUSE);
    assert_eq!([&one, &other].map(|store| store.index().fault(HOUSE)), [None, None]);
    assert_eq!(contents(&one), contents(&other));
    assert_eq!(contents(&one).0.len(), 40);
}

#[test]
fn an_index_of_another_journal_is_thrown_away() {
    let (folder, store, _) = played_store("another", 5);
    wait(&store, HOUSE);
    drop(store);
    let (other, store, _) = played_store("another-shorter", 2);
    drop(store);
    std::fs::copy(folder.join("index.db"), other.join("index.db")).unwrap();
    let store = SqliteStore::open(&other, StoreOptions::default()).unwrap();
    wait(&store, HOUSE);
    assert_eq!(store.index().rounds_before(HOUSE, TABLE, u64::MAX, 99).unwrap().len(), 2);
}

#[test]
fn the_result_in_words_ends_a_round_and_waits_for_no_disk() {
    let (folder, store, _) = played_store("results", 3);
    wait(&store, HOUSE);
    let outcome = |round: u64, result: &str| EndedRound {
        house: HOUSE,
        table: TABLE,
        round,
        at: 2_000,
        result: result.into(),
        play: None,
    };
    store.index().put_results([outcome(3, "17 black"), outcome(2, "zero")]).unwrap();
    // What is put before a snapshot is there when the snapshot is.
    store.put_snapshot(HOUSE, 5, b"state").unwrap();
    let row = store.index().round(HOUSE, TABLE, 3).unwrap().unwrap();
    assert_eq!((row.result.as_deref(), row.at), (Some("17 black"), 2_000));
    assert!(row.is_over());
    store.index().put_results([outcome(3, "18 red")]).unwrap();
    drop(store);
    let store = SqliteStore::open(&folder, StoreOptions::default()).unwrap();
    let rows = store.index().rounds_before(HOUSE, TABLE, u64::MAX, 9).unwrap();
    assert_eq!(rows[0].result.as_deref(), Some("18 red"), "it was corrected");
    assert_eq!(rows[1].result.as_deref(), Some("zero"));
}

#[test]
fn the_last_two_snapshots_are_stored() {
    let (_, store, _) = played_store("snapshots", 3);
    for sequence in [3, 9, 12, 20] {
        store.put_snapshot(HOUSE, sequence, &[u8::try_from(sequence).unwrap(); 9]).unwrap();
    }
    let index = store.index();
    assert_eq!(index.snapshot(HOUSE, u64::MAX).unwrap(), Some((20, vec![20; 9])));
    assert_eq!(index.snapshot(HOUSE, 19).unwrap(), Some((12, vec![12; 9])));
    assert_eq!(index.snapshot(HOUSE, 11).unwrap(), None, "the older ones have gone");
    // One that is ahead of the journal is not used.
    store.put_snapshot(HOUSE, 1_000_000, b"ahead").unwrap();
    assert_eq!(store.snapshot(HOUSE).unwrap(), Some((20, vec![20; 9])));
    index.remove_snapshots(HOUSE).unwrap();
    assert_eq!(store.snapshot(HOUSE).unwrap(), None);
}

#[test]
fn what_cannot_be_indexed_is_named_and_stops_nobody_else() {
    let store = SqliteStore::open(scratch("fault"), StoreOptions::default()).unwrap();
    let own = |house: u16| StreamId { house: HouseId(house), table: None };
    let mut bad = batch_at(own(1), 1, 1, 3);
    bad.entries[1].bytes = b"no entry".to_vec().into();
    store.append(bad).unwrap();
    store.append(batch_at(own(2), 1, 1, 3)).unwrap();
    wait(&store, HouseId(2));
    let error = store.index().wait_for(HouseId(1), 3, SOON).unwrap_err();
    assert!(error.to_string().contains("entry 2 of house 1 cannot be indexed"), "{error}");
    assert_eq!(store.index().fault(HouseId(1)), Some(error));
    let error = store.index().wait_for(HouseId(2), 9, Duration::from_millis(10)).unwrap_err();
    assert_eq!(error, StoreError::Behind { house: HouseId(2), indexed: 3, needed: 9 });
}

/// One busy journal, one where something happens now and then, and one with a single entry at the beginning.
#[test]
fn reading_a_journal_does_not_scan_the_others() {
    let store = SqliteStore::open(scratch("marks"), StoreOptions::default()).unwrap();
    let stream = |table: u16| StreamId { house: HOUSE, table: Some(TableId(table)) };
    let (mut sequence, mut versions) = (0, [0_u64; 4]);
    let mut next = |table: u16| {
        sequence += 1;
        versions[usize::from(table)] += 1;
        batch_at(stream(table), versions[usize::from(table)], sequence, 1).entries
    };
    let mut rare = 0_u64;
    let mut entries = next(3);
    for busy in 0..60_000_u64 {
        entries.extend(next(1));
        if busy % 7_000 < 2 {
            rare += 1;
            entries.extend(next(2));
        }
        if entries.len() > 5_000 {
            store.append(Batch { entries: std::mem::take(&mut entries), ..Batch::default() }).unwrap();
        }
    }
    store.append(Batch { entries, ..Batch::default() }).unwrap();
    wait(&store, HOUSE);
    let versions = |table: u16, from: u64, most: usize| -> Vec<u64> {
        store.read(stream(table), from, most).unwrap().iter().map(|entry| entry.version).collect()
    };
    assert_eq!(versions(2, 1, usize::MAX), (1..=rare).collect::<Vec<_>>());
    assert_eq!(versions(3, 1, usize::MAX), [1]);
    for from in [1, MARK_SPAN, MARK_SPAN + 1, 30_000, 59_990, 60_000] {
        assert_eq!(versions(1, from, 20), (from..=60_000).take(20).collect::<Vec<_>>());
    }
    let start = Instant::now();
    for version in (1..=60_000).step_by(600) {
        assert_eq!(versions(1, version, 1), [version]);
    }
    let each = start.elapsed() / 100;
    assert!(each < Duration::from_millis(20), "{each:?}");
}

/// Entries of a table at which a player holds the bank.
fn with_bank() -> Batch {
    let stream = StreamId { house: HOUSE, table: Some(TABLE) };
    let began =
        |round, record| Event::RoundBegan { round, record, book: [0; 32], settings: 0, build: "".into() };
    let acted =
        |lines: &str| Event::Acted { lines: lines.into(), with: Unit::Chips, why: ActReason::Ordinary };
    let won = |amount| {
        let (from, to) = (Location::Layout(TABLE), Location::PlayersBank(TABLE));
        let leg = Leg { unit: Unit::Chips, from, to, amount: Money::from_minor(amount) };
        vec![Transaction { kind: TransactionKind::Settle, legs: vec![leg].into(), stake: Some(1) }]
    };
    let events = [
        (began(1, 1), Vec::new()),
        (acted("bank ann 100\nbet ben 5 bank"), Vec::new()),
        (acted("cards 9C"), won(500)),
        (began(2, 2), Vec::new()),
        (acted("cards 8C"), won(250)),
        (began(3, 2), Vec::new()),
        (began(4, 3), Vec::new()),
        (Event::BankGivenUp { person: ANN }, Vec::new()),
        (began(5, 4), Vec::new()),
    ];
    let entries = (1..).zip(events).map(|(version, (event, ledger))| {
        let body = EntryBody {
            prev: [0; 32],
            salt: [1; 16],
            sequence: version,
            version,
            at: 1_000,
            by: Actor::House,
            key: None,
            event,
            ledger,
        };
        let entry = Entry::write(stream, body).unwrap();
        StoredEntry { stream, version, sequence: version, bytes: entry.bytes, hash: entry.hash }
    });
    Batch { entries: entries.collect(), ..Batch::default() }
}

/// An entry in which ann stakes one unit, or nothing is moved.
fn stake(sequence: u64, is_moved: bool) -> StoredEntry {
    let (from, to) = (Location::Player(ANN), Location::Layout(TABLE));
    let leg = Leg { unit: Unit::Chips, from, to, amount: Money::from_minor(1) };
    let staked = Transaction::new(TransactionKind::Stake, vec![leg].into());
    let body = EntryBody {
        prev: [0; 32],
        salt: [1; 16],
        sequence,
        version: sequence,
        at: 1_000,
        by: Actor::House,
        key: None,
        event: Event::Readied { person: ANN },
        ledger: is_moved.then_some(staked).into_iter().collect(),
    };
    let stream = StreamId { house: HOUSE, table: Some(TABLE) };
    let entry = Entry::write(stream, body).unwrap();
    StoredEntry { stream, version: sequence, sequence, bytes: entry.bytes, hash: entry.hash }
}

/// More than fits into a block, in steps that end within one.
#[test]
fn postings_and_movements_are_complete_over_blocks_and_steps() {
    let store = SqliteStore::open(scratch("blocks"), StoreOptions::default()).unwrap();
    let is_moved = |sequence: u64| !sequence.is_multiple_of(3) && !(1_500..1_600).contains(&sequence);
    let mut next = 1;
    for count in [1, 700, 1_023, 776] {
        let entries = (next..next + count).map(|sequence| stake(sequence, is_moved(sequence))).collect();
        store.append(Batch { entries, ..Batch::default() }).unwrap();
        wait(&store, HOUSE);
        next += count;
    }
    let due: Vec<u64> = (1..next).filter(|sequence| is_moved(*sequence)).collect();
    for limit in [7, PAGE_MAX] {
        let (mut after, mut before, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        while let page =
            store.index().postings_after(HOUSE, after.last().copied().unwrap_or(0), limit).unwrap()
            && !page.is_empty()
        {
            assert!(page.len() <= limit);
            after.extend(page);
        }
        while let last = before.last().copied().unwrap_or(u64::MAX)
            && let page = store.index().postings_before(HOUSE, last, limit).unwrap()
            && !page.is_empty()
        {
            assert!(page.len() <= limit);
            before.extend(page);
        }
        while let last =
            moved.last().map_or((u64::MAX, u32::MAX), |row: &MovementRow| (row.sequence, row.part))
            && let page = store.index().movements_before(HOUSE, ANN, last, limit).unwrap()
            && !page.is_empty()
        {
            assert!(page.len() <= limit);
            moved.extend(page);
        }
        assert_eq!(after, due);
        assert!(before.iter().rev().eq(&due), "the same from the end");
        let balances = (1..).zip(&due).map(|(count, sequence)| (*sequence, Money::from_minor(-count)));
        assert!(moved.iter().rev().map(|row| (row.sequence, row.balance)).eq(balances));
    }
}

#[test]
fn the_bank_that_a_player_carries_is_known_at_the_beginning_of_each_record() {
    let all = with_bank();
    // Whether the index comes to them one by one or all together.
    for size in [1, all.entries.len()] {
        let store = SqliteStore::open(scratch(&format!("banks-{size}")), StoreOptions::default()).unwrap();
        for entries in all.entries.chunks(size) {
            store.append(Batch { entries: entries.to_vec(), ..Batch::default() }).unwrap();
            wait(&store, HOUSE);
        }
        let bank = |record| store.index().bank_of_record(HOUSE, TABLE, record).unwrap();
        let ann = |minor| Some(CarriedBank { holder: "ann".to_owned(), amount: Money::from_minor(minor) });
        assert_eq!([1, 2, 3, 4].map(bank), [None, ann(10_500), ann(10_750), None]);
    }
}
