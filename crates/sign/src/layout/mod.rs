//! Drawings of tables: the wheel and the cloth, the boxes, areas, circles and hands, each from the rules in force.

mod baccarat;
mod blackjack;
mod dealer_poker;
mod dice;
mod in_between;
mod pieces;
mod poker;
mod roulette;
mod sides;
pub(crate) mod spots;
mod wheel_spots;
