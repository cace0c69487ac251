//! The wheel and the cloth of roulette.

use croupier_kit::{Pocket, PocketSet, Shape};
use croupier_rules::games::roulette::{Coverage, Roulette};

use super::pieces::{OUTLINE, arc, foot, on_cloth, polar, ring};
use crate::words::capital;
use croupier_pen::{BLACK, BRASS, Drawing, FELT_DARK, IVORY, Pen, RED, Typeface, length, many};

const HEIGHT: f64 = 300.0;
const CENTRE: (f64, f64) = (150.0, 150.0);

/// The measures of a cloth.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    /// The top left corner of the grid, at the last number of the first row.
    pub(super) corner: (f64, f64),
    /// The width and height of all numbers together.
    pub(super) size: (f64, f64),
    /// The width and height of a number's cell.
    pub(super) cell: (f64, f64),
    /// The width of the zeros, the width of the column cells, and the height of the rows below the numbers.
    pub(super) zero: f64,
    pub(super) column: f64,
    pub(super) row: f64,
}

/// The cloth beside the wheel, on a sign, for three columns of twelve numbers.
const BESIDE: Grid = Grid {
    corner: (340.0, 50.0),
    size: (354.0, 126.0),
    cell: (29.5, 42.0),
    zero: 30.0,
    column: 44.0,
    row: 38.0,
};

/// The sets that halve the numbers, in the order of a cloth.
const HALVES: [&str; 6] = ["low", "even", "red", "black", "odd", "high"];

/// The rows of sets below the numbers: the dozens, the halves, and what has no other place.
pub(super) fn rows(game: &Roulette) -> Vec<Vec<&str>> {
    let names = || game.names.iter().map(|(name, _)| &**name);
    let dozens = names().filter(|name| name.starts_with("dozen ")).collect();
    let others = names().filter(|name| is_elsewhere(game, name)).collect();
    let rows: Vec<Vec<&str>> = vec![dozens, HALVES.to_vec(), others];
    let offered = rows
        .into_iter()
        .map(|row| -> Vec<&str> { row.into_iter().filter(|name| odds_of(game, name).is_some()).collect() });
    offered.filter(|row| !row.is_empty()).collect()
}

/// Whether a named set has no place of its own: it is no usual set, has no zero, and does not lie together.
fn is_elsewhere(game: &Roulette, name: &str) -> bool {
    let usual =
        HALVES.contains(&name) || ["dozen ", "column ", "two-"].iter().any(|head| name.starts_with(head));
    let lies = |set: PocketSet| {
        set.iter().any(Pocket::is_zero) || Shape::ALL.iter().any(|shape| game.layout.holds(*shape, set))
    };
    !usual && named(game, name).is_some_and(|set| !lies(set))
}

/// The sets at the end of the rows of numbers, from the top.
pub(super) fn columns(game: &Roulette) -> Vec<String> {
    (1..=game.layout.across()).rev().map(|column| format!("column {column}")).collect()
}

pub(super) fn draw(game: &Roulette) -> Drawing {
    let order: Vec<String> = game.wheel.order().iter().map(ToString::to_string).collect();
    let red = named(game, "red").map(|red| format!(" Red: {red}.")).unwrap_or_default();
    let desc = format!(
        "The wheel, clockwise: {}.{red} The cloth has {}{}{}.",
        order.join(" "),
        numbers_words(game),
        zeros_words(game),
        outside(game)
    );
    on_cloth("The wheel and the cloth", desc, HEIGHT, |pen| {
        draw_wheel(pen, game);
        draw_cloth(pen, game, BESIDE.fitted(game));
    })
}

/// The numbers of the cloth, as text.
fn numbers_words(game: &Roulette) -> String {
    let numbers = game.layout.rows().concat();
    match (numbers.as_slice(), game.layout.across(), game.layout.rows().len()) {
        ([], ..) => "no numbers".to_owned(),
        (_, 3, 12) if numbers.len() == 36 => "three columns of twelve numbers, 1 to 36".to_owned(),
        ([one], ..) => format!("the number {one}"),
        ([first, .., last], across, _) => format!("the numbers {first} to {last} in rows of {across}"),
    }
}

