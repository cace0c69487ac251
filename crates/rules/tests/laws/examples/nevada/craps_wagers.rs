//! Craps: numbers against seven, and the next throw.

use super::dice::{throw, throws};
use crate::law::{Law, laws};

laws! { "nevada/craps":
    "craps 13" => a_placed_number_is_paid_before_7,
    "craps 14" => place_buy_and_hard_ways_are_off_on_a_first_throw,
    "craps 15" => lay_bets_are_on_unless_called_off,
    "craps 16" => a_bought_number_pays_true_odds,
    "craps 17" => a_bought_number_is_charged_on_a_win,
    "craps 18" => a_laid_number_pays_true_odds,
    "craps 19" => a_laid_number_is_charged_in_advance,
    "craps 20" => big_6_and_8_pay_evens,
    "craps 21" => a_hard_way_is_thrown_as_a_pair,
    "craps 22" => the_field_pays_double_on_2_and_12,
    "craps 23" => any_seven_and_any_craps,
    "craps 24" => a_single_score_on_the_next_throw,
    "craps 25" => the_horn_is_four_bets_in_one,
    "craps 26" => a_hop_names_both_dice,
}

/// A throw that gives the table a point other than this score.
fn another_point(score: u8) -> String {
    throw(if score == 4 { 5 } else { 4 })
}

fn a_placed_number_is_paid_before_7(law: &Law<'_>) {
    for (scores, odds, profit) in
        [([4, 10], "9 to 5", "54.00"), ([5, 9], "7 to 5", "42.00"), ([6, 8], "7 to 6", "35.00")]
    {
        for score in scores {
            let bet = format!("{}; ann bets 30 on place {score}", another_point(score));
            law.last(&format!("{bet}; dice 6 6; {}", throw(score))).won(odds, profit).cites(&["craps 13"]);
            law.last(&format!("{bet}; dice 3 4")).lost().cites(&["craps 13"]);
        }
    }
}

fn place_buy_and_hard_ways_are_off_on_a_first_throw(law: &Law<'_>) {
    for wager in ["place 6", "buy 6", "hard 6"] {
        let bet = format!("ann bets 60 on {wager}");
        // A first throw does not concern it, whether it would win or lose.
        law.last(&format!("{bet}; dice 3 4")).standing();
        law.last(&format!("{bet}; dice 3 3")).standing();
        law.last(&format!("{bet}; dice 3 4; dice 2 2; dice 3 4")).lost();
        law.last(&format!("{bet}; ann calls 1 on; dice 3 4")).lost();
        law.last(&format!("{bet}; ann calls 1 on; ann calls 1 off; dice 3 4")).standing();
        // A call holds until the next one.
        law.last(&format!("{bet}; ann calls 1 off; dice 2 2; dice 3 4; dice 2 2; dice 3 4")).standing();
        law.inadmissible(&format!("{bet}; ben calls 1 on"), 3, "craps 14");
        law.inadmissible(&format!("{bet}; no more bets; ann calls 1 on"), 4, "craps 14");
        law.last(&format!("ann carries 60 on {wager}; dice 3 4")).standing();
        law.last(&format!("ann carries 60 on {wager} called on; dice 3 4")).lost();
    }
    for (wager, first) in
        [("pass", ""), ("field", ""), ("hop 3 5", ""), ("big 6", ""), ("come", "dice 2 2; ")]
    {
        let acts = format!("{first}ann bets 10 on {wager}; ann calls 1 off");
        law.inadmissible(&acts, if first.is_empty() { 3 } else { 4 }, "");
    }
    law.inadmissible("ann bets 60 on place 6; ann calls 2 on", 3, "");
}

fn lay_bets_are_on_unless_called_off(law: &Law<'_>) {
    law.last("ann bets 40 on lay 4; dice 3 4").won("1 to 2", "19.00");
    law.last("ann bets 40 on lay 4; dice 2 2").lost();
    law.last("ann bets 40 on lay 4; ann calls 1 off; dice 3 4").standing();
    law.last("ann bets 40 on lay 4; ann calls 1 off; dice 3 4; ann calls 1 on; dice 3 4")
        .won("1 to 2", "19.00");
    law.inadmissible("ann bets 40 on lay 4; ben calls 1 off", 3, "craps 15");
}

fn a_bought_number_pays_true_odds(law: &Law<'_>) {
    for (scores, odds, profit) in
        [([4, 10], "2 to 1", "39.00"), ([5, 9], "3 to 2", "29.00"), ([6, 8], "6 to 5", "23.00")]
    {
        for score in scores {
            let bet = format!("{}; ann bets 20 on buy {score}", another_point(score));
            law.last(&format!("{bet}; {}", throw(score))).won(odds, profit).cites(&["craps 16", "craps 17"]);
            law.last(&format!("{bet}; dice 3 4")).lost().cites(&["craps 16"]);
        }
    }
}

fn a_bought_number_is_charged_on_a_win(law: &Law<'_>) {
    let bet = "dice 2 2; ann bets 20 on buy 10";
    law.last(bet).staked("20.00");
    law.last(&format!("{bet}; dice 5 5")).staked("20.00").won("2 to 1", "39.00");
    law.last(&format!("{bet}; dice 3 4")).staked("20.00").lost();
    // Nothing is rounded: 5 % of 0.10 cannot be paid.
    law.refuses("ann bets 0.10 on buy 10", "craps 17");
}

