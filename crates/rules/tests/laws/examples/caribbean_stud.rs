//! Caribbean Stud: ante, a raise of twice the ante or a fold, a dealer who qualifies with Ace and King.

use croupier_rules::contract::Face;

use crate::examples::dealer_poker::{
    self, a_person_refused_service_does_not_bet, betting_closes_before_the_cards,
    stakes_are_within_the_limits, the_house_holds_the_bank,
};
use crate::law::{Law, laws};

laws! { "caribbean-stud/caribbean-stud":
    "1.1" => the_house_holds_the_bank,
    "1.2" => stakes_are_within_the_limits,
    "1.3" => betting_closes_before_the_cards,
    "1.4" => a_person_refused_service_does_not_bet,
    "2.1" => one_ante_a_player_and_no_other_wager,
    "2.1" => players_decide_in_turn_when_all_cards_are_dealt,
    "2.2" => cards_are_dealt_one_by_one_or_hand_by_hand_and_to_the_dealer_last,
    "2.2" => every_hand_is_dealt_from_a_whole_pack_of_one_of_each_card,
    "2.2" => the_table_seats_what_one_pack_serves,
    "2.3" => a_raise_is_a_multiple_of_the_ante,
    "2.4" => a_folded_hand_loses_its_ante_at_once,
    "2.5" => the_dealers_last_card_lies_face_up,
    "2.6" => a_misdeal_is_dealt_again_before_the_first_decision,
    "3.1" => the_dealer_needs_the_lowest_hand_that_qualifies,
    "3.2" => a_dealer_who_does_not_qualify_pays_the_ante_and_returns_the_raise,
    "3.3" => the_higher_hand_wins_ante_and_raise,
    "3.3" => five_cards_compare_down_to_the_last_card,
    "3.4" => hands_equal_to_the_last_card_return_both_stakes,
    "3.5" => the_lower_hand_loses_ante_and_raise,
    "4.1" => the_ante_pays_even_money,
    "4.2" => the_raise_is_paid_by_the_players_hand,
}

/// The cards of one player and the dealer, in the order of the deal: one each in turn.
fn dealt(player: &str, dealer: &str) -> String {
    let pairs = player.split(' ').zip(dealer.split(' '));
    format!("cards {}", pairs.map(|(own, other)| format!("{own} {other}")).collect::<Vec<_>>().join(" "))
}

/// A round of one player, who raises.
fn raised(player: &str, dealer: &str) -> String {
    format!("ann bets 10 on ante; {}; ann raises", dealt(player, dealer))
}

const PAIR: &str = "9S 9H 4D 3C 2S";
const ACE_KING: &str = "AS KH 6D 5C 2H";
const ACE_QUEEN: &str = "AS QH 6D 5C 2H";

fn one_ante_a_player_and_no_other_wager(law: &Law<'_>) {
    dealer_poker::one_ante_a_player(law, &["raise 1", "ante 1", "bonus", "box 1", "red"]);
}

/// Two players: ann has a pair of nines, ben nothing, the dealer Ace and King.
const TWO: &str = "ann bets 10 on ante; ben bets 10 on ante; cards 9S JS AS; cards 9H TH KH; cards 4D 7D 6D; \
                   cards 3C 4C 5C; cards 2S 3S 2H";

fn players_decide_in_turn_when_all_cards_are_dealt(law: &Law<'_>) {
    dealer_poker::decisions_come_in_turn(law, TWO, 8);
    law.bet(3, &format!("{TWO}; ann raises; ben folds")).won("1 to 1", "20.00");
}

fn cards_are_dealt_one_by_one_or_hand_by_hand_and_to_the_dealer_last(law: &Law<'_>) {
    law.bet(2, &raised(PAIR, ACE_KING)).won("1 to 1", "20.00");
    let hands = format!("ann bets 10 on ante; cards {PAIR}; cards {ACE_KING}; ann raises");
    law.bet(2, &format!("house deal=hands; {hands}")).won("1 to 1", "20.00");
    // One by one the same cards give ann 9 4 2 K 5 and the dealer 9 3 A 6 2.
    law.bet(2, &hands).void();
    law.inadmissible("house deal=dealer-first", 2, "2.2");
}

fn every_hand_is_dealt_from_a_whole_pack_of_one_of_each_card(law: &Law<'_>) {
    dealer_poker::dealt_from_a_whole_pack(law, &raised(PAIR, ACE_KING), "20.00");
}

fn the_table_seats_what_one_pack_serves(law: &Law<'_>) {
    dealer_poker::seats(law, 9);
}

fn a_raise_is_a_multiple_of_the_ante(law: &Law<'_>) {
    law.bet(2, &raised(PAIR, ACE_KING)).staked("20.00").belongs("raise 1", 1);
}

