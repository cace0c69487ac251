//! EZ baccarat: the banker's three-card 7, the dragon 7 and the panda 8 (3.1 to 3.5).

use crate::law::{Law, laws};
use crate::tableau::{self, cards, two_hands, void};

laws! { "macau/ez-baccarat":
    "3.1" => third_cards_follow_the_table_of_ez_baccarat,
    "3.2" => the_main_wagers_of_ez_baccarat,
    "3.3" => a_bankers_three_card_7_is_void,
    "3.4" => the_dragon_7_is_paid_40_to_1,
    "3.5" => the_panda_8_is_paid_25_to_1,
}

fn third_cards_follow_the_table_of_ez_baccarat(law: &Law<'_>) {
    tableau::is_followed_betting(law, "player", "3.1");
}

fn the_main_wagers_of_ez_baccarat(law: &Law<'_>) {
    law.last(&format!("ann bets 10 on player; {}", two_hands(9, 8))).won("1 to 1", "10.00").cites(&["3.2"]);
    law.last(&format!("ann bets 10 on banker; {}", two_hands(8, 9))).won("1 to 1", "10.00").cites(&["3.2"]);
    law.last(&format!("ann bets 10 on banker; {}", two_hands(9, 8))).lost().cites(&["3.2"]);
    law.last(&format!("ann bets 10 on tie; {}", two_hands(8, 8))).won("8 to 1", "80.00").cites(&["3.2"]);
    for wager in ["player", "banker"] {
        void(&law.last(&format!("ann bets 10 on {wager}; {}", two_hands(9, 9))), "3.2");
    }
}

/// The banker wins with a three-card 7; with a 7 in two cards; and loses or ties with three cards.
const SEVEN: [u8; 6] = [0, 2, 0, 0, 1, 5];
const TWO_CARD_7: [u8; 5] = [0, 7, 0, 0, 1];
const LOSES: [u8; 6] = [0, 2, 0, 0, 9, 5];
const TIES: [u8; 5] = [7, 2, 0, 0, 5];

fn a_bankers_three_card_7_is_void(law: &Law<'_>) {
    let on = |wager: &str, pips: &[u8]| law.last(&format!("ann bets 10 on {wager}; {}", cards(pips)));
    on("banker", &SEVEN).void().cites(&["3.2", "3.3"]);
    on("player", &SEVEN).lost().cites(&["3.2"]);
    on("banker", &TWO_CARD_7).won("1 to 1", "10.00").cites(&["3.2"]);
    on("banker", &LOSES).lost();
    void(&on("banker", &TIES), "3.2");
    for score in [5, 6, 8] {
        on("banker", &[0, 2, 0, 0, 1, score - 2]).won("1 to 1", "10.00").cites(&["3.2"]);
    }
}

fn the_dragon_7_is_paid_40_to_1(law: &Law<'_>) {
    let on = |pips: &[u8]| law.last(&format!("ann bets 10 on dragon-7; {}", cards(pips)));
    on(&SEVEN).won("40 to 1", "400.00").cites(&["3.4"]);
    for pips in [&TWO_CARD_7[..], &LOSES, &TIES, &[0, 2, 0, 0, 1, 6], &[8, 7, 0, 0]] {
        on(pips).lost().cites(&["3.4"]);
    }
    law.last(&format!("ann bets 10 on dragon-7; {}", cards(&SEVEN[..5]))).standing();
}

fn the_panda_8_is_paid_25_to_1(law: &Law<'_>) {
    let on = |pips: &[u8]| law.last(&format!("ann bets 10 on panda-8; {}", cards(pips)));
    on(&[0, 7, 3, 0, 5]).won("25 to 1", "250.00").cites(&["3.5"]);
    // A natural 8, a three-card 8 that loses or ties, and other scores.
    for pips in
        [&[8, 7, 0, 0][..], &[0, 4, 3, 0, 5, 5], &[0, 4, 3, 0, 5, 4], &[0, 7, 4, 0, 5], &[0, 6, 2, 0, 5]]
    {
        on(pips).lost().cites(&["3.5"]);
    }
}
