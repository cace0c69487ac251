//! All papers of a house: files, people, approvals, posts, limits, exchanges, disputes, slips, proposals, a whole shift.
//! At the end some of each wait for their next step.

use croupier_fair::Keyring;
use croupier_house::command::{Command, TableCommand};
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{
    ApprovalDraft, DocumentHash, Exchange, LimitKind, OfficeAction, Role, TablePost,
};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{Mode, Phase};
use croupier_kit::Chips;

use super::{Floor, Scene};
use crate::common::{ANN, BEN, CAL, CASHIER, CHARTER, INSPECTOR, MANAGER, money};

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("office", &[], |seed, keys| people(Floor::founded(seed, keys))),
        Scene::new("papers", &[], papers),
    ]
}

fn by(person: PersonId) -> Actor {
    Actor::Person(person)
}

/// The office: a second house file, people, approvals, posts, limits, exclusions, the cage, disputes.
fn people(mut floor: Floor) -> Floor {
    let file = CHARTER.replacen("max = 100\n", "max = 150\n", 1);
    assert_ne!(file, CHARTER);
    floor.agree_office(OfficeAction::AdoptHouseFile { file: file.into() });
    for (handle, role, staff) in [
        ("paul", Role::Dealer, Some("Paul Adair")),
        ("beth", Role::Dealer, Some("Beth Orr")),
        ("ivor", Role::Inspector, Some("Ivor Bain")),
        ("dan", Role::Player, None),
    ] {
        floor.enrol(handle, role, staff);
    }
    approvals(&mut floor);
    posts(&mut floor);
    persons(&mut floor);
    cage(&mut floor);
    disputes(&mut floor);
    floor
}

fn approvals(floor: &mut Floor) {
    let approval = |of: &str, covers: &[&str]| ApprovalDraft {
        reference: format!("MGB/X/{of}").into(),
        date: "2001-04-01".into(),
        of: of.into(),
        covers: covers.iter().map(|name| Box::from(*name)).collect(),
        hours: None,
        packs: Vec::new(),
    };
    let hours = ApprovalDraft { hours: Some("12:00-04:00".into()), ..approval("hours", &[]) };
    let packs = ApprovalDraft { packs: vec![4, 6, 8], ..approval("packs", &["mpumalanga/blackjack"]) };
    let others = [approval("layout", &["Jack A"]), approval("shuffler", &["Jack A", "Jack B"])];
    for approval in [hours, packs].into_iter().chain(others) {
        floor.agree_office(OfficeAction::Approve(approval));
    }
}

fn posts(floor: &mut Floor) {
    let [paul, beth, ivor] = ["paul", "beth", "ivor"].map(|name| floor.house.office.person_named(name));
    let dora = floor.house.office.person_named("dora");
    let (wheel, punto) = (floor.table_named("American A"), floor.table_named("Punto A"));
    let posts = [
        (wheel, TablePost::Dealer, dora),
        (wheel, TablePost::Inspector, ivor),
        (punto, TablePost::PalettePerson, paul),
        (punto, TablePost::BaseDealer, beth),
    ];
    for (table, post, person) in posts {
        floor.agree_office(OfficeAction::Assign { table, post, person: None });
        floor.agree_office(OfficeAction::Assign { table, post, person });
    }
}

/// Refused and resumed, excluded for some days and for good, limited, limited more, limited less.
fn persons(floor: &mut Floor) {
    let reason = |words: &str| words.to_owned();
    let document = DocumentHash([7; 32]);
    floor.must(Actor::House, Command::EnrolPlayer { handle: "eve".to_owned(), document });
    floor.must(by(CASHIER), Command::NoteDocument { person: CAL, document: DocumentHash([8; 32]) });
    floor.agree_office(OfficeAction::ResetPassword { person: CASHIER });
    let (staff, reason_given) = ("Moira Kerr".to_owned(), "the accounts were lost".to_owned());
    floor.must(Actor::House, Command::RecoverManager { staff, reason: reason_given });
    floor.must(by(INSPECTOR), Command::RefuseService { person: CAL, reason: reason("loud") });
    floor.must(by(MANAGER), Command::ResumeService { person: CAL, reason: reason("quiet again") });
    let dan = floor.house.office.person_named("dan").unwrap();
    floor.must(by(MANAGER), Command::RefuseService { person: dan, reason: reason("no shoes") });
    floor.must(by(BEN), Command::Exclude { person: BEN, days: Some(7), reason: reason("a week off") });
    floor.must(by(MANAGER), Command::Exclude { person: dan, days: None, reason: reason("for good") });
    let limits = [
        (LimitKind::Stake, Some(50)),
        (LimitKind::Loss, Some(400)),
        (LimitKind::BuyIn, Some(11_000)),
        (LimitKind::Stake, Some(20)),
        (LimitKind::Loss, Some(500)),
        (LimitKind::BuyIn, None),
    ];
    for (limit, amount) in limits {
        floor.must(by(ANN), Command::SetLimit { limit, amount: amount.map(money) });
    }
}

/// Everything that is exchanged at the cage, and one request that is withdrawn.
fn cage(floor: &mut Floor) {
    floor.agree_office(OfficeAction::Capital { cash: money(-1000) });
    floor.agree_office(OfficeAction::Issue { unit: Unit::Chips, amount: money(-1000) });
    floor.must(by(MANAGER), Command::ProposeOffice(OfficeAction::Capital { cash: money(5) }));
    let proposal = floor.house.office.proposals.made;
    floor.must(by(MANAGER), Command::WithdrawOffice { proposal });
    floor.must(by(CASHIER), Command::ProposeOffice(OfficeAction::ResetPassword { person: INSPECTOR }));
    floor.exchange(None, CAL, Exchange::BuyPlaques { amount: money(700) });
    floor.exchange(None, CAL, Exchange::BuyIn { with: Unit::Plaques, amount: money(200) });
    floor.exchange(None, CAL, Exchange::CashPlaques { amount: money(100) });
    floor.exchange(None, CAL, Exchange::CashOut { amount: money(150) });
    for amount in [money(10), money(20)] {
        let exchange = Exchange::CashOut { amount };
        floor.must(by(ANN), Command::RequestExchange { at: None, person: ANN, exchange });
    }
    let number = floor.house.office.exchanges.last_number - 1;
    floor.must(by(ANN), Command::WithdrawExchange { at: None, number });
}

