//! Examining a house whose rows were checked, in a folder or in a database: what is wrong with its journal, whether it can
//! be replayed, and what depends on its state.

use croupier_house::House;
use croupier_house::office::Role;
use croupier_house::store::{Store, StoreError};
use croupier_rules::book::Shelf;
use croupier_store::{HouseCheck, JournalPart};

use super::beside::Beside;
use super::report::{DoctorPart, DoctorReport, ExaminedHouse, Remedy};
use crate::actor::replay_house;
use crate::checkpoints::{contradiction, origin_of};
use crate::dealing::{KeyFile, KeyVerdict, last_chain, recognise};
use crate::error::ServeError;

/// Reports on the journal of a house, and on what depends on its state. `open` opens its journal to read it again.
pub(super) fn examine_house(
    verified: &HouseCheck,
    open: &dyn Fn() -> Result<Box<dyn Store>, StoreError>,
    beside: &Beside<'_>,
    shelf: &'static Shelf,
    report: &mut DoctorReport,
) {
    let house = verified.house;
    let entries_are_whole = !verified.findings.iter().any(|finding| finding.part == JournalPart::Entries);
    for finding in &verified.findings {
        let (part, remedy) = of_part(finding.part, &finding.text);
        // Nothing is made again from entries that are damaged.
        let is_possible = entries_are_whole || remedy != Remedy::Repair;
        report.find(
            Some(house.0),
            part,
            &finding.text,
            if is_possible { remedy } else { Remedy::RestoreCopy },
        );
    }
    if verified.left_out > 0 {
        let more = format!("{} more findings are not listed", verified.left_out);
        report.find(Some(house.0), DoctorPart::Entries, more, Remedy::RestoreCopy);
    }
    let mut examined = ExaminedHouse {
        house: house.0,
        entries: verified.entries,
        hash: blake3::Hash::from_bytes(verified.head.hash).to_hex().to_string(),
        incarnation: None,
    };
    if entries_are_whole {
        match open() {
            Err(error) => report.find(Some(house.0), DoctorPart::Entries, error, Remedy::RestoreCopy),
            Ok(reader) => match replay_house(house, shelf, &*reader) {
                Err(error) => report.find(Some(house.0), DoctorPart::Replay, error, Remedy::RestoreCopy),
                Ok(replayed) => {
                    examined.incarnation = Some(replayed.office.incarnation.number);
                    state(&*reader, &replayed, beside, report);
                }
            },
        }
    }
    report.houses.push(examined);
}

/// What is said about a part of the journals, and what can be done.
fn of_part(part: JournalPart, text: &str) -> (DoctorPart, Remedy) {
    match part {
        JournalPart::Entries => (DoctorPart::Entries, Remedy::RestoreCopy),
        JournalPart::Acknowledged => (DoctorPart::Acknowledged, Remedy::AcceptLoss),
        JournalPart::Head => (DoctorPart::Head, Remedy::Repair),
        JournalPart::Versions => (DoctorPart::Versions, Remedy::Repair),
        JournalPart::Keys => (DoctorPart::Keys, Remedy::Repair),
        JournalPart::Balances => (DoctorPart::Balances, Remedy::Repair),
        JournalPart::Marks => (DoctorPart::Marks, Remedy::Repair),
        // The file can be written again, but what it knew cannot: that nothing is missing.
        JournalPart::HeadFile if text.contains("lost") || text.contains("acknowledged") => {
            (DoctorPart::HeadFile, Remedy::AcceptLoss)
        }
        JournalPart::HeadFile => (DoctorPart::HeadFile, Remedy::BeginAnew),
    }
}

/// Reports what this program cannot read or play again.
fn law(house: &House<'_>, report: &mut DoctorReport) {
    let number = Some(house.id.0);
    if let Some(why) = &house.office.unreadable_file {
        let found = format!("the house file in force cannot be read: {why}");
        report.find(number, DoctorPart::Texts, found, Remedy::Settle);
    }
    for table in house.tables() {
        if let Some(suspension) = &table.suspension {
            let found = format!("table {} ({}) is suspended: {}", table.id.0, table.name, suspension.reason);
            report.find(number, DoctorPart::Replay, found, Remedy::Settle);
        }
    }
}

/// Examines what depends on the state of a house: its key, its checkpoints, its people.
fn state(store: &dyn Store, house: &House<'_>, beside: &Beside<'_>, report: &mut DoctorReport) {
    law(house, report);
    let number = Some(house.id.0);
    let incarnation = house.office.incarnation;
    let chain = if incarnation.key.is_none() { last_chain(store, house.id).ok().flatten() } else { None };
    if let Some(keys) = &beside.key
        && let KeyVerdict::Held(why) = recognise(keys, incarnation.key, chain.as_ref())
    {
        report.find(number, DoctorPart::HouseKey, why, Remedy::RestoreFile);
    }
    accounts(house, beside, report);
    if report.has(DoctorPart::Checkpoints) {
        return;
    }
    let compared = (beside.checkpoints)().and_then(|log| {
        let Some(log) = log else { return Ok(None) };
        let origin = origin_of(store, house.id, incarnation.number)?;
        let keys = beside.key.as_ref().and_then(KeyFile::keys);
        origin.map_or(Ok(None), |origin| contradiction(store, &log, origin, &[], keys))
    });
    match compared {
        Ok(None) => {}
        Ok(Some(why)) => report.find(number, DoctorPart::Checkpoints, why, Remedy::AcceptLoss),
        Err(error) => report.find(number, DoctorPart::Checkpoints, error, beside.lost_checkpoints),
    }
}

/// Whether a manager of the house can log in.
fn accounts(house: &House<'_>, beside: &Beside<'_>, report: &mut DoctorReport) {
    if report.has(DoctorPart::Accounts) {
        return;
    }
    let people = house.office.people().map(|(_, person)| person);
    let managers: Vec<&str> =
        people.filter(|person| person.role == Role::Manager).map(|person| &*person.handle).collect();
    if managers.is_empty() {
        return;
    }
    let known = |handle: &&str| (beside.has_account)(house.id, handle);
    let found: Result<Vec<bool>, ServeError> = managers.iter().map(known).collect();
    match found {
        Ok(found) if found.contains(&true) => {}
        Ok(_) => {
            let found = "no manager has a password";
            report.find(Some(house.id.0), DoctorPart::Accounts, found, Remedy::Recover);
        }
        Err(error) => report.find(None, DoctorPart::Accounts, error, Remedy::Recover),
    }
}
