//! The pieces that table drawings are made of: the cloth, arcs and rings, cards, and text along an arc.

use croupier_pen::{BRASS, Drawing, FELT, FELT_DARK, IVORY, Pen, Typeface, length};

/// The width of every drawing.
pub(super) const WIDTH: f64 = 760.0;

/// The outline of shapes on the cloth.
pub(super) const OUTLINE: &str = "fill=\"none\" stroke=\"#f6f0e0\" stroke-width=\"1.2\"";

/// A cloth of this height, with what `draw` draws on it.
pub(super) fn on_cloth(title: &str, desc: String, height: f64, draw: impl FnOnce(&mut Pen)) -> Drawing {
    let mut pen = Pen::default();
    pen.rect((0.0, 0.0), (WIDTH, height), 8.0, &format!("fill=\"{FELT}\""));
    let inner = (WIDTH - 12.0, height - 12.0);
    pen.rect((6.0, 6.0), inner, 5.0, &format!("fill=\"none\" stroke=\"{BRASS}\" stroke-width=\"0.8\""));
    draw(&mut pen);
    Drawing { title: title.to_owned(), desc, width: WIDTH, height, body: pen.done() }
}

/// The point at this distance and angle from a centre; degrees run clockwise from twelve o'clock.
pub(super) fn polar(centre: (f64, f64), radius: f64, degrees: f64) -> (f64, f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (centre.0 + radius * sin, centre.1 - radius * cos)
}

/// An arc as a path from one angle to another, clockwise if the second is larger.
pub(super) fn arc(centre: (f64, f64), radius: f64, from: f64, to: f64) -> String {
    let (start, end) = (polar(centre, radius, from), polar(centre, radius, to));
    let large = u8::from((to - from).abs() > 180.0);
    let sweep = u8::from(to > from);
    format!(
        "M{} {}A{r} {r} 0 {large} {sweep} {} {}",
        length(start.0),
        length(start.1),
        length(end.0),
        length(end.1),
        r = length(radius)
    )
}

/// A section of a ring as a closed path, between two radii and two angles.
pub(super) fn ring(centre: (f64, f64), (inner, outer): (f64, f64), from: f64, to: f64) -> String {
    let back = arc(centre, inner, to, from).replacen('M', "L", 1);
    format!("{}{back}Z", arc(centre, outer, from, to))
}

/// Text along an arc that opens upward, so that it reads from left to right below the dealer.
pub(super) fn words_below(
    pen: &mut Pen,
    id: &str,
    centre: (f64, f64),
    radius: f64,
    face: Typeface<'_>,
    words: &str,
) {
    pen.path(&arc(centre, radius, 260.0, 100.0), &format!("id=\"{id}\" fill=\"none\""));
    pen.text_along(id, face.centred(), words);
}

/// The half disc of a table at which players sit around a dealer: flat above, round below.
pub(super) fn half_table(pen: &mut Pen, centre: (f64, f64), radius: f64) {
    let (left, right) = (centre.0 - radius, centre.0 + radius);
    let d = format!(
        "M{} {y}H{}A{r} {r} 0 0 1 {} {y}Z",
        length(left),
        length(right),
        length(left),
        y = length(centre.1),
        r = length(radius)
    );
    pen.path(&d, &format!("fill=\"{FELT_DARK}\" stroke=\"{BRASS}\" stroke-width=\"1.4\""));
}

/// A place for a card, with a label.
pub(super) fn card(
    pen: &mut Pen,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    label: &str,
    dashed: bool,
) {
    let dash = if dashed { " stroke-dasharray=\"5 4\"" } else { "" };
    pen.rect((x, y), (width, height), 5.0, &format!("{OUTLINE}{dash}"));
    let face = Typeface::sans(height / 6.0, IVORY).centred();
    pen.text((x + width / 2.0, y + height / 2.0 + height / 15.0), face, label);
}

/// The baseline of text of this size that is centred on a height.
pub(super) fn foot(middle: f64, size: f64) -> f64 {
    middle + size * 0.35
}
