//! The exact price of every wager of a table: one entry point for all games.

use croupier_kit::{Card, Rank, Shoe};
use croupier_rules::contract::Game;
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::{Baccarat, Opposing};
use croupier_rules::games::blackjack::Blackjack;

use crate::baccarat::{BanqueModel, CheminModel, HandStakes, Knows, Sampling};
use crate::price::Price;
use crate::query::{Known, Precision, PriceError, PriceQuery};
use crate::{Strategy, baccarat, blackjack, dice, poker, simple};

/// The prices of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct PriceList {
    /// Every wager, in the order of the rules.
    pub prices: Vec<Price>,
    /// Combinations of wagers, such as a line bet with the largest permitted bet behind it.
    pub combined: Vec<Price>,
}

impl From<Vec<Price>> for PriceList {
    fn from(prices: Vec<Price>) -> Self {
        Self { prices, combined: Vec::new() }
    }
}

/// The exact price of every wager of a table at best play.
///
/// # Errors
/// When the query cannot be priced, for example because the shoe is impossible.
pub fn odds(game: &AnyGame, ask: &PriceQuery) -> Result<PriceList, PriceError> {
    if ask.shoe.is_some() && !lasts(game) {
        return Err(PriceError::new("a shoe", "this game is not priced by what is left in a shoe"));
    }
    if ask.chart.is_some() && !matches!(game, AnyGame::Blackjack(_)) {
        return Err(PriceError::new("a chart", "charts are for blackjack"));
    }
    Ok(match game {
        AnyGame::Roulette(game) => simple::prices(game, &game.stock()).into(),
        AnyGame::Dice(game) => PriceList { prices: dice::prices(game), combined: dice::combined(game) },
        AnyGame::InBetween(game) => simple::prices(game, &game.stock()).into(),
        AnyGame::Poker(game) => vec![poker::analyse(game).price()].into(),
        AnyGame::Baccarat(game) => {
            let shoe = pips(game, ask)?;
            match equilibrium(game, &shoe, ask)? {
                Some(play) => play.prices(game),
                None => baccarat::punto(game, &shoe).map_err(impossible)?,
            }
            .into()
        }
        AnyGame::Blackjack(game) => {
            let solver = blackjack::Solver::new(game).map_err(impossible)?;
            let shoe = ranks(game, ask)?;
            let analysis = match (&ask.chart, ask.precision) {
                (Some(text), _) => {
                    let chart = blackjack::Chart::from_toml(text, solver.columns()).map_err(impossible)?;
                    solver.price_chart(&chart, &shoe)
                }
                (None, Precision::Decimals) => solver.analyse(&shoe),
                (None, Precision::Fractions) => solver.analyse_exactly(&shoe),
            };
            let mut prices = analysis.map_err(impossible)?.price();
            if ask.chart.is_some() {
                let by_chart = |price: &mut Price| {
                    price.method =
                        price.method.replacen(blackjack::BEST_PLAY, "play by the chart that was given", 1);
                };
                prices.iter_mut().for_each(by_chart);
            }
            prices.into()
        }
    })
}

/// Best play; `None` for games without player decisions.
///
/// # Errors
/// When the query cannot be solved.
pub fn strategy(game: &AnyGame, ask: &PriceQuery) -> Result<Option<Strategy>, PriceError> {
    match game {
        AnyGame::Roulette(_) | AnyGame::Dice(_) | AnyGame::InBetween(_) => Ok(None),
        AnyGame::Poker(game) => Ok(Some(poker::analyse(game).strategy())),
        AnyGame::Baccarat(game) => {
            let play = equilibrium(game, &pips(game, ask)?, ask)?;
            Ok(play.map(|play| play.strategy()))
        }
        AnyGame::Blackjack(game) => {
            let solver = blackjack::Solver::new(game).map_err(impossible)?;
            solver.strategy(&ranks(game, ask)?).map(Some).map_err(impossible)
        }
    }
}

