//! What a sign needs from a family of games. Each family answers in its own file in `layout`.

use croupier_pen::Drawing;

use crate::layout::spots::Cloth;

/// The drawings of a family's tables, each from the rules in force.
pub(crate) trait FamilySign {
    /// The drawing of the table.
    fn drawing(&self) -> Drawing;

    /// The cloth, for betting.
    fn cloth(&self) -> Cloth;

    /// The table in plain characters, line by line.
    fn plain(&self) -> Vec<String>;

    /// The racetrack of a wheel, if the table takes call bets.
    fn race(&self) -> Option<Cloth> {
        None
    }

    /// The pockets of a wheel, clockwise, each with the name of its colour.
    fn pockets(&self) -> Option<Vec<(String, &'static str)>> {
        None
    }
}
