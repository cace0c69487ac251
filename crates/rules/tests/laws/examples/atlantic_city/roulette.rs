//! Double-zero roulette: half of the even chances back on either zero.

use crate::law::{Law, laws};

laws! { "atlantic-city/roulette":
    "general 1" => a_bet_outside_the_limits_is_refused,
    "general 2" => a_late_bet_at_the_wheel_is_refused,
    "general 3" => a_person_who_is_refused_service_cannot_bet,
    "roulette 1" => the_ball_falls_on_a_number_of_the_wheel,
    "roulette 2" => numbers_that_lie_together_win_at_their_odds,
    "roulette 2" => what_is_not_on_the_cloth_is_refused,
    "roulette 3" => dozens_and_columns_win_at_their_odds,
    "roulette 4" => even_chances_win_1_to_1,
    "roulette 5" => either_zero_gives_half_of_an_even_chance_back,
}

const EVEN_CHANCES: [&str; 6] = ["red", "black", "odd", "even", "low", "high"];

fn a_bet_outside_the_limits_is_refused(law: &Law<'_>) {
    law.refuses("house min=5 max=100; ann bets 4 on red", "general 1");
    law.refuses("house min=5 max=100; ann bets 101 on red", "general 1");
    law.accepts("house min=5 max=100; ann bets 5 on red; ann bets 100 on black");
}

fn a_late_bet_at_the_wheel_is_refused(law: &Law<'_>) {
    law.refuses("no more bets; ann bets 10 on red", "general 2");
    law.refuses("ball 1; ann bets 10 on red", "general 2");
}

fn a_person_who_is_refused_service_cannot_bet(law: &Law<'_>) {
    law.refuses("refuse ann; ann bets 10 on red", "general 3");
}

fn the_ball_falls_on_a_number_of_the_wheel(law: &Law<'_>) {
    law.accepts("ann bets 10 on red; ball 00");
    for ball in 0..=36 {
        law.accepts(&format!("ann bets 10 on red; ball {ball}"));
    }
    for ball in ["37", "000"] {
        law.inadmissible(&format!("ann bets 10 on red; ball {ball}"), 3, "roulette 1");
    }
}

fn numbers_that_lie_together_win_at_their_odds(law: &Law<'_>) {
    let bets = [
        ("straight 2", "35 to 1", "350.00"),
        ("split 2 5", "17 to 1", "170.00"),
        ("street 1 2 3", "11 to 1", "110.00"),
        ("corner 2 3 5 6", "8 to 1", "80.00"),
        ("six-line 1 2 3 4 5 6", "5 to 1", "50.00"),
        ("five-number", "6 to 1", "60.00"),
    ];
    for (wager, odds, profit) in bets {
        law.last(&format!("ann bets 10 on {wager}; ball 2")).won(odds, profit).cites(&["roulette 2"]);
        law.last(&format!("ann bets 10 on {wager}; ball 25")).lost().cites(&["roulette 2"]);
    }
    for wager in ["split 0 00", "split 00 3", "street 0 00 2", "straight 00"] {
        law.accepts(&format!("ann bets 10 on {wager}"));
    }
}

fn what_is_not_on_the_cloth_is_refused(law: &Law<'_>) {
    for wager in ["split 0 3", "split 3 4", "corner 0 1 2 3", "straight 37", "straight 000"] {
        law.refuses(&format!("ann bets 10 on {wager}"), "roulette 2");
    }
}

fn dozens_and_columns_win_at_their_odds(law: &Law<'_>) {
    law.last("ann bets 10 on dozen 2; ball 13").won("2 to 1", "20.00").cites(&["roulette 3"]);
    law.last("ann bets 10 on column 3; ball 36").won("2 to 1", "20.00").cites(&["roulette 3"]);
    law.last("ann bets 10 on column 1; ball 0").lost().cites(&["roulette 3"]);
    law.refuses("ann bets 10 on dozen 4", "roulette 3");
}

fn even_chances_win_1_to_1(law: &Law<'_>) {
    for (ball, winners) in [(1, ["red", "odd", "low"]), (20, ["black", "even", "high"])] {
        for chance in EVEN_CHANCES {
            let bet = law.last(&format!("ann bets 10 on {chance}; ball {ball}"));
            let bet = if winners.contains(&chance) { bet.won("1 to 1", "10.00") } else { bet.lost() };
            bet.cites(&["roulette 4"]);
        }
    }
}

fn either_zero_gives_half_of_an_even_chance_back(law: &Law<'_>) {
    for chance in EVEN_CHANCES {
        for zero in ["0", "00"] {
            let bet = law.last(&format!("ann bets 10 on {chance}; ball {zero}"));
            bet.halved("-5.00").cites(&["roulette 5", "roulette 4"]);
        }
    }
    for wager in ["dozen 1", "column 2", "straight 1", "straight 0"] {
        law.last(&format!("ann bets 10 on {wager}; ball 00")).lost();
    }
    law.last("ann bets 10 on five-number; ball 00").won("6 to 1", "60.00");
    law.refuses("ann bets 0.01 on red", "roulette 5");
}