/// The best chart of a blackjack table as a file, in the format that [`PriceQuery::chart`] accepts.
///
/// # Errors
/// When the game is not blackjack, or the query cannot be solved.
pub fn chart_file(game: &AnyGame, ask: &PriceQuery) -> Result<String, PriceError> {
    let AnyGame::Blackjack(game) = game else {
        return Err(PriceError::new("a chart", "charts are for blackjack"));
    };
    let solver = blackjack::Solver::new(game).map_err(impossible)?;
    let (chart, _) = solver.chart(&ranks(game, ask)?).map_err(impossible)?;
    Ok(chart.to_toml())
}

pub(crate) fn ranks(game: &Blackjack, ask: &PriceQuery) -> Result<blackjack::RankCounts, PriceError> {
    match &ask.shoe {
        None => Ok(blackjack::RankCounts::whole(game)),
        Some(shoe) => blackjack::RankCounts::of_ranks(game, from_two(shoe)).map_err(impossible),
    }
}

pub(crate) fn pips(game: &Baccarat, ask: &PriceQuery) -> Result<baccarat::PipCounts, PriceError> {
    match &ask.shoe {
        None => Ok(baccarat::PipCounts::whole(game.packs)),
        Some(shoe) => baccarat::PipCounts::left(game.packs, &from_ace(shoe)).map_err(impossible),
    }
}

/// Best play of both sides, given what the query says they know; `None` if nobody has a choice.
fn equilibrium(
    game: &Baccarat,
    shoe: &baccarat::PipCounts,
    ask: &PriceQuery,
) -> Result<Option<baccarat::Equilibrium>, PriceError> {
    let (cards, player, banker) = match ask.known.unwrap_or(Known::BothCards) {
        Known::Replaced => (Sampling::WithReplacement, Knows::Score, Knows::Score),
        Known::Totals => (Sampling::WithoutReplacement, Knows::Score, Knows::Score),
        Known::BankersCards => (Sampling::WithoutReplacement, Knows::Score, Knows::Cards),
        Known::BothCards => (Sampling::WithoutReplacement, Knows::Cards, Knows::Cards),
    };
    match game.hands {
        Opposing::One if game.drawing.leaves_no_choice() => Ok(None),
        Opposing::One => {
            baccarat::chemin(game, shoe, CheminModel { cards, player, banker }).map(Some).map_err(impossible)
        }
        Opposing::Two => baccarat::banque(game, shoe, laid(ask), BanqueModel { cards, banker })
            .map(Some)
            .map_err(impossible),
    }
}

/// The stakes on each hand as the query names them, or equal stakes on both hands if it names none.
fn laid(ask: &PriceQuery) -> HandStakes {
    if ask.against.is_empty() {
        return HandStakes::EVEN;
    }
    let on = |name: &str| {
        let stakes = ask.against.iter().filter(|(wager, _)| wager == name);
        stakes.map(|(_, stake)| u32::try_from(stake.minor()).unwrap_or(u32::MAX)).fold(0, u32::saturating_add)
    };
    HandStakes { right: on("right"), left: on("left"), both: on("both") }
}

/// Whether cards dealt in one round can be missing in the next, so that a query may specify the cards left.
const fn lasts(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Baccarat(_) | AnyGame::Blackjack(_))
}

pub(crate) fn impossible(error: impl std::fmt::Display) -> PriceError {
    PriceError::new("this cannot be priced", error.to_string())
}

/// The number of cards left of each rank, from Two to Ace.
fn from_two(shoe: &Shoe) -> [i64; 13] {
    Rank::ALL.map(|rank| {
        Card::pack().filter(|card| card.rank() == rank).map(|card| i64::from(shoe.count(card))).sum()
    })
}

/// The same counts, from Ace to King.
fn from_ace(shoe: &Shoe) -> [i64; 13] {
    let mut counts = from_two(shoe);
    counts.rotate_right(1);
    counts
}
