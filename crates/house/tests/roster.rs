//! Rosters: two people plan who has which post and when, and by it staff relieve each other alone.

use crate::common::{
    ANN, CASHIER, CHARTER, DEALER, INSPECTOR, MANAGER, REGULATOR, Rig, assert_same, shelf, state_digest,
};
use croupier_house::bounds::{DUTIES_PER_HOUSE, DUTIES_PER_ROSTER, ROSTER_DAYS};
use croupier_house::command::{Announcement, Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, DAY_MS, PersonId, TableId};
use croupier_house::office::{Duty, OfficeAction, Role, TablePost};
use croupier_house::table::{Mode, Pace, Phase};
use croupier_house::{House, Rejection, RejectionCode};

/// When the evening is planned: 2001-05-01, 20:30 UTC.
const START: i64 = 988_749_000_000;
const DIRK: PersonId = PersonId(9);
const IVOR: PersonId = PersonId(10);

/// A time of the evening, in minutes after its beginning.
const fn at(minutes: i64) -> i64 {
    START + minutes * 60_000
}

/// The house with a second dealer and a second inspector.
fn rig() -> Rig {
    with_staff(Rig::founded())
}

fn with_staff(mut rig: Rig) -> Rig {
    for (handle, role, staff) in
        [("dirk", Role::Dealer, "Dirk Naidoo"), ("ivor", Role::Inspector, "Ivor Bain")]
    {
        let staff = Some(staff.into());
        rig.agree_office(OfficeAction::Enrol { handle: handle.into(), role, staff }).unwrap();
    }
    rig
}

fn duty(person: PersonId, table: TableId, post: TablePost, from: i64, to: i64) -> Duty {
    Duty { from: at(from), to: at(to), table, post, person }
}

fn dealer(person: PersonId, table: TableId, from: i64, to: i64) -> Duty {
    duty(person, table, TablePost::Dealer, from, to)
}

/// A roster of four hours.
fn evening(duties: Vec<Duty>) -> OfficeAction {
    OfficeAction::Roster { from: at(0), to: at(240), duties }
}

/// Sets the clock to a time of the evening.
fn wait(rig: &mut Rig, minutes: i64) {
    rig.now.at = at(minutes);
    rig.now.minute = u16::try_from(20 * 60 + 30 + minutes).unwrap();
}

fn take_over(rig: &mut Rig, by: PersonId, table: TableId, post: TablePost) -> Result<(), Rejection> {
    let before = state_digest(&rig.house);
    let done = rig.give(Actor::Person(by), Command::TakeOver { table, post });
    if done.is_err() {
        assert_eq!(state_digest(&rig.house), before, "a refusal changes nothing");
    }
    done.map(drop)
}

/// The rejection of a roster when it is proposed. Nothing of the house has changed.
fn refused(rig: &mut Rig, roster: OfficeAction) -> Rejection {
    let before = rig.house.state_digest().unwrap();
    let rejection = rig.give(Actor::Person(MANAGER), Command::ProposeOffice(roster)).unwrap_err();
    assert_eq!(rig.house.state_digest().unwrap(), before, "{rejection}");
    rejection
}

/// Who has a post, by the names in the house file.
fn holders(rig: &Rig, table: TableId, post: TablePost) -> Vec<String> {
    let name = &rig.table(table).name;
    let file = rig.house.office.house_file().unwrap();
    let posts = &file.tables.iter().find(|known| **known.name.get_ref() == **name).unwrap().posts;
    let of_post = posts.iter().filter(|(of, _)| *of == post.in_book());
    of_post.map(|(_, holder)| holder.get_ref().clone()).collect()
}

/// The house is the same from its journal and from its snapshot.
fn assert_lasts(rig: &Rig) {
    let again = rig.replay();
    assert_eq!(again.state_digest(), rig.house.state_digest());
    let bytes = rig.house.snapshot().unwrap();
    let restored = House::from_snapshot(&bytes, shelf(), "test", Pace::NONE).unwrap();
    assert_same(&rig.house, &restored);
    assert_eq!(restored.state_digest(), rig.house.state_digest());
}

