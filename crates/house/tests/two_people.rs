//! No one person owns a house: roles are held through posts, and matters of the office need two people from different
//! posts. Exclusion is of a person, and days are those of the house.

use crate::common::{
    self, ANN, BEN, CASHIER, CHARTER, DEALER, INSPECTOR, MANAGER, Rig, Seeded, money, shelf,
};
use croupier_house::command::{Command, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, DAY_MS, HouseId, PersonId};
use croupier_house::ledger::Unit;
use croupier_house::office::{
    DocumentHash, Exchange, LimitKind, OFFICE_PROPOSAL_LASTS, OFFICE_PROPOSALS_MAX, OfficeAction,
    RECOVERIES_MAX, Role,
};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Pace, Phase};
use croupier_house::{House, Rejection, RejectionCode};

fn refused(rig: &mut Rig, by: PersonId, command: Command) -> Rejection {
    rig.give(Actor::Person(by), command).expect_err("it is refused")
}

fn enrol(handle: &str, role: Role, staff: Option<&str>) -> Command {
    Command::Enrol { handle: handle.into(), role, staff: staff.map(Into::into) }
}

fn staff(handle: &str, role: Role, name: &str) -> OfficeAction {
    OfficeAction::Enrol { handle: handle.into(), role, staff: Some(name.into()) }
}

fn capital(whole: i64) -> OfficeAction {
    OfficeAction::Capital { cash: money(whole) }
}

/// A house with its file and a manager, and nobody else.
fn with_manager() -> Rig {
    let mut rig = Rig::founded();
    let now = rig.now;
    rig = Rig {
        house: House::new(HouseId(1), shelf(), "test", Pace::NONE),
        chance: Seeded(7),
        now,
        journal: Vec::new(),
        keys: 0,
        audited: true,
    };
    rig.must(Actor::House, Command::AdoptHouseFile { file: CHARTER.to_owned() });
    rig.must(Actor::House, enrol("moira", Role::Manager, None));
    rig
}

#[test]
fn one_person_founds_a_house_until_two_posts_are_filled() {
    let mut rig = with_manager();
    let manager = Actor::Person(MANAGER);
    rig.must(manager, Command::Capital { cash: money(10) });
    rig.must(manager, enrol("dora", Role::Dealer, Some("Dora Lund")));
    assert!(!rig.house.office.founded, "a dealer authorises nothing");
    rig.must(manager, enrol("carl", Role::Cashier, Some("Carl Weir")));
    assert!(rig.house.office.founded);
    let people = [PersonId(1), PersonId(3)];
    assert_eq!(rig.journal.last().unwrap().body.event, Event::FoundingEnded { people });
    let alone = [
        Command::Capital { cash: money(10) },
        Command::Issue { unit: Unit::Chips, amount: money(10) },
        Command::AdoptHouseFile { file: CHARTER.to_owned() },
        enrol("iris", Role::Inspector, Some("Iris Moyo")),
    ];
    for command in alone {
        let rejection = refused(&mut rig, MANAGER, command.clone());
        assert_eq!(rejection.code, RejectionCode::Authority);
        assert!(rejection.allowed.contains("propose it"), "{rejection}");
        assert!(rig.give(Actor::House, command).is_err(), "nor does the house decide it alone");
    }
    rig.must(manager, Command::ProposeOffice(capital(10)));
    rig.must(Actor::Person(PersonId(3)), Command::AuthoriseOffice { proposal: 1 });
    rig.replay();
}

