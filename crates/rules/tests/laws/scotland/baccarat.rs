//! Baccarat: hands, third cards and wagers (reg. 5(1), 5(3), 5(4), 5(7)).

use std::cmp::Ordering;

use crate::law::{Law, laws};
use crate::tableau::{self, cards, three_hands, two_hands, void};

laws! { "scotland-1970/punto-banco":
    "reg. 5(1)" => one_hand_opposes_the_banker_or_two,
    "reg. 5(1)" => a_natural_ends_the_deal,
    "reg. 5(1)" => one_natural_of_two_is_settled_at_once,
    "reg. 5(1)" => an_opposing_hand_draws_to_four_chooses_on_five_and_stands_on_more,
    "reg. 5(1)" => the_banker_chooses_freely_and_says_so,
    "reg. 5(1)" => hands_speak_in_turn_and_once,
    "reg. 5(3)" => a_wager_on_an_opposing_hand_wins_1_to_1,
    "reg. 5(4)" => only_opposing_hands_are_backed,
    "reg. 5(4)" => the_backed_hand_wins_or_loses,
    "reg. 5(4)(a)" => a_draw_returns_a_stake_on_one_hand,
    "reg. 5(4)(b)" => both_hands_win_together_or_lose_together_or_the_stake_is_returned,
    "reg. 5(7)" => the_bankers_hand_wins_19_to_20_and_a_draw_returns_the_stake,
    "reg. 5(7)" => a_stake_on_the_bankers_hand_is_paid_exactly,
    "reg. 5(7)" => third_cards_follow_the_table,
    "reg. 5(7)" => a_banker_bound_to_the_table_follows_it,
    "reg. 5(7)(a)" => the_bankers_hand_is_backed_where_the_bank_is_the_houses,
    "reg. 5(7)(b)" => the_bankers_hand_is_backed_against_one_hand,
    "reg. 5(7)(c)" => the_bankers_hand_is_backed_where_nobody_chooses,
}

const CHEMIN: &str = "bank ann 500; ben bets 100 on player";

fn one_hand_opposes_the_banker_or_two(law: &Law<'_>) {
    law.last(&format!("ann bets 10 on punto; {}", two_hands(9, 8))).won("1 to 1", "10.00");
    let banque = law.at("baccarat-banque");
    let round = format!("ann bets 10 on right; ben bets 10 on left; {}", three_hands(9, 8, 7));
    for bet in banque.bets(&round) {
        bet.won("1 to 1", "10.00");
    }
    banque.last("ann bets 10 on left; cards KS 9S 7S KH KH").standing();
    banque.inadmissible(&format!("{round}; cards KS"), 5, "reg. 5(1)");
    law.at("chemin-de-fer").inadmissible(&format!("{CHEMIN}; {}; cards KS", two_hands(9, 8)), 5, "reg. 5(1)");
}

fn a_natural_ends_the_deal(law: &Law<'_>) {
    let (chemin, banque) = (law.at("chemin-de-fer"), law.at("baccarat-banque"));
    for (natural, other) in (8..=9).flat_map(|natural| (0..=7).map(move |other| (natural, other))) {
        chemin.last(&format!("{CHEMIN}; {}; next hand", two_hands(natural, other))).won("1 to 1", "100.00");
        chemin.last(&format!("{CHEMIN}; {}; next hand", two_hands(other, natural))).lost();
        for word in ["player draws", "player stands", "banker draws", "banker stands", "cards KS"] {
            chemin.inadmissible(&format!("{CHEMIN}; {}; {word}", two_hands(natural, other)), 5, "reg. 5(1)");
        }
        banque.last(&format!("ann bets 10 on both; {}; next hand", three_hands(other, 7, natural))).lost();
    }
    banque.last(&format!("ann bets 10 on both; {}; next hand", three_hands(8, 9, 7))).won("1 to 1", "10.00");
}

