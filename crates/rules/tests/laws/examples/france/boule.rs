//! Boule: a wheel of nine numbers without a zero.

use crate::law::{Law, laws};

laws! { "france/boule":
    "boule 1" => the_ball_of_boule_falls_on_one_of_nine,
    "boule 2" => a_number_of_boule_wins_7_to_1,
    "boule 3" => the_five_takes_every_even_chance_of_boule,
}

fn the_ball_of_boule_falls_on_one_of_nine(law: &Law<'_>) {
    for ball in 1..=9 {
        law.accepts(&format!("ann bets 10 on red; ball {ball}"));
    }
    for ball in ["0", "10", "00", "36", "64"] {
        law.inadmissible(&format!("ann bets 10 on red; ball {ball}"), 3, "boule 1");
    }
}

fn a_number_of_boule_wins_7_to_1(law: &Law<'_>) {
    for number in 1..=9 {
        for ball in 1..=9 {
            let bet = law.last(&format!("ann bets 10 on straight {number}; ball {ball}"));
            let bet = if number == ball { bet.won("7 to 1", "70.00") } else { bet.lost() };
            bet.cites(&["boule 2"]);
        }
    }
    law.refuses("ann bets 10 on straight 10", "boule 2");
    law.refuses("ann bets 10 on split 1 2", "boule 2");
}

fn the_five_takes_every_even_chance_of_boule(law: &Law<'_>) {
    let chances = [
        ("red", [2, 4, 7, 9]),
        ("black", [1, 3, 6, 8]),
        ("odd", [1, 3, 7, 9]),
        ("even", [2, 4, 6, 8]),
        ("low", [1, 2, 3, 4]),
        ("high", [6, 7, 8, 9]),
    ];
    for (chance, numbers) in chances {
        for ball in 1..=9 {
            let bet = law.last(&format!("ann bets 10 on {chance}; ball {ball}"));
            let bet = if numbers.contains(&ball) { bet.won("1 to 1", "10.00") } else { bet.lost() };
            bet.cites(&["boule 3"]);
        }
    }
}
