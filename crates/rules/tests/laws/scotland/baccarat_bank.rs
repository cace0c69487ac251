//! The bank of baccarat: the licence holder's, or a player's that passes (reg. 5(3), 5(5)(a), 5(6)).

use crate::law::{Law, laws};
use crate::tableau::two_hands;

laws! { "scotland-1970/chemin-de-fer":
    "reg. 5(3)" => the_banker_does_not_bet_against_himself,
    "reg. 5(3)" => stakes_together_are_within_the_bank,
    "reg. 5(3)" => the_bank_grows_and_shrinks_with_results,
    "reg. 5(5)(a)" => the_bank_is_the_licence_holders,
    "reg. 5(5)(a)" => what_the_players_win_the_bank_pays,
    "reg. 5(6)" => a_player_holds_the_bank_before_a_bet_and_a_card,
    "reg. 5(6)" => the_house_holds_no_bank_that_passes,
    "reg. 5(6)" => the_bank_passes_when_an_opposing_hand_has_won,
    "reg. 5(6)" => after_a_win_or_a_draw_the_banker_may_stay,
    "reg. 5(6)" => the_bank_is_taken_before_the_stakes,
    "reg. 5(6)" => what_the_banker_wins_the_players_lose,
}

const WINS: (u8, u8) = (9, 8);
const LOSES: (u8, u8) = (8, 9);
const DRAWS: (u8, u8) = (8, 8);

fn dealt((player, banker): (u8, u8)) -> String {
    two_hands(player, banker)
}

fn the_banker_does_not_bet_against_himself(law: &Law<'_>) {
    law.refuses("bank ann 500; ann bets 10 on player", "reg. 5(3)");
    law.accepts("bank ann 500; bank ben 500; ann bets 10 on player");
    law.refuses("bank ann 500; bank ben 500; ben bets 10 on player", "reg. 5(3)");
    // He may with a house bank, and is nobody's banker.
    law.accepts("house bank=house; ann bets 10 on player");
}

fn stakes_together_are_within_the_bank(law: &Law<'_>) {
    law.accepts("bank ann 100; ben bets 60 on player; cal bets 40 on player");
    law.refuses("bank ann 100; ben bets 100.01 on player", "reg. 5(3)");
    law.refuses("bank ann 100; ben bets 60 on player; cal bets 40.01 on player", "reg. 5(3)");
    // What is refused or called off takes nothing of it.
    let round = "bank ann 100; ben bets 60 on player; cal bets 50 on player; cancel 1 by consent; cal bets 100 on player";
    law.bet(2, round).refused("reg. 5(3)");
    law.bet(3, round).standing();
    law.refuses("house bank=house; bank house 100; ben bets 100.01 on player", "reg. 5(3)");
    law.accepts("house bank=house; bank house 100; bank house; ben bets 1000 on player");
}

fn the_bank_grows_and_shrinks_with_results(law: &Law<'_>) {
    let grown = format!("bank ann 100; ben bets 100 on player; {}; next hand", dealt(LOSES));
    law.accepts(&format!("{grown}; ben bets 200 on player"));
    law.refuses(&format!("{grown}; ben bets 200.01 on player"), "reg. 5(3)");
    law.refuses(&format!("{grown}; bank ann 100; ben bets 100.01 on player"), "reg. 5(3)");
    let shrunk =
        format!("house bank=house; bank house 100; ben bets 30 on player; {}; next hand", dealt(WINS));
    law.accepts(&format!("{shrunk}; ben bets 70 on player"));
    law.refuses(&format!("{shrunk}; ben bets 70.01 on player"), "reg. 5(3)");
    let level = format!("bank ann 100; ben bets 100 on player; {}; next hand", dealt(DRAWS));
    law.refuses(&format!("{level}; ben bets 100.01 on player"), "reg. 5(3)");
}

fn the_bank_is_the_licence_holders(law: &Law<'_>) {
    for game in ["punto-banco", "baccarat-banque"] {
        law.at(game).inadmissible("bank ann 500", 2, "reg. 5(5)(a)");
        law.at(game).verdict("bank house; bank house 500");
    }
    law.inadmissible("house bank=house; bank ann 500", 3, "reg. 5(5)(a)");
    law.verdict("house bank=house; bank house");
    law.inadmissible("house bank=none", 2, "reg. 5(5)");
}

