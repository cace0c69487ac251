//! The cloth of roulette for betting, with spots on lines and corners, and the racetrack of the call bets.

use croupier_kit::{Pocket, PocketSet};
use croupier_pen::{BRASS, Drawing, FELT_DARK, IVORY, Typeface, length, many};
use croupier_rules::games::roulette::{Call, Roulette, Wager};
use croupier_rules::offer::Offers;

use super::pieces::{foot, on_cloth};
use super::roulette::{Grid, colour, columns, draw, draw_cloth, pockets, rows, zeros};
use super::spots::{CardPlace, Cloth, Spot};
use crate::family::FamilySign;
use crate::plain::indented;
use crate::words::{capital, spoken, wrap};

/// The measures of the cloth for betting, which is as wide as the drawing.
const GRID: Grid = Grid {
    corner: (82.0, 30.0),
    size: (588.0, 168.0),
    cell: (49.0, 56.0),
    zero: 54.0,
    column: 64.0,
    row: 46.0,
};
/// The height of a cloth with two rows of sets below the numbers; a third makes it higher.
const HEIGHT: f64 = 308.0;
const ROWS: usize = 2;

/// The size of a spot on a line or a corner.
const ON_LINE: (f64, f64) = (17.0, 17.0);

impl FamilySign for Roulette {
    fn drawing(&self) -> Drawing {
        draw(self)
    }

    fn cloth(&self) -> Cloth {
        cloth(self)
    }

    fn plain(&self) -> Vec<String> {
        plain(self)
    }

    fn race(&self) -> Option<Cloth> {
        race(self)
    }

    fn pockets(&self) -> Option<Vec<(String, &'static str)>> {
        Some(pockets(self))
    }
}

fn cloth(game: &Roulette) -> Cloth {
    let numbers = game.layout.rows().concat();
    let desc = match numbers.as_slice() {
        [first, .., last] => format!(
            "The numbers {first} to {last} in {} rows, the zeros at their head, and the sets beside them.",
            counted(game.layout.across())
        ),
        _ => "The numbers, the zeros at their head, and the sets beside them.".to_owned(),
    };
    let height = HEIGHT + many(rows(game).len().saturating_sub(ROWS)) * GRID.row;
    let drawing = on_cloth("The cloth", desc, height, |pen| draw_cloth(pen, game, GRID.fitted(game)));
    Cloth { drawing, spots: spots(game), places: Vec::<CardPlace>::new() }
}

/// A number of rows in words.
fn counted(rows: usize) -> String {
    if rows == 3 { "three".to_owned() } else { rows.to_string() }
}

fn spots(game: &Roulette) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    for kind in game.kinds() {
        let odds = kind.endings.first().and_then(croupier_rules::offer::Ending::odds);
        for wager in kind.wagers {
            let Wager::Numbers { numbers, .. } = wager else { continue };
            let words = game.words(wager);
            let Some((at, size)) = lies(game, &words, numbers) else { continue };
            let covers = numbers.iter().map(|pocket| pocket.to_string()).collect();
            let at = beside(at, &spots);
            spots.push(Spot { covers, ..Spot::new(words, odds, at, size) });
        }
    }
    // Spots on lines come after the spots between which they lie, so that they are on top.
    spots.sort_by_key(|spot| spot.size == ON_LINE);
    spots
}

/// Gives each spot its own position: if two would have the same, the second is placed slightly lower.
fn beside(mut at: (f64, f64), taken: &[Spot]) -> (f64, f64) {
    let is_at =
        |spot: &Spot, at: (f64, f64)| (spot.at.0 - at.0).abs() < 1.0 && (spot.at.1 - at.1).abs() < 1.0;
    while taken.iter().any(|spot| is_at(spot, at)) {
        at.1 += ON_LINE.1 + 1.0;
    }
    at
}

