//! The doctor on a database: what is wrong is named while nodes serve it, and put right while none does.

use std::path::Path;

use croupier_server::doctor::{
    DoctorPart, DoctorReport, LossStatement, Remedy, accept_database_loss, examine_database, repair_database,
};
use croupier_server::installation::Installation;
use croupier_store_suite::{PostgresServer, change_entries, change_entry};

use crate::common::{Server, folder, shelf};
use crate::nodes::folder_like;
use crate::postgres::{name_of, node, play, played};

fn examined(data: &Path, address: &str) -> DoctorReport {
    examine_database(data, &address.parse().unwrap(), shelf()).unwrap()
}

fn repaired(data: &Path, address: &str) -> Result<Vec<String>, String> {
    let mut said = Vec::new();
    let report = examined(data, address);
    repair_database(data, &address.parse().unwrap(), &report, &mut |line| said.push(line.to_owned()))
        .map(|()| said)
        .map_err(|error| error.to_string())
}

/// What is found: the parts with what can be done.
fn found(report: &DoctorReport) -> Vec<(DoctorPart, Remedy)> {
    let mut found: Vec<(DoctorPart, Remedy)> =
        report.findings.iter().map(|finding| (finding.part, finding.remedy)).collect();
    found.dedup();
    found
}

/// A database with a house that was played, whose manager has a password; the folder of its node, and a way to run statements.
fn database(name: &str) -> (String, std::path::PathBuf, Server, impl Fn(&str) -> String) {
    let all = PostgresServer::shared();
    let (address, data) = (all.database(), folder(name));
    let (server, ann) = played(node(&data, &address, "first"));
    play(&server, &ann, 6);
    let database = name_of(&address).to_owned();
    let sql = move |text: &str| all.sql(&database, text);
    sql("insert into croupier.accounts (house, handle, hash) values (1, 'demo_manager', 'x')");
    (address, data, server, sql)
}

fn served_again(data: &Path, address: &str) {
    Server::run(Installation::open(node(data, address, "again"), shelf()).unwrap()).stop();
}

#[test]
fn a_database_is_examined_while_a_node_serves_it_and_repaired_when_none_does() {
    let (address, data, server, sql) = database("dd-repair");
    let report = examined(&data, &address);
    assert_eq!((report.findings.as_slice(), report.houses[0].incarnation), (&[][..], Some(1)));
    let elsewhere = examined(&folder("dd-nowhere"), &address);
    assert!(elsewhere.findings.is_empty() && elsewhere.left_out[0].contains("were not examined"));

    sql("update croupier.marks set span = 9 where stream = 65536");
    assert_eq!(found(&examined(&data, &address)), [(DoctorPart::Marks, Remedy::Repair)]);
    let refused = repaired(&data, &address).unwrap_err();
    assert!(refused.contains("another server is using"), "{refused}");
    // From another machine, whose folder is free.
    let refused = repaired(&folder_like(&data, "dd-other"), &address).unwrap_err();
    assert!(refused.contains("node `first` at 127.0.0.1") && refused.contains("stop all nodes"), "{refused}");
    server.stop();

    sql(
        "update croupier.heads set sequence = sequence - 1; update croupier.streams set ver = ver + 1 where id = 65537; \
         delete from croupier.balances where account = (select min(account) from croupier.balances where minor <> 0); \
         delete from croupier.keys where sequence = (select max(sequence) from croupier.keys)",
    );
    sql("update croupier.leases set suspended = 'damaged', suspended_sequence = 9");
    sql("delete from croupier.cluster");
    std::fs::write(
        data.join("index.db"),
        b"this is no database, whatever its name says, and it is long enough",
    )
    .unwrap();
    let report = examined(&data, &address);
    let parts = [
        DoctorPart::Index,
        DoctorPart::Head,
        DoctorPart::Versions,
        DoctorPart::Keys,
        DoctorPart::Balances,
        DoctorPart::Marks,
        DoctorPart::Format,
        DoctorPart::Suspended,
    ];
    for part in parts {
        let of_part = |(known, remedy): &(DoctorPart, Remedy)| *known == part && *remedy == Remedy::Repair;
        assert!(found(&report).iter().any(of_part), "{part:?}: {report:?}");
    }
    let said = repaired(&data, &address).unwrap();
    assert_eq!(said.len(), parts.len(), "{said:?}");
    assert_eq!(examined(&data, &address).findings, []);
    assert_eq!(repaired(&data, &address).unwrap(), Vec::<String>::new());
    served_again(&data, &address);
    assert_eq!(examined(&data, &address).findings, []);
}

