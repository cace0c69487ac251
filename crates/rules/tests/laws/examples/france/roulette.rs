//! French roulette: a zero holds the even chances for the next spin.

use crate::examples::wheel::{
    self, EVEN_CHANCES, a_bet_outside_the_limits_is_refused, a_late_bet_is_refused,
    a_person_who_is_refused_service_cannot_bet, even_chances_win_1_to_1,
};
use crate::law::{Law, laws};

laws! { "france/roulette":
    "general 1" => a_bet_outside_the_limits_is_refused,
    "general 2" => a_late_bet_is_refused,
    "general 3" => a_person_who_is_refused_service_cannot_bet,
    "roulette 1" => the_ball_falls_on_a_number_of_the_wheel,
    "roulette 2" => numbers_that_lie_together_win_at_their_odds,
    "roulette 2" => what_is_not_on_the_cloth_is_refused,
    "roulette 3" => dozens_and_columns_win_at_their_odds,
    "roulette 4" => even_chances_win_1_to_1,
    "roulette 5" => a_zero_holds_an_even_chance,
    "roulette 5" => a_held_bet_is_returned_if_it_wins_and_lost_if_it_loses,
    "roulette 5" => a_zero_holds_no_other_bet,
    "roulette 5" => a_held_bet_is_not_taken_back,
    "roulette 5" => the_limits_do_not_concern_a_held_bet,
    "roulette 6" => a_second_zero_leaves_it_held_unless_the_house_chooses_otherwise,
    "roulette 6" => a_second_zero_does_what_the_house_has_chosen,
    "roulette 6" => a_bet_that_is_deeper_has_to_win_twice,
    "roulette 7" => half_of_a_held_bet_may_be_taken_until_betting_closes,
    "roulette 7" => half_is_taken_of_ones_own_held_bet_only,
    "roulette 7" => a_house_need_not_offer_half,
    "roulette 8" => a_spin_runs_the_other_way,
    "roulette 8" => a_held_bet_survives_a_spin_that_is_called_off,
    "roulette 9" => announced_bets_lie_as_they_should,
    "roulette 10" => a_bet_is_taken_back_before_betting_closes,
}

fn the_ball_falls_on_a_number_of_the_wheel(law: &Law<'_>) {
    wheel::ball_falls_on(law, &[], &["37", "00", "000", "64", "65"]);
}

fn numbers_that_lie_together_win_at_their_odds(law: &Law<'_>) {
    wheel::numbers_win_at_the_usual_odds(law);
    wheel::are_on_the_cloth(
        law,
        &["split 0 1", "split 0 3", "street 0 1 2", "street 0 2 3", "corner 0 1 2 3"],
    );
}

fn what_is_not_on_the_cloth_is_refused(law: &Law<'_>) {
    let others = ["split 3 4", "split 0 4", "corner 3 4 6 7", "straight 37", "numbers 1 2", "green"];
    wheel::are_not_on_the_cloth(law, &others);
}

fn dozens_and_columns_win_at_their_odds(law: &Law<'_>) {
    wheel::dozens_and_columns_win_at_their_odds(law);
    law.last("ann bets 10 on two-dozens 1 2; ball 13").won("1 to 2", "5.00").cites(&["roulette 3"]);
    law.last("ann bets 10 on two-columns 2 3; ball 1").lost().cites(&["roulette 3"]);
}

fn a_zero_holds_an_even_chance(law: &Law<'_>) {
    for chance in EVEN_CHANCES {
        let held = format!("ann bets 10 on {chance}; ball 0");
        law.last(&held).standing().cites(&["roulette 5"]);
        law.last(&format!("{held}; next hand")).standing().cites(&["roulette 5"]);
        law.last(&format!("{held}; next hand; no more bets")).standing().cites(&["roulette 5"]);
    }
}