fn a_laid_number_pays_true_odds(law: &Law<'_>) {
    for (scores, odds, profit) in
        [([4, 10], "1 to 2", "57.00"), ([5, 9], "2 to 3", "76.00"), ([6, 8], "5 to 6", "95.00")]
    {
        for score in scores {
            let bet = format!("ann bets 120 on lay {score}");
            law.last(&format!("{bet}; dice 3 4")).won(odds, profit).cites(&["craps 18", "craps 19"]);
            law.last(&format!("{bet}; {}", throw(score))).lost().cites(&["craps 18"]);
        }
    }
}

fn a_laid_number_is_charged_in_advance(law: &Law<'_>) {
    law.last("ann bets 40 on lay 4").staked("41.00").standing();
    law.last("ann bets 30 on lay 9").staked("31.00");
    law.last("ann bets 24 on lay 6").staked("25.00");
    law.last("ann bets 24 on lay 6; dice 3 3").lost_in_part("-25.00");
    law.last("ann bets 24 on lay 6; dice 3 4").won("5 to 6", "19.00");
    // The commission goes back with a stake that is taken back.
    law.last("ann bets 24 on lay 6; ann takes back 1").staked("25.00").cancelled();
    law.refuses("ann bets 0.20 on lay 4", "craps 19");
}

fn big_6_and_8_pay_evens(law: &Law<'_>) {
    for score in [6, 8] {
        law.last(&format!("ann bets 10 on big {score}; dice 2 2; {}", throw(score)))
            .won("1 to 1", "10.00")
            .cites(&["craps 20"]);
        law.last(&format!("ann bets 10 on big {score}; dice 3 4")).lost();
    }
}

fn a_hard_way_is_thrown_as_a_pair(law: &Law<'_>) {
    for (score, odds, profit) in
        [(4, "7 to 1", "70.00"), (10, "7 to 1", "70.00"), (6, "9 to 1", "90.00"), (8, "9 to 1", "90.00")]
    {
        let bet = format!("dice 4 5; ann bets 10 on hard {score}");
        let half = score / 2;
        law.last(&format!("{bet}; dice {half} {half}")).won(odds, profit).cites(&["craps 21"]);
        law.last(&format!("{bet}; dice {} {}", half - 1, half + 1)).lost();
        law.last(&format!("{bet}; dice 3 4")).lost();
        law.last(&format!("{bet}; dice 1 2")).standing();
    }
}

/// What ten staked on a wager come to after every throw.
fn on_every_throw(
    law: &Law<'_>,
    wager: &str,
    cite: &str,
    paid: impl Fn(u8) -> Option<(&'static str, &'static str)>,
) {
    for (score, dice) in throws() {
        let bet = law.last(&format!("ann bets 20 on {wager}; {dice}"));
        match paid(score) {
            Some((odds, profit)) => bet.won(odds, profit).cites(&[cite]),
            None => bet.lost().cites(&[cite]),
        };
    }
}

fn the_field_pays_double_on_2_and_12(law: &Law<'_>) {
    on_every_throw(law, "field", "craps 22", |score| match score {
        2 | 12 => Some(("2 to 1", "40.00")),
        3 | 4 | 9 | 10 | 11 => Some(("1 to 1", "20.00")),
        _ => None,
    });
}

fn any_seven_and_any_craps(law: &Law<'_>) {
    on_every_throw(law, "any-seven", "craps 23", |score| (score == 7).then_some(("4 to 1", "80.00")));
    let craps = |score| matches!(score, 2 | 3 | 12).then_some(("7 to 1", "140.00"));
    on_every_throw(law, "any-craps", "craps 23", craps);
}

fn a_single_score_on_the_next_throw(law: &Law<'_>) {
    for (single, odds, profit) in [
        (2, "30 to 1", "600.00"),
        (12, "30 to 1", "600.00"),
        (3, "15 to 1", "300.00"),
        (11, "15 to 1", "300.00"),
    ] {
        let paid = |score| (score == single).then_some((odds, profit));
        on_every_throw(law, &format!("single {single}"), "craps 24", paid);
    }
}

fn the_horn_is_four_bets_in_one(law: &Law<'_>) {
    on_every_throw(law, "horn", "craps 25", |score| match score {
        2 | 12 => Some(("27 to 4", "135.00")),
        3 | 11 => Some(("3 to 1", "60.00")),
        _ => None,
    });
    on_every_throw(law, "craps-eleven", "craps 25", |score| match score {
        11 => Some(("7 to 1", "140.00")),
        2 | 3 | 12 => Some(("3 to 1", "60.00")),
        _ => None,
    });
    // The same money as four single bets of 5.
    let singles = [2, 3, 11, 12].map(|score| format!("ann bets 5 on single {score}")).join("; ");
    for dice in ["dice 1 1", "dice 5 6", "dice 3 4"] {
        let one = law.verdict(&format!("ann bets 20 on horn; {dice}"));
        assert_eq!(one.bank, law.verdict(&format!("{singles}; {dice}")).bank, "{dice}");
    }
}

fn a_hop_names_both_dice(law: &Law<'_>) {
    for (low, high) in (1..=6).flat_map(|low| (low..=6).map(move |high| (low, high))) {
        let (odds, profit) = if low == high { ("30 to 1", "300.00") } else { ("15 to 1", "150.00") };
        for (one, other) in [(low, high), (high, low)] {
            for (first, second) in (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second))) {
                let bet = law.last(&format!("ann bets 10 on hop {one} {other}; dice {first} {second}"));
                if (first, second) == (low, high) || (first, second) == (high, low) {
                    bet.won(odds, profit).cites(&["craps 26"]);
                } else {
                    bet.lost().cites(&["craps 26"]);
                }
            }
        }
    }
}