#[test]
fn what_a_repair_cannot_put_right_in_a_database_is_named_with_what_can() {
    let (address, data, server, sql) = database("dd-named");
    server.stop();
    let suspended = |reason: &str| {
        sql(&format!("update croupier.leases set suspended = {reason}"));
        found(&examined(&data, &address))
    };
    let begin = [(DoctorPart::Suspended, Remedy::BeginIncarnation)];
    assert_eq!(suspended("'ahead', suspended_sequence = 9999, suspended_found = 3"), begin);
    assert_eq!(suspended("'forked', suspended_sequence = 9"), begin);
    assert_eq!(repaired(&data, &address).unwrap(), Vec::<String>::new());
    assert_eq!(suspended("null, suspended_sequence = null, suspended_found = null"), []);

    sql("update croupier.cluster set unfinished = 'a migration'");
    assert_eq!(found(&examined(&data, &address)), [(DoctorPart::Database, Remedy::Finish)]);
    sql("delete from croupier.heads");
    let refused = repaired(&data, &address).unwrap_err();
    assert!(refused.contains("a migration of this database did not finish"), "{refused}");
    sql("update croupier.cluster set unfinished = '', moved = 'elsewhere'");
    let moved = found(&examined(&data, &address));
    assert!(moved.contains(&(DoctorPart::Database, Remedy::ServeElsewhere)), "{moved:?}");
    sql("update croupier.cluster set moved = ''");
    repaired(&data, &address).unwrap();

    let stranger = folder("dd-stranger");
    drop(Server::start(crate::common::config(&stranger)));
    let mixed = examine_database(&stranger, &address.parse().unwrap(), shelf()).unwrap_err();
    assert!(mixed.to_string().contains("has journals of its own"), "{mixed}");
    let other = folder_like(&stranger, "dd-other-key");
    assert!(found(&examined(&other, &address)).contains(&(DoctorPart::HouseKey, Remedy::RestoreFile)));

    sql("delete from croupier.accounts where handle = 'demo_manager'");
    assert_eq!(found(&examined(&data, &address)), [(DoctorPart::Accounts, Remedy::Recover)]);
    change_entry(&sql, 20, |entry| entry.bytes = vec![1, 2]);
    let report = examined(&data, &address);
    let entry = report.findings.iter().find(|finding| finding.part == DoctorPart::Entries).unwrap();
    assert!(entry.remedy == Remedy::RestoreCopy && entry.found.contains("entry 20"), "{entry}");
    assert_eq!((report.houses[0].incarnation, repaired(&data, &address)), (None, Ok(Vec::new())));
}

#[test]
fn the_loss_of_the_end_of_a_database_is_accepted_by_two_people() {
    let (address, data, server, sql) = database("dd-loss");
    server.stop();
    sql("delete from croupier.checkpoints");
    change_entries(&sql, |entries| entries.truncate(entries.len() - 3));
    let report = examined(&data, &address);
    let found = found(&report);
    assert!(found.contains(&(DoctorPart::Acknowledged, Remedy::AcceptLoss)), "{found:?}");
    assert!(!found.iter().any(|(part, _)| *part == DoctorPart::Head), "its head is the witness: {found:?}");
    repaired(&data, &address).unwrap();
    let after = examined(&data, &address);
    assert!(after.has(DoctorPart::Acknowledged), "a repair does not accept a loss: {after:?}");

    let accept = |first: &str, second: &str| {
        let by = [first.to_owned(), second.to_owned()];
        let statement = LossStatement { by, original_gone: false };
        let (report, address) = (examined(&data, &address), address.parse().unwrap());
        accept_database_loss(&data, &address, &report, &statement, shelf(), &mut |_| {})
            .map_err(|error| error.to_string())
    };
    let alone = accept("demo_manager", "demo_manager").unwrap_err();
    assert!(alone.contains("two people"), "{alone}");
    let refused = Installation::open(node(&data, &address, "early"), shelf()).err().unwrap().to_string();
    assert!(refused.contains("accepting a loss"), "{refused}");
    assert_eq!(accept("demo_manager", "demo_cashier").unwrap(), [1]);
    let after = examined(&data, &address);
    assert_eq!((after.findings.as_slice(), after.houses[0].incarnation), (&[][..], Some(2)));
    served_again(&data, &address);
}
