//! Tables that cannot be played again are suspended: the house opens, other tables play, and two people settle it.

use croupier_house::command::{Announcement, Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, TableId};
use croupier_house::journal::{Entry, JournalError};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::OfficeAction;
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{LaidStakes, Mode, Pace, Phase};
use croupier_house::{House, RejectionCode};
use croupier_kit::Money;
use croupier_rules::book::Shelf;

use super::written::{digest_of, opened, rewritten, stripped, with_text};
use super::{BOOK, WHEEL, announce, ball, bets, first_text};
use crate::common::{ANN, BEN, CHARTER, MANAGER, PLAYERS, Rig, assert_same_money, money, shelf};

/// The same text with a key that this program does not know.
fn unknown_text() -> String {
    format!("of_a_later_program = true\n{}", first_text())
}

/// What the layout of a table has.
fn layout(house: &House<'_>, id: TableId) -> Money {
    house.ledger.balance(Unit::Chips, Location::Layout(id))
}

fn void(rig: &mut Rig, id: TableId, round: u64) {
    let reason = "the table is suspended".to_owned();
    let alone = rig.at(MANAGER, id, TableCommand::Propose(ProposedAction::Void { round, reason })).unwrap();
    assert!(!alone.entries.is_empty());
    let proposal = rig.table(id).papers.proposals_made;
    let alone = rig.at(MANAGER, id, TableCommand::Authorise { proposal }).unwrap_err();
    assert_eq!(alone.code, RejectionCode::Authority);
    rig.must_at(crate::common::INSPECTOR, id, TableCommand::Authorise { proposal });
}

/// The house is the same when it is restored from its snapshot, and when its journal is opened again.
fn assert_lasts(rig: &Rig) {
    let digest = rig.house.state_digest().unwrap();
    let bytes = rig.house.snapshot().unwrap();
    let restored = House::from_snapshot(&bytes, shelf(), "test", Pace::NONE).unwrap();
    assert!(restored.snapshot().unwrap() == bytes);
    assert_eq!(opened(&rig.journal, shelf()).state_digest().unwrap(), digest);
}

#[test]
fn a_text_that_the_reader_refuses_suspends_its_tables_and_the_house_opens() {
    let mut rig = Rig::new();
    let wheel = rig.open(WHEEL, Mode::Attended);
    let other = rig.open("American A", Mode::Attended);
    bets(&mut rig, wheel);
    announce(&mut rig, other, Announcement::PlaceYourBets);
    let before = rig.house.clone();
    let journal = with_text(&rig.journal, first_text(), &unknown_text());
    // A new entry is never treated like this.
    let mut strict = House::new(HouseId(1), shelf(), "test", Pace::NONE);
    let fault = journal.iter().find_map(|entry| strict.apply(entry).err());
    assert!(matches!(fault, Some(JournalError::Replay(..))), "{fault:?}");

    let mut rig = Rig { house: opened(&journal, shelf()), journal, audited: false, ..rig };
    assert_same_money(&rig.house, &before);
    let view = rig.house.view(wheel, Some(ANN)).unwrap();
    let reason = view.suspended.clone().unwrap();
    assert!(reason.contains("of_a_later_program") && reason.contains(BOOK), "{reason}");
    assert_eq!((view.phase, view.mode), (Phase::Closed, Some(Mode::Attended)));
    for act in [
        TableCommand::Announce(Announcement::NoMoreBets),
        TableCommand::Enter { lines: "ball 1".to_owned() },
        TableCommand::Sit { person: ANN },
    ] {
        let rejection = rig.at(MANAGER, wheel, act).unwrap_err();
        assert!(rejection.found.contains(&*reason), "{rejection}");
    }
    let open = ProposedAction::Open { mode: Mode::Attended, opener: rig.counted(wheel) };
    let opens = rig.agree(wheel, open.clone()).unwrap_err();
    assert!(opens.found.contains("is open"), "{opens}");
    assert_lasts(&rig);

    // The other table plays on.
    rig.bet(ANN, other, "red", money(10)).unwrap();
    ball(&mut rig, other, "ball 1");

    // Stakes lie on the table: it can be closed only when two people have voided its round.
    let stands = rig.agree(wheel, ProposedAction::Close { closer: Count::default() }).unwrap_err();
    assert_eq!(stands.code, RejectionCode::Order);
    let held = PLAYERS.map(|person| rig.chips(person));
    assert_eq!(layout(&rig.house, wheel), money(30));
    void(&mut rig, wheel, 1);
    assert_eq!(layout(&rig.house, wheel), Money::ZERO);
    assert_eq!(rig.chips(ANN).minor() - held[0].minor(), 1_000);
    assert_eq!(rig.chips(BEN).minor() - held[1].minor(), 2_000);
    rig.audit();
    assert!(rig.table(wheel).suspension.is_some(), "its rules are still not available");
    assert_lasts(&rig);
    rig.agree(wheel, ProposedAction::Close { closer: Count::default() }).unwrap();
    let closed = rig.agree(wheel, open.clone()).unwrap_err();
    assert!(closed.found.contains("of_a_later_program"), "{closed}");

    // Two people adopt an edition that the program reads, and the table opens.
    let digest = digest_of(first_text());
    rig.agree_office(OfficeAction::AdoptEdition { rulebook: BOOK.into(), digest }).unwrap();
    rig.agree(wheel, open).unwrap();
    assert_eq!(rig.table(wheel).open().unwrap().in_force.digest, digest);
    assert_lasts(&rig);
}

