//! Stakes behind a line bet (Sch. paras. 1(2) and 2(2)).

use super::dice::{POINTS, throw, throws};
use crate::law::{Law, laws};

laws! { "scotland-1970/dice":
    "Sch. para. 1(2)" => behind_win_lies_at_most_the_stake_itself,
    "Sch. para. 1(2)" => behind_win_there_must_be_a_point_of_ones_own,
    "Sch. para. 1(2)" => the_tables_limits_do_not_bind_a_stake_behind,
    "Sch. para. 1(2)(a)" => behind_win_4_and_10_win_2_to_1,
    "Sch. para. 1(2)(b)" => behind_win_5_and_9_win_3_to_2,
    "Sch. para. 1(2)(c)" => behind_win_6_and_8_win_6_to_5,
    "Sch. para. 2(2)" => behind_the_donts_lies_what_wins_at_most_the_stake,
    "Sch. para. 2(2)" => behind_the_donts_there_must_be_a_point_of_ones_own,
    "Sch. para. 2(2)(a)" => behind_the_donts_4_and_10_win_1_to_2,
    "Sch. para. 2(2)(b)" => behind_the_donts_5_and_9_win_2_to_3,
    "Sch. para. 2(2)(c)" => behind_the_donts_6_and_8_win_5_to_6,
}

fn behind_win_lies_at_most_the_stake_itself(law: &Law<'_>) {
    for name in ["win", "come"] {
        for point in POINTS {
            let with = |behind: &str| format!("ann bets 10 on {name}; {}; {behind}", throw(point));
            law.last(&with("ann bets 0.10 behind 1")).standing();
            law.last(&with("ann bets 10 behind 1")).standing();
            law.refuses(&with("ann bets 10.10 behind 1"), "Sch. para. 1(2)");
            law.last(&with("ann bets 6 behind 1; ann bets 4 behind 1")).standing();
            let over = with("ann bets 6 behind 1; ann bets 4.10 behind 1; ann bets 4 behind 1");
            law.bet(3, &over).refused("Sch. para. 1(2)");
            law.bet(4, &over).standing();
            law.last(&with("ann bets 10 behind 1; cancel 2 by consent; ann bets 10 behind 1")).standing();
        }
    }
}

fn behind_win_there_must_be_a_point_of_ones_own(law: &Law<'_>) {
    for name in ["win", "come"] {
        law.refuses(&format!("ann bets 10 on {name}; ann bets 10 behind 1; dice 2 2"), "Sch. para. 1(2)");
        law.refuses(&format!("ann bets 10 on {name}; dice 2 2; ben bets 10 behind 1"), "Sch. para. 1(2)");
        law.refuses(&format!("ann bets 10 on {name}; dice 3 4; ann bets 10 behind 1"), "Sch. para. 1(2)");
        law.refuses(
            &format!("ann bets 10 on {name}; dice 2 2; dice 2 2; ann bets 10 behind 1"),
            "Sch. para. 1(2)",
        );
        let cancelled = format!("ann bets 10 on {name}; dice 2 2; cancel 1 by consent; ann bets 10 behind 1");
        law.refuses(&cancelled, "Sch. para. 1(2)");
    }
}

fn the_tables_limits_do_not_bind_a_stake_behind(law: &Law<'_>) {
    law.last("house min=5 max=10; ann bets 10 on win; dice 2 2; ann bets 1 behind 1").standing();
}

/// A stake of 30 behind a line bet of 30 with one of these points: every throw that can follow.
#[track_caller]
fn pays_behind(law: &Law<'_>, line: &str, points: [u8; 2], odds: &str, profit: &str, cites: [&str; 2]) {
    for point in points {
        for (score, last) in throws() {
            let round = format!("ann bets 30 on {line}; {}; ann bets 30 behind 1; {last}", throw(point));
            let (wins, loses) = if line == "win" { (point, 7) } else { (7, point) };
            match score {
                made if made == wins => law.last(&round).won(odds, profit).cites(&cites),
                made if made == loses => law.last(&round).lost().cites(&cites),
                _ => law.last(&round).standing().cites_nothing(),
            };
        }
    }
}

/// The stakes behind that can be paid are the multiples of so many pence.
#[track_caller]
fn payable_behind(law: &Law<'_>, line: &str, point: u8, unit: u32, cite: &str) {
    for pence in 1..=2 * unit {
        let round = format!("ann bets 10 on {line}; {}; ann bets 0.{pence:02} behind 1", throw(point));
        match pence % unit {
            0 => law.accepts(&round),
            _ => law.refuses(&round, cite),
        }
    }
}

