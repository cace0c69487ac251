//! Checks the analysis of poker against a dealer's hand by class against every hand of the dealer, card by card, which the
//! rules settle.

use croupier_kit::{Card, Ratio};
use croupier_maths::advice::PlayerView;
use croupier_maths::dealer_poker::analyse;
use croupier_maths::price::profit;
use croupier_maths::{Advisor, PriceQuery, strategy};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::Seated;
use croupier_rules::games::AnyGame;
use croupier_rules::games::dealer_poker::{Deal, DealerPoker, PLAYERS_MAX, Strength, Wager};

/// The rules of an example book.
fn game(book: &str) -> Seated<DealerPoker, PLAYERS_MAX> {
    let mut shelf = Shelf::default();
    let path = format!("{}/../../examples/{book}.toml", env!("CARGO_MANIFEST_DIR"));
    shelf.add(book, &std::fs::read_to_string(path).unwrap()).unwrap();
    let AnyGame::DealerPoker(game) = shelf.books()[0].games()[0].table(&Chosen::default()) else {
        panic!("{book} is not played against a dealer's hand")
    };
    game
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

/// Every hand of some cards.
fn hands(from: &[Card], size: usize, each: &mut impl FnMut(&[Card])) {
    fn go_on(from: &[Card], size: usize, hand: &mut Vec<Card>, each: &mut impl FnMut(&[Card])) {
        if hand.len() == size {
            each(hand);
            return;
        }
        for (place, card) in from.iter().enumerate() {
            hand.push(*card);
            go_on(&from[place + 1..], size, hand, each);
            hand.pop();
        }
    }
    go_on(from, size, &mut Vec::new(), each);
}

/// What a raise gains in antes, by the settlement of the rules.
fn gain(game: &DealerPoker, player: Strength, dealer: Strength) -> Ratio {
    let ante = profit(game.settle(Wager::Ante, player, dealer).payout);
    let raise = profit(game.settle(Wager::Raise, player, dealer).payout);
    ante + Ratio::whole(game.multiple) * raise
}

/// The mean gain of a raise over every hand of the dealer with the card that is shown.
fn by_hand(game: &DealerPoker, own: &[Card], shown: Option<Card>) -> Ratio {
    let player = game.size.strength(own);
    let left: Vec<Card> = Card::pack().filter(|card| !own.contains(card) && Some(*card) != shown).collect();
    let mut found: Vec<(Ratio, u64)> = Vec::new();
    let size = own.len() - shown.iter().count();
    let mut last = None;
    hands(&left, size, &mut |hand| {
        let mut dealer = hand.to_vec();
        dealer.extend(shown);
        let dealer = game.size.strength(&dealer);
        // Neighbouring hands often have the same result, and fractions are slow.
        let end = game.clause(player, dealer);
        match found.last_mut().filter(|_| last == Some(end)) {
            Some((_, count)) => *count += 1,
            None => found.push((gain(game, player, dealer), 1)),
        }
        last = Some(end);
    });
    let deals: u64 = found.iter().map(|(_, count)| count).sum();
    let sum: Ratio = found.iter().map(|(gain, count)| gain * &Ratio::whole(*count)).sum();
    sum / Ratio::whole(deals)
}

#[test]
fn a_raise_with_three_cards_gains_what_every_hand_of_the_dealer_gives() {
    let game = game("three-card-poker");
    let analysis = analyse(&game);
    for own in
        ["QS 6H 4D", "QS 6H 3D", "QS 6S 3S", "2S 2H 3D", "9S 8H 7D", "AS KS QS", "5S 3H 2D", "9S 9H 9D"]
    {
        let own = cards(own);
        let expected = by_hand(&game, &own, None);
        assert_eq!(analysis.worth(&own, None), Some(expected.clone()), "{own:?}");
        assert_eq!(analysis.raises(&own, None), expected > Ratio::whole(-1), "{own:?}");
    }
    assert_eq!(analysis.worth(&cards("QS QS 4D"), None), None);
}

#[test]
fn three_cards_raise_from_queen_six_four() {
    let game = game("three-card-poker");
    let analysis = analyse(&game);
    let least = game.size.strength(&cards("QS 6H 4D"));
    let pack: Vec<Card> = Card::pack().collect();
    hands(&pack, 3, &mut |hand| {
        assert_eq!(analysis.raises(hand, None), game.size.strength(hand) >= least, "{hand:?}");
    });
    let chart = strategy(&AnyGame::from(game), &PriceQuery::default()).unwrap().unwrap();
    let rows: Vec<&str> = chart.charts[0].rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(rows, ["Q-6-4 or higher", "Q-6-3 or lower"]);
}

#[test]
fn a_raise_with_five_cards_gains_what_every_hand_of_the_dealer_gives() {
    let game = game("caribbean-stud");
    let analysis = analyse(&game);
    let hands = [
        ("AS KH QD 5C 2S", "QH"),
        ("AS KH QD 5C 2S", "3D"),
        ("AS KH 8D 5C 2S", "5H"),
        ("AS KS 8S 5S 2H", "8H"),
        ("2S 2H 5D 4C 3S", "AD"),
        ("2S 2H 5D 5C 3S", "AD"),
        ("AS 2H 3D 4C 5S", "5D"),
        ("AS KS 8S 5S 2S", "KH"),
        ("QS JH TD 8C 6S", "6H"),
        ("TS JS QS KS AS", "2H"),
    ];
    for (own, shown) in hands {
        let (own, shown) = (cards(own), cards(shown)[0]);
        let expected = by_hand(&game, &own, Some(shown));
        assert_eq!(analysis.worth(&own, Some(shown)), Some(expected.clone()), "{own:?} {shown}");
        assert_eq!(analysis.raises(&own, Some(shown)), expected > Ratio::whole(-1), "{own:?} {shown}");
    }
}

#[test]
fn the_price_counts_every_deal_once() {
    for (book, deals) in [("three-card-poker", "407170400"), ("caribbean-stud", "19933230517200")] {
        let price = analyse(&game(book)).price();
        let whole: Ratio = price.endings.iter().map(|end| end.probability.exact().unwrap().clone()).sum();
        assert_eq!(whole, Ratio::one(), "{book}");
        let mean: Ratio =
            price.endings.iter().map(|end| &end.profit * end.probability.exact().unwrap()).sum();
        assert_eq!(Some(&-mean), price.edge.exact(), "{book}");
        // Every probability is a number of deals.
        let deals: Ratio = Ratio::whole(deals.parse::<u64>().unwrap());
        for end in &price.endings {
            let count = end.probability.exact().unwrap() * &deals;
            assert!(!count.to_string().contains('/'), "{book}: {count}");
        }
    }
}

#[test]
fn the_exact_price_of_three_cards_is_the_one_that_a_second_program_finds() {
    let price = analyse(&game("three-card-poker")).price();
    assert_eq!(price.edge.exact().unwrap().to_string(), "686689/20358520");
    assert_eq!(price.win.exact().unwrap().to_string(), "22858881/50896300");
}

#[test]
fn advice_is_exact_and_needs_the_card_that_the_dealer_shows() {
    let advisor = Advisor::new(&AnyGame::from(game("caribbean-stud"))).unwrap();
    let dealer = Deal::<PLAYERS_MAX>::DEALER;
    let advise = |own: &str, shown: Option<&str>| {
        let own = cards(own);
        let mut others = vec![(dealer, None); 4];
        others.extend(shown.map(|card| (dealer, Some(card.parse().unwrap()))));
        advisor.advise(PlayerView { seat: 0, own: &own, others: &others, split: None, may_split: false })
    };
    assert_eq!(advise("2S 2H 5D 4C 3S", Some("AD")).unwrap().options[0].decision, "raise");
    assert_eq!(advise("QS JH TD 8C 6S", Some("AD")).unwrap().options[0].decision, "fold");
    assert_eq!(advise("QS JH TD 8C 6S", None), None);
}
