//! Baccarat: the banker's six, pairs and the dragon bonus (2.1 to 2.9).

use crate::law::{Law, laws};
use crate::tableau::{self, cards, two_hands, void};

laws! { "macau/baccarat":
    "2.1" => third_cards_follow_the_table_of_baccarat,
    "2.2" => the_main_wagers_of_baccarat,
    "2.3" => a_bankers_six_is_paid_at_half,
    "2.4" => a_pair_is_paid_11_to_1,
    "2.5" => either_pair_is_paid_5_to_1,
    "2.6" => the_dragon_bonus_is_paid_by_the_margin,
    "2.7" => a_natural_win_is_paid_1_to_1_and_a_natural_tie_is_void,
    "2.8" => the_dragon_bonus_needs_a_main_bet,
    "2.9" => the_dragon_bonus_has_a_limit_of_its_own,
}

fn third_cards_follow_the_table_of_baccarat(law: &Law<'_>) {
    tableau::is_followed_betting(law, "player", "2.1");
}

fn the_main_wagers_of_baccarat(law: &Law<'_>) {
    law.last(&format!("ann bets 10 on player; {}", two_hands(9, 8))).won("1 to 1", "10.00").cites(&["2.2"]);
    law.last(&format!("ann bets 10 on player; {}", two_hands(8, 9))).lost().cites(&["2.2"]);
    law.last(&format!("ann bets 10 on banker; {}", two_hands(8, 9))).won("1 to 1", "10.00").cites(&["2.2"]);
    law.last(&format!("ann bets 10 on banker; {}", two_hands(9, 8))).lost().cites(&["2.2"]);
    law.last(&format!("ann bets 10 on tie; {}", two_hands(8, 8))).won("8 to 1", "80.00").cites(&["2.2"]);
    law.last(&format!("ann bets 10 on tie; {}", two_hands(9, 8))).lost().cites(&["2.2"]);
    for wager in ["player", "banker"] {
        void(&law.last(&format!("ann bets 10 on {wager}; {}", two_hands(9, 9))), "2.2");
    }
}

fn a_bankers_six_is_paid_at_half(law: &Law<'_>) {
    // In two cards, and in three.
    for dealt in [cards(&[0, 6, 0, 0, 1]), cards(&[0, 2, 0, 0, 1, 4])] {
        let six = law.last(&format!("ann bets 10 on banker; {dealt}"));
        six.won("1 to 2", "5.00").cites(&["2.2", "2.3"]);
    }
    for score in [5, 7] {
        let dealt = cards(&[0, 2, 0, 0, 1, score - 2]);
        law.last(&format!("ann bets 10 on banker; {dealt}")).won("1 to 1", "10.00").cites(&["2.2"]);
    }
    // A six that does not win is a loss or a tie like any other.
    law.last(&format!("ann bets 10 on banker; {}", two_hands(7, 6))).lost();
    void(&law.last(&format!("ann bets 10 on banker; {}", two_hands(6, 6))), "2.2");
    law.refuses("ann bets 10.01 on banker", "2.3");
    law.accepts("ann bets 10.01 on player");
}

fn a_pair_is_paid_11_to_1(law: &Law<'_>) {
    let on = |wager: &str, dealt: &str| law.last(&format!("ann bets 10 on {wager}; cards {dealt}"));
    for rank in "A23456789TJQK".chars() {
        let pair = format!("{rank}S 4H {rank}D 5H");
        on("player-pair", &pair).won("11 to 1", "110.00").cites(&["2.4"]);
        on("banker-pair", &pair).lost().cites(&["2.4"]);
        let pair = format!("4H {rank}S 5H {rank}S");
        on("banker-pair", &pair).won("11 to 1", "110.00").cites(&["2.4"]);
        on("player-pair", &pair).lost().cites(&["2.4"]);
    }
    // Two cards of one value are no pair, nor is a third card that equals one of the first two.
    for dealt in ["KS 4H QD 5H", "TS 4H JD 5H", "2S 3H 3D 4H 2D"] {
        on("player-pair", dealt).lost();
    }
    // It is decided as soon as the two cards lie, whoever wins, and needs no other bet.
    on("player-pair", "4S 4H 4D").won("11 to 1", "110.00");
    on("banker-pair", "4S 4H 4D").standing();
    on("player-pair", "4S 4H 5D").lost();
}

fn either_pair_is_paid_5_to_1(law: &Law<'_>) {
    let on = |dealt: &str| law.last(&format!("ann bets 10 on either-pair; cards {dealt}"));
    on("4S 9H 4D KH").won("5 to 1", "50.00").cites(&["2.5"]);
    on("4S 9H 5D 9H").won("5 to 1", "50.00").cites(&["2.5"]);
    on("4S 4H 4D 4H").won("5 to 1", "50.00").cites(&["2.5"]);
    on("4S 9H 5D KH").lost().cites(&["2.5"]);
    on("4S 9H 5D").standing();
}

