//! What all charts share: the sheet, its colours for light and dark backgrounds, and text layout.

use croupier_pen::{Drawing, Pen, SERIF, Typeface};

/// The width of a chart. Text is large enough to read on a phone held upright.
pub(crate) const WIDE: f64 = 520.0;
/// The margin at each side.
pub(crate) const MARGIN: f64 = 18.0;

/// The text colour on a light background. The style sheet replaces it on a dark one.
pub(crate) const INK: &str = "#1d1b18";
/// The colour of less important text.
pub(crate) const GREY: &str = "#57524a";

/// Colours by class. A viewer without style sheets uses the attributes of each shape, which are for a light
/// background.
const STYLE: &str = "<style>\
.sheet{fill:#fbf8f1}.ink{fill:#1d1b18}.grey{fill:#57524a}.line{stroke:#b39a61}\
.bar{fill:#2f6f57}.bar.less{fill:#a8442f}.track{fill:#eae3d2}\
.curve{stroke:#2f6f57}.level{stroke:#a8442f}.track-line{stroke:#e2d9c4}\
.stand{fill:#f2c6b4}.draw{fill:#bfe0c4}.more{fill:#bcd3f0}.split{fill:#f0dc96}.leave{fill:#d8cfe8}.none{fill:#eae3d2}\
@media screen and (prefers-color-scheme:dark){\
.sheet{fill:#171512}.ink{fill:#f3ede0}.grey{fill:#b9b1a1}.line{stroke:#75673f}\
.bar{fill:#5fb08f}.bar.less{fill:#d98068}.track{fill:#2b2822}\
.curve{stroke:#5fb08f}.level{stroke:#d98068}.track-line{stroke:#35312a}\
.stand{fill:#6d3424}.draw{fill:#1f5535}.more{fill:#28497a}.split{fill:#66520f}.leave{fill:#4c4068}.none{fill:#2b2822}}\
</style>\n";

/// Draws text with the class that sets its colour.
pub(crate) fn words(pen: &mut Pen, at: (f64, f64), face: Typeface<'_>, text: &str) {
    let class = if face.fill == GREY { "class=\"grey\"" } else { "class=\"ink\"" };
    pen.text_with(at, face, text, class);
}

/// A sheet that is filled from top to bottom.
pub(crate) struct Sheet {
    pub(crate) pen: Pen,
    pub(crate) bottom: f64,
}

impl Sheet {
    /// A sheet with a heading.
    pub(crate) fn headed(title: &str) -> Self {
        let mut sheet = Self { pen: Pen::default(), bottom: 14.0 };
        let face = Typeface { family: SERIF, ..Typeface::sans(22.0, INK) };
        for line in face.wrap(title, WIDE - 2.0 * MARGIN) {
            sheet.bottom += 26.0;
            words(&mut sheet.pen, (MARGIN, sheet.bottom), face, &line);
        }
        sheet.bottom += 8.0;
        sheet
    }

    /// Adds wrapped text in grey.
    pub(crate) fn say(&mut self, text: &str) {
        let face = Typeface::sans(12.0, GREY);
        for line in face.wrap(text, WIDE - 2.0 * MARGIN) {
            self.bottom += 16.0;
            words(&mut self.pen, (MARGIN, self.bottom), face, &line);
        }
    }

    /// The finished chart.
    pub(crate) fn svg(self, title: &str, desc: &str) -> String {
        let height = self.bottom + 18.0;
        let mut all = Pen::default();
        all.raw(STYLE);
        all.rect((0.0, 0.0), (WIDE, height), 0.0, "class=\"sheet\" fill=\"#fbf8f1\"");
        all.raw(&self.pen.done());
        let drawing =
            Drawing { title: title.to_owned(), desc: desc.to_owned(), width: WIDE, height, body: all.done() };
        drawing.svg("chart")
    }
}
