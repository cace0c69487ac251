//! Three Card Poker: ante, raise or fold, a dealer who qualifies with a Queen, and a bonus on the ante.

use croupier_rules::contract::Face;

use crate::examples::dealer_poker::{
    self, a_person_refused_service_does_not_bet, betting_closes_before_the_cards,
    stakes_are_within_the_limits, the_house_holds_the_bank,
};
use crate::law::{Law, laws};

laws! { "three-card-poker/three-card-poker":
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
    "2.5" => nobody_sees_a_card_of_the_dealer_before_deciding,
    "2.6" => a_misdeal_is_dealt_again_before_the_first_decision,
    "3.1" => the_dealer_needs_the_lowest_hand_that_qualifies,
    "3.2" => a_dealer_who_does_not_qualify_pays_the_ante_and_returns_the_raise,
    "3.3" => the_higher_hand_wins_ante_and_raise,
    "3.3" => three_cards_have_an_order_of_their_own,
    "3.4" => hands_equal_to_the_last_card_return_both_stakes,
    "3.5" => the_lower_hand_loses_ante_and_raise,
    "4.1" => the_ante_pays_even_money,
    "4.2" => the_raise_pays_even_money,
    "4.3" => a_bonus_is_paid_on_the_ante_whatever_the_dealer_has,
    "4.3" => a_folded_hand_has_no_bonus,
    "5.1" => pair_plus_is_paid_by_ones_own_hand_folded_or_not,
    "5.2" => pair_plus_lies_beside_an_ante,
    "5.3" => pair_plus_with_a_lower_flush_pays_three_to_one,
}

/// A round of one player, whose hand is dealt first, and of the dealer.
fn raised(player: &str, dealer: &str) -> String {
    format!("ann bets 10 on ante; cards {player} {dealer}; ann raises")
}

/// Two players, of whom ann has the higher hand; the dealer does not qualify.
const TWO: &str = "ann bets 10 on ante; ben bets 10 on ante; cards AS KS 9H 8S 7S 6H JD TD 3C";

fn one_ante_a_player_and_no_other_wager(law: &Law<'_>) {
    dealer_poker::one_ante_a_player(law, &["raise 1", "ante 1", "play", "box 1", "pair-plus 1", "red"]);
}

fn players_decide_in_turn_when_all_cards_are_dealt(law: &Law<'_>) {
    let deal = "ann bets 10 on ante; ben bets 10 on ante; cards AS KS 9H 8S 7S 6H QD JD 3C";
    dealer_poker::decisions_come_in_turn(law, deal, 4);
    law.bet(3, &format!("{deal}; ann raises; ben folds")).won("1 to 1", "10.00");
}

fn cards_are_dealt_one_by_one_or_hand_by_hand_and_to_the_dealer_last(law: &Law<'_>) {
    // ann has a pair of nines by hands, and nothing one by one; the dealer's hand changes too.
    let cards = "cards 9S 9H 4D KS QH 2D; ann raises";
    law.bet(2, &format!("ann bets 10 on ante; {cards}")).won("1 to 1", "10.00");
    law.bet(2, &format!("house deal=hands; ann bets 10 on ante; {cards}")).won("1 to 1", "10.00");
    // ann 9S 4D QH, the dealer 9H KS 2D.
    law.bet(2, &format!("house deal=one-by-one; ann bets 10 on ante; {cards}")).lost();
    // Two players: one card each and one to the dealer, three times over.
    let two = "house deal=one-by-one; ann bets 10 on ante; ben bets 10 on ante; cards 9S 8S KH; cards 9H 8H JD; \
               cards 9D 7C 2S; ann raises; ben raises";
    law.bet(3, two).won("1 to 1", "10.00");
    law.bet(4, two).won("1 to 1", "10.00");
    law.inadmissible("house deal=dealer-first", 2, "2.2");
}

fn every_hand_is_dealt_from_a_whole_pack_of_one_of_each_card(law: &Law<'_>) {
    dealer_poker::dealt_from_a_whole_pack(law, &raised("9S 9H 4D", "KS QH 2D"), "10.00");
}

fn the_table_seats_what_one_pack_serves(law: &Law<'_>) {
    dealer_poker::seats(law, 16);
}

fn a_raise_is_a_multiple_of_the_ante(law: &Law<'_>) {
    law.bet(2, &raised("9S 9H 4D", "KS QH 2D")).staked("10.00").belongs("raise 1", 1);
}

