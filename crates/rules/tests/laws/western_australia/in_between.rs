//! In-Between (r. 6(2), r. 14(3), r. 15(3)).

use crate::law::{Bet, Law, laws};

laws! { "western-australia-1990/in-between":
    "r. 6(2)" => the_ranks_rise_from_two_to_ace,
    "r. 6(2)" => a_pack_has_one_of_each_card,
    "r. 6(2)" => every_hand_is_dealt_from_a_whole_pack,
    "r. 14(3)(a)" => neighbours_in_rank_are_a_stand_off,
    "r. 14(3)(a)" => a_stand_off_takes_no_third_card,
    "r. 14(3)(a)" => the_stake_is_carried_until_a_hand_decides_it,
    "r. 14(3)(a)" => a_carried_stake_is_not_withdrawn_or_changed_but_by_consent,
    "r. 14(3)(a)" => third_cards_go_to_those_who_do_not_stand_off,
    "r. 14(3)(b)(i)" => a_third_card_between_the_two_wins,
    "r. 14(3)(b)(ii)" => three_of_a_rank_win,
    "r. 14(3)(c)(i)" => a_third_card_equal_or_outside_loses,
    "r. 14(3)(c)(ii)" => a_pair_and_another_card_lose,
    "r. 15(3)(a)" => three_of_a_rank_are_paid_3_to_1,
    "r. 15(3)(b)" => any_other_win_is_paid_1_to_1,
}

const RANKS: &str = "23456789TJQKA";

/// The symbol of the rank in this place, 0 being the two.
fn rank(place: usize) -> char {
    RANKS.as_bytes()[place].into()
}

/// The verdict on a stake of 10 dealt cards of these ranks; suits differ, so that one pack has them.
fn dealt(law: &Law<'_>, ranks: [usize; 3]) -> Bet {
    let [first, second, third] = ranks.map(rank);
    law.last(&format!("ann bets 10 on hand; cards {first}S {second}H {third}D"))
}

/// Every three ranks.
fn triples() -> impl Iterator<Item = [usize; 3]> {
    (0..13).flat_map(|a| (0..13).flat_map(move |b| (0..13).map(move |c| [a, b, c])))
}

/// Three ranks of which the first two are neither alike nor neighbours, with the lower and the higher of these.
fn gaps() -> impl Iterator<Item = ([usize; 3], usize, usize)> {
    let ordered = triples().map(|ranks| (ranks, ranks[0].min(ranks[1]), ranks[0].max(ranks[1])));
    ordered.filter(|(_, low, high)| high - low > 1)
}

fn the_ranks_rise_from_two_to_ace(law: &Law<'_>) {
    for low in 0..11 {
        for between in low + 1..12 {
            dealt(law, [low, 12, between]).won("1 to 1", "10.00");
        }
        dealt(law, [low, low + 2, low + 1]).won("1 to 1", "10.00");
    }
    law.last("ann bets 10 on hand; cards AS 2H 3D").won("1 to 1", "10.00");
    law.last("ann bets 10 on hand; cards QS KH").standing();
    law.last("ann bets 10 on hand; cards KS AH").standing();
    law.last("ann bets 10 on hand; cards QS 2H AD").lost();
}

fn a_pack_has_one_of_each_card(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on hand; cards 5S 5S", 3, "r. 6(2)");
    law.inadmissible("ann bets 10 on hand; ben bets 10 on hand; cards 5S 9H; cards 5H 9H", 5, "r. 6(2)");
    law.accepts("house decks=2; ann bets 10 on hand; cards 5S 5S");
    law.inadmissible("house decks=2; ann bets 10 on hand; cards 5S 5S 5S", 4, "r. 6(2)");
}

fn every_hand_is_dealt_from_a_whole_pack(law: &Law<'_>) {
    law.bet(2, "ann bets 10 on hand; cards 5S 9H 7D; next hand; ann bets 10 on hand; cards 5S 9H 7D")
        .won("1 to 1", "10.00");
    law.inadmissible("ann bets 10 on hand; cards 5S 9H 7D 2C", 3, "");
}

fn neighbours_in_rank_are_a_stand_off(law: &Law<'_>) {
    for low in 0..12 {
        for (first, second) in [(low, low + 1), (low + 1, low)] {
            let round = format!("ann bets 10 on hand; cards {}S {}H", rank(first), rank(second));
            law.last(&round).standing().cites(&["r. 14(3)(a)"]);
        }
    }
    law.last("ann bets 10 on hand; cards AS 2H").standing().cites_nothing();
    law.last("ann bets 10 on hand; cards 2S AH 9D").won("1 to 1", "10.00");
}

