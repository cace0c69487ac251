//! Standing, drawing, doubling and splitting at standard blackjack and Touch 21, and the bets behind.

use super::boxes::{ALONE, BEHIND, Clauses};
use crate::law::Law;

pub(super) fn a_player_who_stands_takes_no_card(law: &Law<'_>, clauses: &Clauses) {
    for own in ["22", "83", "T6", "A7", "KQ"] {
        let (first, second) = own.split_at(1);
        let stood = format!("{ALONE}; cards {first} 6 {second}; ann stands");
        law.last(&format!("{stood}; cards T T")).won("1 to 1", "100.00");
        law.inadmissible(&format!("{stood}; ann stands"), 5, clauses.stand);
    }
    // What needs no word, and what is not due.
    law.inadmissible(&format!("{ALONE}; ann stands"), 3, clauses.stand);
    law.inadmissible(&format!("{ALONE}; cards A 6 T; ann stands"), 4, clauses.stand);
    law.inadmissible(&format!("{ALONE}; cards T 6 6; ann draws; cards 5; ann stands"), 6, clauses.stand);
    law.inadmissible(&format!("{ALONE}; cards T 6 6; ann draws; ann stands"), 5, clauses.stand);
    let two = "ann bets 10 on box 1; ben bets 10 on box 2; cards T T 6 6 6";
    law.inadmissible(&format!("{two}; ben stands on 2"), 5, clauses.stand);
    law.accepts(&format!("{two}; ann stands on 1; ben stands on 2"));
}

pub(super) fn a_player_draws_until_he_stands_or_is_over(law: &Law<'_>, clauses: &Clauses) {
    let drawn = format!("{ALONE}; cards 2 6 2; ann draws; cards 2; ann draws; cards 3; ann draws; cards 3");
    law.last(&format!("{drawn}; ann stands; cards T T")).won("1 to 1", "100.00");
    law.last(&format!("{drawn}; ann draws; cards T")).lost().cites(&[clauses.game]);
    for own in ["22", "T6", "A7", "KQ"] {
        let (first, second) = own.split_at(1);
        // Nobody takes a card he has not asked for.
        law.inadmissible(&format!("{ALONE}; cards {first} 6 {second} 2"), 3, clauses.draw);
        law.accepts(&format!("{ALONE}; cards {first} 6 {second}; ann draws; cards A"));
        law.inadmissible(
            &format!("{ALONE}; cards {first} 6 {second}; ann draws; ann draws"),
            5,
            clauses.draw,
        );
    }
    // On 21 a hand takes no card.
    law.inadmissible(&format!("{ALONE}; cards T 6 6; ann draws; cards 5; ann draws"), 6, clauses.draw);
    law.inadmissible(&format!("{ALONE}; cards A 6 T; ann draws"), 4, clauses.draw);
}

pub(super) fn two_cards_may_be_doubled(law: &Law<'_>, clauses: &Clauses) {
    for own in ["22", "32", "72", "A8", "93", "T6", "98", "TT", "AA"] {
        let (first, second) = own.split_at(1);
        let doubled = format!("{ALONE}; cards {first} 6 {second}; ann doubles");
        let won = law.last(&format!("{doubled}; cards A; cards T T"));
        won.won("1 to 1", "200.00").staked("200.00").cites(&[clauses.pays, clauses.double]);
        law.inadmissible(&format!("{doubled}; cards A; ann draws"), 6, clauses.draw);
        law.inadmissible(&format!("{doubled}; ann doubles"), 5, clauses.double);
    }
    law.inadmissible(&format!("{ALONE}; cards 2 6 3; ann draws; cards 5; ann doubles"), 6, clauses.double);
    law.inadmissible(&format!("{ALONE}; cards A 6 T; ann doubles"), 4, clauses.double);
    let void = format!("{ALONE}; cards 6 7 5; ann doubles; cards 6; cards T");
    law.last(&void).void().staked("200.00").cites(&[clauses.game, clauses.double]);
    let over = format!("{ALONE}; cards T 6 6; ann doubles; cards T");
    law.last(&over).lost().staked("200.00").cites(&[clauses.game, clauses.double]);
    // A double is not bound by the table's limits.
    law.accepts(&format!("house max=100; {ALONE}; cards 6 6 5; ann doubles; cards T"));
}

