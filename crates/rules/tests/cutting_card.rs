//! The shoe ends with the hand in which the cutting card comes out.

use croupier_rules::book::Shelf;
use croupier_rules::judge;
use jiff::civil::date;

/// The dealer's look may end a hand before another card is dealt.
#[test]
fn a_hand_that_needs_no_more_cards_still_ends_the_shoe() {
    let mut shelf = Shelf::built_in();
    shelf.add("atlantic-city", include_str!("../../../examples/atlantic-city.toml")).unwrap();
    let judged = |between: &str| {
        let record = format!(
            "rules atlantic-city/blackjack\ncal bets 20 on box 2\nno more bets\ncards TS AH AS 8C\n{between}dealer looks\nnext hand\n\
             cal bets 20 on box 2\ncards 8D\n"
        );
        judge(&shelf, record.as_bytes(), date(2020, 1, 1)).map_err(|fault| fault.to_string())
    };
    assert!(judged("").is_ok());
    let refused = judged("cutting card\n").unwrap_err();
    assert!(refused.contains("shuffle"), "{refused}");
}
