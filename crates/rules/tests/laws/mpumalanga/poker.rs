//! Arizona Hold-Em (6.2 to 6.6).

use crate::law::{Law, laws};

laws! { "mpumalanga/arizona-hold-em":
    "6.2" => each_player_gets_three_cards_and_two_lie_in_common,
    "6.2" => betting_closes_before_the_deal,
    "6.2" => one_ante_a_player_and_no_other_wager,
    "6.2" => players_decide_in_turn_circle_by_circle,
    "6.2" => nobody_decides_before_the_deal_or_after_both_circles,
    "6.2" => a_raise_is_as_large_as_the_ante,
    "6.2" => each_raise_is_free_and_apart_from_the_other,
    "6.2" => the_hands_are_settled_when_both_circles_are_decided,
    "6.2 mis-deal" => a_misdealt_hand_is_dealt_afresh_and_the_bets_stand,
    "6.2 mis-deal" => a_misdeal_is_called_before_the_first_decision,
    "6.3" => three_circles_take_bets_and_two_boxes_common_cards,
    "6.4" => one_pack_has_one_of_each_card,
    "6.4" => the_house_may_choose_one_to_eight_packs,
    "6.4" => five_of_a_rank_are_four_of_a_kind,
    "6.5" => every_hand_is_dealt_from_a_whole_pack,
    "6.6" => each_hand_is_paid_by_the_table,
    "6.6" => below_a_pair_of_tens_all_stakes_lose,
    "6.6" => the_ace_of_a_straight_is_high_or_low,
    "6.6" => ante_and_raises_are_paid_alike,
}

/// The pay table with a hand for each row, the player's three cards first.
const PAYS: [(&str, &str, &str); 9] = [
    ("AS QS TS KS JS", "250 to 1", "2500.00"),
    ("9H QH TH KH JH", "50 to 1", "500.00"),
    ("7S 7H 7D 7C 2S", "25 to 1", "250.00"),
    ("7S 7H 7D 2C 2S", "12 to 1", "120.00"),
    ("2C 9C 4C JC AC", "10 to 1", "100.00"),
    ("9H QH TS KH JH", "8 to 1", "80.00"),
    ("7S 7H 7D 3C 2S", "3 to 1", "30.00"),
    ("7S 7H 3D 3C 2S", "2 to 1", "20.00"),
    ("TS TH 3D 4C 2S", "1 to 1", "10.00"),
];

/// The five cards of a lone player in the order of the deal: his first, common, his second, common, his third.
fn dealt(five: &str) -> String {
    let cards: Vec<&str> = five.split(' ').collect();
    let [first, second, third, common, other] = cards[..] else { panic!("`{five}` is not five cards") };
    format!("cards {first} {common} {second} {other} {third}")
}

/// A round of one ante of 10 that is never raised.
fn checked(five: &str) -> String {
    format!("ann bets 10 on ante; {}; ann checks; ann checks", dealt(five))
}

fn each_player_gets_three_cards_and_two_lie_in_common(law: &Law<'_>) {
    // ann 7 7 7, ben K Q 9, in common 2 and 3: one each, common, one each, common, one each.
    let deal = "ann bets 10 on ante; ben bets 10 on ante; cards 7S KH 2D; cards 7H QH 3C; cards 7D 9H";
    let round = format!("{deal}; ann checks; ben checks; ann checks; ben checks");
    law.bet(1, &round).won("3 to 1", "30.00");
    law.bet(2, &round).lost();
    law.inadmissible(&format!("{deal}; cards 9S"), 7, "6.2");
    law.inadmissible(&format!("{round}; cards 9S"), 11, "6.2");
    law.inadmissible("cards 7S", 2, "6.2");
    law.inadmissible("ann bets 10 on ante; ann takes back 1; cards 7S", 4, "6.2");
}