fn one_natural_of_two_is_settled_at_once(law: &Law<'_>) {
    let banque = law.at("baccarat-banque");
    let dealt =
        format!("ann bets 10 on right; ben bets 10 on left; cal bets 10 on both; {}", three_hands(8, 3, 7));
    banque.bet(1, &dealt).won("1 to 1", "10.00");
    banque.bet(2, &dealt).standing();
    banque.bet(3, &dealt).standing();
    banque.inadmissible(&format!("{dealt}; right draws"), 6, "reg. 5(1)");
    // The left draws to 9 and so does the banker, whose two cards have lost to the right.
    let played = format!("{dealt}; cards 6S; banker draws; cards 2S");
    banque.bet(1, &played).won("1 to 1", "10.00");
    void(&banque.bet(2, &played), "reg. 5(4)(a)");
    void(&banque.bet(3, &played), "reg. 5(4)(b)");
    let held = format!("{dealt}; cards 5S; banker stands");
    banque.bet(3, &held).won("1 to 1", "10.00");
}

fn an_opposing_hand_draws_to_four_chooses_on_five_and_stands_on_more(law: &Law<'_>) {
    for (game, hand, head) in [
        ("chemin-de-fer", "player", CHEMIN),
        ("baccarat-banque", "right", "house decks=8; ann bets 1 on right"),
    ] {
        let law = law.at(game);
        for score in 0..=7 {
            let dealt = if hand == "player" { two_hands(score, 7) } else { three_hands(score, 7, 7) };
            let after = |words: &str| format!("{head}; {dealt}; {words}");
            let permits = |words: &str, permitted: bool| match permitted {
                true => drop(law.verdict(&after(words))),
                false => law.inadmissible(&after(words), 5, "reg. 5(1)"),
            };
            permits(&format!("{hand} draws; cards KS"), score <= 5);
            permits(&format!("{hand} stands; banker stands"), score >= 5);
            // What is forced need not be said; a choice must be.
            permits("cards KS; banker stands", score <= 4);
            permits("banker stands", score >= 6);
        }
    }
}

fn the_banker_chooses_freely_and_says_so(law: &Law<'_>) {
    let chemin = law.at("chemin-de-fer");
    for score in 0..=7 {
        let dealt = format!("{CHEMIN}; {}", two_hands(7, score));
        chemin.verdict(&format!("{dealt}; banker draws; cards KS; next hand"));
        chemin.verdict(&format!("{dealt}; banker stands; next hand"));
        chemin.inadmissible(&format!("{dealt}; cards KS"), 5, "reg. 5(1)");
        chemin.inadmissible(&format!("{dealt}; next hand"), 5, "");
        chemin.last(&dealt).standing();
    }
    law.at("baccarat-banque").inadmissible(&format!("{}; cards KS", three_hands(6, 6, 0)), 3, "reg. 5(1)");
}

fn hands_speak_in_turn_and_once(law: &Law<'_>) {
    let chemin = law.at("chemin-de-fer");
    let fives = format!("{CHEMIN}; {}", two_hands(5, 5));
    for words in
        ["banker draws", "banker stands", "player draws; player draws", "player stands; player draws"]
    {
        let line = if words.contains(';') { 6 } else { 5 };
        chemin.inadmissible(&format!("{fives}; {words}"), line, "reg. 5(1)");
    }
    chemin.inadmissible(&format!("{CHEMIN}; player draws"), 4, "reg. 5(1)");
    chemin.inadmissible(
        &format!("{CHEMIN}; {}; banker stands; player stands", two_hands(6, 5)),
        6,
        "reg. 5(1)",
    );
    chemin.inadmissible(&format!("{CHEMIN}; {}; right draws", two_hands(5, 5)), 5, "");
    let banque = law.at("baccarat-banque");
    banque.verdict(&format!(
        "{}; right draws; cards KS; left stands; banker draws; cards KH",
        three_hands(5, 5, 5)
    ));
    banque.inadmissible(&format!("{}; left draws", three_hands(5, 5, 5)), 3, "reg. 5(1)");
    banque.inadmissible(&format!("{}; right draws; left draws", three_hands(5, 5, 5)), 4, "reg. 5(1)");
}

fn a_wager_on_an_opposing_hand_wins_1_to_1(law: &Law<'_>) {
    let cited = ["reg. 5(4)", "reg. 5(3)"];
    law.last(&format!("ann bets 0.01 on punto; {}", two_hands(9, 8))).won("1 to 1", "0.01").cites(&cited);
    let chemin = format!("{CHEMIN}; {}", two_hands(9, 8));
    law.at("chemin-de-fer").last(&chemin).won("1 to 1", "100.00").cites(&cited);
    for wager in ["right", "left", "both"] {
        let round = format!("ann bets 7.77 on {wager}; {}", three_hands(9, 9, 8));
        law.at("baccarat-banque").last(&round).won("1 to 1", "7.77").cites(&cited);
    }
}

