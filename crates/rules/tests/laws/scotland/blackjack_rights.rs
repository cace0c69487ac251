//! Blackjack: the side wager against an Ace, doubling and separating (reg. 6(7), 6(8), 6(9)).

use crate::law::{Law, laws};

laws! { "scotland-1970/blackjack":
    "reg. 6(7)" => the_side_wager_wins_2_to_1_when_the_bankers_second_card_is_a_ten,
    "reg. 6(7)" => it_needs_21_in_two_cards_against_an_ace,
    "reg. 6(7)" => it_is_at_most_half_of_the_initial_wager,
    "reg. 6(7)" => it_comes_before_the_first_decision,
    "reg. 6(8)" => nine_ten_and_eleven_in_two_cards_may_be_doubled,
    "reg. 6(8)" => no_other_score_and_no_third_card_may_be_doubled,
    "reg. 6(8)" => a_doubled_hand_gets_one_card_and_no_more,
    "reg. 6(9)" => pairs_may_be_separated_but_for_fours_fives_and_tens,
    "reg. 6(9)" => only_two_cards_of_equal_value_are_a_pair,
    "reg. 6(9)" => a_further_stake_of_the_same_amount_lies_on_the_second_hand,
    "reg. 6(9)" => separated_aces_get_one_card_each,
    "reg. 6(9)(a)" => after_separating_21_in_two_cards_is_an_ordinary_21,
    "reg. 6(9)(b)" => a_separated_hand_has_no_side_wager,
    "reg. 6(9)(c)" => a_separated_hand_may_be_doubled_but_not_an_ace,
    "reg. 6(9)(d)" => a_hand_is_separated_once,
}

/// Two boxes with a bet each.
const BETS: &str = "ann bets 100 on box 1; ben bets 100 on box 2";

fn the_side_wager_wins_2_to_1_when_the_bankers_second_card_is_a_ten(law: &Law<'_>) {
    for second in ["T", "J", "Q", "K"] {
        let round = format!("{BETS}; cards A T A T 8; ann insures 50 on 1; ben stands; cards {second}");
        law.bet(1, &round).void().cites(&["reg. 6(5)"]);
        law.bet(2, &round).lost();
        law.bet(3, &round).won("2 to 1", "100.00").cites(&["reg. 6(7)"]).belongs("insurance 1", 1);
    }
    for second in ["A", "2", "3", "4", "5", "6", "7", "8", "9"] {
        let round = format!("{BETS}; cards A T A T 8; ann insures 50 on 1; ben stands; cards {second}");
        law.bet(3, &round).lost().cites(&["reg. 6(7)"]).belongs("insurance 1", 1);
    }
    // The next card decides it, whatever comes after.
    let over = format!("{BETS}; cards A T A T 8; ann insures 50 on 1; ben stands; cards 5 T T");
    law.bet(1, &over).won("3 to 2", "150.00");
    law.bet(3, &over).lost();
    let undecided = format!("{BETS}; cards A T A T 8; ann insures 50 on 1");
    law.bet(3, &undecided).standing();
}

fn it_needs_21_in_two_cards_against_an_ace(law: &Law<'_>) {
    for banker in ["2", "9", "T", "K"] {
        law.refuses(&format!("{BETS}; cards A T {banker} T 8; ann insures 50 on 1"), "reg. 6(7)");
    }
    law.refuses(&format!("{BETS}; cards 9 T A T 8; ann insures 50 on 1"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; cards A T A T 8; ben insures 50 on 2"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; cards A T A T 8; ben insures 50 on 1"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; cards A T A T 8; ann insures 50 on 2"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; cards A T A T 8; ann insures 50 on 3"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; ann insures 50 on 1"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; cards A T A T; ann insures 50 on 1"), "reg. 6(7)");
    law.inadmissible(&format!("{BETS}; cards A T A T 8; ann takes even money on 1"), 5, "");
}

fn it_is_at_most_half_of_the_initial_wager(law: &Law<'_>) {
    let dealt = format!("{BETS}; cards A T A T 8");
    for amount in ["0.01", "49.99", "50"] {
        law.last(&format!("{dealt}; ann insures {amount} on 1")).standing();
    }
    law.refuses(&format!("{dealt}; ann insures 50.01 on 1"), "reg. 6(7)");
    let in_parts = format!("{dealt}; ann insures 30 on 1; ann insures 20.01 on 1; ann insures 20 on 1");
    law.bet(3, &in_parts).standing();
    law.bet(4, &in_parts).refused("reg. 6(7)").belongs("insurance 1", 1);
    law.bet(5, &in_parts).standing();
}

fn it_comes_before_the_first_decision(law: &Law<'_>) {
    law.refuses(&format!("{BETS}; cards A T A T 8; ben stands; ann insures 50 on 1"), "reg. 6(7)");
    law.refuses(&format!("{BETS}; cards A T A T 8; ben stands; cards 5; ann insures 50 on 1"), "reg. 6(7)");
}

