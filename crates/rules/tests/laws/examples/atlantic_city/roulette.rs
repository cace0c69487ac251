//! Double-zero roulette: half of the even chances back on either zero.

use crate::examples::wheel::{
    self, EVEN_CHANCES, a_bet_outside_the_limits_is_refused,
    a_late_bet_is_refused as a_late_bet_at_the_wheel_is_refused, a_person_who_is_refused_service_cannot_bet,
    dozens_and_columns_win_at_their_odds, even_chances_win_1_to_1,
};
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

fn the_ball_falls_on_a_number_of_the_wheel(law: &Law<'_>) {
    wheel::ball_falls_on(law, &["00"], &["37", "000"]);
}

fn numbers_that_lie_together_win_at_their_odds(law: &Law<'_>) {
    wheel::numbers_win_at_the_usual_odds(law);
    wheel::numbers_win(law, "five-number", "6 to 1", "60.00");
    wheel::are_on_the_cloth(law, &["split 0 00", "split 00 3", "street 0 00 2", "straight 00"]);
}

fn what_is_not_on_the_cloth_is_refused(law: &Law<'_>) {
    let others = ["split 0 3", "split 3 4", "corner 0 1 2 3", "straight 37", "straight 000"];
    wheel::are_not_on_the_cloth(law, &others);
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
