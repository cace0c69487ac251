//! Dice: the bank, the dice, and the wagers on a line (reg. 4, Sch. paras. 1(1) and 2(1)).

use crate::law::{Bet, Law, laws};

laws! { "scotland-1970/dice":
    "reg. 4(2)" => the_bank_is_the_licence_holders,
    "reg. 4(4)" => two_dice_of_six_sides_are_thrown,
    "reg. 4(5)" => every_wager_of_the_schedule_is_permitted,
    "reg. 4(5)" => no_wager_outside_the_schedule_is_permitted,
    "Sch. para. 1(1)" => the_first_throw_decides_win_and_come_or_makes_a_point,
    "Sch. para. 1(1)" => then_the_point_wins_and_seven_loses,
    "Sch. para. 1(1)" => win_and_come_may_be_bet_before_any_throw,
    "Sch. para. 2(1)" => the_first_throw_decides_the_donts_or_makes_a_point,
    "Sch. para. 2(1)" => then_seven_wins_and_the_point_loses,
    "Sch. para. 2(1)" => a_first_throw_of_two_is_disregarded,
}

pub(super) const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// Every throw, with its score.
pub(super) fn throws() -> impl Iterator<Item = (u8, String)> {
    (1..=6).flat_map(|first| (1..=6).map(move |second| (first + second, format!("dice {first} {second}"))))
}

/// A throw that makes this score, of two different dice where that can be.
pub(super) fn throw(score: u8) -> String {
    let made = throws().filter(|(made, _)| *made == score).map(|(_, throw)| throw).next();
    made.unwrap_or_else(|| panic!("two dice do not make {score}"))
}

fn the_bank_is_the_licence_holders(law: &Law<'_>) {
    law.inadmissible("bank ann 500; ben bets 10 on win", 2, "reg. 4(2)");
    law.inadmissible("ann bets 10 on win; dice 2 2; bank ben 500", 4, "reg. 4(2)");
    law.accepts("bank house; ann bets 10 on win; dice 3 4");
    let verdict = law.verdict("ann bets 10 on win; ben bets 10 on dont-win; cal bets 4 on craps; dice 3 4");
    assert_eq!(verdict.bank.to_string(), "4.00");
}

fn two_dice_of_six_sides_are_thrown(law: &Law<'_>) {
    for (_, throw) in throws() {
        law.accepts(&format!("ann bets 10 on win; {throw}"));
    }
    for dice in ["0 3", "3 0", "7 1", "1 7", "3", "1 2 3", "1 1 1 1", "6 4000000000"] {
        law.inadmissible(&format!("ann bets 10 on win; dice {dice}"), 3, "reg. 4(4)");
    }
}

/// Every wager of the Schedule, with a stake that can be paid.
fn schedule() -> Vec<String> {
    let mut wagers = ["win", "come", "dont-win", "dont-come", "craps", "field"].map(str::to_owned).to_vec();
    for point in POINTS {
        wagers.extend([format!("place-win {point}"), format!("place-lose {point}")]);
    }
    wagers.extend([4, 6, 8, 10].map(|score| format!("hard {score}")));
    wagers.extend([2, 3, 11, 12].map(|score| format!("single {score}")));
    wagers
}

fn every_wager_of_the_schedule_is_permitted(law: &Law<'_>) {
    for wager in schedule() {
        law.last(&format!("ann bets 132 on {wager}")).standing();
        law.last(&format!("ben bets 10 on win; dice 2 2; ann bets 132 on {wager}")).standing();
    }
}

fn no_wager_outside_the_schedule_is_permitted(law: &Law<'_>) {
    let scores = 0..=13;
    let named = scores.flat_map(|score| {
        ["place-win", "place-lose", "hard", "single"].map(|name| format!("{name} {score}"))
    });
    let permitted = schedule();
    let others = [
        "big-6",
        "win 4",
        "field 2",
        "craps 2",
        "single",
        "hard",
        "place-win",
        "hard 04",
        "any-seven",
        "red",
    ];
    let outside = named.filter(|wager| !permitted.contains(wager)).chain(others.map(str::to_owned));
    for wager in outside {
        law.refuses(&format!("ann bets 132 on {wager}; dice 3 4"), "reg. 4(5)");
    }
    law.refuses("ann bets 10 on field; dice 2 2; ann bets 10 behind 1", "reg. 4(5)");
    law.refuses("ann bets 10 behind 7", "reg. 4(5)");
}

/// What a first throw of this score does.
#[track_caller]
fn first(bet: Bet, score: u8, wins: &[u8], loses: &[u8], cite: &str) {
    if wins.contains(&score) {
        bet.won("1 to 1", "10.00").cites(&[cite]);
    } else if loses.contains(&score) {
        bet.lost().cites(&[cite]);
    } else {
        bet.standing().cites_nothing();
    }
}

fn the_first_throw_decides_win_and_come_or_makes_a_point(law: &Law<'_>) {
    for (score, throw) in throws() {
        for name in ["win", "come"] {
            let bet = law.last(&format!("ann bets 10 on {name}; {throw}"));
            first(bet, score, &[7, 11], &[2, 3, 12], "Sch. para. 1(1)");
        }
    }
}

fn then_the_point_wins_and_seven_loses(law: &Law<'_>) {
    for point in POINTS {
        for (score, last) in throws() {
            let made = throw(point);
            let bet = law.last(&format!("ann bets 10 on win; {made}; {last}"));
            first(bet, score, &[point], &[7], "Sch. para. 1(1)");
            let later =
                law.last(&format!("ann bets 10 on come; {made}; dice 5 6; dice 1 1; dice 6 6; {last}"));
            first(later, score, &[point], &[7], "Sch. para. 1(1)");
        }
    }
}

fn win_and_come_may_be_bet_before_any_throw(law: &Law<'_>) {
    let round = "ann bets 10 on win; dice 2 2; ben bets 10 on win; cal bets 10 on come; dice 5 6; dice 3 1; dan bets 10 on win; dice 1 1";
    law.bet(1, round).won("1 to 1", "10.00");
    law.bet(2, round).won("1 to 1", "10.00");
    law.bet(3, round).won("1 to 1", "10.00");
    law.bet(4, round).lost();
}

fn the_first_throw_decides_the_donts_or_makes_a_point(law: &Law<'_>) {
    for (score, throw) in throws() {
        for name in ["dont-win", "dont-come"] {
            let bet = law.last(&format!("ann bets 10 on {name}; {throw}"));
            first(bet, score, &[3, 12], &[7, 11], "Sch. para. 2(1)");
        }
    }
}

fn then_seven_wins_and_the_point_loses(law: &Law<'_>) {
    for point in POINTS {
        for (score, last) in throws() {
            let made = throw(point);
            let bet = law.last(&format!("ann bets 10 on dont-win; {made}; {last}"));
            first(bet, score, &[7], &[point], "Sch. para. 2(1)");
            let later =
                law.last(&format!("ann bets 10 on dont-come; {made}; dice 5 6; dice 1 2; dice 6 6; {last}"));
            first(later, score, &[7], &[point], "Sch. para. 2(1)");
        }
    }
}

fn a_first_throw_of_two_is_disregarded(law: &Law<'_>) {
    for (score, throw) in throws() {
        let bet = law.last(&format!("ann bets 10 on dont-win; dice 1 1; {throw}"));
        first(bet, score, &[3, 12], &[7, 11], "Sch. para. 2(1)");
    }
    law.last("ann bets 10 on dont-win; dice 1 1; dice 1 1; dice 2 2; dice 1 1; dice 3 4")
        .won("1 to 1", "10.00");
}
