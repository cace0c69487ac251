//! Blackjack with a hole card.

use crate::law::{Law, laws};

laws! { "nevada/blackjack":
    "blackjack 1" => seven_boxes_with_one_bet_each,
    "blackjack 2" => the_higher_score_wins_and_blackjack_pays_three_to_two,
    "blackjack 3" => the_dealer_draws_on_soft_17_and_ends_the_round_with_blackjack,
    "blackjack 4" => players_draw_until_they_stand,
    "blackjack 5" => any_two_cards_are_doubled,
    "blackjack 6" => equal_cards_are_split,
    "blackjack 7" => there_is_no_surrender,
    "blackjack 8" => insurance_pays_two_to_one,
    "blackjack 9" => six_packs_are_dealt,
}

fn seven_boxes_with_one_bet_each(law: &Law<'_>) {
    law.refuses("ann bets 10 on box 1; ben bets 10 on box 1", "blackjack 1");
    law.refuses("ann bets 10 on box 8", "blackjack 1");
    law.accepts("ann bets 10 on box 1; ann bets 10 on box 7");
}

fn the_higher_score_wins_and_blackjack_pays_three_to_two(law: &Law<'_>) {
    let deal = |cards: &str, rest: &str| format!("ann bets 10 on box 1; cards {cards}{rest}");
    law.last(&deal("T 9 T 8", "; ann stands")).won("1 to 1", "10.00").cites(&["blackjack 2"]);
    law.last(&deal("T 9 8 T", "; ann stands")).lost();
    law.last(&deal("T 9 9 T", "; ann stands")).void();
    law.last(&deal("A 9 T T", "")).won("3 to 2", "15.00");
    law.last(&deal("A T T A", "")).void();
}

fn the_dealer_draws_on_soft_17_and_ends_the_round_with_blackjack(law: &Law<'_>) {
    law.last("ann bets 10 on box 1; cards T 6 9 A; ann stands; cards 4").lost();
    law.last("ann bets 10 on box 1; cards T T 9 A").lost();
    law.inadmissible("ann bets 10 on box 1; cards T T 9 7; ann stands; cards 4", 5, "blackjack 3");
}

fn players_draw_until_they_stand(law: &Law<'_>) {
    law.last("ann bets 10 on box 1; cards 5 T 6 7; ann draws; cards 4; ann draws; cards 6")
        .won("1 to 1", "10.00");
    law.inadmissible("ann bets 10 on box 1; cards 5 T 6 7; ann stands; ann draws", 5, "blackjack 4");
}

fn any_two_cards_are_doubled(law: &Law<'_>) {
    law.last("ann bets 10 on box 1; cards 2 T 3 7; ann doubles; cards T").staked("20.00").lost();
    law.last(
        "ann bets 10 on box 1; cards 8 T 8 7; ann splits; cards 3; ann doubles; cards T; cards T; ann stands",
    )
    .won("1 to 1", "10.00");
    law.inadmissible(
        "ann bets 10 on box 1; cards 2 T 3 7; ann draws; cards 2; ann doubles",
        6,
        "blackjack 5",
    );
}

fn equal_cards_are_split(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on box 1; cards 8 T 9 7; ann splits", 4, "blackjack 6");
    law.accepts("ann bets 10 on box 1; cards T 9 K 8; ann splits");
    law.inadmissible(
        "ann bets 10 on box 1; cards A T A 7; ann splits; cards A; ann splits",
        6,
        "blackjack 6",
    );
}

fn there_is_no_surrender(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on box 1; cards T T 6 7; ann surrenders", 4, "blackjack 7");
}

fn insurance_pays_two_to_one(law: &Law<'_>) {
    let bet = |hole: &str| format!("ann bets 10 on box 1; cards T A 9 {hole}; ann insures");
    law.last(&format!("{} 5 on 1", bet("T"))).won("2 to 1", "10.00").cites(&["blackjack 8"]);
    law.last(&format!("{} 5 on 1; ann stands", bet("8"))).lost();
    law.refuses(&format!("{} 6 on 1", bet("8")), "blackjack 8");
}

fn six_packs_are_dealt(law: &Law<'_>) {
    law.inadmissible("house decks=5; ann bets 10 on box 1", 2, "blackjack 9");
    law.accepts("house decks=6; ann bets 10 on box 1");
}
