//! What standard blackjack and Touch 21 have in common, each under its own provisions.

use crate::boxes::{Came, Made, against, every_hand};
use crate::law::{Law, last_line};

/// The provisions of one of the two games.
pub(super) struct Clauses {
    pub(super) game: &'static str,
    pub(super) places: &'static str,
    pub(super) caller: &'static str,
    pub(super) late: &'static str,
    pub(super) stand: &'static str,
    pub(super) draw: &'static str,
    pub(super) double: &'static str,
    pub(super) split: &'static str,
    pub(super) blackjack: &'static str,
    pub(super) cut: &'static str,
    pub(super) boxes: &'static str,
    pub(super) shuffle: &'static str,
    pub(super) packs: &'static str,
    pub(super) hands_off: &'static str,
    pub(super) pays: &'static str,
}

/// One box with a bet, and one with a bet behind it.
pub(super) const ALONE: &str = "ann bets 100 on box 1";
pub(super) const BEHIND: &str = "ann bets 100 on box 1; ben bets 50 on box 1";

pub(super) fn every_hand_is_won_void_or_lost(law: &Law<'_>, clauses: &Clauses) {
    every_hand(|own, made, dealer, came| {
        let bet = law.bet(1, &against(own, dealer)).hand("1.1");
        match (came, made) {
            (Came::Void, _) => bet.void().cites(&[clauses.game]),
            (Came::Lost, _) => bet.lost().cites(&[clauses.game]),
            (_, Made::TwoCards) => bet.won("3 to 2", "150.00").cites(&[clauses.blackjack, clauses.pays]),
            _ => bet.won("1 to 1", "100.00").cites(&[clauses.pays]),
        };
    });
}

/// The dealer's hands on which he draws and on which he stops, while a box waits on 18.
pub(super) fn the_dealer_draws(law: &Law<'_>, clauses: &Clauses, draws: &[&str], stops: &[&str]) {
    for dealer in draws {
        let round = against("T9", dealer);
        law.bet(1, &round).standing();
        law.accepts(&format!("{round}; cards A"));
    }
    for dealer in stops {
        let round = against("T9", dealer);
        law.accepts(&format!("{round}; next hand"));
        let more = format!("{round}; cards A");
        law.inadmissible(&more, last_line(&more), clauses.game);
    }
    let over = format!("{ALONE}; cards T 6 6; ann draws; cards T");
    law.last(&over).lost();
    law.inadmissible(&format!("{over}; cards T"), 6, clauses.game);
}

pub(super) fn a_dealers_blackjack_takes_doubles_and_splits(law: &Law<'_>, clauses: &Clauses) {
    for (first, second) in [("A", "T"), ("K", "A")] {
        let doubled = format!("{ALONE}; cards 6 {first} 5; ann doubles; cards T; cards {second}");
        law.last(&doubled).lost().staked("200.00").cites(&[clauses.game, clauses.double]);
        let apart = format!(
            "{ALONE}; cards 8 {first} 8; ann splits; cards 3; ann doubles; cards T; cards T; ann stands; cards {second}"
        );
        law.bet(1, &apart).lost().staked("200.00").cites(&[clauses.game, clauses.double]);
        law.bet(2, &apart).lost().staked("100.00").cites(&[clauses.game]);
        // Where only original bets are taken, the added stakes come back.
        let saved = format!("house original-bets-only=true; {doubled}");
        law.last(&saved).lost_in_part("-100.00").staked("200.00").cites(&[clauses.game, clauses.double]);
        let saved = format!("house original-bets-only=true; {apart}");
        law.bet(1, &saved).lost_in_part("-100.00").staked("200.00");
        law.bet(2, &saved).void().cites(&[clauses.game]);
        // A dealer's 21 in more cards takes them all the same.
        let more =
            format!("house original-bets-only=true; {ALONE}; cards 6 T 5; ann doubles; cards 9; cards 5 6");
        law.last(&more).lost().staked("200.00");
    }
}

