//! Damage to each part of a data folder: the server refuses or goes on as promised, the doctor names it, and what can be
//! made again is made again.

use std::path::{Path, PathBuf};

use crate::common::{Server, config, folder, shelf};
use croupier_server::dealing::KEY_FILE;
use croupier_server::doctor::{DoctorPart, LossStatement, Remedy, accept_loss, examine, repair};
use croupier_server::installation::Installation;
use serde_json::json;

/// A data folder in which something was played.
fn played(name: &str) -> PathBuf {
    let data = folder(name);
    let server = Server::start(config(&data));
    server.staff("demo_manager");
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    let keyed = [("idempotency-key", "0190d6e0-0000-4000-8000-000000000001")];
    let bet = json!({"do": "bet", "amount": "5", "wager": "red"});
    let (status, reply) = ann.send(&format!("/houses/1/tables/{wheel}/commands"), &keyed, &bet);
    assert!(status == 200 || status == 409 || status == 400, "{reply}");
    drop(server);
    data
}

fn copied(from: &Path, name: &str) -> PathBuf {
    let to = folder(name);
    std::fs::create_dir_all(&to).unwrap();
    narrow(&to);
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    to
}

fn narrow(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).unwrap();
    }
}

fn opens(data: &Path) -> Result<(), String> {
    Installation::open(config(data), shelf()).map(drop).map_err(|error| error.to_string())
}

fn sql(data: &Path, file: &str, statement: &str) {
    let connection = rusqlite::Connection::open(data.join(file)).unwrap();
    assert!(connection.execute(statement, []).unwrap() > 0, "{statement}");
}

#[test]
fn a_sound_folder_has_no_findings() {
    let data = played("sound");
    let report = examine(&data, shelf()).unwrap();
    assert_eq!(report.findings, []);
    assert_eq!((report.houses.len(), report.houses[0].incarnation), (1, Some(1)));
    assert!(examine(&folder("nothing"), shelf()).is_err());
}