/// A journal in which an act of one kind is written with other words than it was played with.
fn diverging(journal: &[Entry], from: &str, to: &str) -> Vec<Entry> {
    let mut found = 0;
    let changed = rewritten(journal, |body| {
        if let Event::Acted { lines, .. } = &mut body.event
            && lines.contains(from)
        {
            *lines = lines.replace(from, to).into();
            found += 1;
        }
        true
    });
    assert_eq!(found, 1, "{from}");
    changed
}

#[test]
fn an_open_round_that_replays_to_something_else_is_voided_by_two_people() {
    // An act that is refused, another amount, and another outcome of a round that is paid and not over.
    for (from, to) in [
        ("ben bets 20 on red", "ben bets 20 on mauve"),
        ("ben bets 20 on red", "ben bets 5 on red"),
        ("ann bets 10 on numbers 1 2", "ann bets 10 on numbers 1 99"),
        ("ball 1", "ball 5"),
    ] {
        let mut rig = Rig::new();
        let id = rig.open(WHEEL, Mode::Attended);
        let other = rig.open("American A", Mode::Automatic);
        let before = PLAYERS.map(|person| rig.chips(person));
        bets(&mut rig, id);
        if from == "ball 1" {
            ball(&mut rig, id, "ball 1");
        }
        let played = rig.house.clone();
        let journal = diverging(&rig.journal, from, to);
        let mut rig = Rig { house: opened(&journal, shelf()), journal, audited: false, ..rig };
        assert_same_money(&rig.house, &played);
        let suspended = rig.house.view(id, None).unwrap().suspended;
        assert!(suspended.is_some_and(|reason| !reason.is_empty()), "{to}");
        assert_lasts(&rig);
        rig.tick(other).unwrap();
        void(&mut rig, id, 1);
        assert_eq!(PLAYERS.map(|person| rig.chips(person)), before, "{to}: everybody has what they had");
        assert_eq!(layout(&rig.house, id), Money::ZERO);
        rig.audited = true;
        rig.audit();
        assert_lasts(&rig);

        // The table goes on.
        bets(&mut rig, id);
        ball(&mut rig, id, "ball 1");
        assert_eq!(rig.chips(ANN).minor() - before[0].minor(), 17_000);
        assert_lasts(&rig);
    }
}

#[test]
fn a_round_of_the_past_that_replays_to_something_else_suspends_nothing() {
    let mut rig = Rig::new();
    let id = rig.open(WHEEL, Mode::Attended);
    bets(&mut rig, id);
    ball(&mut rig, id, "ball 1");
    bets(&mut rig, id);
    let journal = diverging(&rig.journal, "ball 1", "ball 5");
    let mut rig = Rig { house: opened(&journal, shelf()), journal, ..rig };
    assert!(rig.table(id).suspension.is_none());
    let before = rig.chips(ANN);
    ball(&mut rig, id, "ball 2");
    assert_eq!(rig.chips(ANN).minor() - before.minor(), 18_000);
    assert_lasts(&rig);
}

#[test]
fn a_house_file_that_the_reader_refuses_opens_no_table_until_two_people_adopt_another() {
    let mut rig = Rig::new();
    let early = rig.open("American A", Mode::Attended);
    rig.agree_office(OfficeAction::AdoptHouseFile { file: CHARTER.into() }).unwrap();
    let late = rig.open(WHEEL, Mode::Attended);
    bets(&mut rig, late);
    let played = rig.house.clone();
    let journal = rewritten(&rig.journal, |body| {
        if let Event::HouseFileAdopted { version: 2, file } = &mut body.event {
            *file = format!("of_a_later_program = true\n{file}").into();
        }
        true
    });
    let mut rig = Rig { house: opened(&journal, shelf()), journal, audited: false, ..rig };
    assert_same_money(&rig.house, &played);
    assert!(rig.table(early).suspension.is_none());
    let reason = rig.house.view(late, None).unwrap().suspended.unwrap();
    assert!(reason.contains("the house file"), "{reason}");
    void(&mut rig, late, 1);
    rig.agree(late, ProposedAction::Close { closer: Count::default() }).unwrap();
    let open = ProposedAction::Open { mode: Mode::Attended, opener: rig.counted(late) };
    assert!(rig.agree(late, open.clone()).unwrap_err().found.contains("the house file"));
    rig.agree_office(OfficeAction::AdoptHouseFile { file: CHARTER.into() }).unwrap();
    rig.agree(late, open).unwrap();
    rig.audit();
    assert_lasts(&rig);
}

