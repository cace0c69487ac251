//! A pen for SVG: shapes and text, with everything escaped, and text measured so that it can be set.

use std::fmt::Write;

/// The green of the felt.
pub const FELT: &str = "#12503d";
/// A darker shade of the felt.
pub const FELT_DARK: &str = "#0c3b2d";
/// Brass on the felt.
pub const BRASS: &str = "#d6bb7c";
/// Brass as ink on paper.
pub const BRASS_INK: &str = "#755a22";
/// The paper.
pub const PAPER: &str = "#fbf8f1";
/// Ivory on the felt.
pub const IVORY: &str = "#f6f0e0";
/// Ink.
pub const INK: &str = "#1d1b18";
/// Ink for secondary text.
pub const GREY: &str = "#5a554c";
/// The red of the wheel.
pub const RED: &str = "#a8251f";
/// The black of the wheel.
pub const BLACK: &str = "#191816";

/// The sans-serif font family.
pub const SANS: &str = "Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif";
/// The serif font family.
pub const SERIF: &str = "Georgia, Times New Roman, Liberation Serif, serif";

/// A number of things to draw, as a length in their size.
///
/// # Panics
/// When there are more than four thousand million: nothing is drawn of so many parts.
pub fn many(things: usize) -> f64 {
    f64::from(u32::try_from(things).expect("a drawing has few parts"))
}

/// Escapes the characters that have a meaning in XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML permits no control characters.
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}

/// A length with at most two decimal places.
pub fn length(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A drawing: its description, its size and its SVG.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The title, for readers who cannot see the drawing.
    pub title: String,
    /// The description, for readers who cannot see the drawing.
    pub desc: String,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The SVG content.
    pub body: String,
}

impl Drawing {
    /// The drawing as an SVG element of its own, for use in a page.
    pub fn svg(&self, id: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\n<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n{}</svg>\n",
            length(self.width),
            length(self.height),
            escape(&self.title),
            escape(&self.desc),
            self.body
        )
    }

    /// The drawing as part of another, scaled to `width`, with its top left corner at (`x`, `y`).
    pub fn placed(&self, x: f64, y: f64, width: f64) -> String {
        let scale = width / self.width;
        format!(
            "<g role=\"img\" aria-label=\"{}\" transform=\"translate({} {}) scale({scale:.4})\">\n<desc>{}</desc>\n{}</g>\n",
            escape(&self.title),
            length(x),
            length(y),
            escape(&self.desc),
            self.body
        )
    }
}

/// How text is set.
#[derive(Clone, Copy, Debug)]
pub struct Typeface<'a> {
    /// The font family.
    pub family: &'a str,
    /// The font size.
    pub size: f64,
    /// The font weight: 400 is regular, 700 bold.
    pub weight: u16,
    /// The colour.
    pub fill: &'a str,
    /// The anchor of the text: `start`, `middle` or `end`.
    pub anchor: &'a str,
    /// The space between letters.
    pub spacing: f64,
}

impl<'a> Typeface<'a> {
    /// Sans-serif text of this size and colour.
    pub const fn sans(size: f64, fill: &'a str) -> Self {
        Self { family: SANS, size, weight: 400, fill, anchor: "start", spacing: 0.0 }
    }

    /// Serif text of this size and colour.
    pub const fn serif(size: f64, fill: &'a str) -> Self {
        Self { family: SERIF, size, weight: 400, fill, anchor: "start", spacing: 0.0 }
    }

    /// The same in bold.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.weight = 700;
        self
    }

    /// The same, centred at its position.
    #[must_use]
    pub const fn centred(mut self) -> Self {
        self.anchor = "middle";
        self
    }

    /// The same, ending at its position.
    #[must_use]
    pub const fn ending(mut self) -> Self {
        self.anchor = "end";
        self
    }

    /// The same, with space between letters.
    #[must_use]
    pub const fn spaced(mut self, spacing: f64) -> Self {
        self.spacing = spacing;
        self
    }

    fn attributes(&self) -> String {
        let mut out = format!(
            "font-family=\"{}\" font-size=\"{}\" fill=\"{}\"",
            self.family,
            length(self.size),
            self.fill
        );
        if self.weight != 400 {
            let _ = write!(out, " font-weight=\"{}\"", self.weight);
        }
        if self.anchor != "start" {
            let _ = write!(out, " text-anchor=\"{}\"", self.anchor);
        }
        if self.spacing > 0.0 {
            let _ = write!(out, " letter-spacing=\"{}\"", length(self.spacing));
        }
        out
    }

    /// The approximate width of the text.
    pub fn width(&self, text: &str) -> f64 {
        let heavier = if self.weight > 400 { 1.07 } else { 1.0 };
        text.chars().map(|letter| em(letter) * self.size * heavier + self.spacing).sum()
    }

    /// The text in lines no wider than `width`; a wider word gets its own line.
    pub fn wrap(&self, text: &str, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(line) + self.width(" ") + self.width(word) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// The width of a letter in a common sans-serif font, in ems.
fn em(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '’' => 0.23,
        ' ' | 'f' | 't' | 'I' | '.' | ',' | ':' | ';' | '/' | '!' | '|' | '·' => 0.28,
        'r' | '-' | '(' | ')' => 0.34,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | 'J' => 0.5,
        'F' | 'L' | 'T' | 'Z' | '+' | '=' => 0.6,
        'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' | '&' => 0.67,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' => 0.72,
        'G' | 'O' | 'Q' => 0.78,
        'm' | 'M' | '½' => 0.84,
        'W' | '…' | '—' | '@' | '%' => 0.96,
        _ => 0.556,
    }
}

