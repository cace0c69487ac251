//! Side wagers and wagers with cases, against the enumeration of every deal through the rules.

use croupier_kit::{Card, Ratio, Shoe};
use croupier_maths::general::stake_outcomes;
use croupier_maths::{Price, PriceQuery, odds};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{CardStock, Game};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::Baccarat;
use croupier_rules::side::{Carded, CardedWager};
use croupier_rules::table::TableGame;

const MACAU: &str = include_str!("../../../../examples/macau.toml");

fn table(text: &str, game: &str) -> Baccarat {
    let mut shelf = Shelf::default();
    shelf.add("macau", text).unwrap_or_else(|error| panic!("{error}"));
    let (_, game) = shelf.game(&format!("macau/{game}")).unwrap();
    match game.table(&Chosen::default()) {
        AnyGame::Baccarat(rules) => rules,
        other => panic!("{other:?} is not baccarat"),
    }
}

/// A shoe with only these cards left.
fn left(cards: &str) -> Shoe {
    let wanted: Vec<Card> = cards.split(' ').map(|card| card.parse().unwrap()).collect();
    let mut shoe = Shoe::new(8);
    for card in Card::pack() {
        let stays = wanted.iter().filter(|other| **other == card).count();
        for _ in stays..8 {
            shoe.take(card).unwrap();
        }
    }
    shoe
}

fn prices(game: &Baccarat, shoe: Option<Shoe>) -> Vec<Price> {
    odds(&game.clone().into(), &PriceQuery { shoe, ..PriceQuery::default() }).unwrap().prices
}

fn chance(price: &Price, payout: croupier_rules::contract::Payout) -> Ratio {
    let ends = price.endings.iter().filter(|end| end.payout == payout);
    ends.map(|end| end.probability.exact().unwrap().clone()).sum()
}

/// Every wager of a table from a small shoe, priced by the special solver and by the enumeration.
fn agrees(game: &Baccarat, cards: &str) -> usize {
    let shoe = left(cards);
    let special = prices(game, Some(shoe));
    let carded = Carded::<_, 6>(game.clone());
    let mut wagers = Vec::new();
    carded.wagers(|wager, ()| wagers.push(wager));
    for wager in &wagers {
        let name = match wager {
            CardedWager::Main(wager) => game.wager_name(*wager),
            CardedWager::Side(bet) => game.sides.get(*bet).name.to_string(),
        };
        let price = special.iter().find(|price| price.wager == name).unwrap();
        let outcomes = stake_outcomes(&carded, &CardStock::new(shoe), *wager, ());
        for end in &outcomes.ends {
            assert_eq!(chance(price, end.payout), end.chance, "{name} of {cards}: {:?}", end.payout);
        }
    }
    wagers.len()
}

#[test]
fn the_solver_counts_what_the_rules_deal() {
    let shoes = ["4S 4S 4H 9C KD QD AC", "6S 6S 7H KD KD QC 3S 8H", "2S 2H 5C 5C TD 9S 9H"];
    for cards in shoes {
        assert_eq!(agrees(&table(MACAU, "baccarat"), cards), 8);
        assert_eq!(agrees(&table(MACAU, "ez-baccarat"), cards), 5);
    }
}

#[test]
fn suits_count_where_a_wager_asks_for_them() {
    let suited = MACAU.replacen(
        "pays = [{ when = { player-pair = true }, odds = \"11 to 1\" }]",
        "pays = [{ when = { player-suited-pair = true, winner = \"player\" }, odds = \"25 to 1\" }]",
        1,
    );
    let mutation = "{ at = \"game/baccarat/side/player-pair/pays/0/when\", to = { banker-pair = true } }";
    let suited = suited.replacen(mutation, "\"strike\"", 1);
    let game = table(&suited, "baccarat");
    assert_eq!(agrees(&game, "4S 4S 4H 9C KD QD AC"), 8);
    assert_eq!(agrees(&game, "KS KS KH KH KD QC QC"), 8);
}

/// A commission of 5 % of a win is what odds of 19 to 20 are.
#[test]
fn a_commission_is_priced() {
    let commission = "commission = { rate = \"5 %\", of = \"win\", when = \"on-win\", cite = \"2.3\" }";
    let six = "pays = [{ name = \"six\", when = { banker-score = 6 }, odds = \"1 to 2\", cite = \"2.3\" }]";
    let mutation = "{ at = \"game/baccarat/wager/banker/pays/six/when\", to = { banker-score = 7 } }";
    let edge = |text: &str| {
        let text = text.replacen(mutation, "\"strike\"", 1);
        let prices = prices(&table(&text, "baccarat"), None);
        prices.into_iter().find(|price| price.wager == "banker").unwrap().edge
    };
    let by_odds =
        MACAU.replacen("on = \"banker\"\nodds = \"1 to 1\"", "on = \"banker\"\nodds = \"19 to 20\"", 1);
    let charged = edge(&MACAU.replacen(six, commission, 1));
    assert_eq!(charged, edge(&by_odds.replacen(six, "", 1)));
    assert_eq!(charged.to_decimal(6), "0.010579");
}