pub(super) fn a_player_behind_doubles_or_keeps_his_stake(law: &Law<'_>, clauses: &Clauses) {
    let doubled = format!("{BEHIND}; cal bets 20 on box 1; cards 6 6 5; ann doubles");
    let silent = format!("{doubled}; cards 9; cards T T");
    law.bet(1, &silent).won("1 to 1", "200.00").cites(&[clauses.pays, clauses.double]);
    law.bet(2, &silent).won("1 to 1", "50.00").staked("50.00").cites(&[clauses.pays]);
    let follows = format!("{doubled}; cal doubles; ben doubles on 1; cards 9; cards T T");
    law.bet(2, &follows).won("1 to 1", "100.00").staked("100.00").cites(&[clauses.pays, clauses.double]);
    law.bet(3, &follows).won("1 to 1", "40.00").staked("40.00");
    // The hand ends for those behind too, and they may double once, before the card.
    law.inadmissible(&format!("{doubled}; cards 9; ben draws"), 8, clauses.draw);
    law.inadmissible(&format!("{doubled}; ben doubles; ben doubles"), 8, clauses.double);
    law.inadmissible(&format!("{doubled}; cards 9; ben doubles"), 8, clauses.double);
    law.inadmissible(&format!("{doubled}; ben doubles on 2"), 7, clauses.double);
    law.inadmissible(&format!("{doubled}; dan doubles"), 7, clauses.double);
    // Several bets of one player on the hand are doubled together.
    let several = format!("{ALONE}; ann bets 30 on box 1; cards 6 6 5; ann doubles; cards 9; cards T T");
    law.bet(1, &several).won("1 to 1", "200.00");
    law.bet(2, &several).won("1 to 1", "60.00").staked("60.00");
}

pub(super) fn a_pair_may_be_split(law: &Law<'_>, clauses: &Clauses) {
    for pair in ["22", "33", "44", "55", "66", "77", "88", "99", "TT", "AA", "TJ", "QK", "JJ"] {
        let (first, second) = pair.split_at(1);
        let round = format!("{ALONE}; cards {first} 6 {second}; ann splits");
        law.bet(1, &round).standing().hand("1.1");
        law.bet(2, &round).standing().hand("1.2").staked("100.00").belongs("box 1", 1);
    }
    for other in ["23", "89", "9T", "A2", "A9"] {
        let (first, second) = other.split_at(1);
        law.inadmissible(&format!("{ALONE}; cards {first} 6 {second}; ann splits"), 4, clauses.split);
    }
    law.inadmissible(&format!("{ALONE}; cards 2 6 3; ann draws; cards 2; ann splits"), 6, clauses.split);
    // By rank where the house says so.
    law.inadmissible(&format!("house split-tens=rank; {ALONE}; cards T 6 J; ann splits"), 5, clauses.split);
    law.accepts(&format!("house split-tens=rank; {ALONE}; cards J 6 J; ann splits"));
    law.accepts(&format!("house split-tens=rank; {ALONE}; cards 8 6 8; ann splits"));
}

pub(super) fn the_hands_of_a_split_are_played_one_after_the_other(law: &Law<'_>, clauses: &Clauses) {
    let round = format!(
        "{ALONE}; cards 8 6 8; ann splits; cards 3; ann doubles on 1.1; cards T; cards 2; ann draws on 1.2; cards 9; ann stands; cards T 3"
    );
    law.bet(1, &round)
        .won("1 to 1", "200.00")
        .hand("1.1")
        .staked("200.00")
        .cites(&[clauses.pays, clauses.double]);
    law.bet(2, &round).void().hand("1.2").staked("100.00");
    let split = format!("{ALONE}; cards 8 6 8; ann splits");
    law.inadmissible(&format!("{split}; ann stands"), 5, clauses.stand);
    law.inadmissible(&format!("{split}; cards 3 3"), 5, clauses.draw);
    law.inadmissible(&format!("{split}; cards 3; ann stands on 1.2"), 6, clauses.stand);
    law.inadmissible(&format!("{split}; cards 3; ann stands; ann stands on 1.2"), 7, clauses.stand);
}

