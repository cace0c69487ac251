//! Blackjack with a hole card: the dealer's look, late surrender, insurance and even money before the look.

use crate::law::{Law, laws};

laws! { "atlantic-city/blackjack":
    "general 1" => a_stake_lies_within_the_limits,
    "general 2" => a_late_bet_is_refused,
    "general 3" => a_person_refused_service_bets_in_vain,
    "blackjack 1" => there_are_seven_boxes_with_one_bet_each,
    "blackjack 2" => the_nearer_to_21_wins_evens_and_equal_scores_are_void,
    "blackjack 3" => a_blackjack_is_paid_3_to_2,
    "blackjack 4" => the_dealers_blackjack_ends_the_round_before_anybody_plays,
    "blackjack 4" => the_dealer_looks_once_after_the_first_cards,
    "blackjack 4" => a_card_looked_at_unseen_is_no_blackjack,
    "blackjack 4" => the_dealer_stands_on_every_17,
    "blackjack 5" => a_player_draws_and_stands_as_he_likes,
    "blackjack 6" => any_two_cards_may_be_doubled_after_a_split_too,
    "blackjack 7" => pairs_are_split_to_four_hands_and_aces_once,
    "blackjack 8" => a_hand_is_given_up_after_the_look_against_any_card,
    "blackjack 9" => insurance_closes_with_the_look_and_wins_against_blackjack,
    "blackjack 10" => even_money_is_taken_before_the_look,
    "blackjack 11" => six_to_eight_packs_are_dealt,
    "blackjack 12" => perfect_pairs_is_paid_by_suit_and_colour,
    "blackjack 13" => three_cards_wins_with_the_dealers_first_card,
}

/// One box with a bet of 100.
const ALONE: &str = "ann bets 100 on box 1; no more bets";

fn a_stake_lies_within_the_limits(law: &Law<'_>) {
    law.refuses("house min=10 max=500; ann bets 9 on box 1", "general 1");
    law.refuses("house min=10 max=500; ann bets 501 on box 1", "general 1");
    law.accepts("house min=10 max=500; ann bets 10 on box 1; ann bets 500 on box 2");
}

fn a_late_bet_is_refused(law: &Law<'_>) {
    law.refuses(&format!("{ALONE}; ben bets 10 on box 2"), "general 2");
}

fn a_person_refused_service_bets_in_vain(law: &Law<'_>) {
    law.refuses("refuse ben; ben bets 10 on box 2", "general 3");
}

fn there_are_seven_boxes_with_one_bet_each(law: &Law<'_>) {
    law.accepts("ann bets 10 on box 1; ann bets 10 on box 7");
    law.refuses("ann bets 10 on box 8", "blackjack 1");
    law.refuses("ann bets 10 on box 1; ben bets 10 on box 1", "blackjack 1");
    law.refuses("ann bets 10 on red", "blackjack 1");
}

fn the_nearer_to_21_wins_evens_and_equal_scores_are_void(law: &Law<'_>) {
    law.last(&format!("{ALONE}; cards T 7 9 T; ann stands")).won("1 to 1", "100.00").cites(&["blackjack 2"]);
    law.last(&format!("{ALONE}; cards T 7 6 T; ann stands")).lost().cites(&["blackjack 2"]);
    law.last(&format!("{ALONE}; cards T 7 7 T; ann stands")).void().cites(&["blackjack 2"]);
    law.last(&format!("{ALONE}; cards T 6 2 T; ann stands; cards T")).won("1 to 1", "100.00");
    law.last(&format!("{ALONE}; cards T 6 6 T; ann draws; cards T")).lost();
    // Twenty-one in three cards against blackjack cannot be: the look comes first.
    law.inadmissible(&format!("{ALONE}; cards 7 T 7 A; ann draws"), 5, "blackjack 5");
}

fn a_blackjack_is_paid_3_to_2(law: &Law<'_>) {
    let paid = |round: &str| {
        law.last(&format!("{ALONE}; {round}")).won("3 to 2", "150.00").cites(&["blackjack 2", "blackjack 3"]);
    };
    paid("cards A 6 T 9");
    paid("cards A T T 9; dealer looks");
    paid("cards A T T 9");
    paid("cards A A T 9; dealer looks");
    law.last(&format!("{ALONE}; cards A T T A; dealer looks")).void();
    law.last(&format!("{ALONE}; cards A A T T")).void();
    // A refused line would leave it standing: it is paid at the look and not before.
    let two = "ann bets 100 on box 1; ben bets 10 on box 2; cards A T T T 6 9";
    law.bet(1, &format!("{two}; dealer looks")).won("3 to 2", "150.00");
}

