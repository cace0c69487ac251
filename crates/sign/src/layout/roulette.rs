//! The wheel and the cloth of roulette.

use croupier_kit::{Pocket, PocketSet};
use croupier_rules::games::roulette::{Coverage, Roulette};

use super::pieces::{OUTLINE, arc, foot, on_cloth, polar, ring};
use crate::words::capital;
use croupier_pen::{BLACK, BRASS, Drawing, FELT_DARK, IVORY, Pen, RED, Typeface, length};

const HEIGHT: f64 = 300.0;
const CENTRE: (f64, f64) = (150.0, 150.0);

/// The measures of a cloth.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The top left corner of the grid, at the number 3.
    pub(super) corner: (f64, f64),
    /// The width and height of a number's cell.
    pub(super) cell: (f64, f64),
    /// The width of the zeros, the width of the column cells, and the height of the rows below the numbers.
    pub(super) zero: f64,
    pub(super) column: f64,
    pub(super) row: f64,
}

/// The cloth beside the wheel, on a sign.
const BESIDE: Grid = Grid { corner: (340.0, 50.0), cell: (29.5, 42.0), zero: 30.0, column: 44.0, row: 38.0 };

/// The rows of sets below the numbers.
pub(super) const ROWS: [&[&str]; 2] =
    [&["dozen 1", "dozen 2", "dozen 3"], &["low", "even", "red", "black", "odd", "high"]];

/// The sets at the end of the rows of numbers, from the top.
pub(super) const COLUMNS: [&str; 3] = ["column 3", "column 2", "column 1"];

pub(super) fn draw(game: &Roulette) -> Drawing {
    let order: Vec<String> = game.wheel.order().iter().map(ToString::to_string).collect();
    let red = named(game, "red").map(|red| format!(" Red: {red}.")).unwrap_or_default();
    let desc = format!(
        "The wheel, clockwise: {}.{red} The cloth has three columns of twelve numbers, 1 to 36, with {} at their head{}.",
        order.join(" "),
        zeros(game).iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
        outside(game)
    );
    on_cloth("The wheel and the cloth", desc, HEIGHT, |pen| {
        draw_wheel(pen, game);
        draw_cloth(pen, game, BESIDE);
    })
}

fn named(game: &Roulette, name: &str) -> Option<PocketSet> {
    game.names.iter().find(|(known, _)| &**known == name).map(|(_, set)| *set)
}

pub(super) fn zeros(game: &Roulette) -> Vec<Pocket> {
    game.wheel.pockets().iter().filter(|pocket| pocket.is_zero()).collect()
}

/// The sets beside the numbers, as text.
fn outside(game: &Roulette) -> String {
    let names: Vec<&str> =
        game.names.iter().map(|(name, _)| &**name).filter(|name| !name.starts_with("two-")).collect();
    if names.is_empty() { String::new() } else { format!(", and beside them {}", names.join(", ")) }
}

/// The pockets clockwise, each with the name of its colour.
pub(super) fn pockets(game: &Roulette) -> Vec<(String, &'static str)> {
    let word = |pocket: &Pocket| match colour(game, *pocket) {
        RED => "red",
        BLACK => "black",
        _ => "green",
    };
    game.wheel.order().iter().map(|pocket| (pocket.to_string(), word(pocket))).collect()
}

/// The colour of a pocket; no information depends on colour alone.
pub(super) fn colour(game: &Roulette, pocket: Pocket) -> &'static str {
    let within = |name| named(game, name).is_some_and(|set| set.contains(pocket));
    match () {
        () if pocket.is_zero() => "#1d7a55",
        () if within("red") => RED,
        () if within("black") => BLACK,
        () => FELT_DARK,
    }
}

