//! Plots: curves, bands and columns over two axes, one panel below another.

use croupier_pen::{Typeface, length};

use crate::axis::{Axis, Span};
use crate::sheet::{GREY, INK, MARGIN, Sheet, WIDE, words};

/// One layer of a panel.
#[derive(Clone, PartialEq, Debug)]
pub enum Layer {
    /// The area between two curves.
    Band {
        /// Its name in the legend.
        name: String,
        /// The opacity of its colour, from 0 to 1.
        strength: f64,
        /// The horizontal position, the lower value and the upper value of each point.
        points: Vec<(f64, f64, f64)>,
    },
    /// A curve.
    Curve {
        /// Its name in the legend.
        name: String,
        /// The horizontal and vertical position of each point.
        points: Vec<(f64, f64)>,
    },
    /// A dashed line at one height.
    Level {
        /// Its name in the legend.
        name: String,
        /// The height.
        at: f64,
    },
    /// Columns that stand on zero.
    Columns {
        /// Their name in the legend.
        name: String,
        /// The left end, right end and height of each column.
        columns: Vec<(f64, f64, f64)>,
    },
}

/// One panel.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    /// The title.
    pub title: String,
    /// The horizontal axis.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The layers, from back to front.
    pub layers: Vec<Layer>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// Panels under one heading, as a self-contained SVG.
pub fn plots(title: &str, said: &str, panels: &[Panel]) -> String {
    let mut sheet = Sheet::headed(title);
    sheet.say(said);
    for panel in panels {
        draw(&mut sheet, panel);
    }
    let descriptions: Vec<String> = panels.iter().map(Panel::desc).collect();
    sheet.svg(title, &format!("{said} {}", descriptions.join(" ")))
}

const HIGH: f64 = 210.0;
const LEFT: f64 = MARGIN + 62.0;
const TICK: Typeface<'_> = Typeface::sans(11.0, GREY);

/// The position of a panel's axes.
struct Frame {
    across: Span,
    up: Span,
    top: f64,
}

