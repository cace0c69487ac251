//! Craps: lines, the table's point, contracts, and bets behind.

use super::dice::{POINTS, throw};
use crate::law::{Law, laws};

laws! { "nevada/craps":
    "craps 1" => two_dice_are_thrown,
    "craps 2" => only_the_wagers_of_the_layout_are_accepted,
    "craps 3" => pass_and_come_are_decided_by_a_first_throw_or_by_their_point,
    "craps 4" => the_donts_are_the_other_side_and_a_first_12_returns_them,
    "craps 5" => pass_is_bet_before_a_point,
    "craps 6" => come_is_bet_after_a_point,
    "craps 7" => three_four_or_five_times_the_bet_is_taken_behind,
    "craps 8" => what_wins_three_four_or_five_times_the_bet_is_laid_behind,
    "craps 9" => bets_behind_come_are_off_on_a_first_throw,
    "craps 10" => a_contract_is_not_taken_back,
    "craps 11" => a_put_bet_begins_with_its_point,
    "craps 12" => other_wagers_are_taken_back_before_any_throw,
}

fn two_dice_are_thrown(law: &Law<'_>) {
    for dice in ["0 3", "7 1", "3", "1 2 3"] {
        law.inadmissible(&format!("ann bets 10 on pass; dice {dice}"), 3, "craps 1");
    }
    law.accepts("ann bets 10 on pass; dice 3 4");
}

fn only_the_wagers_of_the_layout_are_accepted(law: &Law<'_>) {
    for wager in [
        "win",
        "place 7",
        "place 2",
        "buy 12",
        "lay 3",
        "put 11",
        "put",
        "hard 5",
        "hop",
        "hop 3",
        "hop 0 3",
        "hop 3 7",
        "hop 3 5 6",
        "hop pair",
        "big 7",
        "single 7",
        "field 2",
        "horn 2",
        "behind-win 4",
    ] {
        law.refuses(&format!("ann bets 12 on {wager}"), "craps 2");
    }
    law.refuses("ann bets 10 on pass; ann bets 10 behind 2", "craps 2");
    law.refuses("ann bets 10 on field; ann bets 10 behind 1", "craps 2");
}

fn pass_and_come_are_decided_by_a_first_throw_or_by_their_point(law: &Law<'_>) {
    // A come bet has its first throw while the table has the point 4 or 5.
    for (wager, before, point) in [("pass", "", 0), ("come", "dice 2 2; ", 4), ("come", "dice 2 3; ", 5)] {
        let bet = format!("{before}ann bets 10 on {wager}");
        for score in [7, 11] {
            law.last(&format!("{bet}; {}", throw(score))).won("1 to 1", "10.00").cites(&["craps 3"]);
        }
        for score in [2, 3, 12] {
            law.last(&format!("{bet}; {}", throw(score))).lost().cites(&["craps 3"]);
        }
        for score in POINTS.into_iter().filter(|score| *score != point) {
            let made = format!("{bet}; {}", throw(score));
            law.last(&made).standing();
            law.last(&format!("{made}; dice 5 6; dice 1 1; {}", throw(score))).won("1 to 1", "10.00");
            law.last(&format!("{made}; dice 6 6; dice 3 4")).lost();
        }
    }
}

fn the_donts_are_the_other_side_and_a_first_12_returns_them(law: &Law<'_>) {
    for (wager, before) in [("dont-pass", ""), ("dont-come", "dice 2 2; ")] {
        let bet = format!("{before}ann bets 10 on {wager}");
        for score in [2, 3] {
            law.last(&format!("{bet}; {}", throw(score))).won("1 to 1", "10.00").cites(&["craps 4"]);
        }
        for score in [7, 11] {
            law.last(&format!("{bet}; {}", throw(score))).lost().cites(&["craps 4"]);
        }
        law.last(&format!("{bet}; dice 6 6")).void().cites(&["craps 4"]);
        for score in [5, 6, 8, 9, 10] {
            let made = format!("{bet}; {}", throw(score));
            law.last(&format!("{made}; dice 6 6; dice 3 4")).won("1 to 1", "10.00");
            law.last(&format!("{made}; {}", throw(score))).lost();
        }
    }
}

