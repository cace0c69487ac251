//! Touch 21 (section 7).

use croupier_kit::Rank;
use croupier_rules::contract::{Face, Fall, Game, Seated, Turn};
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack};

use super::boxes::{self, ALONE, BEHIND, Clauses};
use super::decisions;
use crate::boxes::{dealt, rules};
use crate::law::{Law, laws};

laws! { "mpumalanga/touch-21":
    "7.2" => the_dealer_draws_on_a_soft_17_and_stands_on_a_hard_one,
    "7.2" => the_score_nearer_to_21_wins,
    "7.2" => a_dealers_blackjack_takes_doubles_and_splits,
    "7.2(1)" => bets_are_invited_once,
    "7.2(2)" => the_players_of_a_box_agree_who_calls_it,
    "7.2(2)" => without_a_word_the_first_bet_calls,
    "7.2(3)" => bets_after_the_close_are_refused,
    "7.2(3)" => each_box_gets_two_cards_and_the_dealer_one,
    "7.2(4)" => the_cards_of_a_box_are_its_own_to_see,
    "7.2(5)" => a_blackjack_is_turned_for_all_to_see,
    "7.2(6)" => insurance_against_an_ace_is_open_to_any_hand,
    "7.2(6)" => insurance_is_at_most_half_and_before_any_decision,
    "7.2(7)(a)" => a_player_who_stands_takes_no_card,
    "7.2(7)(b)" => a_player_draws_until_he_stands_or_is_over,
    "7.2(7)(c)" => two_cards_may_be_doubled_for_one_more,
    "7.2(7)(c)" => a_player_behind_doubles_or_keeps_his_stake,
    "7.2(7)(d)" => a_pair_may_be_split,
    "7.2(7)(d)" => the_hands_of_a_split_are_played_one_after_the_other,
    "7.2(7)(d)" => a_box_is_split_to_four_hands,
    "7.2(7)(d)" => split_aces_are_played_like_any_other_hand,
    "7.2(7)(d)" => a_player_behind_splits_or_names_a_hand,
    "7.2(8)" => there_is_no_surrender,
    "7.2(9)" => blackjack_is_paid_3_to_2_at_once,
    "7.2(9)" => against_an_ace_or_a_ten_blackjack_waits,
    "7.2(9)" => twenty_one_on_a_split_hand_is_not_blackjack,
    "7.2(10)" => after_the_cutting_card_the_cards_are_shuffled_and_cut,
    "7.2(10)" => a_shuffling_machine_has_no_cutting_card,
    "7.3" => there_are_seven_boxes,
    "7.4" => the_cards_are_shuffled_between_hands,
    "7.5" => one_pack_or_two_are_used,
    "7.6" => bets_are_untouched_during_play,
    "7.7" => insurance_is_paid_2_to_1,
    "7.7" => even_money_settles_a_blackjack_at_1_to_1,
    "7.7" => every_win_is_paid_at_the_odds_laid_down,
    "7.7" => stakes_that_cannot_be_paid_exactly_are_refused,
}

const CLAUSES: Clauses = Clauses {
    game: "7.2",
    places: "7.2(1)",
    caller: "7.2(2)",
    late: "7.2(3)",
    stand: "7.2(7)(a)",
    draw: "7.2(7)(b)",
    double: "7.2(7)(c)",
    split: "7.2(7)(d)",
    blackjack: "7.2(9)",
    cut: "7.2(10)",
    boxes: "7.3",
    shuffle: "7.4",
    packs: "7.5",
    hands_off: "7.6",
    pays: "7.7",
};

fn the_dealer_draws_on_a_soft_17_and_stands_on_a_hard_one(law: &Law<'_>) {
    let draws = ["T6", "97", "A5", "82", "A6", "6A", "A24", "A33", "T24"];
    let stops = ["T7", "98", "A7", "T8", "KQ", "A6T", "A64", "T6A", "T65", "T6T"];
    boxes::the_dealer_draws(law, &CLAUSES, &draws, &stops);
}

fn the_score_nearer_to_21_wins(law: &Law<'_>) {
    boxes::every_hand_is_won_void_or_lost(law, &CLAUSES);
}

