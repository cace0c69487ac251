//! Blackjack: the initial wager, when it wins and what it is paid (reg. 6(5), 6(6)).

use crate::boxes::{Came, Made, against, every_hand};
use crate::law::{Law, laws};

laws! { "scotland-1970/blackjack":
    "reg. 6(5)" => every_hand_is_won_void_or_lost_as_the_regulation_says,
    "reg. 6(5)" => equal_scores_are_void,
    "reg. 6(5)" => what_is_neither_won_nor_void_is_lost,
    "reg. 6(5)" => against_the_bankers_two_card_21_doubles_and_separated_hands_lose,
    "reg. 6(5)" => a_box_carries_one_bet,
    "reg. 6(5)" => the_player_of_the_box_decides_for_it,
    "reg. 6(5)" => initial_wagers_come_before_the_first_card,
    "reg. 6(5)" => there_is_no_other_wager_and_no_surrender,
    "reg. 6(5)(a)" => a_hand_wins_when_the_banker_is_over_21,
    "reg. 6(5)(b)" => the_higher_score_wins,
    "reg. 6(5)(c)" => twenty_one_in_two_cards_beats_21_in_more,
    "reg. 6(6)(a)" => a_winning_21_in_two_cards_is_paid_3_to_2,
    "reg. 6(6)(a)" => a_stake_that_cannot_be_paid_3_to_2_is_refused,
    "reg. 6(6)(b)" => every_other_winning_hand_is_paid_1_to_1,
}

/// The clause by which a hand wins.
const fn clause(came: Came) -> &'static str {
    match came {
        Came::DealerOver => "reg. 6(5)(a)",
        Came::Higher => "reg. 6(5)(b)",
        Came::TwoCards => "reg. 6(5)(c)",
        Came::Void | Came::Lost => "reg. 6(5)",
    }
}

/// Plays every hand that comes to this against the banker's.
#[track_caller]
fn every(law: &Law<'_>, due: Came) {
    every_hand(|own, made, banker, came| {
        if came != due {
            return;
        }
        let bet = law.bet(1, &against(own, banker)).hand("1.1");
        match (came, made) {
            (Came::Void, _) => bet.void().cites(&["reg. 6(5)"]),
            (Came::Lost, _) => bet.lost().cites(&["reg. 6(5)"]),
            (_, Made::TwoCards) => bet.won("3 to 2", "150.00").cites(&[clause(came), "reg. 6(6)(a)"]),
            _ => bet.won("1 to 1", "100.00").cites(&[clause(came), "reg. 6(6)(b)"]),
        };
    });
}

fn every_hand_is_won_void_or_lost_as_the_regulation_says(law: &Law<'_>) {
    for came in [Came::DealerOver, Came::Higher, Came::TwoCards, Came::Void, Came::Lost] {
        every(law, came);
    }
}

fn equal_scores_are_void(law: &Law<'_>) {
    every(law, Came::Void);
    law.bet(1, &against("AT", "TA")).void();
    law.bet(1, &against("777", "T65")).void();
    law.bet(1, &against("T8", "99")).void();
}

fn what_is_neither_won_nor_void_is_lost(law: &Law<'_>) {
    every(law, Came::Lost);
    law.bet(1, &against("777", "AT")).lost();
    law.bet(1, &against("T6T", "T6T")).lost();
    law.bet(1, &against("T7", "T8")).lost();
}

fn against_the_bankers_two_card_21_doubles_and_separated_hands_lose(law: &Law<'_>) {
    let bets = "ann bets 100 on box 1; ben bets 100 on box 2";
    for (first, second) in [("A", "T"), ("K", "A")] {
        let doubled =
            format!("{bets}; cards 6 T {first} 5 8; ann doubles; cards T; ben stands; cards {second}");
        law.bet(1, &doubled).lost().staked("200.00").cites(&["reg. 6(5)", "reg. 6(8)"]);
        let apart = format!(
            "{bets}; cards 8 T {first} 8 8; ann splits; cards 3; ann doubles; cards T; cards T; ann stands; ben stands; cards {second}"
        );
        law.bet(1, &apart).lost().staked("200.00").cites(&["reg. 6(5)", "reg. 6(8)"]);
        law.bet(3, &apart).lost().staked("100.00").cites(&["reg. 6(5)"]);
    }
}

fn a_box_carries_one_bet(law: &Law<'_>) {
    law.refuses("ann bets 100 on box 1; ben bets 100 on box 1", "reg. 6(5)");
    law.refuses("ann bets 100 on box 1; ann bets 100 on box 1", "reg. 6(5)");
    law.accepts("ann bets 100 on box 1; ann takes back 1; ben bets 100 on box 1");
    law.accepts("ann bets 100 on box 1; ben bets 100 on box 2; cal bets 100 on box 3");
}