fn pass_is_bet_before_a_point(law: &Law<'_>) {
    for wager in ["pass", "dont-pass"] {
        law.refuses(&format!("dice 2 2; ann bets 10 on {wager}"), "craps 5");
        // The point is the table's, whether or not anybody bets on a line, and outlives a hand.
        law.refuses(&format!("dice 2 2; next hand; dice 3 2; ann bets 10 on {wager}"), "craps 5");
        for free in ["", "dice 6 6; ", "dice 5 6; ", "dice 2 2; dice 1 3; ", "dice 2 2; dice 3 4; "] {
            law.last(&format!("{free}ann bets 10 on {wager}")).standing();
        }
    }
    law.refuses("ann carries 10 on pass point 4; ben bets 10 on pass", "craps 5");
    law.inadmissible("ann carries 10 on pass point 4; ben carries 10 on pass point 5", 3, "craps 5");
}

fn come_is_bet_after_a_point(law: &Law<'_>) {
    for wager in ["come", "dont-come"] {
        for free in ["", "dice 6 6; ", "dice 5 6; ", "dice 2 2; dice 1 3; ", "dice 2 2; dice 3 4; "] {
            law.refuses(&format!("{free}ann bets 10 on {wager}"), "craps 6");
        }
        law.last(&format!("dice 2 2; ann bets 10 on {wager}")).standing();
        law.last(&format!("ann carries 10 on pass point 4; ben bets 10 on {wager}")).standing();
        law.last(&format!("ann carries 10 on {wager} point 6; dice 4 5; ben bets 10 on {wager}")).standing();
    }
}

/// The throws after which ann has a bet of 10 with this point, on the line or beside the table's point.
fn with_point(wager: &str, point: u8) -> String {
    match wager {
        "pass" | "dont-pass" => format!("ann bets 10 on {wager}; {}", throw(point)),
        _ => format!("{}; ann bets 10 on {wager}; {}", throw(if point == 4 { 5 } else { 4 }), throw(point)),
    }
}

fn three_four_or_five_times_the_bet_is_taken_behind(law: &Law<'_>) {
    for (point, most, odds, wins) in [
        (4, "30", "2 to 1", "60.00"),
        (10, "30", "2 to 1", "60.00"),
        (5, "40", "3 to 2", "60.00"),
        (9, "40", "3 to 2", "60.00"),
        (6, "50", "6 to 5", "60.00"),
        (8, "50", "6 to 5", "60.00"),
    ] {
        for wager in ["pass", "come"] {
            let bet = format!("{}; ann bets {most} behind 1", with_point(wager, point));
            law.last(&format!("{bet}; {}", throw(point))).won(odds, wins).cites(&["craps 7"]);
            law.last(&format!("{bet}; dice 3 4")).lost();
            law.refuses(&format!("{bet}; ann bets 10 behind 1"), "craps 7");
        }
    }
    law.refuses("ann bets 10 on pass; ann bets 10 behind 1", "craps 7");
    law.refuses("ann bets 10 on pass; dice 2 2; ben bets 10 behind 1", "craps 7");
}

fn what_wins_three_four_or_five_times_the_bet_is_laid_behind(law: &Law<'_>) {
    for (point, most, odds, wins) in
        [(4, "60", "1 to 2", "30.00"), (9, "60", "2 to 3", "40.00"), (6, "60", "5 to 6", "50.00")]
    {
        for wager in ["dont-pass", "dont-come"] {
            let bet = format!("{}; ann bets {most} behind 1", with_point(wager, point));
            law.last(&format!("{bet}; dice 3 4")).won(odds, wins).cites(&["craps 8"]);
            law.last(&format!("{bet}; {}", throw(point))).lost();
            law.refuses(&format!("{bet}; ann bets 6 behind 1"), "craps 8");
        }
    }
}

