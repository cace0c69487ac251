//! Punto banco: areas, bets, the drawing table and what is paid (5.2, 5.4, 5.6, 5.7).

use crate::law::{Law, laws};
use crate::tableau::{self, cards, two_hands, void};

laws! { "mpumalanga/punto-banco":
    "5.2(1)" => a_table_has_seven_to_fourteen_areas,
    "5.2(1)" => bets_lie_on_the_areas_of_the_table,
    "5.2(2)" => those_who_stand_bet_on_their_own_area,
    "5.2(2)" => one_player_is_enough,
    "5.2(3)" => a_tie_bet_needs_a_bet_on_punto_or_banco_when_betting_closes,
    "5.2(4)" => cards_go_to_player_and_banker_by_turns,
    "5.2(4)" => third_cards_follow_the_printed_table,
    "5.4" => no_card_comes_out_more_often_than_the_packs_hold_it,
    "5.4" => cards_count_as_printed,
    "5.6" => bets_are_on_banker_player_or_tie,
    "5.6" => what_is_laid_after_the_close_is_no_bet,
    "5.6" => a_bet_is_called_off_only_before_the_close,
    "5.6(2)" => the_dealer_lays_a_bet_that_a_player_asks_for,
    "5.7" => player_wins_1_to_1_and_banker_19_to_20,
    "5.7" => a_tie_returns_both_and_pays_tie_bets_8_to_1,
    "5.7" => a_stake_on_the_banker_is_paid_exactly,
}

fn a_table_has_seven_to_fourteen_areas(law: &Law<'_>) {
    for areas in 7..=14 {
        law.accepts(&format!("house areas={areas}; ann bets 10 on punto at {areas}"));
        law.refuses(&format!("house areas={areas}; ann bets 10 on punto at {}", areas + 1), "5.2(1)");
    }
    for areas in ["6", "15", "0", "many"] {
        law.inadmissible(&format!("house areas={areas}"), 2, "5.2(1)");
    }
}

fn bets_lie_on_the_areas_of_the_table(law: &Law<'_>) {
    for area in 1..=14 {
        law.accepts(&format!("ann bets 10 on punto at {area}"));
    }
    for area in ["0", "15", "1000", "bar", "07"] {
        law.refuses(&format!("ann bets 10 on punto at {area}"), "5.2(1)");
    }
    law.accepts("ann bets 10 on punto");
}

fn those_who_stand_bet_on_their_own_area(law: &Law<'_>) {
    for wager in ["punto", "banco"] {
        law.accepts(&format!("ann bets 10 on {wager} at standing; ben bets 10 on {wager} at standing"));
    }
    law.refuses("ann bets 10 on punto at Standing", "5.2(1)");
}

fn one_player_is_enough(law: &Law<'_>) {
    law.last(&format!("ann bets 10 on punto; {}", two_hands(9, 8))).won("1 to 1", "10.00");
}

fn a_tie_bet_needs_a_bet_on_punto_or_banco_when_betting_closes(law: &Law<'_>) {
    for hand in ["punto", "banco"] {
        for close in ["no more bets", "cards KS"] {
            law.accepts(&format!("ann bets 1 on egalite; ann bets 10 on {hand}; {close}"));
            law.accepts(&format!("ann bets 10 on {hand}; ann bets 1 on egalite; {close}"));
        }
    }
    for close in ["no more bets", "cards KS"] {
        law.refuses(&format!("ann bets 1 on egalite; {close}"), "5.2(3)");
        law.refuses(&format!("ben bets 10 on punto; ann bets 1 on egalite; {close}"), "5.2(3)");
        law.refuses(
            &format!("ann bets 10 on punto; ann takes back 1; ann bets 1 on egalite; {close}"),
            "5.2(3)",
        );
        law.refuses(&format!("ann bets 0.01 on banco; ann bets 1 on egalite; {close}"), "5.2(3)");
    }
    law.last("ann bets 1 on egalite").standing();
    law.refuses(
        &format!("ann bets 10 on punto; {}; next hand; ann bets 1 on egalite; cards KS", two_hands(9, 8)),
        "5.2(3)",
    );
}

fn cards_go_to_player_and_banker_by_turns(law: &Law<'_>) {
    law.last("ann bets 10 on punto; cards 9S KS KH 8S").won("1 to 1", "10.00");
    law.last("ann bets 10 on punto; cards KS 9S 8S KH").lost();
    law.last("ann bets 10 on punto; cards 4S KS 4H").standing();
    // The third cards: the player's first.
    law.last("ann bets 10 on punto; cards 2S KS KH 3H 6S 4S").won("1 to 1", "10.00");
    law.last("ann bets 10 on punto; cards 2S KS KH 3H 6S").standing();
    law.inadmissible("ann bets 10 on punto; cards 2S KS KH 3H 6S 4S KD", 3, "5.2(4)");
}

fn third_cards_follow_the_printed_table(law: &Law<'_>) {
    tableau::is_followed(law, "5.2(4)");
}

