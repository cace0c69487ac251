//! Blackjack: the table, its cards and who plays (reg. 6(1), 6(3), 6(10), 6(11)).

use croupier_kit::Rank;
use croupier_rules::contract::{Face, Game, Turn};

use crate::boxes::{against, dealt, rules, score};
use crate::law::{Law, last_line, laws};

laws! { "scotland-1970/blackjack":
    "reg. 6(1)(a)" => two_boxes_or_more_are_dealt_to,
    "reg. 6(1)(a)" => the_table_has_the_boxes_that_the_house_sets,
    "reg. 6(1)(b)" => the_shoe_has_four_packs,
    "reg. 6(1)(b)" => the_shoe_runs_on_until_it_is_shuffled_between_hands,
    "reg. 6(1)(c)" => every_view_shows_every_card,
    "reg. 6(1)(d)" => the_banker_has_one_card_before_anyone_decides,
    "reg. 6(1)(e)" => no_card_falls_while_a_player_has_to_decide,
    "reg. 6(1)(e)" => a_player_may_stand_or_draw_on_any_score_below_21,
    "reg. 6(1)(e)" => a_hand_that_stands_takes_no_card_and_no_decision,
    "reg. 6(1)(f)" => the_banker_draws_to_16_and_stops_from_17,
    "reg. 6(1)(f)" => the_banker_need_not_draw_when_all_is_decided,
    "reg. 6(1)(g)" => hands_are_scored_by_the_values_of_the_cards,
    "reg. 6(3)" => the_bank_is_the_licence_holders,
    "reg. 6(10)(a)" => the_first_ace_counts_eleven_where_it_may,
    "reg. 6(10)(b)" => numbered_cards_count_what_they_show,
    "reg. 6(10)(c)" => picture_cards_count_ten,
    "reg. 6(11)" => one_person_may_play_several_boxes,
}

/// Two boxes with a bet each.
const BETS: &str = "ann bets 100 on box 1; ben bets 100 on box 2";

fn two_boxes_or_more_are_dealt_to(law: &Law<'_>) {
    law.inadmissible("ann bets 100 on box 1; cards 8", 3, "reg. 6(1)(a)");
    law.inadmissible("no more bets; cards 8", 3, "reg. 6(1)(a)");
    law.inadmissible("ann bets 100 on box 1; ann bets 10 on box 8; cards 8", 4, "reg. 6(1)(a)");
    law.inadmissible(&format!("{BETS}; cancel 2 by consent; cards 8"), 5, "reg. 6(1)(a)");
    law.accepts(&format!("{BETS}; cards 8"));
    let seven: Vec<String> = (1..=7).map(|n| format!("ann bets 10 on box {n}")).collect();
    law.accepts(&format!("{}; cards 2 3 4 5 6 7 8 9 2 3 4 5 6 7 8; ann stands on 1", seven.join("; ")));
}

fn the_table_has_the_boxes_that_the_house_sets(law: &Law<'_>) {
    for number in 1..=7 {
        law.accepts(&format!("ann bets 10 on box {number}"));
    }
    law.refuses("ann bets 10 on box 8", "reg. 6(1)(a)");
    law.refuses("ann bets 10 on box 0", "reg. 6(1)(a)");
    law.refuses("house boxes=3; ann bets 10 on box 4", "reg. 6(1)(a)");
    law.accepts("house boxes=14; ann bets 10 on box 14");
    law.accepts("house boxes=2; ann bets 10 on box 2");
    for boxes in ["0", "1", "15", "seven"] {
        law.inadmissible(&format!("house boxes={boxes}"), 2, "reg. 6(1)(a)");
    }
}

fn the_shoe_has_four_packs(law: &Law<'_>) {
    law.accepts(&format!("house decks=4; {BETS}"));
    for packs in ["1", "3", "5", "6", "8"] {
        law.inadmissible(&format!("house decks={packs}; {BETS}"), 2, "reg. 6(1)(b)");
    }
    law.accepts(&format!("{BETS}; cards AS AS AS AS"));
    law.inadmissible(&format!("{BETS}; cards AS AS AS AS AS"), 4, "reg. 6(1)(b)");
    law.accepts(&format!("{BETS}; cards AS AS AS AS AH"));
}

fn the_shoe_runs_on_until_it_is_shuffled_between_hands(law: &Law<'_>) {
    let hand = format!("{BETS}; cards TS TS 7H TS TS; ann stands; ben stands; cards TH");
    let next = format!("{hand}; next hand; {BETS}");
    law.inadmissible(&format!("{next}; cards TS"), 11, "reg. 6(1)(b)");
    law.accepts(&format!("{next}; shuffle; cards TS"));
    law.accepts(&format!("{hand}; shuffle; next hand; {BETS}; cards TS"));
    law.inadmissible(&format!("{BETS}; cards 8; shuffle"), 5, "reg. 6(1)(b)");
    law.inadmissible(&format!("{BETS}; cards 8 8 7 T T; shuffle"), 5, "reg. 6(1)(b)");
}