/// A round of an automatic wheel, disputed by those who played it.
fn disputes(floor: &mut Floor) {
    let id = floor.table_named("American A");
    floor.agree(id, ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() });
    for person in [ANN, CAL] {
        floor.must_at(person, id, TableCommand::Sit { person });
    }
    floor.tick(id);
    assert!(floor.bet(ANN, id, "red", money(10)) && floor.bet(CAL, id, "straight 5", money(10)));
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
    for (person, about) in [(ANN, "it was red"), (CAL, "the ball jumped"), (CAL, "and I was not asked")] {
        floor.must(by(person), Command::OpenDispute { table: id, round: 1, about: about.to_owned() });
    }
    for dispute in [1, 2] {
        let ruling = "the proof shows what fell".to_owned();
        floor.must(by(MANAGER), Command::AnswerDispute { dispute, ruling });
    }
    floor.must(by(CAL), Command::EscalateDispute { dispute: 2 });
}

/// A shift from opener to closer with fills, credits and a drop, then a second one with everything under way.
fn papers(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("American A", Mode::Automatic);
    floor.exchange(Some(id), ANN, Exchange::BuyIn { with: Unit::Cash, amount: money(250) });
    let stack = |count| Count(vec![(money(100), count)]);
    floor.slip(id, SlipKind::Credit, stack(5));
    let voids = [
        (SlipKind::Fill, vec![]),
        (SlipKind::Fill, vec![(CASHIER, SlipStep::Send)]),
        (SlipKind::Credit, vec![(MANAGER, SlipStep::Send), (CASHIER, SlipStep::Deliver)]),
    ];
    for (kind, steps) in voids {
        let number = request(&mut floor, id, kind, stack(3), steps);
        let step = SlipStep::Void("miscounted".to_owned());
        floor.must_at(MANAGER, id, TableCommand::StepSlip { number, step });
    }
    floor.tick(id);
    assert!(floor.bet(ANN, id, "red", money(20)));
    floor.must_at(
        MANAGER,
        id,
        TableCommand::Propose(ProposedAction::Void { round: 1, reason: "a lamp".to_owned() }),
    );
    let proposal = floor.house.table(id).unwrap().papers.proposals_made;
    floor.must_at(MANAGER, id, TableCommand::Withdraw { proposal });
    floor.agree(id, ProposedAction::Void { round: 1, reason: "the lamp fell".to_owned() });
    floor.tick(id);
    assert!(floor.bet(ANN, id, "odd", money(20)));
    while floor.phase(id) != Phase::Payment {
        floor.tick(id);
    }
    floor.must_at(CAL, id, TableCommand::Leave { person: CAL });
    floor.agree(id, ProposedAction::Drop { cash: Count(vec![(money(50), 5)]) });
    let closer = counted(&floor, id);
    floor.agree(id, ProposedAction::Close { closer });
    floor.agree(id, ProposedAction::Open { mode: Mode::Automatic, opener: counted(&floor, id) });
    floor.must_at(ANN, id, TableCommand::Sit { person: ANN });
    floor.tick(id);
    under_way(&mut floor, id);
    floor
}

/// The float of a table as it is counted.
fn counted(floor: &Floor, id: TableId) -> Count {
    let there = floor.house.ledger.balance(Unit::Chips, Location::Float(id));
    let stacks = Chips::usual().make(there).unwrap();
    Count(stacks.iter().map(|stack| (stack.value, u32::try_from(stack.count).unwrap())).collect())
}

fn request(
    floor: &mut Floor,
    id: TableId,
    kind: SlipKind,
    chips: Count,
    steps: Vec<(PersonId, SlipStep)>,
) -> u32 {
    floor.must_at(MANAGER, id, TableCommand::RequestSlip { kind, chips });
    let number = floor.house.table(id).unwrap().papers.slips_made;
    for (by, step) in steps {
        floor.must_at(by, id, TableCommand::StepSlip { number, step });
    }
    number
}

/// Slips, proposals and exchanges that wait for their next step.
fn under_way(floor: &mut Floor, id: TableId) {
    let chips = || Count(vec![(money(100), 2), (money(25), 4)]);
    request(floor, id, SlipKind::Fill, chips(), vec![]);
    request(floor, id, SlipKind::Fill, chips(), vec![(CASHIER, SlipStep::Send)]);
    let sent = vec![(MANAGER, SlipStep::Send), (CASHIER, SlipStep::Deliver)];
    request(floor, id, SlipKind::Credit, chips(), sent);
    let exchange = Exchange::BuyIn { with: Unit::Cash, amount: money(40) };
    floor.must(by(ANN), Command::RequestExchange { at: Some(id), person: ANN, exchange });
    floor.must_at(MANAGER, id, TableCommand::Propose(ProposedAction::Drop { cash: Count::default() }));
    let void = ProposedAction::Void { round: 3, reason: "to be decided".to_owned() };
    floor.must_at(MANAGER, id, TableCommand::Propose(void));
    let other = floor.table_named("Jack A");
    let open = ProposedAction::Open { mode: Mode::Attended, opener: Count::default() };
    floor.must_at(MANAGER, other, TableCommand::Propose(open));
}
