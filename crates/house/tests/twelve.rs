//! All twelve games, played at automatic tables until they are settled: judging the record of every round gives the money
//! that was moved (the auditor checks after every command).

use crate::common::{ANN, BEN, GAMES, PLAYERS, Rig, money};
use croupier_house::command::{PlayerAction, TableCommand};
use croupier_house::ids::{PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Phase};
use croupier_kit::MoneySum;

fn decide(rig: &mut Rig, id: TableId, person: PersonId, decision: PlayerAction, on: Option<&str>) -> bool {
    rig.at(person, id, TableCommand::Decide { person, decision, on: on.map(ToOwned::to_owned) }).is_ok()
}

/// One round: bets by everybody, decisions as they come, the rest by the house.
fn play(rig: &mut Rig, id: TableId, wagers: &[&str], round: u64) {
    while rig.phase(id) != Phase::PlaceYourBets {
        rig.tick(id).unwrap();
    }
    if rig.table(id).open().unwrap().rules.bank_passes() && rig.table(id).open().unwrap().bank.is_none() {
        let amount = money(300);
        let taken =
            PLAYERS.iter().any(|person| decide(rig, id, *person, PlayerAction::TakeBank(amount), None));
        assert!(taken, "somebody takes the bank");
    }
    let mut accepted = 0;
    for (place, person) in PLAYERS.into_iter().enumerate() {
        for more in 0..2 {
            let wager = wagers[(place + more * 2 + usize::try_from(round).unwrap()) % wagers.len()];
            accepted += u32::from(rig.bet(person, id, wager, money(20)).is_ok());
        }
    }
    let rules = &rig.table(id).open().unwrap().rules;
    assert!(accepted > 0 || rules.any_standing());
    for _ in 0..400 {
        match rig.phase(id) {
            Phase::Payment | Phase::Waiting => return,
            Phase::Insurance => {
                let insured = decide(rig, id, ANN, PlayerAction::Insure(money(5)), Some("1"));
                if !insured || rig.phase(id) == Phase::Insurance {
                    rig.tick(id).unwrap();
                }
            }
            Phase::Decision => decide_something(rig, id),
            _ => {
                rig.tick(id).unwrap();
            }
        }
    }
    panic!("the round does not end");
}

const CHOICES: [PlayerAction; 7] = [
    PlayerAction::Split,
    PlayerAction::Double,
    PlayerAction::Surrender,
    PlayerAction::Raise,
    PlayerAction::Draw,
    PlayerAction::Stand,
    PlayerAction::Check,
];

fn decide_something(rig: &mut Rig, id: TableId) {
    if rig.chance.below(4) == 0 {
        rig.tick(id).unwrap();
        return;
    }
    let from = usize::try_from(rig.chance.below(7)).unwrap();
    for place in 0..CHOICES.len() {
        let choice = CHOICES[(from + place) % CHOICES.len()];
        if PLAYERS.into_iter().any(|person| decide(rig, id, person, choice, None)) {
            return;
        }
    }
    // Somebody is silent behind a split.
    rig.tick(id).unwrap();
}

fn play_game(name: &str, wagers: &[&str], rounds: u64) -> Rig {
    let mut rig = Rig::new();
    let id = rig.open(name, Mode::Automatic);
    for round in 0..rounds {
        play(&mut rig, id, wagers, round);
    }
    assert!(rig.table(id).rounds >= rounds);
    let live = rig.table(id).open().unwrap();
    assert!(live.staked > MoneySum::ZERO || live.rules.bank_passes());
    rig.replay();
    rig
}

#[test]
fn all_twelve_games_are_played_to_settlement_and_judged_to_the_same_money() {
    for (name, wagers) in GAMES {
        play_game(name, wagers, 25);
    }
}

#[test]
fn a_shoe_lasts_over_rounds_until_its_cutting_card_and_is_then_shuffled() {
    let rig = play_game("Punto", &["punto", "banco"], 90);
    let table = rig.table(rig.table_named("Punto"));
    assert!(table.records >= 2, "six packs do not last ninety coups");
    assert!(table.records < 10, "and are not shuffled for every one");
    let at_tables = rig.journal.iter().filter(|entry| entry.stream.table.is_some());
    let all: Vec<String> = at_tables.map(|entry| format!("{:?}", entry.body.event)).collect();
    assert!(all.iter().any(|event| event.contains("cutting card")));
}

#[test]
fn spins_alternate_over_rounds_and_records() {
    let rig = play_game("American A", &["red"], 6);
    let spins: Vec<String> = rig
        .journal
        .iter()
        .filter(|entry| entry.stream.table.is_some())
        .map(|entry| format!("{:?}", entry.body.event))
        .filter_map(|event| event.find("spin ").map(|at| event[at + 5..at + 9].to_owned()))
        .collect();
    assert_eq!(spins, ["left", "righ", "left", "righ", "left", "righ"]);
    assert_eq!(rig.table(rig.table_named("American A")).records, 6, "each spin is a record of its own");
}

#[test]
fn a_passing_bank_is_put_up_pays_and_comes_back() {
    let mut rig = Rig::new();
    let id = rig.open("Chemin", Mode::Automatic);
    rig.tick(id).unwrap();
    let rejection = rig.bet(BEN, id, "player", money(20)).unwrap_err();
    assert_eq!(rejection.found, "nobody holds the bank");
    let before: i64 = PLAYERS.iter().map(|person| rig.chips(*person).minor()).sum();
    for round in 0..20 {
        play(&mut rig, id, &["player"], round);
    }
    let bank = rig.house.ledger.balance(Unit::Chips, Location::PlayersBank(id));
    let after: i64 = PLAYERS.iter().map(|person| rig.chips(*person).minor()).sum();
    assert_eq!(before, after + bank.minor(), "the house neither wins nor loses");
    rig.tick(id).unwrap();
    rig.agree(id, ProposedAction::Close { closer: Count(vec![(money(1000), 500)]) }).unwrap();
    let home: i64 = PLAYERS.iter().map(|person| rig.chips(*person).minor()).sum();
    assert_eq!(home, before);
    assert_eq!(rig.table(id).papers.shift.difference(), Some(MoneySum::ZERO));
}

#[test]
fn the_win_by_the_drop_is_the_true_win_at_every_game() {
    for (name, wagers) in GAMES {
        let mut rig = play_game(name, wagers, 5);
        let id = rig.table_named(name);
        for _ in 0..2000 {
            if !rig.table(id).open().unwrap().rules.any_standing() {
                break;
            }
            // What is carried is decided in a later round; nobody bets any more.
            rig.tick(id).unwrap();
        }
        let float = rig.house.ledger.balance(Unit::Chips, Location::Float(id));
        let mut closer = Vec::new();
        for stack in croupier_kit::Chips::usual().make(float).unwrap() {
            closer.push((stack.value, u32::try_from(stack.count).unwrap()));
        }
        rig.agree(id, ProposedAction::Close { closer: Count(closer) })
            .unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
        let shift = rig.table(id).papers.shift;
        assert_eq!(shift.win_by_drop(), Some(shift.true_win()), "{name}: {shift:?}");
        assert_eq!(shift.closing_book, shift.closing);
        rig.replay();
    }
}
