//! Roulette with two zeros.

use crate::law::{Law, laws};

laws! { "nevada/roulette":
    "roulette 1" => the_wheel_has_two_zeros,
    "roulette 2" => the_usual_odds_and_both_zeros_lose_even_chances,
}

fn the_wheel_has_two_zeros(law: &Law<'_>) {
    law.last("ann bets 10 on straight 00; ball 00").won("35 to 1", "350.00");
    law.last("ann bets 10 on straight 00; ball 0").lost();
    law.inadmissible("ann bets 10 on red; ball 37", 3, "roulette 1");
    law.inadmissible("ann bets 10 on red; ball 000", 3, "roulette 1");
}

fn the_usual_odds_and_both_zeros_lose_even_chances(law: &Law<'_>) {
    for (wager, odds, profit) in [
        ("straight 17", "35 to 1", "350.00"),
        ("split 17 20", "17 to 1", "170.00"),
        ("street 16 17 18", "11 to 1", "110.00"),
        ("corner 16 17 19 20", "8 to 1", "80.00"),
        ("six-line 16 17 18 19 20 21", "5 to 1", "50.00"),
        ("dozen 2", "2 to 1", "20.00"),
        ("column 2", "2 to 1", "20.00"),
        ("black", "1 to 1", "10.00"),
        ("odd", "1 to 1", "10.00"),
        ("low", "1 to 1", "10.00"),
    ] {
        law.last(&format!("ann bets 10 on {wager}; ball 17")).won(odds, profit).cites(&["roulette 2"]);
        for zero in ["0", "00"] {
            law.last(&format!("ann bets 10 on {wager}; ball {zero}")).lost();
        }
    }
    for ball in ["0", "00", "1", "2", "3"] {
        law.last(&format!("ann bets 10 on five-number; ball {ball}")).won("6 to 1", "60.00");
    }
    law.last("ann bets 10 on split 0 00; ball 00").won("17 to 1", "170.00");
    for wager in ["straight 37", "split 1 5", "numbers 1 2", "corner 0 00 1 2"] {
        law.refuses(&format!("ann bets 10 on {wager}"), "roulette 2");
    }
}