#[test]
fn a_role_is_held_through_a_post_that_fits() {
    let mut rig = Rig::new();
    let invented = rig.agree_office(staff("con", Role::Cashier, "Connie Mann")).unwrap_err();
    assert_eq!(invented.code, RejectionCode::Unknown);
    let other = rig.agree_office(staff("ivor", Role::Cashier, "Ivor Bain")).unwrap_err();
    assert_eq!(other.code, RejectionCode::Authority);
    assert!(other.found.contains("names Ivor Bain as inspector"), "{other}");
    rig.agree_office(staff("ivor", Role::Inspector, "Ivor Bain")).unwrap();
    // A house file that names her as a dealer takes the role of an inspector away.
    let iris = "name = \"Iris Moyo\"\npost = \"inspector\"";
    let file = CHARTER.replacen(iris, &iris.replace("inspector", "dealer"), 1);
    assert_ne!(file, CHARTER);
    rig.agree_office(OfficeAction::AdoptHouseFile { file: file.as_str().into() }).unwrap();
    let rejection = refused(&mut rig, INSPECTOR, Command::ProposeOffice(capital(1)));
    assert!(rejection.found.contains("does not name iris as inspector"), "{rejection}");
    rig.replay();
}

#[test]
fn a_house_file_does_not_take_the_last_manager_away() {
    let mut rig = Rig::new();
    let file = CHARTER.replace("Moira Kerr", "Nora Kerr");
    let rejection = rig.agree_office(OfficeAction::AdoptHouseFile { file: file.into() }).unwrap_err();
    assert!(rejection.found.contains("no manager who has an account"), "{rejection}");
}

#[test]
fn two_people_decide_from_different_posts_and_under_their_own_names() {
    let mut rig = Rig::new();
    rig.agree_office(staff("ivor", Role::Inspector, "Ivor Bain")).unwrap();
    let ivor = rig.house.office.person_named("ivor").unwrap();
    let propose = |rig: &mut Rig, by: PersonId| {
        rig.must(Actor::Person(by), Command::ProposeOffice(capital(1)));
        rig.house.office.proposals.made
    };
    let authorise = |proposal| Command::AuthoriseOffice { proposal };
    let by_manager = propose(&mut rig, MANAGER);
    assert!(refused(&mut rig, MANAGER, authorise(by_manager)).allowed.contains("another person"));
    for nobody in [DEALER, ANN, common::REGULATOR] {
        assert_eq!(refused(&mut rig, nobody, authorise(by_manager)).code, RejectionCode::Authority);
        assert_eq!(
            refused(&mut rig, nobody, Command::ProposeOffice(capital(1))).code,
            RejectionCode::Authority
        );
    }
    rig.must(Actor::Person(CASHIER), authorise(by_manager));
    let by_inspector = propose(&mut rig, INSPECTOR);
    assert!(refused(&mut rig, ivor, authorise(by_inspector)).found.contains("the same post"));
    assert!(refused(&mut rig, CASHIER, authorise(by_inspector)).allowed.contains("a manager"));
    rig.must(Actor::Person(MANAGER), authorise(by_inspector));
    assert_eq!(
        refused(&mut rig, MANAGER, authorise(by_inspector)).code,
        RejectionCode::Unknown,
        "it is done"
    );
    let withdrawn = propose(&mut rig, CASHIER);
    assert_eq!(
        refused(&mut rig, INSPECTOR, Command::WithdrawOffice { proposal: withdrawn }).code,
        RejectionCode::Authority
    );
    rig.must(Actor::Person(CASHIER), Command::WithdrawOffice { proposal: withdrawn });
    assert!(rig.house.office.proposals.open.is_empty());
    rig.replay();
}

#[test]
fn proposals_to_the_office_expire_and_are_bounded() {
    let mut rig = Rig::new();
    let before = rig.house.office.proposals.made;
    for _ in 0..OFFICE_PROPOSALS_MAX {
        rig.must(Actor::Person(MANAGER), Command::ProposeOffice(capital(1)));
    }
    assert_eq!(
        refused(&mut rig, MANAGER, Command::ProposeOffice(capital(1))).code,
        RejectionCode::Limit,
        "there are too many"
    );
    rig.now.at += OFFICE_PROPOSAL_LASTS;
    let late = refused(&mut rig, INSPECTOR, Command::AuthoriseOffice { proposal: before + 1 });
    assert!(late.found.contains("expired"), "{late}");
    rig.must(Actor::Person(MANAGER), Command::ProposeOffice(capital(1)));
    assert_eq!(rig.house.office.proposals.open.len(), 1, "expired ones are dropped");
    rig.replay();
}