/// The position of a chip on these numbers, and the size of its spot.
fn lies(game: &Roulette, words: &str, numbers: PocketSet) -> Option<((f64, f64), (f64, f64))> {
    if let Some(place) = set_lies(game, words).or_else(|| two_lie(game, words)) {
        return Some(place);
    }
    let grid = GRID.fitted(game);
    let cells: Vec<(f64, f64)> = numbers.iter().filter_map(|pocket| middle(game, pocket)).collect();
    let zero = numbers.iter().any(Pocket::is_zero);
    match (numbers.len(), zero) {
        (1, true) => {
            let height = grid.zero_at(0, zeros(game).len()).1;
            Some((*cells.first()?, (grid.zero - 6.0, height - 6.0)))
        }
        (1, false) => {
            // Where cells are small, the spots on their lines need most of the space.
            let inside = |length: f64| (length - 6.0).max(length / 2.0);
            Some((*cells.first()?, (inside(grid.cell.0), inside(grid.cell.1))))
        }
        (_, true) => Some((beside_zero(game, numbers), ON_LINE)),
        // Rows of three numbers, and pairs of such rows, are bet at the edge.
        (3 | 6, false) => Some(((mean(&cells).0, GRID.corner.1), ON_LINE)),
        (2 | 4, false) => Some((mean(&cells), ON_LINE)),
        _ => None,
    }
}

/// The position of a named set: in the column at the end, or in one of the rows below.
fn set_lies(game: &Roulette, name: &str) -> Option<((f64, f64), (f64, f64))> {
    let grid = GRID.fitted(game);
    if let Some(row) = columns(game).iter().position(|column| column == name) {
        return Some((grid.column_at(row), (grid.column - 6.0, grid.cell.1 - 6.0)));
    }
    for (row, names) in (0_u8..).zip(rows(game)) {
        let (there, width) = grid.row_of(game, row, &names);
        if let Some((_, _, at)) = there.into_iter().find(|(known, ..)| *known == name) {
            return Some((at, (width - 6.0, grid.row - 6.0)));
        }
    }
    None
}

/// The position of two dozens or two columns: on the line between them, or at the outer edge of the one that lies between.
fn two_lie(game: &Roulette, name: &str) -> Option<((f64, f64), (f64, f64))> {
    let (head, figures) = name.split_once(' ')?;
    let (one, out) = match head {
        "two-dozens" => ("dozen", (0.0, GRID.row / 2.0)),
        "two-columns" => ("column", (GRID.column / 2.0, 0.0)),
        _ => return None,
    };
    let of = |figure: &str| set_lies(game, &format!("{one} {figure}")).map(|(at, _)| at);
    let both: Vec<(f64, f64)> = figures.split(' ').map(of).collect::<Option<_>>()?;
    let middle = mean(&both);
    let between = game.names.iter().filter_map(|(name, _)| name.strip_prefix(one)?.trim().split(' ').next());
    let is_there = |at: (f64, f64)| (at.0 - middle.0).abs() < 1.0 && (at.1 - middle.1).abs() < 1.0;
    let taken = between.filter_map(of).any(is_there);
    let at = if taken { (middle.0 + out.0, middle.1 + out.1) } else { middle };
    Some((at, ON_LINE))
}

/// The position of a set with a zero: on the line between the zero and the numbers, or between two zeros.
fn beside_zero(game: &Roulette, numbers: PocketSet) -> (f64, f64) {
    let rest: Vec<(f64, f64)> =
        numbers.iter().filter(|p| !p.is_zero()).filter_map(|pocket| middle(game, pocket)).collect();
    if rest.is_empty() {
        let cells: Vec<(f64, f64)> = numbers.iter().filter_map(|pocket| middle(game, pocket)).collect();
        return mean(&cells);
    }
    // The zeros with all numbers of the first row are bet at the corner of the cloth.
    let y = if rest.len() == game.layout.across() { GRID.corner.1 } else { mean(&rest).1 };
    (GRID.corner.0, y)
}

fn middle(game: &Roulette, pocket: Pocket) -> Option<(f64, f64)> {
    let zeros = zeros(game);
    let grid = GRID.fitted(game);
    match zeros.iter().rev().position(|zero| *zero == pocket) {
        Some(place) => Some(grid.zero_at(place, zeros.len()).0),
        None => grid.number(game, pocket),
    }
}

fn mean(points: &[(f64, f64)]) -> (f64, f64) {
    let count = many(points.len()).max(1.0);
    let sum = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (sum.0 / count, sum.1 / count)
}

/// The racetrack: half its height, the height of its centre line, and the length of its straight.
const TRACK: (f64, f64, f64) = (76.0, 100.0, 460.0);

