//! The demo houses: founded by ordinary commands, even after interruptions, with a table of each of the twelve games at
//! which one person can play with robots.

use crate::common::{self, Seeded, shelf};
use croupier_house::command::{Command, PaidWith, PlayerAction, Request, TableCommand};
use croupier_house::demo::{Demo, ROBOTS};
use croupier_house::event::{ActReason, Event};
use croupier_house::ids::{Actor, HouseId, Now, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::Unit;
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::robot::{is_robot, plan};
use croupier_house::table::{Mode, Pace, Phase};
use croupier_house::{Accepted, House, Rejection};
use croupier_kit::Money;
use jiff::civil::date;

const RAND: Demo = Demo {
    file: include_str!("../../../examples/demo-rand.toml"),
    attended: &["Roulette with a dealer", "Blackjack with a dealer"],
};
const STERLING: Demo = Demo {
    file: include_str!("../../../examples/demo-sterling.toml"),
    attended: &["Roulette with a dealer"],
};

/// A demo house, and the time in it.
struct Play {
    house: House<'static>,
    chance: Seeded,
    now: Now,
    journal: Vec<Entry>,
}

impl Play {
    fn new() -> Self {
        let now = Now { at: 1_800_000_000_000, date: date(2027, 1, 15), minute: 60 * 9 };
        let house = House::new(HouseId(1), shelf(), "test", Pace::default());
        Self { house, chance: Seeded(3), now, journal: Vec::new() }
    }

    fn open(demo: Demo) -> Self {
        let mut play = Self::new();
        play.found(demo, usize::MAX);
        play
    }

    fn found(&mut self, demo: Demo, most: usize) -> usize {
        let mut given = 0;
        while given < most
            && let Some(order) = demo.next(&self.house)
        {
            self.order(&order).unwrap_or_else(|rejection| panic!("{order:?}: {rejection}"));
            given += 1;
        }
        given
    }

    fn order(&mut self, order: &Request) -> Result<Accepted, Rejection> {
        let done = self.house.commit(order, self.now, &mut self.chance).map_err(common::rejected)?;
        self.journal.extend(done.entries.iter().cloned());
        Ok(done)
    }

    fn at(&mut self, by: Actor, id: TableId, act: TableCommand) -> Result<Accepted, Rejection> {
        self.order(&Request { key: None, by, command: Command::Table(id, act) })
    }

    /// Lets time pass by whatever is due first: robots act at once, timers when their time has come.
    fn go_on(&mut self, id: TableId) -> bool {
        let robots = plan(&self.house, id, self.now.at);
        if !robots.commands.is_empty() {
            for (robot, command) in robots.commands {
                let described = format!("{command:?}");
                let order = Request { key: None, by: Actor::Person(robot), command };
                self.order(&order).unwrap_or_else(|rejection| panic!("{described}: {rejection}"));
            }
            return true;
        }
        let deadline = self.house.table(id).unwrap().deadline(&Pace::default());
        let Some(due) = deadline.into_iter().chain(robots.recheck_at).min() else { return false };
        self.now.at = self.now.at.max(due);
        if deadline == Some(due) {
            self.at(Actor::House, id, TableCommand::Tick).unwrap();
        }
        true
    }
}

fn automatic(house: &House<'_>) -> Vec<TableId> {
    let open = house.tables().iter().filter(|table| table.open().is_ok_and(|s| s.mode == Mode::Automatic));
    open.map(|table| table.id).collect()
}

#[test]
fn the_two_houses_open_all_twelve_games_and_a_learning_table_of_each() {
    let mut games = std::collections::BTreeSet::new();
    for demo in [RAND, STERLING] {
        let mut play = Play::open(demo);
        let open = play.house.tables().iter().filter(|table| table.live.is_some()).count();
        assert_eq!(open, play.house.tables().len());
        let named = |name: &str| play.house.tables().iter().any(|table| &*table.name == name);
        for table in play.house.tables().iter().filter(|table| !table.name.starts_with("Learn ")) {
            games.insert(table.game.clone());
            let plain = table.name.trim_end_matches(" with a dealer");
            assert!(named(&format!("Learn {plain}")), "{}", table.name);
        }
        let attended = play.house.tables().len() - automatic(&play.house).len();
        assert_eq!(attended, demo.attended.len());
        assert_eq!(play.found(demo, 1), 0, "nothing is left to be done");
        assert!(Unit::ALL.into_iter().all(|unit| play.house.ledger.sum(unit) == 0));
    }
    assert_eq!(games.len(), 12, "{games:?}");
}

#[test]
fn an_interrupted_founding_continues() {
    for broken_off in [1, 7, 14, 23, 40] {
        let mut play = Play::new();
        play.found(RAND, broken_off);
        let mut again = Play::new();
        for entry in &play.journal {
            again
                .house
                .apply(&Entry::read(entry.stream, entry.body.sequence, entry.bytes.clone()).unwrap())
                .unwrap();
        }
        again.found(RAND, usize::MAX);
        let whole = Play::open(RAND);
        assert_eq!(again.house.heads().len(), whole.house.heads().len());
        assert_eq!(again.house.ledger.accounts(), whole.house.ledger.accounts());
    }
}

/// A node that starts completes a demo house that others serve already.
#[test]
fn a_demo_ends_nothing_that_somebody_else_has_begun() {
    let mut play = Play::open(RAND);
    let [dealer, cashier, inspector, manager] =
        ["demo_dealer", "demo_cashier", "demo_inspector", "demo_manager"]
            .map(|handle| Actor::Person(play.house.office.person_named(handle).unwrap()));
    let id = play.house.tables().iter().find(|table| &*table.name == "Roulette with a dealer").unwrap().id;
    let chips = Count(vec![(Money::from_minor(10_000), 5)]);
    play.at(dealer, id, TableCommand::RequestSlip { kind: SlipKind::Fill, chips }).unwrap();
    assert_eq!(play.found(RAND, 1), 0, "the fill is for the cashier to send");
    let number = *play.house.table(id).unwrap().papers.slips.iter().next().unwrap().0;
    for (by, step) in
        [(cashier, SlipStep::Send), (cashier, SlipStep::Deliver), (inspector, SlipStep::Confirm)]
    {
        play.at(by, id, TableCommand::StepSlip { number, step }).unwrap();
        assert_eq!(play.found(RAND, 1), 0, "nothing is left to be done");
    }
    let float = Count(vec![(Money::from_minor(10_000), 505)]);
    let close = ProposedAction::Close { closer: float.clone() };
    let proposed = play.at(inspector, id, TableCommand::Propose(close)).unwrap();
    assert!(!proposed.is_repeat());
    let number = *play.house.table(id).unwrap().papers.proposals.iter().next().unwrap().0;
    play.at(manager, id, TableCommand::Authorise { proposal: number }).unwrap();
    assert!(play.house.table(id).unwrap().live.is_none());
    let open = ProposedAction::Open { mode: Mode::Attended, opener: float };
    play.at(inspector, id, TableCommand::Propose(open)).unwrap();
    assert_eq!(play.found(RAND, 1), 0, "whether the table opens is for somebody else to say");
}

/// Bets for a person whatever the table takes first.
fn bet_something(play: &mut Play, id: TableId, person: PersonId) -> bool {
    let wagers = ["box 1", "red", "win", "punto", "player", "right", "ante", "hand", "box 2"];
    wagers.into_iter().any(|wager| {
        [10, 20, 50, 100].into_iter().any(|amount| {
            let (amount, wager) = (Money::from_minor(amount * 100), wager.to_owned());
            let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::default() };
            play.at(Actor::Person(person), id, bet).is_ok()
        })
    })
}

