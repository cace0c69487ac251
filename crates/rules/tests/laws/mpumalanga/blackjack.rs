//! Standard blackjack (section 4).

use super::boxes::{self, ALONE, BEHIND, Clauses};
use super::decisions;
use crate::law::{Law, laws};

laws! { "mpumalanga/blackjack":
    "4.2" => the_dealer_draws_to_16_and_stands_on_17,
    "4.2" => the_score_nearer_to_21_wins,
    "4.2" => a_dealers_blackjack_takes_doubles_and_splits,
    "4.2" => the_house_chooses_its_version,
    "4.2(1)" => bets_are_invited_once,
    "4.2(2)" => the_first_bet_on_a_box_calls_it,
    "4.2(3)" => bets_after_the_close_are_refused,
    "4.2(3)" => each_box_gets_two_cards_and_the_dealer_one,
    "4.2(4)(a)" => surrender_returns_half_at_once,
    "4.2(4)(a)" => surrender_is_the_first_decision_and_not_against_an_ace,
    "4.2(4)(b)" => a_player_who_stands_takes_no_card,
    "4.2(4)(c)" => a_player_draws_until_he_stands_or_is_over,
    "4.2(4)(d)" => two_cards_may_be_doubled_for_one_more,
    "4.2(4)(d)" => a_player_behind_doubles_or_keeps_his_stake,
    "4.2(4)(e)" => a_pair_may_be_split,
    "4.2(4)(e)" => the_hands_of_a_split_are_played_one_after_the_other,
    "4.2(4)(e)" => a_box_is_split_to_four_hands,
    "4.2(4)(e)" => aces_are_split_once_and_get_one_card_each,
    "4.2(4)(e)" => a_player_behind_splits_or_names_a_hand,
    "4.2(5)" => blackjack_is_paid_3_to_2_at_once,
    "4.2(5)" => against_an_ace_or_a_ten_blackjack_waits,
    "4.2(5)" => twenty_one_on_a_split_hand_is_not_blackjack,
    "4.2(6)" => after_the_cutting_card_the_shoe_is_shuffled_and_cut,
    "4.2(6)" => a_shuffling_machine_has_no_cutting_card,
    "4.3" => there_are_seven_boxes,
    "4.4" => the_shoe_is_shuffled_between_hands,
    "4.5" => the_shoe_has_four_to_eight_packs,
    "4.6" => bets_are_untouched_during_play,
    "4.7" => insurance_is_paid_2_to_1,
    "4.7" => insurance_is_at_most_half_against_an_ace_before_any_decision,
    "4.7" => even_money_settles_a_blackjack_at_1_to_1,
    "4.7" => every_win_is_paid_at_the_odds_laid_down,
    "4.7" => stakes_that_cannot_be_paid_exactly_are_refused,
}

const CLAUSES: Clauses = Clauses {
    game: "4.2",
    places: "4.2(1)",
    caller: "4.2(2)",
    late: "4.2(3)",
    stand: "4.2(4)(b)",
    draw: "4.2(4)(c)",
    double: "4.2(4)(d)",
    split: "4.2(4)(e)",
    blackjack: "4.2(5)",
    cut: "4.2(6)",
    boxes: "4.3",
    shuffle: "4.4",
    packs: "4.5",
    hands_off: "4.6",
    pays: "4.7",
};

fn the_dealer_draws_to_16_and_stands_on_17(law: &Law<'_>) {
    let draws = ["T6", "97", "A5", "82", "A23", "5434", "T24"];
    let stops = ["T7", "A6", "A7", "T8", "KQ", "A24", "T65", "T6T", "65T"];
    boxes::the_dealer_draws(law, &CLAUSES, &draws, &stops);
}

fn the_score_nearer_to_21_wins(law: &Law<'_>) {
    boxes::every_hand_is_won_void_or_lost(law, &CLAUSES);
}

fn a_dealers_blackjack_takes_doubles_and_splits(law: &Law<'_>) {
    boxes::a_dealers_blackjack_takes_doubles_and_splits(law, &CLAUSES);
}

fn the_house_chooses_its_version(law: &Law<'_>) {
    let yes_or_no: (&[&str], &[&str]) = (&["true", "false"], &["yes", "1"]);
    let keys = ["surrender", "original-bets-only", "even-money", "shuffler"];
    let mut settings: Vec<(&str, &[&str], &[&str])> = vec![
        ("split-tens", &["value", "rank"], &["suit", "true"]),
        ("split-aces", &["one-card", "play-on"], &["two-cards"]),
        ("max-hands", &["2", "4", "8"], &["1", "9", "many"]),
    ];
    settings.extend(keys.map(|key| (key, yes_or_no.0, yes_or_no.1)));
    boxes::settings(law, &settings, "4.2");
}

