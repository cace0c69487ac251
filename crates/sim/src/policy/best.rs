//! Best play according to the mathematics, and the exact value of any policy.

use croupier_kit::Ratio;
use croupier_maths::baccarat::{
    self, BanqueModel, CheminModel, Equilibrium, HandShown, HandStakes, Knows, OwnCards, Sampling,
};
use croupier_maths::blackjack::{self, Chart};
use croupier_maths::{Price, PriceError, PriceQuery, odds, poker};
use croupier_rules::contract::Seat;
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{BANKER, Baccarat, Opposing, PLAYER};
use croupier_rules::games::blackjack::Blackjack;

use super::{ByCards, Opposite, Policy, Probability, Raises, Thirds};

/// Why a policy is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PolicyError {
    /// The policy is for another family of games.
    Family,
    /// The chart cannot be read.
    Chart(String),
    /// Best play is not known.
    Unsolved(String),
}

impl std::fmt::Display for PolicyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Family => f.write_str("it is for blackjack"),
            Self::Chart(why) | Self::Unsolved(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PolicyError {}

/// The name of best play.
pub const BEST: &str = "best";
/// The name of customary play.
pub const USUAL: &str = "usual";
/// The name of best play by the exact cards of the hand, at blackjack.
pub const COMPOSITION: &str = "composition";
/// The name of a player who draws by the dealer's rules.
pub const DEALER: &str = "dealer";

impl Policy {
    /// The policy that a job names: [`BEST`], [`COMPOSITION`], [`USUAL`], [`DEALER`], or a name followed by a chart
    /// on the next lines.
    ///
    /// # Errors
    /// When this table has no such policy.
    pub fn parse(text: &str, game: &AnyGame) -> Result<Self, PolicyError> {
        let (name, chart) = text.split_once('\n').map_or((text, None), |(name, chart)| (name, Some(chart)));
        match (game, name, chart) {
            (AnyGame::Blackjack(_), _, Some(chart)) => chart
                .parse()
                .map(Self::Chart)
                .map_err(|error: blackjack::ChartError| PolicyError::Chart(error.to_string())),
            (AnyGame::Blackjack(game), COMPOSITION, None) => ByCards::best(game)
                .map(Self::ByCards)
                .map_err(|error| PolicyError::Unsolved(error.to_string())),
            (AnyGame::Blackjack(_), USUAL, None) => Ok(Self::Chart(Chart::usual())),
            (AnyGame::Blackjack(_), DEALER, None) => Ok(Self::Chart(Chart::drawing_to(17, blackjack::KINDS))),
            (_, BEST | USUAL, None) => Self::of_family(game, name),
            _ => Err(PolicyError::Family),
        }
    }

    fn of_family(game: &AnyGame, name: &str) -> Result<Self, PolicyError> {
        let unsolved = |error: PriceError| PolicyError::Unsolved(error.to_string());
        match game {
            AnyGame::Blackjack(game) => best_chart(game).map(Self::Chart).map_err(unsolved),
            AnyGame::Baccarat(game) if game.drawing.leaves_no_choice() => Ok(Self::Chance),
            AnyGame::Baccarat(game) if name == USUAL => Ok(Self::Thirds(Box::new(Thirds::customary(game)))),
            AnyGame::Baccarat(game) => {
                Ok(Self::Thirds(Box::new(thirds(game, &by_scores(game).map_err(unsolved)?))))
            }
            AnyGame::Poker(game) => Ok(Self::Raises(Raises::best(game))),
            AnyGame::Roulette(_) | AnyGame::Dice(_) | AnyGame::InBetween(_) => Ok(Self::Chance),
        }
    }

    /// The exact price of every wager from a whole shoe under this policy; empty where it is not known.
    pub fn prices(&self, name: &str, game: &AnyGame) -> Vec<Price> {
        let priced = match (self, game) {
            (Self::Chart(chart), AnyGame::Blackjack(game)) => price_of_chart(game, chart),
            (Self::Thirds(_), AnyGame::Baccarat(game)) if name == BEST => {
                by_scores(game).map(|play| play.prices(game))
            }
            (Self::Thirds(_), _) => Ok(Vec::new()),
            _ => odds(game, &PriceQuery::default()).map(|report| report.prices),
        };
        priced.unwrap_or_default()
    }
}

fn impossible(error: impl std::fmt::Display) -> PriceError {
    PriceError::new("best play", error.to_string())
}

/// The best chart for a whole shoe.
fn best_chart(game: &Blackjack) -> Result<Chart, PriceError> {
    let solver = blackjack::Solver::new(game).map_err(impossible)?;
    let (best, _) = solver.chart(&blackjack::RankCounts::whole(game)).map_err(impossible)?;
    Ok(best)
}

/// Reads a chart for this table from the text of a file.
///
/// # Errors
/// When the table is not a blackjack table, or the text is not a complete chart; the error lists every fault.
pub fn chart_from_file(text: &str, game: &AnyGame) -> Result<Chart, PolicyError> {
    let AnyGame::Blackjack(game) = game else { return Err(PolicyError::Family) };
    let solver = blackjack::Solver::new(game).map_err(|error| PolicyError::Unsolved(error.to_string()))?;
    Chart::from_toml(text, solver.columns()).map_err(|error| PolicyError::Chart(error.to_string()))
}

/// The exact price of a chart from a whole shoe.
fn price_of_chart(game: &Blackjack, chart: &Chart) -> Result<Vec<Price>, PriceError> {
    let solver = blackjack::Solver::new(game).map_err(impossible)?;
    let (chart, shoe) = (chart.clone().for_columns(solver.columns()), blackjack::RankCounts::whole(game));
    solver.price_chart(&chart, &shoe).map(|analysis| analysis.price()).map_err(impossible)
}

/// The best play of both sides if they know only scores, which a simulation can look up. With two hands against a
/// banker, each hand draws with the average probability of its plans, and the banker plays the best response to that.
fn by_scores(game: &Baccarat) -> Result<Equilibrium, PriceError> {
    let shoe = baccarat::PipCounts::whole(game.packs);
    let (cards, player, banker) = (Sampling::WithoutReplacement, Knows::Score, Knows::Score);
    match game.hands {
        Opposing::One => {
            baccarat::chemin(game, &shoe, CheminModel { cards, player, banker }).map_err(impossible)
        }
        Opposing::Two => {
            let tables = BanqueModel { cards, banker };
            let play = baccarat::banque(game, &shoe, HandStakes::EVEN, tables).map_err(impossible)?;
            let draws = [PLAYER, croupier_rules::games::baccarat::LEFT].map(|seat| marginal(&play, seat));
            baccarat::banque_reply(game, &shoe, HandStakes::EVEN, tables, [&draws[0], &draws[1]])
                .map_err(impossible)
        }
    }
}

/// The probability that a hand draws where it may choose, averaged over all plans and everything it may see.
fn marginal(play: &Equilibrium, seat: Seat) -> Ratio {
    let (mut sum, mut weight) = (Ratio::zero(), Ratio::zero());
    for choice in play.player.iter().filter(|choice| choice.sees.seat == seat) {
        let chance = play.plans.get(choice.plan).cloned().unwrap_or_default();
        sum = sum + &choice.draws * &chance;
        weight = weight + chance;
    }
    if weight.is_zero() { Ratio::zero() } else { sum / weight }
}

/// The drawing probabilities as a lookup table.
fn thirds(game: &Baccarat, play: &Equilibrium) -> Thirds {
    let mut thirds = Thirds::customary(game);
    for choice in play.player.iter().chain(&play.banker) {
        let OwnCards::Score(score) = choice.sees.own else { continue };
        let own = usize::from(score);
        let chance =
            Probability::new(croupier_maths::Figure::from(choice.draws.clone()).value()).unwrap_or_default();
        let (right, left) = (shown(choice.sees.right).index(), shown(choice.sees.left).index());
        match choice.sees.seat {
            BANKER => thirds.banker[own][right][left] = chance,
            PLAYER => thirds.right[own] = chance,
            _ => thirds.left[own] = [chance; Opposite::COUNT],
        }
    }
    thirds
}

const fn shown(sight: HandShown) -> Opposite {
    match sight {
        HandShown::Drew(pip) => Opposite::Took(pip),
        HandShown::Natural(score) => Opposite::Natural(score),
        HandShown::Closed | HandShown::Absent => Opposite::Stood,
    }
}

impl Raises {
    /// Raises whenever the visible cards have a positive expectation.
    pub fn best(game: &croupier_rules::games::poker::HoldEm) -> Self {
        let analysis = poker::analyse(game);
        Self::new(|sees| match (sees.own, sees.common) {
            (own, None) => analysis.raises_on_three(own),
            ([a, b, c], Some(common)) => analysis.raises_on_four([a, b, c, common]),
        })
    }
}