#[test]
fn every_refusal_names_its_duty_and_changes_nothing() {
    use RejectionCode::{Authority, Malformed, Order, Unknown};
    let mut rig = rig();
    let (wheel, jack) = (rig.table_named("American A"), rig.table_named("Jack A"));
    let reason = "a test".to_owned();
    rig.must(Actor::Person(MANAGER), Command::RefuseService { person: IVOR, reason });
    let good = dealer(DEALER, wheel, 0, 40);
    let inspector = |person, from, to| duty(person, wheel, TablePost::Inspector, from, to);
    let seconds = Duty { to: at(80) + 1, ..dealer(DIRK, wheel, 40, 80) };
    let cases = [
        (dealer(DIRK, wheel, 80, 80), Malformed, "does not end after its beginning"),
        (dealer(DIRK, wheel, 80, 40), Malformed, "does not end after its beginning"),
        (dealer(DIRK, wheel, 200, 241), Malformed, "not within the time of the roster"),
        (dealer(DIRK, wheel, -5, 40), Malformed, "not within the time of the roster"),
        (seconds, Malformed, "whole minute"),
        (dealer(DIRK, TableId(99), 40, 80), Unknown, "no such table"),
        (dealer(PersonId(99), wheel, 40, 80), Unknown, "no such person"),
        (dealer(ANN, wheel, 40, 80), Authority, "ann is player and cannot be dealer"),
        (dealer(CASHIER, wheel, 40, 80), Authority, "carl is cashier and cannot be dealer"),
        (dealer(REGULATOR, wheel, 40, 80), Authority, "board is regulator and cannot be dealer"),
        (inspector(DIRK, 40, 80), Authority, "dirk is dealer and cannot be inspector"),
        (inspector(IVOR, 40, 80), Authority, "ivor is refused service"),
        (
            dealer(DIRK, wheel, 39, 80),
            Order,
            "dora is dealer of American A until 2001-05-01 21:10 (UTC+00:00), but dirk is dealer of American A from 2001-05-01 21:09",
        ),
        (dealer(DEALER, jack, 20, 60), Order, "but dora is dealer of Jack A from 2001-05-01 20:50"),
    ];
    for (bad, code, found) in cases {
        let rejection = refused(&mut rig, evening(vec![good, bad]));
        assert_eq!(rejection.code, code, "{rejection}");
        assert!(rejection.found.contains(found), "{rejection}: {found}");
        let named = rejection.duty.unwrap();
        assert_eq!((named.number, named.at), (2, bad.from), "{rejection}");
    }
    rig.agree_office(evening(vec![good, dealer(DIRK, wheel, 40, 80), dealer(DEALER, jack, 40, 60)])).unwrap();
    assert_lasts(&rig);
}

