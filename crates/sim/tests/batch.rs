//! Tables that are stepped together earn what the solver says.

use croupier_maths::blackjack::Chart;
use croupier_maths::{PriceQuery, chart_file, odds};
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::Move;
use croupier_sim::batch::{Action, BatchError, BlackjackBatch, OBSERVED, StepOutput};
use croupier_sim::job::Shoes;

struct Arrays {
    observed: Vec<[i8; OBSERVED]>,
    permitted: Vec<[u8; 8]>,
    rewards: Vec<f32>,
    over: Vec<bool>,
}

impl Arrays {
    fn new(tables: usize) -> Self {
        Self {
            observed: vec![[0; OBSERVED]; tables],
            permitted: vec![[0; 8]; tables],
            rewards: vec![0.0; tables],
            over: vec![false; tables],
        }
    }

    fn output(&mut self) -> StepOutput<'_> {
        StepOutput {
            observed: &mut self.observed,
            permitted: &mut self.permitted,
            rewards: &mut self.rewards,
            over: &mut self.over,
        }
    }
}

fn rules(name: &str) -> AnyGame {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game(name).unwrap();
    game.table(&Chosen::default())
}

/// The action of a chart for what a table shows.
fn by_chart(chart: &Chart, observed: [i8; OBSERVED], permitted: [u8; 8]) -> Action {
    let small = |place: usize| u8::try_from(observed[place]).unwrap();
    let hand = croupier_maths::blackjack::ChartHand {
        score: small(1),
        soft: small(2) == 1,
        pair: Some(small(3)).filter(|value| *value > 0),
        up: usize::from(small(4)).checked_sub(1),
    };
    let action = |mv: Move| match mv {
        Move::Stand => Action::Stand,
        Move::Draw => Action::Draw,
        Move::Double => Action::Double,
        Move::Split => Action::Split,
        Move::Surrender => Action::Surrender,
        Move::PlayOn | Move::Look => Action::GoOn,
    };
    if permitted[Action::Stand as usize] == 0 {
        return Action::GoOn;
    }
    action(chart.decide(hand, |mv| permitted[action(mv) as usize] == 1))
}

#[test]
fn best_play_earns_its_price() {
    for name in ["scotland-1970/blackjack", "mpumalanga/blackjack", "mpumalanga/touch-21"] {
        let rules = rules(name);
        let price = odds(&rules, &PriceQuery::default()).unwrap().prices.remove(0);
        let file = chart_file(&rules, &PriceQuery::default()).unwrap();
        // Where the dealer shows no card, a chart has one column.
        let chart = Chart::from_toml(&file, 10).or_else(|_| Chart::from_toml(&file, 1)).unwrap();
        let tables = 8192;
        let mut batch = BlackjackBatch::new(&rules, Shoes::Fresh, tables, 5, true).unwrap();
        let mut arrays = Arrays::new(tables);
        batch.reset(&mut arrays.output()).unwrap();
        let (mut won, mut squares, mut rounds) = (0.0, 0.0, 0.0);
        while rounds < 1_500_000.0 {
            let actions: Vec<i64> = arrays
                .observed
                .iter()
                .zip(&arrays.permitted)
                .map(|(observed, permitted)| by_chart(&chart, *observed, *permitted) as i64)
                .collect();
            batch.step(&actions, &mut arrays.output()).unwrap();
            for (reward, _) in arrays.rewards.iter().zip(&arrays.over).filter(|(_, over)| **over) {
                won += f64::from(*reward);
                squares += f64::from(reward * reward);
                rounds += 1.0;
            }
        }
        let mean: f64 = won / rounds;
        let error = ((squares / rounds - mean * mean) / rounds).sqrt();
        let z = (mean + price.edge.value()) / error;
        assert!(z.abs() < 4.0, "{name}: {mean} for {}, z {z}", -price.edge.value());
        let variance = squares / rounds - mean * mean;
        let known = price.variance.value();
        assert!((variance / known - 1.0).abs() < 0.02, "{name}: variance {variance} for {known}");
    }
}

#[test]
fn what_the_rules_do_not_permit_changes_nothing() {
    let mut batch = BlackjackBatch::new(&rules("mpumalanga/blackjack"), Shoes::Fresh, 10, 1, false).unwrap();
    let mut arrays = Arrays::new(10);
    batch.reset(&mut arrays.output()).unwrap();
    let before = arrays.observed.clone();
    let mut actions = [0; 10];
    batch.sample(&mut actions).unwrap();
    actions[7] = 9;
    let refused = batch.step(&actions, &mut arrays.output()).unwrap_err();
    assert!(matches!(refused, BatchError::Refused(7, 9, _)), "{refused}");
    assert!(refused.to_string().starts_with("action 9 at table 7: the rules permit "), "{refused}");
    assert_eq!(arrays.observed, before);
    batch.sample(&mut actions).unwrap();
    batch.step(&actions, &mut arrays.output()).unwrap();
    let short = batch.step(&actions[..3], &mut arrays.output());
    assert_eq!(short, Err(BatchError::Length(3, 10)));
}

#[test]
fn the_cards_do_not_depend_on_the_number_of_threads() {
    let rules = rules("mpumalanga/blackjack");
    let tables = 9000;
    let play = |parallel| {
        let mut batch = BlackjackBatch::new(&rules, Shoes::Cut(75), tables, 3, parallel).unwrap();
        let mut arrays = Arrays::new(tables);
        batch.reset(&mut arrays.output()).unwrap();
        let mut seen = Vec::new();
        let mut actions = vec![0; tables];
        for _ in 0..60 {
            batch.sample(&mut actions).unwrap();
            batch.step(&actions, &mut arrays.output()).unwrap();
            seen.push((arrays.observed.clone(), arrays.rewards.clone()));
        }
        seen
    };
    assert_eq!(play(false), play(true));
}