fn a_folded_hand_loses_its_ante_at_once(law: &Law<'_>) {
    let folded = format!("{TWO}; ann folds");
    law.bet(1, &folded).lost().cites(&["2.4"]);
    law.bet(2, &folded).standing();
    // The dealer does not qualify, and ben's hand is the lower: neither helps a hand that was folded.
    let done = format!("{TWO}; ann folds; ben raises");
    law.bet(1, &done).lost().cites(&["2.4"]);
    law.bet(2, &done).won_net("20.00");
    law.bet(1, &format!("{TWO}; ann folds; ben folds")).lost();
}

fn nobody_sees_a_card_of_the_dealer_before_deciding(law: &Law<'_>) {
    dealer_poker::last_card_lies(law, 3, Face::Down);
}

fn a_misdeal_is_dealt_again_before_the_first_decision(law: &Law<'_>) {
    let again = "ann bets 10 on ante; cards 9S 9H; misdeal; cards 9S 9H 4D KS QH 2D; ann raises";
    law.bet(2, again).won("1 to 1", "10.00");
    law.inadmissible(&format!("{}; misdeal", raised("9S 9H 4D", "KS QH 2D")), 5, "2.6");
    dealer_poker::a_misdeal_ends_with_a_decision(law, TWO, 4);
}

fn the_dealer_needs_the_lowest_hand_that_qualifies(law: &Law<'_>) {
    law.bet(2, &raised("9S 9H 4D", "QS 3H 2D")).won("1 to 1", "10.00");
    law.bet(2, &raised("9S 9H 4D", "JS TH 8D")).void();
    law.bet(2, &raised("AS KH 4D", "2S 2H 3D")).lost();
}

fn a_dealer_who_does_not_qualify_pays_the_ante_and_returns_the_raise(law: &Law<'_>) {
    // The dealer's Jack would beat ann's ten.
    dealer_poker::only_the_ante_wins(law, &raised("TS 7H 4D", "JS 6H 4C"));
}

fn the_higher_hand_wins_ante_and_raise(law: &Law<'_>) {
    dealer_poker::both_win(law, &raised("KS 7H 4D", "QS 6H 4C"), "10.00");
}

fn three_cards_have_an_order_of_their_own(law: &Law<'_>) {
    let ascending = [
        "QS 6H 3D", "QC 6D 4H", "AC KH JD", "2S 2H 3C", "AC AD KH", "5S 3S 2S", "AD KD JD", "AC 2H 3D",
        "4S 2D 3H", "AS KC QD", "2C 2D 2H", "AD AC AH", "AS 2S 3S", "KC QC JC", "AD KD QD",
    ];
    dealer_poker::ascending(law, raised, &ascending);
}

fn hands_equal_to_the_last_card_return_both_stakes(law: &Law<'_>) {
    dealer_poker::both_are_returned(law, &raised("KS 7H 4D", "KH 7D 4C"));
    law.bet(2, &raised("KS 7H 4D", "KH 7D 3C")).won("1 to 1", "10.00");
    law.bet(2, &raised("KS 7H 3D", "KH 7D 4C")).lost();
}

fn the_lower_hand_loses_ante_and_raise(law: &Law<'_>) {
    dealer_poker::both_lose(law, &raised("QS 6H 4C", "KS 7H 4D"));
}

fn the_ante_pays_even_money(law: &Law<'_>) {
    law.bet(1, &raised("KS 7H 4D", "QS 6H 4C")).won("1 to 1", "10.00").cites(&["3.3", "4.1"]);
    law.bet(1, &raised("TS 7H 4D", "JS 6H 4C")).won("1 to 1", "10.00").cites(&["3.2", "4.1"]);
}

fn the_raise_pays_even_money(law: &Law<'_>) {
    for hand in ["KS 7H 4D", "9S 9H 4D", "9D 8D 2D", "9S 8H 7D", "9S 9H 9D", "9S 8S 7S", "AS KS QS"] {
        law.bet(2, &raised(hand, "QC 6H 5C")).won("1 to 1", "10.00").cites(&["3.3", "4.2"]);
    }
}