#[test]
fn one_person_plays_every_game_with_robots_and_timers_alone() {
    for demo in [RAND, STERLING] {
        let mut play = Play::open(demo);
        let me = play.house.office.person_named("demo_player").unwrap();
        for id in automatic(&play.house) {
            let name = play.house.table(id).unwrap().name.clone();
            assert!(!play.go_on(id), "{name}: nothing happens while nobody sits there");
            play.at(Actor::Person(me), id, TableCommand::Sit { person: me }).unwrap();
            let (mut bets, mut steps, mut betted) = (0, 0, 0);
            while play.house.table(id).unwrap().rounds < 4 || bets < 3 {
                let table = play.house.table(id).unwrap();
                let (phase, round) = (table.phase(), table.rounds);
                if phase == Phase::PlaceYourBets && betted < round && bet_something(&mut play, id, me) {
                    (bets, betted) = (bets + 1, round);
                    play.at(Actor::Person(me), id, TableCommand::Ready { person: me }).unwrap();
                }
                assert!(play.go_on(id), "{name}: it waits for nobody");
                steps += 1;
                assert!(steps < 600, "{name}: the rounds do not end ({phase:?}, round {round}, {bets} bets)");
            }
            let seated = &play.house.table(id).unwrap().seated;
            assert_eq!(seated.len(), 3, "{name}: two robots join one person");
            while play.at(Actor::Person(me), id, TableCommand::Leave { person: me }).is_err() {
                if play.house.table(id).unwrap().open().unwrap().bank.is_some_and(|(p, _)| p == me) {
                    let _ = play.at(Actor::Person(me), id, TableCommand::GiveUpBank);
                }
                play.go_on(id);
            }
            while play.go_on(id) {}
            assert!(
                play.house.table(id).unwrap().seated.is_empty(),
                "{name}: robots leave when they are alone"
            );
        }
        assert!(Unit::ALL.into_iter().all(|unit| play.house.ledger.sum(unit) == 0));
        let by_default = play.journal.iter().any(|entry| {
            matches!(entry.body.event, Event::Acted { why: ActReason::TimedOut, .. })
                && entry.body.by == Actor::House
        });
        assert!(by_default, "the house takes the stated default for a silent player");
    }
}

