//! The checker finds what is wrong with a history, and nothing in one that is right.

use std::time::Duration;

use croupier_evening::{Answer, Asked, EveningJournal, JournalLine, Operation, check, own_key};

const ANN: u32 = 1;
const BEN: u32 = 2;

/// A request of one person that was sent and answered at these milliseconds.
fn operation(person: u32, times: (u64, u64), asked: Asked, answer: Answer) -> Operation {
    let (invoked, answered) = (Duration::from_millis(times.0), Duration::from_millis(times.1));
    Operation {
        client: person,
        person,
        house: 1,
        asked,
        invoked,
        sent: invoked,
        answered,
        before: 0,
        shown_to: 9,
        answer,
        turned_away: 0,
        unreached: 0,
        why: String::new(),
    }
}

fn done(person: u32, key: u128, times: (u64, u64), sequence: u64) -> Operation {
    operation(person, times, Asked::Command(key), Answer::Done(sequence))
}

fn shown(times: (u64, u64), (before, shown_to): (u64, u64), answer: Answer) -> Operation {
    Operation { before, shown_to, ..operation(ANN, times, Asked::Read, answer) }
}

fn line(sequence: u64, person: u32, key: u128) -> JournalLine {
    JournalLine {
        sequence,
        key: Some(own_key(1, person, key)),
        by: Some(person),
        is_refusal: false,
        what: String::new(),
    }
}

/// Two entries of ann, one of ben, then one of the house.
fn journal() -> EveningJournal {
    let house = JournalLine { sequence: 4, key: None, by: None, is_refusal: false, what: String::new() };
    let lines = vec![line(1, ANN, 7), line(2, ANN, 7), line(3, BEN, 8), house];
    EveningJournal { lines, chips: [(ANN, vec![(1, 50), (3, 20)])].into() }
}

/// What ann and ben were answered.
fn answers() -> Vec<Operation> {
    vec![
        done(ANN, 7, (0, 10), 2),
        done(BEN, 8, (5, 20), 3),
        shown((21, 22), (2, 4), Answer::Chips(20)),
        shown((23, 24), (4, 4), Answer::Table(1, 5)),
        shown((25, 26), (4, 4), Answer::Table(1, 5)),
    ]
}

/// What is found after something was changed.
fn found(change: impl FnOnce(&mut Vec<Operation>, &mut EveningJournal)) -> String {
    let (mut operations, mut journal) = (answers(), journal());
    change(&mut operations, &mut journal);
    check(1, &operations, &journal).join("\n")
}

#[test]
fn nothing_is_wrong_with_a_right_history() {
    assert_eq!(found(|_, _| {}), "");
    assert_eq!(found(|operations, _| operations[2].answer = Answer::Chips(50)), "", "as it was before");
    assert_eq!(found(|operations, _| operations.iter_mut().for_each(|op| op.house = 2)).lines().count(), 0);
}

#[test]
fn an_effect_that_came_twice_or_from_nobody_is_found() {
    let again = |_: &mut Vec<Operation>, journal: &mut EveningJournal| journal.lines.push(line(5, ANN, 7));
    assert!(found(again).contains("a key took effect at 2 and at 5"));
    let nobody = |_: &mut Vec<Operation>, journal: &mut EveningJournal| journal.lines.push(line(5, ANN, 9));
    assert!(found(nobody).contains("entry 5 has a key that nobody sent"));
    let gap = |_: &mut Vec<Operation>, journal: &mut EveningJournal| {
        journal.lines.retain(|line| line.sequence != 2)
    };
    assert!(found(gap).contains("entry 3 is where 2 should be"));
}

#[test]
fn an_acknowledgement_without_its_entry_and_a_refusal_with_one_are_found() {
    assert!(found(|operations, _| operations[0].answer = Answer::Done(1)).contains("acknowledged as 1"));
    let lost = |operations: &mut Vec<Operation>, _: &mut EveningJournal| {
        operations.push(done(ANN, 9, (30, 31), 4));
    };
    assert!(found(lost).contains("acknowledged as 4, stored as None"));
    assert!(
        found(|operations, _| operations[1].answer = Answer::Refused(409)).contains("refused, but stored")
    );
    let recorded = |operations: &mut Vec<Operation>, journal: &mut EveningJournal| {
        operations[1].answer = Answer::Refused(409);
        journal.lines[2].is_refusal = true;
    };
    assert_eq!(found(recorded), "", "a refusal may be recorded");
    assert!(found(|_, journal| journal.lines[2].is_refusal = true).contains("acknowledged as 3"));
}

#[test]
fn an_order_against_the_clock_is_found() {
    let late = |operations: &mut Vec<Operation>, _: &mut EveningJournal| {
        operations[0].invoked = Duration::from_millis(21);
    };
    assert!(found(late).contains("entry 2 was sent after a later entry was answered"));
}

#[test]
fn a_view_that_goes_back_or_never_was_is_found() {
    assert!(found(|operations, _| operations[2].before = 5).contains("shown up to 4 after 5"));
    assert!(found(|operations, _| operations[1].shown_to = 2).contains("acknowledged 3, shown up to 2"));
    assert!(found(|operations, _| operations[2].answer = Answer::Chips(30)).contains("no such chips"));
    let old = |operations: &mut Vec<Operation>, _: &mut EveningJournal| {
        (operations[2].before, operations[2].answer) = (3, Answer::Chips(50));
    };
    assert!(found(old).contains("no such chips between 3 and 4"));
    let table = |operations: &mut Vec<Operation>, _: &mut EveningJournal| {
        operations[4].answer = Answer::Table(1, 4);
    };
    assert!(found(table).contains("saw table 1 at 4 after 5"));
}