fn the_dealers_blackjack_ends_the_round_before_anybody_plays(law: &Law<'_>) {
    for round in ["cards 9 A 9 T", "cards 9 T 9 A"] {
        for end in ["", "; dealer looks", "; next hand", "; shuffle", "; dealer looks; next hand"] {
            law.last(&format!("{ALONE}; {round}{end}")).lost().staked("100.00").cites(&["blackjack 2"]);
        }
        for verb in ["draws", "stands", "doubles", "splits", "surrenders"] {
            let record = format!("{ALONE}; {round}; ann {verb}");
            let cite = match verb {
                "doubles" => "blackjack 6",
                "splits" => "blackjack 7",
                "surrenders" => "blackjack 8",
                _ => "blackjack 5",
            };
            law.inadmissible(&record, 5, cite);
            law.inadmissible(&format!("{ALONE}; {round}; dealer looks; ann {verb}"), 6, cite);
        }
        law.inadmissible(&format!("{ALONE}; {round} 5"), 4, "blackjack 4");
    }
    // Without a blackjack the next hand may not begin.
    law.inadmissible(&format!("{ALONE}; cards 9 A 9 9; next hand"), 5, "");
    law.inadmissible(&format!("{ALONE}; cards 9 A 9 9; dealer looks; next hand"), 6, "");
}

fn the_dealer_looks_once_after_the_first_cards(law: &Law<'_>) {
    law.inadmissible(&format!("{ALONE}; dealer looks"), 4, "blackjack 4");
    law.inadmissible(&format!("{ALONE}; cards 9 A; dealer looks"), 5, "blackjack 4");
    law.inadmissible(&format!("{ALONE}; cards 9 A 8 9; dealer looks; dealer looks"), 6, "blackjack 4");
    law.inadmissible(&format!("{ALONE}; cards 9 A 8 9; ann stands; dealer looks"), 6, "blackjack 4");
    law.inadmissible(&format!("{ALONE}; cards 9 7 8 9; ann draws; dealer looks"), 6, "blackjack 4");
    for up in ["2", "7", "9", "T", "A"] {
        law.last(&format!("{ALONE}; cards T {up} 5 8; dealer looks; ann draws; cards T")).lost();
    }
    the_dealer_may_look_when_nothing_is_left_to_play_for(law);
}

fn the_dealer_may_look_when_nothing_is_left_to_play_for(law: &Law<'_>) {
    // A blackjack was settled at evens before the look, with the card face down dealt or not.
    for dealt in ["cards A A T T", "cards A A T 9", "cards A A T"] {
        let even = format!("{ALONE}; {dealt}; ann takes even money on 1");
        for end in
            ["", "; next hand", "; dealer looks", "; dealer looks; next hand", "; dealer looks; shuffle"]
        {
            law.bet(1, &format!("{even}{end}")).won("1 to 1", "100.00");
        }
        law.inadmissible(&format!("{even}; dealer looks; dealer looks"), 7, "blackjack 4");
    }
    // A blackjack under a card that makes none was paid at once.
    law.last(&format!("{ALONE}; cards A 6 T 9; dealer looks")).won("3 to 2", "150.00");
}

fn a_card_that_needs_no_look_may_lie_unseen(law: &Law<'_>) {
    let stood = format!("{ALONE}; cards T 6 9; ann stands");
    law.last(&format!("{stood}; cards T T")).won("1 to 1", "100.00");
    law.last(&format!("{stood}; cards 4 9")).void();
    law.last(&format!("{ALONE}; cards 5 6 6; ann doubles; cards 7 T 2")).void().staked("200.00");
    law.last(&format!("{ALONE}; cards T 6 6; ann surrenders")).surrendered("-50.00");
    law.bet(
        2,
        "ann bets 100 on box 1; ben bets 10 on box 2; cards T 9 6 9 9; ann stands; ben stands; cards T T",
    )
    .won("1 to 1", "10.00");
    // Nobody decides before the box has its cards, or under a card that may be a blackjack.
    law.inadmissible(&format!("{ALONE}; cards T 6; ann stands"), 5, "blackjack 5");
    for up in ["A", "T", "K"] {
        law.inadmissible(&format!("{ALONE}; cards T {up} 9; ann stands"), 5, "blackjack 5");
    }
    // A blackjack needs the card as little.
    for end in ["", "; next hand", "; shuffle"] {
        law.last(&format!("{ALONE}; cards A 6 T{end}")).won("3 to 2", "150.00");
    }
    law.last(&format!("{ALONE}; cards A 6 T 9")).won("3 to 2", "150.00");
}