#[test]
fn the_time_and_the_size_of_a_roster_are_bounded() {
    let mut rig = rig();
    rig.audited = false;
    let wheel = rig.table_named("American A");
    let roster = |from, to| OfficeAction::Roster { from: at(from), to: at(to), duties: Vec::new() };
    let days = |days: i64| days * DAY_MS / 60_000;
    let cases = [
        (roster(60, 60), RejectionCode::Malformed, "does not end after its beginning"),
        (
            OfficeAction::Roster { from: at(0), to: at(60) + 5, duties: vec![] },
            RejectionCode::Malformed,
            "whole minutes",
        ),
        (roster(60, days(ROSTER_DAYS) + 1), RejectionCode::Limit, "more than 14 days ahead"),
        (
            OfficeAction::Roster { from: i64::MIN + 1, to: i64::MAX, duties: vec![] },
            RejectionCode::Malformed,
            "",
        ),
        (
            OfficeAction::Roster {
                from: -9_000_000_000_000_000_000,
                to: 9_000_000_000_000_000_000,
                duties: vec![],
            },
            RejectionCode::Limit,
            "ahead",
        ),
        (roster(-60, 0), RejectionCode::Order, "is over"),
        (roster(-days(1) - 1, 60), RejectionCode::Order, "too long ago"),
    ];
    for (bad, code, found) in cases {
        let rejection = refused(&mut rig, bad);
        assert_eq!(rejection.code, code, "{rejection}");
        assert!(rejection.found.contains(found) && rejection.duty.is_none(), "{rejection}");
    }
    let minutes = |from: i64, count: usize| -> Vec<Duty> {
        (from..).take(count).map(|minute| dealer(DEALER, wheel, minute, minute + 1)).collect()
    };
    let all = |from: i64, count: usize| OfficeAction::Roster {
        from: at(from),
        to: at(from + 1_000),
        duties: minutes(from, count),
    };
    let long = refused(&mut rig, all(0, DUTIES_PER_ROSTER + 1));
    assert_eq!((long.code, &*long.found), (RejectionCode::Limit, "the roster would have 401 duties"));
    for part in 0..DUTIES_PER_HOUSE / DUTIES_PER_ROSTER {
        rig.agree_office(all(i64::try_from(part).unwrap() * 1_000, DUTIES_PER_ROSTER)).unwrap();
    }
    assert_eq!(rig.house.office.roster.duties.len(), DUTIES_PER_HOUSE);
    let full = refused(&mut rig, all(12_000, 1));
    assert_eq!((full.code, &*full.found), (RejectionCode::Limit, "the house would have 4001 duties"));
    // What it replaces does not count.
    rig.agree_office(all(0, DUTIES_PER_ROSTER)).unwrap();
}

#[test]
fn a_roster_is_checked_again_when_it_is_authorised() {
    let mut rig = rig();
    let wheel = rig.table_named("American A");
    let duties = vec![dealer(DEALER, wheel, 0, 40), dealer(DIRK, wheel, 40, 80)];
    rig.must(Actor::Person(MANAGER), Command::ProposeOffice(evening(duties)));
    let proposal = rig.house.office.proposals.made;
    let reason = "he is ill".to_owned();
    rig.must(Actor::Person(MANAGER), Command::RefuseService { person: DIRK, reason: reason.clone() });
    let before = rig.house.state_digest().unwrap();
    let authorise = Command::AuthoriseOffice { proposal };
    let rejection = rig.give(Actor::Person(INSPECTOR), authorise.clone()).unwrap_err();
    assert_eq!(rejection.duty.unwrap().number, 2, "{rejection}");
    assert_eq!(rig.house.state_digest().unwrap(), before);
    rig.must(Actor::Person(MANAGER), Command::ResumeService { person: DIRK, reason });
    let own = rig.give(Actor::Person(MANAGER), authorise.clone()).unwrap_err();
    assert_eq!(own.code, RejectionCode::Authority, "two people decide it");
    rig.must(Actor::Person(INSPECTOR), authorise);
    assert!(matches!(rig.last_event(), Event::RosterAdopted { duties, .. } if duties.len() == 2));
    for by in [DEALER, ANN, REGULATOR] {
        let propose = Command::ProposeOffice(evening(Vec::new()));
        assert_eq!(rig.give(Actor::Person(by), propose).unwrap_err().code, RejectionCode::Authority);
    }
}