/// The racetrack of the call bets, if the table has any.
fn race(game: &Roulette) -> Option<Cloth> {
    if game.calls.is_empty() {
        return None;
    }
    let desc = "The numbers in the order of the wheel, and within them the calls.".to_owned();
    let (mut spots, mut fixed) = (Vec::new(), Vec::new());
    for wager in game.kinds().into_iter().flat_map(|kind| kind.wagers) {
        let Wager::Call { call, number } = wager else { continue };
        let Some(call) = game.calls.get(usize::from(call)) else { continue };
        let (words, called) = (game.words(wager), called(game, call, number));
        match (call, number) {
            (Call::Neighbours { .. }, Some(pocket)) => {
                let covers = vec![pocket.to_string()];
                let at = on_track(game, pocket);
                let size = 30.0_f64.min(apart(game));
                spots.push(Spot { covers, called, ..Spot::new(words, None, at, (size, size)).round() });
            }
            _ => fixed.push((words, called)),
        }
    }
    let width = (TRACK.2 + 20.0) / many(fixed.len()).max(1.0);
    for (place, (words, called)) in (0_u32..).zip(fixed) {
        let x = 380.0 - TRACK.2 / 2.0 - 10.0 + (f64::from(place) + 0.5) * width;
        spots.push(Spot { called, ..Spot::new(words, None, (x, TRACK.1), (width - 12.0, 70.0)) });
    }
    let drawing = on_cloth("The racetrack", desc, 200.0, |pen| draw_track(pen, game, &spots));
    Some(Cloth { drawing, spots, places: Vec::new() })
}

/// The pockets that a call has chips on, in the order of the wheel.
fn called(game: &Roulette, call: &Call, number: Option<Pocket>) -> Vec<String> {
    let pockets: Vec<Pocket> = match call {
        Call::Fixed { chips, .. } => {
            let has_chips = |pocket: &Pocket| chips.iter().any(|chip| chip.on.contains(*pocket));
            game.wheel.order().iter().copied().filter(has_chips).collect()
        }
        Call::Neighbours { each_side, .. } => {
            let around = number.and_then(|number| game.wheel.around(number, usize::from(*each_side)));
            around.into_iter().flatten().collect()
        }
    };
    pockets.iter().map(ToString::to_string).collect()
}

/// The length of the track.
fn around() -> f64 {
    2.0 * (TRACK.2 + std::f64::consts::PI * TRACK.0)
}

/// The distance between the middles of two pockets on the track.
fn apart(game: &Roulette) -> f64 {
    around() / many(game.wheel.order().len())
}

/// The position of a pocket on the track: clockwise from the middle of the upper straight.
fn on_track(game: &Roulette, pocket: Pocket) -> (f64, f64) {
    let order = game.wheel.order();
    let place =
        order.iter().position(|known| *known == pocket).expect("a pocket of the layout is on the wheel");
    let [place, of] = [place, order.len()].map(many);
    let (radius, y, straight) = TRACK;
    let half_turn = std::f64::consts::PI * radius;
    let along = place / of * around();
    let (right, left) = (380.0 + straight / 2.0, 380.0 - straight / 2.0);
    match along {
        along if along < straight / 2.0 => (380.0 + along, y - radius),
        along if along < straight / 2.0 + half_turn => {
            let (sin, cos) = ((along - straight / 2.0) / radius).sin_cos();
            (right + radius * sin, y - radius * cos)
        }
        along if along < 1.5 * straight + half_turn => {
            (right - (along - straight / 2.0 - half_turn), y + radius)
        }
        along if along < 1.5 * straight + 2.0 * half_turn => {
            let (sin, cos) = ((along - 1.5 * straight - half_turn) / radius).sin_cos();
            (left - radius * sin, y + radius * cos)
        }
        along => (left + along - 1.5 * straight - 2.0 * half_turn, y - radius),
    }
}