fn betting_closes_before_the_deal(law: &Law<'_>) {
    law.refuses("ann bets 10 on ante; no more bets; ben bets 10 on ante", "6.2");
    law.refuses("ann bets 10 on ante; cards 7S; ben bets 10 on ante", "6.2");
    law.refuses(&format!("{}; ben bets 10 on ante", checked("7S 7H 3D 3C 2S")), "6.2");
    law.inadmissible("ann bets 10 on ante; no more bets; cancel 1 by consent", 4, "6.2");
    law.inadmissible("ann bets 10 on ante; no more bets; ann takes back 1", 4, "6.2");
    law.inadmissible("no more bets; no more bets", 3, "6.2");
    law.last("ann bets 10 on ante; ann takes back 1").cancelled().cites_nothing();
}

fn one_ante_a_player_and_no_other_wager(law: &Law<'_>) {
    law.refuses("ann bets 10 on ante; ann bets 10 on ante", "6.2");
    law.accepts("ann bets 10 on ante; ben bets 10 on ante");
    law.accepts(&format!("{}; next hand; ann bets 10 on ante", checked("7S 7H 3D 3C 2S")));
    for wager in ["raise 1", "ante 1", "hand", "box 1", "red"] {
        law.refuses(&format!("ann bets 10 on {wager}"), "6.2");
    }
    law.refuses("ann bets 10 on ante; ann bets 10 behind 1", "6.2");
}

fn players_decide_in_turn_circle_by_circle(law: &Law<'_>) {
    let deal = "ann bets 10 on ante; ben bets 10 on ante; cards 7S KH 2D 7H QH 3C 7D 9H";
    law.inadmissible(&format!("{deal}; ben checks"), 5, "6.2");
    law.inadmissible(&format!("{deal}; cal checks"), 5, "6.2");
    law.inadmissible(&format!("{deal}; ann raises; ann raises"), 6, "6.2");
    law.inadmissible(&format!("{deal}; ann raises; ben checks; ben raises"), 7, "6.2");
    law.accepts(&format!("{deal}; ann raises; ben checks; ann checks; ben raises"));
}

fn nobody_decides_before_the_deal_or_after_both_circles(law: &Law<'_>) {
    for act in ["ann raises", "ann checks"] {
        law.inadmissible(&format!("ann bets 10 on ante; {act}"), 3, "6.2");
        law.inadmissible(&format!("ann bets 10 on ante; cards 7S 2D 7H 3C; {act}"), 4, "6.2");
        law.inadmissible(&format!("{}; {act}", checked("7S 7H 3D 3C 2S")), 6, "6.2");
    }
}

fn a_raise_is_as_large_as_the_ante(law: &Law<'_>) {
    let round = "ann bets 10 on ante; ben bets 2.50 on ante; cards 7S KH 2D 7H QH 3C 7D 9H; ann raises; ben raises; ann raises; ben raises";
    let verdict = law.verdict(round);
    let raises: Vec<(String, Option<u32>, String)> = verdict.rows[2..]
        .iter()
        .map(|row| (format!("{} {}", row.player, row.wager), row.of, row.stake.to_string()))
        .collect();
    let expected = [
        ("ann raise 1", 1, "10.00"),
        ("ben raise 1", 2, "2.50"),
        ("ann raise 2", 1, "10.00"),
        ("ben raise 2", 2, "2.50"),
    ];
    assert_eq!(raises, expected.map(|(raise, of, stake)| (raise.to_owned(), Some(of), stake.to_owned())));
    // The limits are the ante's, not the raise's.
    law.accepts(&format!(
        "house min=10 max=10; ann bets 10 on ante; {}; ann raises; ann raises",
        dealt("7S 7H 3D 3C 2S")
    ));
}

fn each_raise_is_free_and_apart_from_the_other(law: &Law<'_>) {
    for (acts, stakes) in [
        ("ann checks; ann checks", 1),
        ("ann raises; ann checks", 2),
        ("ann checks; ann raises", 2),
        ("ann raises; ann raises", 3),
    ] {
        let bets = law.bets(&format!("ann bets 10 on ante; {}; {acts}", dealt("7S 7H 3D 3C 2S")));
        assert_eq!(bets.len(), stakes, "{acts}");
        for bet in bets {
            bet.won("2 to 1", "20.00");
        }
    }
}

