//! The wheel, its spins, and the opening and closing of betting (3.2, 3.4(6), 3.4(7)).

use crate::law::{Law, laws};

laws! { "mpumalanga/american-roulette":
    "3.2(1)" => wheel_and_layout_bear_the_same_numbers,
    "3.2(1)" => the_ball_rests_on_a_number_of_the_wheel,
    "3.2(2)" => bets_are_invited_once_before_the_last_call,
    "3.2(3)" => each_spin_runs_opposite_to_the_last,
    "3.2(3)" => one_spin_belongs_to_one_ball,
    "3.2(4)" => a_no_spin_leaves_the_bets_as_they_are,
    "3.2(4)" => a_no_spin_is_spun_again_the_same_way,
    "3.4(6)" => what_is_laid_after_the_close_is_no_bet,
    "3.4(6)" => the_last_call_comes_once_and_the_close_once,
    "3.4(6)" => a_bet_is_called_off_only_before_the_close,
    "3.4(7)" => the_ball_decides_every_bet_and_losers_are_cleared,
}

fn wheel_and_layout_bear_the_same_numbers(law: &Law<'_>) {
    for number in 0..=36 {
        law.last(&format!("ann bets 10 on straight {number}; ball {number}")).won("35 to 1", "350.00");
        // The number is on the wheel too: its neighbours can be called.
        law.last(&format!("ann bets 5 on neighbours {number}; ball {number}")).won_net("31.00");
    }
}

fn the_ball_rests_on_a_number_of_the_wheel(law: &Law<'_>) {
    for ball in ["37", "38", "99", "4000000000", "00"] {
        law.inadmissible(&format!("ann bets 10 on red; ball {ball}"), 3, "3.2(1)");
    }
}

fn bets_are_invited_once_before_the_last_call(law: &Law<'_>) {
    law.accepts("place your bets; ann bets 10 on red; final bets; ben bets 10 on red; no more bets; ball 1");
    law.accepts(
        "place your bets; ann bets 10 on red; ball 1; next hand; place your bets; ann bets 10 on red",
    );
    law.inadmissible("place your bets; place your bets", 3, "3.2(2)");
    law.inadmissible("final bets; place your bets", 3, "3.2(2)");
    law.inadmissible("ann bets 10 on red; no more bets; place your bets", 4, "3.2(2)");
    law.inadmissible("ann bets 10 on red; ball 1; place your bets", 4, "3.2(2)");
}

fn each_spin_runs_opposite_to_the_last(law: &Law<'_>) {
    for (way, other) in [("left", "right"), ("right", "left")] {
        law.verdict(&format!(
            "spin {way}; ball 1; next hand; spin {other}; ball 2; next hand; spin {way}; ball 3"
        ));
        law.inadmissible(&format!("spin {way}; ball 1; next hand; spin {way}"), 5, "3.2(3)");
        // A ball without a word of its spin ran the way that was due.
        law.verdict(&format!("spin {way}; ball 1; next hand; ball 2; next hand; spin {way}; ball 3"));
        law.inadmissible(
            &format!("spin {way}; ball 1; next hand; ball 2; next hand; spin {other}"),
            7,
            "3.2(3)",
        );
    }
}

fn one_spin_belongs_to_one_ball(law: &Law<'_>) {
    law.inadmissible("spin left; spin right", 3, "3.2(3)");
    law.inadmissible("spin left; ball 1; spin right", 4, "3.2(3)");
}

fn a_no_spin_leaves_the_bets_as_they_are(law: &Law<'_>) {
    law.last("ann bets 10 on red; void spin").standing().cites_nothing();
    law.last("ann bets 10 on red; no more bets; void spin; void spin; ball 1").won("1 to 1", "10.00");
    law.accepts("ann bets 10 on red; void spin; ben bets 10 on black; ball 1");
    law.refuses("ann bets 10 on red; no more bets; void spin; ben bets 10 on black; ball 1", "3.4(6)");
    law.inadmissible("ann bets 10 on red; ball 1; void spin", 4, "3.2(4)");
}

fn a_no_spin_is_spun_again_the_same_way(law: &Law<'_>) {
    for (way, other) in [("left", "right"), ("right", "left")] {
        law.verdict(&format!(
            "spin {way}; void spin; spin {way}; void spin; spin {way}; ball 1; next hand; spin {other}"
        ));
        law.inadmissible(&format!("spin {way}; void spin; spin {other}"), 4, "3.2(4)");
        law.inadmissible(&format!("spin {way}; ball 1; next hand; void spin; spin {way}"), 6, "3.2(4)");
    }
}

fn what_is_laid_after_the_close_is_no_bet(law: &Law<'_>) {
    let round = "ann bets 10 on red; final bets; ben bets 10 on red; no more bets; cal bets 10 on red; ball 1; dan bets 10 on red";
    law.bet(1, round).won("1 to 1", "10.00");
    law.bet(2, round).won("1 to 1", "10.00");
    law.bet(3, round).refused("3.4(6)");
    law.bet(4, round).refused("3.4(6)");
    law.accepts("no more bets; ball 1; next hand; ann bets 10 on red");
}

fn the_last_call_comes_once_and_the_close_once(law: &Law<'_>) {
    law.inadmissible("final bets; final bets", 3, "3.4(6)");
    law.inadmissible("no more bets; final bets", 3, "3.4(6)");
    law.inadmissible("no more bets; no more bets", 3, "3.4(6)");
    law.inadmissible("ball 1; no more bets", 3, "3.4(6)");
    law.accepts("final bets; no more bets; ball 1; next hand; final bets; no more bets; ball 2");
}

fn a_bet_is_called_off_only_before_the_close(law: &Law<'_>) {
    law.last("ann bets 10 on red; cancel 1 by consent; ball 1").cancelled().cites_nothing();
    law.last("ann bets 10 on red; final bets; ann takes back 1; ball 1").cancelled();
    law.inadmissible("ann bets 10 on red; no more bets; cancel 1 by consent", 4, "3.4(6)");
    law.inadmissible("ann bets 10 on red; no more bets; ann takes back 1", 4, "3.4(6)");
    law.inadmissible("ann bets 10 on red; ben takes back 1", 3, "3.4(6)");
}

fn the_ball_decides_every_bet_and_losers_are_cleared(law: &Law<'_>) {
    let on_zero =
        ["straight 17", "split 17 20", "street 16 17 18", "corner 17 18 20 21", "six-line 16 17 18 19 20 21"];
    let on_names =
        ["dozen 2", "column 2", "red", "black", "odd", "even", "low", "high", "orphans", "neighbours 34"];
    let bets: Vec<String> =
        on_zero.iter().chain(&on_names).map(|wager| format!("ann bets 30 on {wager}")).collect();
    for bet in law.bets(&format!("{}; ball 0", bets.join("; "))) {
        bet.lost();
    }
    law.inadmissible("ann bets 10 on red; ball 2; cancel 1 by consent", 4, "3.4(6)");
    law.bet(1, "ann bets 10 on straight 1; ball 2; next hand; ball 1").lost();
}