fn a_dealers_blackjack_takes_doubles_and_splits(law: &Law<'_>) {
    boxes::a_dealers_blackjack_takes_doubles_and_splits(law, &CLAUSES);
}

fn bets_are_invited_once(law: &Law<'_>) {
    boxes::bets_are_invited_once(law, &CLAUSES);
}

fn the_players_of_a_box_agree_who_calls_it(law: &Law<'_>) {
    let agreed = format!("{BEHIND}; ben calls box 1");
    for decision in ["stands", "draws", "doubles", "splits"] {
        law.inadmissible(&format!("{agreed}; cards 8 6 8; ann {decision}"), 6, "7.2(2)");
        law.accepts(&format!("{agreed}; cards 8 6 8; ben {decision}"));
    }
    // The last word holds; the other players follow the new caller.
    law.accepts(&format!("{agreed}; ann calls box 1; cards 9 6 8; ann stands"));
    let split = format!(
        "{agreed}; cards 8 6 8; ben splits; ann follows 1.2; cards T; ben stands; cards 3; ben stands"
    );
    law.bet(1, &split).standing().hand("1.2");
    law.bet(3, &split).standing().hand("1.2").staked("50.00").belongs("box 1", 2);
    // Only a player with a bet on the box, and before the first card.
    law.inadmissible(&format!("{BEHIND}; cal calls box 1"), 4, "7.2(2)");
    law.inadmissible(&format!("{BEHIND}; ben calls box 2"), 4, "7.2(2)");
    law.inadmissible(&format!("{BEHIND}; cards 8; ben calls box 1"), 5, "7.2(2)");
    // Who takes his bet back no longer calls.
    law.accepts(&format!("{agreed}; ben takes back 2; cards 9 6 8; ann stands"));
}

fn without_a_word_the_first_bet_calls(law: &Law<'_>) {
    boxes::calls(law, &CLAUSES, &format!("{ALONE}; cards 8 6 8"), "ann", &["ben", "cal"]);
    law.inadmissible(&format!("{BEHIND}; cards 8 6 8; ben stands"), 5, "7.2(2)");
    law.accepts(&format!("{BEHIND}; cards 8 6 8; ann stands"));
}

fn bets_after_the_close_are_refused(law: &Law<'_>) {
    boxes::late_bets_are_refused(law, &CLAUSES);
}

fn each_box_gets_two_cards_and_the_dealer_one(law: &Law<'_>) {
    boxes::the_first_cards(law, &CLAUSES);
}

/// Box 1 has 9 and 7, box 2 has 5 and this; the dealer 6.
const fn two_boxes(last: Rank) -> [Rank; 5] {
    [Rank::Nine, Rank::Five, Rank::Six, Rank::Seven, last]
}

fn the_cards_of_a_box_are_its_own_to_see(law: &Law<'_>) {
    let rules = rules(law);
    let (one, other) = (dealt(&rules, two_boxes(Rank::Four)), dealt(&rules, two_boxes(Rank::Eight)));
    assert_eq!(rules.view(&one, 0), rules.view(&other, 0), "box 1 sees what box 2 has");
    assert_ne!(rules.view(&one, 1), rules.view(&other, 1), "box 2 does not see its own cards");
    // Box 1 sees its own, how many the other has, and the dealer's open card.
    let seen = rules.view(&one, 0);
    assert_eq!(seen.at(0), one.at(0));
    assert_eq!(seen.at(1).hands()[0].cards(), 2);
    assert_eq!(seen.dealer(), one.dealer());
    assert_eq!(faces(&rules), [Face::Down, Face::Down, Face::Up, Face::Down, Face::Down]);
}

/// Which way the first cards of two boxes and the dealer lie.
fn faces(rules: &Seated<Blackjack, BOXES_MAX>) -> Vec<Face> {
    let mut deal = rules.open(croupier_rules::contract::Positions::first(2));
    let mut faces = Vec::new();
    for rank in two_boxes(Rank::Four) {
        if let Turn::Chance(Fall { face, .. }) = rules.turn(&deal) {
            faces.push(face);
        }
        rules.fall_unchecked(&mut deal, rank);
    }
    faces
}