fn a_card_looked_at_unseen_is_no_blackjack(law: &Law<'_>) {
    // The card face down is first seen when the boxes have played.
    let looked = format!("{ALONE}; cards T A 9; dealer looks; ann stands");
    law.last(&format!("{looked}; cards 8")).void();
    law.last(&format!("{looked}; cards 7")).won("1 to 1", "100.00");
    law.last(&format!("{looked}; cards 5 9 3")).won("1 to 1", "100.00");
    law.inadmissible(&format!("{looked}; cards T"), 7, "blackjack 4");
    law.inadmissible(&format!("{ALONE}; cards T T 9; dealer looks; ann stands; cards A"), 7, "blackjack 4");
    law.last(&format!("{ALONE}; cards T 7 9; dealer looks; ann stands; cards T")).won("1 to 1", "100.00");
    // Without the look the card comes first, and a blackjack is entered at once.
    law.inadmissible(&format!("{ALONE}; cards T A 9; ann stands"), 5, "blackjack 5");
    law.last(&format!("{ALONE}; cards T A 9; cards T; dealer looks")).lost();
    // The look decides blackjacks and insurance, and no card is needed for them.
    law.last(&format!("{ALONE}; cards A T T; dealer looks")).won("3 to 2", "150.00");
    law.last(&format!("{ALONE}; cards T A 9; ann insures 50 on 1; dealer looks")).lost().staked("50.00");
    law.inadmissible(&format!("{ALONE}; cards A T T; dealer looks; cards 9"), 6, "blackjack 4");
    a_card_that_needs_no_look_may_lie_unseen(law);
}

fn the_dealer_stands_on_every_17(law: &Law<'_>) {
    law.last(&format!("{ALONE}; cards T A 8 6; ann stands")).won("1 to 1", "100.00");
    law.inadmissible(&format!("{ALONE}; cards T A 8 6; ann stands; cards 2"), 6, "blackjack 4");
    law.last(&format!("{ALONE}; cards T T 8 6; ann stands; cards 2")).void();
}

fn a_player_draws_and_stands_as_he_likes(law: &Law<'_>) {
    law.last(&format!("{ALONE}; cards 2 6 3 T; ann draws; cards 4; ann draws; cards T; ann stands; cards T"))
        .won("1 to 1", "100.00");
    law.inadmissible(&format!("{ALONE}; cards 2 6 3 T; cards 4"), 5, "blackjack 5");
    law.inadmissible(&format!("{ALONE}; cards T 6 5 T; ann draws; cards 6; ann draws"), 7, "blackjack 5");
}

fn any_two_cards_may_be_doubled_after_a_split_too(law: &Law<'_>) {
    law.last(&format!("{ALONE}; cards 2 6 3 T; ann doubles; cards T; cards T"))
        .won("1 to 1", "200.00")
        .staked("200.00");
    let split =
        format!("{ALONE}; cards 8 6 8 T; ann splits; cards 3; ann doubles; cards T; cards T; ann stands");
    law.bet(1, &format!("{split}; cards T")).won("1 to 1", "200.00");
    law.inadmissible(&format!("{ALONE}; cards 2 6 3 T; ann draws; cards 2; ann doubles"), 7, "blackjack 6");
}

fn pairs_are_split_to_four_hands_and_aces_once(law: &Law<'_>) {
    let four =
        format!("{ALONE}; cards 8 6 8 T; ann splits; cards 8; ann splits; cards 8; ann splits; cards 8");
    law.inadmissible(&format!("{four}; ann splits"), 11, "blackjack 7");
    law.accepts(&format!("{ALONE}; cards T 6 K T; ann splits"));
    // Aces get one card each, and another Ace is not split again.
    let aces = format!("{ALONE}; cards A 6 A T; ann splits; cards A T");
    law.bet(1, &format!("{aces}; cards T")).won("1 to 1", "100.00");
    law.bet(2, &format!("{aces}; cards T")).won("1 to 1", "100.00").staked("100.00");
    law.inadmissible(&format!("{ALONE}; cards A 6 A T; ann splits; cards A; ann splits"), 7, "blackjack 7");
}

