//! Damage to any part of the journals in a database is noticed and named, and what follows from the entries is made again,
//! while no node owns the house.

use std::sync::atomic::{AtomicBool, Ordering};

use croupier_house::ids::DAY_MS;
use croupier_house::store::{Store, StoreError};
use croupier_postgres::{ClusterPart, HouseRepair, PostgresCheck, PostgresRepair};
use croupier_store::{HouseCheck, JournalPart};
use croupier_store_suite::{ChunkedEntry, change_entries, played};

use crate::common::{HOUSE, database, owner_of};

/// A moment after the house was played.
const NOW: i64 = 5_000;

/// A database with a house that was played and that nobody owns: its address, and a way to run statements in it.
fn played_database() -> (String, impl Fn(&str) -> String) {
    let (address, sql) = database();
    let store = owner_of(&address, "first");
    for batch in played(3).batches {
        store.append(batch).unwrap();
    }
    store.release(HOUSE).unwrap();
    drop(store);
    (address, sql)
}

fn check(address: &str) -> HouseCheck {
    PostgresCheck::open(address).unwrap().check(HOUSE, NOW).unwrap()
}

fn repaired(address: &str, parts: &[JournalPart]) -> Result<(), StoreError> {
    let repair = HouseRepair { house: HOUSE, parts: parts.to_vec(), resumes: false };
    PostgresRepair::open(address).unwrap().repair(&repair, NOW)
}

#[test]
fn what_follows_from_the_entries_of_a_database_is_checked_named_and_made_again() {
    use JournalPart::{Balances, Head, Keys, Marks, Versions};
    let (address, sql) = played_database();
    let sound = check(&address);
    assert_eq!((&*sound.findings, sound.entries > 30), (&[][..], true));
    assert_eq!(sound.stored_head, Some(sound.head));
    let all = || {
        let rows = |table: &str| sql(&format!("select * from croupier.{table} order by 1, 2"));
        ["chunks", "heads", "streams", "balances", "keys"].map(rows)
    };
    let whole = all();
    let faults = [
        (Head, "update croupier.heads set sequence = sequence - 1", "the head says entry"),
        (Head, "update croupier.heads set hash = decode(repeat('00', 32), 'hex')", "another hash"),
        (Head, "delete from croupier.heads", "the head says entry 0"),
        (Versions, "update croupier.streams set ver = ver + 1 where id = 65536", "is said to have version"),
        (Versions, "delete from croupier.streams where id = 65537", "is said to have version 0"),
        (Versions, "insert into croupier.streams values (65599, 4)", "table 63 is said to have version 4"),
        (
            Balances,
            "update croupier.balances set minor = minor + 1 where account = (select max(account) from croupier.balances)",
            "sum to",
        ),
        (
            Balances,
            "delete from croupier.balances where account = (select min(account) from croupier.balances where minor <> 0)",
            "has 0",
        ),
        (
            Balances,
            "insert into croupier.balances values ((1::bigint << 54) | (4::bigint << 48) | 999999, 5)",
            "sum to 0",
        ),
        (
            Keys,
            "delete from croupier.keys where key = (select min(key::text)::uuid from croupier.keys)",
            "is missing",
        ),
        (
            Keys,
            "update croupier.keys set digest = digest + 1 where sequence = (select max(sequence) from croupier.keys)",
            "another command",
        ),
        (
            Keys,
            "update croupier.keys set last = last + 1 where sequence = (select max(sequence) from croupier.keys)",
            "other entries",
        ),
        (
            Keys,
            "update croupier.keys set sequence = 1 where sequence = (select max(sequence) from croupier.keys)",
            "other entries",
        ),
        (
            Keys,
            "insert into croupier.keys values ('00000000-0000-0000-ffff-000000000000', 1, 65536, 1, 1, 1, 9000)",
            "1 keys belong to no command",
        ),
        (Marks, "delete from croupier.marks where stream = 65537", "1 marks of where"),
        (Marks, "update croupier.marks set span = 7 where stream = 65536", "another place"),
        (Marks, "insert into croupier.marks values (65599, 1, 0)", "belong to no entry"),
    ];
    for (part, statement, why) in faults {
        let changed = sql(&format!("with done as ({statement} returning 1) select count(*) from done"));
        assert_eq!(changed, "1", "{statement}");
        let findings = check(&address).findings;
        let named = findings.iter().any(|finding| finding.part == part && finding.text.contains(why));
        assert!(named && findings.iter().all(|finding| finding.part == part), "{statement}: {findings:?}");
        assert!(part.can_be_rebuilt());
        repaired(&address, &[part]).unwrap();
        assert_eq!(check(&address), sound, "{statement}");
        assert_eq!(all(), whole, "{statement}");
    }
    // Keys of old commands need not be there, and are not made again.
    sql("delete from croupier.keys");
    let later = 40 * DAY_MS;
    assert_eq!(PostgresCheck::open(&address).unwrap().check(HOUSE, later).unwrap().findings, []);
    let keys = HouseRepair { house: HOUSE, parts: vec![Keys], resumes: false };
    PostgresRepair::open(&address).unwrap().repair(&keys, later).unwrap();
    assert_eq!(sql("select count(*) from croupier.keys"), "0");
}