/// What follows from the journal is named and made again, and the repaired house opens.
#[test]
fn what_follows_from_the_journal_is_made_again() {
    let sound = played("follows");
    let faults: [(&str, &str, &str, DoctorPart); 7] = [
        ("head", "journal.db", "update heads set sequence = sequence - 1", DoctorPart::Head),
        ("no-head", "journal.db", "delete from heads", DoctorPart::Head),
        (
            "version",
            "journal.db",
            "update streams set ver = ver + 1 where id = (select max(id) from streams)",
            DoctorPart::Versions,
        ),
        (
            "no-version",
            "journal.db",
            "delete from streams where id = (select min(id) from streams)",
            DoctorPart::Versions,
        ),
        (
            "balance",
            "journal.db",
            "update balances set minor = minor + 1 where account = (select max(account) from balances)",
            DoctorPart::Balances,
        ),
        (
            "no-balance",
            "journal.db",
            "delete from balances where account = (select min(account) from balances where minor <> 0)",
            DoctorPart::Balances,
        ),
        (
            "key",
            "journal.db",
            "insert into keys (key, digest, stream, first, last, sequence, at) values (x'00112233445566778899aabbccddeeff', 1, 65536, 1, 1, 1, 0)",
            DoctorPart::Keys,
        ),
    ];
    for (name, file, statement, part) in faults {
        let data = copied(&sound, name);
        sql(&data, file, statement);
        let report = examine(&data, shelf()).unwrap();
        let found = report.findings.iter().find(|finding| finding.part == part);
        assert!(found.is_some_and(|finding| finding.remedy == Remedy::Repair), "{name}: {report:?}");
        let before = std::fs::metadata(data.join("journal.db")).unwrap().len();
        let mut said = Vec::new();
        repair(&data, &report, &mut |line| said.push(line.to_owned())).unwrap();
        assert!(said.iter().any(|line| line.contains(part.name())), "{name}: {said:?}");
        assert_eq!(examine(&data, shelf()).unwrap().findings, [], "{name}");
        assert!(std::fs::metadata(data.join("journal.db")).unwrap().len() >= before);
        opens(&data).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// The name of a folder, a file, what it has afterwards, the part that the doctor names, why the server does not start.
type FileFault<'a> = (&'a str, &'a str, Option<&'a [u8]>, DoctorPart, Option<&'a str>);

/// What is beside the journal is named; the house opens, or says why it does not.
#[test]
fn files_beside_the_journal_are_named() {
    let sound = played("files");
    let garbage: &[u8] =
        b"this is no database, whatever its name says, and it is long enough to be looked at";
    let faults: [FileFault<'_>; 7] = [
        ("no-key", KEY_FILE, None, DoctorPart::HouseKey, None),
        ("bad-key", KEY_FILE, Some(b"1 abc\n"), DoctorPart::HouseKey, None),
        ("bad-index", "index.db", Some(garbage), DoctorPart::Index, None),
        ("bad-accounts", "accounts.db", Some(garbage), DoctorPart::Accounts, Some("")),
        ("bad-checkpoints", "checkpoints.db", Some(garbage), DoctorPart::Checkpoints, Some("")),
        ("bad-heads", "heads", Some(b"short"), DoctorPart::HeadFile, Some("doctor")),
        ("no-heads", "heads", None, DoctorPart::HeadFile, Some("doctor")),
    ];
    for (name, file, content, part, refusal) in faults {
        let data = copied(&sound, name);
        match content {
            Some(content) => std::fs::write(data.join(file), content).unwrap(),
            None => std::fs::remove_file(data.join(file)).unwrap(),
        }
        for ending in ["-wal", "-shm"] {
            drop(std::fs::remove_file(data.join(format!("{file}{ending}"))));
        }
        let report = examine(&data, shelf()).unwrap();
        assert!(report.has(part), "{name}: {report:?}");
        if let Some(words) = refusal {
            let said = opens(&data).unwrap_err();
            assert!(said.contains(words), "{name}: {said}");
        }
        repair(&data, &report, &mut |_| {}).unwrap();
        let remaining = examine(&data, shelf()).unwrap();
        let is_left = remaining.has(part);
        let cannot_be_made = matches!(part, DoctorPart::HouseKey | DoctorPart::Accounts);
        assert_eq!(is_left, cannot_be_made, "{name}: {remaining:?}");
        if !is_left {
            opens(&data).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// Damage to the journal itself cannot be made good: the server says where, and does not start.
#[test]
fn damage_to_the_journal_is_named_with_its_place() {
    let sound = played("entries");
    let row = (1_i64 << 48) | 0x14;
    for (name, statement) in [
        (
            "body",
            format!(
                "update entries set body = cast(substr(body, 1, 60) || x'fe' || substr(body, 62) as blob) where id = {row}"
            ),
        ),
        ("hash", format!("update entries set hash = zeroblob(32) where id = {row}")),
        ("row", format!("delete from entries where id = {row}")),
        ("journal", format!("update entries set journal = 99 where id = {row}")),
    ] {
        let data = copied(&sound, &format!("entry-{name}"));
        sql(&data, "journal.db", &statement);
        let report = examine(&data, shelf()).unwrap();
        let found = report.findings.iter().find(|finding| finding.part == DoctorPart::Entries);
        let named = |text: &str| text.contains("20") || text.contains("21");
        assert!(
            found.is_some_and(|f| f.remedy == Remedy::RestoreCopy && named(&f.found)),
            "{name}: {report:?}"
        );
        assert!(opens(&data).is_err(), "{name}");
        repair(&data, &report, &mut |_| {}).unwrap();
        assert!(examine(&data, shelf()).unwrap().has(DoctorPart::Entries), "{name}: it is not touched");
    }
    let data = copied(&sound, "no-database");
    std::fs::write(data.join("journal.db"), b"this is no database, whatever its name says").unwrap();
    // A log that still has every page would make it whole again.
    drop(std::fs::remove_file(data.join("journal.db-wal")));
    assert!(opens(&data).is_err());
    assert!(examine(&data, shelf()).unwrap().has(DoctorPart::Entries));
}

/// A log that was cut in half: the house does not start silently with half of what it acknowledged. Two people can
/// accept the loss, and the house goes on as after a restore.
#[test]
fn a_cut_log_is_noticed_and_its_loss_accepted_by_two_people() {
    let data = folder("cut-source");
    let server = Server::start(config(&data));
    let (wheel, ann) = (server.table("roulette"), server.player("ann"));
    server.staff("demo_manager");
    ann.must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
    for _ in 0..20 {
        ann.must(wheel, &json!({"do": "bet", "amount": "1", "wager": "red"}));
    }
    // As after a crash: the files as they lie while the server runs.
    let cut = copied(&data, "cut");
    drop(server);
    let log = cut.join("journal.db-wal");
    let bytes = std::fs::read(&log).unwrap();
    assert!(bytes.len() > 100_000, "the log has what was acknowledged");
    std::fs::write(&log, &bytes[..bytes.len() * 3 / 4]).unwrap();
    drop(std::fs::remove_file(cut.join("journal.db-shm")));
    let said = opens(&cut).unwrap_err();
    assert!(said.contains("acknowledged"), "{said}");
    let report = examine(&cut, shelf()).unwrap();
    let found = report.findings.iter().find(|finding| finding.part == DoctorPart::HeadFile);
    assert!(found.is_some_and(|finding| finding.remedy == Remedy::AcceptLoss), "{report:?}");
    repair(&cut, &report, &mut |_| {}).unwrap();
    assert!(opens(&cut).is_err(), "a repair does not accept a loss");
    let by = |first: &str, second: &str| LossStatement {
        by: [first.to_owned(), second.to_owned()],
        original_gone: false,
    };
    let alone = accept_loss(&cut, &report, &by("demo_manager", "demo_manager"), shelf()).unwrap_err();
    assert!(alone.to_string().contains("two people"), "{alone}");
    assert!(
        opens(&cut).unwrap_err().contains("did not finish"),
        "it is not served before the loss is journalled"
    );
    let houses = accept_loss(&cut, &report, &by("demo_manager", "demo_cashier"), shelf()).unwrap();
    assert_eq!(houses, [1]);
    let after = examine(&cut, shelf()).unwrap();
    assert_eq!((after.findings.as_slice(), after.houses[0].incarnation), (&[][..], Some(2)));
    let server = Server::run(Installation::open(config(&cut), shelf()).unwrap());
    server.player("zoe").must(wheel, &json!({"do": "sit"}));
    server.tick(wheel);
}