fn no_card_comes_out_more_often_than_the_packs_hold_it(law: &Law<'_>) {
    let naturals = ["cards 9S KS KH 9H; next hand"; 7].join("; ");
    law.verdict(&format!("{naturals}; cards 9S KS KH 9H"));
    law.inadmissible(&format!("{naturals}; cards 9S KS KH 9H; next hand; cards 9S"), 18, "5.4");
    law.verdict(&format!("{naturals}; cards 9S KS KH 9H; shuffle; next hand; cards 9S"));
    law.inadmissible("house decks=1; cards 9S 9S", 3, "5.4");
    law.verdict("house decks=2; cards 9S 9S");
    for decks in ["0", "9", "eight"] {
        law.inadmissible(&format!("house decks={decks}"), 2, "5.4");
    }
}

fn cards_count_as_printed(law: &Law<'_>) {
    for (card, counts) in "A23456789TJQK".chars().zip([1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]) {
        // The player has the card and an 8 or a 9 of the last digit is a natural; the banker has 7.
        let other = (19 - counts) % 10;
        let seven = cards(&[7])["cards ".len()..].to_owned();
        let other = cards(&[other])["cards ".len()..].to_owned();
        law.last(&format!("ann bets 10 on punto; cards {card}D {seven} {other} KC")).won("1 to 1", "10.00");
        law.inadmissible(&format!("ann bets 10 on punto; cards {card}D {seven} {other} KC 2C"), 3, "5.2(4)");
    }
}

fn bets_are_on_banker_player_or_tie(law: &Law<'_>) {
    law.accepts("ann bets 10 on punto; ann bets 10 on banco; ann bets 10 on egalite; cards KS");
    for wager in ["player", "banker", "tie", "Punto", "both", "punto banco", "pair"] {
        law.refuses(&format!("ann bets 10 on {wager}"), "5.6");
    }
}

fn what_is_laid_after_the_close_is_no_bet(law: &Law<'_>) {
    law.refuses("ann bets 10 on punto; no more bets; ben bets 10 on punto", "5.6");
    law.refuses("ann bets 10 on punto; cards KS; ben bets 10 on punto", "5.6");
    law.refuses("ann bets 10 on punto; no more bets; ann bets 10 on egalite", "5.6");
    law.refuses(&format!("ann bets 10 on punto; {}; ben bets 10 on punto", two_hands(9, 8)), "5.6");
    law.accepts(&format!("ann bets 10 on punto; {}; next hand; ben bets 10 on punto", two_hands(9, 8)));
    law.inadmissible("no more bets; no more bets", 3, "5.6");
}

fn a_bet_is_called_off_only_before_the_close(law: &Law<'_>) {
    law.last("ann bets 10 on punto; cancel 1 by consent").cancelled().cites_nothing();
    law.last("ann bets 10 on punto; ann takes back 1").cancelled();
    law.inadmissible("ann bets 10 on punto; no more bets; cancel 1 by consent", 4, "5.6");
    law.inadmissible("ann bets 10 on punto; cards KS; ann takes back 1", 4, "5.6");
    law.inadmissible("ann bets 10 on punto; ben takes back 1", 3, "5.6");
}

fn the_dealer_lays_a_bet_that_a_player_asks_for(law: &Law<'_>) {
    let round = format!(
        "dealer bets 20 for ann on banco at 3; dealer bets 1 for ann on egalite; {}",
        two_hands(7, 8)
    );
    law.bet(1, &round).won("19 to 20", "19.00");
    law.bet(2, &round).lost();
    assert_eq!(law.verdict(&round).net[0].0, "ann");
    law.refuses("ann bets 10 on punto; no more bets; dealer bets 10 for ben on punto", "5.6");
    law.refuses("dealer bets 10 for ann on tie", "5.6");
}

fn player_wins_1_to_1_and_banker_19_to_20(law: &Law<'_>) {
    let bets = "ann bets 10 on punto; ben bets 10 on banco";
    let player = format!("{bets}; {}", two_hands(9, 8));
    law.bet(1, &player).won("1 to 1", "10.00").cites(&["5.7"]);
    law.bet(2, &player).lost().cites(&["5.7"]);
    let banker = format!("{bets}; {}", two_hands(8, 9));
    law.bet(1, &banker).lost().cites(&["5.7"]);
    law.bet(2, &banker).won("19 to 20", "9.50").cites(&["5.7"]);
}

fn a_tie_returns_both_and_pays_tie_bets_8_to_1(law: &Law<'_>) {
    let bets = "ann bets 10 on punto; ann bets 10 on banco; ann bets 10 on egalite";
    for score in 6..=9 {
        let round = format!("{bets}; {}", two_hands(score, score));
        void(&law.bet(1, &round), "5.7");
        void(&law.bet(2, &round), "5.7");
        law.bet(3, &round).won("8 to 1", "80.00").cites(&["5.7"]);
    }
    law.bet(3, &format!("{bets}; {}", two_hands(7, 8))).lost().cites(&["5.7"]);
    law.bet(3, &format!("{bets}; {}", two_hands(8, 7))).lost();
}

fn a_stake_on_the_banker_is_paid_exactly(law: &Law<'_>) {
    for stake in ["0.01", "0.10", "19.99"] {
        law.refuses(&format!("ann bets {stake} on banco"), "5.7");
        law.accepts(&format!("ann bets {stake} on punto; ann bets {stake} on egalite; no more bets"));
    }
    law.accepts("ann bets 0.20 on banco; ann bets 10.40 on banco");
}
