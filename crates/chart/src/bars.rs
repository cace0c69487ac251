//! Horizontal bar charts: edges by wager or setting, probabilities by result.

use croupier_pen::{Typeface, many};

use crate::sheet::{GREY, INK, MARGIN, Sheet, WIDE, words};

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// The label.
    pub name: String,
    /// The length; negative bars extend to the left.
    pub value: f64,
    /// The text at its end.
    pub text: String,
}

/// A bar chart with a heading.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    /// The heading.
    pub title: String,
    /// What the length measures, and what it is a share of.
    pub measure: String,
    /// The bars, from top to bottom.
    pub bars: Vec<Bar>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

const HIGH: f64 = 17.0;
const APART: f64 = 25.0;

impl Bars {
    /// The chart as a self-contained SVG.
    pub fn svg(&self) -> String {
        let mut sheet = Sheet::headed(&self.title);
        sheet.say(&self.measure);
        sheet.bottom += 14.0;
        let frame = Frame::of(&self.bars);
        for bar in &self.bars {
            frame.draw(&mut sheet, bar);
        }
        frame.draw_zero_line(&mut sheet, self.bars.len());
        sheet.bottom += 4.0;
        for note in &self.notes {
            sheet.bottom += 4.0;
            sheet.say(note);
        }
        sheet.svg(&self.title, &self.desc())
    }

    /// A text description of the chart.
    fn desc(&self) -> String {
        let bar = |bar: &Bar| format!("{}: {}", bar.name, bar.text);
        format!("{} {}.", self.measure, self.bars.iter().map(bar).collect::<Vec<_>>().join("; "))
    }
}

/// The positions of names, bars and values.
struct Frame {
    left: f64,
    zero: f64,
    scale: f64,
}

impl Frame {
    fn of(bars: &[Bar]) -> Self {
        let widest = |of: &dyn Fn(&Bar) -> f64| bars.iter().map(of).fold(0.0, f64::max);
        let names = widest(&|bar| NAME.width(&bar.name)).min(WIDE * 0.38);
        let figures = widest(&|bar| FIGURE.width(&bar.text)) + 8.0;
        let left = MARGIN + names + 10.0;
        let (most, least) = (widest(&|bar| bar.value), widest(&|bar| -bar.value));
        let room = (WIDE - MARGIN - figures - left).max(40.0);
        let beside = if least > 0.0 { figures } else { 0.0 };
        let span = (most + least).max(f64::MIN_POSITIVE);
        let scale = (room - beside).max(40.0) / span;
        Self { left, zero: left + beside + least * scale, scale }
    }

    fn draw(&self, sheet: &mut Sheet, bar: &Bar) {
        let (top, foot) = (sheet.bottom, sheet.bottom + HIGH - 4.0);
        let name = NAME.ending();
        let mut text = bar.name.clone();
        while name.width(&text) > WIDE * 0.38 && text.chars().count() > 4 {
            text = text.chars().take(text.chars().count() - 2).collect::<String>() + "…";
        }
        words(&mut sheet.pen, (self.left - 10.0, foot), name, &text);
        let long = (bar.value.abs() * self.scale).max(1.0);
        let x = if bar.value < 0.0 { self.zero - long } else { self.zero };
        let style = if bar.value < 0.0 {
            "class=\"bar less\" fill=\"#a8442f\""
        } else {
            "class=\"bar\" fill=\"#2f6f57\""
        };
        sheet.pen.rect((x, top), (long, HIGH), 2.0, style);
        let (at, face) = if bar.value < 0.0 { (x - 6.0, FIGURE.ending()) } else { (x + long + 6.0, FIGURE) };
        words(&mut sheet.pen, (at, foot), face, &bar.text);
        sheet.bottom += APART;
    }

    fn draw_zero_line(&self, sheet: &mut Sheet, bars: usize) {
        let high = many(bars) * APART;
        let (from, to) =
            ((self.zero, sheet.bottom - high - 4.0), (self.zero, sheet.bottom - APART + HIGH + 4.0));
        sheet.pen.line(from, to, "class=\"line\" stroke=\"#b39a61\" stroke-width=\"1\"");
    }
}

const NAME: Typeface<'static> = Typeface::sans(13.0, INK);
const FIGURE: Typeface<'static> = Typeface::sans(12.0, GREY);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stay_on_the_sheet_and_say_their_figures_in_words() {
        let bar = |name: &str, value: f64| Bar { name: name.to_owned(), value, text: format!("{value} %") };
        let bars = Bars {
            title: "Edges <all>".to_owned(),
            measure: "Edge, per bet made".to_owned(),
            bars: vec![
                bar("a rather long name of a wager that has to be cut", 2.7),
                bar("b", -1.4),
                bar("c", 0.0),
            ],
            notes: vec!["A note.".to_owned()],
        };
        let svg = bars.svg();
        let tree = roxmltree::Document::parse(&svg).unwrap();
        for rect in tree.descendants().filter(|node| node.has_tag_name("rect")) {
            let figure = |name: &str| rect.attribute(name).unwrap().parse::<f64>().unwrap();
            assert!(figure("x") >= 0.0 && figure("x") + figure("width") <= WIDE, "{rect:?}");
        }
        let desc = tree.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap();
        assert!(desc.contains("b: -1.4 %"), "{desc}");
        assert!(
            svg.contains("prefers-color-scheme:dark") && !svg.contains("url(") && !svg.contains("<image")
        );
    }
}
