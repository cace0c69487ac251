//! Punto banco.

use croupier_kit::Ratio;
use croupier_maths::Price;
use croupier_maths::baccarat::{BaccaratError, PipCounts, ShoeError, counts, punto, removals};
use croupier_rules::games::baccarat::Baccarat;
use proptest::prelude::*;

use super::brute::expectations;
use super::table;

fn tables() -> [Baccarat; 2] {
    [table("scotland-1970/punto-banco", &[]), table("mpumalanga/punto-banco", &[])]
}

fn named<'p>(prices: &'p [Price], wager: &str) -> &'p Price {
    prices.iter().find(|price| price.wager == wager).unwrap()
}

/// The published counts for eight packs.
#[test]
fn eight_packs_give_the_published_counts() {
    for game in tables() {
        let counts = counts(&game, &PipCounts::whole(8)).unwrap();
        assert_eq!(
            (counts.banker, counts.player, counts.tie, counts.all()),
            (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216, 4_998_398_275_503_360)
        );
    }
}

#[test]
fn edges_of_eight_packs_are_those_of_the_books() {
    let prices = punto(&table("mpumalanga/punto-banco", &[]), &PipCounts::whole(8)).unwrap();
    let edge = |wager| named(&prices, wager).edge.to_decimal(6);
    assert_eq!(["banco", "punto", "egalite"].map(edge), ["0.010579", "0.012351", "0.143596"]);
    let decided = named(&prices, "banco").edge_decided.as_ref().unwrap();
    assert_eq!(decided.to_decimal(6), "0.011692");
    assert!(named(&prices, "egalite").edge_decided.is_none(), "a bet on a tie is always decided");
    let gap = Ratio::new(2_292_252_566_437_888_i64 - 2_230_518_282_592_256, 4_998_398_275_503_360_i64);
    assert_eq!(named(&prices, "punto").edge.exact(), Some(&gap));
    assert!(prices.iter().all(|price| !price.cites.is_empty()));
}

/// Published for eight packs (the Wizard of Odds): the change of the player's expectation when one card is removed,
/// in millionths, for the values 0 to 8. A card burnt unseen changes nothing, which determines the nines.
#[test]
fn one_card_gone_is_worth_what_is_published() {
    let effects = removals(&table("mpumalanga/punto-banco", &[]), &PipCounts::whole(8)).unwrap();
    let millionths = |wager: &str| -> Vec<String> {
        let of_wager = effects.iter().filter(|effect| effect.wager == wager);
        of_wager.map(|effect| (effect.gain.clone() * Ratio::whole(1_000_000)).to_decimal(0)).collect()
    };
    assert_eq!(millionths("banco")[..9], ["19", "44", "52", "65", "116", "-83", "-113", "-83", "-50"]);
    assert_eq!(millionths("punto")[..9], ["-18", "-45", "-54", "-67", "-120", "84", "113", "82", "53"]);
    for wager in ["banco", "punto", "egalite"] {
        let of_wager = effects.iter().filter(|effect| effect.wager == wager);
        let burnt = of_wager
            .map(|effect| effect.gain.clone() * Ratio::whole(PipCounts::whole(8).count(effect.value)));
        assert_eq!(burnt.sum::<Ratio>(), Ratio::zero(), "{wager}");
    }
}

#[test]
fn small_shoes_agree_with_every_deal_played_out() {
    let shoes: [[i64; 10]; 3] =
        [[0, 2, 0, 1, 0, 2, 1, 0, 0, 1], [3, 0, 0, 1, 2, 0, 0, 1, 1, 0], [16, 4, 4, 4, 4, 4, 4, 4, 4, 4]];
    for game in tables() {
        for counts in shoes {
            let shoe = PipCounts::left(1, &counts).unwrap();
            let brute = expectations(&game, &shoe, &|_, _| panic!("nobody has a choice"));
            let edges: Vec<Ratio> = punto(&game, &shoe)
                .unwrap()
                .iter()
                .map(|price| price.edge.exact().unwrap().clone())
                .collect();
            assert_eq!(edges, brute.into_iter().map(|mean| -mean).collect::<Vec<_>>(), "{counts:?}");
        }
    }
}

#[test]
fn a_shoe_of_five_cards_and_a_table_with_choices_have_no_price() {
    let game = table("mpumalanga/punto-banco", &[]);
    let five = PipCounts::left(1, &[5, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(counts(&game, &five), Err(ShoeError::TooFew { cards: 5, need: 6 }.into()));
    let chemin = table("scotland-1970/chemin-de-fer", &[]);
    assert_eq!(counts(&chemin, &PipCounts::whole(6)), Err(BaccaratError::Choices));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_deal_ends_in_some_way(left in prop::array::uniform10(0_i64..=16)) {
        prop_assume!(left.iter().sum::<i64>() >= 6);
        let shoe = PipCounts::left(4, &left).unwrap();
        let counts = counts(&table("mpumalanga/punto-banco", &[]), &shoe).unwrap();
        let cards = u128::from(shoe.cards());
        prop_assert_eq!(counts.all(), (0..6).map(|dealt| cards - dealt).product::<u128>());
    }
}