pub(super) fn bets_are_invited_once(law: &Law<'_>, clauses: &Clauses) {
    law.accepts(&format!("place your bets; {ALONE}; no more bets; cards 8"));
    law.inadmissible("place your bets; place your bets", 3, clauses.places);
    law.inadmissible("no more bets; place your bets", 3, clauses.places);
    law.inadmissible(&format!("{ALONE}; cards 8; place your bets"), 4, clauses.places);
    law.inadmissible(
        &format!("{ALONE}; cards T T T; ann stands; cards T; place your bets"),
        6,
        clauses.places,
    );
    law.accepts(&format!(
        "place your bets; {ALONE}; cards T T T; ann stands; cards T; next hand; place your bets"
    ));
}

/// Nobody but the caller decides; the players behind have no say in it.
#[track_caller]
pub(super) fn calls(law: &Law<'_>, clauses: &Clauses, dealt: &str, caller: &str, others: &[&str]) {
    let line = last_line(dealt) + 1;
    for decision in ["stands", "draws", "doubles", "splits"] {
        for other in others {
            law.inadmissible(&format!("{dealt}; {other} {decision}"), line, clauses.caller);
        }
        law.accepts(&format!("{dealt}; {caller} {decision}"));
    }
}

pub(super) fn late_bets_are_refused(law: &Law<'_>, clauses: &Clauses) {
    law.refuses(&format!("{ALONE}; no more bets; ben bets 10 on box 2"), clauses.late);
    law.refuses(&format!("{ALONE}; cards 8; ben bets 10 on box 2"), clauses.late);
    law.refuses(&format!("{ALONE}; cards T T T; ann stands; cards T; ben bets 10 on box 2"), clauses.late);
    law.accepts(&format!("{ALONE}; cards T T T; ann stands; cards T; next hand; ben bets 10 on box 2"));
    law.inadmissible(&format!("{ALONE}; no more bets; no more bets"), 4, clauses.late);
}

/// One to each box with a bet, one to the dealer, a second to each box and none to the dealer.
pub(super) fn the_first_cards(law: &Law<'_>, clauses: &Clauses) {
    let bets = "cal bets 10 on box 5; ann bets 10 on box 2; ben bets 10 on box 3";
    // Box 2 gets T and 9, box 3 T and 8, box 5 T and 7; the dealer 8 and T.
    let round = format!("{bets}; cards T T T 8 9 8 7; ann stands; ben stands; cal stands; cards T");
    law.bet(1, &round).lost().hand("5.1");
    law.bet(2, &round).won("1 to 1", "10.00").hand("2.1");
    law.bet(3, &round).void().hand("3.1");
    for first in ["T", "T T T", "T T T 8", "T T T 8 9 8"] {
        law.inadmissible(&format!("{bets}; cards {first}; ann stands"), 6, clauses.stand);
    }
    law.inadmissible(&format!("{bets}; cards T T T 8 9 8 7 T"), 5, clauses.draw);
    law.inadmissible("cards 8", 2, clauses.draw);
    law.inadmissible(&format!("{ALONE}; ann takes back 1; cards 8"), 4, clauses.draw);
}

pub(super) fn blackjack_is_paid_3_to_2(law: &Law<'_>, clauses: &Clauses) {
    for ten in ["T", "J", "Q", "K"] {
        for (first, second) in [("A", ten), (ten, "A")] {
            for dealer in ["2", "3", "4", "5", "6", "7", "8", "9"] {
                let round = format!("{ALONE}; cards {first} {dealer} {second}");
                law.last(&round).won("3 to 2", "150.00").cites(&[clauses.blackjack, clauses.pays]);
                law.accepts(&format!("{round}; next hand"));
            }
        }
    }
    law.bet(1, &against("777", "T9")).won("1 to 1", "100.00").cites(&[clauses.pays]);
}

pub(super) fn against_an_ace_or_a_ten_blackjack_waits(law: &Law<'_>, clauses: &Clauses) {
    for (dealer, not, makes) in [("A", "9", "T"), ("T", "9", "A"), ("K", "2", "A"), ("A", "A", "J")] {
        let round = format!("{ALONE}; cards A {dealer} T");
        law.last(&round).standing();
        law.last(&format!("{round}; cards {not}"))
            .won("3 to 2", "150.00")
            .cites(&[clauses.blackjack, clauses.pays]);
        law.last(&format!("{round}; cards {makes}")).void().cites(&[clauses.game]);
        law.inadmissible(&format!("{round}; next hand"), 4, "");
        // One card decides it; the dealer takes no more for it.
        law.inadmissible(&format!("{round}; cards {not}; cards 2"), 5, clauses.game);
    }
}

