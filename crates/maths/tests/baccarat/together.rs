//! What the wagers of a coup win and lose together: against variances from the Python oracle, which never computes a
//! covariance, and against every coup played out through the rules.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use croupier_kit::Ratio;
use croupier_maths::baccarat::PipCounts;
use croupier_maths::{Covariances, PayoutChance, Price, PriceQuery, covariances, odds};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{Baccarat, Deal};
use croupier_rules::table::{BetsOfRound, TableGame};
use proptest::prelude::*;

use super::table;

const MACAU: &str = include_str!("../../../../examples/macau.toml");
const VARIANCES: &str = include_str!("../../../../oracle/joint.txt");

/// The built-in books and that of the examples with side wagers.
fn shelf() -> Shelf {
    let mut shelf = Shelf::built_in();
    shelf.add("macau", MACAU).unwrap_or_else(|error| panic!("{error}"));
    shelf
}

fn game(shelf: &Shelf, name: &str) -> AnyGame {
    shelf.game(name).unwrap().1.table(&Chosen::default())
}

/// The variance of what these stakes win together.
fn variance(of: &Covariances, stakes: &[(&str, i64)]) -> Ratio {
    let mut sum = Ratio::zero();
    for (one, first) in stakes {
        for (other, second) in stakes {
            let covariance = of.of(one, other).unwrap_or_else(|| panic!("{one} and {other}"));
            sum = sum + covariance * &Ratio::whole(i128::from(*first) * i128::from(*second));
        }
    }
    sum
}

#[test]
fn stakes_on_one_coup_have_the_variance_that_the_oracle_counts() {
    let shelf = shelf();
    let mut known: HashMap<&str, Covariances> = HashMap::new();
    for line in VARIANCES.lines() {
        let parts: Vec<&str> = line.split(": ").collect();
        let [name, stakes, due] = parts[..] else { panic!("{line}") };
        let found = known.entry(name).or_insert_with(|| covariances(&game(&shelf, name)).unwrap().unwrap());
        let stake = |stake| {
            let (wager, amount) = str::split_once(stake, '=').unwrap();
            (wager, amount.parse().unwrap())
        };
        let stakes: Vec<(&str, i64)> = stakes.split(' ').map(stake).collect();
        assert_eq!(variance(found, &stakes).to_string(), due, "{line}");
        let each_alone: Ratio = stakes.iter().map(|stake| variance(found, &[*stake])).sum();
        assert_eq!(each_alone.to_string() == due, stakes.len() == 1, "{line}: covariances count");
    }
    assert_eq!(known.len(), 3);
}

/// The prices of a table, without that of holding the bank: nobody stakes on it.
fn staked_prices(game: &AnyGame) -> Vec<Price> {
    let prices = odds(game, &PriceQuery::default()).unwrap().prices;
    let is_staked = |price: &Price| price.wager != "banker" || price.odds.is_some();
    prices.into_iter().filter(is_staked).collect()
}

#[test]
fn a_wager_varies_with_itself_as_its_price_says() {
    let shelf = shelf();
    let names = [
        "scotland-1970/punto-banco",
        "scotland-1970/baccarat-banque",
        "scotland-1970/chemin-de-fer",
        "mpumalanga/punto-banco",
        "macau/baccarat",
        "macau/ez-baccarat",
    ];
    for name in names {
        let game = game(&shelf, name);
        let found = covariances(&game).unwrap().unwrap();
        let prices = staked_prices(&game);
        assert_eq!(prices.len(), found.wagers().len(), "{name}");
        for price in prices {
            assert_eq!(
                found.of(&price.wager, &price.wager),
                price.variance.exact(),
                "{name}: {}",
                price.wager
            );
        }
        assert_eq!(found.of("no such", &found.wagers()[0]), None);
    }
}

#[test]
fn tables_have_covariances_where_the_same_cards_decide_all_bets_and_nowhere_else() {
    let shelf = shelf();
    for book in shelf.books() {
        for each in book.games() {
            let game = each.table(&Chosen::default());
            let is_together = game.bets_of_round() == BetsOfRound::Together;
            assert_eq!(covariances(&game).unwrap().is_some(), is_together, "{}/{}", book.id(), each.id());
        }
    }
}