fn every_view_shows_every_card(law: &Law<'_>) {
    let rules = rules(law);
    let deal = dealt(&rules, [Rank::Nine, Rank::Five, Rank::Six, Rank::Seven, Rank::Ten]);
    for seat in 0..2 {
        assert_eq!(rules.view(&deal, seat), deal);
    }
    let mut next = rules.open(croupier_rules::contract::Positions::first(2));
    for rank in [Rank::Nine, Rank::Five, Rank::Six, Rank::Seven, Rank::Ten] {
        assert!(matches!(rules.turn(&next), Turn::Chance(fall) if fall.face == Face::Up));
        rules.fall_unchecked(&mut next, rank);
    }
}

fn the_banker_has_one_card_before_anyone_decides(law: &Law<'_>) {
    for first in ["8", "8 8", "8 8 6", "8 8 6 T"] {
        law.inadmissible(&format!("{BETS}; cards {first}; ann stands"), 5, "reg. 6(1)(e)");
    }
    // The third card is the banker's: 5, then 15, then 17.
    let round = format!("{BETS}; cards T 9 5 T 9; ann stands; ben stands; cards T 2");
    law.bet(1, &round).won("1 to 1", "100.00");
    law.bet(2, &round).won("1 to 1", "100.00");
    // He has no second before the players have done.
    law.inadmissible(&format!("{BETS}; cards T 9 5 T 9 T"), 4, "reg. 6(1)(e)");
}

fn no_card_falls_while_a_player_has_to_decide(law: &Law<'_>) {
    for own in ["22", "A7", "T6", "KQ"] {
        let (first, second) = own.split_at(1);
        law.inadmissible(&format!("{BETS}; cards {first} 8 6 {second} 9; cards 2"), 5, "reg. 6(1)(e)");
    }
    law.inadmissible(&format!("{BETS}; cards 8 8 6 2 9; ann draws; cards 2 2"), 6, "reg. 6(1)(e)");
    law.inadmissible(&format!("{BETS}; cards 8 8 6 2 9; ann stands; cards 2"), 6, "reg. 6(1)(e)");
}

fn a_player_may_stand_or_draw_on_any_score_below_21(law: &Law<'_>) {
    for own in
        ["22", "32", "42", "52", "62", "72", "82", "83", "93", "T3", "T4", "T5", "T6", "T7", "A7", "T9", "KQ"]
    {
        let (first, second) = own.split_at(1);
        let dealt = format!("{BETS}; cards {first} 8 6 {second} 9");
        law.bet(1, &format!("{dealt}; ann stands; ben stands; cards T T")).won("1 to 1", "100.00");
        law.accepts(&format!("{dealt}; ann draws; cards A"));
    }
}

fn a_hand_that_stands_takes_no_card_and_no_decision(law: &Law<'_>) {
    for decision in ["draws", "stands"] {
        // 21 in two cards, 21 in more, over 21, and a stand: each time it is the next box's turn.
        for (first, played) in
            [("A 8 6 T 9", ""), ("T 8 6 6 9", "; ann draws; cards 5"), ("T 8 6 6 9", "; ann draws; cards 6")]
        {
            let lines = 5 + 2 * u32::from(!played.is_empty());
            let round = format!("{BETS}; cards {first}{played}; ann {decision} on 1");
            law.inadmissible(&round, lines, "reg. 6(1)(e)");
        }
        law.inadmissible(
            &format!("{BETS}; cards 8 8 6 2 9; ann stands; ann {decision} on 1"),
            6,
            "reg. 6(1)(e)",
        );
        law.inadmissible(&format!("{BETS}; cards 8 8 6 2 9; ben {decision} on 2"), 5, "reg. 6(1)(e)");
    }
}

fn the_banker_draws_to_16_and_stops_from_17(law: &Law<'_>) {
    // Ben stands on 18 throughout: he wins at 17, draws at 18, loses above and wins where the banker is over.
    for (banker, stops) in [
        ("T6", false),
        ("97", false),
        ("A5", false),
        ("82", false),
        ("A23", false),
        ("5434", false),
        ("T24", false),
        ("T7", true),
        ("A6", true),
        ("A7", true),
        ("T8", true),
        ("KQ", true),
        ("A24", true),
        ("T65", true),
        ("T6T", true),
    ] {
        let round = against("T9", banker);
        let ben = law.bet(2, &round);
        let lines = last_line(&round) + 1;
        match score(banker) {
            _ if !stops => {
                ben.standing();
                law.accepts(&format!("{round}; cards A"));
                continue;
            }
            17 | 22.. => ben.won("1 to 1", "100.00"),
            18 => ben.void(),
            _ => ben.lost(),
        };
        law.inadmissible(&format!("{round}; cards A"), lines, "reg. 6(1)(f)");
    }
}

