//! Roulette (reg. 3).

use crate::law::{Bet, Law, laws};

laws! { "scotland-1970/roulette":
    "reg. 3(2)" => the_bank_is_the_licence_holders,
    "reg. 3(2)" => what_the_players_win_the_bank_pays,
    "reg. 3(4)" => the_ball_falls_on_a_number_from_0_to_36,
    "reg. 3(4)" => the_numbers_may_stand_in_any_order_each_once,
    "reg. 3(4)" => one_ball_decides_a_spin,
    "reg. 3(5)" => no_other_count_of_numbers_is_a_wager,
    "reg. 3(5)" => what_is_no_set_of_numbers_is_refused,
    "reg. 3(5)" => names_are_shorthand_for_sets,
    "reg. 3(5)(a)" => one_number_wins_35_to_1,
    "reg. 3(5)(b)" => two_numbers_win_17_to_1,
    "reg. 3(5)(c)" => three_numbers_win_11_to_1,
    "reg. 3(5)(d)" => four_numbers_win_8_to_1,
    "reg. 3(5)(e)" => six_numbers_win_5_to_1,
    "reg. 3(5)(f)" => twelve_numbers_win_2_to_1,
    "reg. 3(5)(g)" => eighteen_numbers_win_1_to_1,
    "reg. 3(5)(g)" => a_zero_is_never_among_eighteen,
    "reg. 3(5)(h)" => twenty_four_numbers_win_1_to_2,
    "reg. 3(5)(h)" => half_a_stake_must_come_out_in_whole_pence,
    "reg. 3(6)" => a_zero_shares_the_eighteen_numbers,
    "reg. 3(6)" => a_zero_shares_no_other_wager,
    "reg. 3(6)" => the_shared_half_must_come_out_in_whole_pence,
}

