//! Laws that the roulette tables of several example books have in common.

use crate::law::Law;

pub(super) const EVEN_CHANCES: [&str; 6] = ["red", "black", "odd", "even", "low", "high"];

pub(super) fn a_bet_outside_the_limits_is_refused(law: &Law<'_>) {
    law.refuses("house min=5 max=100; ann bets 4 on red", "general 1");
    law.refuses("house min=5 max=100; ann bets 101 on red", "general 1");
    law.accepts("house min=5 max=100; ann bets 5 on red; ann bets 100 on black");
}

pub(super) fn a_late_bet_is_refused(law: &Law<'_>) {
    law.refuses("no more bets; ann bets 10 on red", "general 2");
    law.refuses("ball 1; ann bets 10 on red", "general 2");
}

pub(super) fn a_person_who_is_refused_service_cannot_bet(law: &Law<'_>) {
    law.refuses("refuse ann; ann bets 10 on red", "general 3");
}

pub(super) fn even_chances_win_1_to_1(law: &Law<'_>) {
    for (ball, winners) in [(1, ["red", "odd", "low"]), (20, ["black", "even", "high"])] {
        for chance in EVEN_CHANCES {
            let bet = law.last(&format!("ann bets 10 on {chance}; ball {ball}"));
            let bet = if winners.contains(&chance) { bet.won("1 to 1", "10.00") } else { bet.lost() };
            bet.cites(&["roulette 4"]);
        }
    }
}

/// The ball falls on the numbers from 0 to 36 and on these other pockets, and on nothing else.
pub(super) fn ball_falls_on(law: &Law<'_>, others: &[&str], never: &[&str]) {
    let numbers = (0..=36).map(|number| number.to_string());
    for ball in numbers.chain(others.iter().map(ToString::to_string)) {
        law.accepts(&format!("ann bets 10 on red; ball {ball}"));
    }
    for ball in never {
        law.inadmissible(&format!("ann bets 10 on red; ball {ball}"), 3, "roulette 1");
    }
}

/// The usual odds of numbers that lie together, all of which the ball wins on 2.
pub(super) fn numbers_win_at_the_usual_odds(law: &Law<'_>) {
    let bets = [
        ("straight 2", "35 to 1", "350.00"),
        ("split 2 5", "17 to 1", "170.00"),
        ("street 1 2 3", "11 to 1", "110.00"),
        ("corner 2 3 5 6", "8 to 1", "80.00"),
        ("six-line 1 2 3 4 5 6", "5 to 1", "50.00"),
    ];
    for (wager, odds, profit) in bets {
        numbers_win(law, wager, odds, profit);
    }
}

/// Numbers with 2 among them, and without 25.
pub(super) fn numbers_win(law: &Law<'_>, wager: &str, odds: &str, profit: &str) {
    law.last(&format!("ann bets 10 on {wager}; ball 2")).won(odds, profit).cites(&["roulette 2"]);
    law.last(&format!("ann bets 10 on {wager}; ball 25")).lost().cites(&["roulette 2"]);
}

/// These are on the cloth.
pub(super) fn are_on_the_cloth(law: &Law<'_>, wagers: &[&str]) {
    for wager in wagers {
        law.accepts(&format!("ann bets 10 on {wager}"));
    }
}

/// These are not on the cloth.
pub(super) fn are_not_on_the_cloth(law: &Law<'_>, wagers: &[&str]) {
    for wager in wagers {
        law.refuses(&format!("ann bets 10 on {wager}"), "roulette 2");
    }
}

pub(super) fn dozens_and_columns_win_at_their_odds(law: &Law<'_>) {
    law.last("ann bets 10 on dozen 2; ball 13").won("2 to 1", "20.00").cites(&["roulette 3"]);
    law.last("ann bets 10 on column 3; ball 36").won("2 to 1", "20.00").cites(&["roulette 3"]);
    law.last("ann bets 10 on column 1; ball 0").lost().cites(&["roulette 3"]);
    law.refuses("ann bets 10 on dozen 4", "roulette 3");
}