fn the_banker_need_not_draw_when_all_is_decided(law: &Law<'_>) {
    let over = format!("{BETS}; cards T T 6 6 6; ann draws; cards T; ben draws; cards T");
    law.bet(1, &over).lost();
    law.bet(2, &over).lost();
    law.inadmissible(&format!("{over}; cards T"), 9, "reg. 6(1)(f)");
    law.accepts(&format!("{over}; next hand; ann bets 10 on box 1"));
    let one_left = format!("{BETS}; cards T T 6 6 6; ann draws; cards T; ben stands");
    law.bet(1, &one_left).lost();
    law.bet(2, &one_left).standing();
    law.inadmissible(&format!("{one_left}; next hand"), 8, "");
}

/// The hand counts so much: it ties with that score of the banker and beats one less.
#[track_caller]
fn counts(law: &Law<'_>, own: &str, total: u8) {
    let banker = |score| match score {
        17 => "T7",
        18 => "T8",
        19 => "T9",
        20 => "TT",
        _ => "T65",
    };
    law.bet(1, &against(own, banker(total))).void();
    if total > 17 {
        law.bet(1, &against(own, banker(total - 1))).won("1 to 1", "100.00");
    }
}

fn hands_are_scored_by_the_values_of_the_cards(law: &Law<'_>) {
    for (own, total) in
        [("98", 17), ("J8", 18), ("A8", 19), ("KQ", 20), ("A9A", 21), ("467", 17), ("AA8", 20)]
    {
        counts(law, own, total);
    }
    law.bet(1, &against("T57", "T6T")).lost();
}

fn the_first_ace_counts_eleven_where_it_may(law: &Law<'_>) {
    for (own, total) in [
        ("A6", 17),
        ("A7", 18),
        ("A8", 19),
        ("A9", 20),
        ("8A", 19),
        ("AA9", 21),
        ("AA7", 19),
        ("A26", 19),
        ("AAA6", 19),
        ("A89", 18),
        ("T7A", 18),
        ("98A", 18),
        ("A6T", 17),
        ("AA8T", 20),
        ("A5AT", 17),
    ] {
        counts(law, own, total);
    }
    law.bet(1, &against("AT", "T9")).won("3 to 2", "150.00");
    // Two Aces are 12, and 12 again with a ten; a 9 makes 21.
    law.bet(1, &against("AAT9", "TT")).won("1 to 1", "100.00");
}

fn numbered_cards_count_what_they_show(law: &Law<'_>) {
    let numbers = ["2", "3", "4", "5", "6", "7", "8", "9", "T"];
    for (first, low) in (2..).zip(numbers) {
        for (second, high) in (2..).zip(numbers) {
            for (third, last) in (2..).zip(numbers) {
                let total = first + second + third;
                if (17..=21).contains(&total) && first <= second {
                    counts(law, &format!("{low}{high}{last}"), total);
                }
            }
        }
    }
    for (own, total) in [("T7", 17), ("98", 17), ("T8", 18), ("99", 18), ("T9", 19), ("TT", 20)] {
        counts(law, own, total);
    }
}

fn picture_cards_count_ten(law: &Law<'_>) {
    for picture in ["J", "Q", "K"] {
        for (other, total) in [("7", 17), ("8", 18), ("9", 19), ("T", 20), ("J", 20), ("Q", 20), ("K", 20)] {
            counts(law, &format!("{picture}{other}"), total);
            counts(law, &format!("{other}{picture}"), total);
        }
        law.bet(1, &against("T6", &format!("6{picture}T"))).won("1 to 1", "100.00");
        law.bet(1, &against(&format!("A{picture}"), "T9")).won("3 to 2", "150.00");
    }
}

fn the_bank_is_the_licence_holders(law: &Law<'_>) {
    law.inadmissible("bank ann 500", 2, "reg. 6(3)");
    law.inadmissible(&format!("{BETS}; bank ben 500; cards 8"), 4, "reg. 6(3)");
    law.accepts(&format!("bank house; {BETS}; cards 8"));
    law.accepts(&format!("bank house 500; {BETS}; cards 8"));
}

fn one_person_may_play_several_boxes(law: &Law<'_>) {
    let round = "ann bets 100 on box 1; ann bets 50 on box 3; cards T 9 6 9 2; ann stands on 1; ann doubles on 3; cards T; cards T T";
    law.bet(1, round).won("1 to 1", "100.00").hand("1.1");
    law.bet(2, round).won("1 to 1", "100.00").hand("3.1").staked("100.00");
    // Each box is a player of its own.
    let apart =
        "ann bets 100 on box 1; ann bets 50 on box 2; cards T T 7 9 6; ann stands; ann stands; cards T";
    law.bet(1, apart).won("1 to 1", "100.00");
    law.bet(2, apart).lost();
}