pub(super) fn twenty_one_on_a_split_hand_is_not_blackjack(law: &Law<'_>, clauses: &Clauses) {
    for (pair, card) in [("A", "T"), ("A", "K"), ("T", "A")] {
        let split = format!("{ALONE}; cards {pair} 6 {pair}; ann splits; cards {card} {card}");
        for bet in [1, 2] {
            law.bet(bet, &split).standing();
            law.bet(bet, &format!("{split}; cards T 3")).won("1 to 1", "100.00").cites(&[clauses.pays]);
            law.bet(bet, &format!("{split}; cards T 5")).void();
        }
    }
}

pub(super) fn after_the_cutting_card_the_cards_are_shuffled_and_cut(law: &Law<'_>, clauses: &Clauses) {
    let hand = "ann bets 10 on box 1; ben bets 10 on box 2; cards T; cutting card; cards T; cards T T T; ann stands; ben stands; cards T";
    let next = format!("{hand}; next hand; {ALONE}");
    law.inadmissible(&format!("{next}; cards 2"), 13, clauses.cut);
    law.accepts(&format!("{next}; shuffle; cards 2"));
    // Ben's box was dealt it, so he cuts, once, after the shuffle.
    law.accepts(&format!("{hand}; shuffle; ben cuts; next hand; {ALONE}; cards 2"));
    law.inadmissible(&format!("{hand}; shuffle; ann cuts"), 12, clauses.cut);
    law.inadmissible(&format!("{hand}; shuffle; ben cuts; ben cuts"), 13, clauses.cut);
    law.inadmissible(&format!("{hand}; ben cuts"), 11, clauses.cut);
    law.inadmissible(&format!("{next}; shuffle; cards 2; ben cuts"), 15, clauses.cut);
    law.inadmissible(&format!("{ALONE}; cutting card; cards T; cutting card"), 5, clauses.cut);
    law.inadmissible(&format!("{hand}; cutting card"), 11, clauses.cut);
    // Where it went to the dealer, anyone cuts.
    let to_dealer = format!("{ALONE}; cards T; cutting card; cards T T; ann stands; cards T; shuffle");
    law.accepts(&format!("{to_dealer}; dan cuts; next hand"));
}

pub(super) fn a_shuffling_machine_has_no_cutting_card(law: &Law<'_>, clauses: &Clauses) {
    law.inadmissible(&format!("house shuffler=true; {ALONE}; cutting card"), 4, clauses.cut);
    // Every round begins with all the cards; no table has more than eight of one.
    let hand = format!("{ALONE}; cards TS TS TH; ann stands; cards TH; next hand");
    law.accepts(&format!("house shuffler=true; {}", [hand.as_str(); 9].join("; ")));
}

pub(super) fn there_are_seven_boxes(law: &Law<'_>, clauses: &Clauses) {
    for number in 1..=7 {
        law.accepts(&format!("ann bets 10 on box {number}"));
    }
    for words in ["box 8", "box 0", "box 14", "box", "hand", "box one"] {
        law.refuses(&format!("ann bets 10 on {words}"), clauses.boxes);
    }
    law.refuses("ann bets 10 on box 1; ben bets 10 behind 1", clauses.boxes);
    law.refuses("house boxes=3; ann bets 10 on box 4", clauses.boxes);
    law.accepts("house boxes=1; ann bets 10 on box 1");
    for boxes in ["0", "8", "14", "all"] {
        law.inadmissible(&format!("house boxes={boxes}"), 2, clauses.boxes);
    }
    let seven: Vec<String> = (1..=7).map(|n| format!("ann bets 10 on box {n}")).collect();
    law.accepts(&format!("{}; cards 2 3 4 5 6 7 8 9 2 3 4 5 6 7 8; ann stands on 1", seven.join("; ")));
}