/// On two hands against the banker, stakes on both win and lose together more often than not.
#[test]
fn the_two_hands_at_baccarat_banque_depend_on_the_banker() {
    let shelf = shelf();
    let found = covariances(&game(&shelf, "scotland-1970/baccarat-banque")).unwrap().unwrap();
    let [both_hands, right, left] = [("right", "left"), ("right", "right"), ("left", "left")]
        .map(|(one, other)| found.of(one, other).unwrap());
    assert!(*both_hands > Ratio::zero());
    assert!(both_hands * both_hands < right * left, "the hands are not the same");
}

/// The chance of every combination of profits.
type Joint = BTreeMap<Vec<Ratio>, Ratio>;

/// Plays every coup out through the rules, by the values of its cards.
struct EveryCoup<'g> {
    game: &'g Baccarat,
    known: HashMap<(Deal, [u16; 10]), Joint>,
}

impl EveryCoup<'_> {
    fn play(&mut self, deal: &Deal, left: [u16; 10]) -> Joint {
        if let Some(known) = self.known.get(&(*deal, left)) {
            return known.clone();
        }
        let mut joint = Joint::new();
        match self.game.turn(deal) {
            Turn::Chance(_) => {
                let cards: u16 = left.iter().sum();
                for value in (0..10).filter(|value| left[*value] > 0) {
                    let (mut next, mut rest) = (*deal, left);
                    self.game.fall_unchecked(&mut next, u8::try_from(value).unwrap());
                    rest[value] -= 1;
                    for (profits, chance) in self.play(&next, rest) {
                        let sum = joint.entry(profits).or_default();
                        *sum = &*sum + &(chance * Ratio::new(left[value], cards));
                    }
                }
            }
            Turn::Seat(_) => panic!("nobody has a choice"),
            Turn::Bets | Turn::Over => drop(joint.insert(self.profits(deal), Ratio::one())),
        }
        self.known.insert((*deal, left), joint.clone());
        joint
    }

    fn profits(&self, deal: &Deal) -> Vec<Ratio> {
        let mut profits = Vec::new();
        self.game.wagers(|wager, ()| {
            let settled =
                self.game.advance(wager, &mut (), deal).expect("a coup that is over settles stakes");
            profits.push(PayoutChance::plain(settled.payout, Ratio::one()).profit);
        });
        profits
    }
}

/// Punto banco from one pack: the names of its wagers, their covariances, and everything that they can win together.
fn one_pack() -> &'static (Vec<String>, Covariances, Joint) {
    static KNOWN: OnceLock<(Vec<String>, Covariances, Joint)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let game = table("mpumalanga/punto-banco", &[("decks", "1")]);
        let mut names = Vec::new();
        game.wagers(|wager, ()| names.push(game.wager_name(wager)));
        let shoe = PipCounts::whole(1);
        let left = std::array::from_fn(|value| shoe.count(u8::try_from(value).unwrap()));
        let mut every = EveryCoup { game: &game, known: HashMap::new() };
        let joint = every.play(&game.open(Positions::NONE), left);
        (names, covariances(&game.clone().into()).unwrap().unwrap(), joint)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn any_stakes_vary_as_their_sum_does_over_every_coup(stakes in prop::array::uniform3(0_i64..=1_000_000)) {
        let (names, found, joint) = one_pack();
        let stakes: Vec<(&str, i64)> = names.iter().map(String::as_str).zip(stakes).collect();
        let gain = |profits: &[Ratio]| -> Ratio {
            profits.iter().zip(&stakes).map(|(profit, (_, amount))| profit * &Ratio::whole(*amount)).sum()
        };
        let mean: Ratio = joint.iter().map(|(profits, chance)| &gain(profits) * chance).sum();
        let square: Ratio =
            joint.iter().map(|(profits, chance)| &(gain(profits) * gain(profits)) * chance).sum();
        prop_assert_eq!(joint.values().cloned().sum::<Ratio>(), Ratio::one());
        prop_assert_eq!(variance(found, &stakes), square - &mean * &mean);
    }
}