fn a_held_bet_is_returned_if_it_wins_and_lost_if_it_loses(law: &Law<'_>) {
    for (chance, wins, loses) in [("red", 1, 2), ("even", 2, 1), ("high", 36, 18)] {
        let held = format!("ann bets 10 on {chance}; ball 0; next hand");
        law.last(&format!("{held}; ball {wins}")).void().cites(&["roulette 5", "roulette 4"]);
        law.last(&format!("{held}; ball {loses}")).lost().cites(&["roulette 4"]);
    }
}

fn a_zero_holds_no_other_bet(law: &Law<'_>) {
    for wager in ["dozen 1", "column 1", "two-dozens 1 2", "straight 1", "split 1 2", "series-5-8"] {
        law.last(&format!("ann bets 30 on {wager}; ball 0")).lost();
    }
    law.last("ann bets 10 on straight 0; ball 0").won("35 to 1", "350.00");
}

fn a_held_bet_is_not_taken_back(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on red; ball 0; ann takes back 1", 4, "roulette 5");
    law.inadmissible("ann bets 10 on red; ball 0; next hand; ann takes back 1", 5, "roulette 5");
    law.inadmissible(
        "ann bets 10 on red; ball 0; next hand; no more bets; cancel 1 by consent",
        6,
        "roulette 5",
    );
    law.last("ann bets 10 on red; ball 0; next hand; cancel 1 by consent").cancelled();
}

fn the_limits_do_not_concern_a_held_bet(law: &Law<'_>) {
    law.last("house min=5 max=20; ann carries 100 on red held 1; ball 1").void().cites(&["roulette 5"]);
    law.last("house min=5 max=20; ann carries 1 on red held 1; ball 2").lost();
    // Beside a held bet another one has all the room that the limits leave.
    law.accepts("house max=20; ann bets 20 on red; ball 0; next hand; ann bets 20 on red");
    law.inadmissible("ann carries 10 on dozen 1 held 1", 2, "");
    law.inadmissible("ann carries 10 on red held 2", 2, "");
    law.inadmissible("ann carries 10 on red", 2, "");
}

fn a_second_zero_leaves_it_held_unless_the_house_chooses_otherwise(law: &Law<'_>) {
    let held = "ann bets 10 on red; ball 0; next hand; ball 0";
    law.last(held).standing().cites(&["roulette 5"]);
    law.last(&format!("{held}; next hand; ball 0; next hand; ball 3")).void().cites(&["roulette 5"]);
    law.last(&format!("{held}; next hand; ball 4")).lost();
}

fn a_second_zero_does_what_the_house_has_chosen(law: &Law<'_>) {
    let after = |choice: &str| {
        law.last(&format!("house second-zero={choice}; ann bets 10 on red; ball 0; next hand; ball 0"))
    };
    after("lost").lost().cites(&["roulette 6", "roulette 4"]);
    after("stays").standing().cites(&["roulette 5"]);
    after("half").halved("-5.00").cites(&["roulette 6", "roulette 4"]);
    after("released").void().cites(&["roulette 6", "roulette 4"]);
    after("deeper").standing().cites(&["roulette 5"]);
    // Half of a stake must come out in whole cents.
    law.refuses("house second-zero=half half-of-held=false; ann bets 0.01 on red", "roulette 6");
    law.accepts("house second-zero=lost half-of-held=false; ann bets 0.01 on red");
    law.inadmissible("house second-zero=returned; ann bets 10 on red", 2, "roulette 6");
}

fn a_bet_that_is_deeper_has_to_win_twice(law: &Law<'_>) {
    let deeper = "house second-zero=deeper; ann bets 10 on red; ball 0; next hand; ball 0; next hand";
    law.last(&format!("{deeper}; ball 1")).standing().cites(&["roulette 5"]);
    law.last(&format!("{deeper}; ball 1; next hand; ball 3")).void().cites(&["roulette 5"]);
    law.last(&format!("{deeper}; ball 1; next hand; ball 2")).lost();
    law.last(&format!("{deeper}; ball 2")).lost().cites(&["roulette 4"]);
    // Two levels: a third zero takes it, unless a win has brought it up.
    law.last(&format!("{deeper}; ball 0")).lost().cites(&["roulette 6"]);
    law.last(&format!("{deeper}; ball 1; next hand; ball 0")).standing();
    law.last("house second-zero=deeper; ann carries 10 on red held 2; ball 0").lost();
    law.inadmissible("house second-zero=deeper; ann carries 10 on red held 3", 3, "");
}