#[test]
fn a_roster_replaces_what_begins_in_its_time_and_drops_what_is_long_over() {
    let mut rig = rig();
    let (wheel, jack) = (rig.table_named("American A"), rig.table_named("Jack A"));
    let first = [dealer(DEALER, wheel, 0, 60), dealer(DIRK, wheel, 60, 120), dealer(DEALER, wheel, 120, 180)];
    rig.agree_office(evening(first.to_vec())).unwrap();
    let change = |duties| OfficeAction::Roster { from: at(50), to: at(130), duties };
    // The first duty began before it and lasts into it.
    let rejection = refused(&mut rig, change(vec![dealer(DEALER, jack, 50, 130)]));
    assert_eq!(rejection.duty.unwrap().number, 1, "{rejection}");
    let second = dealer(DIRK, wheel, 60, 130);
    rig.agree_office(change(vec![second])).unwrap();
    assert_eq!(rig.house.office.roster.duties, [first[0], second]);
    assert_lasts(&rig);
    // A day after the end of the first.
    wait(&mut rig, 60 + 24 * 60 + 1);
    rig.now.date = jiff::civil::date(2001, 5, 2);
    let next = dealer(DEALER, wheel, 1_600, 1_660);
    rig.agree_office(OfficeAction::Roster { from: at(1_600), to: at(1_700), duties: vec![next] }).unwrap();
    assert_eq!(rig.house.office.roster.duties, [second, next]);
    rig.agree_office(OfficeAction::Roster { from: at(1_600), to: at(1_700), duties: Vec::new() }).unwrap();
    assert_eq!(rig.house.office.roster.duties, [second], "an empty roster removes the duties of its time");
    assert_lasts(&rig);
}

#[test]
fn the_book_is_asked_at_every_time_at_which_a_duty_begins() {
    let mut rig = rig();
    let (touch, poker) = (rig.table_named("Touch A"), rig.table_named("Hold-Em"));
    let watches = |person, table, from, to| duty(person, table, TablePost::Inspector, from, to);
    // By the house file she has six tables.
    let seventh = watches(INSPECTOR, touch, 90, 150);
    let rejection = refused(&mut rig, evening(vec![watches(IVOR, touch, 0, 90), seventh]));
    assert_eq!((rejection.code, &rejection.cites[..]), (RejectionCode::Rules, &["3.5(4)".to_owned()][..]));
    assert!(
        rejection.found.starts_with("at 2001-05-01 22:00 (UTC+00:00): Iris Moyo is inspector at 7 tables"),
        "{rejection}"
    );
    assert_eq!((rejection.duty.unwrap().number, rejection.duty.unwrap().at), (2, at(90)));
    let relieved = watches(IVOR, poker, 90, 150);
    rig.agree_office(evening(vec![watches(IVOR, touch, 0, 90), seventh, relieved])).unwrap();

    // She takes over the seventh only when she is relieved at one of the six.
    wait(&mut rig, 85);
    let early = take_over(&mut rig, INSPECTOR, touch, TablePost::Inspector).unwrap_err();
    assert_eq!(early.cites, ["3.5(4)"]);
    take_over(&mut rig, IVOR, poker, TablePost::Inspector).unwrap();
    take_over(&mut rig, INSPECTOR, touch, TablePost::Inspector).unwrap();
    assert_eq!(holders(&rig, poker, TablePost::Inspector), ["Ivor Bain"]);
    assert_eq!(holders(&rig, touch, TablePost::Inspector), ["Iris Moyo"]);
    assert_lasts(&rig);
}