fn a_blackjack_is_turned_for_all_to_see(law: &Law<'_>) {
    let rules = rules(law);
    let ten = [Rank::Ace, Rank::Five, Rank::Six, Rank::Ten, Rank::Eight];
    let deal = dealt(&rules, ten);
    assert_eq!(rules.view(&deal, 1).at(0), deal.at(0), "box 2 does not see the blackjack of box 1");
    // Twenty is nobody's business, and box 2 keeps its own cards.
    let twenty = dealt(&rules, [Rank::Ten, Rank::Five, Rank::Six, Rank::Ten, Rank::Eight]);
    assert_ne!(rules.view(&twenty, 1).at(0), twenty.at(0));
    assert_ne!(rules.view(&deal, 0).at(1), deal.at(1));
}

fn insurance_against_an_ace_is_open_to_any_hand(law: &Law<'_>) {
    for own in ["T9", "88", "22", "AT"] {
        let (first, second) = own.split_at(1);
        let insured = format!("{ALONE}; cards {first} A {second}; ann insures 50 on 1");
        law.last(&insured).standing().belongs("insurance 1", 1);
    }
    boxes::insurance_is_paid_2_to_1(law, &["7.2(6)", "7.7"]);
}

fn insurance_is_at_most_half_and_before_any_decision(law: &Law<'_>) {
    boxes::insurance_is_at_most_half_against_an_ace_before_any_decision(law, "7.2(6)");
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
    let (yes, no): (&[&str], &[&str]) = (&["true", "false"], &["yes"]);
    let keys: [(&str, &[&str], &[&str]); 5] = [
        ("split-tens", &["value", "rank"], &["suit"]),
        ("max-hands", &["2", "8"], &["1", "9"]),
        ("original-bets-only", yes, no),
        ("even-money", yes, no),
        ("shuffler", yes, no),
    ];
    boxes::settings(law, &keys, "");
}

fn split_aces_are_played_like_any_other_hand(law: &Law<'_>) {
    let apart = format!("{ALONE}; cards A 6 A; ann splits");
    let round =
        format!("{apart}; cards 2; ann draws; cards 7; ann stands; cards 9; ann doubles; cards A; cards T 3");
    law.bet(1, &round).won("1 to 1", "100.00").hand("1.1");
    law.bet(2, &round).won("1 to 1", "200.00").hand("1.2").staked("200.00");
    let again = format!("{apart}; cards A; ann splits; cards 5; ann stands; cards A; ann splits");
    assert_eq!(law.bets(&again).len(), 4);
    law.inadmissible(&format!("{again}; cards A; ann splits"), 12, "7.2(7)(d)");
}

fn a_player_behind_splits_or_names_a_hand(law: &Law<'_>) {
    decisions::a_player_behind_splits_or_names_a_hand(law, &CLAUSES);
}

fn there_is_no_surrender(law: &Law<'_>) {
    for dealer in ["2", "9", "T", "A"] {
        law.inadmissible(&format!("{ALONE}; cards T {dealer} 6; ann surrenders"), 4, "7.2(8)");
    }
    law.inadmissible(&format!("house surrender=true; {ALONE}"), 2, "");
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

fn after_the_cutting_card_the_cards_are_shuffled_and_cut(law: &Law<'_>) {
    boxes::after_the_cutting_card_the_cards_are_shuffled_and_cut(law, &CLAUSES);
}

fn a_shuffling_machine_has_no_cutting_card(law: &Law<'_>) {
    boxes::a_shuffling_machine_has_no_cutting_card(law, &CLAUSES);
}

fn there_are_seven_boxes(law: &Law<'_>) {
    boxes::there_are_seven_boxes(law, &CLAUSES);
}

fn the_cards_are_shuffled_between_hands(law: &Law<'_>) {
    boxes::cards_are_shuffled_between_hands(law, &CLAUSES);
}

fn one_pack_or_two_are_used(law: &Law<'_>) {
    boxes::the_packs(law, &CLAUSES, &[1, 2], &["0", "3", "4", "8", "two"]);
    boxes::the_shoe_runs_on_over_hands(law, &CLAUSES, 2);
}

fn bets_are_untouched_during_play(law: &Law<'_>) {
    boxes::bets_are_untouched_during_play(law, &CLAUSES);
}

fn insurance_is_paid_2_to_1(law: &Law<'_>) {
    boxes::insurance_is_paid_2_to_1(law, &["7.2(6)", "7.7"]);
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
