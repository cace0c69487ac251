//! Advice at a table, checked against well-known charts and against the solvers.

use croupier_kit::Card;
use croupier_maths::{Advice, Advisor, PlayerView, blackjack};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;

const DEALER: u8 = 14;
const COMMON: u8 = 16;

fn advisor(game: &str) -> (Advisor, AnyGame) {
    let mut shelf = Shelf::built_in();
    let example = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/atlantic-city.toml"));
    shelf.add("atlantic-city.toml", example).unwrap();
    let (_, game) = shelf.game(game).unwrap();
    let rules = game.table(&Chosen::default());
    (Advisor::new(&rules).unwrap(), rules)
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

fn at_box(advisor: &Advisor, own: &str, up: &str, may_split: bool, split: Option<u8>) -> Advice {
    let own = cards(own);
    let others = [(DEALER, Some(up.parse().unwrap()))];
    advisor.advise(PlayerView { seat: 0, own: &own, others: &others, split, may_split }).unwrap()
}

#[test]
fn the_box_is_played_as_every_chart_has_it() {
    let (advisor, _) = advisor("mpumalanga/blackjack");
    let best =
        |own: &str, up: &str, may_split| at_box(&advisor, own, up, may_split, None).options[0].decision;
    assert_eq!(best("8S 8H", "6D", true), "split");
    assert_eq!(best("TS 6H", "7D", false), "draw");
    assert_eq!(best("TS 2H", "5D", false), "stand");
    assert_eq!(best("6S 5H", "6D", false), "double");
    assert_eq!(best("5S 5H 4C", "TD", false), "draw");
    // Sixteen in three cards with a four among them: the small cards that would help are gone.
    assert_eq!(best("TS 4H 2C", "TD", false), "stand");
    assert_eq!(best("TS 7H", "AD", false), "stand");
    assert_eq!(at_box(&advisor, "8S 3H", "6D", false, Some(2)).options[0].decision, "double");
}

#[test]
fn every_alternative_is_worth_no_more_and_what_the_solver_says() {
    let (advisor, rules) = advisor("mpumalanga/blackjack");
    let AnyGame::Blackjack(game) = &rules else { panic!("it is blackjack") };
    let solver = blackjack::Solver::new(game).unwrap();
    let analysis = solver.analyse(&blackjack::RankCounts::whole(game)).unwrap();
    let column = analysis.columns.iter().find(|column| column.kind == Some(5)).unwrap();
    for (own, kinds) in [("TS 6H", [9, 5]), ("9S 2H", [8, 1]), ("AS 7H", [0, 6])] {
        let advice = at_box(&advisor, own, "6D", false, None);
        let same = |cards: [usize; 2]| cards == kinds || cards == [kinds[1], kinds[0]];
        let decision = column.decisions.iter().find(|d| same(d.cards) && !d.pair).unwrap();
        assert_eq!(advice.options.len(), decision.moves.len(), "{own}");
        let worths: Vec<f64> = advice.options.iter().map(|o| o.worth.as_ref().unwrap().value()).collect();
        assert!(worths.is_sorted_by(|a, b| a >= b), "{own}: {worths:?}");
        for (mv, worth) in &decision.moves {
            let name = format!("{mv:?}").to_lowercase();
            let found = advice.options.iter().find(|option| option.decision == name).unwrap();
            assert!((found.worth.as_ref().unwrap().value() - worth.value()).abs() < 1e-6, "{own} {name}");
        }
    }
}

/// The offer of insurance to a hand against an Ace: each choice with its worth.
fn offered(game: &str, own: &str) -> Vec<(&'static str, f64)> {
    let (advisor, _) = advisor(game);
    let own = cards(own);
    let others = [(DEALER, Some("AD".parse().unwrap()))];
    let sight = PlayerView { seat: 0, own: &own, others: &others, split: None, may_split: false };
    let advice = advisor.on_insurance(sight).unwrap();
    advice.options.iter().map(|option| (option.decision, option.worth.as_ref().unwrap().value())).collect()
}

fn worth_of(offered: &[(&str, f64)], choice: &str) -> f64 {
    offered.iter().find(|(name, _)| *name == choice).unwrap_or_else(|| panic!("{choice}: {offered:?}")).1
}

#[test]
fn insurance_is_advised_on_for_the_cards_of_the_hand() {
    // Two tens of six packs are gone, so that 94 of 309 cards make the dealer's blackjack: half the bet loses 27 in 618.
    let tens = offered("mpumalanga/blackjack", "TS KH");
    assert_eq!(tens[0].0, "decline");
    let cost = worth_of(&tens, "decline") - worth_of(&tens, "insure");
    assert!((cost - 27.0 / 618.0).abs() < 1e-9, "{tens:?}");
}

#[test]
fn a_blackjack_that_is_insured_wins_its_stake_whatever_the_dealer_has() {
    // At 3 to 2 and 2 to 1 both cases give one bet: that is why even money is worth the same.
    let natural = offered("atlantic-city/blackjack", "AS KH");
    assert!((worth_of(&natural, "insure") - 1.0).abs() < 1e-9, "{natural:?}");
    let declined = 1.5 * (1.0 - f64::from(8 * 16 - 1) / f64::from(8 * 52 - 3));
    assert!((worth_of(&natural, "decline") - declined).abs() < 1e-9, "{natural:?}");
    assert!((worth_of(&natural, "even-money") - 1.0).abs() < 1e-12, "{natural:?}");
    assert_eq!(natural[0].0, "decline");
    assert!(offered("atlantic-city/blackjack", "TS 6H").iter().all(|(name, _)| *name != "even-money"));
}

#[test]
fn a_hand_may_be_given_up_before_the_dealer_looks() {
    let sixteen = offered("atlantic-city/early-blackjack", "TS 6H");
    assert_eq!(sixteen[0], ("surrender", -0.5), "{sixteen:?}");
    assert!(worth_of(&sixteen, "decline") < -0.5, "{sixteen:?}");
    assert!(offered("atlantic-city/blackjack", "TS 6H").iter().all(|(name, _)| *name != "surrender"));
}

#[test]
fn a_drawn_hand_is_worth_what_its_next_cards_are() {
    // A hard 20 in three cards: drawing can win only with an Ace, and any other card loses at once.
    let (advisor, _) = advisor("mpumalanga/blackjack");
    let advice = at_box(&advisor, "TS 4H 6C", "7D", false, None);
    assert_eq!(advice.options[0].decision, "stand");
    let draw = advice.options.iter().find(|option| option.decision == "draw").unwrap();
    let value = draw.worth.as_ref().unwrap().value();
    let aces = 24.0 / 308.0;
    assert!(value > -1.0 && value < -1.0 + 2.0 * aces + 1e-9, "{value}");
}

#[test]
fn a_raise_is_advised_where_the_analysis_raises() {
    let (advisor, _) = advisor("mpumalanga/arizona-hold-em");
    let advise = |own: &str, turned: Option<&str>| {
        let own = cards(own);
        let first = turned.map(|card| card.parse().unwrap());
        let others = [(COMMON, first), (COMMON, None)];
        advisor
            .advise(PlayerView { seat: 0, own: &own, others: &others, split: None, may_split: false })
            .unwrap()
    };
    assert_eq!(advise("AS AH 3D", None).options[0].decision, "raise");
    assert_eq!(advise("2S 7H 9D", None).options[0].decision, "check");
    assert_eq!(advise("2S 7H JD", Some("JC")).options[0].decision, "raise");
}

#[test]
fn on_five_the_lot_decides_and_elsewhere_nobody_is_advised() {
    let (advisor, _) = advisor("scotland-1970/chemin-de-fer");
    let own = cards("2S 3H");
    let others = [(2, None), (2, None)];
    let advice =
        advisor.advise(PlayerView { seat: 0, own: &own, others: &others, split: None, may_split: false });
    let shares: f64 = advice.unwrap().options.iter().map(|option| option.share.value()).sum();
    assert!((shares - 1.0).abs() < 1e-12);
    let six = cards("2S 4H");
    let sight = PlayerView { seat: 0, own: &six, others: &others, split: None, may_split: false };
    assert!(advisor.advise(sight).is_none());
    let (roulette, _) = self::advisor("scotland-1970/roulette");
    assert!(roulette.advise(sight).is_none());
}

/// Aces, cards of each rank from Two to Nine, tens; the gain as a fraction; the advice.
type Insured = (i64, i64, i64, (i64, i64), &'static str);

/// Shoes of six packs with their Aces, cards from Two to Nine and tens, what insurance then gains per unit insured, and
/// the advice. Computed outside of this program by counting: 3 × tens ÷ (cards − 1) − 1, and again without the hand.
const INSURED: [Insured; 5] = [
    (6, 14, 95, (73, 212), "Insurance gains 34.4340 % of what is insured: take it."),
    (24, 24, 96, (-23, 311), "Insurance costs 7.3955 % of what is insured: leave it."),
    (
        7,
        4,
        20,
        (1, 29),
        "Insurance gains 3.4483 % of what is insured: take it unless both cards of the hand count ten.",
    ),
    (
        8,
        4,
        20,
        (1, 59),
        "Insurance gains 1.6949 % of what is insured: take it only with a hand without a card that counts ten.",
    ),
    (
        5,
        4,
        18,
        (0, 54),
        "Insurance neither costs nor gains: take it only with a hand without a card that counts ten.",
    ),
];

#[test]
fn insurance_is_advised_where_it_gains() {
    let (_, rules) = advisor("mpumalanga/blackjack");
    let AnyGame::Blackjack(game) = &rules else { panic!("it is blackjack") };
    let solver = blackjack::Solver::new(game).unwrap();
    for (aces, others, tens, (gain, of), advice) in INSURED {
        let mut counts = [others; blackjack::KINDS];
        (counts[blackjack::ACE], counts[blackjack::TEN]) = (aces, tens);
        let shoe = blackjack::RankCounts::of_values(game, counts).unwrap();
        let found = solver.analyse(&shoe).unwrap().insurance.unwrap();
        assert_eq!(found.edge, croupier_kit::Ratio::new(-gain, of), "{aces} {others} {tens}");
        let notes = solver.strategy(&shoe).unwrap().notes;
        assert_eq!(notes.last().map(String::as_str), Some(advice));
    }
}
