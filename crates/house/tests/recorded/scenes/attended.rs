//! Tables with a dealer, of all twelve games: announced, entered, confirmed; misdeals, void spins, corrections, hidden
//! hands; wheel chips and cash that plays.

use croupier_fair::Keyring;
use croupier_house::command::{Announcement, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::TableId;
use croupier_house::ledger::Unit;
use croupier_house::office::Exchange;
use croupier_house::paper::ProposedAction;
use croupier_house::table::{Mode, OutcomeSource, Phase};
use croupier_kit::Money;
use croupier_rules::table::CardSource;

use super::automatic::decide;
use super::{Floor, Scene};
use crate::common::{ANN, BEN, CAL, DEALER, GAMES, INSPECTOR, MANAGER, PLAYERS, money};

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |(name, wagers): (&'static str, &'static [&'static str])| {
        let file = name.to_lowercase().replace(' ', "-");
        let wants: &[&'static str] = match name {
            "American A" => &["void spin", "spin left", "spin right"],
            "Jack A" => &[" insures", " draws"],
            "Hold-Em" => &["misdeal"],
            _ => &[],
        };
        Scene::new(&format!("attended-{file}"), wants, move |seed, keys| play(name, wagers, seed, keys))
    };
    let mut all: Vec<Scene> = GAMES.into_iter().map(scene).collect();
    all.push(Scene::new("attended-declared", &[], declared));
    all.push(Scene::new("attended-wheel-chips", &[], wheel_chips));
    all.push(Scene::new("attended-boxes", &["follows", "splits on"], boxes));
    all.push(Scene::new("attended-shoe", &["cutting card", "shuffle"], shoe));
    all
}

fn say(floor: &mut Floor, id: TableId, what: Announcement) -> bool {
    floor.at(MANAGER, id, TableCommand::Announce(what)).is_ok()
}

/// Something falls: it is entered, at times dropped and entered again, and confirmed.
fn fall(floor: &mut Floor, id: TableId) {
    let lines = next_fall(floor, id);
    if floor.below(6) == 0 && floor.at(MANAGER, id, TableCommand::Enter { lines }).is_ok() {
        floor.must_at(MANAGER, id, TableCommand::DropEntry);
    }
    let lines = next_fall(floor, id);
    floor.must_at(MANAGER, id, TableCommand::Enter { lines });
    floor.must_at(MANAGER, id, TableCommand::ConfirmEntry);
}

fn next_fall(floor: &mut Floor, id: TableId) -> String {
    let live = floor.live(id);
    if let Some(wheel) = live.rules.wheel().cloned() {
        return format!("ball {}", floor.vault.chance.ball(&wheel));
    }
    if live.rules.throws_dice() {
        let [one, other] = floor.vault.chance.dice();
        return format!("dice {one} {other}");
    }
    let (packs, shoe) = live.rules.shoe();
    let left = *shoe.left();
    if matches!(packs, CardSource::Shoe(packs) if packs > 2) && shoe.holds_cutting_card() && left.len() <= 52
    {
        return "cutting card".to_owned();
    }
    format!("cards {}", floor.vault.chance.card(8, &left))
}

/// Bets are invited, and made by the players themselves, by the dealer for them, and with cash.
fn bets(floor: &mut Floor, id: TableId, wagers: &[&str], round: usize) {
    assert!(say(floor, id, Announcement::PlaceYourBets));
    if floor.live(id).rules.shoe().1.is_spent() {
        assert!(say(floor, id, Announcement::Shuffle));
    }
    if floor.live(id).rules.bank_passes() && floor.live(id).bank.is_none() {
        let decision = PlayerAction::TakeBank(money(300));
        let takes = |person| TableCommand::Decide { person, decision, on: None };
        let _ = PLAYERS.into_iter().any(|person| floor.at(person, id, takes(person)).is_ok());
    }
    for (place, person) in PLAYERS.into_iter().enumerate() {
        let wager = wagers[(place + round) % wagers.len()].to_owned();
        let with = if person == CAL && round == 1 { PaidWith::Cash } else { PaidWith::Chips };
        let by = if person == ANN { ANN } else { MANAGER };
        // At a table with numbered areas one stands, and the others have an area each.
        let area = if person == BEN { "standing".to_owned() } else { (place + 1).to_string() };
        let bet = |area| TableCommand::Bet { person, amount: money(20), wager: wager.clone(), area, with };
        if floor.at(by, id, bet(Some(area))).is_err() {
            let _ = floor.at(by, id, bet(None));
        }
    }
    if round == 0 {
        say(floor, id, Announcement::FinalBets);
    }
    say(floor, id, Announcement::NoMoreBets);
    spin(floor, id);
}

/// The wheel is spun, and once in a while the spin is void.
fn spin(floor: &mut Floor, id: TableId) {
    if floor.live(id).rules.wheel().is_none() {
        return;
    }
    let mut ways = [Announcement::SpinLeft, Announcement::SpinRight];
    if floor.below(2) == 0 {
        ways.reverse();
    }
    let _ = ways.into_iter().any(|way| say(floor, id, way));
    if floor.below(3) == 0 && say(floor, id, Announcement::VoidSpin) {
        say(floor, id, Announcement::NoMoreBets);
        let _ = ways.into_iter().any(|way| say(floor, id, way));
    }
}

/// What is due next at the table.
fn step(floor: &mut Floor, id: TableId) {
    match floor.phase(id) {
        Phase::Insurance => insurance(floor, id),
        Phase::Decision => {
            let speaker = floor.live(id).due().and_then(|due| due.speaker);
            if speaker.is_some() && decide(floor, id) {
                return;
            }
            let acts = [PlayerAction::Stand, PlayerAction::Check, PlayerAction::Draw];
            let decides = |decision| TableCommand::Decide { person: ANN, decision, on: None };
            assert!(acts.into_iter().any(|decision| floor.at(MANAGER, id, decides(decision)).is_ok()));
        }
        _ => fall(floor, id),
    }
}

fn insurance(floor: &mut Floor, id: TableId) {
    for person in PLAYERS {
        for found in floor.house.moves(id, person) {
            let (decision, on) = (found.decision, found.on);
            if floor.below(2) == 0 {
                let _ = floor.at(person, id, TableCommand::Decide { person, decision, on });
            }
        }
    }
    for person in PLAYERS {
        let _ = floor.at(MANAGER, id, TableCommand::Decline { person });
    }
}

fn finish(floor: &mut Floor, id: TableId) {
    for _ in 0..200 {
        if matches!(floor.phase(id), Phase::Payment | Phase::Waiting | Phase::PlaceYourBets) {
            return;
        }
        step(floor, id);
    }
    panic!("the round does not end");
}

/// Three rounds, one of them void; then one in which something is entered and not confirmed.
fn play(name: &str, wagers: &[&str], seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open(name, Mode::Attended);
    for round in 0..3 {
        bets(&mut floor, id, wagers, round);
        step(&mut floor, id);
        if round == 1 {
            say(&mut floor, id, Announcement::Misdeal);
        }
        if round == 2 {
            let reason = "the table was knocked over".to_owned();
            let round = floor.house.table(id).unwrap().rounds;
            floor.agree(id, ProposedAction::Void { round, reason });
            bets(&mut floor, id, wagers, 2);
        }
        finish(&mut floor, id);
        if round == 0 {
            correct(&mut floor, id);
        }
    }
    bets(&mut floor, id, wagers, 0);
    if !floor.live(id).rules.shoe().1.left().is_empty() {
        step(&mut floor, id);
    }
    if floor.phase(id) != Phase::Decision && floor.phase(id) != Phase::Payment {
        let lines = next_fall(&mut floor, id);
        let _ = floor.at(MANAGER, id, TableCommand::Enter { lines });
    }
    floor
}

/// A ball that was misread is corrected by two people; another proposal is withdrawn, and one waits.
fn correct(floor: &mut Floor, id: TableId) {
    let last = floor.live(id).record.lines().last().unwrap_or_default().to_owned();
    let round = floor.house.table(id).unwrap().rounds;
    let (from, reason) = (last, "misread".to_owned());
    let to = if from.starts_with("ball") { "ball 5" } else { "dice 1 1" }.to_owned();
    let matter = ProposedAction::Correct { round, from, to, reason };
    if floor.at(MANAGER, id, TableCommand::Propose(matter)).is_ok() {
        let proposal = floor.house.table(id).unwrap().papers.proposals_made;
        if floor.at(INSPECTOR, id, TableCommand::Authorise { proposal }).is_err() {
            floor.must_at(MANAGER, id, TableCommand::Withdraw { proposal });
        }
    }
}

/// Hands that nobody else sees: declared, turned up, and once not as declared; then declared and not turned yet.
fn declared(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Hold-Em", Mode::Attended);
    let good = "cards TH 2C TD 3C 4D 5S 9C 7S\nann raises\nben checks\nann checks\nben checks";
    let twice = "cards TH 2C TD TH 4D 5S 9C 7S\nann raises\nben checks\nann checks\nben checks";
    for reveal in [Some(good), Some(twice), None] {
        assert!(say(&mut floor, id, Announcement::PlaceYourBets));
        assert!(floor.bet(ANN, id, "ante", money(10)) && floor.bet(BEN, id, "ante", money(10)));
        assert!(say(&mut floor, id, Announcement::NoMoreBets));
        let raise = PlayerAction::Raise;
        for (person, decision) in
            [(ANN, raise), (BEN, PlayerAction::Check), (ANN, PlayerAction::Check), (BEN, PlayerAction::Check)]
        {
            floor.must_at(MANAGER, id, TableCommand::Declare { person, decision, on: None });
        }
        if let Some(lines) = reveal {
            floor.must_at(MANAGER, id, TableCommand::Reveal { lines: lines.to_owned() });
        }
        if reveal == Some(twice) {
            let round = floor.house.table(id).unwrap().rounds;
            floor.agree(id, ProposedAction::Void { round, reason: "a card came twice".to_owned() });
        }
    }
    floor
}

/// Coloured chips bought with everything that buys them, bet, paid in pieces and cashed in; cash that plays.
fn wheel_chips(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("American A", Mode::Attended);
    let at = Some(id);
    floor.exchange(None, BEN, Exchange::BuyPlaques { amount: money(1000) });
    let buys = [(ANN, Unit::Chips, 1), (BEN, Unit::Plaques, 2), (CAL, Unit::Cash, 3)];
    for (person, with, colour) in buys {
        let value = Money::from_minor(250);
        floor.exchange(at, person, Exchange::ToWheel { with, amount: money(200), colour, value });
    }
    for ball in ["ball 17", "ball 0", "ball 20"] {
        assert!(say(&mut floor, id, Announcement::PlaceYourBets));
        let bets = [
            (ANN, "straight 17", money(10), PaidWith::Wheel),
            (BEN, "red", money(10), PaidWith::Wheel),
            (CAL, "split 17 20", money(20), PaidWith::Cash),
            (CAL, "black", Money::from_minor(750), PaidWith::Wheel),
        ];
        for (person, wager, amount, with) in bets {
            let wager = wager.to_owned();
            floor.must_at(DEALER, id, TableCommand::Bet { person, amount, wager, area: None, with });
        }
        if ball == "ball 20" {
            break;
        }
        assert!(say(&mut floor, id, Announcement::NoMoreBets));
        let ways = [Announcement::SpinLeft, Announcement::SpinRight];
        assert!(ways.into_iter().any(|way| say(&mut floor, id, way)));
        floor.must_at(MANAGER, id, TableCommand::Enter { lines: ball.to_owned() });
        floor.must_at(MANAGER, id, TableCommand::ConfirmEntry);
        if ball == "ball 17" {
            let (from, to, reason) = (ball.to_owned(), "ball 1".to_owned(), "misread".to_owned());
            floor.agree(id, ProposedAction::Correct { round: 1, from, to, reason });
            floor.exchange(at, ANN, Exchange::FromWheel { amount: money(50) });
            floor.exchange(at, CAL, Exchange::BuyIn { with: Unit::Cash, amount: money(300) });
            floor.exchange(at, BEN, Exchange::BuyIn { with: Unit::Plaques, amount: money(300) });
        }
    }
    floor
}

/// Several stakes on one box: who follows which hand of a split, who calls the box, and a stake that is cancelled.
fn boxes(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Jack A", Mode::Attended);
    for _ in 0..3 {
        assert!(say(&mut floor, id, Announcement::PlaceYourBets));
        assert!(PLAYERS.into_iter().all(|person| floor.bet(person, id, "box 1", money(20))));
        say(&mut floor, id, Announcement::NoMoreBets);
        while floor.phase(id) != Phase::Payment {
            step(&mut floor, id);
            let (decision, on) = (PlayerAction::Split, Some("1".to_owned()));
            let _ = floor.at(BEN, id, TableCommand::Decide { person: BEN, decision, on });
        }
    }
    let id = floor.open("Touch A", Mode::Attended);
    assert!(say(&mut floor, id, Announcement::PlaceYourBets));
    for person in [ANN, BEN] {
        assert!(floor.bet(person, id, "box 1", money(20)));
    }
    let on = Some("1".to_owned());
    floor.must_at(BEN, id, TableCommand::Decide { person: BEN, decision: PlayerAction::Call, on });
    let id = floor.open("Dice 1", Mode::Attended);
    assert!(say(&mut floor, id, Announcement::PlaceYourBets));
    assert!(floor.bet(ANN, id, "win", money(10)) && floor.bet(BEN, id, "place-win 4", money(10)));
    floor.must_at(MANAGER, id, TableCommand::Enter { lines: "dice 2 3".to_owned() });
    floor.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    assert!(say(&mut floor, id, Announcement::PlaceYourBets));
    floor.must_at(MANAGER, id, TableCommand::Cancel { stake: 2 });
    assert!(floor.bet(ANN, id, "behind 1", money(10)));
    floor
}

/// A shoe that is dealt down to its cutting card, several cards an entry; shuffled, and begun again.
fn shoe(seed: u64, keys: &Keyring) -> Floor {
    let mut floor = Floor::founded(seed, keys);
    let id = floor.open("Banque", Mode::Attended);
    for round in 0..40 {
        bets(&mut floor, id, &["right", "left", "both"], round);
        deal_six(&mut floor, id);
        if floor.lines().contains("shuffle") {
            break;
        }
        finish(&mut floor, id);
    }
    floor
}

/// The first cards of a hand in one entry, as far as they can be dealt so.
fn deal_six(floor: &mut Floor, id: TableId) {
    let left = *floor.live(id).rules.shoe().1.left();
    let cards: Vec<String> = (0..6).map(|_| floor.vault.chance.card(8, &left).to_string()).collect();
    let lines = format!("cards {}", cards.join(" "));
    if left.len() > 58 && floor.at(MANAGER, id, TableCommand::Enter { lines }).is_ok() {
        floor.must_at(MANAGER, id, TableCommand::ConfirmEntry);
    }
}