fn draw_track(pen: &mut croupier_pen::Pen, game: &Roulette, spots: &[Spot]) {
    let (radius, y, straight) = TRACK;
    let d = format!(
        "M{l} {t}H{r}A{h} {h} 0 0 1 {r} {b}H{l}A{h} {h} 0 0 1 {l} {t}Z",
        l = length(380.0 - straight / 2.0),
        r = length(380.0 + straight / 2.0),
        t = length(y - radius),
        b = length(y + radius),
        h = length(radius)
    );
    pen.path(&d, &format!("fill=\"none\" stroke=\"{FELT_DARK}\" stroke-width=\"36\""));
    pen.path(&d, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"0.8\""));
    for pocket in game.wheel.order() {
        let at = on_track(game, *pocket);
        pen.circle(
            at,
            14.0_f64.min(apart(game) * 0.48),
            &format!("fill=\"{}\" stroke=\"{BRASS}\" stroke-width=\"0.6\"", colour(game, *pocket)),
        );
        let size = 12.0_f64.min(apart(game) * 0.45);
        pen.text((at.0, foot(at.1, size)), Typeface::sans(size, IVORY).bold().centred(), &pocket.to_string());
    }
    for spot in spots.iter().filter(|spot| spot.covers.is_empty()) {
        let corner = (spot.at.0 - spot.size.0 / 2.0, spot.at.1 - spot.size.1 / 2.0);
        pen.rect(
            corner,
            spot.size,
            8.0,
            &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"0.8\""),
        );
        let face = Typeface::serif(15.0, IVORY).centred();
        pen.text((spot.at.0, foot(spot.at.1, 15.0)), face, &capital(&spoken(&spot.wager)));
    }
}

/// The table in plain characters.
fn plain(game: &Roulette) -> Vec<String> {
    let order: Vec<String> = game.wheel.order().iter().map(ToString::to_string).collect();
    let mut lines = vec!["The wheel, clockwise:".to_owned()];
    lines.extend(indented(wrap(&order.join(" "), 74)));
    let red = game.names.iter().find(|(name, _)| &**name == "red").map(|(_, set)| *set);
    let zeros: Vec<Pocket> = game.wheel.pockets().iter().filter(|pocket| pocket.is_zero()).collect();
    lines.push(match red {
        Some(_) => "The cloth, red numbers in brackets:".to_owned(),
        None => "The cloth:".to_owned(),
    });
    let across = game.layout.across();
    let heads: Vec<String> = (0..across).map(|row| zeros_beside(row, across, &zeros)).collect();
    let width = heads.iter().map(String::len).max().unwrap_or(0).max(2);
    // A cloth of many rows is printed in several parts.
    for (part, rows) in game.layout.rows().chunks(PLAIN_ROWS).enumerate() {
        let is_last = (part + 1) * PLAIN_ROWS >= game.layout.rows().len();
        for row in (0..across).rev() {
            let zero = if part == 0 { heads[row].as_str() } else { "" };
            let cells: String = rows.iter().map(|numbers| cell(numbers.get(row).copied(), red)).collect();
            let column = format!("column {}", row + 1);
            let named = is_last && game.names.iter().any(|(name, _)| **name == *column);
            let name = if named { column.as_str() } else { "" };
            lines.push(format!("  {zero:>width$} │{cells}│ {name}").trim_end().to_owned());
        }
    }
    lines
}

/// The most rows of the cloth that lie side by side in plain text.
const PLAIN_ROWS: usize = 14;

/// The zeros at the head of a row of the cloth, from the bottom: spread over all rows, or together in the lowest.
fn zeros_beside(row: usize, across: usize, zeros: &[Pocket]) -> String {
    let all = |some: &[Pocket]| some.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    match zeros {
        [one] if row == across / 2 => one.to_string(),
        [] | [_] => String::new(),
        zeros if zeros.len() > across => {
            if row == 0 {
                all(zeros)
            } else {
                String::new()
            }
        }
        zeros => {
            let at = |place: usize| place * (across - 1) / (zeros.len() - 1);
            zeros
                .iter()
                .enumerate()
                .find(|(place, _)| at(*place) == row)
                .map(|(_, zero)| zero.to_string())
                .unwrap_or_default()
        }
    }
}

/// A number on the cloth, in brackets if it is red.
fn cell(number: Option<Pocket>, red: Option<PocketSet>) -> String {
    let Some(number) = number else { return " ".repeat(5) };
    let is_red = red.is_some_and(|red| red.contains(number));
    if is_red { format!("{:>5}", format!("({number})")) } else { format!("{:>5}", format!("{number} ")) }
}
