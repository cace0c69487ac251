//! Blackjack without a hole card.

use crate::law::{Law, laws};

laws! { "great-britain/blackjack":
    "blackjack 1" => there_are_seven_boxes,
    "blackjack 2" => the_higher_score_wins_1_to_1,
    "blackjack 3" => blackjack_wins_3_to_2,
    "blackjack 4" => the_dealer_has_one_card_and_stands_on_soft_17,
    "blackjack 5" => a_player_draws_or_stands_and_does_not_surrender,
    "blackjack 6" => a_bet_is_doubled_on_9_10_and_11,
    "blackjack 7" => pairs_are_split_to_four_hands_and_aces_once,
    "blackjack 8" => insurance_pays_2_to_1,
    "blackjack 9" => a_card_that_cannot_be_in_the_shoe_is_not_dealt,
}

const ONE: &str = "ann bets 100 on box 1";

fn there_are_seven_boxes(law: &Law<'_>) {
    law.accepts("ann bets 10 on box 7; ben bets 10 on box 7");
    law.refuses("ann bets 10 on box 8", "blackjack 1");
    law.inadmissible("house boxes=8; ann bets 10 on box 1", 2, "blackjack 1");
    law.refuses("house boxes=3; ann bets 10 on box 4", "blackjack 1");
    // The first player of a box decides for it.
    law.inadmissible(&format!("{ONE}; ben bets 10 on box 1; cards T 6 7; ben stands"), 5, "blackjack 1");
}

fn the_higher_score_wins_1_to_1(law: &Law<'_>) {
    let stand =
        |own: &str, dealer: &str| law.bet(1, &format!("{ONE}; cards {own}; ann stands; cards {dealer}"));
    stand("T 9 T", "9").won("1 to 1", "100.00").cites(&["blackjack 2"]);
    stand("T 6 8", "T T").won("1 to 1", "100.00").cites(&["blackjack 2"]);
    stand("T 9 9", "T").void().cites(&["blackjack 2"]);
    stand("T 9 8", "T").lost().cites(&["blackjack 2"]);
}

fn blackjack_wins_3_to_2(law: &Law<'_>) {
    law.bet(1, &format!("{ONE}; cards A 9 T")).won("3 to 2", "150.00").cites(&["blackjack 3"]);
    // Against a ten or an Ace it waits for the dealer's second card.
    law.bet(1, &format!("{ONE}; cards A T T")).standing();
    law.bet(1, &format!("{ONE}; cards A T T; cards 9")).won("3 to 2", "150.00");
    law.bet(1, &format!("{ONE}; cards A T T; cards A")).void();
}

fn the_dealer_has_one_card_and_stands_on_soft_17(law: &Law<'_>) {
    // Box, dealer, box: the player decides before a second card of the dealer.
    law.inadmissible(&format!("{ONE}; cards T 6 8 T"), 3, "blackjack 5");
    let stands = format!("{ONE}; cards T 6 8; ann stands");
    law.bet(1, &format!("{stands}; cards A")).won("1 to 1", "100.00");
    law.inadmissible(&format!("{stands}; cards A 2"), 5, "blackjack 4");
    law.bet(1, &format!("{stands}; cards T 2")).void();
    // His blackjack takes a doubled bet whole.
    law.bet(1, &format!("{ONE}; cards 6 T 5; ann doubles; cards T; cards A")).staked("200.00").lost();
}

fn a_player_draws_or_stands_and_does_not_surrender(law: &Law<'_>) {
    let dealt = format!("{ONE}; cards T 6 5");
    law.accepts(&format!("{dealt}; ann draws; cards 2; ann stands"));
    law.inadmissible(&format!("{dealt}; ann surrenders"), 4, "blackjack 5");
    law.inadmissible(&format!("{dealt}; cards 2"), 4, "blackjack 5");
}

fn a_bet_is_doubled_on_9_10_and_11(law: &Law<'_>) {
    for own in ["5 6 4", "6 6 4", "7 6 4"] {
        law.bet(1, &format!("{ONE}; cards {own}; ann doubles")).staked("200.00");
    }
    for own in ["4 6 4", "8 6 4", "A 6 7"] {
        law.inadmissible(&format!("{ONE}; cards {own}; ann doubles"), 4, "blackjack 6");
    }
}

fn pairs_are_split_to_four_hands_and_aces_once(law: &Law<'_>) {
    let four = format!("{ONE}; cards 8 6 8; ann splits; cards 8; ann splits; cards 8; ann splits; cards 2");
    law.accepts(&four);
    law.inadmissible(&format!("{ONE}; cards 8 6 9; ann splits"), 4, "blackjack 7");
    law.accepts(&format!("{ONE}; cards K 6 T; ann splits"));
    let aces = format!("{ONE}; cards A 6 A; ann splits; cards A");
    law.inadmissible(&format!("{aces}; ann splits"), 6, "blackjack 7");
    // Ace and ten are an ordinary 21, each hand with one card.
    law.bet(1, &format!("{ONE}; cards A 6 A; ann splits; cards T T; cards T 5")).void();
}

fn insurance_pays_2_to_1(law: &Law<'_>) {
    let dealt = format!("{ONE}; cards T A 9; ann insures 50 on 1; ann stands");
    law.bet(2, &format!("{dealt}; cards K")).won("2 to 1", "100.00").cites(&["blackjack 8"]);
    law.bet(2, &format!("{dealt}; cards 9")).lost().cites(&["blackjack 8"]);
    law.refuses(&format!("{ONE}; cards T A 9; ann insures 51 on 1"), "blackjack 8");
    law.refuses(&format!("{ONE}; cards T K 9; ann insures 50 on 1"), "blackjack 8");
}

fn a_card_that_cannot_be_in_the_shoe_is_not_dealt(law: &Law<'_>) {
    law.accepts(&format!("house decks=4; {ONE}; cards AS AS AS"));
    let hands = format!("house decks=4; {ONE}; ann bets 10 on box 2; cards AS AS AS AS AS");
    law.inadmissible(&hands, 5, "blackjack 9");
    law.inadmissible(&format!("house decks=3; {ONE}"), 2, "blackjack 9");
    law.inadmissible(&format!("{ONE}; cards 8; shuffle"), 4, "blackjack 9");
}
