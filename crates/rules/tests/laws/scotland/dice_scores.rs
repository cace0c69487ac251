//! Place bets, hard ways, and the wagers on the next throw (Sch. paras. 3 to 8).

use super::dice::throws;
use crate::law::{Law, laws};

laws! { "scotland-1970/dice":
    "Sch. para. 3(a)" => place_to_win_4_and_10_win_9_and_a_half_to_5,
    "Sch. para. 3(b)" => place_to_win_5_and_9_win_7_to_5,
    "Sch. para. 3(c)" => place_to_win_6_and_8_win_7_to_6,
    "Sch. para. 4(a)" => place_to_lose_4_and_10_win_5_to_11,
    "Sch. para. 4(b)" => place_to_lose_5_and_9_win_5_to_8,
    "Sch. para. 4(c)" => place_to_lose_6_and_8_win_4_to_5,
    "Sch. para. 5(a)" => hard_4_and_10_win_7_and_a_half_to_1,
    "Sch. para. 5(b)" => hard_6_and_8_win_9_and_a_half_to_1,
    "Sch. para. 6" => craps_wins_7_and_a_half_to_1_on_2_3_and_12,
    "Sch. para. 7(a)" => field_wins_3_to_1_on_12,
    "Sch. para. 7(b)" => field_wins_2_to_1_on_2,
    "Sch. para. 7(c)" => field_wins_1_to_1_on_3_4_9_10_and_11_and_loses_on_5_to_8,
    "Sch. para. 8(a)" => single_2_and_12_win_33_to_1,
    "Sch. para. 8(b)" => single_3_and_11_win_16_to_1,
}

/// What a throw does to a wager.
#[derive(Clone, Copy)]
enum Does {
    Wins,
    Loses,
    Nothing,
}

/// What is paid and why: the stake, the odds, what they win, the provision.
struct Paid<'a> {
    stake: &'a str,
    odds: &'a str,
    profit: &'a str,
    cite: &'a str,
}

/// Every throw, made at once or after others that do not concern the wager.
#[track_caller]
fn decided(law: &Law<'_>, wager: &str, paid: &Paid<'_>, before: &[&str], does: impl Fn(u8, bool) -> Does) {
    let Paid { stake, odds, profit, cite } = paid;
    for (score, throw) in throws() {
        let alike = throw.as_bytes()[5] == throw.as_bytes()[7];
        for wait in before {
            let bet = law.last(&format!("ann bets {stake} on {wager}; {wait}{throw}"));
            match does(score, alike) {
                Does::Wins => bet.won(odds, profit).cites(&[cite]),
                Does::Loses => bet.lost().cites(&[cite]),
                Does::Nothing => bet.standing().cites_nothing(),
            };
        }
    }
}

/// A wager that is decided only by its score and seven: always working, whether or not anyone has a point.
#[track_caller]
fn race(law: &Law<'_>, name: &str, scores: [u8; 2], paid: &Paid<'_>, does: impl Fn(u8, u8, bool) -> Does) {
    for score in scores {
        let wager = format!("{name} {score}");
        decided(
            law,
            &wager,
            paid,
            &["", "dice 1 1; dice 5 6; ", "no more bets; dice 6 6; "],
            |made, pair| does(score, made, pair),
        );
    }
}

/// The stakes that can be paid are the multiples of so many pence.
#[track_caller]
fn payable(law: &Law<'_>, wager: &str, unit: u32, cite: &str) {
    for pence in 1..=2 * unit {
        let bet = format!("ann bets 0.{pence:02} on {wager}");
        match pence % unit {
            0 => law.accepts(&bet),
            _ => law.refuses(&bet, cite),
        }
    }
}

/// The score comes before seven.
const fn score_first(score: u8, made: u8, _: bool) -> Does {
    match made {
        7 => Does::Loses,
        made if made == score => Does::Wins,
        _ => Does::Nothing,
    }
}

/// Seven comes before the score.
const fn seven_first(score: u8, made: u8, _: bool) -> Does {
    match made {
        7 => Does::Wins,
        made if made == score => Does::Loses,
        _ => Does::Nothing,
    }
}

/// The score comes as a pair before it comes otherwise, and before seven.
const fn pair_first(score: u8, made: u8, pair: bool) -> Does {
    match made {
        7 => Does::Loses,
        made if made == score && pair => Does::Wins,
        made if made == score => Does::Loses,
        _ => Does::Nothing,
    }
}

fn place_to_win_4_and_10_win_9_and_a_half_to_5(law: &Law<'_>) {
    let paid = Paid { stake: "10", odds: "9½ to 5", profit: "19.00", cite: "Sch. para. 3(a)" };
    race(law, "place-win", [4, 10], &paid, score_first);
    payable(law, "place-win 4", 10, paid.cite);
}