const RED: [u8; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/// Many sets of so many different numbers: steps of equal length round the thirty-seven, from every start.
fn sets(size: usize) -> Vec<Vec<u8>> {
    let round =
        |start: u8, step: u8| std::iter::successors(Some(start), move |n| Some((n + step) % 37)).take(size);
    (0..37).flat_map(|start| [1, 2, 3, 5, 12, 17].map(|step| round(start, step).collect())).collect()
}

fn words(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The words of a wager on each set.
fn on_numbers(sets: Vec<Vec<u8>>) -> Vec<(String, Vec<u8>)> {
    sets.into_iter().map(|set| (format!("numbers {}", words(&set)), set)).collect()
}

/// Each wager, at a stake of 10, wins at these odds on just its own numbers; on others it loses, or on 0 is shared.
#[track_caller]
fn wins_on_just(law: &Law<'_>, wagers: &[(String, Vec<u8>)], odds: &str, profit: &str, cite: &str) {
    let bets: Vec<String> = wagers.iter().map(|(wager, _)| format!("ann bets 10 on {wager}")).collect();
    for ball in 0..=36 {
        let rows = law.bets(&format!("{}; ball {ball}", bets.join("; ")));
        for (row, (_, numbers)) in rows.into_iter().zip(wagers) {
            match numbers.contains(&ball) {
                true => row.won(odds, profit).cites(&[cite]),
                false if ball == 0 && numbers.len() == 18 => row.halved("-5.00").cites(&["reg. 3(6)", cite]),
                false => row.lost().cites(&[cite]),
            };
        }
    }
}

fn the_bank_is_the_licence_holders(law: &Law<'_>) {
    law.inadmissible("bank ann 500; ben bets 10 on red", 2, "reg. 3(2)");
    law.inadmissible("ann bets 10 on red; bank ben 0.01", 3, "reg. 3(2)");
    law.accepts("bank house; ann bets 10 on red; ball 1");
    law.accepts("bank house 500; ann bets 10 on red; ball 1");
}

fn what_the_players_win_the_bank_pays(law: &Law<'_>) {
    let verdict = law.verdict("ann bets 10 on straight 1; ben bets 7 on black; ann bets 4 on red; ball 1");
    let net: Vec<String> = verdict.net.iter().map(|(name, sum)| format!("{name} {sum}")).collect();
    assert_eq!(net, ["ann 354.00", "ben -7.00"]);
    assert_eq!(verdict.bank.to_string(), "-347.00");
}

fn the_ball_falls_on_a_number_from_0_to_36(law: &Law<'_>) {
    for ball in 0..=36 {
        law.last(&format!("ann bets 1 on numbers {ball}; ball {ball}")).won("35 to 1", "35.00");
    }
    for ball in ["37", "38", "99", "4000000000", "00"] {
        law.inadmissible(&format!("ann bets 1 on red; ball {ball}"), 3, "reg. 3(4)");
    }
}

fn the_numbers_may_stand_in_any_order_each_once(law: &Law<'_>) {
    let wheel = |numbers: Vec<u8>| {
        format!("house wheel={}; ann bets 1 on straight 0; ball 0", words(&numbers).replace(' ', ","))
    };
    law.last(&wheel((0..=36).collect())).won("35 to 1", "35.00");
    law.last(&wheel((0..=36).rev().collect())).won("35 to 1", "35.00");
    law.inadmissible(&wheel((0..=35).collect()), 2, "reg. 3(4)");
    law.inadmissible(&wheel((0..=37).collect()), 2, "reg. 3(4)");
    law.inadmissible(&wheel((0..=36).chain([0]).collect()), 2, "reg. 3(4)");
    law.inadmissible(&wheel((0..=35).chain([0]).collect()), 2, "reg. 3(4)");
    law.inadmissible(
        &format!("house wheel={},00", words(&(0..=36).collect::<Vec<_>>()).replace(' ', ",")),
        2,
        "reg. 3(4)",
    );
}

fn one_ball_decides_a_spin(law: &Law<'_>) {
    law.inadmissible("ann bets 1 on straight 0; ball 1; ball 0", 4, "");
    law.inadmissible("ann bets 1 on straight 0; ball 1; next hand; ball 0; ball 1", 6, "");
    law.inadmissible("ann bets 1 on straight 0; void spin", 3, "");
    law.bet(1, "ann bets 1 on straight 0; ball 1; next hand; ball 0").lost();
}

fn no_other_count_of_numbers_is_a_wager(law: &Law<'_>) {
    let lawful = [1, 2, 3, 4, 6, 12, 18, 24];
    for count in 1..=36_u8 {
        let bet = format!("ann bets 10 on numbers {}", words(&(1..=count).collect::<Vec<_>>()));
        if lawful.contains(&count) {
            law.accepts(&bet);
        } else {
            law.refuses(&bet, "reg. 3(5)");
        }
    }
    law.refuses(&format!("ann bets 10 on numbers {}", words(&(0..=36).collect::<Vec<_>>())), "reg. 3(5)");
}

fn what_is_no_set_of_numbers_is_refused(law: &Law<'_>) {
    let wagers = [
        "numbers",
        "numbers 17 17",
        "numbers 37",
        "numbers -1",
        "numbers 1 two",
        "straight 1 2",
        "straight 37",
        "split 17",
        "split 17 17",
        "street 1 2",
        "corner 1 2 4",
        "six-line 1 2 3 4 5",
        "dozen 4",
        "dozen",
        "column 0",
        "two-dozens 1",
        "two-dozens 1 1",
        "two-columns 3 4",
        "green",
        "red 1",
        "reds",
        "hand",
        "17",
        "orphans",
    ];
    for wager in wagers {
        law.refuses(&format!("ann bets 10 on {wager}; ball 17"), "reg. 3(5)");
    }
    law.refuses("ann bets 10 on red; ann bets 10 behind 1", "reg. 3(5)");
}

fn names_are_shorthand_for_sets(law: &Law<'_>) {
    let same = |name: &str, numbers: &[u8]| {
        for ball in 0..=36 {
            let bets = law.bets(&format!(
                "ann bets 2 on {name}; ann bets 2 on numbers {}; ball {ball}",
                words(numbers)
            ));
            let found: Vec<String> = bets.iter().map(Bet::summary).collect();
            assert_eq!(found[0], found[1], "{name} at {ball}");
        }
    };
    let where_is = |test: fn(u8) -> bool| (1..=36).filter(|n| test(*n)).collect::<Vec<u8>>();
    same("red", &RED);
    same("black", &(1..=36).filter(|n| !RED.contains(n)).collect::<Vec<_>>());
    same("odd", &where_is(|n| n % 2 == 1));
    same("even", &where_is(|n| n % 2 == 0));
    same("low", &where_is(|n| n <= 18));
    same("high", &where_is(|n| n > 18));
    for third in 0..3_u8 {
        let dozen = |n: &u8| (n - 1) / 12 == third;
        let column = |n: &u8| (n - 1) % 3 == third;
        same(&format!("dozen {}", third + 1), &(1..=36).filter(dozen).collect::<Vec<_>>());
        same(&format!("column {}", third + 1), &(1..=36).filter(column).collect::<Vec<_>>());
        let two: Vec<String> = (0..3).filter(|t| *t != third).map(|t| (t + 1).to_string()).collect();
        same(&format!("two-dozens {}", two.join(" ")), &(1..=36).filter(|n| !dozen(n)).collect::<Vec<_>>());
        same(&format!("two-columns {}", two.join(" ")), &(1..=36).filter(|n| !column(n)).collect::<Vec<_>>());
    }
    same("straight 0", &[0]);
    same("split 0 36", &[0, 36]);
    same("street 16 17 18", &[16, 17, 18]);
    same("corner 1 20 3 35", &[1, 3, 20, 35]);
    same("six-line 31 32 33 34 35 36", &[31, 32, 33, 34, 35, 36]);
}

fn one_number_wins_35_to_1(law: &Law<'_>) {
    wins_on_just(law, &on_numbers((0..=36).map(|n| vec![n]).collect()), "35 to 1", "350.00", "reg. 3(5)(a)");
}

fn two_numbers_win_17_to_1(law: &Law<'_>) {
    let pairs = (0..=36).flat_map(|a| (0..a).map(move |b| vec![a, b])).collect();
    wins_on_just(law, &on_numbers(pairs), "17 to 1", "170.00", "reg. 3(5)(b)");
}

fn three_numbers_win_11_to_1(law: &Law<'_>) {
    wins_on_just(law, &on_numbers(sets(3)), "11 to 1", "110.00", "reg. 3(5)(c)");
}

fn four_numbers_win_8_to_1(law: &Law<'_>) {
    wins_on_just(law, &on_numbers(sets(4)), "8 to 1", "80.00", "reg. 3(5)(d)");
}

fn six_numbers_win_5_to_1(law: &Law<'_>) {
    wins_on_just(law, &on_numbers(sets(6)), "5 to 1", "50.00", "reg. 3(5)(e)");
}

fn twelve_numbers_win_2_to_1(law: &Law<'_>) {
    wins_on_just(law, &on_numbers(sets(12)), "2 to 1", "20.00", "reg. 3(5)(f)");
}

fn eighteen_numbers_win_1_to_1(law: &Law<'_>) {
    let without_zero = sets(18).into_iter().filter(|set| !set.contains(&0)).collect();
    wins_on_just(law, &on_numbers(without_zero), "1 to 1", "10.00", "reg. 3(5)(g)");
}

fn a_zero_is_never_among_eighteen(law: &Law<'_>) {
    for set in sets(18).into_iter().filter(|set| set.contains(&0)) {
        law.refuses(&format!("ann bets 10 on numbers {}; ball 0", words(&set)), "reg. 3(5)(g)");
    }
}

fn twenty_four_numbers_win_1_to_2(law: &Law<'_>) {
    wins_on_just(law, &on_numbers(sets(24)), "1 to 2", "5.00", "reg. 3(5)(h)");
}

fn half_a_stake_must_come_out_in_whole_pence(law: &Law<'_>) {
    law.last("ann bets 0.02 on two-dozens 1 2; ball 1").won("1 to 2", "0.01");
    for stake in ["0.01", "0.03", "99.99", "999999999999.99"] {
        law.refuses(&format!("ann bets {stake} on two-dozens 1 2; ball 1"), "reg. 3(5)(h)");
    }
}

fn a_zero_shares_the_eighteen_numbers(law: &Law<'_>) {
    for name in ["red", "black", "odd", "even", "low", "high"] {
        let bet = law.last(&format!("ann bets 10 on {name}; ball 0"));
        bet.halved("-5.00").cites(&["reg. 3(6)", "reg. 3(5)(g)"]);
    }
    law.last("ann bets 0.02 on red; ball 0").halved("-0.01");
    let verdict = law.verdict("ann bets 10 on red; ben bets 30 on low; ball 0");
    assert_eq!(verdict.bank.to_string(), "20.00");
}

fn a_zero_shares_no_other_wager(law: &Law<'_>) {
    for size in [1, 2, 3, 4, 6, 12, 24_u8] {
        law.last(&format!("ann bets 10 on numbers {}; ball 0", words(&(1..=size).collect::<Vec<_>>())))
            .lost();
    }
}

fn the_shared_half_must_come_out_in_whole_pence(law: &Law<'_>) {
    for stake in ["0.01", "7.77", "1.01"] {
        law.refuses(&format!("ann bets {stake} on red; ball 1"), "reg. 3(6)");
        law.accepts(&format!("ann bets {stake} on dozen 1; ball 1"));
    }
}