fn only_opposing_hands_are_backed(law: &Law<'_>) {
    let games = [
        ("punto-banco", vec!["punto", "banco"]),
        ("chemin-de-fer", vec!["player"]),
        ("baccarat-banque", vec!["right", "left", "both"]),
    ];
    let words = [
        "punto",
        "banco",
        "player",
        "right",
        "left",
        "both",
        "egalite",
        "tie",
        "banker",
        "Punto",
        "punto punto",
    ];
    for (game, wagers) in games {
        for word in words {
            let bet = format!(
                "bank {}; ben bets 20 on {word}",
                if game == "chemin-de-fer" { "ann 500" } else { "house" }
            );
            match wagers.contains(&word) {
                true => law.at(game).accepts(&bet),
                false => law.at(game).refuses(&bet, "reg. 5(4)"),
            }
        }
    }
}

fn the_backed_hand_wins_or_loses(law: &Law<'_>) {
    let banque = law.at("baccarat-banque");
    for (right, left, banker) in [(9, 1, 8), (1, 9, 8)] {
        let round =
            format!("ann bets 10 on right; ben bets 10 on left; {}", three_hands(right, left, banker));
        let (won, lost) = if right > banker { (1, 2) } else { (2, 1) };
        banque.bet(won, &round).won("1 to 1", "10.00");
        banque.bet(lost, &round).lost().cites(&["reg. 5(4)"]);
    }
    law.last(&format!("ann bets 10 on punto; {}", two_hands(7, 8))).lost().cites(&["reg. 5(4)"]);
    law.at("chemin-de-fer").last(&format!("{CHEMIN}; {}", two_hands(7, 8))).lost().cites(&["reg. 5(4)"]);
}

fn a_draw_returns_a_stake_on_one_hand(law: &Law<'_>) {
    for score in 6..=9 {
        void(&law.last(&format!("ann bets 10 on punto; {}", two_hands(score, score))), "reg. 5(4)(a)");
    }
    void(&law.last(&format!("ann bets 10 on punto; {}", cards(&[2, 3, 0, 0, 6, 5]))), "reg. 5(4)(a)");
    let chemin = format!("{CHEMIN}; {}; banker stands", two_hands(6, 6));
    void(&law.at("chemin-de-fer").last(&chemin), "reg. 5(4)(a)");
    for wager in ["right", "left"] {
        let round = format!("ann bets 10 on {wager}; {}; banker stands", three_hands(7, 7, 7));
        void(&law.at("baccarat-banque").last(&round), "reg. 5(4)(a)");
    }
}

fn both_hands_win_together_or_lose_together_or_the_stake_is_returned(law: &Law<'_>) {
    let banque = law.at("baccarat-banque");
    // 6, 7 and a banker's 5, 6 or 7 who stands: ahead, level or behind on either side.
    for (right, left, banker) in
        (6..=7).flat_map(|r| (6..=7).flat_map(move |l| (5..=7).map(move |b| (r, l, b))))
    {
        let round = format!("ann bets 10 on both; {}; banker stands", three_hands(right, left, banker));
        let bet = banque.last(&round);
        match (right.cmp(&banker), left.cmp(&banker)) {
            (Ordering::Greater, Ordering::Greater) => drop(bet.won("1 to 1", "10.00")),
            (Ordering::Less, Ordering::Less) => drop(bet.lost()),
            _ => void(&bet, "reg. 5(4)(b)"),
        }
    }
    for (right, left) in [(6, 6), (6, 7), (7, 6), (0, 7)] {
        banque
            .last(&format!("ann bets 10 on both; {}", three_hands(right, left, 8)))
            .lost()
            .cites(&["reg. 5(4)"]);
    }
    // One beats the banker and the other loses to him.
    for (right, left) in [(9, 1), (1, 9)] {
        void(&banque.last(&format!("ann bets 10 on both; {}", three_hands(right, left, 8))), "reg. 5(4)(b)");
    }
}