#[test]
fn betting_lasts_from_the_first_bet_and_no_longer_when_all_are_ready() {
    let mut play = Play::open(STERLING);
    let me = play.house.office.person_named("demo_player").unwrap();
    let id = play.house.tables()[0].id;
    play.at(Actor::Person(me), id, TableCommand::Sit { person: me }).unwrap();
    while play.house.table(id).unwrap().phase() != Phase::PlaceYourBets {
        play.go_on(id);
    }
    let pace = Pace::default();
    assert_eq!(play.house.table(id).unwrap().deadline(&pace), None, "nobody has bet");
    play.now.at += 3_600_000;
    assert!(bet_something(&mut play, id, me));
    let first = play.now.at;
    assert_eq!(play.house.table(id).unwrap().deadline(&pace), Some(first + pace.bets));
    play.now.at += 5_000;
    assert!(bet_something(&mut play, id, me), "another bet");
    assert_eq!(play.house.table(id).unwrap().deadline(&pace), Some(first + pace.bets), "gives no more time");
    let early = play.at(Actor::House, id, TableCommand::Tick).unwrap_err();
    assert_eq!(early.found, "the time of the phase has not run out");
    // When the clock is set back by a day, nobody waits for a day.
    let now = play.now;
    play.now.at -= 86_400_000;
    play.at(Actor::House, id, TableCommand::Tick).unwrap();
    play.now = now;
    assert_eq!(play.house.table(id).unwrap().phase(), Phase::FinalBets);
    play.go_on(id);
    play.at(Actor::Person(me), id, TableCommand::Ready { person: me }).unwrap();
    let table = play.house.table(id).unwrap();
    assert_eq!(table.deadline(&pace), Some(table.phase_since), "nobody is waited for");
    while play.house.table(id).unwrap().rounds == 1 {
        play.go_on(id);
    }
    assert!(play.house.table(id).unwrap().ready.is_empty(), "in the next round everybody bets again");
    assert!(bet_something(&mut play, id, me));
    play.at(Actor::Person(me), id, TableCommand::Ready { person: me }).unwrap();
    while play.house.table(id).unwrap().phase() != Phase::FinalBets {
        play.go_on(id);
    }
    let table = play.house.table(id).unwrap();
    assert_eq!(table.deadline(&pace), Some(table.phase_since), "who was ready is ready for the last bets");
}

#[test]
fn robots_have_names_that_nobody_else_may_have() {
    let mut play = Play::open(STERLING);
    assert!(ROBOTS.into_iter().all(is_robot));
    let manager = play.house.office.person_named("demo_manager").unwrap();
    let enrol = Command::Enrol {
        handle: "Robot_Me".to_owned(),
        role: croupier_house::office::Role::Player,
        staff: None,
    };
    let order = Request { key: None, by: Actor::Person(manager), command: enrol };
    assert!(play.order(&order).is_err());
    let _ = PlayerAction::Draw;
}

/// A person with a bet at an automatic table of a game, and that table.
fn with_a_bet(play: &mut Play, game: &str) -> (PersonId, TableId) {
    let me = play.house.office.person_named("demo_player").unwrap();
    let id = play.house.tables().iter().find(|table| &*table.game == game).unwrap().id;
    play.at(Actor::Person(me), id, TableCommand::Sit { person: me }).unwrap();
    while play.house.table(id).unwrap().phase() != Phase::PlaceYourBets {
        play.go_on(id);
    }
    assert!(bet_something(play, id, me));
    while play.house.table(id).unwrap().phase() != Phase::NoMoreBets {
        play.go_on(id);
    }
    (me, id)
}