fn a_hand_is_given_up_after_the_look_against_any_card(law: &Law<'_>) {
    for up in ["2", "6", "9", "T", "A"] {
        for look in ["", "; dealer looks"] {
            let given_up = format!("{ALONE}; cards T {up} 6 8{look}; ann surrenders");
            law.last(&given_up).surrendered("-50.00").cites(&["blackjack 8"]);
        }
    }
    // A blackjack takes the whole bet, for nobody gives up before the look.
    law.inadmissible(&format!("{ALONE}; cards T T 6 A; ann surrenders"), 5, "blackjack 8");
    law.inadmissible(
        &format!("{ALONE}; cards T 6 2 T; ann draws; cards 4; ann surrenders"),
        7,
        "blackjack 8",
    );
    law.inadmissible(
        &format!("{ALONE}; cards 8 6 8 T; ann splits; cards 9; ann surrenders"),
        7,
        "blackjack 8",
    );
    law.inadmissible(
        &format!("house surrender=false; {ALONE}; cards T 6 6 T; ann surrenders"),
        6,
        "blackjack 8",
    );
    // In turn, as any decision.
    let two = "ann bets 10 on box 1; ben bets 10 on box 2; cards T T A 6 6 9";
    law.inadmissible(&format!("{two}; ben surrenders"), 5, "blackjack 1");
}

fn insurance_closes_with_the_look_and_wins_against_blackjack(law: &Law<'_>) {
    for cards in ["cards 9 A 9 T; ann insures 50 on 1", "cards 9 A 9; ann insures 50 on 1; cards T"] {
        for end in ["", "; dealer looks", "; next hand"] {
            let won = law.bet(2, &format!("{ALONE}; {cards}{end}"));
            won.won("2 to 1", "100.00").staked("50.00").cites(&["blackjack 9"]);
            law.bet(1, &format!("{ALONE}; {cards}{end}")).lost();
        }
    }
    let lost = format!("{ALONE}; cards 9 A 9 9; ann insures 50 on 1");
    law.last(&lost).lost();
    law.last(&format!("{lost}; dealer looks")).lost();
    law.last(&format!("{lost}; ann stands")).lost();
    law.refuses(&format!("{ALONE}; cards 9 A 9 9; dealer looks; ann insures 50 on 1"), "blackjack 9");
    law.refuses(&format!("{ALONE}; cards 9 A 9 T; dealer looks; ann insures 50 on 1"), "blackjack 9");
    law.refuses(&format!("{ALONE}; cards 9 A 9 9; ann draws; ann insures 50 on 1"), "blackjack 9");
    law.refuses(&format!("{ALONE}; cards 9 T 9 A; ann insures 50 on 1"), "blackjack 9");
    law.refuses(&format!("{ALONE}; cards 9 A 9 T; ann insures 51 on 1"), "blackjack 9");
    law.refuses(&format!("{ALONE}; cards 9 A 9 T; ben insures 5 on 1"), "blackjack 9");
}

fn even_money_is_taken_before_the_look(law: &Law<'_>) {
    for second in ["T", "9"] {
        let taken = format!("{ALONE}; cards A A T {second}; ann takes even money on 1");
        law.last(&taken).won("1 to 1", "100.00").cites(&["blackjack 10"]);
        // The dealer may look, and it changes nothing.
        law.last(&format!("{taken}; dealer looks")).won("1 to 1", "100.00").cites(&["blackjack 10"]);
    }
    let two = "ann bets 100 on box 1; ben bets 10 on box 2; cards A 9 A T 9 T; ann takes even money on 1";
    law.bet(1, &format!("{two}; dealer looks")).won("1 to 1", "100.00");
    law.bet(2, &format!("{two}; dealer looks")).lost();
    law.inadmissible(
        &format!("{ALONE}; cards A A T 9; dealer looks; ann takes even money on 1"),
        6,
        "blackjack 10",
    );
    law.inadmissible(&format!("{ALONE}; cards A T T 9; ann takes even money on 1"), 5, "blackjack 10");
    law.inadmissible(
        &format!("house even-money=false; {ALONE}; cards A A T 9; ann takes even money on 1"),
        6,
        "blackjack 10",
    );
}