impl Frame {
    fn x(&self, value: f64) -> f64 {
        LEFT + self.across.share(value) * (WIDE - MARGIN - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        self.top + HIGH - self.up.share(value) * HIGH
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in points {
            path.push(if path.is_empty() { 'M' } else { 'L' });
            path.push_str(&length(self.x(x)));
            path.push(' ');
            path.push_str(&length(self.y(y)));
        }
        path
    }
}

fn draw(sheet: &mut Sheet, panel: &Panel) {
    sheet.bottom += 34.0;
    let heading = Typeface::sans(14.0, INK).bold();
    words(&mut sheet.pen, (MARGIN, sheet.bottom), heading, &panel.title);
    legend(sheet, panel);
    sheet.bottom += 20.0;
    words(&mut sheet.pen, (MARGIN, sheet.bottom), TICK, &panel.up.label);
    let (across, up) = panel.extent();
    let top = sheet.bottom + 10.0;
    let frame = Frame { across: panel.across.span(across), up: panel.up.span(up), top };
    grid(sheet, panel, &frame);
    for layer in &panel.layers {
        draw_layer(sheet, layer, &frame);
    }
    sheet.bottom = top + HIGH + 34.0;
    let end = WIDE - MARGIN;
    words(&mut sheet.pen, (end, sheet.bottom), TICK.ending(), &panel.across.label);
    for note in &panel.notes {
        sheet.bottom += 4.0;
        sheet.say(note);
    }
}

/// The names of all layers with samples of their colours, on as many lines as needed.
fn legend(sheet: &mut Sheet, panel: &Panel) {
    let face = Typeface::sans(11.0, INK);
    let (mut x, mut through) = (MARGIN, 1.0);
    sheet.bottom += 20.0;
    for layer in &panel.layers {
        let wide = 24.0 + face.width(layer.name()) + 16.0;
        if x > MARGIN && x + wide > WIDE - MARGIN {
            x = MARGIN;
            sheet.bottom += 17.0;
        }
        // Bands overlap, and so do their colours.
        if let Layer::Band { strength, .. } = layer {
            through *= 1.0 - strength;
        }
        swatch(sheet, layer, x, 1.0 - through);
        words(&mut sheet.pen, (x + 24.0, sheet.bottom), face, layer.name());
        x += wide;
    }
}

fn swatch(sheet: &mut Sheet, layer: &Layer, x: f64, strength: f64) {
    let y = sheet.bottom - 4.0;
    match layer {
        Layer::Band { .. } => {
            sheet.pen.rect((x, y - 5.0), (18.0, 10.0), 2.0, &band_style(strength));
        }
        Layer::Columns { .. } => sheet.pen.rect((x, y - 5.0), (18.0, 10.0), 2.0, COLUMN),
        Layer::Curve { .. } => sheet.pen.line((x, y), (x + 18.0, y), CURVE),
        Layer::Level { .. } => sheet.pen.line((x, y), (x + 18.0, y), LEVEL),
    }
}

const COLUMN: &str = "class=\"bar\" fill=\"#2f6f57\"";
const CURVE: &str =
    "class=\"curve\" stroke=\"#2f6f57\" stroke-width=\"2\" fill=\"none\" stroke-linejoin=\"round\"";
const LEVEL: &str =
    "class=\"level\" stroke=\"#a8442f\" stroke-width=\"1.6\" stroke-dasharray=\"6 4\" fill=\"none\"";
const GRID: &str = "class=\"track-line\" stroke=\"#e2d9c4\" stroke-width=\"1\" fill=\"none\"";

fn band_style(strength: f64) -> String {
    format!("class=\"bar\" fill=\"#2f6f57\" fill-opacity=\"{}\"", length(strength))
}

fn grid(sheet: &mut Sheet, panel: &Panel, frame: &Frame) {
    for (value, text) in frame.up.ticks(&panel.up) {
        let y = frame.y(value);
        sheet.pen.line((LEFT, y), (WIDE - MARGIN, y), GRID);
        words(&mut sheet.pen, (LEFT - 7.0, y + 4.0), TICK.ending(), &text);
    }
    let foot = frame.top + HIGH;
    let mut free = f64::NEG_INFINITY;
    for (value, text) in frame.across.ticks(&panel.across) {
        let x = frame.x(value);
        sheet.pen.line((x, frame.top), (x, foot), GRID);
        let half = TICK.width(&text) / 2.0;
        let middle = x.clamp(LEFT + half - 10.0, WIDE - 4.0 - half);
        if middle - half > free {
            words(&mut sheet.pen, (middle, foot + 16.0), TICK.centred(), &text);
            free = middle + half + 8.0;
        }
    }
}

fn draw_layer(sheet: &mut Sheet, layer: &Layer, frame: &Frame) {
    match layer {
        Layer::Band { strength, points, .. } => {
            let above = points.iter().map(|(x, _, high)| (*x, *high));
            let below = points.iter().rev().map(|(x, low, _)| (*x, *low));
            let path = frame.path(above.chain(below)) + "Z";
            sheet.pen.path(&path, &band_style(*strength));
        }
        Layer::Curve { points, .. } => sheet.pen.path(&frame.path(points.iter().copied()), CURVE),
        Layer::Level { at, .. } => {
            let y = frame.y(*at);
            sheet.pen.line((LEFT, y), (WIDE - MARGIN, y), LEVEL);
        }
        Layer::Columns { columns, .. } => {
            for (from, to, high) in columns {
                let (x, y) = (frame.x(*from), frame.y(*high));
                let gap = if frame.x(*to) - x > 4.0 { 1.0 } else { 0.0 };
                let wide = (frame.x(*to) - x - gap).max(1.5);
                // Every column is at least one unit high, so that rare results are visible.
                let tall = (frame.y(0.0) - y).max(1.0);
                sheet.pen.rect((x, frame.y(0.0) - tall), (wide, tall), 0.0, COLUMN);
            }
        }
    }
}

impl Layer {
    fn name(&self) -> &str {
        match self {
            Self::Band { name, .. }
            | Self::Curve { name, .. }
            | Self::Level { name, .. }
            | Self::Columns { name, .. } => name,
        }
    }

    /// Every point that must be visible.
    fn points(&self) -> Vec<(Option<f64>, f64)> {
        match self {
            Self::Band { points, .. } => {
                points.iter().flat_map(|(x, low, high)| [(Some(*x), *low), (Some(*x), *high)]).collect()
            }
            Self::Curve { points, .. } => points.iter().map(|(x, y)| (Some(*x), *y)).collect(),
            Self::Level { at, .. } => vec![(None, *at)],
            Self::Columns { columns, .. } => {
                columns.iter().flat_map(|(from, to, high)| [(Some(*from), 0.0), (Some(*to), *high)]).collect()
            }
        }
    }
}

impl Panel {
    /// The ranges that must be visible, horizontally and vertically.
    fn extent(&self) -> ((f64, f64), (f64, f64)) {
        let points: Vec<(Option<f64>, f64)> = self.layers.iter().flat_map(Layer::points).collect();
        let across = points.iter().filter_map(|(x, _)| *x);
        (extent(across), extent(points.iter().map(|(_, y)| *y)))
    }

    /// A text description of the panel.
    fn desc(&self) -> String {
        let names: Vec<&str> = self.layers.iter().map(Layer::name).collect();
        format!("{}: {} over {}; {}.", self.title, self.up.label, self.across.label, names.join(", "))
    }
}

fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}