fn bets_are_invited_once(law: &Law<'_>) {
    boxes::bets_are_invited_once(law, &CLAUSES);
}

fn the_first_bet_on_a_box_calls_it(law: &Law<'_>) {
    boxes::calls(law, &CLAUSES, &format!("{ALONE}; cards 8 6 8"), "ann", &["ben", "cal"]);
    let dealt = format!("{BEHIND}; cards 8 6 8");
    for decision in ["stands", "draws", "doubles", "splits", "surrenders"] {
        law.inadmissible(&format!("{dealt}; ben {decision}"), 5, "4.2(2)");
        law.accepts(&format!("{dealt}; ann {decision}"));
    }
    // When the first bet is taken back the next calls; nobody is agreed upon here.
    law.accepts(&format!("{BEHIND}; ann takes back 1; cards 8 6 8; ben stands"));
    law.inadmissible(&format!("{BEHIND}; ben calls box 1"), 4, "");
    // A bet that was refused calls nothing.
    law.verdict("ben bets 0.01 on box 1; ann bets 10 on box 1; cards 8 6 8; ann stands");
}

fn bets_after_the_close_are_refused(law: &Law<'_>) {
    boxes::late_bets_are_refused(law, &CLAUSES);
}

fn each_box_gets_two_cards_and_the_dealer_one(law: &Law<'_>) {
    boxes::the_first_cards(law, &CLAUSES);
}

fn surrender_returns_half_at_once(law: &Law<'_>) {
    for own in ["T6", "88", "22", "A7"] {
        let (first, second) = own.split_at(1);
        for dealer in ["2", "6", "9", "T", "K"] {
            let round = format!("{BEHIND}; cards {first} {dealer} {second}; ann surrenders");
            law.bet(1, &round).surrendered("-50.00").cites(&["4.2(4)(a)"]);
            law.bet(2, &round).surrendered("-25.00").cites(&["4.2(4)(a)"]);
            law.accepts(&format!("{round}; next hand"));
        }
    }
    // Whatever the dealer makes later.
    let later =
        "ann bets 100 on box 1; ben bets 100 on box 2; cards T T T 6 9; ann surrenders; ben stands; cards A";
    law.bet(1, later).surrendered("-50.00");
    law.bet(2, later).lost();
}

fn surrender_is_the_first_decision_and_not_against_an_ace(law: &Law<'_>) {
    let refused = |round: &str, line| law.inadmissible(round, line, "4.2(4)(a)");
    refused(&format!("{ALONE}; cards T A 6; ann surrenders"), 4);
    refused(&format!("{ALONE}; cards 2 9 3; ann draws; cards 4; ann surrenders"), 6);
    refused(&format!("{ALONE}; cards 8 9 8; ann splits; cards 3; ann surrenders"), 6);
    refused(&format!("{ALONE}; cards A 9 T; ann surrenders"), 4);
    refused(&format!("{ALONE}; cards T 9; ann surrenders"), 4);
    refused(&format!("house surrender=false; {ALONE}; cards T 9 6; ann surrenders"), 5);
    law.accepts(&format!("house surrender=true; {ALONE}; cards T 9 6; ann surrenders"));
    // Another box may have decided before.
    law.accepts("ann bets 10 on box 1; ben bets 10 on box 2; cards T T 9 6 6; ann stands; ben surrenders");
}

fn a_player_who_stands_takes_no_card(law: &Law<'_>) {
    decisions::a_player_who_stands_takes_no_card(law, &CLAUSES);
}

fn a_player_draws_until_he_stands_or_is_over(law: &Law<'_>) {
    decisions::a_player_draws_until_he_stands_or_is_over(law, &CLAUSES);
}

fn two_cards_may_be_doubled_for_one_more(law: &Law<'_>) {
    decisions::two_cards_may_be_doubled(law, &CLAUSES);
}

fn a_player_behind_doubles_or_keeps_his_stake(law: &Law<'_>) {
    decisions::a_player_behind_doubles_or_keeps_his_stake(law, &CLAUSES);
}

fn a_pair_may_be_split(law: &Law<'_>) {
    decisions::a_pair_may_be_split(law, &CLAUSES);
}