fn six_to_eight_packs_are_dealt(law: &Law<'_>) {
    law.accepts("house decks=6; ann bets 10 on box 1");
    law.accepts("house decks=8; ann bets 10 on box 1");
    law.inadmissible("house decks=5; ann bets 10 on box 1", 2, "blackjack 11");
    law.inadmissible("house decks=9; ann bets 10 on box 1", 2, "blackjack 11");
    let spades = ["AS"; 9].join(" ");
    law.inadmissible(
        &format!("ann bets 10 on box 1; ann bets 10 on box 2; ann bets 10 on box 3; ann bets 10 on box 4; ann bets 10 on box 5; ann bets 10 on box 6; ann bets 10 on box 7; cards {spades}"),
        9,
        "blackjack 11",
    );
}

fn perfect_pairs_is_paid_by_suit_and_colour(law: &Law<'_>) {
    let beside = "ann bets 100 on box 1; ann bets 10 on perfect-pairs 1";
    for (cards, odds, profit) in [
        ("8S 6D 8S", "25 to 1", "250.00"),
        ("8S 6D 8C", "12 to 1", "120.00"),
        ("8D 6D 8H", "12 to 1", "120.00"),
        ("8S 6D 8H", "6 to 1", "60.00"),
        ("KS 6D KD", "6 to 1", "60.00"),
    ] {
        let won = law.last(&format!("{beside}; cards {cards}"));
        won.won(odds, profit).cites(&["blackjack 12"]);
    }
    // Tens of different ranks are no pair, and neither are other cards.
    for cards in ["TS 6D KS", "8S 8D 9S", "AS 6D KS"] {
        law.last(&format!("{beside}; cards {cards}")).lost().cites(&["blackjack 12"]);
    }
    // It is decided with the second card of its box, whatever the dealer makes.
    law.last(&format!("{beside}; cards 8S AD 8C KD")).won("12 to 1", "120.00");
    let two = "ann bets 100 on box 1; ben bets 100 on box 2; ben bets 10 on perfect-pairs 2";
    law.last(&format!("{two}; cards 8S 9S 6D 8C 9S")).won("25 to 1", "250.00");
    law.refuses("ann bets 10 on perfect-pairs 1", "blackjack 12");
    law.refuses("ann bets 100 on box 1; ann bets 10 on perfect-pairs 2", "blackjack 12");
    law.refuses("ann bets 100 on box 1; ben bets 10 on perfect-pairs 1", "blackjack 12");
    law.refuses("ann bets 100 on box 1; ann bets 10 on perfect-pairs 8", "blackjack 1");
    law.refuses("ann bets 100 on box 1; ann bets 10 on perfect-pairs", "blackjack 1");
    law.refuses("ann bets 100 on box 1; ann bets 100.01 on perfect-pairs 1", "blackjack 12");
    law.refuses("ann bets 100 on box 1; ann bets 0.50 on perfect-pairs 1", "blackjack 12");
    law.refuses(&format!("{ALONE}; ann bets 10 on perfect-pairs 1"), "general 2");
}

fn three_cards_wins_with_the_dealers_first_card(law: &Law<'_>) {
    let beside = "ann bets 100 on box 1; ann bets 10 on three-cards 1";
    let winning = [
        "2S 9S KS", "2S 3D 4C", "AS 2D 3C", "QS KD AC", "KS QD JC", "7S 7D 7C", "7S 8S 9S", "AS 3S 2S",
        "5S 5S 5S",
    ];
    for cards in winning {
        law.last(&format!("{beside}; cards {cards}")).won("9 to 1", "90.00").cites(&["blackjack 13"]);
    }
    for cards in ["KS AD 2C", "2S 3D 5C", "7S 7D 8C", "2S 9S KD"] {
        law.last(&format!("{beside}; cards {cards}")).lost().cites(&["blackjack 13"]);
    }
    // The dealer's second card does not count.
    law.last(&format!("{beside}; cards 7S 8D 8C 7D; ann stands; cards T")).lost();
    law.refuses("ann bets 10 on three-cards 1", "blackjack 13");
}
