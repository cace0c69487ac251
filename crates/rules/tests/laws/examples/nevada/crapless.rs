//! Crapless craps: what differs from craps.

use super::dice::throw;
use crate::law::{Law, laws};

laws! { "nevada/crapless-craps":
    "crapless 1" => the_layout_of_crapless_craps,
    "crapless 2" => every_score_but_7_is_a_point,
    "crapless 3" => three_times_the_bet_is_taken_behind_any_point,
    "crapless 4" => the_outer_numbers_are_placed_too,
    "crapless 5" => crapless_wagers_are_off_as_at_craps,
    "crapless 6" => a_bought_number_is_charged_in_advance,
    "crapless 7" => a_laid_outer_number_is_charged_in_advance,
    "crapless 8" => the_field_pays_triple_on_12,
}

/// Every score that is a point here.
const POINTS: [u8; 10] = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];

fn the_layout_of_crapless_craps(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on pass; dice 7 1", 3, "crapless 1");
    for wager in ["dont-pass", "dont-come", "put 4", "horn", "place 7"] {
        law.refuses(&format!("ann bets 10 on {wager}"), "crapless 1");
    }
}

fn every_score_but_7_is_a_point(law: &Law<'_>) {
    law.last("ann bets 10 on pass; dice 3 4").won("1 to 1", "10.00").cites(&["crapless 2"]);
    for point in POINTS {
        let bet = format!("ann bets 10 on pass; {}", throw(point));
        law.last(&format!("{bet}; {}", throw(point))).won("1 to 1", "10.00");
        law.last(&format!("{bet}; dice 3 4")).lost();
        law.refuses(&format!("{bet}; ann bets 10 on pass"), "crapless 2");
        law.last(&format!("{bet}; ann bets 10 on come; dice 3 4")).won("1 to 1", "10.00");
        law.inadmissible(&format!("{bet}; ann takes back 1"), 4, "crapless 2");
    }
    law.refuses("ann bets 10 on come", "crapless 2");
}

fn three_times_the_bet_is_taken_behind_any_point(law: &Law<'_>) {
    let odds =
        ["6 to 1", "3 to 1", "2 to 1", "3 to 2", "6 to 5", "6 to 5", "3 to 2", "2 to 1", "3 to 1", "6 to 1"];
    let wins = ["180.00", "90.00", "60.00", "45.00", "36.00", "36.00", "45.00", "60.00", "90.00", "180.00"];
    for ((point, odds), wins) in POINTS.into_iter().zip(odds).zip(wins) {
        let bet = format!("ann bets 10 on pass; {}; ann bets 30 behind 1", throw(point));
        law.last(&format!("{bet}; {}", throw(point))).won(odds, wins).cites(&["crapless 3"]);
        law.refuses(&format!("{bet}; ann bets 10 behind 1"), "crapless 3");
    }
    let come = "dice 2 2; ann bets 10 on come; dice 1 1; ann bets 30 behind 1; dice 2 2; dice 3 4";
    law.last(come).void().cites(&["crapless 3"]);
}

fn the_outer_numbers_are_placed_too(law: &Law<'_>) {
    let bet = |score: u8| format!("dice 2 3; ann bets 20 on place {score}; {}", throw(score));
    for (score, odds, profit) in [
        (2, "11 to 2", "110.00"),
        (3, "11 to 4", "55.00"),
        (11, "11 to 4", "55.00"),
        (12, "11 to 2", "110.00"),
        (4, "9 to 5", "36.00"),
        (9, "7 to 5", "28.00"),
    ] {
        law.last(&bet(score)).won(odds, profit).cites(&["crapless 4"]);
    }
}

fn crapless_wagers_are_off_as_at_craps(law: &Law<'_>) {
    for wager in ["place 2", "buy 2", "hard 6"] {
        law.last(&format!("ann bets 60 on {wager}; dice 3 4")).standing();
        law.last(&format!("ann bets 60 on {wager}; ann calls 1 on; dice 3 4")).lost();
        law.last(&format!("ann bets 60 on {wager}; dice 2 3; ann takes back 1")).cancelled();
    }
    law.last("ann bets 60 on lay 2; dice 3 4").won("1 to 6", "9.50");
}

fn a_bought_number_is_charged_in_advance(law: &Law<'_>) {
    let bet = "dice 2 3; ann bets 20 on buy 4";
    law.last(bet).staked("21.00").standing();
    law.last(&format!("{bet}; dice 2 2")).won("2 to 1", "39.00").cites(&["crapless 6"]);
    law.last(&format!("{bet}; dice 3 4")).lost_in_part("-21.00");
    law.last("dice 2 3; ann bets 20 on buy 12; dice 6 6").won("6 to 1", "119.00");
}

fn a_laid_outer_number_is_charged_in_advance(law: &Law<'_>) {
    law.last("ann bets 120 on lay 2").staked("121.00");
    law.last("ann bets 60 on lay 3").staked("61.00");
    law.last("ann bets 60 on lay 3; dice 3 4").won("1 to 3", "19.00").cites(&["crapless 7"]);
    law.last("ann bets 60 on lay 3; dice 1 2").lost_in_part("-61.00");
}

fn the_field_pays_triple_on_12(law: &Law<'_>) {
    law.last("ann bets 10 on field; dice 6 6").won("3 to 1", "30.00").cites(&["crapless 8"]);
    law.last("ann bets 10 on field; dice 1 1").won("2 to 1", "20.00");
    law.last("ann bets 10 on field; dice 4 5").won("1 to 1", "10.00");
    law.last("ann bets 10 on field; dice 4 4").lost();
    law.last("ann bets 10 on hop 4 4; dice 4 4").won("30 to 1", "300.00");
    law.last("dice 2 3; ann bets 10 on hard 8; dice 4 4").won("9 to 1", "90.00");
}