fn draw_wheel(pen: &mut Pen, game: &Roulette) {
    pen.circle(CENTRE, 134.0, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"2\""));
    let order = game.wheel.order();
    let step = 360.0 / f64::from(u32::try_from(order.len()).unwrap_or(1));
    for (place, pocket) in (0_u32..).zip(order) {
        let middle = f64::from(place) * step;
        let sector = ring(CENTRE, (90.0, 128.0), middle - step / 2.0, middle + step / 2.0);
        let style = format!("fill=\"{}\" stroke=\"{BRASS}\" stroke-width=\"0.6\"", colour(game, *pocket));
        pen.path(&sector, &style);
        let (x, y) = polar(CENTRE, 112.0, middle);
        pen.open(&format!("transform=\"rotate({} {} {})\"", length(middle), length(x), length(y)));
        pen.text((x, y + 4.0), Typeface::sans(11.0, IVORY).bold().centred(), &pocket.to_string());
        pen.close();
    }
    pen.circle(CENTRE, 90.0, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.2\""));
    pen.circle(CENTRE, 62.0, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"0.5\""));
    for spoke in 0..4_u32 {
        let (x, y) = polar(CENTRE, 40.0, f64::from(spoke) * 90.0 + 45.0);
        pen.line(CENTRE, (x, y), &format!("stroke=\"{BRASS}\" stroke-width=\"5\" stroke-linecap=\"round\""));
    }
    pen.circle(CENTRE, 13.0, &format!("fill=\"{BRASS}\""));
    // The numbers run clockwise, as the arrow shows.
    let arrow = arc(CENTRE, 76.0, -24.0, 24.0);
    pen.path(&arrow, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1.6\""));
    let tip = polar(CENTRE, 76.0, 28.0);
    let (above, below) = (polar(CENTRE, 81.0, 22.0), polar(CENTRE, 71.0, 22.0));
    let [tip, above, below] = [tip, above, below].map(|(x, y)| format!("{} {}", length(x), length(y)));
    pen.path(&format!("M{tip}L{above}L{below}Z"), &format!("fill=\"{BRASS}\""));
}

/// The cloth alone: the numbers, the zeros at their head, and the sets beside them.
pub(super) fn draw_cloth(pen: &mut Pen, game: &Roulette, grid: Grid) {
    draw_zeros(pen, game, grid);
    for number in 1..=36_u8 {
        let Some(pocket) = Pocket::number(number) else { continue };
        let centre = grid.number(number);
        pen.rect((centre.0 - grid.cell.0 / 2.0, centre.1 - grid.cell.1 / 2.0), grid.cell, 0.0, OUTLINE);
        pen.circle(centre, grid.cell.0 * 0.39, &format!("fill=\"{}\"", colour(game, pocket)));
        let size = grid.cell.0 * 0.4;
        pen.text(
            (centre.0, foot(centre.1, size)),
            Typeface::sans(size, IVORY).bold().centred(),
            &pocket.to_string(),
        );
    }
    draw_columns(pen, game, grid);
    for (row, names) in (0_u8..).zip(ROWS) {
        draw_row(pen, game, grid, row, names);
    }
}

/// A set with its name, its odds and the centre of its cell.
pub(super) type Placed<'n> = (&'n str, String, (f64, f64));

impl Grid {
    /// The centre of a number's cell: three rows, with the lowest number at the bottom.
    pub(super) fn number(self, number: u8) -> (f64, f64) {
        let (column, row) = ((number - 1) / 3, 2 - (number - 1) % 3);
        let across = self.corner.0 + (f64::from(column) + 0.5) * self.cell.0;
        (across, self.corner.1 + (f64::from(row) + 0.5) * self.cell.1)
    }

    /// The centre of a zero's cell, and its height.
    pub(super) fn zero_at(self, place: usize, of: usize) -> ((f64, f64), f64) {
        let [place, of] = [place, of].map(|n| f64::from(u32::try_from(n).unwrap_or(1)));
        let height = 3.0 * self.cell.1 / of.max(1.0);
        ((self.corner.0 - self.zero / 2.0, self.corner.1 + (place + 0.5) * height), height)
    }

    /// The centre of a column's cell.
    pub(super) fn column_at(self, row: usize) -> (f64, f64) {
        let row = f64::from(u32::try_from(row).unwrap_or(0));
        (self.corner.0 + 12.0 * self.cell.0 + self.column / 2.0, self.corner.1 + (row + 0.5) * self.cell.1)
    }

