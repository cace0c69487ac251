//! The side wagers of a table: rows of fields below the rest of the cloth.

use croupier_pen::{BRASS, IVORY, Pen, Typeface, many};
use croupier_rules::side::{SideWager, SideWagers};

use super::pieces::{OUTLINE, WIDTH};
use super::spots::Spot;

/// How many fields there are in a row.
const IN_A_ROW: usize = 5;
/// The size of a field with the gap around it.
const FIELD: (f64, f64) = (144.0, 52.0);
/// The gap around a field.
const GAP: f64 = 8.0;

/// The height of the rows.
pub(super) fn height(sides: &SideWagers) -> f64 {
    many(sides.0.len().div_ceil(IN_A_ROW)) * FIELD.1
}

/// Each wager with the centre of its field, below `top`. Wagers for boxes have their fields there.
fn fields(sides: &SideWagers, top: f64) -> impl Iterator<Item = (&SideWager, (f64, f64))> {
    let rows = (0_u32..).zip(sides.0.chunks(IN_A_ROW));
    rows.flat_map(move |(row, wagers)| {
        let left = (WIDTH - many(wagers.len()) * FIELD.0) / 2.0;
        let y = top + (f64::from(row) + 0.5) * FIELD.1;
        (0_u32..)
            .zip(wagers)
            .map(move |(place, wager)| (wager, (left + (f64::from(place) + 0.5) * FIELD.0, y)))
    })
}

/// A spot for each wager that is not made for a box.
pub(super) fn spots(sides: &SideWagers, top: f64) -> Vec<Spot> {
    let size = (FIELD.0 - GAP, FIELD.1 - GAP);
    let fields = fields(sides, top).filter(|(wager, _)| !wager.per_box);
    fields.map(|(wager, at)| Spot::new(&*wager.name, wager.usual_odds(), at, size)).collect()
}

/// Draws the fields with the names and odds of the wagers.
pub(super) fn draw(pen: &mut Pen, sides: &SideWagers, top: f64) {
    for (wager, (x, y)) in fields(sides, top) {
        let corner = (x - (FIELD.0 - GAP) / 2.0, y - (FIELD.1 - GAP) / 2.0);
        pen.rect(corner, (FIELD.0 - GAP, FIELD.1 - GAP), 6.0, OUTLINE);
        pen.text(
            (x, y - 3.0),
            Typeface::serif(13.0, IVORY).centred().spaced(1.0),
            &wager.name.to_uppercase(),
        );
        pen.text((x, y + 13.0), Typeface::sans(11.0, BRASS).centred(), &pays(wager));
    }
}

/// What a wager pays: its odds, or the largest and how many cases there are.
pub(super) fn pays(wager: &SideWager) -> String {
    let largest = wager.cases.odds().max_by(|one, other| one.ratio().cmp(&other.ratio()));
    match (wager.usual_odds(), largest) {
        (Some(odds), _) => odds.to_string(),
        (None, Some(odds)) => format!("up to {odds}"),
        (None, None) => String::new(),
    }
}