fn the_player_of_the_box_decides_for_it(law: &Law<'_>) {
    let dealt = "ann bets 100 on box 1; ben bets 100 on box 2; cards 8 T 6 8 9";
    for decision in ["stands", "draws", "splits"] {
        law.inadmissible(&format!("{dealt}; ben {decision} on 1"), 5, "reg. 6(5)");
        law.inadmissible(&format!("{dealt}; cal {decision}"), 5, "reg. 6(5)");
        law.accepts(&format!("{dealt}; ann {decision}"));
    }
    law.inadmissible(&format!("{dealt}; ann stands; ann stands"), 6, "reg. 6(5)");
}

fn initial_wagers_come_before_the_first_card(law: &Law<'_>) {
    let dealt = "ann bets 100 on box 1; ben bets 100 on box 2; cards 8";
    law.refuses(&format!("{dealt}; cal bets 100 on box 3"), "reg. 2(2)");
    law.bet(1, &format!("{dealt}; cal bets 100 on box 3; cards T 7 T T; ann stands; ben stands; cards T"))
        .won("1 to 1", "100.00");
    law.refuses(
        "ann bets 100 on box 1; ben bets 100 on box 2; no more bets; cal bets 10 on box 3",
        "reg. 2(2)",
    );
}

fn there_is_no_other_wager_and_no_surrender(law: &Law<'_>) {
    for words in ["hand", "box", "box one", "box 1 2", "red", "banker"] {
        law.refuses(&format!("ann bets 100 on {words}"), "reg. 6(5)");
    }
    law.refuses("ann bets 100 on box 1; ben bets 10 behind 1", "reg. 6(5)");
    let dealt = "ann bets 100 on box 1; ben bets 100 on box 2; cards T T 6 6 9";
    law.inadmissible(&format!("{dealt}; ann surrenders"), 5, "reg. 6(5)");
}

fn a_hand_wins_when_the_banker_is_over_21(law: &Law<'_>) {
    every(law, Came::DealerOver);
    law.bet(1, &against("22", "T6T")).won("1 to 1", "100.00").cites(&["reg. 6(5)(a)"]);
    law.bet(1, &against("AT", "T6T")).won("3 to 2", "150.00").cites(&["reg. 6(5)(a)"]);
}

fn the_higher_score_wins(law: &Law<'_>) {
    every(law, Came::Higher);
    law.bet(1, &against("T8", "T7")).won("1 to 1", "100.00").cites(&["reg. 6(5)(b)"]);
    law.bet(1, &against("777", "KQ")).won("1 to 1", "100.00").cites(&["reg. 6(5)(b)"]);
}

fn twenty_one_in_two_cards_beats_21_in_more(law: &Law<'_>) {
    every(law, Came::TwoCards);
    law.bet(1, &against("AT", "T65")).won("3 to 2", "150.00").cites(&["reg. 6(5)(c)", "reg. 6(6)(a)"]);
}

fn a_winning_21_in_two_cards_is_paid_3_to_2(law: &Law<'_>) {
    for own in ["AT", "TA", "AJ", "QA", "AK"] {
        for banker in ["T6T", "T9", "T65", "A28"] {
            law.bet(1, &against(own, banker)).won("3 to 2", "150.00");
        }
    }
    // Nothing is paid before the banker has finished.
    law.bet(1, "ann bets 100 on box 1; ben bets 100 on box 2; cards A T 6 T 8").standing();
}

fn a_stake_that_cannot_be_paid_3_to_2_is_refused(law: &Law<'_>) {
    for (amount, payable) in
        [("0.01", false), ("0.02", true), ("9.99", false), ("10", true), ("10.01", false)]
    {
        let round = format!("ann bets {amount} on box 1");
        if payable { law.accepts(&round) } else { law.refuses(&round, "reg. 6(6)(a)") }
    }
}

fn every_other_winning_hand_is_paid_1_to_1(law: &Law<'_>) {
    for own in ["777", "T65", "KQ", "A9", "99", "82"] {
        law.bet(1, &against(own, "T6T")).won("1 to 1", "100.00").cites(&["reg. 6(5)(a)", "reg. 6(6)(b)"]);
    }
    let doubled = "ann bets 100 on box 1; ben bets 100 on box 2; cards 6 T 7 5 8; ann doubles; cards T; ben stands; cards T";
    law.bet(1, doubled).won("1 to 1", "200.00").cites(&["reg. 6(5)(b)", "reg. 6(6)(b)", "reg. 6(8)"]);
}