/// Hands of two cards by what they count; an Ace counts 11.
const NINE_TO_ELEVEN: [&str; 9] = ["72", "63", "54", "82", "73", "64", "92", "83", "65"];

fn nine_ten_and_eleven_in_two_cards_may_be_doubled(law: &Law<'_>) {
    for own in NINE_TO_ELEVEN.into_iter().chain(["55", "74"]) {
        let (first, second) = own.split_at(1);
        let round =
            format!("{BETS}; cards {first} T 6 {second} 8; ann doubles; cards 9; ben stands; cards T T");
        let cites = ["reg. 6(5)(a)", "reg. 6(6)(b)", "reg. 6(8)"];
        law.bet(1, &round).won("1 to 1", "200.00").staked("200.00").cites(&cites);
        assert_eq!(law.bets(&round).len(), 2, "a double takes no number");
    }
}

fn no_other_score_and_no_third_card_may_be_doubled(law: &Law<'_>) {
    for own in
        ["22", "32", "42", "52", "62", "44", "93", "84", "T3", "77", "T5", "88", "T7", "T8", "T9", "TT"]
    {
        let (first, second) = own.split_at(1);
        law.inadmissible(&format!("{BETS}; cards {first} T 6 {second} 8; ann doubles"), 5, "reg. 6(8)");
    }
    // An Ace counts 11: with an 8 it is 19, with another Ace 12 (reading S2).
    for other in ["A", "2", "3", "4", "5", "6", "7", "8", "9"] {
        law.inadmissible(&format!("{BETS}; cards A T 6 {other} 8; ann doubles"), 5, "reg. 6(8)");
    }
    law.inadmissible(&format!("{BETS}; cards 2 T 6 3 8; ann draws; cards 5; ann doubles"), 7, "reg. 6(8)");
    law.inadmissible(&format!("{BETS}; cards A T 6 T 8; ann doubles on 1"), 5, "reg. 6(8)");
}

fn a_doubled_hand_gets_one_card_and_no_more(law: &Law<'_>) {
    let doubled = format!("{BETS}; cards 6 T 6 5 8; ann doubles; cards 2");
    law.inadmissible(&format!("{doubled}; cards 2"), 7, "reg. 6(1)(e)");
    law.inadmissible(&format!("{doubled}; ann draws on 1"), 7, "reg. 6(1)(e)");
    law.inadmissible(&format!("{doubled}; ann stands on 1"), 7, "reg. 6(1)(e)");
    law.inadmissible(&format!("{doubled}; ann doubles on 1"), 7, "reg. 6(8)");
    law.inadmissible(&format!("{BETS}; cards 6 T 6 5 8; ann doubles; ben stands"), 6, "reg. 6(1)(e)");
    law.bet(1, &format!("{doubled}; ben stands; cards T T")).won("1 to 1", "200.00");
    law.bet(1, &format!("{doubled}; ben stands; cards T 5"))
        .lost()
        .staked("200.00")
        .cites(&["reg. 6(5)", "reg. 6(8)"]);
    law.bet(1, &format!("{BETS}; cards 6 T 7 5 8; ann doubles; cards 6; ben stands; cards T"))
        .void()
        .staked("200.00")
        .cites(&["reg. 6(5)", "reg. 6(8)"]);
}

fn pairs_may_be_separated_but_for_fours_fives_and_tens(law: &Law<'_>) {
    for pair in ["2", "3", "6", "7", "8", "9", "A"] {
        let round = format!("{BETS}; cards {pair} T 6 {pair} 8; ann splits");
        law.bet(1, &round).standing().hand("1.1");
        law.bet(3, &round).standing().hand("1.2").belongs("box 1", 1);
    }
    for pair in ["4", "5", "T", "J", "Q", "K"] {
        law.inadmissible(&format!("{BETS}; cards {pair} T 6 {pair} 8; ann splits"), 5, "reg. 6(9)");
    }
    for (first, second) in [("T", "J"), ("J", "Q"), ("Q", "K"), ("K", "T")] {
        law.inadmissible(&format!("{BETS}; cards {first} T 6 {second} 8; ann splits"), 5, "reg. 6(9)");
    }
}

fn only_two_cards_of_equal_value_are_a_pair(law: &Law<'_>) {
    for (first, second) in [("8", "9"), ("2", "3"), ("A", "2"), ("9", "T"), ("A", "9")] {
        law.inadmissible(&format!("{BETS}; cards {first} T 6 {second} 8; ann splits"), 5, "reg. 6(9)");
    }
    law.inadmissible(&format!("{BETS}; cards 2 T 6 3 8; ann draws; cards 2; ann splits"), 7, "reg. 6(9)");
}