#[test]
fn the_person_whom_the_roster_names_takes_over_in_time_and_nobody_else() {
    let mut rig = rig();
    let wheel = rig.table_named("American B");
    let duties =
        vec![dealer(DIRK, wheel, 0, 40), dealer(DEALER, wheel, 40, 80), dealer(DIRK, wheel, 80, 120)];
    rig.agree_office(evening(duties)).unwrap();
    let post = TablePost::Dealer;
    let code = |rejection: Rejection| (rejection.code, rejection.found, rejection.allowed);

    wait(&mut rig, 29);
    let (kind, found, allowed) = code(take_over(&mut rig, DEALER, wheel, post).unwrap_err());
    assert_eq!(kind, RejectionCode::Order);
    assert_eq!(found, "your time as dealer of American B begins at 2001-05-01 21:10 (UTC+00:00)");
    assert_eq!(allowed, "from 2001-05-01 21:00 (UTC+00:00)");
    let (kind, found, _) = code(take_over(&mut rig, DIRK, wheel, post).unwrap_err());
    assert_eq!((kind, &*found), (RejectionCode::Order, "you are dealer of American B already"));

    wait(&mut rig, 30);
    for (by, kind, words) in [
        (INSPECTOR, RejectionCode::Authority, "the roster does not name you as dealer of American B"),
        (ANN, RejectionCode::Authority, "you may not do this"),
        (REGULATOR, RejectionCode::Authority, "you may not do this"),
    ] {
        let rejection = take_over(&mut rig, by, wheel, post).unwrap_err();
        assert_eq!(rejection.code, kind);
        assert!(rejection.found.contains(words), "{rejection}");
    }
    let house = rig.give(Actor::House, Command::TakeOver { table: wheel, post }).unwrap_err();
    assert_eq!(house.code, RejectionCode::Authority);
    assert!(take_over(&mut rig, DEALER, wheel, TablePost::Inspector).is_err(), "another post");
    assert!(take_over(&mut rig, DEALER, TableId(99), post).is_err(), "no table");
    take_over(&mut rig, DEALER, wheel, post).unwrap();
    assert_eq!(*rig.last_event(), Event::Assigned { table: wheel, post, person: Some(DEALER) });
    assert_eq!(holders(&rig, wheel, post), ["Dora Lund"]);
    assert!(rig.house.holds_post(DEALER, wheel, post) && !rig.house.holds_post(DIRK, wheel, post));

    wait(&mut rig, 50);
    let (kind, found, _) = code(take_over(&mut rig, DIRK, wheel, post).unwrap_err());
    assert_eq!(kind, RejectionCode::Order);
    assert!(found.contains("begins at 2001-05-01 21:50"), "{found}");
    wait(&mut rig, 120);
    let (_, found, allowed) = code(take_over(&mut rig, DIRK, wheel, post).unwrap_err());
    assert_eq!(found, "your time as dealer of American B ended at 2001-05-01 22:30 (UTC+00:00)");
    assert!(allowed.starts_with("the roster names nobody now"), "{allowed}");
    assert_lasts(&rig);
}

#[test]
fn a_dealer_who_is_refused_service_takes_nothing_over() {
    let mut rig = rig();
    let wheel = rig.table_named("American B");
    rig.agree_office(evening(vec![dealer(DEALER, wheel, 0, 40)])).unwrap();
    let reason = "a test".to_owned();
    rig.must(Actor::Person(MANAGER), Command::RefuseService { person: DEALER, reason });
    let rejection = take_over(&mut rig, DEALER, wheel, TablePost::Dealer).unwrap_err();
    assert_eq!(rejection.code, RejectionCode::Authority, "{rejection}");
}

#[test]
fn dealers_change_between_rounds_and_inspectors_at_any_time() {
    let mut rig = with_staff(Rig::new());
    let wheel = rig.open("American B", Mode::Attended);
    let duties = vec![
        dealer(DIRK, wheel, 0, 5),
        dealer(DEALER, wheel, 5, 80),
        duty(IVOR, wheel, TablePost::Inspector, 0, 80),
    ];
    rig.agree_office(evening(duties)).unwrap();
    let announce = |rig: &mut Rig, what| rig.must_at(DIRK, wheel, TableCommand::Announce(what));
    announce(&mut rig, Announcement::PlaceYourBets);
    announce(&mut rig, Announcement::NoMoreBets);
    assert_eq!(rig.phase(wheel), Phase::NoMoreBets);
    let rejection = take_over(&mut rig, DEALER, wheel, TablePost::Dealer).unwrap_err();
    assert_eq!(
        (rejection.code, &*rejection.found),
        (RejectionCode::Order, "a round is in play at American B")
    );
    take_over(&mut rig, IVOR, wheel, TablePost::Inspector).unwrap();
    announce(&mut rig, Announcement::SpinRight);
    rig.must_at(DIRK, wheel, TableCommand::Enter { lines: "ball 17".to_owned() });
    assert!(take_over(&mut rig, DEALER, wheel, TablePost::Dealer).is_err(), "an entry waits");
    rig.must_at(DIRK, wheel, TableCommand::ConfirmEntry);
    take_over(&mut rig, DEALER, wheel, TablePost::Dealer).unwrap();
    let late = rig.at(DIRK, wheel, TableCommand::Announce(Announcement::PlaceYourBets)).unwrap_err();
    assert_eq!(late.code, RejectionCode::Authority, "he is relieved");
    rig.must_at(DEALER, wheel, TableCommand::Announce(Announcement::PlaceYourBets));
    assert_lasts(&rig);
}