    /// The sets of a row that the table offers, each with the centre of its cell, and the width of the cells.
    pub(super) fn row_of<'n>(self, game: &Roulette, row: u8, names: &[&'n str]) -> (Vec<Placed<'n>>, f64) {
        let there: Vec<(&str, String)> =
            names.iter().filter_map(|name| odds_of(game, name).map(|odds| (*name, odds))).collect();
        let width = 12.0 * self.cell.0 / f64::from(u32::try_from(there.len()).unwrap_or(1)).max(1.0);
        // A row that the table does not offer takes no space.
        let above =
            ROWS[..usize::from(row)].iter().filter(|names| names.iter().any(|n| odds_of(game, n).is_some()));
        let above = f64::from(u32::try_from(above.count()).unwrap_or(0));
        let middle = self.corner.1 + 3.0 * self.cell.1 + (above + 0.5) * self.row;
        let placed = (0_u32..).zip(there).map(|(place, (name, odds))| {
            (name, odds, (self.corner.0 + (f64::from(place) + 0.5) * width, middle))
        });
        (placed.collect(), width)
    }
}

fn draw_zeros(pen: &mut Pen, game: &Roulette, grid: Grid) {
    let zeros = zeros(game);
    for (place, zero) in zeros.iter().rev().enumerate() {
        let (middle, height) = grid.zero_at(place, zeros.len());
        let corner = (middle.0 - grid.zero / 2.0, middle.1 - height / 2.0);
        pen.rect(corner, (grid.zero, height), 4.0, OUTLINE);
        let size = grid.zero / 2.0;
        pen.text(
            (middle.0, foot(middle.1, size)),
            Typeface::sans(size, IVORY).bold().centred(),
            &zero.to_string(),
        );
    }
}

fn draw_columns(pen: &mut Pen, game: &Roulette, grid: Grid) {
    for (row, name) in COLUMNS.into_iter().enumerate() {
        let Some(odds) = odds_of(game, name) else { continue };
        let middle = grid.column_at(row);
        let corner = (middle.0 - grid.column / 2.0, middle.1 - grid.cell.1 / 2.0);
        pen.rect(corner, (grid.column, grid.cell.1), 0.0, OUTLINE);
        pen.text((middle.0, middle.1 - 3.0), Typeface::sans(8.0, IVORY).centred(), &capital(name));
        pen.text((middle.0, middle.1 + 10.0), Typeface::sans(10.0, BRASS).bold().centred(), &odds);
    }
}

/// A row of sets below the numbers, with those that the table offers.
fn draw_row(pen: &mut Pen, game: &Roulette, grid: Grid, row: u8, names: &[&str]) {
    let (there, width) = grid.row_of(game, row, names);
    for (name, odds, middle) in there {
        let corner = (middle.0 - width / 2.0, middle.1 - grid.row / 2.0);
        pen.rect(corner, (width, grid.row), 0.0, OUTLINE);
        let fill = match name {
            "red" => Some(RED),
            "black" => Some(BLACK),
            _ => None,
        };
        if let Some(fill) = fill {
            let inner = (width - 8.0, grid.row - 8.0);
            pen.rect((corner.0 + 4.0, corner.1 + 4.0), inner, 3.0, &format!("fill=\"{fill}\""));
        }
        pen.text((middle.0, middle.1 - 2.0), Typeface::sans(12.0, IVORY).bold().centred(), &capital(name));
        pen.text((middle.0, middle.1 + 12.0), Typeface::sans(9.5, BRASS).centred(), &odds);
    }
}

/// The odds of the set with this name, if the table offers it.
fn odds_of(game: &Roulette, name: &str) -> Option<String> {
    let set = named(game, name)?;
    let covers = |coverage: &Coverage| match coverage {
        Coverage::Any { size, zero } => *size == set.len() && (*zero || !set.iter().any(Pocket::is_zero)),
        Coverage::Shape(_) => false,
        Coverage::Named(names) => names.iter().any(|known| &**known == name),
    };
    game.clauses.iter().find(|clause| covers(&clause.coverage)).map(|clause| clause.odds.to_string())
}
