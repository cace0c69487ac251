//! Commission: charged on the stake or the win, in advance or on a win, exact or rounded as the book says.

use croupier_kit::{Money, Odds, Overflow};
use croupier_rules::book::Shelf;
use croupier_rules::commission::{
    Breakage, Charge, ChargedOn, ChargedWhen, Commission, Rate, RateError, Rounded,
};
use croupier_rules::contract::Payout;
use croupier_rules::law::Rule;

/// Some provision: what it is does not change what is charged.
fn any_rule() -> Rule {
    let shelf = Shelf::built_in();
    let (book, _) = shelf.game("scotland-1970/roulette").unwrap();
    book.citations().find("reg. 3(5)").unwrap()
}

fn five_per_cent(of: ChargedOn, when: ChargedWhen, breakage: Option<Breakage>) -> Commission {
    Commission { rate: "5 %".parse().unwrap(), of, when, breakage, cite: any_rule() }
}

fn odds(text: &str) -> Odds {
    text.parse().unwrap()
}

fn minor(amount: Result<Option<Money>, Overflow>) -> Option<i64> {
    amount.unwrap().map(Money::minor)
}

#[test]
fn a_buy_of_20_at_5_per_cent_is_21() {
    let commission = five_per_cent(ChargedOn::Stake, ChargedWhen::InAdvance, None);
    let bet = Money::from_minor(2_000);
    let charge = Charge::new(Some(commission), bet, Some(odds("2 to 1"))).unwrap();
    assert_eq!(charge.with_bet(bet), Money::from_minor(2_100));
    assert_eq!(minor(charge.profit(Payout::Win(odds("2 to 1")), bet)), Some(3_900));
    assert_eq!(minor(charge.profit(Payout::Lose, bet)), Some(-2_100));
    assert_eq!(minor(charge.profit(Payout::Void, bet)), Some(0));
}

#[test]
fn on_a_win_only_a_win_is_charged() {
    let commission = five_per_cent(ChargedOn::Win, ChargedWhen::OnWin, None);
    let bet = Money::from_minor(2_000);
    let charge = Charge::new(Some(commission), bet, None).unwrap();
    assert_eq!(charge.with_bet(bet), bet);
    assert_eq!(minor(charge.profit(Payout::Win(odds("1 to 1")), bet)), Some(1_900));
    assert_eq!(minor(charge.profit(Payout::Lose, bet)), Some(-2_000));
}

#[test]
fn nothing_is_rounded_unless_the_book_says_how() {
    let exact = five_per_cent(ChargedOn::Win, ChargedWhen::InAdvance, None);
    assert_eq!(minor(exact.on(Money::from_minor(4_000), odds("1 to 2"))), Some(100));
    assert_eq!(minor(exact.on(Money::from_minor(4_010), odds("1 to 2"))), None);
    assert_eq!(exact.unit(odds("1 to 2")), 40);
    let to_the_unit = |rounded| {
        let unit = Money::from_minor(100);
        five_per_cent(ChargedOn::Stake, ChargedWhen::InAdvance, Some(Breakage { rounded, unit }))
    };
    let of_33 = |rounded| minor(to_the_unit(rounded).on(Money::from_minor(3_300), odds("2 to 1")));
    assert_eq!(of_33(Rounded::Down), Some(100));
    assert_eq!(of_33(Rounded::Up), Some(200));
    assert_eq!(of_33(Rounded::Nearest), Some(200));
    let of_30 = |rounded| minor(to_the_unit(rounded).on(Money::from_minor(3_000), odds("2 to 1")));
    assert_eq!(of_30(Rounded::Nearest), Some(200), "halfway is up");
}

#[test]
fn rates_are_read_exactly() {
    for (text, written) in [("5 %", "5 %"), ("4.5%", "4.5 %"), ("0.25 %", "0.25 %"), ("1.05 %", "1.05 %")] {
        assert_eq!(text.parse::<Rate>().unwrap().to_string(), written);
    }
    for text in ["", "5", "0 %", "100 %", "-5 %", "5.001 %", "five %", "% 5"] {
        assert_eq!(text.parse::<Rate>(), Err(RateError), "{text}");
    }
}