#[test]
fn a_dealer_waits_for_relief_at_an_open_table_and_leaves_a_closed_one() {
    let mut rig = with_staff(Rig::new());
    let (wheel, jack, touch) =
        (rig.open("American B", Mode::Attended), rig.table_named("Jack B"), rig.table_named("Touch A"));
    let duties = vec![
        dealer(DIRK, wheel, 0, 10),
        dealer(DEALER, wheel, 10, 20),
        dealer(DIRK, jack, 10, 30),
        dealer(DIRK, touch, 30, 60),
    ];
    rig.agree_office(evening(duties)).unwrap();
    // By the house file he is dealer of this table, which is closed.
    assert_eq!(holders(&rig, jack, TablePost::Dealer), ["Dirk Naidoo"]);
    rig.agree_office(OfficeAction::Assign { table: jack, post: TablePost::Dealer, person: None }).unwrap();
    wait(&mut rig, 9);
    let rejection = take_over(&mut rig, DIRK, jack, TablePost::Dealer).unwrap_err();
    assert_eq!(rejection.found, "you deal at American B, which is open");
    take_over(&mut rig, DEALER, wheel, TablePost::Dealer).unwrap();
    take_over(&mut rig, DIRK, jack, TablePost::Dealer).unwrap();
    wait(&mut rig, 29);
    take_over(&mut rig, DIRK, touch, TablePost::Dealer).unwrap();
    assert_eq!(holders(&rig, touch, TablePost::Dealer), ["Dirk Naidoo"]);
    assert_eq!(holders(&rig, jack, TablePost::Dealer), [""; 0], "his time there is over, and it is closed");
    assert_eq!(holders(&rig, wheel, TablePost::Dealer), ["Dora Lund"]);
    assert_lasts(&rig);
}

#[test]
fn of_several_base_dealers_the_one_whose_time_is_over_is_relieved() {
    let beth = "name = \"Beth Orr\"\npost = \"base-dealer\"\nemployer = \"Thistle Tables Ltd\"\n";
    let others =
        ["Bert Low", "Bess Fry"].map(|name| format!("\n[[staff]]\n{}", beth.replace("Beth Orr", name)));
    let charter = CHARTER.replace(beth, &format!("{beth}{}", others.concat()));
    assert_ne!(charter, CHARTER);
    let mut rig = Rig::founded_with(shelf(), &charter);
    for (handle, staff) in [("beth", "Beth Orr"), ("bert", "Bert Low"), ("bess", "Bess Fry")] {
        let (role, staff) = (Role::Dealer, Some(staff.into()));
        rig.agree_office(OfficeAction::Enrol { handle: handle.into(), role, staff }).unwrap();
    }
    let punto = rig.table_named("Punto A");
    let [beth, bert, bess] = [9, 10, 11].map(PersonId);
    let base = |person, from, to| duty(person, punto, TablePost::BaseDealer, from, to);
    let duties = vec![base(beth, 0, 40), base(bert, 0, 80), base(bess, 40, 80)];
    rig.agree_office(evening(duties)).unwrap();
    take_over(&mut rig, bert, punto, TablePost::BaseDealer).unwrap();
    assert_eq!(holders(&rig, punto, TablePost::BaseDealer), ["Beth Orr", "Bert Low"]);
    wait(&mut rig, 39);
    take_over(&mut rig, bess, punto, TablePost::BaseDealer).unwrap();
    assert_eq!(holders(&rig, punto, TablePost::BaseDealer), ["Bert Low", "Bess Fry"]);
    assert_lasts(&rig);
}