/// Collects the SVG that is drawn.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    out: String,
}

impl Pen {
    /// Returns what has been drawn.
    pub fn done(self) -> String {
        self.out
    }

    /// Adds finished SVG.
    pub fn raw(&mut self, svg: &str) {
        self.out.push_str(svg);
    }

    /// Opens a group with these attributes.
    pub fn open(&mut self, attributes: &str) {
        let _ = writeln!(self.out, "<g {attributes}>");
    }

    /// Closes the last open group.
    pub fn close(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// Draws a rectangle with rounded corners; `style` has fill and stroke.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), round: f64, style: &str) {
        let (x, y, width, height) = (length(x), length(y), length(width), length(height));
        let round = if round > 0.0 { format!(" rx=\"{}\"", length(round)) } else { String::new() };
        let _ = writeln!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round} {style}/>"
        );
    }

    /// Draws a circle.
    pub fn circle(&mut self, (x, y): (f64, f64), radius: f64, style: &str) {
        let (x, y, radius) = (length(x), length(y), length(radius));
        let _ = writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>");
    }

    /// Draws a path.
    pub fn path(&mut self, d: &str, style: &str) {
        let _ = writeln!(self.out, "<path d=\"{d}\" {style}/>");
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let d = format!("M{} {}L{} {}", length(from.0), length(from.1), length(to.0), length(to.1));
        self.path(&d, style);
    }

    /// Draws text with its baseline at this height.
    pub fn text(&mut self, (x, y): (f64, f64), face: Typeface<'_>, words: &str) {
        self.text_with((x, y), face, words, "");
    }

    /// Draws text with additional attributes, such as a role.
    pub fn text_with(&mut self, (x, y): (f64, f64), face: Typeface<'_>, words: &str, more: &str) {
        let (x, y) = (length(x), length(y));
        let gap = if more.is_empty() { "" } else { " " };
        let _ = writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" {}{gap}{more}>{}</text>",
            face.attributes(),
            escape(words)
        );
    }

    /// Draws text, followed by other text in another typeface.
    pub fn text_pair(
        &mut self,
        (x, y): (f64, f64),
        (face, words): (Typeface<'_>, &str),
        after: Option<(Typeface<'_>, &str)>,
        more: &str,
    ) {
        let after = after.map(|(face, words)| {
            format!("<tspan dx=\"10\" font-weight=\"400\" {}>{}</tspan>", face.attributes(), escape(words))
        });
        let (x, y, after) = (length(x), length(y), after.unwrap_or_default());
        let (attributes, words) = (face.attributes(), escape(words));
        let gap = if more.is_empty() { "" } else { " " };
        let _ =
            writeln!(self.out, "<text x=\"{x}\" y=\"{y}\" {attributes}{gap}{more}>{words} {after}</text>");
    }

    /// Draws text along the path with this id.
    pub fn text_along(&mut self, id: &str, face: Typeface<'_>, words: &str) {
        let _ = writeln!(
            self.out,
            "<text {}><textPath href=\"#{id}\" startOffset=\"50%\">{}</textPath></text>",
            face.attributes(),
            escape(words)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_xml_is_escaped() {
        assert_eq!(escape("a < b & \"c\"\u{7}"), "a &lt; b &amp; &quot;c&quot; ");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([length(1.0), length(0.126), length(-0.001), length(10.5)], ["1", "0.13", "0", "10.5"]);
    }

    #[test]
    fn lines_are_no_wider_than_they_may_be() {
        let face = Typeface::sans(10.0, INK);
        let lines = face.wrap("a stake that does not cover the zero loses to it", 100.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| face.width(line) <= 100.0));
        assert_eq!(lines.join(" "), "a stake that does not cover the zero loses to it");
    }
}