/// Damage to entries.
type Damage = Box<dyn Fn(&mut Vec<ChunkedEntry>)>;

#[test]
fn entries_of_a_database_that_were_changed_or_lost_are_named_and_never_made_again() {
    use JournalPart::{Acknowledged, Entries};
    let (address, sql) = played_database();
    let sound = check(&address);
    sql("create table saved as select * from croupier.chunks");
    let last = sound.head.sequence;
    let to_one = |change: fn(&mut ChunkedEntry)| -> Damage { Box::new(move |all| change(&mut all[19])) };
    let without =
        |sequence: u64| -> Damage { Box::new(move |all| all.retain(|entry| entry.sequence != sequence)) };
    let faults: [(JournalPart, &str, Damage, String); 6] = [
        (
            Entries,
            "bytes",
            to_one(|entry| entry.bytes = vec![1, 2]),
            "entry 20: its bytes do not have its hash".to_owned(),
        ),
        (Entries, "hash", to_one(|entry| entry.hash = [0; 32]), "entry 20".to_owned()),
        (Entries, "gone", without(20), "entry 20 was expected".to_owned()),
        (Entries, "version", to_one(|entry| entry.version += 1), "version".to_owned()),
        (Entries, "journal", to_one(|entry| entry.journal = 9), "entry 20".to_owned()),
        (
            Acknowledged,
            "last",
            without(last),
            format!(
                "the journal ends at entry {}, but entry {last} was acknowledged: 1 entries are lost",
                last - 1
            ),
        ),
    ];
    let rows = || sql("select md5(string_agg(c::text, '' order by first)) from croupier.chunks c");
    for (part, name, damage, why) in faults {
        change_entries(&sql, |entries| damage(entries));
        let before = rows();
        let findings = check(&address).findings;
        let named = findings.iter().any(|finding| finding.part == part && finding.text.contains(&why));
        assert!(named, "{name}: {findings:?}");
        assert!(!part.can_be_rebuilt());
        assert!(repaired(&address, &[part]).is_err(), "{name}");
        assert_eq!(before, rows(), "{name}");
        sql("delete from croupier.chunks; insert into croupier.chunks select * from saved");
        assert_eq!(check(&address), sound);
    }
    // A row that cannot be a chunk is damage, and no mistake of the program.
    let rows = [
        ("body = substr(body, 1, length(body) - 1)", "ends within entry"),
        ("body = body || '\\x00'", "has bytes behind its last entry"),
        ("body = overlay(body placing '\\x02' from 1)", "has a form that this program does not know"),
        ("body = ''", "has a form that this program does not know"),
        ("last = last + 1", "goes over that which begins at"),
    ];
    let place = sql("select max(first) from saved where first <= 20");
    for (change, why) in rows {
        sql(&format!("update croupier.chunks set {change} where first = {place}"));
        let error = PostgresCheck::open(&address).unwrap().check(HOUSE, NOW).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, StoreError::Damaged(_)) && text.contains(why), "{change}: {text}");
        assert!(text.contains(&format!("the chunk of the entries {place} to")), "{change}: {text}");
        sql("delete from croupier.chunks; insert into croupier.chunks select * from saved");
    }
    // The same entry in two chunks.
    sql("insert into croupier.chunks select house, last, last, body from saved where last > first");
    let error = PostgresCheck::open(&address).unwrap().check(HOUSE, NOW).unwrap_err();
    assert!(
        matches!(error, StoreError::Damaged(_)) && error.to_string().contains("goes over that"),
        "{error}"
    );
}