fn a_bonus_is_paid_on_the_ante_whatever_the_dealer_has(law: &Law<'_>) {
    let hands = [
        ("AS KS QS", "50.00", "60.00"),
        ("9S 8S 7S", "50.00", "60.00"),
        ("9S 9H 9D", "40.00", "50.00"),
        ("9S 8H 7D", "10.00", "20.00"),
    ];
    for (hand, bonus, profit) in hands {
        law.bet(1, &raised(hand, "KH 6H 5C")).won_net(profit).bonus(bonus).cites(&["3.3", "4.1", "4.3"]);
        law.bet(1, &raised(hand, "JH 6H 5C")).won_net(profit).bonus(bonus).cites(&["3.2", "4.1", "4.3"]);
    }
    // The bonus is paid where the hands are equal, and where the ante is lost: won, because something is paid.
    law.bet(1, &raised("9S 8H 7D", "9H 8D 7C")).won_net("10.00").bonus("10.00").cites(&["3.4", "4.3"]);
    law.bet(1, &raised("9S 8H 7D", "TH 9D 8C")).won_net("0.00").bonus("10.00").cites(&["3.5", "4.3"]);
    law.bet(1, &raised("9S 9H 9D", "TH TD TC")).won_net("30.00").bonus("40.00").cites(&["3.5", "4.3"]);
    law.bet(2, &raised("9S 9H 9D", "TH TD TC")).lost();
    law.bet(1, &raised("9S 8S 2S", "KH 6H 5C")).won("1 to 1", "10.00").no_bonus();
}

fn a_folded_hand_has_no_bonus(law: &Law<'_>) {
    law.bet(1, "ann bets 10 on ante; cards 9S 8H 7D KH 6H 5C; ann folds").lost().no_bonus();
}

/// A round with a side wager of 10 as stake 2.
fn beside(wager: &str, player: &str, dealer: &str, decision: &str) -> String {
    format!("ann bets 10 on ante; ann bets 10 on {wager}; cards {player} {dealer}; ann {decision}")
}

fn pair_plus_is_paid_by_ones_own_hand_folded_or_not(law: &Law<'_>) {
    let hands = [
        ("AS KS QS", "40 to 1", "400.00"),
        ("9S 8S 7S", "40 to 1", "400.00"),
        ("9S 9H 9D", "30 to 1", "300.00"),
        ("9S 8H 7D", "6 to 1", "60.00"),
        ("9S 6S 2S", "4 to 1", "40.00"),
        ("9S 9H 2D", "1 to 1", "10.00"),
    ];
    for (hand, odds, profit) in hands {
        for dealer in ["JH 5D 4C", "KH 5D 4C", "AD AC AH"] {
            for decision in ["raises", "folds"] {
                let round = beside("pair-plus", hand, dealer, decision);
                law.bet(2, &round).won(odds, profit).belongs("pair-plus", 1).cites(&["5.1"]);
            }
        }
    }
    law.bet(2, &beside("pair-plus", "AS KH JD", "QH 5D 4C", "raises")).lost().cites(&["5.1"]);
    // Nothing is settled, and nothing is said of the cards, before all have decided.
    let waits = "ann bets 10 on ante; ann bets 10 on pair-plus; ben bets 10 on ante; cards 9S 9H 2D KS 7H 4D QH 5D 4C";
    law.bet(2, waits).standing();
    law.bet(2, &format!("{waits}; ann folds")).standing();
    law.bet(2, &format!("{waits}; ann folds; ben raises")).won("1 to 1", "10.00");
}

fn pair_plus_lies_beside_an_ante(law: &Law<'_>) {
    law.refuses("ann bets 10 on pair-plus", "5.2");
    law.refuses("ann bets 10 on ante; ben bets 10 on pair-plus", "5.2");
    law.bet(2, "ann bets 10 on ante; ann bets 10 on pair-plus; ann takes back 1; no more bets")
        .refused("5.2");
    law.accepts("ann bets 10 on ante; ann bets 10 on pair-plus; ann bets 5 on pair-plus-low");
}

fn pair_plus_with_a_lower_flush_pays_three_to_one(law: &Law<'_>) {
    let round = |hand| beside("pair-plus-low", hand, "KH 5D 4C", "raises");
    law.bet(2, &round("9S 6S 2S")).won("3 to 1", "30.00").cites(&["5.3"]);
    law.bet(2, &round("9S 8H 7D")).won("6 to 1", "60.00");
    law.bet(2, &round("9S 9H 2D")).won("1 to 1", "10.00");
    law.bet(2, &round("9S 7H 2D")).lost();
}