pub(super) fn cards_are_shuffled_between_hands(law: &Law<'_>, clauses: &Clauses) {
    law.accepts(&format!("shuffle; {ALONE}; shuffle; cards 8"));
    law.inadmissible(&format!("{ALONE}; cards 8; shuffle"), 4, clauses.shuffle);
    law.inadmissible(&format!("{ALONE}; cards 8 6 8; shuffle"), 4, clauses.shuffle);
    law.inadmissible(&format!("{ALONE}; cards T 6 6; ann stands; shuffle"), 5, clauses.shuffle);
    law.accepts(&format!("{ALONE}; cards T T T; ann stands; cards T; shuffle; next hand; shuffle"));
}

/// The packs that may be used, and that no card comes out more often than there are packs.
pub(super) fn the_packs(law: &Law<'_>, clauses: &Clauses, packs: &[usize], others: &[&str]) {
    let bets: Vec<String> = (1..=7).map(|n| format!("ann bets 10 on box {n}")).collect();
    let bets = bets.join("; ");
    for &count in packs {
        let cards = |more: usize| vec!["2S"; count + more].join(" ");
        law.accepts(&format!("house decks={count}; {bets}; cards {}", cards(0)));
        law.inadmissible(&format!("house decks={count}; {bets}; cards {}", cards(1)), 10, clauses.packs);
        let spread = format!("house decks={count}; {bets}; cards {} 2H", cards(0));
        law.accepts(&spread);
    }
    for other in others {
        law.inadmissible(&format!("house decks={other}"), 2, clauses.packs);
    }
}

pub(super) fn the_shoe_runs_on_over_hands(law: &Law<'_>, clauses: &Clauses, packs: usize) {
    let hands =
        vec!["ann bets 10 on box 1; cards TS TH TS; ann stands; cards TH; next hand"; packs / 2].join("; ");
    let line = u32::try_from(5 * (packs / 2)).unwrap() + 4;
    law.inadmissible(&format!("house decks={packs}; {hands}; {ALONE}; cards TS"), line, clauses.packs);
    law.accepts(&format!("house decks={packs}; {hands}; {ALONE}; shuffle; cards TS"));
}

pub(super) fn bets_are_untouched_during_play(law: &Law<'_>, clauses: &Clauses) {
    law.last(&format!("{ALONE}; ann takes back 1")).cancelled().cites_nothing();
    law.last(&format!("{ALONE}; cancel 1 by consent")).cancelled().cites_nothing();
    for closed in ["no more bets", "cards 8", "cards T T T; ann stands; cards T"] {
        let line = last_line(closed) + 2;
        law.inadmissible(&format!("{ALONE}; {closed}; cancel 1 by consent"), line, clauses.hands_off);
        law.inadmissible(&format!("{ALONE}; {closed}; ann takes back 1"), line, clauses.hands_off);
    }
    law.inadmissible(&format!("{ALONE}; ben takes back 1"), 3, clauses.hands_off);
    law.inadmissible(&format!("{ALONE}; cancel 2 by consent"), 3, clauses.hands_off);
    // The dealer lays a bet that a player asks for.
    law.last("dealer bets 100 for ann on box 1; cards T 6 9; ann stands; cards T T").won("1 to 1", "100.00");
}

/// Insurance at 2 to 1; `cites` are the right to it and the odds.
pub(super) fn insurance_is_paid_2_to_1(law: &Law<'_>, cites: &[&str]) {
    let insured = format!("{ALONE}; cards T A 9; ann insures 50 on 1; ann stands");
    for ten in ["T", "J", "Q", "K"] {
        let round = format!("{insured}; cards {ten}");
        law.bet(1, &round).lost();
        law.bet(2, &round).won("2 to 1", "100.00").belongs("insurance 1", 1).cites(cites);
    }
    for other in ["A", "2", "3", "4", "5", "6", "7", "8", "9"] {
        law.bet(2, &format!("{insured}; cards {other}")).lost().belongs("insurance 1", 1).cites(cites);
    }
    // The dealer takes one card where only insurance is open.
    let over = format!("{ALONE}; cards T A 6; ann insures 50 on 1; ann draws; cards T");
    law.bet(2, &over).standing();
    law.bet(2, &format!("{over}; cards T")).won("2 to 1", "100.00");
    law.bet(2, &format!("{over}; cards 4")).lost();
}