fn a_further_stake_of_the_same_amount_lies_on_the_second_hand(law: &Law<'_>) {
    // A card to the first hand, which is played out; then a card to the second.
    let round = format!(
        "{BETS}; cards 8 T 6 8 8; ann splits; cards 2; ann draws on 1.1; cards 9; ann stands on 1.1; cards T; ann stands on 1.2; ben stands; cards T 3"
    );
    law.bet(1, &round).void().hand("1.1").staked("100.00");
    law.bet(3, &round).lost().hand("1.2").staked("100.00").belongs("box 1", 1);
    law.inadmissible(&format!("{BETS}; cards 8 T 6 8 8; ann splits; cards 2 2"), 6, "reg. 6(1)(e)");
    law.inadmissible(
        &format!("{BETS}; cards 8 T 6 8 8; ann splits; cards 2; ann stands on 1.2"),
        7,
        "reg. 6(1)(e)",
    );
    law.inadmissible(&format!("{BETS}; cards 8 T 6 8 8; ann splits; ann stands"), 6, "reg. 6(1)(e)");
}

fn separated_aces_get_one_card_each(law: &Law<'_>) {
    let apart = format!("{BETS}; cards A T 6 A 8; ann splits; cards 2 9");
    law.inadmissible(&format!("{apart}; cards 2"), 7, "reg. 6(1)(e)");
    law.inadmissible(&format!("{apart}; ann draws on 1.2"), 7, "reg. 6(1)(e)");
    law.inadmissible(&format!("{BETS}; cards A T 6 A 8; ann splits; cards 2; ann draws"), 7, "reg. 6(1)(e)");
    let round = format!("{apart}; ben stands; cards T 3");
    law.bet(1, &round).lost().hand("1.1");
    law.bet(3, &round).won("1 to 1", "100.00").hand("1.2");
}

fn after_separating_21_in_two_cards_is_an_ordinary_21(law: &Law<'_>) {
    let apart = format!("{BETS}; cards A T 6 A 8; ann splits; cards T K; ben stands");
    for (bet, hand) in [(1, "1.1"), (3, "1.2")] {
        let won = law.bet(bet, &format!("{apart}; cards T 3")).won("1 to 1", "100.00").hand(hand);
        won.cites(&["reg. 6(5)(b)", "reg. 6(6)(b)"]);
        // It ties with the banker's 21 in more cards, and loses to his 21 in two.
        law.bet(bet, &format!("{apart}; cards T 5")).void();
        let two_cards = format!("{BETS}; cards A T A A 8; ann splits; cards T K; ben stands; cards Q");
        law.bet(bet, &two_cards).lost();
    }
}

fn a_separated_hand_has_no_side_wager(law: &Law<'_>) {
    let apart = format!("{BETS}; cards A T A A 8; ann splits");
    law.refuses(&format!("{apart}; cards T; ann insures 50 on 1"), "reg. 6(7)");
    law.refuses(&format!("{apart}; cards T T; ann insures 50 on 1"), "reg. 6(7)");
    law.refuses(&format!("{apart}; cards T T; ann insures 50 on 1; ben stands; cards T"), "reg. 6(7)");
}

fn a_separated_hand_may_be_doubled_but_not_an_ace(law: &Law<'_>) {
    let round = format!(
        "{BETS}; cards 8 T 6 8 8; ann splits; cards 3; ann doubles on 1.1; cards T; cards 2; ann doubles on 1.2; cards 9; ben stands; cards T T"
    );
    for (bet, hand) in [(1, "1.1"), (3, "1.2")] {
        let won = law.bet(bet, &round).won("1 to 1", "200.00").staked("200.00").hand(hand);
        won.cites(&["reg. 6(5)(a)", "reg. 6(6)(b)", "reg. 6(8)"]);
    }
    for (card, score) in [("2", 10), ("4", 12), ("T", 18)] {
        let second = format!("{BETS}; cards 8 T 6 8 8; ann splits; cards {card}; ann doubles");
        if score == 10 { law.accepts(&second) } else { law.inadmissible(&second, 7, "reg. 6(8)") }
    }
    law.inadmissible(&format!("{BETS}; cards A T 6 A 8; ann splits; cards 9; ann doubles"), 7, "reg. 6(8)");
}

fn a_hand_is_separated_once(law: &Law<'_>) {
    let apart = format!("{BETS}; cards 8 T 6 8 8; ann splits; cards 8");
    law.inadmissible(&format!("{apart}; ann splits"), 7, "reg. 6(9)(d)");
    law.inadmissible(&format!("{apart}; ann stands; cards 8; ann splits on 1.2"), 9, "reg. 6(9)(d)");
    // Another box has its own pair.
    law.accepts(&format!(
        "{BETS}; cards 8 9 6 8 9; ann splits; cards T; ann stands; cards T; ann stands; ben splits"
    ));
}