fn a_folded_hand_loses_its_ante_at_once(law: &Law<'_>) {
    let folded = format!("{TWO}; ann folds");
    law.bet(1, &folded).lost().cites(&["2.4"]);
    law.bet(2, &folded).standing();
    let done = format!("{TWO}; ann folds; ben raises");
    law.bet(1, &done).lost().cites(&["2.4"]);
    law.bet(3, &done).lost().cites(&["3.5"]);
}

fn the_dealers_last_card_lies_face_up(law: &Law<'_>) {
    dealer_poker::last_card_lies(law, 5, Face::Up);
}

fn a_misdeal_is_dealt_again_before_the_first_decision(law: &Law<'_>) {
    let again = format!("ann bets 10 on ante; cards 9S 9H; misdeal; {}; ann raises", dealt(PAIR, ACE_KING));
    law.bet(2, &again).won("1 to 1", "20.00");
    dealer_poker::a_misdeal_ends_with_a_decision(law, TWO, 8);
}

fn the_dealer_needs_the_lowest_hand_that_qualifies(law: &Law<'_>) {
    law.bet(2, &raised(PAIR, "AS KH 4C 3D 2H")).won("1 to 1", "20.00");
    law.bet(2, &raised(PAIR, "AS QH JD TC 8H")).void();
    law.bet(2, &raised("3S 3H 4D 5C 6S", "2S 2H 4C 5D 6H")).won("1 to 1", "20.00");
}

fn a_dealer_who_does_not_qualify_pays_the_ante_and_returns_the_raise(law: &Law<'_>) {
    // The dealer's Ace would beat ann's Jack.
    dealer_poker::only_the_ante_wins(law, &raised("JS TH 7D 4C 3S", ACE_QUEEN));
    // A royal flush is returned its raise too.
    law.bet(2, &raised("AH KH QH JH TH", "AS QD 6D 5C 2H")).void().cites(&["3.2"]);
}

fn the_higher_hand_wins_ante_and_raise(law: &Law<'_>) {
    dealer_poker::both_win(law, &raised(PAIR, ACE_KING), "20.00");
}

fn five_cards_compare_down_to_the_last_card(law: &Law<'_>) {
    let ascending = [
        "AS KH 4D 3C 2S",
        "AD KC 5D 3H 2C",
        "2S 2H 5S 4C 3D",
        "2D 2C 6D 4H 3S",
        "3D 3H 2S 2H 4S",
        "3S 3C 2D 2C 5S",
        "4S 4H 4D 6C 7S",
        "AS 2S 3D 4C 5S",
        "6S 2H 3C 4D 5D",
        "TS JH QD KC AS",
        "7S 5S 4S 3S 2S",
        "2D 2H 2C 3C 3D",
        "4D 4H 4C 4S 3S",
        "6D 6H 6C 6S 3H",
        "AS 2S 3S 4S 5S",
        "TD JD QD KD AD",
    ];
    dealer_poker::ascending(law, raised, &ascending);
}

fn hands_equal_to_the_last_card_return_both_stakes(law: &Law<'_>) {
    dealer_poker::both_are_returned(law, &raised("AS KH 9D 8C 2S", "AD KC 9H 8S 2H"));
    law.bet(2, &raised("AS KH 9D 8C 3S", "AD KC 9H 8S 2H")).won("1 to 1", "20.00");
    law.bet(2, &raised("AS KH 9D 8C 2S", "AD KC 9H 8S 3H")).lost();
}

fn the_lower_hand_loses_ante_and_raise(law: &Law<'_>) {
    dealer_poker::both_lose(law, &raised("JS TH 7D 4C 3S", ACE_KING));
}

fn the_ante_pays_even_money(law: &Law<'_>) {
    for hand in ["9S 9H 4D 3C 2S", "9S 9H 9D 3C 2S", "TD JD QD KD AD"] {
        law.bet(1, &raised(hand, ACE_KING)).won("1 to 1", "10.00").cites(&["3.3", "4.1"]);
    }
}

fn the_raise_is_paid_by_the_players_hand(law: &Law<'_>) {
    let pays = [
        ("TD JD QD KD AD", "100 to 1", "2000.00"),
        ("9D JD QD KD TD", "50 to 1", "1000.00"),
        ("7S 7H 7D 7C 3S", "20 to 1", "400.00"),
        ("7S 7H 7D 3C 3S", "7 to 1", "140.00"),
        ("2C 9C 4C JC AC", "5 to 1", "100.00"),
        ("9D JD QD KD TH", "4 to 1", "80.00"),
        ("7S 7H 7D 3C 2S", "3 to 1", "60.00"),
        ("7S 7H 3D 3C 2S", "2 to 1", "40.00"),
        ("7S 7H 3D 4C 2S", "1 to 1", "20.00"),
        ("AC KD 9D 4C 2S", "1 to 1", "20.00"),
    ];
    for (hand, odds, profit) in pays {
        law.bet(2, &raised(hand, ACE_KING)).won(odds, profit).cites(&["3.3", "4.2"]);
    }
}