fn place_to_win_5_and_9_win_7_to_5(law: &Law<'_>) {
    let paid = Paid { stake: "10", odds: "7 to 5", profit: "14.00", cite: "Sch. para. 3(b)" };
    race(law, "place-win", [5, 9], &paid, score_first);
    payable(law, "place-win 9", 5, paid.cite);
}

fn place_to_win_6_and_8_win_7_to_6(law: &Law<'_>) {
    let paid = Paid { stake: "12", odds: "7 to 6", profit: "14.00", cite: "Sch. para. 3(c)" };
    race(law, "place-win", [6, 8], &paid, score_first);
    payable(law, "place-win 6", 6, paid.cite);
}

fn place_to_lose_4_and_10_win_5_to_11(law: &Law<'_>) {
    let paid = Paid { stake: "22", odds: "5 to 11", profit: "10.00", cite: "Sch. para. 4(a)" };
    race(law, "place-lose", [4, 10], &paid, seven_first);
    payable(law, "place-lose 10", 11, paid.cite);
}

fn place_to_lose_5_and_9_win_5_to_8(law: &Law<'_>) {
    let paid = Paid { stake: "16", odds: "5 to 8", profit: "10.00", cite: "Sch. para. 4(b)" };
    race(law, "place-lose", [5, 9], &paid, seven_first);
    payable(law, "place-lose 5", 8, paid.cite);
}

fn place_to_lose_6_and_8_win_4_to_5(law: &Law<'_>) {
    let paid = Paid { stake: "10", odds: "4 to 5", profit: "8.00", cite: "Sch. para. 4(c)" };
    race(law, "place-lose", [6, 8], &paid, seven_first);
    payable(law, "place-lose 8", 5, paid.cite);
}

fn hard_4_and_10_win_7_and_a_half_to_1(law: &Law<'_>) {
    let paid = Paid { stake: "10", odds: "7½ to 1", profit: "75.00", cite: "Sch. para. 5(a)" };
    race(law, "hard", [4, 10], &paid, pair_first);
    payable(law, "hard 4", 2, paid.cite);
}

fn hard_6_and_8_win_9_and_a_half_to_1(law: &Law<'_>) {
    let paid = Paid { stake: "10", odds: "9½ to 1", profit: "95.00", cite: "Sch. para. 5(b)" };
    race(law, "hard", [6, 8], &paid, pair_first);
    payable(law, "hard 8", 2, paid.cite);
}

fn craps_wins_7_and_a_half_to_1_on_2_3_and_12(law: &Law<'_>) {
    let paid = Paid { stake: "10", odds: "7½ to 1", profit: "75.00", cite: "Sch. para. 6" };
    let does = |made, _| if [2, 3, 12].contains(&made) { Does::Wins } else { Does::Loses };
    decided(law, "craps", &paid, &[""], does);
    payable(law, "craps", 2, paid.cite);
}

fn field_wins_3_to_1_on_12(law: &Law<'_>) {
    law.last("ann bets 10 on field; dice 6 6").won("3 to 1", "30.00").cites(&["Sch. para. 7(a)"]);
}

fn field_wins_2_to_1_on_2(law: &Law<'_>) {
    law.last("ann bets 10 on field; dice 1 1").won("2 to 1", "20.00").cites(&["Sch. para. 7(b)"]);
}

fn field_wins_1_to_1_on_3_4_9_10_and_11_and_loses_on_5_to_8(law: &Law<'_>) {
    for (score, throw) in throws().filter(|(score, _)| !matches!(score, 2 | 12)) {
        let bet = law.last(&format!("ann bets 10 on field; {throw}"));
        match score {
            5..=8 => bet.lost().cites(&["Sch. para. 7"]),
            _ => bet.won("1 to 1", "10.00").cites(&["Sch. para. 7(c)"]),
        };
    }
}

fn single_2_and_12_win_33_to_1(law: &Law<'_>) {
    single(law, [2, 12], &Paid { stake: "10", odds: "33 to 1", profit: "330.00", cite: "Sch. para. 8(a)" });
}

fn single_3_and_11_win_16_to_1(law: &Law<'_>) {
    single(law, [3, 11], &Paid { stake: "10", odds: "16 to 1", profit: "160.00", cite: "Sch. para. 8(b)" });
}

/// The next throw makes this score, or the stake is lost.
#[track_caller]
fn single(law: &Law<'_>, scores: [u8; 2], paid: &Paid<'_>) {
    for score in scores {
        let does = |made, _| if made == score { Does::Wins } else { Does::Loses };
        decided(law, &format!("single {score}"), paid, &[""], does);
    }
}