/// Coups without naturals that the first hand wins by each margin, for the player and for the banker.
const BY: [(u8, [u8; 6], [u8; 6]); 9] = [
    (1, [7, 6, 0, 0, 0, 0], [6, 7, 0, 0, 0, 0]),
    (2, [0, 7, 0, 0, 9, 0], [4, 7, 0, 0, 1, 0]),
    (3, [0, 6, 0, 0, 9, 0], [3, 7, 0, 0, 1, 0]),
    (4, [0, 5, 0, 0, 9, 0], [2, 7, 0, 0, 1, 0]),
    (5, [0, 4, 0, 0, 9, 0], [1, 7, 0, 0, 1, 0]),
    (6, [0, 3, 0, 0, 9, 0], [0, 7, 0, 0, 1, 0]),
    (7, [0, 2, 0, 0, 9, 0], [0, 7, 0, 0, 0, 0]),
    (8, [0, 1, 0, 0, 9, 0], [0, 2, 0, 0, 0, 6]),
    (9, [0, 0, 0, 0, 9, 0], [0, 2, 0, 0, 0, 7]),
];

fn the_dragon_bonus_is_paid_by_the_margin(law: &Law<'_>) {
    for (margin, player, banker) in BY {
        for (won, lost, pips) in [("player", "banker", player), ("banker", "player", banker)] {
            let dealt = dealt(pips);
            let on =
                |who: &str| law.last(&format!("ann bets 10 on {won}; ann bets 10 on dragon-{who}; {dealt}"));
            let bonus = on(won);
            match margin {
                4 => drop(bonus.won("1 to 1", "10.00").cites(&["2.6"])),
                5 => drop(bonus.won("2 to 1", "20.00").cites(&["2.6"])),
                6 => drop(bonus.won("4 to 1", "40.00").cites(&["2.6"])),
                7 => drop(bonus.won("6 to 1", "60.00").cites(&["2.6"])),
                8 => drop(bonus.won("10 to 1", "100.00").cites(&["2.6"])),
                9 => drop(bonus.won("30 to 1", "300.00").cites(&["2.6"])),
                _ => drop(bonus.lost().cites(&["2.6"])),
            }
            on(lost).lost().cites(&["2.6"]);
        }
    }
    // A tie without naturals is a loss.
    for who in ["player", "banker"] {
        law.last(&format!("ann bets 10 on player; ann bets 10 on dragon-{who}; {}", two_hands(6, 6))).lost();
    }
}

/// The cards of a coup without those that are not drawn: a hand of 6 or 7 stands, and so does a banker of 7.
fn dealt(pips: [u8; 6]) -> String {
    let (player, banker) = (pips[0], pips[1]);
    let stood = player >= 6;
    let bank_draws = match (stood, banker) {
        (true, 0..=5) | (false, 0..=2) => true,
        (false, 3) => pips[4] != 8,
        (false, 4) => (2..=7).contains(&pips[4]),
        (false, 5) => (4..=7).contains(&pips[4]),
        (false, 6) => (6..=7).contains(&pips[4]),
        _ => false,
    };
    let count = 4 + usize::from(!stood) + usize::from(bank_draws);
    cards(&pips[..count])
}

fn a_natural_win_is_paid_1_to_1_and_a_natural_tie_is_void(law: &Law<'_>) {
    let on = |who: &str, player: u8, banker: u8| {
        law.last(&format!("ann bets 10 on {who}; ann bets 10 on dragon-{who}; {}", two_hands(player, banker)))
    };
    for loser in 0..=7 {
        on("player", 8, loser).won("1 to 1", "10.00").cites(&["2.6", "2.7"]);
        on("banker", loser, 9).won("1 to 1", "10.00").cites(&["2.6", "2.7"]);
        on("banker", 9, loser).lost();
    }
    on("player", 9, 8).won("1 to 1", "10.00").cites(&["2.6", "2.7"]);
    on("player", 8, 9).lost().cites(&["2.6"]);
    for who in ["player", "banker"] {
        on(who, 8, 8).void().cites(&["2.6", "2.7"]);
        on(who, 9, 9).void().cites(&["2.6", "2.7"]);
    }
}

fn the_dragon_bonus_needs_a_main_bet(law: &Law<'_>) {
    for main in ["player", "banker"] {
        for who in ["player", "banker"] {
            law.last(&format!("ann bets 10 on {main}; ann bets 10 on dragon-{who}"))
                .belongs(&format!("dragon-{who}"), 1);
        }
    }
    law.refuses("ann bets 10 on dragon-player", "2.8");
    law.refuses("ann bets 10 on tie; ann bets 10 on dragon-player", "2.8");
    law.refuses("ben bets 10 on player; ann bets 10 on dragon-player", "2.8");
    law.refuses("ann bets 10 on player; ann takes back 1; ann bets 10 on dragon-player", "2.8");
    let hand = two_hands(9, 8);
    law.refuses(&format!("ann bets 10 on player; {hand}; next hand; ann bets 10 on dragon-player"), "2.8");
    for close in ["no more bets", "cards KS"] {
        law.refuses(
            &format!("ann bets 10 on player; ann bets 10 on dragon-player; ann takes back 1; {close}"),
            "2.8",
        );
    }
    // Another main bet takes the place of the first.
    let other = "ann bets 10 on player; ann bets 10 on dragon-player; ann takes back 1; ann bets 10 on banker; no more bets";
    law.bet(2, other).standing().belongs("dragon-player", 3);
}

fn the_dragon_bonus_has_a_limit_of_its_own(law: &Law<'_>) {
    let most = "house min=10 max=100; ann bets 10 on player";
    for who in ["player", "banker"] {
        law.accepts(&format!("{most}; ann bets 5000 on dragon-{who}"));
        law.refuses(&format!("{most}; ann bets 5001 on dragon-{who}"), "2.9");
        law.refuses(&format!("ann bets 10 on player; ann bets 5001 on dragon-{who}"), "2.9");
    }
}