fn half_of_a_held_bet_may_be_taken_until_betting_closes(law: &Law<'_>) {
    let held = "ann bets 10 on red; ball 0";
    for between in ["", "; next hand", "; next hand; ben bets 5 on black"] {
        let round = format!("{held}{between}; ann takes half of 1");
        law.bet(1, &round).halved("-5.00").cites(&["roulette 7", "roulette 4"]);
    }
    law.inadmissible(&format!("{held}; next hand; no more bets; ann takes half of 1"), 6, "roulette 7");
    law.inadmissible(&format!("{held}; ann takes half of 1; ann takes half of 1"), 5, "roulette 7");
    // The other half must come out in whole cents.
    law.refuses("ann bets 0.01 on red", "roulette 7");
}

fn half_is_taken_of_ones_own_held_bet_only(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on red; ball 0; ben takes half of 1", 4, "roulette 7");
    law.inadmissible("ann bets 10 on red; ann takes half of 1", 3, "roulette 7");
    law.inadmissible("ann bets 10 on red; ball 1; ann takes half of 1", 4, "roulette 7");
    law.inadmissible("ann bets 10 on red; ball 0; ann takes half of 2", 4, "roulette 7");
    // After the second zero half is no longer offered where it goes deeper.
    let deeper =
        "house second-zero=deeper; ann bets 10 on red; ball 0; next hand; ball 0; ann takes half of 1";
    law.inadmissible(deeper, 7, "roulette 7");
    law.bet(1, "ann bets 10 on red; ball 0; next hand; ball 0; ann takes half of 1").halved("-5.00");
}

fn a_house_need_not_offer_half(law: &Law<'_>) {
    law.inadmissible("house half-of-held=false; ann bets 10 on red; ball 0; ann takes half of 1", 5, "");
    law.bet(1, "house half-of-held=true; ann bets 10 on red; ball 0; ann takes half of 1").halved("-5.00");
    law.bet(1, "ann bets 10 on red; ball 0; ann takes half of 1").halved("-5.00");
}

fn a_spin_runs_the_other_way(law: &Law<'_>) {
    law.accepts("ann bets 10 on red; spin left; ball 1; next hand; spin right; ball 2");
    law.inadmissible("ann bets 10 on red; spin left; ball 1; next hand; spin left", 6, "roulette 8");
}

fn a_held_bet_survives_a_spin_that_is_called_off(law: &Law<'_>) {
    let off = "ann bets 10 on red; ball 0; next hand; spin left; void spin";
    law.last(off).standing().cites(&["roulette 5"]);
    law.last(&format!("{off}; spin left; ball 1")).void().cites(&["roulette 5"]);
    law.inadmissible(&format!("{off}; spin right"), 7, "roulette 8");
}

fn announced_bets_lie_as_they_should(law: &Law<'_>) {
    law.last("ann bets 9 on neighbours-of-zero; ball 26").won_net("9.00").cites(&["roulette 9"]);
    law.last("ann bets 6 on series-5-8; ball 33").won_net("12.00").cites(&["roulette 9"]);
    law.last("ann bets 5 on orphans; ball 1").won_net("31.00").cites(&["roulette 9"]);
    law.last("ann bets 5 on neighbours 0; ball 15").won_net("31.00").cites(&["roulette 9"]);
    law.last("ann bets 5 on neighbours 0; ball 19").lost().cites(&["roulette 9"]);
}

fn a_bet_is_taken_back_before_betting_closes(law: &Law<'_>) {
    law.last("ann bets 10 on red; ann takes back 1").cancelled();
    law.inadmissible("ann bets 10 on red; no more bets; ann takes back 1", 4, "roulette 10");
    law.inadmissible("ann bets 10 on red; ball 1; ann takes back 1", 4, "roulette 10");
}