#[test]
fn a_matter_is_checked_again_when_it_is_authorised() {
    let mut rig = Rig::new();
    let out = |whole: i64| OfficeAction::Issue { unit: Unit::Plaques, amount: money(-whole) };
    rig.must(Actor::Person(MANAGER), Command::ProposeOffice(out(100_000)));
    let proposal = rig.house.office.proposals.made;
    rig.agree_office(out(50_000)).unwrap();
    assert_eq!(
        refused(&mut rig, INSPECTOR, Command::AuthoriseOffice { proposal }).code,
        RejectionCode::Funds
    );
    rig.must(Actor::Person(MANAGER), Command::RefuseService { person: CASHIER, reason: "theft".into() });
    rig.replay();
}

#[test]
fn the_password_of_staff_is_reset_by_two() {
    let mut rig = Rig::new();
    let done = rig.agree_office(OfficeAction::ResetPassword { person: DEALER }).unwrap();
    assert!(done.entries.iter().any(|entry| entry.body.event == Event::PasswordReset { person: DEALER }));
    let player = rig.agree_office(OfficeAction::ResetPassword { person: ANN }).unwrap_err();
    assert_eq!(player.code, RejectionCode::Order);
}

#[test]
fn a_house_is_recovered_from_the_shell_and_the_journal_says_so() {
    let mut rig = Rig::new();
    let recover =
        |staff: &str, reason: &str| Command::RecoverManager { staff: staff.into(), reason: reason.into() };
    assert_eq!(refused(&mut rig, MANAGER, recover("Moira Kerr", "lost")).code, RejectionCode::Authority);
    for (staff, reason, code) in [
        ("Iris Moyo", "lost", RejectionCode::Unknown),
        ("Nobody", "lost", RejectionCode::Unknown),
        ("Moira Kerr", " ", RejectionCode::Malformed),
    ] {
        assert_eq!(rig.give(Actor::House, recover(staff, reason)).unwrap_err().code, code);
    }
    rig.must(Actor::House, Command::RefuseService { person: MANAGER, reason: "a quarrel".into() });
    assert!(rig.give(Actor::Person(MANAGER), Command::ProposeOffice(capital(1))).is_err());
    for _ in 0..=RECOVERIES_MAX {
        rig.must(Actor::House, recover("Moira Kerr", "no manager is left"));
    }
    rig.must(Actor::Person(MANAGER), Command::ProposeOffice(capital(1)));
    assert_eq!(rig.house.office.recoveries.len(), RECOVERIES_MAX, "the list is bounded");
    assert_eq!(&*rig.house.office.recoveries[0].reason, "no manager is left");
    rig.replay();
}

#[test]
fn a_recovered_post_without_an_account_gets_one_from_the_house_once() {
    let mut rig = Rig::new();
    let two = format!(
        "{CHARTER}\n[[staff]]\nname = \"Nora Kerr\"\npost = \"manager\"\nemployer = \"Thistle Tables Ltd\"\n"
    );
    rig.agree_office(OfficeAction::AdoptHouseFile { file: two.into() }).unwrap();
    let nora = enrol("nora", Role::Manager, Some("Nora Kerr"));
    assert_eq!(rig.give(Actor::House, nora.clone()).unwrap_err().code, RejectionCode::Authority);
    let recover = Command::RecoverManager { staff: "Nora Kerr".into(), reason: "Moira has left".into() };
    rig.must(Actor::House, recover);
    rig.must(Actor::House, nora);
    assert!(rig.house.office.awaited_manager.is_none());
    rig.replay();
}

