//! The four call bets (3.4(2) and the calls by name).

use croupier_kit::Money;

use crate::law::{Law, laws};

laws! { "mpumalanga/american-roulette":
    "3.4(2)" => four_calls_are_accepted,
    "3.4(2)" => no_other_words_are_a_bet,
    "3.4 neighbours-of-zero" => nine_chips_lie_round_the_zero,
    "3.4 neighbours-of-zero" => the_nine_chips_are_equal,
    "3.4 series-5-8" => six_chips_lie_on_splits_opposite_the_zero,
    "3.4 series-5-8" => the_six_chips_are_equal,
    "3.4 orphans" => five_chips_lie_on_the_orphans,
    "3.4 orphans" => the_five_chips_are_equal,
    "3.4 number-and-neighbours" => five_chips_lie_on_a_number_and_two_on_either_side,
    "3.4 number-and-neighbours" => a_number_of_the_wheel_is_named,
    "3.4 number-and-neighbours" => the_five_chips_on_neighbours_are_equal,
}

/// The wheel, clockwise.
const WHEEL: [u8; 37] = [
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9,
    22, 18, 29, 7, 28, 12, 35, 3, 26,
];

/// Chips of a call: how many, on which numbers.
type Chips<'a> = &'a [(i64, &'a [u8])];

const NEIGHBOURS_OF_ZERO: Chips<'_> = &[
    (2, &[0, 2, 3]),
    (1, &[4, 7]),
    (1, &[12, 15]),
    (1, &[18, 21]),
    (1, &[19, 22]),
    (1, &[32, 35]),
    (2, &[25, 26, 28, 29]),
];
const SERIES: Chips<'_> =
    &[(1, &[5, 8]), (1, &[10, 11]), (1, &[13, 16]), (1, &[23, 24]), (1, &[27, 30]), (1, &[33, 36])];
const ORPHANS: Chips<'_> = &[(1, &[1]), (1, &[6, 9]), (1, &[14, 17]), (1, &[17, 20]), (1, &[31, 34])];

/// What a chip wins on so many numbers: straight, split, street, corner.
const fn odds(numbers: usize) -> i64 {
    match numbers {
        1 => 35,
        2 => 17,
        3 => 11,
        _ => 8,
    }
}

/// The net result in chips; `None` where no chip wins.
fn net(chips: Chips<'_>, ball: u8) -> Option<i64> {
    let won = |(count, on): &(i64, &[u8])| if on.contains(&ball) { count * odds(on.len()) } else { -count };
    chips.iter().any(|(_, on)| on.contains(&ball)).then(|| chips.iter().map(won).sum())
}

/// A call of chips of 1.50 each, at every ball.
#[track_caller]
fn pays(law: &Law<'_>, call: &str, chips: Chips<'_>, cite: &str) {
    let total = Money::from_minor(150 * chips.iter().map(|(count, _)| count).sum::<i64>());
    for ball in 0..=36 {
        let bet = law.last(&format!("ann bets {total} on {call}; ball {ball}"));
        match net(chips, ball) {
            Some(net) => bet.won_net(&Money::from_minor(150 * net).to_string()),
            None => bet.lost(),
        }
        .cites(&[cite, "3.5(1)"]);
    }
}

/// A total is accepted just where it makes so many equal chips of whole cents.
#[track_caller]
fn equal_chips(law: &Law<'_>, call: &str, chips: u32, cite: &str) {
    for cents in 1..=3 * chips {
        let bet = format!("ann bets 0.{cents:02} on {call}");
        match cents % chips {
            0 => law.accepts(&bet),
            _ => law.refuses(&bet, cite),
        }
    }
}

fn four_calls_are_accepted(law: &Law<'_>) {
    law.accepts("ann bets 9 on neighbours-of-zero; ann bets 6 on series-5-8; ann bets 5 on orphans; ann bets 5 on neighbours 17");
}

fn no_other_words_are_a_bet(law: &Law<'_>) {
    let wagers = [
        "tiers",
        "voisins",
        "jeu-zero",
        "finals 7",
        "snake",
        "orphans 1",
        "series-5-8 5",
        "neighbours-of-zero 0",
        "hand",
        "numbers 1",
        "numbers 1 2",
        "two-dozens 1 2",
        "two-columns 1 2",
        "17",
        "Red",
        "green",
        "basket",
        "box 1",
    ];
    for wager in wagers {
        law.refuses(&format!("ann bets 90 on {wager}; ball 1"), "3.4(2)");
    }
    law.refuses("ann bets 90 on red; ann bets 90 behind 1", "3.4(2)");
}

fn nine_chips_lie_round_the_zero(law: &Law<'_>) {
    pays(law, "neighbours-of-zero", NEIGHBOURS_OF_ZERO, "3.4 neighbours-of-zero");
    let from_22_to_25 = (0..37).filter(|place| *place <= 7 || *place >= 28).map(|place| WHEEL[place]);
    for number in from_22_to_25 {
        assert!(net(NEIGHBOURS_OF_ZERO, number).is_some(), "{number}");
    }
}

fn the_nine_chips_are_equal(law: &Law<'_>) {
    equal_chips(law, "neighbours-of-zero", 9, "3.4 neighbours-of-zero");
}

fn six_chips_lie_on_splits_opposite_the_zero(law: &Law<'_>) {
    pays(law, "series-5-8", SERIES, "3.4 series-5-8");
}

fn the_six_chips_are_equal(law: &Law<'_>) {
    equal_chips(law, "series-5-8", 6, "3.4 series-5-8");
}

fn five_chips_lie_on_the_orphans(law: &Law<'_>) {
    pays(law, "orphans", ORPHANS, "3.4 orphans");
    for number in 0..=36 {
        let calls =
            [NEIGHBOURS_OF_ZERO, SERIES, ORPHANS].iter().filter(|chips| net(chips, number).is_some()).count();
        assert_eq!(calls, 1, "{number} is covered by one call");
    }
}

fn the_five_chips_are_equal(law: &Law<'_>) {
    equal_chips(law, "orphans", 5, "3.4 orphans");
}

fn five_chips_lie_on_a_number_and_two_on_either_side(law: &Law<'_>) {
    for (place, number) in WHEEL.iter().enumerate() {
        let covered: Vec<u8> = (35..=39).map(|step| WHEEL[(place + step) % 37]).collect();
        let chips: Vec<(i64, &[u8])> = covered.iter().map(|n| (1, std::slice::from_ref(n))).collect();
        pays(law, &format!("neighbours {number}"), &chips, "3.4 number-and-neighbours");
    }
}

fn a_number_of_the_wheel_is_named(law: &Law<'_>) {
    for wager in ["neighbours", "neighbours 37", "neighbours 1 2", "neighbours zero", "neighbours -1"] {
        law.refuses(&format!("ann bets 5 on {wager}"), "3.4 number-and-neighbours");
    }
}

fn the_five_chips_on_neighbours_are_equal(law: &Law<'_>) {
    equal_chips(law, "neighbours 0", 5, "3.4 number-and-neighbours");
}