#[test]
fn a_house_that_a_node_owns_is_not_repaired_and_an_old_owner_cannot_write_afterwards() {
    let (address, sql) = played_database();
    let owner = owner_of(&address, "living");
    sql("delete from croupier.heads");
    let renews = AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while renews.load(Ordering::Relaxed) {
                owner.renew(HOUSE).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(200));
            }
        });
        let error = repaired(&address, &[JournalPart::Head]).unwrap_err().to_string();
        assert!(error.contains("node `living` at living.example:1 owns house 1: stop all nodes"), "{error}");
        assert_eq!(sql("select count(*) from croupier.heads"), "0", "nothing was changed");
        renews.store(false, Ordering::Relaxed);
    });
    // One that gives no sign of life for a lease length is fenced off.
    repaired(&address, &[JournalPart::Head]).unwrap();
    assert_eq!(check(&address).findings, []);
    assert!(matches!(owner.renew(HOUSE), Err(StoreError::NotOwner { .. })));
    let next = played(4).batches.into_iter().find(|batch| {
        batch.entries.first().is_some_and(|entry| entry.sequence == check(&address).head.sequence + 1)
    });
    let refused = owner.append(next.unwrap());
    assert_eq!(refused, Err(StoreError::NotOwner { house: HOUSE }));
}

#[test]
fn leases_members_and_the_event_format_that_no_node_has_written_are_named_and_put_right() {
    let (address, sql) = played_database();
    let findings = || PostgresCheck::open(&address).unwrap().check_cluster().unwrap();
    assert_eq!(findings(), []);
    let repair = || PostgresRepair::open(&address).unwrap();
    let run = "00000000-0000-0000-0000-000000000001";
    let lease = |text: &str| format!("update croupier.leases set {text} where house = 1");
    let member = |run: &str, format: i32, beats: i32| {
        format!(
            "insert into croupier.members (run, node, address, version, format, beats, draining) \
             values ('{run}', 'ghost', '', '', {format}, {beats}, false)"
        )
    };
    let faults = [
        (lease("owner = 'x'"), "names an owner without a run"),
        (lease("owner = 'x', incarnation = 'yesterday'"), "`yesterday`, which is no run of a node"),
        (lease("fence = -4"), "has fence -4"),
        (lease("backend = 3"), "half of a connection"),
        ("insert into croupier.leases (house, fence, renewals) values (2000, 1, 1)".to_owned(), "house 2000"),
        (member("nobody", 1, 1), "node `ghost` has `nobody`, which is no run"),
        (member(run, 1, -1), "has given -1 signs of life"),
        (
            format!("update croupier.cluster set format = 3; {}", member(run, 2, 1)),
            "reads event format 2, and 3 may be written",
        ),
        (
            "delete from croupier.cluster".to_owned(),
            "the row with the event format that may be written is missing",
        ),
        ("update croupier.cluster set format = 0".to_owned(), "0 is no event format"),
    ];
    for (statement, why) in faults {
        sql(&statement);
        let found = findings();
        assert!(found.len() == 1 && found[0].text.contains(why), "{statement}: {found:?}");
        match found[0].part {
            ClusterPart::Format => repair().repair_format().unwrap(),
            ClusterPart::Members => repair().repair_members().unwrap(),
            ClusterPart::Leases if found[0].house.is_none() => repair().repair_leases().unwrap(),
            ClusterPart::Leases => repaired(&address, &[]).unwrap(),
            other => panic!("{other:?}"),
        }
        assert_eq!(findings(), [], "{statement}");
    }
    sql("update croupier.cluster set format = 999");
    assert_eq!(findings()[0].part, ClusterPart::LaterFormat);
}