pub(super) fn insurance_is_at_most_half_against_an_ace_before_any_decision(law: &Law<'_>, cite: &str) {
    let dealt = format!("{ALONE}; cards T A 9");
    law.last(&format!("{dealt}; ann insures 50 on 1")).standing();
    law.refuses(&format!("{dealt}; ann insures 50.01 on 1"), cite);
    law.refuses(&format!("{dealt}; ann insures 30 on 1; ann insures 20.01 on 1"), cite);
    law.last(&format!("{dealt}; ann insures 30 on 1; ann insures 20 on 1")).standing();
    for dealer in ["2", "9", "T", "K"] {
        law.refuses(&format!("{ALONE}; cards T {dealer} 9; ann insures 50 on 1"), cite);
    }
    law.refuses(&format!("{ALONE}; cards T A; ann insures 50 on 1"), cite);
    law.refuses(&format!("{dealt}; ann stands; ann insures 50 on 1"), cite);
    law.refuses(&format!("{ALONE}; cards 8 A 8; ann splits; ann insures 50 on 1"), cite);
    law.refuses(&format!("{dealt}; ann insures 50 on 2"), cite);
    law.refuses(&format!("{dealt}; ben insures 50 on 1"), cite);
    // A player behind insures his own bets, and any hand may be insured, blackjack too.
    let behind = format!("{BEHIND}; ben bets 30 on box 1; cards A A T");
    law.last(&format!("{behind}; ben insures 40 on 1")).standing().belongs("insurance 1", 2);
    law.refuses(&format!("{behind}; ben insures 40.01 on 1"), cite);
    law.last(&format!("{behind}; ann insures 50 on 1")).standing().belongs("insurance 1", 1);
}

pub(super) fn even_money_settles_a_blackjack_at_1_to_1(law: &Law<'_>, clauses: &Clauses) {
    let even = format!("{BEHIND}; cards A A T; ann takes even money on 1");
    law.bet(1, &even).won("1 to 1", "100.00").cites(&[clauses.pays]);
    law.bet(2, &even).standing();
    for (second, profit) in [("9", Some("75.00")), ("T", None)] {
        let round = format!("{even}; cards {second}");
        law.bet(1, &round).won("1 to 1", "100.00");
        match profit {
            Some(profit) => law.bet(2, &round).won("3 to 2", profit),
            None => law.bet(2, &round).void(),
        };
    }
    law.accepts(&format!("{ALONE}; cards A A T; ann takes even money on 1; next hand"));
    let refused = |round: &str, line| law.inadmissible(round, line, clauses.pays);
    for dealt in ["T A 9", "A T T", "A 9 T", "A A 9"] {
        refused(&format!("{ALONE}; cards {dealt}; ann takes even money on 1"), 4);
    }
    refused(&format!("{ALONE}; cards A A T; ben takes even money on 1"), 4);
    refused(&format!("{ALONE}; cards A A T; ann takes even money on 2"), 4);
    refused(
        &format!("{ALONE}; ben bets 10 on box 2; cards A 9 A T 9; ben stands; ann takes even money on 1"),
        6,
    );
    refused(&format!("house even-money=false; {ALONE}; cards A A T; ann takes even money on 1"), 5);
    refused(&format!("{ALONE}; cards A A T; cards 9; ann takes even money on 1"), 5);
}

pub(super) fn stakes_that_cannot_be_paid_exactly_are_refused(law: &Law<'_>, clauses: &Clauses) {
    for (amount, payable) in
        [("0.01", false), ("0.02", true), ("9.99", false), ("10", true), ("10.01", false)]
    {
        let round = format!("ann bets {amount} on box 1");
        if payable { law.accepts(&round) } else { law.refuses(&round, clauses.pays) }
    }
}

/// Settings that the house may choose, and values that they may not have.
#[track_caller]
pub(super) fn settings(law: &Law<'_>, keys: &[(&str, &[&str], &[&str])], cite: &str) {
    for (key, allowed, others) in keys {
        for value in *allowed {
            law.accepts(&format!("house {key}={value}; {ALONE}"));
        }
        for value in *others {
            law.inadmissible(&format!("house {key}={value}; {ALONE}"), 2, cite);
        }
    }
}