fn the_hands_are_settled_when_both_circles_are_decided(law: &Law<'_>) {
    let deal = format!("ann bets 10 on ante; {}", dealt("7S 7H 3D 3C 2S"));
    law.bet(1, &deal).standing().cites_nothing();
    for bet in law.bets(&format!("{deal}; ann raises")) {
        bet.standing().cites_nothing();
    }
    for bet in law.bets(&format!("{deal}; ann raises; ann raises")) {
        bet.won("2 to 1", "20.00");
    }
    law.inadmissible(&format!("{deal}; next hand"), 4, "");
    law.inadmissible(&format!("{deal}; ann raises; next hand"), 5, "");
    law.inadmissible(&format!("{deal}; ann raises; cancel 2 by consent"), 5, "6.2");
}

fn a_misdealt_hand_is_dealt_afresh_and_the_bets_stand(law: &Law<'_>) {
    let again = format!("misdeal; {}; ann checks; ann checks", dealt("7S 7H 3D 3C 2S"));
    // The cards of the first deal are back in the pack.
    for first in ["cards 7S", "cards 7S 7H", "cards 7S 3C 7H 2S 3D", "cards 7S; misdeal; cards 7S"] {
        law.bet(1, &format!("ann bets 10 on ante; {first}; {again}")).won("2 to 1", "20.00");
    }
    law.refuses("ann bets 10 on ante; cards 7S; misdeal; ben bets 10 on ante", "6.2");
    law.inadmissible("ann bets 10 on ante; cards 7S; misdeal; cancel 1 by consent", 5, "6.2");
    law.inadmissible("ann bets 10 on ante; cards 7S; misdeal; next hand", 5, "");
}

fn a_misdeal_is_called_before_the_first_decision(law: &Law<'_>) {
    let deal = format!("ann bets 10 on ante; {}", dealt("7S 7H 3D 3C 2S"));
    law.accepts(&format!("{deal}; misdeal"));
    law.inadmissible(&format!("{deal}; ann checks; misdeal"), 5, "6.2 mis-deal");
    law.inadmissible(&format!("{deal}; ann raises; ann raises; misdeal"), 6, "6.2 mis-deal");
    law.inadmissible("ann bets 10 on ante; misdeal", 3, "6.2 mis-deal");
    law.inadmissible("ann bets 10 on ante; cards 7S; misdeal; misdeal", 5, "6.2 mis-deal");
}

fn three_circles_take_bets_and_two_boxes_common_cards(law: &Law<'_>) {
    let deal = format!("ann bets 10 on ante; {}", dealt("7S 7H 7D 3C 2S"));
    let verdict = law.verdict(&format!("{deal}; ann raises; ann raises"));
    let circles: Vec<&str> = verdict.rows.iter().map(|row| &*row.wager).collect();
    assert_eq!(circles, ["ante", "raise 1", "raise 2"]);
    law.inadmissible(&format!("{deal}; ann raises; ann raises; ann raises"), 6, "6.2");
    law.inadmissible(&format!("{deal}; cards 9S"), 4, "6.2");
    // Four cards leave a common box empty: nobody decides yet.
    law.inadmissible("ann bets 10 on ante; cards 7S 3C 7H 2S; ann raises", 4, "6.2");
}

fn one_pack_has_one_of_each_card(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on ante; cards 7S 7S", 3, "6.4");
    law.inadmissible("ann bets 10 on ante; ben bets 10 on ante; cards 7S KH 2D; cards 7H KH", 5, "6.4");
}