#[test]
fn an_exclusion_holds_against_a_second_account() {
    let mut rig = Rig::new();
    let document = DocumentHash([7; 32]);
    let player = |handle: &str, document| Command::EnrolPlayer { handle: handle.into(), document };
    rig.must(Actor::House, player("eve", document));
    let eve = rig.house.office.person_named("eve").unwrap();
    rig.must(Actor::Person(eve), Command::Exclude { person: eve, days: None, reason: "enough".into() });
    assert_eq!(rig.give(Actor::House, player("eva", document)).unwrap_err().code, RejectionCode::Order);
    // The house learns later that ann is the same person.
    assert_eq!(
        refused(&mut rig, ANN, Command::NoteDocument { person: ANN, document }).code,
        RejectionCode::Authority
    );
    rig.must(Actor::Person(CASHIER), Command::NoteDocument { person: ANN, document });
    assert!(rig.house.office.is_excluded(ANN, rig.now.at));
    let id = rig.table_named("American A");
    rig.agree(id, ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() }).unwrap();
    assert_eq!(rig.at(ANN, id, TableCommand::Sit { person: ANN }).unwrap_err().code, RejectionCode::Service);
    assert_eq!(
        refused(&mut rig, CASHIER, Command::NoteDocument { person: ANN, document }).code,
        RejectionCode::Order,
        "one document is enough"
    );
    rig.replay();
}

#[test]
fn an_excluded_player_leaves_the_seat_when_nothing_stands() {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    rig.tick(id).unwrap();
    rig.bet(BEN, id, "red", money(10)).unwrap();
    let exclude = |person| Command::Exclude { person, days: Some(30), reason: "a month off".into() };
    let done = rig.must(Actor::Person(ANN), exclude(ANN));
    assert!(!rig.table(id).seated.contains(&ANN), "nothing of hers stands");
    assert_eq!(
        (done.range.from, done.range.to),
        (done.entries[0].body.version, done.entries[0].body.version)
    );
    let again = rig.order(&croupier_house::command::Request {
        key: done.entries[0].body.key.map(|(key, _)| key),
        by: Actor::Person(ANN),
        command: exclude(ANN),
    });
    assert_eq!(again.unwrap().range, done.range, "the key belongs to the journal of the house");
    rig.must(Actor::Person(BEN), exclude(BEN));
    assert!(rig.table(id).seated.contains(&BEN), "his stake stands");
    while rig.phase(id) != Phase::Payment {
        rig.tick(id).unwrap();
    }
    rig.tick(id).unwrap();
    assert!(!rig.table(id).seated.contains(&BEN));
    rig.replay();
}

#[test]
fn limits_count_days_of_the_house_and_not_of_utc() {
    let mut rig = Rig::new();
    let limit = Some(money(100_050));
    rig.must(Actor::Person(ANN), Command::SetLimit { limit: LimitKind::BuyIn, amount: limit });
    let buy = |whole| Command::RequestExchange {
        at: None,
        person: ANN,
        exchange: Exchange::BuyIn { with: Unit::Cash, amount: money(whole) },
    };
    // Four hours later it is another day in UTC, and the same evening in the house.
    rig.now.at += DAY_MS / 6;
    assert_eq!(refused(&mut rig, ANN, buy(60)).code, RejectionCode::Limit);
    rig.buy_in(ANN, money(40));
    rig.now.date = jiff::civil::date(2001, 5, 2);
    rig.buy_in(ANN, money(60));
    let days: Vec<i64> = rig
        .journal
        .iter()
        .filter_map(|entry| match entry.body.event {
            Event::DayBegan { day } => Some(day),
            _ => None,
        })
        .collect();
    assert_eq!(days, [11_443, 11_444], "the journal says which day it is");
    let again = rig.replay();
    let totals = |house: &House<'_>| house.office.person(ANN).unwrap().totals_of_day(11_444);
    assert_eq!(totals(&again), (money(0).into(), money(60).into()));
}
