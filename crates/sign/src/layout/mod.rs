//! Drawings of tables: the wheel and the cloth, the boxes, areas, circles and hands, each from the rules in force.

mod baccarat;
mod blackjack;
mod dice;
mod in_between;
mod pieces;
mod poker;
mod roulette;
pub(crate) mod spots;
mod wheel_spots;

use croupier_rules::games::AnyGame;
use spots::Cloth;

use croupier_pen::Drawing;

/// The drawing of a game's table.
pub(crate) fn draw(rules: &AnyGame) -> Drawing {
    match rules {
        AnyGame::Roulette(game) => roulette::draw(game),
        AnyGame::Dice(game) => dice::draw(game),
        AnyGame::Blackjack(game) => blackjack::draw(game),
        AnyGame::Baccarat(game) => baccarat::draw(game),
        AnyGame::InBetween(game) => in_between::draw(game),
        AnyGame::Poker(game) => poker::draw(game),
    }
}

/// The cloth of a game, for betting.
pub(crate) fn cloth(rules: &AnyGame) -> Cloth {
    match rules {
        AnyGame::Roulette(game) => wheel_spots::cloth(game),
        AnyGame::Dice(game) => dice::cloth(game),
        AnyGame::Blackjack(game) => blackjack::cloth(game),
        AnyGame::Baccarat(game) => baccarat::cloth(game),
        AnyGame::InBetween(game) => in_between::cloth(game),
        AnyGame::Poker(game) => poker::cloth(game),
    }
}

/// The racetrack of a wheel, if the table takes call bets.
pub(crate) fn race(rules: &AnyGame) -> Option<Cloth> {
    if let AnyGame::Roulette(game) = rules { wheel_spots::race(game) } else { None }
}

/// The pockets of a wheel, clockwise, each with the name of its colour.
pub(crate) fn wheel(rules: &AnyGame) -> Option<Vec<(String, &'static str)>> {
    if let AnyGame::Roulette(game) = rules { Some(roulette::pockets(game)) } else { None }
}
