//! The machines of boxes against the rules: the same cards, round by round.

use croupier_maths::blackjack::Chart;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Game, Positions, Seated};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack};

use super::course::{CountOptions, CountTable, CounterPresence, blackjack_of};
use super::play::{COUNTS, CountPlay};
use super::system::CountSystem;
use crate::job::Shoes;
use crate::play::{Boxes, DecisionRule, Reference, Source, Supply, TableStakes};
use crate::random::LotSource;
use crate::tally::Tally;

/// Every blackjack table of the built-in books and of the examples.
fn tables() -> Vec<(String, AnyGame)> {
    let mut shelf = Shelf::built_in();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    for book in ["atlantic-city", "great-britain", "nevada"] {
        let text = std::fs::read_to_string(format!("{folder}/{book}.toml")).unwrap();
        shelf.add(book, &text).unwrap();
    }
    let mut found = Vec::new();
    for book in shelf.books() {
        for game in book.games() {
            let rules = game.table(&Chosen::default());
            if blackjack_of(&rules).is_some() {
                found.push((format!("{}/{}", book.id(), game.id()), rules));
            }
        }
    }
    found
}

fn counted(rules: &AnyGame, play: &CountPlay, boxes: u8) -> CountTable {
    let options = CountOptions { shoes: Shoes::Cut(60), boxes, presence: CounterPresence::default() };
    CountTable::new(rules, &CountSystem::named("hi-lo").unwrap(), play.clone(), options).unwrap()
}

/// What the rules say of a round with these cards: what all boxes won, what insurance won on half a bet, and the cards that
/// were dealt.
fn by_rules<const BOXES: usize>(
    rules: &Blackjack,
    chart: &Chart,
    stakes: Boxes<BOXES>,
    boxes: u8,
    cards: &[u8],
) -> (i64, u64)
where
    Seated<Blackjack, BOXES>: Game<Chance = croupier_kit::Rank>,
    Boxes<BOXES>: TableStakes<Seated<Blackjack, BOXES>>,
    Chart: DecisionRule<Seated<Blackjack, BOXES>>,
{
    let game = Seated::<Blackjack, BOXES>(rules.clone());
    let supply = Supply::new(&game, Shoes::Cut(60), 0).unwrap();
    let reference =
        Reference { game: &game, places: Positions::first(boxes), decides: chart, supply: &supply };
    let mut tallies = vec![Tally::default(); stakes.wagers()];
    let mut source = Source::Laid(cards.iter());
    let fallen = reference.play(1, &mut source, &mut LotSource::None, stakes, &mut tallies).unwrap();
    let sum = |tally: &Tally| tally.counts().iter().map(|(profit, _)| *profit).sum::<i64>();
    let on_boxes = sum(&tallies[0]);
    // Insurance is counted in parts of twice as many: half a bet is insured.
    (on_boxes + tallies.get(1).map_or(0, |tally| sum(tally) / 2), fallen)
}

/// Plays shoes by the machines, and every round of them by the rules.
fn compare(name: &str, rules: &AnyGame, boxes: u8, insures: bool, shoes: usize) -> usize {
    let game = blackjack_of(rules).unwrap();
    let chart = Chart::usual();
    let mut play = CountPlay::by_chart(chart.clone(), false);
    play.insures = vec![insures; COUNTS];
    let table = counted(rules, &play, boxes);
    let parts = i64::from(table.parts());
    let columns = croupier_maths::blackjack::Solver::new(game).unwrap().columns();
    let chart = chart.for_columns(columns);
    let mut compared = 0;
    for cards in table.some_shoes(7, shoes) {
        for round in table.rounds_of(&cards) {
            let laid = &cards[round.from..];
            let insurance = insures.then_some((1, parts));
            let found = match boxes {
                1 => by_rules::<1>(game, &chart, Boxes::new(Some((0, parts)), insurance, false), 1, laid),
                _ => by_rules::<BOXES_MAX>(
                    game,
                    &chart,
                    Boxes::new(Some((0, parts)), insurance, false),
                    boxes,
                    laid,
                ),
            };
            assert_eq!(found, (i64::from(round.won), round.cards as u64), "{name}: {laid:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_round_of_a_box_is_that_of_the_rules() {
    let tables = tables();
    assert!(tables.len() >= 6, "{}", tables.len());
    for (name, rules) in &tables {
        assert!(compare(name, rules, 1, false, 400) > 3_000, "{name}");
        compare(name, rules, 1, true, 100);
    }
}

#[test]
fn several_boxes_share_the_dealer_as_the_rules_say() {
    for (name, rules) in &tables() {
        for boxes in [2, 3] {
            assert!(compare(name, rules, boxes, false, 60) > 200, "{name}");
        }
    }
}