fn bets_behind_come_are_off_on_a_first_throw(law: &Law<'_>) {
    // The table's point is 4, ann's come bet has 6; then the point is made and the next throw is a first one.
    let bet = "dice 2 2; ann bets 10 on come; dice 3 3; ann bets 20 behind 1";
    law.last(&format!("{bet}; dice 3 4")).lost().cites(&["craps 7"]);
    let first = format!("{bet}; dice 1 3");
    law.last(&format!("{first}; dice 3 4")).void().cites(&["craps 9"]);
    law.bet(1, &format!("{first}; dice 3 4")).lost();
    law.last(&format!("{first}; dice 2 4")).void().cites(&["craps 9"]);
    law.bet(1, &format!("{first}; dice 2 4")).won("1 to 1", "10.00");
    law.last(&format!("{first}; dice 4 4")).standing();
    law.last(&format!("{first}; dice 4 4; dice 2 4")).won("6 to 5", "24.00");
    law.last(&format!("{first}; ann calls 2 on; dice 3 4")).lost();
    law.last(&format!("{first}; ann calls 2 on; dice 2 4")).won("6 to 5", "24.00");
    law.last(&format!("{first}; ann calls 2 on; ann calls 2 off; dice 3 4")).void();
    law.last(&format!("{bet}; ann calls 2 off; dice 3 4")).void().cites(&["craps 9"]);
    law.inadmissible(&format!("{bet}; ben calls 2 off"), 6, "craps 9");
    law.inadmissible(&format!("{bet}; no more bets; ann calls 2 off"), 7, "craps 9");
    // Behind don't come they are on.
    let bet = "dice 2 2; ann bets 10 on dont-come; dice 3 3; ann bets 12 behind 1; dice 1 3; dice 3 4";
    law.last(bet).won("5 to 6", "10.00");
    law.last("ann carries 10 on come point 6; ann carries 20 behind 1; dice 3 4").void();
    law.last("ann carries 10 on come point 6; ann carries 20 behind 1 called on; dice 3 4").lost();
}

fn a_contract_is_not_taken_back(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on pass; dice 2 2; ann takes back 1", 4, "craps 10");
    law.inadmissible("dice 2 2; ann bets 10 on come; dice 3 3; ann takes back 1", 5, "craps 10");
    law.inadmissible("dice 2 2; ann bets 10 on put 6; ann takes back 1", 4, "craps 10");
    law.last("ann bets 10 on pass; ann takes back 1").cancelled();
    law.last("ann bets 10 on dont-pass; dice 2 2; ann takes back 1").cancelled();
    law.last("ann bets 10 on pass; dice 2 2; cancel 1 by consent").cancelled();
}

fn a_put_bet_begins_with_its_point(law: &Law<'_>) {
    for point in POINTS {
        let bet = format!("dice 2 2; ann bets 10 on put {point}");
        law.last(&format!("{bet}; dice 6 6; dice 5 6; {}", throw(point)))
            .won("1 to 1", "10.00")
            .cites(&["craps 11", "craps 3"]);
        law.last(&format!("{bet}; dice 3 4")).lost();
        law.refuses(&format!("ann bets 10 on put {point}"), "craps 11");
    }
    let behind = "dice 2 2; ann bets 10 on put 6; ann bets 50 behind 1";
    law.last(&format!("{behind}; dice 3 3")).won("6 to 5", "60.00").cites(&["craps 7"]);
    law.last(&format!("{behind}; dice 1 3; dice 3 4")).void().cites(&["craps 9"]);
    law.refuses("dice 2 2; ann bets 10 on put 6; ann bets 55 behind 1", "craps 7");
}

fn other_wagers_are_taken_back_before_any_throw(law: &Law<'_>) {
    for wager in ["place 6", "buy 6", "lay 4", "hard 8", "big 8"] {
        law.last(&format!("ann bets 60 on {wager}; dice 2 3; dice 1 2; ann takes back 1")).cancelled();
        law.inadmissible(&format!("ann bets 60 on {wager}; dice 2 3; ben takes back 1"), 4, "");
    }
    let behind = "ann bets 10 on pass; dice 2 2; ann bets 10 behind 1; dice 1 2; ann takes back 2";
    law.last(behind).cancelled();
    let laid = "ann bets 10 on dont-pass; dice 2 2; ann bets 20 behind 1; ann takes back 1";
    law.last(laid).void().cites(&["craps 8"]);
    law.last(&format!("{laid}; dice 3 4")).void();
    law.bet(1, laid).cancelled();
}