fn the_house_may_choose_one_to_eight_packs(law: &Law<'_>) {
    for packs in 1..=8_usize {
        let cards = "7S ".repeat(packs.min(5));
        law.accepts(&format!("house decks={packs}; ann bets 10 on ante; cards {cards}"));
    }
    law.inadmissible("house decks=2; ann bets 10 on ante; cards 7S 7S 7S", 4, "6.4");
    for packs in ["0", "9", "52", "x"] {
        law.inadmissible(&format!("house decks={packs}"), 2, "6.4");
    }
}

fn five_of_a_rank_are_four_of_a_kind(law: &Law<'_>) {
    for five in ["7S 7H 7D 7C 7S", "7S 7S 7S 7S 7S", "7S 7S 7S 7S 2S"] {
        law.last(&format!("house decks=5; {}", checked(five))).won("25 to 1", "250.00");
    }
    for (five, odds, profit) in [
        ("7S 7S 7S 2S 2S", "12 to 1", "120.00"),
        ("7S 7S 7S 2S 3S", "10 to 1", "100.00"),
        ("7S 7S 2S 2S 3S", "10 to 1", "100.00"),
        ("TS TS 2S 4S 3H", "1 to 1", "10.00"),
    ] {
        law.last(&format!("house decks=5; {}", checked(five))).won(odds, profit);
    }
}

fn every_hand_is_dealt_from_a_whole_pack(law: &Law<'_>) {
    let hand = checked("7S 7H 3D 3C 2S");
    law.last(&format!("{hand}; next hand; {hand}; next hand; {hand}")).won("2 to 1", "20.00");
    law.last(&format!("{hand}; shuffle; next hand; shuffle; {hand}")).won("2 to 1", "20.00");
    law.inadmissible("ann bets 10 on ante; cards 7S; shuffle", 4, "");
}

fn each_hand_is_paid_by_the_table(law: &Law<'_>) {
    for (five, odds, profit) in PAYS {
        law.last(&checked(five)).won(odds, profit).cites(&["6.6"]);
    }
    for rank in ["T", "J", "Q", "K", "A"] {
        law.last(&checked(&format!("{rank}S {rank}H 3D 4C 2S"))).won("1 to 1", "10.00").cites(&["6.6"]);
    }
    law.last("ann bets 0.01 on ante; cards AS KS QS JS TS; ann checks; ann checks").won("250 to 1", "2.50");
}

fn below_a_pair_of_tens_all_stakes_lose(law: &Law<'_>) {
    for rank in ["2", "3", "4", "5", "6", "7", "8", "9"] {
        let others = if rank < "6" { "JD KC 7S" } else { "JD KC 3S" };
        law.last(&checked(&format!("{rank}S {rank}H {others}"))).lost().cites(&["6.6"]);
    }
    law.last(&checked("AS KH QD JC 9S")).lost().cites(&["6.6"]);
    let round = format!("ann bets 10 on ante; {}; ann raises; ann raises", dealt("9S 9H 3D 4C 2S"));
    for bet in law.bets(&round) {
        bet.lost().cites(&["6.6"]);
    }
    assert_eq!(law.verdict(&round).bank.to_string(), "30.00");
}

fn the_ace_of_a_straight_is_high_or_low(law: &Law<'_>) {
    law.last(&checked("AS 2H 3D 4C 5S")).won("8 to 1", "80.00");
    law.last(&checked("AS KH QD JC TS")).won("8 to 1", "80.00");
    law.last(&checked("AS 2S 3S 4S 5S")).won("50 to 1", "500.00");
    for five in ["KS AH 2D 3C 4S", "QS KH AD 2C 3S", "JS QH KD AC 2S"] {
        law.last(&checked(five)).lost();
    }
    law.last(&checked("QS KS AS 2S 3S")).won("10 to 1", "100.00");
}

fn ante_and_raises_are_paid_alike(law: &Law<'_>) {
    for (five, odds, profit) in PAYS {
        let bets = law.bets(&format!("ann bets 10 on ante; {}; ann raises; ann raises", dealt(five)));
        assert_eq!(bets.len(), 3);
        for bet in bets {
            bet.won(odds, profit).cites(&["6.6"]);
        }
    }
}
