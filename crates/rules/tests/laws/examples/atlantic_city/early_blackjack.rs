//! Blackjack with surrender before the dealer looks, and Aces that may be split again.

use crate::law::{Law, laws};

laws! { "atlantic-city/early-blackjack":
    "early 1" => a_hand_is_given_up_before_the_look_even_against_blackjack,
    "early 2" => aces_are_split_again_and_still_get_one_card,
    "early 3" => four_to_six_packs_are_dealt,
}

const ALONE: &str = "ann bets 100 on box 1; no more bets";

fn a_hand_is_given_up_before_the_look_even_against_blackjack(law: &Law<'_>) {
    for cards in ["T A 6 T", "T A 6 8", "T T 6 A", "T T 6 8"] {
        let given_up = format!("{ALONE}; cards {cards}; ann surrenders");
        law.last(&given_up).surrendered("-50.00").cites(&["early 1"]);
        law.last(&format!("{given_up}; next hand")).surrendered("-50.00");
        // The dealer need not look, and may; nothing is left to insure.
        law.last(&format!("{given_up}; dealer looks")).surrendered("-50.00");
        law.last(&format!("{given_up}; dealer looks; next hand")).surrendered("-50.00");
        law.inadmissible(&format!("{given_up}; dealer looks; dealer looks"), 7, "blackjack 4");
        law.refuses(&format!("{given_up}; ann insures 50 on 1"), "blackjack 9");
    }
    for cards in ["T A 6 8", "T T 6 8"] {
        law.inadmissible(&format!("{ALONE}; cards {cards}; dealer looks; ann surrenders"), 6, "early 1");
    }
    law.inadmissible(&format!("{ALONE}; cards A T T 8; ann surrenders"), 5, "early 1");
    law.inadmissible(&format!("house surrender=false; {ALONE}; cards T T 6 8; ann surrenders"), 6, "early 1");
    // Against a card that makes no blackjack there is no look, and it is a decision like any other.
    law.last(&format!("{ALONE}; cards T 9 6 8; ann surrenders")).surrendered("-50.00");
    // Boxes in any order; insurance stays open, and the others play.
    let two = "ann bets 100 on box 1; ben bets 10 on box 2; ann bets 20 on box 3; cards T T T A 6 6 6";
    law.bet(2, &format!("{two} T; ben surrenders; ann insures 50 on 1")).surrendered("-5.00");
    law.bet(4, &format!("{two} T; ben surrenders; ann insures 50 on 1")).won("2 to 1", "100.00");
    law.bet(3, &format!("{two} 8; ann surrenders on 3; dealer looks; ann stands on 1")).surrendered("-10.00");
    law.bet(1, &format!("{two} 8; ann surrenders on 3; ann stands; ben stands")).lost();
    law.inadmissible(&format!("{two} 8; ben surrenders on 1"), 6, "early 1");
    law.inadmissible(&format!("{two} 8; ben surrenders; ben surrenders"), 7, "early 1");
    // Where the card face down has not been seen.
    law.bet(2, &format!("{two}; ben surrenders; dealer looks; ann stands; ann stands")).surrendered("-5.00");
    law.last(&format!("{ALONE}; cards T A 6; ann surrenders; next hand")).surrendered("-50.00");
}

fn aces_are_split_again_and_still_get_one_card(law: &Law<'_>) {
    let split = format!("{ALONE}; cards A 6 A T; ann splits");
    // 1.1 gets an Ace and is split; every Ace then gets one card.
    let again = format!("{split}; cards A; ann splits; cards T; cards 9; cards 8");
    for (number, profit) in [(1, "100.00"), (2, "100.00"), (3, "100.00")] {
        law.bet(number, &format!("{again}; cards T")).won("1 to 1", profit).staked("100.00");
    }
    // It need not be split, and gets no further card.
    law.bet(1, &format!("{split}; cards A; ann stands; cards T; cards T")).won("1 to 1", "100.00");
    law.inadmissible(&format!("{split}; cards A; ann draws"), 7, "blackjack 5");
    law.inadmissible(&format!("{split}; cards A; ann doubles"), 7, "blackjack 6");
    law.inadmissible(&format!("{split}; cards A 5"), 6, "blackjack 5");
    law.inadmissible(&format!("{split}; cards 5; ann draws"), 7, "blackjack 5");
    // To four hands and no further: the fifth Ace stands.
    let four = format!("{split}; cards A; ann splits; cards A; ann splits; cards A T T T; cards T");
    law.bet(1, &four).won("1 to 1", "100.00");
    law.bet(4, &four).won("1 to 1", "100.00");
    law.inadmissible(&format!("{ALONE}; cards 8 6 8 T; ann splits; cards 8; ann splits; cards 8; ann splits; cards 8; ann splits"), 11, "early 2");
}

fn four_to_six_packs_are_dealt(law: &Law<'_>) {
    law.accepts("house decks=4; ann bets 10 on box 1");
    law.inadmissible("house decks=3; ann bets 10 on box 1", 2, "early 3");
    law.inadmissible("house decks=7; ann bets 10 on box 1", 2, "early 3");
}