fn the_hands_of_a_split_are_played_one_after_the_other(law: &Law<'_>) {
    decisions::the_hands_of_a_split_are_played_one_after_the_other(law, &CLAUSES);
}

fn a_box_is_split_to_four_hands(law: &Law<'_>) {
    decisions::a_box_is_split_to_four_hands(law, &CLAUSES);
}

fn aces_are_split_once_and_get_one_card_each(law: &Law<'_>) {
    let apart = format!("{ALONE}; cards A 6 A; ann splits; cards 2 9");
    let round = format!("{apart}; cards T 3");
    law.bet(1, &round).lost().hand("1.1");
    law.bet(2, &round).won("1 to 1", "100.00").hand("1.2");
    law.inadmissible(&format!("{apart}; ann draws"), 6, "4.2(4)(c)");
    law.inadmissible(&format!("{ALONE}; cards A 6 A; ann splits; cards A; ann splits"), 6, "4.2(4)(e)");
    // Where the house lets them be played on, they are still split once.
    let on = format!("house split-aces=play-on; {ALONE}; cards A 6 A; ann splits; cards");
    law.accepts(&format!("{on} 2; ann draws; cards 3; ann stands; cards 9; ann doubles; cards T"));
    law.inadmissible(&format!("{on} A; ann splits"), 7, "4.2(4)(e)");
}

fn a_player_behind_splits_or_names_a_hand(law: &Law<'_>) {
    decisions::a_player_behind_splits_or_names_a_hand(law, &CLAUSES);
}

fn blackjack_is_paid_3_to_2_at_once(law: &Law<'_>) {
    boxes::blackjack_is_paid_3_to_2(law, &CLAUSES);
}

fn against_an_ace_or_a_ten_blackjack_waits(law: &Law<'_>) {
    boxes::against_an_ace_or_a_ten_blackjack_waits(law, &CLAUSES);
}

fn twenty_one_on_a_split_hand_is_not_blackjack(law: &Law<'_>) {
    boxes::twenty_one_on_a_split_hand_is_not_blackjack(law, &CLAUSES);
}

fn after_the_cutting_card_the_shoe_is_shuffled_and_cut(law: &Law<'_>) {
    boxes::after_the_cutting_card_the_cards_are_shuffled_and_cut(law, &CLAUSES);
}

fn a_shuffling_machine_has_no_cutting_card(law: &Law<'_>) {
    boxes::a_shuffling_machine_has_no_cutting_card(law, &CLAUSES);
}

fn there_are_seven_boxes(law: &Law<'_>) {
    boxes::there_are_seven_boxes(law, &CLAUSES);
}

fn the_shoe_is_shuffled_between_hands(law: &Law<'_>) {
    boxes::cards_are_shuffled_between_hands(law, &CLAUSES);
}

fn the_shoe_has_four_to_eight_packs(law: &Law<'_>) {
    boxes::the_packs(law, &CLAUSES, &[4, 5, 6, 7, 8], &["0", "1", "3", "9", "six"]);
    boxes::the_shoe_runs_on_over_hands(law, &CLAUSES, 6);
}

fn bets_are_untouched_during_play(law: &Law<'_>) {
    boxes::bets_are_untouched_during_play(law, &CLAUSES);
}

fn insurance_is_paid_2_to_1(law: &Law<'_>) {
    boxes::insurance_is_paid_2_to_1(law, &["4.7"]);
}

fn insurance_is_at_most_half_against_an_ace_before_any_decision(law: &Law<'_>) {
    boxes::insurance_is_at_most_half_against_an_ace_before_any_decision(law, "4.7");
}

fn even_money_settles_a_blackjack_at_1_to_1(law: &Law<'_>) {
    boxes::even_money_settles_a_blackjack_at_1_to_1(law, &CLAUSES);
}

fn every_win_is_paid_at_the_odds_laid_down(law: &Law<'_>) {
    law.last(&format!("{ALONE}; cards A 6 T")).won("3 to 2", "150.00");
    law.last(&format!("{ALONE}; cards T 6 9; ann stands; cards T T")).won("1 to 1", "100.00");
    law.last(&format!("{ALONE}; cards T A 9; ann insures 50 on 1; ann stands; cards T"))
        .won("2 to 1", "100.00");
}

fn stakes_that_cannot_be_paid_exactly_are_refused(law: &Law<'_>) {
    boxes::stakes_that_cannot_be_paid_exactly_are_refused(law, &CLAUSES);
}
