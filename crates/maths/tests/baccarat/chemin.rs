//! Chemin de fer: the published equilibria, certificates, and the coups played out.

use croupier_kit::Ratio;
use croupier_maths::baccarat::{
    BaccaratError, CheminModel, Equilibrium, HandShown, Knows, OwnCards, PipCounts, Sampling, chemin,
};
use croupier_rules::games::baccarat::{BANKER, Baccarat};

use super::brute::expectations;
use super::table;
use crate::drawing_table::GRID;

const SCORES: [Knows; 2] = [Knows::Score, Knows::Score];
const BANKERS_CARDS: [Knows; 2] = [Knows::Score, Knows::Cards];
const BOTH_CARDS: [Knows; 2] = [Knows::Cards, Knows::Cards];

fn game() -> Baccarat {
    table("scotland-1970/chemin-de-fer", &[])
}

fn solve(packs: u8, cards: Sampling, [player, banker]: [Knows; 2]) -> Equilibrium {
    chemin(&game(), &PipCounts::whole(packs), CheminModel { cards, player, banker }).unwrap()
}

fn ratio(text: &str) -> Ratio {
    text.parse().unwrap()
}

/// The choices in which the banker neither always draws nor always stands.
fn mixes(found: &Equilibrium) -> Vec<(OwnCards, HandShown, Ratio)> {
    let mixed = found.banker.iter().filter(|choice| !choice.draws.is_zero() && choice.draws != Ratio::one());
    mixed.map(|choice| (choice.sees.own, choice.sees.right, choice.draws.clone())).collect()
}

fn value(found: &Equilibrium) -> &Ratio {
    found.value.exact().unwrap()
}

/// Kemeny and Snell: the player draws on 5 nine times in eleven; the banker with 6 draws against a stand with
/// probability 859/2288.
#[test]
fn with_cards_replaced_it_is_the_classical_solution() {
    let found = solve(1, Sampling::WithReplacement, SCORES);
    assert_eq!(value(&found), &ratio("-679568/53094899"));
    assert_eq!(found.player.len(), 1);
    assert_eq!((found.player[0].sees.own, &found.player[0].draws), (OwnCards::Score(5), &ratio("9/11")));
    assert_eq!(mixes(&found), [(OwnCards::Score(6), HandShown::Closed, ratio("859/2288"))]);
}

/// The banker's play in that solution is the table that casinos later prescribed, except for the 6 against a stand.
#[test]
fn the_classical_banker_plays_the_published_tableau() {
    let found = solve(1, Sampling::WithReplacement, SCORES);
    let draws = |score: u8, sight: HandShown| {
        let choice =
            found.banker.iter().find(|c| c.sees.own == OwnCards::Score(score) && c.sees.right == sight);
        choice.unwrap().draws == Ratio::one()
    };
    let row = |score: u8| {
        (0..10).map(|third| if draws(score, HandShown::Drew(third)) { 'D' } else { '-' }).collect()
    };
    let rows: Vec<String> = (0..8).map(row).collect();
    assert_eq!(rows, GRID);
    let stood: Vec<bool> = (0..8).map(|score| draws(score, HandShown::Closed)).collect();
    assert_eq!(stood, [true, true, true, true, true, true, false, false]);
}

/// With cards replaced, a side that sees its cards knows no more than one that sees its score.
#[test]
fn cards_tell_nothing_where_they_are_replaced() {
    for knows in [BANKERS_CARDS, BOTH_CARDS] {
        let found = solve(1, Sampling::WithReplacement, knows);
        assert_eq!(value(&found), &ratio("-679568/53094899"));
        assert_eq!(found.certificate.gap(), Ratio::zero());
    }
}

/// In every model and with every number of packs, neither side can do better; the equality is exact.
#[test]
fn equilibria_carry_their_certificate() {
    for packs in [1, 2, 6, 8] {
        for knows in [SCORES, BANKERS_CARDS, BOTH_CARDS] {
            let found = solve(packs, Sampling::WithoutReplacement, knows);
            assert_eq!(found.certificate.gap(), Ratio::zero(), "{packs} packs, {knows:?}");
            assert_eq!(&found.certificate.player_best, value(&found));
            assert_eq!(found.plans, [Ratio::one()]);
        }
    }
}

/// A side that knows more cannot do worse.
#[test]
fn knowing_more_helps_him_who_knows() {
    let [scores, banker, both] = [SCORES, BANKERS_CARDS, BOTH_CARDS]
        .map(|knows| value(&solve(6, Sampling::WithoutReplacement, knows)).clone());
    assert!(banker < scores && both > banker);
}

/// Small shoes in which every choice can occur.
fn small_shoes() -> [PipCounts; 3] {
    [[2, 1, 1, 1, 1, 2, 1, 0, 0, 0], [3, 0, 0, 0, 1, 2, 2, 1, 0, 1], [0, 2, 0, 2, 1, 1, 0, 1, 1, 1]]
        .map(|counts| PipCounts::left(1, &counts).unwrap())
}

#[test]
fn coups_played_out_by_the_rules_come_to_the_value() {
    let games = [game(), table("scotland-1970/chemin-de-fer", &[("banker", "tableau")])];
    for game in &games {
        for shoe in small_shoes() {
            for [player, banker] in [SCORES, BANKERS_CARDS, BOTH_CARDS] {
                let found =
                    chemin(game, &shoe, CheminModel { cards: Sampling::WithoutReplacement, player, banker })
                        .unwrap();
                assert_eq!(found.certificate.gap(), Ratio::zero());
                let policy = found.policy();
                let played =
                    expectations(game, &shoe, &|seat, view| policy.draws(0, seat, view).unwrap().clone());
                assert_eq!(&played[0], value(&found), "{shoe:?}");
            }
        }
    }
}

/// Checks the certificate against the rules: no other decision of the banker at any one information set does better.
#[test]
fn the_banker_gains_nothing_by_another_answer() {
    let game = game();
    let shoe = small_shoes()[0];
    let found = chemin(&game, &shoe, CheminModel::TABLE).unwrap();
    let policy = found.policy();
    for choice in &found.banker {
        let other = if choice.draws.is_zero() { Ratio::one() } else { Ratio::zero() };
        let played = expectations(&game, &shoe, &|seat, view| {
            let draws = policy.draws(0, seat, view).unwrap();
            let here =
                croupier_maths::baccarat::InformationSet::of(seat, view, Knows::Cards) == Some(choice.sees);
            if seat == BANKER && here { other.clone() } else { draws.clone() }
        });
        assert!(&played[0] >= value(&found), "{:?}", choice.sees);
    }
}

#[test]
fn a_bound_banker_leaves_the_player_a_plain_choice() {
    let game = table("scotland-1970/chemin-de-fer", &[("banker", "tableau")]);
    let found = chemin(&game, &PipCounts::whole(6), CheminModel::TABLE).unwrap();
    assert!(found.banker.is_empty());
    assert!(found.player.iter().all(|choice| choice.draws.is_zero() || choice.draws == Ratio::one()));
    assert_eq!(found.certificate.gap(), Ratio::zero());
}

#[test]
fn other_tables_are_refused() {
    let shoe = PipCounts::whole(6);
    let ask = |name| chemin(&table(name, &[]), &shoe, CheminModel::TABLE).map(|_| ());
    assert_eq!(ask("scotland-1970/baccarat-banque"), Err(BaccaratError::Hands));
    assert_eq!(ask("scotland-1970/punto-banco"), Err(BaccaratError::Open));
}
