//! Blackjack at a simulated table.

use std::sync::Arc;

use croupier_kit::{Money, Rank, Shoe};
use croupier_maths::blackjack::{self as solver, Chart};
use croupier_maths::{Price, PriceError, PriceQuery, odds};
use croupier_rules::book::Conduct;
use croupier_rules::contract::{Positions, Seated};
use croupier_rules::games::blackjack::{self, BOXES_MAX, Blackjack, SideRound};
use croupier_rules::games::{AnyGame, FamilyRules};
use croupier_rules::side::SideBet;

use crate::asked::{Asked, asked, asked_sides, plain};
use crate::family::{FamilySim, TableSetup};
use crate::job::Shoes;
use crate::kernel::{BoxKernel, PlayKernel};
use crate::options::{SetupError, SetupOptions};
use crate::play::{BesideSides, Boxes, DecisionRule, SidedBoxes, SidedStakes, Supply, SupplyKind};
use crate::policy::{BEST, ByCards, COMPOSITION, DEALER, Policy, PolicyError, USUAL};
use crate::staking::Counting;
use crate::table::{DecidedTable, SimulatedTable};
use crate::totals::CountedWager;

type Rules = Seated<Blackjack, BOXES_MAX>;

impl FamilySim for Rules {
    fn policy(&self, name: &str, chart: Option<&str>) -> Result<Policy, PolicyError> {
        let unsolved = |error: &dyn std::fmt::Display| PolicyError::Unsolved(error.to_string());
        match (name, chart) {
            (_, Some(chart)) => chart
                .parse()
                .map(Policy::Chart)
                .map_err(|error: solver::ChartError| PolicyError::Chart(error.to_string())),
            (BEST, None) => best_chart(self).map(Policy::Chart).map_err(|error| unsolved(&error)),
            (COMPOSITION, None) => ByCards::best(self).map(Policy::ByCards).map_err(|error| unsolved(&error)),
            (USUAL, None) => Ok(Policy::Chart(Chart::usual())),
            (DEALER, None) => Ok(Policy::Chart(Chart::drawing_to(17, solver::KINDS))),
            _ => Err(PolicyError::Family),
        }
    }

    fn prices_of(&self, policy: &Policy, _: &str, _: Option<Money>) -> Result<Vec<Price>, PriceError> {
        match policy {
            Policy::Chart(chart) => {
                let mut prices = price_of_chart(self, chart)?;
                let sides = solver::side_prices(self, &Shoe::new(self.packs));
                prices.extend(sides.expect("a whole shoe has enough cards for a round"));
                Ok(prices)
            }
            _ => odds(&self.clone().into(), &PriceQuery::default()).map(|list| list.prices),
        }
    }

    fn set_up(
        &self,
        conduct: &Conduct,
        policy: &Policy,
        options: &SetupOptions,
    ) -> Result<TableSetup, SetupError> {
        let mut counted = Vec::new();
        let sides = asked_sides(self, conduct, options)?;
        if !sides.is_empty() && sides.len() == options.wagers.len() {
            let table = plain(SideRound(self.clone()), &sides, options, 3, &mut counted)?;
            return Ok(TableSetup::new(table, counted, None::<BoxKernel>));
        }
        let mut only_boxes = options.clone();
        only_boxes.wagers.retain(|words| sides.iter().all(|side| side.name != *words));
        let options = &only_boxes;
        if !sides.is_empty() {
            return match policy {
                Policy::Chart(chart) => beside_sides(self, conduct, options, chart, &sides),
                Policy::ByCards(by_cards) => beside_sides(self, conduct, options, by_cards, &sides),
                _ => Err(SetupError::Policy),
            };
        }
        match policy {
            Policy::Chart(chart) if options.boxes == 1 => {
                let table = Arc::new(boxes::<1, _>(self, conduct, options, chart, &mut counted)?);
                let kernel = BoxKernel::new(&table, options.shoes == Shoes::Fresh);
                Ok(with_count(table, counted, kernel))
            }
            Policy::Chart(chart) => {
                let table = boxes::<BOXES_MAX, _>(self, conduct, options, chart, &mut counted)?;
                Ok(with_count(Arc::new(table), counted, None))
            }
            Policy::ByCards(by_cards) if options.boxes == 1 => {
                let table = boxes::<1, _>(self, conduct, options, by_cards, &mut counted)?;
                Ok(with_count(Arc::new(table), counted, None))
            }
            Policy::ByCards(by_cards) => {
                let table = boxes::<BOXES_MAX, _>(self, conduct, options, by_cards, &mut counted)?;
                Ok(with_count(Arc::new(table), counted, None))
            }
            _ => Err(SetupError::Policy),
        }
    }
}

/// Boxes with side wagers on the first of them, all decided by the same cards.
fn beside_sides<D>(
    game: &Rules,
    conduct: &Conduct,
    options: &SetupOptions,
    policy: &D,
    sides: &[Asked<SideBet>],
) -> Result<TableSetup, SetupError>
where
    D: DecisionRule<Seated<Blackjack, 1>> + DecisionRule<Rules> + Clone + Send + Sync + 'static,
{
    if options.boxes == 1 {
        sided::<1, D>(game, conduct, options, policy, sides)
    } else {
        sided::<BOXES_MAX, D>(game, conduct, options, policy, sides)
    }
}

