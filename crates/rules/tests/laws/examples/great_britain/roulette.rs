//! Roulette: half of the even chances back on a zero.

use crate::examples::wheel::{
    self, EVEN_CHANCES, a_bet_outside_the_limits_is_refused, a_late_bet_is_refused,
    a_person_who_is_refused_service_cannot_bet, dozens_and_columns_win_at_their_odds,
    even_chances_win_1_to_1,
};
use crate::law::{Law, laws};

laws! { "great-britain/roulette":
    "general 1" => a_bet_outside_the_limits_is_refused,
    "general 2" => a_late_bet_is_refused,
    "general 3" => a_person_who_is_refused_service_cannot_bet,
    "general 4" => a_bet_is_taken_back_before_betting_closes,
    "roulette 1" => the_ball_falls_on_a_number_of_the_wheel,
    "roulette 2" => numbers_that_lie_together_win_at_their_odds,
    "roulette 2" => what_is_not_on_the_cloth_is_refused,
    "roulette 3" => dozens_and_columns_win_at_their_odds,
    "roulette 4" => even_chances_win_1_to_1,
    "roulette 5" => a_zero_gives_half_of_an_even_chance_back,
}

fn a_bet_is_taken_back_before_betting_closes(law: &Law<'_>) {
    law.last("ann bets 10 on red; ann takes back 1").cancelled().cites(&["general 4"]);
    law.inadmissible("ann bets 10 on red; no more bets; ann takes back 1", 4, "general 4");
}

fn the_ball_falls_on_a_number_of_the_wheel(law: &Law<'_>) {
    wheel::ball_falls_on(law, &[], &["37", "00", "000"]);
}

fn numbers_that_lie_together_win_at_their_odds(law: &Law<'_>) {
    wheel::numbers_win_at_the_usual_odds(law);
    wheel::are_on_the_cloth(law, &["split 0 1", "street 0 2 3", "corner 0 1 2 3"]);
}

fn what_is_not_on_the_cloth_is_refused(law: &Law<'_>) {
    let others = ["split 3 4", "split 0 4", "straight 37", "straight 00", "numbers 1 2", "five-number"];
    wheel::are_not_on_the_cloth(law, &others);
}

fn a_zero_gives_half_of_an_even_chance_back(law: &Law<'_>) {
    for chance in EVEN_CHANCES {
        let bet = law.last(&format!("ann bets 10 on {chance}; ball 0"));
        bet.halved("-5.00").cites(&["roulette 5", "roulette 4"]);
    }
    for wager in ["dozen 1", "column 2", "straight 1", "split 1 2"] {
        law.last(&format!("ann bets 10 on {wager}; ball 0")).lost();
    }
    law.refuses("ann bets 0.01 on red", "roulette 5");
    law.accepts("ann bets 0.02 on red; ann bets 0.01 on dozen 1");
}