fn a_stand_off_takes_no_third_card(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on hand; cards JH TD 5S", 3, "");
    law.inadmissible("ann bets 10 on hand; cards JH TD; cards 5S", 4, "");
}

fn the_stake_is_carried_until_a_hand_decides_it(law: &Law<'_>) {
    law.last("ann bets 10 on hand; cards JH TD; next hand; cards 3H 9D 5C").won("1 to 1", "10.00");
    law.last("ann bets 10 on hand; cards JH TD; next hand; cards 3H 9D TC").lost();
    let again = "ann bets 10 on hand; cards JH TD; next hand; cards 2H 3D; next hand; cards KS AS";
    law.last(again).standing().cites(&["r. 14(3)(a)"]);
    law.last(&format!("{again}; next hand; cards 7S 7D 7C")).won("3 to 1", "30.00");
    let beside = "ann bets 10 on hand; cards JH TD; next hand; ben bets 20 on hand; cards 3H 4S 9D 9S 5C 2C";
    law.bet(1, beside).won("1 to 1", "10.00");
    law.bet(2, beside).lost();
}

fn a_carried_stake_is_not_withdrawn_or_changed_but_by_consent(law: &Law<'_>) {
    let carried = "ann bets 10 on hand; cards JH TD; next hand";
    law.inadmissible(&format!("{carried}; ann takes back 1"), 5, "r. 14(3)(a)");
    law.refuses(&format!("{carried}; ann bets 10 on hand"), "r. 14(3)(a)");
    law.last(&format!("{carried}; cancel 1 by consent")).cancelled().cites_nothing();
    law.inadmissible(&format!("{carried}; cards 3H; cancel 1 by consent"), 6, "r. 14(3)(a)");
    law.refuses("ann bets 10 on hand; ann bets 10 on hand", "");
}

fn third_cards_go_to_those_who_do_not_stand_off(law: &Law<'_>) {
    // One card to each, a second to each, then a third to ann and cal.
    let round = "ann bets 10 on hand; ben bets 10 on hand; cal bets 10 on hand; cards 3S 7S 4S; cards 9H 8H JH; cards 5D KD";
    law.bet(1, round).won("1 to 1", "10.00");
    law.bet(2, round).standing().cites(&["r. 14(3)(a)"]);
    law.bet(3, round).lost();
}

fn a_third_card_between_the_two_wins(law: &Law<'_>) {
    for (ranks, low, high) in gaps().filter(|(ranks, low, high)| ranks[2] > *low && ranks[2] < *high) {
        assert!(low < high);
        dealt(law, ranks).won("1 to 1", "10.00").cites(&["r. 14(3)(b)(i)", "r. 15(3)(b)"]);
    }
}

fn three_of_a_rank_win(law: &Law<'_>) {
    for place in 0..13 {
        dealt(law, [place; 3]).won("3 to 1", "30.00").cites(&["r. 14(3)(b)(ii)", "r. 15(3)(a)"]);
    }
}

fn a_third_card_equal_or_outside_loses(law: &Law<'_>) {
    for (ranks, _, _) in gaps().filter(|(ranks, low, high)| ranks[2] <= *low || ranks[2] >= *high) {
        dealt(law, ranks).lost().cites(&["r. 14(3)(c)(i)"]);
    }
}

fn a_pair_and_another_card_lose(law: &Law<'_>) {
    for ranks in triples().filter(|[first, second, third]| first == second && second != third) {
        dealt(law, ranks).lost().cites(&["r. 14(3)(c)(ii)"]);
    }
}

fn three_of_a_rank_are_paid_3_to_1(law: &Law<'_>) {
    law.last("ann bets 0.01 on hand; cards AS AH AD").won("3 to 1", "0.03");
    let verdict = law.verdict("ann bets 10 on hand; ben bets 5 on hand; cards 2S 7S 2H 7H 2D 7D");
    assert_eq!(verdict.bank.to_string(), "-45.00");
}

fn any_other_win_is_paid_1_to_1(law: &Law<'_>) {
    law.last("ann bets 0.01 on hand; cards 2S 4H 3D").won("1 to 1", "0.01");
    law.last("ann bets 10 on hand; cards 2S AH 3D").won("1 to 1", "10.00");
}