fn zeros_words(game: &Roulette) -> String {
    let zeros: Vec<String> = zeros(game).iter().map(ToString::to_string).collect();
    if zeros.is_empty() { String::new() } else { format!(", with {} at their head", zeros.join(" and ")) }
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
    let step = 360.0 / many(order.len());
    for (place, pocket) in (0_u32..).zip(order) {
        let middle = f64::from(place) * step;
        let sector = ring(CENTRE, (90.0, 128.0), middle - step / 2.0, middle + step / 2.0);
        let style = format!("fill=\"{}\" stroke=\"{BRASS}\" stroke-width=\"0.6\"", colour(game, *pocket));
        pen.path(&sector, &style);
        let (x, y) = polar(CENTRE, 112.0, middle);
        pen.open(&format!("transform=\"rotate({} {} {})\"", length(middle), length(x), length(y)));
        let size = if order.len() > 44 { 8.0 } else { 11.0 };
        pen.text((x, y + 4.0), Typeface::sans(size, IVORY).bold().centred(), &pocket.to_string());
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
    for pocket in game.layout.rows().iter().flatten().copied() {
        let Some(centre) = grid.number(game, pocket) else { continue };
        pen.rect((centre.0 - grid.cell.0 / 2.0, centre.1 - grid.cell.1 / 2.0), grid.cell, 0.0, OUTLINE);
        let narrow = grid.cell.0.min(grid.cell.1);
        pen.circle(centre, narrow * 0.39, &format!("fill=\"{}\"", colour(game, pocket)));
        let size = narrow * 0.4;
        pen.text(
            (centre.0, foot(centre.1, size)),
            Typeface::sans(size, IVORY).bold().centred(),
            &pocket.to_string(),
        );
    }
    draw_columns(pen, game, grid);
    for (row, names) in (0_u8..).zip(rows(game)) {
        draw_row(pen, game, grid, row, &names);
    }
}

/// A set with its name, its odds and the centre of its cell.
pub(super) type Placed<'n> = (&'n str, String, (f64, f64));

impl Grid {
    /// The same space with as many cells as the numbers of this table need.
    pub(super) fn fitted(self, game: &Roulette) -> Self {
        let of = |cells: usize| many(cells.max(1));
        let (rows, across) = (game.layout.rows().len(), game.layout.across());
        Self { cell: (self.size.0 / of(rows), self.size.1 / of(across)), ..self }
    }

    /// The centre of a number's cell. Rows of the layout run upwards, from the zeros to the right.
    pub(super) fn number(self, game: &Roulette, pocket: Pocket) -> Option<(f64, f64)> {
        let (row, column) = game.layout.place(pocket)?;
        let from_top = game.layout.across() - 1 - column;
        let across = self.corner.0 + (many(row) + 0.5) * self.cell.0;
        Some((across, self.corner.1 + (many(from_top) + 0.5) * self.cell.1))
    }

    /// The centre of a zero's cell, and its height.
    pub(super) fn zero_at(self, place: usize, of: usize) -> ((f64, f64), f64) {
        let [place, of] = [place, of].map(many);
        let height = self.size.1 / of.max(1.0);
        ((self.corner.0 - self.zero / 2.0, self.corner.1 + (place + 0.5) * height), height)
    }

    /// The centre of a column's cell.
    pub(super) fn column_at(self, row: usize) -> (f64, f64) {
        (self.corner.0 + self.size.0 + self.column / 2.0, self.corner.1 + (many(row) + 0.5) * self.cell.1)
    }

    /// The sets of a row, each with the centre of its cell, and the width of the cells.
    pub(super) fn row_of<'n>(self, game: &Roulette, row: u8, names: &[&'n str]) -> (Vec<Placed<'n>>, f64) {
        let there: Vec<(&str, String)> =
            names.iter().filter_map(|name| odds_of(game, name).map(|odds| (*name, odds))).collect();
        let width = self.size.0 / many(there.len()).max(1.0);
        let middle = self.corner.1 + self.size.1 + (f64::from(row) + 0.5) * self.row;
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
    for (row, name) in columns(game).iter().enumerate() {
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