fn what_the_players_win_the_bank_pays(law: &Law<'_>) {
    let verdict = law
        .verdict(&format!("house bank=house; ann bets 10 on player; ben bets 5 on player; {}", dealt(WINS)));
    assert_eq!(verdict.bank.to_string(), "-15.00");
    assert_eq!(verdict.net.len(), 2);
    let round = format!(
        "house bank=house; ann bets 10 on player; {0}; next hand; ann bets 4 on player; {0}",
        dealt(LOSES)
    );
    assert_eq!(law.verdict(&round).bank.to_string(), "14.00");
}

fn a_player_holds_the_bank_before_a_bet_and_a_card(law: &Law<'_>) {
    law.refuses("ben bets 10 on player", "reg. 5(6)");
    law.inadmissible("cards KS", 2, "reg. 5(6)");
    law.inadmissible("ben bets 10 on player; cards KS", 3, "reg. 5(6)");
    law.accepts("bank ann 500; ben bets 10 on player; cards KS");
}

fn the_house_holds_no_bank_that_passes(law: &Law<'_>) {
    law.inadmissible("bank house", 2, "reg. 5(6)");
    law.inadmissible("bank house 500", 2, "reg. 5(6)");
    law.inadmissible("house bank=passing; bank ann 500; bank house", 4, "reg. 5(6)");
}

fn the_bank_passes_when_an_opposing_hand_has_won(law: &Law<'_>) {
    let lost = format!("bank ann 500; ben bets 10 on player; {}; next hand", dealt(WINS));
    law.refuses(&format!("{lost}; ben bets 10 on player"), "reg. 5(6)");
    law.inadmissible(&format!("{lost}; bank ann 500"), 6, "reg. 5(6)");
    law.inadmissible(&format!("{lost}; cards KS"), 6, "reg. 5(6)");
    law.accepts(&format!("{lost}; bank ben 500; ann bets 10 on player"));
    // Without a stake the opposing hand has won all the same.
    law.refuses(&format!("bank ann 500; {}; next hand; ben bets 10 on player", dealt(WINS)), "reg. 5(6)");
    // It has passed, and may come back another time.
    let round =
        format!("{lost}; bank ben 500; cal bets 10 on player; {}; next hand; bank ann 500", dealt(WINS));
    law.accepts(&format!("{round}; cal bets 10 on player"));
}

fn after_a_win_or_a_draw_the_banker_may_stay(law: &Law<'_>) {
    for hand in [LOSES, DRAWS] {
        let round = format!("bank ann 500; ben bets 10 on player; {}; next hand", dealt(hand));
        law.accepts(&format!("{round}; ben bets 10 on player"));
        law.accepts(&format!("{round}; bank ann 20; ben bets 10 on player"));
        law.accepts(&format!("{round}; bank cal 20; ann bets 10 on player"));
    }
}

fn the_bank_is_taken_before_the_stakes(law: &Law<'_>) {
    law.inadmissible("bank ann 500; ben bets 10 on player; bank cal 500", 4, "reg. 5(6)");
    law.inadmissible("bank ann 500; no more bets; bank cal 500", 4, "reg. 5(6)");
    law.inadmissible(&format!("bank ann 500; {}; bank cal 500", dealt(LOSES)), 4, "reg. 5(6)");
    law.verdict("bank ann 500; ben bets 10 on banco; bank cal 500");
}

fn what_the_banker_wins_the_players_lose(law: &Law<'_>) {
    let round = format!(
        "bank ann 500; ben bets 100 on player; cal bets 40 on player; {}; next hand; ben bets 30 on player; {}; next hand; bank ben 200",
        dealt(LOSES),
        dealt(WINS)
    );
    let verdict = law.verdict(&round);
    let net: Vec<(&str, String)> =
        verdict.net.iter().map(|(name, sum)| (name.as_str(), sum.to_string())).collect();
    assert_eq!(
        net,
        [("ben", "-70.00".to_owned()), ("cal", "-40.00".to_owned()), ("ann", "110.00".to_owned())]
    );
    assert_eq!(verdict.bank.to_string(), "0.00");
}