fn behind_win_4_and_10_win_2_to_1(law: &Law<'_>) {
    pays_behind(law, "win", [4, 10], "2 to 1", "60.00", ["Sch. para. 1(2)", "Sch. para. 1(2)(a)"]);
    payable_behind(law, "come", 4, 1, "Sch. para. 1(2)(a)");
}

fn behind_win_5_and_9_win_3_to_2(law: &Law<'_>) {
    pays_behind(law, "win", [5, 9], "3 to 2", "45.00", ["Sch. para. 1(2)", "Sch. para. 1(2)(b)"]);
    payable_behind(law, "come", 9, 2, "Sch. para. 1(2)(b)");
}

fn behind_win_6_and_8_win_6_to_5(law: &Law<'_>) {
    pays_behind(law, "win", [6, 8], "6 to 5", "36.00", ["Sch. para. 1(2)", "Sch. para. 1(2)(c)"]);
    payable_behind(law, "come", 8, 5, "Sch. para. 1(2)(c)");
}

/// The most that may lie behind a don't bet of 10, and the least above it that could be paid.
const MOST_BEHIND_THE_DONTS: [([u8; 2], &str, &str); 3] =
    [([4, 10], "20", "20.02"), ([5, 9], "15", "15.03"), ([6, 8], "12", "12.06")];

fn behind_the_donts_lies_what_wins_at_most_the_stake(law: &Law<'_>) {
    for (points, most, over) in MOST_BEHIND_THE_DONTS {
        for point in points {
            let with = |behind: &str| format!("ann bets 10 on dont-win; {}; {behind}", throw(point));
            law.last(&with("ann bets 6 behind 1; dice 3 4")).won(odds_behind(point), profit_of_six(point));
            law.last(&with(&format!("ann bets {most} behind 1; dice 3 4"))).won(odds_behind(point), "10.00");
            law.refuses(&with(&format!("ann bets {over} behind 1")), "Sch. para. 2(2)");
            let in_two = with(&format!("ann bets 6 behind 1; ann bets {most} behind 1; ann bets 6 behind 1"));
            law.bet(3, &in_two).refused("Sch. para. 2(2)");
            law.bet(4, &in_two).standing();
        }
    }
}

const fn odds_behind(point: u8) -> &'static str {
    match point {
        4 | 10 => "1 to 2",
        5 | 9 => "2 to 3",
        _ => "5 to 6",
    }
}

const fn profit_of_six(point: u8) -> &'static str {
    match point {
        4 | 10 => "3.00",
        5 | 9 => "4.00",
        _ => "5.00",
    }
}

fn behind_the_donts_there_must_be_a_point_of_ones_own(law: &Law<'_>) {
    for name in ["dont-win", "dont-come"] {
        law.refuses(&format!("ann bets 10 on {name}; ann bets 2 behind 1; dice 2 2"), "Sch. para. 2(2)");
        law.refuses(&format!("ann bets 10 on {name}; dice 1 1; ann bets 2 behind 1"), "Sch. para. 2(2)");
        law.refuses(&format!("ann bets 10 on {name}; dice 2 2; ben bets 2 behind 1"), "Sch. para. 2(2)");
        law.refuses(
            &format!("ann bets 10 on {name}; dice 2 2; dice 3 4; ann bets 2 behind 1"),
            "Sch. para. 2(2)",
        );
    }
}

fn behind_the_donts_4_and_10_win_1_to_2(law: &Law<'_>) {
    pays_behind(law, "dont-win", [4, 10], "1 to 2", "15.00", ["Sch. para. 2(2)", "Sch. para. 2(2)(a)"]);
    payable_behind(law, "dont-come", 10, 2, "Sch. para. 2(2)(a)");
}

fn behind_the_donts_5_and_9_win_2_to_3(law: &Law<'_>) {
    pays_behind(law, "dont-win", [5, 9], "2 to 3", "20.00", ["Sch. para. 2(2)", "Sch. para. 2(2)(b)"]);
    payable_behind(law, "dont-come", 5, 3, "Sch. para. 2(2)(b)");
}

fn behind_the_donts_6_and_8_win_5_to_6(law: &Law<'_>) {
    pays_behind(law, "dont-win", [6, 8], "5 to 6", "25.00", ["Sch. para. 2(2)", "Sch. para. 2(2)(c)"]);
    payable_behind(law, "dont-come", 6, 6, "Sch. para. 2(2)(c)");
}