fn sided<const BOXES: usize, D>(
    game: &Rules,
    conduct: &Conduct,
    options: &SetupOptions,
    policy: &D,
    sides: &[Asked<SideBet>],
) -> Result<TableSetup, SetupError>
where
    D: DecisionRule<Seated<Blackjack, BOXES>> + Clone + Send + Sync + 'static,
{
    let mut counted = Vec::new();
    let boxes = box_stakes(game, conduct, options, &mut counted)?;
    let mut on_sides = Vec::new();
    for side in sides {
        on_sides.push((side.wager, counted.len(), side.parts()));
        counted.push(CountedWager { wager: side.name.clone(), parts: side.parts(), bets: 1 });
    }
    let game = SidedBoxes::<BOXES> { boxes: Seated(game.0.clone()), sides: SideRound(game.clone()) };
    let supply = Supply::new(&game, options.shoes, a_round(options)).ok_or(SetupError::Supply)?;
    let ranks: Vec<Rank> = supply.chances.iter().map(|card| game.rank(*card)).collect();
    let counting = counting(&supply, &ranks, &game.boxes);
    let table = DecidedTable {
        game,
        supply,
        stakes: SidedStakes { boxes, sides: on_sides },
        policy: BesideSides(policy.clone()),
        places: Positions::first(options.boxes),
    };
    Ok(TableSetup { table: Arc::new(table), counted, kernel: None, counting })
}

/// A table at which a player can bet by the hi-lo count of the shoe.
fn with_count<const BOXES: usize, D>(
    table: Arc<BoxesTable<BOXES, D>>,
    counted: Vec<CountedWager>,
    kernel: Option<BoxKernel>,
) -> TableSetup
where
    BoxesTable<BOXES, D>: SimulatedTable + 'static,
{
    let counting = counting(&table.supply, &table.supply.chances, &table.game);
    let kernel = kernel.map(|kernel| -> Box<dyn PlayKernel> { Box::new(kernel) });
    TableSetup { table, counted, kernel, counting }
}

/// The hi-lo count of a shoe with cards of these ranks.
fn counting<C>(supply: &Supply<C>, ranks: &[Rank], game: &Blackjack) -> Option<Counting> {
    match &supply.from {
        SupplyKind::Shoe { plan, .. } => Some(Counting::new(ranks, plan.cards, |rank| game.values.of(rank))),
        SupplyKind::Rolls(_) => None,
    }
}

type BoxesTable<const BOXES: usize, D> = DecidedTable<Seated<Blackjack, BOXES>, Boxes<BOXES>, D>;

fn boxes<const BOXES: usize, D: Clone>(
    game: &Rules,
    conduct: &Conduct,
    options: &SetupOptions,
    policy: &D,
    counted: &mut Vec<CountedWager>,
) -> Result<BoxesTable<BOXES, D>, SetupError> {
    let stakes = box_stakes(game, conduct, options, counted)?;
    let supply = Supply::new(game, options.shoes, a_round(options)).ok_or(SetupError::Supply)?;
    let (places, policy) = (Positions::first(options.boxes), policy.clone());
    Ok(DecidedTable { game: Seated(game.0.clone()), supply, stakes, policy, places })
}

/// About how many cards a round takes.
fn a_round(options: &SetupOptions) -> usize {
    2 * (usize::from(options.boxes) + 1) + 2
}

/// The stakes on the boxes that are in play, and the wagers under which they are counted.
fn box_stakes<const BOXES: usize>(
    game: &Rules,
    conduct: &Conduct,
    options: &SetupOptions,
    counted: &mut Vec<CountedWager>,
) -> Result<Boxes<BOXES>, SetupError> {
    let most = game.boxes.most;
    if !(1..=most).contains(&options.boxes) {
        return Err(SetupError::Boxes(options.boxes, most));
    }
    let (mut on_box, mut on_insurance) = (None, None);
    for asked in asked(game, conduct, options)? {
        let insurance = matches!(asked.wager, blackjack::Wager::Insurance(_));
        let parts = asked.parts();
        let place = if insurance { &mut on_insurance } else { &mut on_box };
        if place.is_none() {
            *place = Some((counted.len(), parts));
            counted.push(CountedWager {
                wager: asked.name,
                parts,
                bets: if insurance { 1 } else { options.boxes },
            });
        }
    }
    Ok(Boxes::new(on_box, on_insurance, takes_even_money(game)))
}

/// Whether a blackjack takes even money, as it does in the price of every policy: where it is offered and gains from a
/// whole shoe. Where a table cannot be priced it is not taken.
fn takes_even_money(game: &Blackjack) -> bool {
    let solver = solver::Solver::new(game);
    solver.and_then(|solver| solver.takes_even_money(&solver::RankCounts::whole(game))).unwrap_or(false)
}

/// The best chart for a whole shoe.
fn best_chart(game: &Blackjack) -> Result<Chart, PriceError> {
    let solver = solver::Solver::new(game).map_err(impossible)?;
    let (best, _) = solver.chart(&solver::RankCounts::whole(game)).map_err(impossible)?;
    Ok(best)
}

/// Reads a chart for this table from the text of a file.
///
/// # Errors
/// When the table is not a blackjack table, or the text is not a complete chart; the error lists every fault.
pub fn chart_from_file(text: &str, game: &AnyGame) -> Result<Chart, PolicyError> {
    let game = Rules::of(game).ok_or(PolicyError::Family)?;
    let solver = solver::Solver::new(game).map_err(|error| PolicyError::Unsolved(error.to_string()))?;
    Chart::from_toml(text, solver.columns()).map_err(|error| PolicyError::Chart(error.to_string()))
}

/// The exact price of a chart from a whole shoe.
fn price_of_chart(game: &Blackjack, chart: &Chart) -> Result<Vec<Price>, PriceError> {
    let solver = solver::Solver::new(game).map_err(impossible)?;
    let (chart, shoe) = (chart.clone().for_columns(solver.columns()), solver::RankCounts::whole(game));
    solver.price_chart(&chart, &shoe).map(|analysis| analysis.price()).map_err(impossible)
}

fn impossible(error: impl std::fmt::Display) -> PriceError {
    PriceError::new("best play", error.to_string())
}