#[test]
fn what_falls_is_shown_before_the_time_of_the_phase_begins() {
    let pace = Pace::default();
    for (game, showing) in [("scotland-1970/roulette", pace.ball), ("scotland-1970/punto-banco", pace.card)] {
        let mut play = Play::open(STERLING);
        let (_, id) = with_a_bet(&mut play, game);
        play.go_on(id);
        let table = play.house.table(id).unwrap();
        assert_eq!(table.phase(), Phase::Payment);
        let cards = i64::try_from(table.live.as_ref().unwrap().cards.len()).unwrap();
        let shown = showing * cards.max(1);
        assert_eq!(table.deadline(&pace), Some(table.phase_since + shown + pace.payment), "{game}");
        let view = play.house.view(id, None).unwrap();
        assert_eq!((view.showing, view.lasts), (showing, pace.payment), "{game}");
        play.now.at = table.phase_since + pace.payment;
        let early = play.at(Actor::House, id, TableCommand::Tick).unwrap_err();
        assert_eq!(early.found, "the time of the phase has not run out", "{game}");
    }
}

#[test]
fn a_decision_has_its_whole_time_after_the_cards() {
    let pace = Pace::default();
    let mut play = Play::open(STERLING);
    let (me, id) = with_a_bet(&mut play, "scotland-1970/blackjack");
    play.go_on(id);
    let table = play.house.table(id).unwrap();
    let dealt = i64::try_from(table.live.as_ref().unwrap().cards.len()).unwrap();
    assert_eq!(
        (table.phase(), table.deadline(&pace)),
        (Phase::Decision, Some(table.phase_since + dealt * pace.card + pace.decision))
    );
    while !play.house.moves(id, me).iter().any(|found| found.decision == PlayerAction::Draw) {
        assert!(play.go_on(id), "the person is asked");
    }
    play.now.at += 1_000;
    let before = play.house.table(id).unwrap().live.as_ref().unwrap().cards.len();
    let draw = TableCommand::Decide { person: me, decision: PlayerAction::Draw, on: None };
    play.at(Actor::Person(me), id, draw).unwrap();
    let table = play.house.table(id).unwrap();
    let fallen = i64::try_from(table.live.as_ref().unwrap().cards.len() - before).unwrap();
    assert_eq!(table.deadline(&pace), Some(play.now.at + fallen * pace.card + pace.of(table.phase())));
}

#[test]
fn dice_lie_for_a_payment_before_betting_opens_again() {
    let pace = Pace::default();
    let mut play = Play::open(STERLING);
    let (me, id) = with_a_bet(&mut play, "scotland-1970/dice");
    play.go_on(id);
    let table = play.house.table(id).unwrap();
    assert_eq!(table.deadline(&pace), Some(table.phase_since + pace.dice + pace.payment));
    let view = play.house.view(id, Some(me)).unwrap();
    assert_eq!((view.phase, view.lasts), (Phase::Payment, pace.payment));
    assert!(view.summary.starts_with("the dice show"), "{}", view.summary);
    assert!(!bet_something(&mut play, id, me), "nobody bets while the dice lie");
    play.go_on(id);
    let view = play.house.view(id, Some(me)).unwrap();
    assert_eq!((view.phase, view.summary.as_str()), (Phase::PlaceYourBets, ""));
}

#[test]
fn a_hidden_hand_without_a_choice_is_asked_with_the_reason() {
    let mut play = Play::open(STERLING);
    let me = play.house.office.person_named("demo_player").unwrap();
    let id =
        play.house.tables().iter().find(|table| &*table.game == "scotland-1970/chemin-de-fer").unwrap().id;
    play.at(Actor::Person(me), id, TableCommand::Sit { person: me }).unwrap();
    let mut reasons = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let table = play.house.table(id).unwrap();
        if table.phase() == Phase::PlaceYourBets && table.live.as_ref().unwrap().bank.is_some() {
            bet_something(&mut play, id, me);
        }
        let moves = play.house.moves(id, me);
        let due = play.house.view(id, Some(me)).unwrap().due;
        let bound = due.and_then(|due| due.bound);
        if let [only] = moves.as_slice() {
            reasons.insert(format!("{:?}: {}", only.decision, bound.expect("there is a reason")));
        } else {
            assert_eq!(bound, None, "{moves:?}");
        }
        if !play.go_on(id) {
            break;
        }
    }
    assert!(reasons.contains("Draw: this hand must draw"), "{reasons:?}");
}