fn the_bankers_hand_wins_19_to_20_and_a_draw_returns_the_stake(law: &Law<'_>) {
    law.last(&format!("ann bets 20 on banco; {}", two_hands(7, 8)))
        .won("19 to 20", "19.00")
        .cites(&["reg. 5(7)"]);
    law.last(&format!("ann bets 0.20 on banco; {}", two_hands(6, 7))).won("19 to 20", "0.19");
    law.last(&format!("ann bets 20 on banco; {}", two_hands(8, 7))).lost().cites(&["reg. 5(7)"]);
    for score in 6..=9 {
        void(&law.last(&format!("ann bets 20 on banco; {}", two_hands(score, score))), "reg. 5(7)");
    }
}

fn a_stake_on_the_bankers_hand_is_paid_exactly(law: &Law<'_>) {
    for stake in ["0.01", "0.10", "0.19", "10.05", "19.99"] {
        law.refuses(&format!("ann bets {stake} on banco"), "reg. 5(7)");
        law.accepts(&format!("ann bets {stake} on punto"));
    }
    for stake in ["0.20", "1", "10.20", "100"] {
        law.accepts(&format!("ann bets {stake} on banco"));
    }
}

fn third_cards_follow_the_table(law: &Law<'_>) {
    tableau::is_followed(law, "reg. 5(7)");
}

fn a_banker_bound_to_the_table_follows_it(law: &Law<'_>) {
    let chemin = law.at("chemin-de-fer");
    let bound = |acts: &str| format!("house banker=tableau; {CHEMIN}; {acts}");
    void(&chemin.last(&bound(&two_hands(6, 6))), "reg. 5(4)(a)");
    chemin.last(&bound(&format!("{}; cards 2S", two_hands(6, 5)))).lost();
    for words in ["banker stands", "cards 2S; cards KS"] {
        let line = if words.contains(';') { 7 } else { 6 };
        chemin.inadmissible(&bound(&format!("{}; {words}", two_hands(6, 5))), line, "reg. 5(7)");
    }
    chemin.inadmissible(&bound(&format!("{}; banker draws", two_hands(6, 6))), 6, "reg. 5(7)");
    chemin.verdict(&bound(&format!("{}; player draws; cards 4S; cards KS", two_hands(5, 5))));
    chemin.inadmissible(
        &bound(&format!("{}; player draws; cards 3S; cards KS", two_hands(5, 5))),
        8,
        "reg. 5(7)",
    );
    // With two hands he goes by the first that drew.
    let banque = law.at("baccarat-banque");
    let bound = |acts: &str| format!("house banker=tableau; ann bets 10 on both; {acts}");
    banque.verdict(&bound(&format!("{}; cards 6S 2S; cards KS", three_hands(0, 0, 6))));
    banque.inadmissible(&bound(&format!("{}; cards 2S 6S; cards KS", three_hands(0, 0, 6))), 6, "reg. 5(7)");
    banque.verdict(&bound(&format!("{}; cards 6S; cards KS", three_hands(7, 0, 6))));
}

fn the_bankers_hand_is_backed_where_the_bank_is_the_houses(law: &Law<'_>) {
    law.last(&format!("bank house; ann bets 20 on banco; {}", two_hands(7, 8))).won("19 to 20", "19.00");
    law.inadmissible("bank ann 500; ben bets 20 on banco", 2, "reg. 5(5)(a)");
    law.at("chemin-de-fer").refuses("bank ann 500; ben bets 20 on banco", "reg. 5(4)");
}

fn the_bankers_hand_is_backed_against_one_hand(law: &Law<'_>) {
    law.last(&format!("ann bets 20 on banco; {}; next hand", two_hands(7, 8))).won("19 to 20", "19.00");
    law.at("baccarat-banque").refuses("ann bets 20 on banco", "reg. 5(4)");
    law.at("baccarat-banque").refuses("house banker=tableau; ann bets 20 on banco", "reg. 5(4)");
}

fn the_bankers_hand_is_backed_where_nobody_chooses(law: &Law<'_>) {
    for score in 0..=5 {
        let round = format!("ann bets 20 on banco; {}", cards(&[score, 7, 0, 0, 9 - score]));
        law.last(&round).lost();
    }
    for words in ["player draws", "player stands", "banker draws", "banker stands"] {
        law.inadmissible(&format!("ann bets 20 on banco; {}; {words}", two_hands(5, 5)), 4, "");
    }
    for house in ["bank=house", "bank=house banker=tableau"] {
        law.at("chemin-de-fer").refuses(&format!("house {house}; ann bets 20 on banco"), "reg. 5(4)");
    }
}