pub(super) fn a_box_is_split_to_four_hands(law: &Law<'_>, clauses: &Clauses) {
    // 1.1 splits to 1.2, then 1.1 again to 1.3; 1.2 waits to the right of both, and splits to 1.4.
    let four = format!(
        "{ALONE}; cards 8 6 8; ann splits; cards 8; ann splits on 1.1; cards T; ann stands on 1.1; cards T; ann stands on 1.3; cards 8; ann splits on 1.2"
    );
    let rows = law.bets(&four);
    assert_eq!(rows.len(), 4);
    for (bet, hand) in rows.into_iter().zip(["1.1", "1.2", "1.3", "1.4"]) {
        bet.standing().hand(hand).staked("100.00");
    }
    let fifth = format!("{four}; cards 8; ann splits");
    law.inadmissible(&fifth, 14, clauses.split);
    law.accepts(&format!("house max-hands=5; {fifth}"));
    law.inadmissible(
        &format!("house max-hands=2; {ALONE}; cards 8 6 8; ann splits; cards 8; ann splits"),
        7,
        clauses.split,
    );
    let played = format!("{four}; cards T; ann stands; cards T; ann stands; cards T T");
    for bet in law.bets(&played) {
        bet.won("1 to 1", "100.00");
    }
}

pub(super) fn a_player_behind_splits_or_names_a_hand(law: &Law<'_>, clauses: &Clauses) {
    let split = format!("{BEHIND}; cards 8 6 8; ann splits");
    for silent in ["cards 3", "ann stands", "cal splits"] {
        law.inadmissible(&format!("{split}; {silent}"), 6, clauses.split);
    }
    let both = format!("{split}; ben splits; cards T; ann stands; cards 3; ann stands; cards T T");
    law.bet(3, &both).won("1 to 1", "100.00").hand("1.2").belongs("box 1", 1);
    law.bet(2, &both).won("1 to 1", "50.00").hand("1.1");
    law.bet(4, &both).won("1 to 1", "50.00").hand("1.2").staked("50.00").belongs("box 1", 2);
    // 1.1 stands on 18, 1.2 on 11; the dealer has 19 and 11 is as lost as 18.
    for hand in ["1.1", "1.2"] {
        let follows = format!(
            "{split}; ben follows {hand}; cards T; ann stands; cards 9; ann doubles; cards 3; cards T 3"
        );
        let bet = law.bet(2, &follows).hand(hand).staked("50.00");
        if hand == "1.1" {
            bet.lost()
        } else {
            bet.won("1 to 1", "50.00")
        };
        assert_eq!(law.bets(&follows).len(), 3);
    }
    law.inadmissible(&format!("{split}; ben follows 1.3"), 6, clauses.split);
    law.inadmissible(&format!("{split}; ben follows 2.1"), 6, clauses.split);
    law.inadmissible(&format!("{split}; ben follows 1.1; ben follows 1.2"), 7, clauses.split);
    law.inadmissible(&format!("{split}; ben splits; ben splits"), 7, clauses.split);
    law.inadmissible(&format!("{BEHIND}; cards 8 6 8; ben follows 1.1"), 5, clauses.split);
    // Bets of one player on the hand go together: one further stake, their sum.
    let together = format!("{ALONE}; ann bets 30 on box 1; cards 8 6 8; ann splits");
    law.bet(3, &together).standing().staked("130.00").hand("1.2").belongs("box 1", 1);
}