#[test]
fn a_house_whose_first_house_file_cannot_be_read_is_in_the_hands_of_the_people_it_enrolled() {
    for unreadable in ["of_a_later_program = true", "= no TOML at all"] {
        let mut rig = Rig::new();
        let id = rig.open(WHEEL, Mode::Attended);
        let before = PLAYERS.map(|person| rig.chips(person));
        bets(&mut rig, id);
        let played = rig.house.clone();
        let journal = rewritten(&rig.journal, |body| {
            if let Event::HouseFileAdopted { file, .. } = &mut body.event {
                *file = format!("{unreadable}\n{file}").into();
            }
            true
        });
        let mut rig = Rig { house: opened(&journal, shelf()), journal, audited: false, ..rig };
        assert_same_money(&rig.house, &played);
        let names = |house: &House<'_>| -> Vec<(Box<str>, Box<str>)> {
            house.tables().iter().map(|table| (table.name.clone(), table.game.clone())).collect()
        };
        assert_eq!(names(&rig.house), names(&played), "every table has its journal");
        let office = &rig.house.office;
        assert!(office.house_file.is_none() && office.unreadable_file.is_some() && office.founded);
        assert_eq!(office.time_zone(), played.office.time_zone(), "days begin when they did");
        // It can be recovered from the shell, and people do what they were enrolled for.
        let recover = Command::RecoverManager { staff: "Moira Kerr".to_owned(), reason: "a test".to_owned() };
        rig.must(Actor::House, recover);
        void(&mut rig, id, 1);
        assert_eq!(PLAYERS.map(|person| rig.chips(person)), before);
        rig.agree(id, ProposedAction::Close { closer: Count::default() }).unwrap();
        let open = ProposedAction::Open { mode: Mode::Attended, opener: rig.counted(id) };
        assert!(rig.agree(id, open.clone()).unwrap_err().found.contains("cannot be read"));
        // Nobody alone, and no player, adopts another file; two people from different posts do.
        let adopt = || OfficeAction::AdoptHouseFile { file: CHARTER.into() };
        let player = rig.give(Actor::Person(ANN), Command::ProposeOffice(adopt())).unwrap_err();
        assert_eq!(player.code, RejectionCode::Authority);
        let file = CHARTER.to_owned();
        let alone = rig.give(Actor::Person(MANAGER), Command::AdoptHouseFile { file }).unwrap_err();
        assert_eq!(alone.code, RejectionCode::Authority);
        rig.agree_office(adopt()).unwrap();
        rig.agree(id, open).unwrap();
        rig.audit();
        assert_lasts(&rig);
    }
}

#[test]
fn a_restored_house_ends_what_lies_on_a_suspended_table() {
    let mut rig = Rig::new();
    let id = rig.open(WHEEL, Mode::Attended);
    let before = PLAYERS.map(|person| rig.chips(person));
    bets(&mut rig, id);
    let journal = with_text(&rig.journal, first_text(), &unknown_text());
    let mut rig = Rig { house: opened(&journal, shelf()), journal, audited: false, ..rig };
    let copied = (rig.house.last().sequence, rig.house.last().hash);
    let new =
        croupier_house::office::NewIncarnation { copied, original_gone: false, checkpoint: None, loss: None };
    rig.must(Actor::House, Command::BeginIncarnation(new));
    assert_eq!(PLAYERS.map(|person| rig.chips(person)), before);
    rig.audit();
    assert_lasts(&rig);
}

#[test]
fn the_ledger_alone_says_what_lies_on_every_table() {
    let nothing: &'static Shelf = Box::leak(Box::new(Shelf::default()));
    let mut compared = 0;
    for (seed, (name, _)) in (1..).zip(crate::common::GAMES) {
        for mode in [Mode::Automatic, Mode::Attended] {
            let journal = random_play(seed, name, mode);
            let mut played = House::new(HouseId(1), shelf(), "test", Pace::NONE);
            let mut followed = House::new(HouseId(1), nothing, "test", Pace::NONE);
            followed.begin_replay();
            for entry in &stripped(&journal) {
                played.apply(entry).unwrap();
                followed.apply(entry).unwrap();
                let Some(id) = entry.stream.table else { continue };
                let (one, other) = (played.table(id).unwrap(), followed.table(id).unwrap());
                assert_eq!((one.papers.shift, one.is_open()), (other.papers.shift, other.is_open()));
                if let (Some(live), Some(suspension)) = (&one.live, &other.suspension) {
                    assert_eq!(LaidStakes::of(live), suspension.laid, "{name}: {:?}", entry.body.event);
                    compared += 1;
                }
            }
            assert_same_money(&played, &followed);
        }
    }
    assert!(compared > 3_000, "{compared} compared");
}

/// Some rounds of random commands at one table, with a correction and a void round where there can be one.
fn random_play(seed: u64, name: &str, mode: Mode) -> Vec<Entry> {
    let mut rig = Rig::new();
    rig.audited = false;
    let id = rig.open(name, mode);
    let mut choice = crate::common::Seeded(seed);
    for step in 0..500_u64 {
        let (by, command) = crate::common::commands::command(&rig, &mut choice, &[id]);
        let _ = rig.give(by, command);
        if step % 60 == 59 {
            let (round, reason) = (rig.table(id).rounds, "a test".to_owned());
            let _ = rig.agree(id, ProposedAction::Void { round, reason });
        }
    }
    rig.journal
}
