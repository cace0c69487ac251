//! Bets on the layout, and what they are paid (3.4(1), 3.5(1)).

use crate::law::{Law, laws};

laws! { "mpumalanga/american-roulette":
    "3.4(1)" => two_numbers_are_a_bet_just_where_they_lie_side_by_side,
    "3.4(1)" => combinations_that_lie_together_are_accepted,
    "3.4(1)" => combinations_that_do_not_lie_together_are_refused,
    "3.4(1)" => there_are_three_dozens_and_three_columns,
    "3.5(1)" => straight_bets_win_35_to_1,
    "3.5(1)" => splits_win_17_to_1,
    "3.5(1)" => streets_win_11_to_1,
    "3.5(1)" => corners_win_8_to_1,
    "3.5(1)" => six_lines_win_5_to_1,
    "3.5(1)" => dozens_and_columns_win_2_to_1,
    "3.5(1)" => even_chances_win_1_to_1_and_lose_to_zero,
}

const RED: [u8; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/// Whether an even chance wins on a number.
type Wins = fn(u8) -> bool;

/// Sets with zero on the usual layout, then blocks of rows and columns: row r has 3r + 1 to 3r + 3.
fn blocks(beside_zero: &[&[u8]], shapes: &[(u8, u8)]) -> Vec<Vec<u8>> {
    let mut sets: Vec<Vec<u8>> = beside_zero.iter().map(|set| set.to_vec()).collect();
    for &(across, down) in shapes {
        for row in 0..=12 - down {
            for column in 1..=4 - across {
                sets.push(
                    (row..row + down)
                        .flat_map(|r| (column..column + across).map(move |c| 3 * r + c))
                        .collect(),
                );
            }
        }
    }
    sets
}

fn splits() -> Vec<Vec<u8>> {
    blocks(&[&[0, 1], &[0, 2], &[0, 3]], &[(2, 1), (1, 2)])
}

fn streets() -> Vec<Vec<u8>> {
    blocks(&[&[0, 1, 2], &[0, 2, 3]], &[(3, 1)])
}

fn corners() -> Vec<Vec<u8>> {
    blocks(&[&[0, 1, 2, 3]], &[(2, 2)])
}

fn six_lines() -> Vec<Vec<u8>> {
    blocks(&[], &[(3, 2)])
}

fn named(shape: &str, sets: Vec<Vec<u8>>) -> Vec<(String, Vec<u8>)> {
    let words = |set: &[u8]| set.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    sets.into_iter().map(|set| (format!("{shape} {}", words(&set)), set)).collect()
}

fn two_numbers_are_a_bet_just_where_they_lie_side_by_side(law: &Law<'_>) {
    let splits = splits();
    for (high, low) in (0..=36_u8).flat_map(|high| (0..high).map(move |low| (high, low))) {
        let bet = format!("ann bets 10 on split {high} {low}");
        if splits.contains(&vec![low, high]) {
            law.accepts(&bet);
        } else {
            law.refuses(&bet, "3.4(1)");
        }
    }
}

fn combinations_that_lie_together_are_accepted(law: &Law<'_>) {
    let counts = [splits().len(), streets().len(), corners().len(), six_lines().len()];
    assert_eq!(counts, [60, 14, 23, 11]);
    let shapes = [("street", streets()), ("corner", corners()), ("six-line", six_lines())];
    for (wager, set) in shapes.into_iter().flat_map(|(shape, sets)| named(shape, sets)) {
        law.accepts(&format!("ann bets 10 on {wager}"));
        let mut turned = set;
        turned.rotate_left(1);
        let shape = wager.split(' ').next().unwrap_or_default();
        law.accepts(&format!("ann bets 10 on {}", named(shape, vec![turned])[0].0));
    }
}

fn combinations_that_do_not_lie_together_are_refused(law: &Law<'_>) {
    let wagers = [
        "straight 37",
        "straight",
        "straight 1 2",
        "split 17",
        "split 17 17",
        "split 3 4",
        "split 17 20 23",
        "street 0 1 3",
        "street 2 3 4",
        "street 1 2",
        "street 1 2 2",
        "corner 18 19 21 22",
        "corner 0 1 2",
        "corner 1 2 3 4",
        "six-line 2 3 4 5 6 7",
        "six-line 0 1 2 3 4 5",
        "six-line 1 2 3 7 8 9",
    ];
    for wager in wagers {
        law.refuses(&format!("ann bets 10 on {wager}; ball 1"), "3.4(1)");
    }
}

fn there_are_three_dozens_and_three_columns(law: &Law<'_>) {
    for number in 1..=3 {
        law.accepts(&format!("ann bets 10 on dozen {number}; ann bets 10 on column {number}"));
    }
    for wager in ["dozen 0", "dozen 4", "dozen", "column 4", "column 1 2", "red 1"] {
        law.refuses(&format!("ann bets 10 on {wager}"), "3.4(1)");
    }
}

/// Each wager, at a stake of 10, wins at these odds on just its own numbers.
#[track_caller]
fn wins_on_just(law: &Law<'_>, wagers: &[(String, Vec<u8>)], odds: &str, profit: &str) {
    let bets: Vec<String> = wagers.iter().map(|(wager, _)| format!("ann bets 10 on {wager}")).collect();
    for ball in 0..=36 {
        let rows = law.bets(&format!("{}; ball {ball}", bets.join("; ")));
        for (row, (_, numbers)) in rows.into_iter().zip(wagers) {
            if numbers.contains(&ball) {
                row.won(odds, profit).cites(&["3.5(1)", "3.4(1)"]);
            } else {
                row.lost().cites(&["3.4(1)", "3.5(1)"]);
            }
        }
    }
}

fn straight_bets_win_35_to_1(law: &Law<'_>) {
    let numbers = (0..=36).map(|number| vec![number]).collect();
    wins_on_just(law, &named("straight", numbers), "35 to 1", "350.00");
}

fn splits_win_17_to_1(law: &Law<'_>) {
    wins_on_just(law, &named("split", splits()), "17 to 1", "170.00");
}

fn streets_win_11_to_1(law: &Law<'_>) {
    wins_on_just(law, &named("street", streets()), "11 to 1", "110.00");
}

fn corners_win_8_to_1(law: &Law<'_>) {
    wins_on_just(law, &named("corner", corners()), "8 to 1", "80.00");
}

fn six_lines_win_5_to_1(law: &Law<'_>) {
    wins_on_just(law, &named("six-line", six_lines()), "5 to 1", "50.00");
}

fn dozens_and_columns_win_2_to_1(law: &Law<'_>) {
    let dozen = |third: u8| (1..=36).filter(|n| (n - 1) / 12 == third).collect();
    let column = |third: u8| (1..=36).filter(|n| (n - 1) % 3 == third).collect();
    let dozens = (0..3).map(|third| (format!("dozen {}", third + 1), dozen(third)));
    let columns = (0..3).map(|third| (format!("column {}", third + 1), column(third)));
    wins_on_just(law, &dozens.chain(columns).collect::<Vec<_>>(), "2 to 1", "20.00");
}

fn even_chances_win_1_to_1_and_lose_to_zero(law: &Law<'_>) {
    let chances: [(&str, Wins); 6] = [
        ("red", |n| RED.contains(&n)),
        ("black", |n| !RED.contains(&n)),
        ("odd", |n| n % 2 == 1),
        ("even", |n| n % 2 == 0),
        ("low", |n| n <= 18),
        ("high", |n| n > 18),
    ];
    let sets = chances.map(|(name, wins)| (name.to_owned(), (1..=36).filter(|n| wins(*n)).collect()));
    wins_on_just(law, &sets, "1 to 1", "10.00");
}
