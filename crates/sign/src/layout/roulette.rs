//! The wheel and the cloth of roulette.

use croupier_kit::{Pocket, PocketSet};
use croupier_rules::games::roulette::{Coverage, Roulette};

use super::{OUTLINE, arc, foot, on_cloth, polar, ring};
use crate::content::capital;
use croupier_pen::{BLACK, BRASS, Drawing, FELT_DARK, Face, IVORY, Pen, RED, length};

const HEIGHT: f64 = 300.0;
const CENTRE: (f64, f64) = (150.0, 150.0);
/// The cells of the cloth.
const CELL: (f64, f64) = (29.5, 42.0);
/// Where the number 3 lies.
const CORNER: (f64, f64) = (340.0, 50.0);

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
        draw_cloth(pen, game);
    })
}

fn named(game: &Roulette, name: &str) -> Option<PocketSet> {
    game.names.iter().find(|(known, _)| &**known == name).map(|(_, set)| *set)
}

fn zeros(game: &Roulette) -> Vec<Pocket> {
    game.wheel.pockets().iter().filter(|pocket| pocket.is_zero()).collect()
}

/// The names of sets beside the numbers, in words.
fn outside(game: &Roulette) -> String {
    let names: Vec<&str> =
        game.names.iter().map(|(name, _)| &**name).filter(|name| !name.starts_with("two-")).collect();
    if names.is_empty() { String::new() } else { format!(", and beside them {}", names.join(", ")) }
}

/// The colour of a pocket; nothing rests on it alone.
fn colour(game: &Roulette, pocket: Pocket) -> &'static str {
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
        pen.text((x, y + 4.0), Face::sans(11.0, IVORY).bold().centred(), &pocket.to_string());
        pen.close();
    }
    pen.circle(CENTRE, 90.0, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.2\""));
    pen.circle(CENTRE, 62.0, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"0.5\""));
    for spoke in 0..4_u32 {
        let (x, y) = polar(CENTRE, 40.0, f64::from(spoke) * 90.0 + 45.0);
        pen.line(CENTRE, (x, y), &format!("stroke=\"{BRASS}\" stroke-width=\"5\" stroke-linecap=\"round\""));
    }
    pen.circle(CENTRE, 13.0, &format!("fill=\"{BRASS}\""));
    // The numbers run clockwise, as the arrow does.
    let arrow = arc(CENTRE, 76.0, -24.0, 24.0);
    pen.path(&arrow, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"1.6\""));
    let tip = polar(CENTRE, 76.0, 28.0);
    let (above, below) = (polar(CENTRE, 81.0, 22.0), polar(CENTRE, 71.0, 22.0));
    let [tip, above, below] = [tip, above, below].map(|(x, y)| format!("{} {}", length(x), length(y)));
    pen.path(&format!("M{tip}L{above}L{below}Z"), &format!("fill=\"{BRASS}\""));
}

fn draw_cloth(pen: &mut Pen, game: &Roulette) {
    draw_zeros(pen, game);
    for number in 1..=36_u8 {
        let Some(pocket) = Pocket::number(number) else { continue };
        let (column, row) = ((number - 1) / 3, 2 - (number - 1) % 3);
        let x = CORNER.0 + f64::from(column) * CELL.0;
        let y = CORNER.1 + f64::from(row) * CELL.1;
        pen.rect((x, y), CELL, 0.0, OUTLINE);
        let centre = (x + CELL.0 / 2.0, y + CELL.1 / 2.0);
        pen.circle(centre, 11.5, &format!("fill=\"{}\"", colour(game, pocket)));
        pen.text(
            (centre.0, foot(centre.1, 12.0)),
            Face::sans(12.0, IVORY).bold().centred(),
            &number.to_string(),
        );
    }
    draw_columns(pen, game);
    let mut y = CORNER.1 + 3.0 * CELL.1;
    y = draw_row(pen, game, y, &["dozen 1", "dozen 2", "dozen 3"]);
    draw_row(pen, game, y, &["low", "even", "red", "black", "odd", "high"]);
}

fn draw_zeros(pen: &mut Pen, game: &Roulette) {
    let zeros = zeros(game);
    let count = f64::from(u32::try_from(zeros.len()).unwrap_or(1));
    let height = 3.0 * CELL.1 / count.max(1.0);
    for (place, zero) in (0_u32..).zip(zeros.iter().rev()) {
        let y = CORNER.1 + f64::from(place) * height;
        pen.rect((CORNER.0 - 30.0, y), (30.0, height), 4.0, OUTLINE);
        let face = Face::sans(15.0, IVORY).bold().centred();
        pen.text((CORNER.0 - 15.0, foot(y + height / 2.0, 15.0)), face, &zero.to_string());
    }
}

fn draw_columns(pen: &mut Pen, game: &Roulette) {
    for (row, name) in (0_u8..).zip(["column 3", "column 2", "column 1"]) {
        let Some(odds) = odds_of(game, name) else { continue };
        let (x, y) = (CORNER.0 + 12.0 * CELL.0, CORNER.1 + f64::from(row) * CELL.1);
        pen.rect((x, y), (44.0, CELL.1), 0.0, OUTLINE);
        let middle = (x + 22.0, y + CELL.1 / 2.0);
        pen.text((middle.0, middle.1 - 3.0), Face::sans(8.0, IVORY).centred(), &capital(name));
        pen.text((middle.0, middle.1 + 10.0), Face::sans(10.0, BRASS).bold().centred(), &odds);
    }
}

/// A row of sets below the numbers, those that the table has; returns where the next row begins.
fn draw_row(pen: &mut Pen, game: &Roulette, y: f64, names: &[&str]) -> f64 {
    let there: Vec<(&str, String)> =
        names.iter().filter_map(|name| odds_of(game, name).map(|odds| (*name, odds))).collect();
    let count = f64::from(u32::try_from(there.len()).unwrap_or(1));
    let width = 12.0 * CELL.0 / count.max(1.0);
    for (place, (name, odds)) in (0_u32..).zip(&there) {
        let x = CORNER.0 + f64::from(place) * width;
        pen.rect((x, y), (width, 38.0), 0.0, OUTLINE);
        let fill = match *name {
            "red" => Some(RED),
            "black" => Some(BLACK),
            _ => None,
        };
        if let Some(fill) = fill {
            pen.rect((x + 4.0, y + 4.0), (width - 8.0, 30.0), 3.0, &format!("fill=\"{fill}\""));
        }
        let middle = x + width / 2.0;
        pen.text((middle, y + 17.0), Face::sans(12.0, IVORY).bold().centred(), &capital(name));
        pen.text((middle, y + 31.0), Face::sans(9.5, BRASS).centred(), odds);
    }
    if there.is_empty() { y } else { y + 38.0 }
}

/// The odds of a set with this name, where the table has it.
fn odds_of(game: &Roulette, name: &str) -> Option<String> {
    let set = named(game, name)?;
    let covers = |coverage: &Coverage| match coverage {
        Coverage::Any { size, zero } => *size == set.len() && (*zero || !set.iter().any(Pocket::is_zero)),
        Coverage::Shape(_) => false,
        Coverage::Named(names) => names.iter().any(|known| &**known == name),
    };
    game.clauses.iter().find(|clause| covers(&clause.coverage)).map(|clause| clause.odds.to_string())
}
